import { columnsTaken, mostColumns } from '@tessera/kernel';
import { fieldTypes } from '@tessera/fields';
import { invalid } from '../refusals.ts';
import { columnSpec, compileField, draftSpec } from './schema.ts';
import type { FieldState, TableState } from './state.ts';

/** Of a field's former type nobody knows any more which it was: the widest that there is. */
const widest = Math.max(
  ...fieldTypes.map(({ storage, parts }) =>
    columnsTaken({ column: 'c1_1', kind: storage, ...(parts !== undefined && { parts }) }),
  ),
);

/** What is looked at of a table. */
type Held = Pick<TableState, 'id' | 'becomingUnique' | 'converting' | 'fields' | 'deletedFields' | 'generations'>;

/** The columns of a field: of a computed one that of why it has no value, too. */
const ownColumns = (table: Held, field: FieldState): number => {
  const compiled = compileField(table, field);
  if (compiled.derived) {
    const { column, kind, parts } = compiled;
    return columnsTaken({ column, kind, ...(parts !== undefined && { parts }) }) + failureTaken;
  }
  const spec = columnSpec(compiled);
  return spec === undefined ? 0 : columnsTaken(spec);
};
const failureTaken = columnsTaken({ column: 'c1_2', kind: 'text' });

const takenBy = (table: Held, field: FieldState): number => {
  const before = Math.max(table.generations?.[field.id] ?? field.generation, field.generation) - 1;
  // A computed one takes two at a time, and the second of the present ones is named as given.
  const former = compileField(table, field).derived ? Math.floor(before / 2) : before;
  return ownColumns(table, field) + former * widest;
};

/**
 * Refuses fields for which the table has no column left. A field that is deleted or converted keeps its columns, since it
 * may come back. Throws `fields.no_room`.
 */
export const requireColumns = (table: Held, added: readonly FieldState[]): void => {
  const known = [...table.fields, ...table.deletedFields.map(({ field }) => field)];
  const taken = known.reduce((sum, field) => sum + takenBy(table, field), columnsTaken(draftSpec));
  const wanted = added.reduce((sum, field) => sum + ownColumns(table, { ...field, generation: 1 }), 0);
  if (taken + wanted > mostColumns) throw invalid('fields.no_room', { limit: mostColumns, taken, wanted });
};
