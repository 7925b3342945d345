import { decimalJson, decimalValue, systemColumns, type Cell, type Row, type StorageKind } from '@tessera/kernel';
import { maskAllows, rowAllowed, type Grant } from '@tessera/proto/rights';
import { draftColumn, draftFieldId } from '../definitions/state.ts';
import type { Schema, SchemaField } from '../definitions/schema.ts';
import { fromColumn } from './mapper.ts';
import type { EventOf } from '../events.ts';

/** A cell as JSON text, exactly as the stores write it: decimals as `decimalJson` has them, instants in ISO 8601 UTC. */
const cellJson = (cell: Cell, kind: StorageKind, asText: boolean): string => {
  switch (kind) {
    case 'decimal':
      return decimalJson(cell as string, asText);
    case 'boolean':
      return cell === true ? 'true' : 'false';
    case 'date':
      return `"${cell as string}"`;
    case 'instant':
      return `"${new Date(cell as number).toISOString()}"`;
    default:
      return JSON.stringify(cell);
  }
};

/** A cell as a JSON value, for answers that are built as objects. */
export const cellValue = (cell: Cell | null | undefined, kind: StorageKind, asText = false): unknown => {
  if (cell === null || cell === undefined) return null;
  if (kind === 'decimal') return decimalValue(cell as string, asText);
  return kind === 'instant' ? new Date(cell as number).toISOString() : cell;
};

export type FieldKey = 'id' | 'name';
/** How a caller names fields, and whether every decimal comes as a text. */
export type Format = { readonly fieldKey?: FieldKey | undefined; readonly numbers?: 'text' | undefined };
/** The format in which a write asked for its answer. */
export const formatOf = ({
  key,
  numbers,
}: {
  readonly key: FieldKey;
  readonly numbers?: Format['numbers'];
}): Format => ({
  fieldKey: key,
  numbers,
});
export const decimalsAsText = ({ numbers }: Pick<Format, 'numbers'>): boolean => numbers === 'text';

type Shown = { readonly column: string; readonly kind: StorageKind; readonly label: string };

const shownFields = (schema: Schema, grant: Grant, { fieldKey: key = 'id' }: Format): readonly Shown[] => [
  ...schema.fields
    .filter((f) => maskAllows(grant.fieldMask, f.id))
    .map((f) => ({ column: f.column, kind: f.kind, label: `${JSON.stringify(f[key])}:` })),
  { column: draftColumn, kind: 'boolean', label: `"${draftFieldId}":` },
];

const systemCell = (row: Row, column: string): Cell | undefined => {
  switch (column) {
    case systemColumns.createdAt:
      return row.createdAt;
    case systemColumns.createdBy:
      return row.createdBy;
    case systemColumns.updatedAt:
      return row.updatedAt;
    case systemColumns.updatedBy:
      return row.updatedBy;
    default:
      return undefined;
  }
};

let lastTime = Number.NaN;
let lastIso = '';
/** Records of a batch share their times, so the last text is mostly the next one. */
const isoOf = (time: number): string => {
  if (time !== lastTime) {
    lastIso = new Date(time).toISOString();
    lastTime = time;
  }
  return lastIso;
};

const frame = (id: string, version: number, fields: string, createdAt: number, updatedAt: number): string =>
  `{"id":"${id}","version":${version},"fields":{${fields}},"createdAt":"${isoOf(createdAt)}","updatedAt":"${isoOf(updatedAt)}"}`;

/**
 * Records as JSON text, from rows of the model. One that a write has just moved out of its writer's sight is answered
 * without values.
 */
export const rowsJson = (rows: readonly Row[], schema: Schema, grant: Grant, format: Format): readonly string[] => {
  const shown = shownFields(schema, grant, format);
  const asText = decimalsAsText(format);
  return rows.map((row) => {
    let fields = '';
    for (const { column, kind, label } of rowAllowed(grant, row) ? shown : []) {
      const cell = systemCell(row, column) ?? row.cells[column];
      if (cell === null || cell === undefined) continue;
      fields += (fields === '' ? '' : ',') + label + cellJson(cell, kind, asText);
    }
    return frame(row.id, row.version, fields, row.createdAt, row.updatedAt);
  });
};

/** Records just created as JSON text, from their event: no read of the model. */
export const createdJson = (
  event: EventOf<'recordsCreated'>,
  time: number,
  actorId: string,
  schema: Schema,
  grant: Grant,
  format: Format,
): readonly string[] => {
  const { fieldKey: key = 'id' } = format;
  const asText = decimalsAsText(format);
  const count = event.recordIds.length;
  const parts = new Array<string>(count).fill('');
  const columns = new Map(event.columns.map((column) => [column.fieldId, column]));
  const add = (label: string, cellOf: (i: number) => string | undefined): void => {
    for (let i = 0; i < count; i++) {
      const json = cellOf(i);
      if (json !== undefined) parts[i] += (parts[i] === '' ? '' : ',') + label + json;
    }
  };
  const addColumn = (fieldId: string, kind: StorageKind, label: string): void => {
    const column = columns.get(fieldId);
    if (column === undefined) return;
    const cells = fromColumn(column, count);
    add(label, (i) => {
      const cell = cells[i];
      return cell === null || cell === undefined ? undefined : cellJson(cell, kind, asText);
    });
  };
  const systemJson = (field: SchemaField): string =>
    field.kind === 'instant' ? cellJson(time, 'instant', asText) : JSON.stringify(actorId);
  for (const field of schema.fields) {
    if (!maskAllows(grant.fieldMask, field.id)) continue;
    const label = `${JSON.stringify(field[key])}:`;
    if (field.system === undefined) addColumn(field.id, field.kind, label);
    else {
      const json = systemJson(field);
      add(label, () => json);
    }
  }
  addColumn(draftFieldId, 'boolean', `"${draftFieldId}":`);
  return event.recordIds.map((id, i) => frame(id, 1, parts[i]!, time, time));
};
