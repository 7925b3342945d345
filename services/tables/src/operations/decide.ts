import type { ReadContext } from '@tessera/fields';
import {
  read,
  type Actor,
  type Claim,
  type CommandMeta,
  type DecidedEvent,
  type Loading,
  type Row,
  type Snapshot,
} from '@tessera/kernel';
import { can, isNarrow, maskAllows, type Grant, type TableAction } from '@tessera/proto/rights';
import { requireGrant, rowRight } from '../access/require.ts';
import { loadDefinition, onTable, type Definition, type Handler } from '../definitions/handler.ts';
import { liveField } from '../definitions/fields.ts';
import { schemaOf, uniqueKey, unsettled, type Schema } from '../definitions/schema.ts';
import { tableStale } from '../definitions/stale.ts';
import { draftColumn, type TableState } from '../definitions/state.ts';
import { operationStream, recordStream, type EventOf, type TablesEvent } from '../events.ts';
import { becameUnique, changesWithUnique } from '../fields/become-unique.ts';
import { duplicateColumns, fieldDuplicated, type DuplicatePlan } from '../fields/duplicate.ts';
import { conversionEnded, conversionStarted, fillColumn, type ConvertPlan } from '../fields/convert.ts';
import { planChange, wantedKeys } from '../records/change.ts';
import { loadOwners, type Owners } from '../records/claims.ts';
import { contextOf, namedPeople, neutralContext, type Named, type NamedPeople } from '../records/context.ts';
import { loadBytes, neededColumns } from '../records/needed.ts';
import { giveNumbers, loadNumbers } from '../records/numbers.ts';
import { claimOf } from '../records/rules.ts';
import { blockedRestores, claimsByScope, heldClaims } from '../records/trash.ts';
import {
  askedOf,
  bulkColumns,
  needsNaming,
  optionColumns,
  partAt,
  rewoundColumns,
  type BulkPlan,
  type CellsThen,
  type NumberPlan,
  type Naming,
  type OptionsPlan,
  type UniquePlan,
} from './plans.ts';
import { loadOperation, type OperationKind, type OperationState } from './state.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';
import type { Asked } from '../triggers/guard.ts';

const planVersion = 1;

/**
 * What a chunk's rows hold before it, at most: what they hold after it goes into the same commit, which holds 1 MB.
 */
export const sliceBytes = 400_000;

export type StartOperation = {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly tableId: string;
  readonly plan: object;
  readonly total: number;
  /** Not part of the plan: what the people whom it names are today. */
  readonly people?: Named | undefined;
  /** The version that the table's definition must have when the operation begins. */
  readonly ifMatch?: number | undefined;
};

const actionOf = (kind: OperationKind, plan: unknown): TableAction => {
  if (kind === 'copy') return 'records.create';
  if (kind !== 'bulk') return kind === 'undo' ? 'tables.view' : 'fields.manage';
  const { action } = plan as BulkPlan;
  return action === 'update' || action === 'rewind' ? 'records.update' : 'records.delete';
};

type Loaded = { readonly definition: Definition; readonly operation: Snapshot<OperationState> };

export const onOperation = (id: string, version: number, event: TablesEvent): DecidedEvent<TablesEvent> => ({
  event,
  advances: [{ stream: operationStream(id), version: version + 1 }],
});

export type OperationAnswer = { readonly operation: OperationState };

function* answerOperation(id: string): Loading<OperationAnswer> {
  return { operation: (yield* loadOperation(id)).state! };
}

/** What a reading gives; where it refuses somebody of whom nothing came along, they are asked for instead. */
const asking = <T>(people: Pick<NamedPeople, 'check'>, work: () => T): T => {
  try {
    return work();
  } finally {
    people.check();
  }
};

/** The plan as it is logged: with what only the state that it is decided on knows. */
const planOf = ({ kind, plan }: StartOperation, table: TableState, context: ReadContext): object => {
  if (kind === 'unique') return { ...plan, epoch: liveField(table, (plan as UniquePlan).fieldId).uniqueEpoch + 1 };
  return kind === 'bulk' && (plan as BulkPlan).action === 'update'
    ? { ...plan, asked: askedOf(schemaOf(table), plan as BulkPlan, context) }
    : plan;
};

