import type { Cell, Claim, DecidedEvent, Row } from '@tessera/kernel';
import { can, maskAllows, type TableAction } from '@tessera/proto/rights';
import { refuse, tableNotFound } from '../access/require.ts';
import { onTable } from '../definitions/handler.ts';
import { evolveTable } from '../definitions/evolve.ts';
import { schemaOf, type Schema } from '../definitions/schema.ts';
import type { TableState } from '../definitions/state.ts';
import { type EventOf, type EventType, type TablesEvent } from '../events.ts';
import type { Owners } from '../records/claims.ts';
import type { Actor } from '@tessera/kernel';

/**
 * Something changed since: taking the commit back would overwrite it. `fieldId` is '' where a whole record or setting
 * is meant.
 */
export type Conflict = {
  readonly tableId: string;
  readonly recordId?: string;
  readonly recordLabel?: string;
  readonly fieldId: string;
  readonly fieldName: string;
  readonly current: unknown;
  readonly undoTo: unknown;
  /** Overwriting is no choice: another record holds the unique value, the record or field is gone. */
  readonly blocked?: string;
  /** Overwriting deletes the whole record, whatever `undoTo` says of this field. */
  readonly deletes?: boolean;
};

/** What taking an event back comes to. */
export type Inverse = {
  readonly events: readonly DecidedEvent<TablesEvent>[];
  readonly claims: readonly Claim[];
  readonly releases: readonly Claim[];
  readonly conflicts: readonly Conflict[];
  /** Records and cells that it would change, those in conflict included. */
  readonly records: number;
  readonly fields: number;
  readonly skipped: number;
};

export type NotUndoable = { readonly notUndoable: string };

/** What is known when an event is taken back: today's definition and rows, and what to do with conflicts. */
export type UndoContext = {
  readonly actor: Actor;
  readonly overwrite: boolean;
  /** Definitions, folded on as inverses of the same commit add events. */
  readonly tables: Map<string, { version: number; state: TableState }>;
  readonly rows: ReadonlyMap<string, Row>;
  /**
   * By record, of changed cells for those in the trash only: columns written since, '*' for a deletion or restoration.
   */
  readonly changedSince: ReadonlyMap<string, readonly string[]>;
  readonly owner: Owners;
  /** Options that records have: taking their addition back leaves them. */
  readonly usedOptions: ReadonlySet<string>;
  readonly now: number;
};

export const none: Inverse = { events: [], claims: [], releases: [], conflicts: [], records: 0, fields: 0, skipped: 0 };

export type InverseOf<T extends EventType> = (event: EventOf<T>, context: UndoContext) => Inverse | NotUndoable;

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

/** Adds an event to a table's stream and folds it, so that the next inverse sees it. */
export const append = (context: UndoContext, tableId: string, event: TablesEvent): DecidedEvent<TablesEvent> => {
  const table = context.tables.get(tableId)!;
  const [decided] = onTable(tableId, table.version, [event]);
  const facts = {
    organizationId: '',
    commitId: '',
    position: 0,
    index: 0,
    time: context.now,
    actorId: context.actor.id,
    origin: 'undo',
    advances: decided!.advances,
  };
  context.tables.set(tableId, { version: table.version + 1, state: evolveTable(table.state, event, facts)! });
  return decided!;
};

/** Whether the actor may see a field; of hidden ones an undo neither tells nor changes anything. */
export const seesField = ({ actor }: UndoContext, tableId: string, fieldId: string): boolean =>
  maskAllows(can(actor, 'records.read', tableId).fieldMask, fieldId);

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
