import {
  conflict,
  invalid,
  notFound,
  read,
  type Actor,
  type CommandMeta,
  type DecidedEvent,
  type Loading,
  type Row,
  type Snapshot,
  type StoredCommit,
} from '@tessera/kernel';
import type { TableAction } from '@tessera/proto/rights';
import { rowRight } from '../access/require.ts';
import { loadDefinition, type Definition, type Handler } from '../definitions/handler.ts';
import { schemaOf } from '../definitions/schema.ts';
import type { TableState } from '../definitions/state.ts';
import type { EventOf, EventType, TablesEvent } from '../events.ts';
import { onOperation, requireRunning } from '../operations/decide.ts';
import { loadOperation, type OperationState } from '../operations/state.ts';
import { loadOwners, type Owners } from '../records/claims.ts';
import { fromColumn } from '../records/mapper.ts';
import { loadBytes, neededColumns, wholeRows } from '../records/needed.ts';
import { claimsByScope, heldClaims } from '../records/trash.ts';
import { shortValue } from '../records/wire.ts';
import { uniqueKey } from '../definitions/schema.ts';
import * as definitions from './definitions.ts';
import { none, type Conflict, type Inverse, type InverseOf, type NotUndoable, type UndoContext } from './inverse.ts';
import * as records from './records.ts';

const nothing = (): Inverse => none;

/**
 * How each event is taken back (EVENTS.md 13); complete by its type. What only keeps an operation's books comes to
 * nothing.
 */
export const inverses: { readonly [T in EventType]: InverseOf<T> } = {
  tableCreated: definitions.tableCreated,
  tableDescribed: definitions.tableDescribed,
  tableArchived: definitions.tableArchived,
  tableRestored: definitions.tableRestored,
  uniqueFieldChosen: definitions.uniqueFieldChosen,
  labelFieldChosen: definitions.labelFieldChosen,
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
  fieldConversionEnded: () => ({ notUndoable: 'A conversion is taken back as a whole.' }),
  recordsCreated: records.recordsCreated,
  cellsChanged: records.cellsChanged,
  recordsDeleted: records.recordsDeleted,
  recordsRestored: records.recordsRestored,
  operationStarted: nothing,
  operationAdvanced: nothing,
  operationEnded: nothing,
};

/** Events that stand for an effect; the others only keep books. */
export const isEffect = (type: string): boolean =>
  type !== 'uniquenessStarted' && type !== 'fieldConversionStarted' && !type.startsWith('operation');

export type UndoCommit = {
  readonly commitId: string;
  /** Absent: conflicts refuse the undo and are listed. */
  readonly conflicts?: 'skip' | 'overwrite' | undefined;
  /** Options added by the commit that records have. */
  readonly usedOptions?: readonly string[] | undefined;
  /** Set when this is one chunk of the undo of an operation. */
  readonly operation?: { readonly id: string; readonly chunk: number; readonly cursor: string } | undefined;
};

export type UndoState = {
  readonly commit: StoredCommit<TablesEvent> | undefined;
  readonly tables: ReadonlyMap<string, Definition>;
  readonly rows: ReadonlyMap<string, Row>;
  readonly changedSince: ReadonlyMap<string, readonly string[]>;
  readonly owner: Owners;
  readonly operation: Snapshot<OperationState> | undefined;
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
        fromColumn(column, event.value.recordIds.length).flatMap((cell) => uniqueKey(field, cell) ?? []),
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
  const written = event.$case === 'cellsChanged' ? event.value.after.map((column) => column.fieldId) : [];
  const fields = [...written, table.labelFieldId].flatMap((id) => schema.all.get(id) ?? []);
  const since =
    event.$case === 'recordsCreated' || event.$case === 'recordsRestored'
      ? event.value.recordIds.flatMap((id) => changedSince.get(id) ?? [])
      : [];
  return [...new Set([...neededColumns(schema, actor, action, fields), ...since])];
};

function* load(command: UndoCommit, meta: CommandMeta): Loading<UndoState> {
  const commit = yield* read.commit<TablesEvent>(command.commitId);
  const tables = new Map<string, Definition>();
  const rows = new Map<string, Row>();
  const changedSince = new Map<string, readonly string[]>();
  for (const event of commit?.events ?? []) {
    const tableId = tableIdOf(event);
    if (tableId === undefined) continue;
    if (!tables.has(tableId)) tables.set(tableId, yield* loadDefinition(tableId));
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
    rows,
    changedSince,
    owner,
    operation: command.operation === undefined ? undefined : yield* loadOperation(command.operation.id),
  };
}

type UndoPlanned = Inverse & { readonly notUndoable?: string };