export const startOperation: Handler<StartOperation, Loaded, OperationAnswer> = {
  *load(command) {
    return { definition: yield* loadDefinition(command.tableId), operation: yield* loadOperation(command.operationId) };
  },
  decide: (command, { definition, operation }, { meta, newId }) => {
    const { table, grant } = requireGrant(meta.actor, actionOf(command.kind, command.plan), definition.state);
    if (operation.version > 0) throw conflict('operations.exists');
    if (command.ifMatch !== undefined && command.ifMatch !== definition.version) throw tableStale(definition.version);
    const { operationId, kind, tableId, total } = command;
    const context = contextOf(command);
    const rewound = kind === 'bulk' && (command.plan as BulkPlan).action === 'rewind';
    if (rewound) {
      const { ids = [], ends } = (command.plan as BulkPlan).selection;
      if (ends !== undefined && (ends.restored > 0 || ends.changed < ids.length))
        requireGrant(meta.actor, 'records.delete', definition.state);
    }
    if (kind === 'bulk' && !rewound)
      asking(context, () => bulkColumns(schemaOf(table), command.plan as BulkPlan, [], context, grant));
    const plan = planOf(command, table, context);
    const started: EventOf<'operationStarted'> = {
      operationId,
      kind,
      tableId,
      planJson: JSON.stringify(plan),
      planVersion,
      total,
    };
    const events: DecidedEvent<TablesEvent>[] = [
      onOperation(operationId, 0, { $case: 'operationStarted', value: started }),
    ];
    if (kind === 'unique' || kind === 'options' || kind === 'convert' || kind === 'number') {
      const { fieldId } = plan as UniquePlan | OptionsPlan | ConvertPlan | NumberPlan;
      if (!maskAllows(grant.fieldMask, fieldId)) throw notFound('fields.not_found', { fieldId });
    }
    if (kind === 'duplicate') {
      const copied = plan as DuplicatePlan;
      if (!maskAllows(grant.fieldMask, copied.from))
        throw notFound('fields.not_found', 'The field does not exist.', { fieldId: copied.from });
      events.push(
        ...onTable(table.id, definition.version, [{ $case: 'fieldAdded', value: fieldDuplicated(table, copied) }]),
      );
    }
    if (kind === 'unique') {
      const { fieldId, epoch } = plan as UniquePlan;
      const field = liveField(table, fieldId);
      if (!schemaOf(table).byId.get(fieldId)!.type.keyable)
        throw invalid('fields.unique_refused', `A field of type ${field.type} cannot be unique.`, { type: field.type });
      if (field.default !== null) throw invalid('fields.unique_default');
      if (field.unique || table.becomingUnique.some((b) => b.fieldId === fieldId))
        throw conflict('fields.unique_pending', { fieldId });
      changesWithUnique(table, plan as UniquePlan, { newId, grant });
      events.push(
        ...onTable(table.id, definition.version, [
          { $case: 'uniquenessStarted', value: { tableId, fieldId, epoch, operationId } },
        ]),
      );
    }
    if (kind === 'convert')
      events.push(
        ...onTable(table.id, definition.version, [
          { $case: 'fieldConversionStarted', value: conversionStarted(table, plan as ConvertPlan, operationId, newId) },
        ]),
      );
    return { events };
  },
  *answer(command, events) {
    const first = events[0];
    return yield* answerOperation(first?.$case === 'operationStarted' ? first.value.operationId : command.operationId);
  },
};

/** One chunk: the records of it, and where the next one begins. */
export type OperationChunk = Asked & {
  readonly operationId: string;
  readonly chunk: number;
  readonly ids: readonly string[];
  readonly cursor: string;
  /** Where the ids stand in a list of them: then the chunk ends where its rows are enough, and the cursor says so. */
  readonly list?: { readonly from: number; readonly length: number } | undefined;
  /** What the people whom the chunk names are today; what lacks is asked for. */
  readonly people?: Named | undefined;
  readonly naming?: Naming | undefined;
  /** Of a return to a moment: the cells of then. */
  readonly cellsThen?: CellsThen | undefined;
  /** Records that before-triggers refused: they stay as they are. */
  readonly left?: readonly string[] | undefined;
  /** What before-triggers want written, by record and field. */
  readonly instead?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
};

type ChunkState = Loaded & {
  readonly schema: Schema;
  readonly asked: number;
  /** Where the next chunk begins. */
  readonly cursor: string;
  readonly rows: readonly Row[];
  readonly columns: ReturnType<typeof bulkColumns>;
  readonly owner: Owners;
  /** Of an operation that numbers records: the numbers that are noted as given. */
  readonly given: readonly DecidedEvent<TablesEvent>[];
};

