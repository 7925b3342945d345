import { isLinkChange, toldLinks } from '../links/change.ts';
import type { StoredCommit } from '@tessera/kernel';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import type { Schema } from '../definitions/schema.ts';
import { draftFieldId } from '../definitions/state.ts';
import type { EventOf, TablesEvent } from '../events.ts';
import type { BulkPlan } from '../operations/plans.ts';
import { fromColumn, kindOf, sameCell, type Cells } from '@tessera/proto/cells';
import { cellValue, shortValue } from './wire.ts';

/** What one event did to one record, as its reader may see it. Long texts come as they begin. */
export type ToldChange = {
  readonly recordId: string;
  readonly kind: 'created' | 'changed' | 'deleted' | 'restored';
  readonly fields: readonly {
    readonly fieldId: string;
    readonly fieldName: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
};

type RecordsEvent = EventOf<'recordsCreated' | 'cellsChanged' | 'recordsDeleted' | 'recordsRestored'>;
const kinds = {
  recordsCreated: 'created',
  cellsChanged: 'changed',
  recordsDeleted: 'deleted',
  recordsRestored: 'restored',
} as const;

/** The records of an event on one table; undefined for any other event. */
export const recordsIn = (event: TablesEvent, tableId: string): RecordsEvent | undefined =>
  'recordIds' in event.value && event.value.tableId === tableId ? event.value : undefined;

type Column = {
  readonly fieldId: string;
  readonly fieldName: string;
  readonly before: Cells;
  readonly after: Cells;
  readonly wire: (cell: Cells[number], before: boolean) => unknown;
};

/**
 * The columns of an event that its reader may see, the cells of each by record. While a field is converted its writes
 * have a column for each of its two forms: the first is what the writer wrote.
 */
const columnsOf = (event: TablesEvent, schema: Schema, grant: Grant): readonly Column[] => {
  if (event.$case !== 'recordsCreated' && event.$case !== 'cellsChanged') return [];
  const count = event.value.recordIds.length;
  const after = event.$case === 'recordsCreated' ? event.value.columns : event.value.after;
  const before = event.$case === 'recordsCreated' ? [] : event.value.before;
  const links = event.$case === 'recordsCreated' ? [] : event.value.links;
  const linked = links.flatMap(({ fieldId, changes }): readonly Column[] => {
    const field = schema.all.get(fieldId);
    if (field === undefined || !maskAllows(grant.fieldMask, fieldId)) return [];
    const told = changes.map((change) => (isLinkChange(change) ? toldLinks(change) : undefined));
    return [
      {
        fieldId,
        fieldName: field.name,
        before: new Array(count).fill(null),
        // Each stands for itself: how many are told is no value that two records share.
        after: told.map((one, place) => (one === undefined ? undefined : String(place))),
        wire: (cell) => (cell === null || cell === undefined ? null : told[Number(cell)]),
      },
    ];
  });
  const cells = after.flatMap((column, i): readonly Column[] => {
    const field = schema.all.get(column.fieldId);
    if (
      field === undefined ||
      column.fieldId === draftFieldId ||
      !maskAllows(grant.fieldMask, column.fieldId) ||
      after.findIndex((one) => one.fieldId === column.fieldId) !== i
    )
      return [];
    const previous = before.find((one) => one.fieldId === column.fieldId);
    const kind = kindOf(column) ?? field.kind;
    const previousKind = (previous && kindOf(previous)) ?? kind;
    return [
      {
        fieldId: column.fieldId,
        fieldName: field.name,
        before: previous === undefined ? new Array(count).fill(null) : fromColumn(previous, count),
        after: fromColumn(column, count),
        wire: (cell, earlier) => shortValue(cellValue(cell, earlier ? previousKind : kind)),
      },
    ];
  });
  return [...cells, ...linked];
};

/**
 * Whom an event changed, as its reader may see it: an edit of hidden fields alone is none. `take` picks the places of
 * the event's list that are wanted.
 */
export const changesOf = (
  event: TablesEvent,
  schema: Schema,
  grant: Grant,
  take: (place: number) => boolean = () => true,
): readonly ToldChange[] => {
  const told = recordsIn(event, schema.table.id);
  if (told === undefined || !(event.$case in kinds)) return [];
  const kind = kinds[event.$case as keyof typeof kinds];
  const columns = columnsOf(event, schema, grant);
  return told.recordIds.flatMap((recordId, i): readonly ToldChange[] => {
    if (!take(i)) return [];
    const fields = columns.flatMap(({ fieldId, fieldName, before, after, wire }) =>
      after[i] === undefined || (kind === 'created' && after[i] === null)
        ? []
        : [{ fieldId, fieldName, before: wire(before[i], true), after: wire(after[i], false) }],
    );
    return kind === 'changed' && fields.length === 0 ? [] : [{ recordId, kind, fields }];
  });
};

/** The records that an event changed as its reader may see it, without their values. */
export const changedIds = (event: TablesEvent, schema: Schema, grant: Grant): readonly string[] => {
  const told = recordsIn(event, schema.table.id);
  if (told === undefined) return [];
  if (event.$case !== 'cellsChanged' || grant.fieldMask === 'all') return told.recordIds;
  const columns = columnsOf(event, schema, grant);
  return told.recordIds.filter((_, i) => columns.some(({ after }) => after[i] !== undefined));
};

/** What an action set its one field to; `before` is told of a single record. */
export type ToldValue = { readonly fieldId: string; readonly before?: unknown; readonly after: unknown };

/** The one field that a commit's edits were about and the one value that all of them set; undefined where they differ. */
export const valueOf = (
  { events }: Pick<StoredCommit<TablesEvent>, 'events'>,
  schema: Schema,
  grant: Grant,
): ToldValue | undefined => {
  let found: { column: Column; at: number } | undefined;
  let cells = 0;
  for (const event of events) {
    if (event.$case !== 'cellsChanged' || event.value.tableId !== schema.table.id) continue;
    for (const column of columnsOf(event, schema, grant))
      for (const [at, cell] of column.after.entries()) {
        if (cell === undefined) continue;
        cells += 1;
        if (found === undefined) found = { column, at };
        else if (found.column.fieldId !== column.fieldId || !sameCell(found.column.after[found.at], cell))
          return undefined;
      }
  }
  if (found === undefined) return undefined;
  const { column, at } = found;
  return {
    fieldId: column.fieldId,
    ...(cells === 1 && { before: column.wire(column.before[at], true) }),
    after: column.wire(column.after[at], false),
  };
};

/** What bulk work over many commits set its one field to, by the plan that it began with. */
export const plannedValue = (
  { kind, planJson }: Pick<EventOf<'operationStarted'>, 'kind' | 'planJson'>,
  schema: Schema,
  grant: Grant,
): ToldValue | undefined => {
  if (kind !== 'bulk') return undefined;
  const plan = JSON.parse(planJson) as BulkPlan;
  const [fieldId, ...others] = Object.keys(plan.fields);
  const field = fieldId === undefined ? undefined : schema.all.get(fieldId);
  if (plan.action !== 'update' || plan.mode === 'append' || field === undefined || others.length > 0) return undefined;
  if (!maskAllows(grant.fieldMask, field.id)) return undefined;
  if (plan.mode === 'clear') return { fieldId: field.id, after: null };
  const asked = plan.asked?.[field.id];
  return asked === undefined || asked.generation !== field.state.generation
    ? undefined
    : { fieldId: field.id, after: shortValue(cellValue(asked.cell, field.kind)) };
};
