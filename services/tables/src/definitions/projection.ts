import type { EventContext, ModelOp, Projection } from '@tessera/kernel';
import { isFilterGroup, type Filter } from '../records/filter.ts';
import type { TablesEvent } from '../events.ts';
import type { OperationState } from '../operations/state.ts';
import { columnSpec, draftSpec, schemaOf, type Schema } from './schema.ts';
import type { TableState } from './state.ts';

/** What a list of tables shows, kept apart from the definition so that a list reads little. */
export type TableEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly color: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archived: boolean;
  readonly archivedAt?: number | undefined;
  readonly archivedBy?: string | undefined;
  readonly version: number;
};

export const collections = [
  { name: 'tables', indexes: ['archived'] },
  { name: 'definitions', indexes: [] },
  { name: 'operations', indexes: ['state'] },
] as const;

const maxIndexes = 8;

type ViewConfig = { readonly filter?: Filter; readonly sort?: readonly { readonly fieldId: string }[] };

/** Fields that a filter's top level compares: what an index can start with. */
const filtered = (filter: Filter | undefined): readonly string[] => {
  if (filter === undefined) return [];
  if (!isFilterGroup(filter)) return [filter.fieldId];
  return 'and' in filter ? filter.and.flatMap((item) => (isFilterGroup(item) ? [] : [item.fieldId])) : [];
};

/**
 * The indexes that saved views ask for: filtered columns, then sorted ones; views for everyone first, at most eight.
 */
export const indexesOf = (schema: Schema): readonly { readonly columns: readonly string[] }[] => {
  const lists: string[][] = [];
  const views = [...schema.table.views].sort((a, b) => Number(a.ownerUserId !== '') - Number(b.ownerUserId !== ''));
  for (const view of views) {
    const config = JSON.parse(view.configJson) as ViewConfig;
    const ids = [...filtered(config.filter).slice(0, 1), ...(config.sort ?? []).slice(0, 2).map((s) => s.fieldId)];
    const columns = [...new Set(ids)].flatMap((id) => {
      const field = schema.byId.get(id);
      return field === undefined ? [] : [field.column];
    });
    if (columns.length > 0 && !lists.some((list) => list.join() === columns.join())) lists.push(columns);
  }
  const unique = schema.byId.get(schema.table.uniqueFieldId);
  if (unique !== undefined && !lists.some((list) => list[0] === unique.column)) lists.unshift([unique.column]);
  return lists.slice(0, maxIndexes).map((columns) => ({ columns }));
};

const changesIndexes = new Set<TablesEvent['$case']>([
  'viewCreated',
  'viewChanged',
  'viewDeleted',
  'viewRestored',
  'uniqueFieldChosen',
  'fieldDeleted',
  'fieldRestored',
  'fieldConversionEnded',
]);

const definitionOps = (event: TablesEvent, table: TableState): readonly ModelOp[] => {
  const schema = schemaOf(table);
  const ops: ModelOp[] = [];
  const { id, label, icon, color, createdAt, updatedAt, archived, version } = table;
  const { archivedAt, archivedBy } = table;
  const entry: TableEntry = {
    id,
    label,
    icon,
    color,
    createdAt,
    updatedAt,
    archived,
    version,
    ...(archivedAt !== undefined && { archivedAt, archivedBy }),
  };
  ops.push(
    { op: 'document.put', collection: 'tables', id, document: entry },
    { op: 'document.put', collection: 'definitions', id, document: table },
  );
  if (event.$case === 'tableCreated') {
    ops.push({
      op: 'table.create',
      table: id,
      columns: [draftSpec, ...schema.fields.flatMap((f) => columnSpec(f) ?? [])],
    });
    if (table.uniqueFieldId !== '') ops.push({ op: 'table.indexes', table: id, indexes: indexesOf(schema) });
  }
  if (event.$case === 'fieldAdded') {
    const field = schema.all.get(event.value.field?.id ?? '');
    const spec = field && columnSpec(field);
    if (spec !== undefined) ops.push({ op: 'table.columns', table: id, add: [spec] });
  }
  if (event.$case === 'fieldConversionStarted' && !event.value.back) {
    const next = schema.all.get(event.value.after?.id ?? '')?.next;
    const spec = next && columnSpec(next.field);
    if (spec !== undefined) ops.push({ op: 'table.columns', table: id, add: [spec] });
  }
  if (changesIndexes.has(event.$case)) ops.push({ op: 'table.indexes', table: id, indexes: indexesOf(schema) });
  return ops;
};

/** Definitions and operations as documents, and the shape of the record tables. */
export const definitionsProjection: Projection<TablesEvent> = {
  name: 'definitions',
  version: 1,
  project(event: TablesEvent, context: EventContext, state: (stream: string) => unknown): readonly ModelOp[] {
    const ops: ModelOp[] = [];
    for (const advance of context.advances) {
      if ('ids' in advance) continue;
      if (advance.stream.startsWith('table:')) {
        const table = state(advance.stream) as TableState | undefined;
        if (table !== undefined) ops.push(...definitionOps(event, table));
      } else if (advance.stream.startsWith('operation:')) {
        const operation = state(advance.stream) as OperationState | undefined;
        if (operation !== undefined)
          ops.push({ op: 'document.put', collection: 'operations', id: operation.id, document: operation });
      }
    }
    return ops;
  },
};