export const requireRunning = (operation: OperationState | undefined): OperationState => {
  if (operation === undefined) throw notFound('operations.not_found');
  if (operation.state !== 'running') throw conflict('operations.ended', { state: operation.state });
  return operation;
};

const columnsOf = (
  operation: OperationState,
  schema: Schema,
  rows: readonly Row[],
  { people = {}, naming, cellsThen = {}, list }: OperationChunk,
  meta: CommandMeta,
): ReturnType<typeof bulkColumns> => {
  if (operation.kind === 'options') return optionColumns(schema, JSON.parse(operation.planJson) as OptionsPlan, rows);
  if (operation.kind === 'duplicate')
    return duplicateColumns(schema, JSON.parse(operation.planJson) as DuplicatePlan, rows);
  const plan = JSON.parse(operation.planJson) as BulkPlan;
  if (operation.kind !== 'bulk' || (plan.action !== 'update' && plan.action !== 'rewind')) return new Map();
  const grant = can(meta.actor, 'records.update', operation.tableId);
  if (plan.action === 'rewind')
    return partAt(plan.selection, list?.from ?? 0).part === 'changed'
      ? rewoundColumns(schema, plan, rows, cellsThen, (id) => maskAllows(grant.writeMask, id))
      : new Map();
  // A conversion that began meanwhile is waited for: what it comes to says whether the values still fit. One that just
  // ended is heard of by the next try.
  const late = naming === undefined && needsNaming(schema, plan);
  const converting = Object.keys(plan.fields).find((id) => {
    const field = schema.byId.get(id);
    return late || (field !== undefined && unsettled(field));
  });
  if (converting !== undefined)
    throw rejection('unavailable', 'fields.converting', {
      fieldId: converting,
    });
  const known = namedPeople(people);
  return asking(known, () =>
    bulkColumns(
      schema,
      plan,
      rows,
      { ...neutralContext, findUser: known.findUser },
      grant,
      naming && { ...naming, people: known },
    ),
  );
};

/** Columns with what before-triggers want written into some of their rows. */
const insteadOf = (
  schema: Schema,
  rows: readonly Row[],
  { instead = {}, people = {} }: OperationChunk,
  columns: ReturnType<typeof bulkColumns>,
): ReturnType<typeof bulkColumns> => {
  const ids = new Set(Object.values(instead).flatMap((values) => Object.keys(values)));
  if (ids.size === 0) return columns;
  const known = namedPeople(people);
  const next = new Map(columns);
  asking(known, () => {
    for (const id of ids) {
      const field = schema.byId.get(id);
      if (field === undefined || field.derived || field.system !== undefined || field.links !== undefined)
        throw rejection('unprocessable', 'records.trigger_changes');
      const before = columns.get(field);
      const context = { ...neutralContext, findUser: known.findUser };
      const read = (value: unknown) => (value === null ? null : field.type.fromJson(value, field.state.props, context));
      next.set(
        field,
        rows.map((row, at) => (id in (instead[row.id] ?? {}) ? read(instead[row.id]![id]) : before?.[at])),
      );
    }
  });
  return next;
};

/** What a chunk reads of its rows. */
export const chunkColumns = (
  { kind, planJson }: Pick<OperationState, 'kind' | 'planJson'>,
  schema: Schema,
  actor: Actor,
  more: readonly string[] = [],
): readonly string[] => {
  const plan: unknown = JSON.parse(planJson);
  const fieldIds =
    kind === 'bulk'
      ? Object.keys((plan as BulkPlan).fields)
      : kind === 'duplicate'
        ? [(plan as DuplicatePlan).fieldId, (plan as DuplicatePlan).from]
        : [(plan as OptionsPlan).fieldId];
  return neededColumns(
    schema,
    actor,
    actionOf(kind, plan),
    [...fieldIds, ...more].flatMap((id) => schema.byId.get(id) ?? []),
  );
};

