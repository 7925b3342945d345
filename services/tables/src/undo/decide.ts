import {
  read,
  undoHandlers,
  type Actor,
  type CommandMeta,
  type Loading,
  type Row,
  type Snapshot,
  type StoredCommit,
  type UndoCommand,
} from '@tessera/kernel';
import { userOf, type TableAction } from '@tessera/proto/rights';
import { rowRight } from '../access/require.ts';
import { loadDefinition, type Definition } from '../definitions/handler.ts';
import { schemaOf } from '../definitions/schema.ts';
import type { TableState } from '../definitions/state.ts';
import { isEffect, viewStream, type EventOf, type TablesEvent } from '../events.ts';
import { onOperation, requireRunning } from '../operations/decide.ts';
import { loadOperation, type OperationState } from '../operations/state.ts';
import { loadOpen } from '../links/write.ts';
import { loadOwners, type Owners } from '../records/claims.ts';
import { fromColumn } from '@tessera/proto/cells';
import { loadBytes, neededColumns, wholeRows } from '../records/needed.ts';
import { claimsByScope, heldClaims } from '../records/trash.ts';
import { shortValue } from '../records/wire.ts';
import { claimKeys } from '../definitions/schema.ts';
import type { StreamedView } from '../views/evolve.ts';
import { loadStreamed, mergeViews } from '../views/list.ts';
import { loadShelf, type Kept } from '../views/shelf.ts';
import * as definitions from './definitions.ts';
import { none, type Conflict, type TableInverses, type UndoContext } from './inverse.ts';
import * as records from './records.ts';
import { conflict } from '../refusals.ts';

const nothing = () => none;
const inItsConversation = () => ({ notUndoable: 'A comment is changed, deleted and restored in its conversation.' });

/**
 * How each event is taken back (docs/events.md 13); complete by its type. What only keeps an operation's books comes to
 * nothing.
 */
export const inverses: TableInverses = {
  tableCreated: definitions.tableCreated,
  tableDescribed: definitions.tableDescribed,
  tableArchived: definitions.tableArchived,
  tableRestored: definitions.tableRestored,
  tableErased: () => ({ notUndoable: 'The table was deleted forever.' }),
  uniqueFieldChosen: definitions.uniqueFieldChosen,
  labelFieldChosen: definitions.labelFieldChosen,
  tableGuarded: nothing,
  conditionalsChanged: definitions.conditionalsChanged,
  tableFormChanged: definitions.tableFormChanged,
  uniquenessStarted: nothing,
  uniquenessEnded: definitions.uniquenessEnded,
  fieldAdded: definitions.fieldAdded,
  fieldChanged: definitions.fieldChanged,
  fieldsReordered: definitions.fieldsReordered,
  fieldDeleted: definitions.fieldDeleted,
  fieldRestored: definitions.fieldRestored,
  viewCreated: definitions.viewCreated,
  viewChanged: definitions.viewChanged,
  viewDeleted: definitions.viewDeleted,
  viewRestored: definitions.viewRestored,
  fieldConversionStarted: nothing,
  fieldConversionEnded: () => ({ notUndoable: 'A conversion can only be undone as a whole.' }),
  recordsCreated: records.recordsCreated,
  cellsChanged: records.cellsChanged,
  recordsDeleted: records.recordsDeleted,
  recordsRestored: records.recordsRestored,
  numbersGiven: nothing,
  limitReached: nothing,
  operationStarted: nothing,
  operationAdvanced: nothing,
  operationEnded: nothing,
  commentWritten: inItsConversation,
  commentChanged: inItsConversation,
  commentDeleted: inItsConversation,
  commentRestored: inItsConversation,
};

/** Names a cell. */
export type CellName = { readonly recordId: string; readonly fieldId: string };

export type UndoCommit = UndoCommand & {
  /** By id, options and fields added by the commit that records use. */
  readonly usedAdditions?: readonly string[] | undefined;
  /** For a preview: these cells alone, with the value that would stand there in full. */
  readonly whole?: readonly CellName[] | undefined;
  /** Set when this is one chunk of the undo of an operation. */
  readonly operation?: { readonly id: string; readonly chunk: number; readonly cursor: string } | undefined;
};

export type UndoState = {
  readonly commit: StoredCommit<TablesEvent> | undefined;
  readonly tables: ReadonlyMap<string, Definition>;
  readonly views: ReadonlyMap<string, Snapshot<StreamedView>>;
  readonly shelves: ReadonlyMap<string, { readonly version: number; readonly kept: readonly Kept[] }>;
  readonly rows: ReadonlyMap<string, Row>;
  readonly changedSince: ReadonlyMap<string, readonly string[]>;
  readonly owner: Owners;
  /** Whether a record that a link of the commit named is there and may be seen, by its table and id. */
  readonly open: (tableId: string, id: string) => boolean;
  readonly operation: Snapshot<OperationState> | undefined;
};

