import {
  undoneNothing,
  type Actor,
  type Advance,
  type Cell,
  type DecidedEvent,
  type EventContext,
  type Inverses,
  type Row,
  type Snapshot,
  type UndoConflict,
  type Undone,
} from '@tessera/kernel';
import { can, maskAllows, type TableAction } from '@tessera/proto/rights';
import { refuse, tableNotFound } from '../access/require.ts';
import { onTable } from '../definitions/handler.ts';
import { evolveTable } from '../definitions/evolve.ts';
import { schemaOf, type Schema } from '../definitions/schema.ts';
import type { TableState } from '../definitions/state.ts';
import { viewStream, type EventType, type TablesEvent } from '../events.ts';
import type { Owners } from '../records/claims.ts';
import { evolveView, type StreamedView } from '../views/evolve.ts';
import { currentView, onView, type CurrentView } from '../views/stream.ts';
import { seesView } from '../definitions/wire.ts';
import { requireOther, requireRoom } from '../views/decide.ts';
import { moveOf, type Kept } from '../views/shelf.ts';

/** Something of a table changed since. */
export type Conflict = UndoConflict & {
  readonly tableId: string;
  /** Which of the two values is a long text of which only the beginning is told. */
  readonly cut?: readonly ('current' | 'undoTo')[];
  /** Overwriting deletes the whole record, whatever `undoTo` says of this field. */
  readonly deletes?: boolean;
};

/** What taking an event back comes to. */
export type Inverse = Undone<TablesEvent, Conflict>;

/** What is known when an event is taken back: today's definition and rows, and what to do with conflicts. */
export type UndoContext = {
  readonly actor: Actor;
  readonly overwrite: boolean;
  /** Definitions, folded on as inverses of the same commit add events. */
  readonly tables: Map<string, { version: number; state: TableState }>;
  /** Streams of the views that the commit changed, by name; folded on likewise. */
  readonly views: Map<string, Snapshot<StreamedView>>;
  /** By table: whose views there are, folded on likewise; of tables whose views the commit changed. */
  readonly shelves: Map<string, { readonly version: number; readonly kept: readonly Kept[] }>;
  readonly rows: ReadonlyMap<string, Row>;
  /**
   * By record, of changed cells for those in the trash only: columns written since, '*' for a deletion or restoration.
   */
  readonly changedSince: ReadonlyMap<string, readonly string[]>;
  readonly owner: Owners;
  /** Whether a record can be linked: it is there, and the actor may see it. */
  readonly open: (tableId: string, id: string) => boolean;
  /** By id, options and fields that records use: taking their addition back leaves them. */
  readonly usedAdditions: ReadonlySet<string>;
  readonly now: number;
};

export const none: Inverse = undoneNothing;

/** How each event is taken back (docs/events.md 13). */
export type TableInverses = Inverses<TablesEvent, UndoContext, Conflict>;
export type InverseOf<T extends EventType> = TableInverses[T];

/**
 * The table's definition as it stands, if the actor may do what taking back needs. Archived tables count: their
 * archiving is what is undone.
 */
export const tableFor = (context: UndoContext, tableId: string, action: TableAction): TableState => {
  const table = context.tables.get(tableId);
  if (table === undefined) throw tableNotFound();
  if (!can(context.actor, action, tableId).allow)
    throw refuse(can(context.actor, 'tables.view', tableId).allow ? action : 'tables.view');
  return table.state;
};

export const schemaFor = (context: UndoContext, tableId: string, action: TableAction): Schema => {
  const table = tableFor(context, tableId, action);
  if (table.archived) throw tableNotFound();
  return schemaOf(table);
};

const factsOf = (context: UndoContext, advances: readonly Advance[]): EventContext => ({
  organizationId: '',
  commitId: '',
  position: 0,
  index: 0,
  time: context.now,
  actorId: context.actor.id,
  origin: 'undo',
  advances,
});

/** Adds an event to a table's stream and folds it, so that the next inverse sees it. */
export const append = (context: UndoContext, tableId: string, event: TablesEvent): DecidedEvent<TablesEvent> => {
  const table = context.tables.get(tableId)!;
  const [decided] = onTable(tableId, table.version, [event]);
  const facts = factsOf(context, decided!.advances);
  context.tables.set(tableId, { version: table.version + 1, state: evolveTable(table.state, event, facts)! });
  return decided!;
};

/** A view as it stands; undefined where the table never had it. */
export const viewFor = (context: UndoContext, table: TableState, viewId: string): CurrentView | undefined =>
  currentView(table, context.views.get(viewStream(table.id, viewId)) ?? { version: 0, state: undefined }, viewId);

/**
 * The shelf of a table with a view moved to another owner, '' for everyone, null for nobody; undefined where it stays
 * with its own. Throws what the same by hand would: `views.last`, `views.too_many`.
 */
const shelfAfter = (context: UndoContext, tableId: string, event: TablesEvent) => {
  const { version, kept } = context.shelves.get(tableId) ?? { version: 0, kept: [] };
  const [id, owner] = moveOf(event)!;
  const before = kept.find((one) => one.id === id);
  if ((before?.ownerUserId ?? null) === owner) return undefined;
  const others = kept.filter((one) => one.id !== id);
  if (before !== undefined && owner !== '')
    requireOther(
      others.filter((one) => seesView(one, context.actor)),
      before,
    );
  if (owner !== null) requireRoom(others, owner);
  return { version: version + 1, kept: owner === null ? others : [...others, { id, ownerUserId: owner }] };
};

/** Adds an event to a view's own stream and folds it. */
export const changeView = (context: UndoContext, tableId: string, viewId: string, event: TablesEvent): Inverse => {
  const stream = viewStream(tableId, viewId);
  const { version, state } = context.views.get(stream) ?? { version: 0, state: undefined };
  const shelf = shelfAfter(context, tableId, event);
  const decided = onView(tableId, viewId, version, event, shelf && shelf.version - 1);
  if (shelf !== undefined) context.shelves.set(tableId, shelf);
  const next = evolveView(state, event, factsOf(context, decided.advances));
  context.views.set(stream, { version: version + 1, state: next });
  return { ...none, events: [decided] };
};

/** Whether the actor may see a field; of hidden ones an undo neither tells nor changes anything. */
export const seesField = ({ actor }: UndoContext, tableId: string, fieldId: string): boolean =>
  maskAllows(can(actor, 'records.read', tableId).fieldMask, fieldId);
/** Whether the actor may change the values of a field; an undo leaves those of others as they are. */
export const writesField = ({ actor }: UndoContext, tableId: string, fieldId: string): boolean =>
  maskAllows(can(actor, 'records.update', tableId).writeMask, fieldId);

export const change = (context: UndoContext, tableId: string, event: TablesEvent): Inverse => ({
  ...none,
  events: [append(context, tableId, event)],
});

export const labelOf = (
  context: UndoContext,
  schema: Schema,
  row: Row | undefined,
): { readonly recordLabel?: string } => {
  const field = schema.byId.get(schema.table.labelFieldId);
  const cell: Cell | null | undefined = field === undefined ? undefined : row?.cells[field.column];
  if (field === undefined || !seesField(context, schema.table.id, field.id) || cell === null || cell === undefined)
    return {};
  return { recordLabel: field.type.toText(cell, field.state.props, { locale: 'en', timezone: 'UTC' }).slice(0, 200) };
};