/** The rows of a chunk, fewer than asked for where a list of ids may be cut anywhere. */
export function* loadChunkRows(
  { ids, cursor, list }: OperationChunk,
  tableId: string,
  columns: readonly string[],
  weighed: boolean,
): Loading<{ readonly found: readonly Row[]; readonly cursor: string }> {
  const bytes = list === undefined ? loadBytes : sliceBytes;
  const rows = yield* read.rows(tableId, ids, { columns, bytes, weighed });
  const found = rows.filter((row) => row !== undefined);
  if (list !== undefined) {
    const next = list.from + rows.length;
    return { found, cursor: next < list.length ? String(next) : '' };
  }
  // They grew since they were chosen: the next try chooses fewer.
  if (rows.length < ids.length) throw rejection('unavailable', 'operations.rows_grew');
  return { found, cursor };
}

/** Numbers for the rows of a chunk that have none. */
function* loadNumbered(
  { planJson }: OperationState,
  schema: Schema,
  rows: readonly Row[],
): Loading<ReturnType<typeof giveNumbers>> {
  const { fieldId } = JSON.parse(planJson) as NumberPlan;
  const field = schema.numbered.find(({ id }) => id === fieldId);
  const numbers = yield* loadNumbers(schema, field === undefined ? [] : [field]);
  return giveNumbers(schema, numbers, rows.length, ({ column }, i) => (rows[i]!.cells[column] ?? null) === null);
}

function* loadChunk(command: OperationChunk, meta: CommandMeta): Loading<ChunkState> {
  const operation = yield* loadOperation(command.operationId);
  const running = requireRunning(operation.state);
  const definition = yield* loadDefinition(running.tableId);
  const { table } = requireGrant(meta.actor, actionOf(running.kind, JSON.parse(running.planJson)), definition.state);
  const schema = schemaOf(table);
  const more = Object.values(command.instead ?? {}).flatMap((values) => Object.keys(values));
  const wantedColumns = chunkColumns(running, schema, meta.actor, more);
  const action = actionOf(running.kind, JSON.parse(running.planJson));
  const weighed = running.kind !== 'unique' && action !== 'records.delete';
  const { found, cursor } = yield* loadChunkRows(command, table.id, wantedColumns, weighed);
  // Work on records is done on those that its maker may see and touch; what concerns a field as such concerns every
  // record.
  const { may } = rowRight(meta.actor, action, table.id);
  const rows =
    running.kind === 'bulk' ? found.filter((row) => may(row) && command.left?.includes(row.id) !== true) : found;
  const numbered = running.kind === 'number' ? yield* loadNumbered(running, schema, rows) : undefined;
  const columns = insteadOf(
    schema,
    rows,
    command,
    numbered?.columns ?? columnsOf(running, schema, rows, command, meta),
  );
  const wanted = new Map(wantedKeys({ rows, columns }, schema));
  for (const [scope, keys] of claimsByScope(heldClaims(schema, rows)))
    wanted.set(scope, [...(wanted.get(scope) ?? []), ...keys]);
  return {
    definition,
    operation,
    schema,
    asked: found.length,
    cursor,
    rows,
    columns,
    owner: yield* loadOwners(wanted),
    given: numbered?.events ?? [],
  };
}

type Effect = {
  readonly events: readonly DecidedEvent<TablesEvent>[];
  readonly claims: readonly Claim[];
  readonly releases: readonly Claim[];
  readonly done: number;
  readonly skipped: number;
};

const nothing = (skipped: number): Effect => ({ events: [], claims: [], releases: [], done: 0, skipped });

/** Cells of live rows, or of those in the trash too; rows that a rule stands against are left out and counted. */
const changeCells = (
  state: ChunkState,
  tableId: string,
  trash = false,
  reach?: Pick<Grant, 'rowPredicate'>,
): Effect => {
  const live = state.rows.flatMap((row, i) => (row.deleted && !trash ? [] : [i]));
  const pick = (rows: readonly number[]) => ({
    rows: rows.map((i) => state.rows[i]!),
    columns: new Map([...state.columns].map(([field, cells]) => [field, rows.map((i) => cells[i])])),
  });
  let kept = live;
  let plan = planChange(pick(kept), {
    schema: state.schema,
    owner: state.owner,
    indexOf: (i) => kept[i]!,
    ...(reach && { reach }),
  });
  if (plan.errors.length > 0) {
    const bad = new Set(plan.errors.map((e) => e.index));
    kept = live.filter((i) => !bad.has(i));
    plan = planChange(pick(kept), { schema: state.schema, owner: state.owner, ...(reach && { reach }) });
  }
  const skipped = state.asked - kept.length;
  if (plan.event === undefined) return { ...nothing(skipped), done: kept.length };
  const { event } = plan;
  return {
    events: [
      {
        event: { $case: 'cellsChanged', value: event },
        advances: [{ stream: recordStream(tableId), ids: event.recordIds, versions: event.versions }],
      },
    ],
    claims: plan.claims,
    releases: plan.releases,
    done: kept.length,
    skipped,
  };
};