const viewIdOf = (event: TablesEvent): string | undefined => {
  switch (event.$case) {
    case 'viewCreated':
      return event.value.view?.id;
    case 'viewChanged':
      return event.value.before?.id;
    case 'viewDeleted':
    case 'viewRestored':
      return event.value.viewId;
    default:
      return undefined;
  }
};

const tableIdOf = (event: TablesEvent): string | undefined =>
  'tableId' in event.value ? event.value.tableId : undefined;

/** Unique values that rows hold, held before, or would hold again. */
const wantedOf = (
  events: readonly TablesEvent[],
  tables: ReadonlyMap<string, Definition>,
  rows: ReadonlyMap<string, Row>,
): ReadonlyMap<string, readonly string[]> => {
  const wanted = new Map<string, string[]>();
  const add = (scope: string, keys: readonly string[]): void => {
    wanted.set(scope, [...(wanted.get(scope) ?? []), ...keys]);
  };
  for (const event of events) {
    if (!('recordIds' in event.value)) continue;
    const table = tables.get(event.value.tableId)?.state;
    if (table === undefined) continue;
    const schema = schemaOf(table);
    if (schema.claimed.length === 0) continue;
    const held = event.value.recordIds.flatMap((id) => rows.get(id) ?? []);
    for (const [scope, keys] of claimsByScope(heldClaims(schema, held, true))) add(scope, keys);
    if (event.$case !== 'cellsChanged') continue;
    for (const column of event.value.before) {
      const field = schema.all.get(column.fieldId);
      if (field?.claimScope === undefined) continue;
      add(
        field.claimScope,
        fromColumn(column, event.value.recordIds.length).flatMap((cell) => claimKeys(field, cell)),
      );
    }
    for (const { fieldId, changes } of event.value.links) {
      const field = schema.all.get(fieldId);
      if (field?.claimScope !== undefined)
        add(
          field.claimScope,
          changes.flatMap(({ removed }) => removed),
        );
    }
  }
  return wanted;
};

/** Which columns of records were written since. */
function* loadSince(
  ids: readonly string[],
  tableId: string,
  position: number,
  into: Map<string, readonly string[]>,
): Loading<void> {
  if (ids.length === 0) return;
  const since = yield* read.changedSince(tableId, ids, position);
  ids.forEach((id, i) => into.set(id, since[i]!));
}

/** What taking an event back looks at in a record: what the event wrote, or what was written since; and its name. */
const columnsFor = (
  event: TablesEvent,
  table: TableState | undefined,
  actor: Actor,
  action: TableAction,
  changedSince: ReadonlyMap<string, readonly string[]>,
): readonly string[] => {
  if (table === undefined || !('recordIds' in event.value)) return [];
  const schema = schemaOf(table);
  const written =
    event.$case === 'cellsChanged' ? [...event.value.after, ...event.value.links].map(({ fieldId }) => fieldId) : [];
  const fields = [...written, table.labelFieldId].flatMap((id) => schema.all.get(id) ?? []);
  const since =
    event.$case === 'recordsCreated' || event.$case === 'recordsRestored'
      ? event.value.recordIds.flatMap((id) => changedSince.get(id) ?? [])
      : [];
  return [...new Set([...neededColumns(schema, actor, action, fields), ...since])];
};

/** Looks up the records whose links a commit took away: those that are there can be linked again. */
function* loadLinked(
  events: readonly TablesEvent[],
  tables: ReadonlyMap<string, Definition>,
  actor: Actor,
): Loading<UndoState['open']> {
  const wanted = new Map<string, string[]>();
  for (const event of events) {
    const table = event.$case === 'cellsChanged' ? tables.get(event.value.tableId)?.state : undefined;
    if (event.$case !== 'cellsChanged' || table === undefined) continue;
    for (const { fieldId, changes } of event.value.links) {
      const target = schemaOf(table).all.get(fieldId)?.links?.tableId;
      if (target === undefined) continue;
      const ids = wanted.get(target) ?? [];
      for (const { removed } of changes) ids.push(...removed);
      wanted.set(target, ids);
    }
  }
  const open = new Map<string, (id: string) => boolean>();
  for (const [target, ids] of wanted) open.set(target, yield* loadOpen(actor, target, ids));
  return (tableId, id) => open.get(tableId)?.(id) ?? false;
}

