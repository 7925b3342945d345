import { systemColumns, type EventContext, type ModelOp, type Projection } from '@tessera/kernel';
import { partsOf, readConfig, type ViewPart } from '@tessera/proto/views';
import { isFilterGroup, type Filter } from '../records/filter.ts';
import { tableStream, viewStream, type TablesEvent } from '../events.ts';
import type { OperationState } from '../operations/state.ts';
import { columnSpec, draftSpec, schemaOf, type Schema } from './schema.ts';
import { limitsOf } from '../stays/limit.ts';
import { watchId, type Watch } from '../stays/watch.ts';
import type { StreamedView } from '../views/evolve.ts';
import { viewDocument, viewIndexes } from '../views/list.ts';
import { derivedOf, tablesBehind } from '../formulas/derived.ts';
import { viewFromMessage } from './mapper.ts';
import type { TableState, ViewState } from './state.ts';

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
  { name: 'views', indexes: viewIndexes },
  { name: 'limits', indexes: [] },
  { name: 'watches', indexes: [] },
] as const;

const maxIndexes = 8;

type Sorts = readonly { readonly fieldId: string }[];

/** Fields that a filter's top level compares: what an index can start with. */
const filtered = (filter: Filter | undefined): readonly string[] => {
  if (filter === undefined) return [];
  if (!isFilterGroup(filter)) return [filter.fieldId];
  return 'and' in filter ? filter.and.flatMap((item) => (isFilterGroup(item) ? [] : [item.fieldId])) : [];
};

/** The columns that a view's filter and sorts could use an index of. */
const columnsOf = (schema: Schema, view: ViewState): readonly string[] => {
  const config = readConfig(view.type, view.configVersion, view.configJson);
  const partsIn = (kind: ViewPart['of']): readonly unknown[] => partsOf(view.type, kind).map((name) => config[name]);
  const ids = [
    ...partsIn('filter')
      .flatMap((filter) => filtered(filter as Filter | undefined))
      .slice(0, 1),
    ...partsIn('sort')
      .flatMap((sorts) => (sorts ?? []) as Sorts)
      .slice(0, 2)
      .map((s) => s.fieldId),
  ];
  return [...new Set(ids)].flatMap((id) => schema.byId.get(id)?.column ?? []);
};

/**
 * The indexes that a table asks for itself: of its unique field, and of the views that its own stream has, filtered
 * columns first, then sorted ones; views for everyone first, at most eight. `moved`: whether a view has a stream of its
 * own by now, and asks for itself.
 */