const moveRecords = (state: ChunkState, tableId: string, to: 'recordsDeleted' | 'recordsRestored'): Effect => {
  const { schema, owner } = state;
  let rows = state.rows.filter((row) => row.deleted === (to === 'recordsRestored'));
  if (to === 'recordsRestored') {
    const blocked = new Set(blockedRestores(schema, rows, owner).map((b) => b.recordId));
    rows = rows.filter((row) => !blocked.has(row.id));
  }
  const skipped = state.asked - rows.length;
  if (rows.length === 0) return nothing(skipped);
  const recordIds = rows.map((row) => row.id);
  const versions = rows.map((row) => row.version + 1);
  const held = heldClaims(schema, rows, to === 'recordsDeleted');
  return {
    events: [
      {
        event: { $case: to, value: { tableId, recordIds, versions } },
        advances: [{ stream: recordStream(tableId), ids: recordIds, versions }],
      },
    ],
    claims: to === 'recordsRestored' ? held : [],
    releases: to === 'recordsDeleted' ? held : [],
    done: rows.length,
    skipped,
  };
};

/** Claims the values that stand in a field that is becoming unique; throws the duplicates that it meets. */
const claimValues = (state: ChunkState, plan: UniquePlan, narrow: boolean): Effect => {
  const field = state.schema.byId.get(plan.fieldId);
  if (field === undefined || field.claimScope === undefined)
    throw conflict('fields.not_found', 'The field no longer exists.', { fieldId: plan.fieldId });
  const made = new Map<string, string>();
  const duplicates: { value: unknown; recordIds: readonly string[] }[] = [];
  const claims: Claim[] = [];
  for (const row of state.rows) {
    const key = row.deleted || row.cells[draftColumn] === true ? undefined : uniqueKey(field, row.cells[field.column]);
    if (key === undefined) continue;
    const holder = made.get(key) ?? state.owner(field.claimScope, key);
    if (holder !== undefined && holder !== row.id)
      duplicates.push({ value: row.cells[field.column], recordIds: [holder, row.id] });
    else if (holder === undefined) {
      made.set(key, row.id);
      claims.push(claimOf(field, key, row.id));
    }
  }
  if (duplicates.length > 0)
    throw conflict('fields.duplicates', {
      fieldId: field.id,
      duplicates: narrow ? [] : duplicates.slice(0, 20),
    });
  return { events: [], claims, releases: [], done: state.rows.length, skipped: 0 };
};

const effectOf = (
  operation: OperationState,
  state: ChunkState,
  actor: Actor,
  { people = {}, list }: OperationChunk,
): Effect => {
  const { tableId } = operation;
  switch (operation.kind) {
    case 'number': {
      const effect = changeCells(state, tableId, true);
      return { ...effect, events: [...effect.events, ...state.given] };
    }
    case 'options':
    case 'duplicate':
      return changeCells(state, tableId, true);
    case 'unique':
      return claimValues(
        state,
        JSON.parse(operation.planJson) as UniquePlan,
        isNarrow(can(actor, 'records.read', tableId)),
      );
    case 'convert': {
      const known = namedPeople(people);
      const event = fillColumn(state.schema, JSON.parse(operation.planJson) as ConvertPlan, state.rows, known);
      known.check();
      // The trash, and what is looked at once more, are beyond the total that was counted.
      const done = Math.max(0, Math.min(state.rows.length, operation.total - operation.done));
      if (event === undefined) return { ...nothing(0), done };
      return {
        events: [
          {
            event: { $case: 'cellsChanged', value: event },
            advances: [{ stream: recordStream(tableId), ids: event.recordIds, versions: event.versions }],
          },
        ],
        claims: [],
        releases: [],
        done,
        skipped: 0,
      };
    }
    case 'copy':
    case 'undo':
      throw invalid('operations.kind');
    case 'bulk': {
      const { action, selection } = JSON.parse(operation.planJson) as BulkPlan;
      const { part } = partAt(selection, list?.from ?? 0);
      if (action === 'update' || (action === 'rewind' && part === 'changed'))
        return changeCells(state, tableId, false, can(actor, 'records.update', tableId));
      if (action === 'rewind') {
        requireGrant(actor, 'records.delete', state.definition.state);
        return moveRecords(state, tableId, part === 'deleted' ? 'recordsDeleted' : 'recordsRestored');
      }
      return moveRecords(state, tableId, action === 'delete' ? 'recordsDeleted' : 'recordsRestored');
    }
  }
};