function* load(command: UndoCommit, meta: CommandMeta): Loading<UndoState> {
  const commit = yield* read.commit<TablesEvent>(command.commitId);
  const tables = new Map<string, Definition>();
  const views = new Map<string, Snapshot<StreamedView>>();
  const shelves = new Map<string, { readonly version: number; readonly kept: readonly Kept[] }>();
  const rows = new Map<string, Row>();
  const changedSince = new Map<string, readonly string[]>();
  for (const event of commit?.events ?? []) {
    const tableId = tableIdOf(event);
    if (tableId === undefined) continue;
    if (!tables.has(tableId)) tables.set(tableId, yield* loadDefinition(tableId, meta.actor));
    const viewId = viewIdOf(event);
    if (viewId !== undefined) {
      const table = tables.get(tableId)?.state;
      if (table !== undefined && !shelves.has(tableId)) {
        const shelf = yield* loadShelf(tableId);
        const streamed = yield* loadStreamed(tableId, userOf(meta.actor));
        shelves.set(tableId, { version: shelf, kept: mergeViews(table, streamed) });
      }
      const stream = viewStream(tableId, viewId);
      if (!views.has(stream)) views.set(stream, yield* read.snapshot<StreamedView>(stream));
    }
    if (!('recordIds' in event.value)) continue;
    const ids = event.value.recordIds;
    const action = event.$case === 'cellsChanged' ? 'records.update' : 'records.delete';
    const { may } = rowRight(meta.actor, action, tableId);
    // A record that the actor may not see or touch is as one that is gone: nothing is told of it and nothing is done to
    // it.
    const made = event.$case === 'recordsCreated' || event.$case === 'recordsRestored';
    if (made) yield* loadSince(ids, tableId, commit!.position, changedSince);
    const columns = columnsFor(event, tables.get(tableId)?.state, meta.actor, action, changedSince);
    const weighed = event.$case === 'cellsChanged';
    for (const row of wholeRows(yield* read.rows(tableId, ids, { columns, bytes: 8 * loadBytes, weighed }), ids))
      if (row !== undefined && may(row))
        rows.set(row.id, { ...row, cells: { ...rows.get(row.id)?.cells, ...row.cells } });
    if (event.$case === 'cellsChanged')
      yield* loadSince(
        ids.filter((id) => rows.get(id)?.deleted === true),
        tableId,
        commit!.position,
        changedSince,
      );
  }
  const owner = yield* loadOwners(wantedOf(commit?.events ?? [], tables, rows));
  return {
    commit,
    tables,
    views,
    shelves,
    rows,
    changedSince,
    owner,
    open: yield* loadLinked(commit?.events ?? [], tables, meta.actor),
    operation: command.operation === undefined ? undefined : yield* loadOperation(command.operation.id),
  };
}

/** A list of conflicts shows how long texts begin: whole ones would make it a hundred megabytes. */
const shortConflict = (one: Conflict, keys: readonly ('current' | 'undoTo')[]): Conflict => {
  const cut = keys.filter((key) => shortValue(one[key]) !== one[key]);
  if (cut.length === 0) return one;
  return { ...one, ...Object.fromEntries(cut.map((key) => [key, shortValue(one[key])])), cut };
};

/** The conflicts as they are told: those of single cells with the value that would stand there in full. */
const toldConflicts = (conflicts: readonly Conflict[], whole: UndoCommit['whole']): readonly Conflict[] => {
  if (whole === undefined) return conflicts.map((one) => shortConflict(one, ['current', 'undoTo']));
  const asked = new Set(whole.map(({ recordId, fieldId }) => `${recordId} ${fieldId}`));
  return conflicts
    .filter(({ recordId, fieldId }) => asked.has(`${recordId} ${fieldId}`))
    .map((one) => shortConflict(one, ['current']));
};

/** What taking a commit of tables back knows: its definitions, and the rows that the actor may touch. */
const contextOf = (state: UndoState, actor: Actor, command: UndoCommit, now: number): UndoContext => ({
  actor,
  overwrite: command.conflicts === 'overwrite',
  usedAdditions: new Set(command.usedAdditions),
  tables: new Map(
    [...state.tables].flatMap(([id, { version, state: table }]) =>
      table === undefined ? [] : [[id, { version, state: table }] as const],
    ),
  ),
  views: new Map(state.views),
  shelves: new Map(state.shelves),
  rows: state.rows,
  changedSince: state.changedSince,
  owner: state.owner,
  open: state.open,
  now,
});

/** A chunk of an operation advances its books with what it did. */
const booksOf = (command: NonNullable<UndoCommit['operation']>, state: UndoState) => {
  const operation = requireRunning(state.operation?.state);
  if (command.chunk !== operation.chunk)
    throw conflict('operations.chunk', {
      next: operation.chunk,
    });
  return ({ records, skipped }: { readonly records: number; readonly skipped: number }) => {
    const advanced: EventOf<'operationAdvanced'> = {
      operationId: operation.id,
      chunk: operation.chunk,
      done: Math.max(records - skipped, 0),
      skipped,
      cursor: command.cursor,
    };
    return [onOperation(operation.id, state.operation!.version, { $case: 'operationAdvanced', value: advanced })];
  };
};

export const { undoCommit, undoPreview } = undoHandlers<TablesEvent, UndoCommit, UndoState, UndoContext, Conflict>({
  inverses,
  load,
  context: (state, { actor, now, command }) => contextOf(state, actor, command, now),
  isEffect,
  items: (event) => ('recordIds' in event.value ? event.value.recordIds : []),
  told: (conflicts, { whole }) => toldConflicts(conflicts, whole),
  books: ({ operation }, state) => (operation === undefined ? undefined : booksOf(operation, state)),
});