export const indexesOf = (
  schema: Schema,
  moved: (viewId: string) => boolean = () => false,
): readonly { readonly columns: readonly string[] }[] => {
  const lists: (readonly string[])[] = [];
  const views = [...schema.table.views].sort((a, b) => Number(a.ownerUserId !== '') - Number(b.ownerUserId !== ''));
  for (const view of views) {
    const columns = columnsOf(schema, view);
    if (columns.length > 0 && !lists.some((list) => list.join() === columns.join()) && !moved(view.id))
      lists.push(columns);
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

const changesViews = new Set<TablesEvent['$case']>(['viewCreated', 'viewChanged', 'viewDeleted', 'viewRestored']);

/** A table of which some field limits the time in an option. */
export type LimitedTable = { readonly id: string };

/** Whether a table is looked after for the limits of its fields, and the indexes by which stays are found by their beginning. */
const limitOps = (table: TableState, schema: Schema): readonly ModelOp[] => {
  if (![...schema.all.values()].some(({ apart }) => apart === 'stays')) return [];
  const limits = limitsOf(schema, () => true);
  const stages = new Set([...limits.keys()].flatMap((key) => schema.byId.get(key.split(' ')[0]!)?.column ?? []));
  const { id } = table;
  return [
    {
      op: 'table.indexes',
      table: id,
      indexes: [...stages].map((column) => ({ columns: [column, systemColumns.createdAt] })),
      of: { name: 'limits', rank: 1 },
    },
    stages.size === 0 || table.archived
      ? { op: 'document.delete', collection: 'limits', id }
      : { op: 'document.put', collection: 'limits', id, document: { id } satisfies LimitedTable },
  ];
};

type StateOf = (stream: string) => unknown;

const ownIndexes = (schema: Schema, state: StateOf): ModelOp => ({
  op: 'table.indexes',
  table: schema.table.id,
  indexes: indexesOf(schema, (viewId) => state(viewStream(schema.table.id, viewId)) !== undefined),
});

const definitionOps = (event: TablesEvent, table: TableState, state: StateOf): readonly ModelOp[] => {
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
    if (table.uniqueFieldId !== '') ops.push(ownIndexes(schema, state));
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
  if (!changesViews.has(event.$case)) ops.push(...limitOps(table, schema));
  const everyField = [...schema.all.values()];
  const computes = everyField.some(({ derived }) => derived);
  if (computes) ops.push({ op: 'table.derived', table: id, columns: derivedOf(table, state)?.columns ?? [] });
  // What other tables compute from this one may follow from other things by now.
  if (!changesViews.has(event.$case))
    for (const other of tablesBehind(table, state))
      ops.push({ op: 'table.derived', table: other.id, columns: derivedOf(other, state)?.columns ?? [] });
  if (changesIndexes.has(event.$case) || (computes && event.$case === 'fieldChanged'))
    ops.push(ownIndexes(schema, state));
  return ops;
};

/** What an event said of the view before it; that of one that comes or goes has nothing else to say. */
const viewBefore = (event: TablesEvent): ViewState | undefined => {
  if (event.$case === 'viewChanged') return event.value.before && viewFromMessage(event.value.before);
  return event.$case === 'viewDeleted' ? event.value.view && viewFromMessage(event.value.view) : undefined;
};

/** A view's document, and the index that it asks for while it is there. */
const viewOps = (stream: string, event: TablesEvent, state: StateOf): readonly ModelOp[] => {
  const id = stream.slice('view:'.length);
  const known = state(stream) as StreamedView | undefined;
  const table = known && (state(tableStream(known.tableId)) as TableState | undefined);
  if (known === undefined || table === undefined) return [{ op: 'document.delete', collection: 'views', id }];
  const schema = schemaOf(table);
  const { view, deleted } = known;
  const ops: ModelOp[] = [{ op: 'document.put', collection: 'views', id, document: viewDocument(known, table) }];
  const before = viewBefore(event);
  const columns = deleted ? [] : columnsOf(schema, view);
  if (columns.length > 0 || (before !== undefined && columnsOf(schema, before).length > 0))
    ops.push({
      op: 'table.indexes',
      table: table.id,
      indexes: columns.length === 0 ? [] : [{ columns }],
      of: { name: view.id, rank: view.ownerUserId === '' ? 1 : 2 },
    });
  // From now on the view asks for itself.
  if (known.version === 1 && table.views.some((one) => one.id === view.id)) ops.push(ownIndexes(schema, state));
  return ops;
};

/** Definitions and operations as documents, and the shape of the record tables. */
export const definitionsProjection: Projection<TablesEvent> = {
  name: 'definitions',
  version: 2,
  project(event: TablesEvent, context: EventContext, state: (stream: string) => unknown): readonly ModelOp[] {
    const ops: ModelOp[] = [];
    for (const advance of context.advances) {
      if ('ids' in advance) continue;
      if (advance.stream.startsWith('table:')) {
        const table = state(advance.stream) as TableState | undefined;
        if (event.$case === 'tableErased')
          for (const collection of ['tables', 'definitions', 'limits'])
            ops.push({ op: 'document.delete', collection, id: event.value.tableId });
        else if (table !== undefined) ops.push(...definitionOps(event, table, state));
      } else if (advance.stream.startsWith('view:')) {
        ops.push(...viewOps(advance.stream, event, state));
      } else if (advance.stream.startsWith('limit:')) {
        const watch = state(advance.stream) as Watch | undefined;
        if (watch !== undefined)
          ops.push({
            op: 'document.put',
            collection: 'watches',
            id: watchId(watch.tableId, watch.fieldId),
            document: watch,
          });
      } else if (advance.stream.startsWith('operation:')) {
        const operation = state(advance.stream) as OperationState | undefined;
        if (operation !== undefined)
          ops.push({ op: 'document.put', collection: 'operations', id: operation.id, document: operation });
      }
    }
    return ops;
  },
};