/** Whether a chunk changes records as its maker asked for it; other kinds do what a change of a field brings about. */
export const changesRecords = ({ operation: { state } }: ChunkState): boolean => {
  if (state?.kind !== 'bulk') return false;
  const { action } = JSON.parse(state.planJson) as BulkPlan;
  return action === 'update' || action === 'delete';
};

/** Throws where this is not the next chunk of an operation. */
export const requireNext = ({ chunk }: OperationState, command: Pick<OperationChunk, 'chunk'>): void => {
  if (command.chunk !== chunk) throw conflict('operations.chunk', { next: chunk });
};

/** The event that goes with a chunk: what it came to, and where the next one begins. */
export const advanced = (
  { operationId, chunk }: OperationChunk,
  { operation, cursor }: Pick<ChunkState, 'operation' | 'cursor'>,
  done: number,
  skipped: number,
): DecidedEvent<TablesEvent> =>
  onOperation(operationId, operation.version, {
    $case: 'operationAdvanced',
    value: { operationId, chunk, done, skipped, cursor },
  });

export const operationChunk: Handler<OperationChunk, ChunkState, OperationAnswer> = {
  // Others take the next numbers of a field at the same time.
  merges: true,
  load: loadChunk,
  decide: (command, state, { meta }) => {
    const operation = requireRunning(state.operation.state);
    requireNext(operation, command);
    const { events, claims, releases, done, skipped } = effectOf(operation, state, meta.actor, command);
    return { events: [...events, advanced(command, state, done, skipped)], claims, releases };
  },
  *answer(command) {
    return yield* answerOperation(command.operationId);
  },
};

export type EndOperation = {
  readonly operationId: string;
  readonly state: 'done' | 'failed' | 'cancelled';
  readonly errorCode?: string | undefined;
  readonly error?: string | undefined;
};

/** Ends an operation; one that makes a field unique settles that too. Whoever may start one like it may cancel it. */
export const endOperation: Handler<EndOperation, Loaded, OperationAnswer> = {
  *load(command) {
    const operation = yield* loadOperation(command.operationId);
    return { operation, definition: yield* loadDefinition(operation.state?.tableId ?? '') };
  },
  decide: (command, { operation, definition }, { meta, newId }) => {
    const { state } = operation;
    if (state === undefined) throw notFound('operations.not_found');
    const plan: unknown = JSON.parse(state.planJson);
    // Whoever began it may always let it go, also without the right by now; nothing but its end is written.
    const letsGo = command.state !== 'done' && state.startedBy === (meta.actor.userId ?? meta.actor.id);
    const granted = letsGo
      ? undefined
      : requireGrant(meta.actor, actionOf(state.kind, plan), definition.state, { archived: true });
    if (state.state !== 'running') return { events: [] };
    const ended: EventOf<'operationEnded'> = {
      operationId: state.id,
      state: command.state,
      errorCode: command.errorCode ?? '',
      error: command.error ?? '',
    };
    const events: DecidedEvent<TablesEvent>[] = [
      onOperation(state.id, operation.version, { $case: 'operationEnded', value: ended }),
    ];
    if (state.kind === 'convert' && definition.state !== undefined) {
      const value = conversionEnded(definition.state, state.id, command.state === 'done');
      if (value !== undefined)
        events.push(...onTable(state.tableId, definition.version, [{ $case: 'fieldConversionEnded', value }]));
    }
    if (state.kind === 'unique' && definition.state !== undefined) {
      const { fieldId, epoch } = plan as UniquePlan;
      const { tableId } = state;
      const settled: readonly TablesEvent[] =
        command.state === 'done' && granted !== undefined
          ? becameUnique(granted.table, definition.version, plan as UniquePlan, { newId, grant: granted.grant })
          : [{ $case: 'uniquenessEnded', value: { tableId, fieldId, epoch, unique: false } }];
      events.push(...onTable(tableId, definition.version, settled));
    }
    return { events };
  },
  *answer(command) {
    return yield* answerOperation(command.operationId);
  },
};