/** Takes back every event of a commit, last first, against today's state. Pure. */
const planUndo = (
  state: UndoState,
  meta: CommandMeta,
  { conflicts, usedOptions }: UndoCommit,
  now: number,
): UndoPlanned => {
  if (state.commit === undefined) throw notFound('undo.not_found', 'There is nothing with this id to undo.');
  const tables = new Map(
    [...state.tables].flatMap(([id, { version, state: table }]) =>
      table === undefined ? [] : [[id, { version, state: table }] as const],
    ),
  );
  const context: UndoContext = {
    actor: meta.actor,
    overwrite: conflicts === 'overwrite',
    usedOptions: new Set(usedOptions),
    tables,
    rows: state.rows,
    changedSince: state.changedSince,
    owner: state.owner,
    now,
  };
  let total: Inverse = none;
  const reasons: string[] = [];
  for (const event of [...state.commit.events].reverse()) {
    const inverse = (
      inverses[event.$case] as (value: EventOf<EventType>, context: UndoContext) => Inverse | NotUndoable
    )(event.value, context);
    if ('notUndoable' in inverse) {
      reasons.push(inverse.notUndoable);
      continue;
    }
    total = {
      events: [...total.events, ...inverse.events],
      claims: [...total.claims, ...inverse.claims],
      releases: [...total.releases, ...inverse.releases],
      conflicts: [...total.conflicts, ...inverse.conflicts],
      records: total.records + inverse.records,
      fields: total.fields + inverse.fields,
      skipped: total.skipped + inverse.skipped,
    };
  }
  return reasons.length === 0 ? total : { ...total, notUndoable: reasons[0]! };
};

export type UndoAnswer = {
  readonly records: number;
  readonly fields: number;
  readonly conflicts: readonly Conflict[];
  readonly skipped: number;
  readonly kind: string;
  readonly notUndoable?: string;
  /** The first records that were written, for who wants to show them. */ readonly recordIds: readonly string[];
};

/** What a commit did, by its first event with an effect. */
const kindOfEvents = (events: readonly { readonly $case: string }[]): string =>
  events.find((e) => isEffect(e.$case))?.$case ?? 'nothing';

const planned = new WeakMap<UndoCommit, UndoAnswer>();

const shownIds = 200;
const idsOf = (events: readonly TablesEvent[]): readonly string[] =>
  events.flatMap((e) => ('recordIds' in e.value ? e.value.recordIds : [])).slice(0, shownIds);

/** A list of conflicts shows how long texts begin: whole ones would make it a hundred megabytes. */
const shortConflict = (one: Conflict): Conflict => ({
  ...one,
  current: shortValue(one.current),
  undoTo: shortValue(one.undoTo),
});

const answerOf = (plan: UndoPlanned, state: UndoState): UndoAnswer => ({
  recordIds: idsOf(plan.events.map((e) => e.event)),
  records: plan.records,
  fields: plan.fields,
  conflicts: plan.conflicts.map(shortConflict),
  skipped: plan.skipped,
  kind: kindOfEvents(state.commit?.events ?? []),
  ...(plan.notUndoable !== undefined && { notUndoable: plan.notUndoable }),
});

export const undoCommit: Handler<UndoCommit, UndoState, UndoAnswer> = {
  load,
  decide: (command, state, { meta, now }) => {
    const plan = planUndo(state, meta, command, now);
    const answer = answerOf(plan, state);
    planned.set(command, answer);
    const inOperation = command.operation !== undefined;
    if (plan.notUndoable !== undefined && !inOperation) throw invalid('undo.not_undoable', plan.notUndoable);
    if (plan.conflicts.length > 0 && command.conflicts === undefined)
      throw conflict('undo.conflicts', 'Some of it was changed since.', answer);
    if (!inOperation) {
      if (plan.events.length === 0) throw conflict('undo.nothing', 'There is nothing left to undo.', answer);
      return plan;
    }
    const operation = requireRunning(state.operation?.state);
    if (command.operation!.chunk !== operation.chunk)
      throw conflict('operations.chunk', 'This chunk was done, or is not next.', { next: operation.chunk });
    const advanced: EventOf<'operationAdvanced'> = {
      operationId: operation.id,
      chunk: operation.chunk,
      done: Math.max(plan.records - plan.skipped, 0),
      skipped: plan.skipped,
      cursor: command.operation!.cursor,
    };
    const events: readonly DecidedEvent<TablesEvent>[] = [
      ...plan.events,
      onOperation(operation.id, state.operation!.version, { $case: 'operationAdvanced', value: advanced }),
    ];
    return { events, claims: plan.claims, releases: plan.releases };
  },
  // A repeated request is told what was written then; what stood in its way is no longer known.
  *answer(command, events) {
    const written = events.reduce((sum, e) => sum + ('recordIds' in e.value ? e.value.recordIds.length : 0), 0);
    return (
      planned.get(command) ?? {
        records: written,
        fields: 0,
        conflicts: [],
        skipped: 0,
        kind: kindOfEvents(events),
        recordIds: idsOf(events),
      }
    );
  },
};

/** The same without writing: what would happen, and what stands in the way. */
export const undoPreview: Handler<UndoCommit, UndoState, UndoAnswer> = {
  load,
  decide: (command, state, { meta, now }) => {
    planned.set(command, answerOf(planUndo(state, meta, command, now), state));
    return { events: [] };
  },
  *answer(command) {
    return planned.get(command)!;
  },
};
