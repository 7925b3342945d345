import {
  isId,
  read,
  type Claim,
  type CommandMeta,
  type DecidedEvent,
  type Loading,
  type Row,
  type Rejection,
} from '@tessera/kernel';
import { can } from '@tessera/proto/rights';
import { RecordChanges } from '@tessera/proto/tables/v1/service';
import type { Column } from '@tessera/proto/tables/v1/values';
import { refuse, requireGrant, rowRight } from '../access/require.ts';
import { loadDefinition, type Handler } from '../definitions/handler.ts';
import { schemaOf, type Schema, type SchemaField } from '../definitions/schema.ts';
import { recordStream, type TablesEvent } from '../events.ts';
import { checkBatch, newKeys, planNew, ruledBy } from './batch.ts';
import { planChange, wantedKeys, type ChangePlan } from './change.ts';
import { loadOwners, type Owners } from './claims.ts';
import { fromColumn, type Cells } from '@tessera/proto/cells';
import { loadClosed } from '../links/write.ts';
import type { SentUsers } from './context.ts';
import { loadNumbers, type Numbers } from './numbers.ts';
import { loadBytes, neededColumns, wholeRows } from './needed.ts';
import { maskErrors, maxCommit, maxRecords, rowsRefused, type RowError } from './parse.ts';
import { growsRecords } from './record-weight.ts';
import { keepRows, makingOf } from './rules.ts';
import { claimsByScope, heldClaims } from './trash.ts';
import { recordNotFound, recordStale } from './update.ts';
import { invalid, rejection } from '../refusals.ts';
import type { Asked } from '../triggers/guard.ts';

/** Records as another service writes them. `changes` is an encoded RecordChanges in base64: it is read here alone. */
export type WriteBatch = SentUsers &
  Asked & {
    readonly tableId: string;
    readonly changes: string;
    /** Records that are refused are left out; without it one of them refuses all. */
    readonly partial: boolean;
    /** The version of the table by which the types read the cells; 0 where they were not read so. */
    readonly schemaVersion: number;
    /** The form view whose answer is made. */
    readonly formId?: string | undefined;
    /** What before-triggers refused of it. */
    readonly refused?: readonly Refusal[] | undefined;
  };

type Part = 'create' | 'update' | 'delete';
/** Why a record is not written; `index` is its place in its part. */
export type Refusal = RowError & { readonly change: Part };
type Version = { readonly id: string; readonly version: number };
/** `refusals` is undefined where the key was there before: what was refused then is not kept. */
export type WriteAnswer = {
  readonly created: readonly string[];
  readonly changed: readonly Version[];
  readonly deleted: readonly Version[];
  readonly refusals: readonly Refusal[] | undefined;
};

/** Records that are there, with the version that each must have (0: any) and the row as it is. */
type Targets = {
  readonly ids: readonly string[];
  readonly versions: readonly number[];
  readonly rows: readonly (Row | undefined)[];
};
const noTargets: Targets = { ids: [], versions: [], rows: [] };

type State = {
  readonly schema: Schema;
  readonly owner: Owners;
  readonly ruled: boolean;
  readonly create:
    | {
        readonly count: number;
        readonly columns: readonly Column[];
        readonly ids: readonly string[];
        readonly taken: ReadonlySet<number>;
        readonly closed: readonly RowError[];
      }
    | undefined;
  readonly update: Targets & { readonly columns: ReadonlyMap<SchemaField, Cells> };
  readonly delete: Targets;
  /** What the numbered fields have given, for records that are made. */
  readonly numbers: Numbers;
};

const malformed = (message: string): Rejection => invalid('records.batch_invalid', message);

const readChanges = (text: string): RecordChanges => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > maxCommit) throw rejection('too_large', 'records.too_large', { limit: maxCommit });
  try {
    return RecordChanges.decode(bytes);
  } catch {
    throw malformed('The batch is not a RecordChanges.');
  }
};

/** Counts and ids as they must be, whatever the table has. */
const checkShape = ({ create, update, delete: remove }: RecordChanges): void => {
  const counts = [create?.count ?? 0, update?.count ?? 0, remove?.recordIds.length ?? 0];
  const total = counts.reduce((sum, one) => sum + one, 0);
  if (total < 1 || total > maxRecords) throw malformed(`A batch has 1 to ${maxRecords} records.`);
  const parts = [
    { ids: create?.recordIds ?? [], versions: [], count: counts[0]!, named: false },
    { ids: update?.recordIds ?? [], versions: update?.versions ?? [], count: counts[1]!, named: true },
    { ids: remove?.recordIds ?? [], versions: remove?.versions ?? [], count: counts[2]!, named: true },
  ];
  for (const { ids, versions, count, named } of parts)
    if ((ids.length !== count && (named || ids.length > 0)) || (versions.length !== 0 && versions.length !== count))
      throw malformed('The ids or versions of the batch are not one a record.');
  const ids = parts.flatMap((part) => part.ids);
  if (!ids.every(isId)) throw malformed('A record is named by its id.');
  if (new Set(ids).size !== ids.length) throw invalid('records.repeated');
};

function* loadTargets(
  tableId: string,
  { recordIds: ids, versions }: { readonly recordIds: readonly string[]; readonly versions: readonly number[] },
  part: { readonly columns: readonly string[]; readonly bytes: number; readonly weighed?: boolean },
): Loading<Targets> {
  return { ids, versions, rows: wholeRows(yield* read.rows(tableId, ids, part), ids) };
}

function* loadTaken(tableId: string, ids: readonly string[]): Loading<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = yield* read.rows(tableId, ids, { columns: [] });
  return new Set(rows.flatMap((row, i) => (row === undefined ? [] : [i])));
}

function* load(command: WriteBatch, meta: CommandMeta): Loading<State> {
  const { state } = yield* loadDefinition(command.tableId);
  const changes = readChanges(command.changes);
  const { create, update, delete: remove } = changes;
  const { table } = requireGrant(meta.actor, 'tables.view', state);
  checkShape(changes);
  const schema = schemaOf(table);
  const wanted = new Map<string, string[]>();
  const want = (more: ReadonlyMap<string, readonly string[]>): void => {
    for (const [scope, keys] of more) wanted.set(scope, [...(wanted.get(scope) ?? []), ...keys]);
  };
  let made: State['create'];
  if (create !== undefined && create.count > 0) {
    const { grant } = requireGrant(meta.actor, 'records.create', table);
    checkBatch(schema, create.columns, create.count, grant, true);
    want(newKeys(schema, create.columns, create.count));
    const { count, columns, recordIds: ids } = create;
    const closed = yield* loadClosed(meta.actor, schema, columns, count);
    made = { count, columns, ids, closed, taken: yield* loadTaken(table.id, ids) };
  }
  let changed: State['update'] = { ...noTargets, columns: new Map() };
  if (update !== undefined && update.count > 0) {
    const { grant } = requireGrant(meta.actor, 'records.update', table);
    checkBatch(schema, update.columns, update.count, grant);
    const columns = new Map(
      update.columns.map((one) => [schema.byId.get(one.fieldId)!, fromColumn(one, update.count)] as const),
    );
    const targets = yield* loadTargets(table.id, update, {
      columns: neededColumns(schema, meta.actor, 'records.update', columns.keys()),
      bytes: loadBytes,
      weighed: growsRecords(columns.values()),
    });
    changed = { ...targets, columns };
    const present = targets.rows.flatMap((row, i) => (row === undefined ? [] : [i]));
    want(wantedKeys({ rows: present.map((i) => targets.rows[i]!), columns: keepRows(columns, present) }, schema));
  }
  let removed = noTargets;
  if (remove !== undefined && remove.recordIds.length > 0) {
    requireGrant(meta.actor, 'records.delete', table);
    const columns = neededColumns(schema, meta.actor, 'records.delete');
    removed = yield* loadTargets(table.id, remove, { columns, bytes: 8 * loadBytes });
    want(
      claimsByScope(
        heldClaims(
          schema,
          removed.rows.filter((row) => row !== undefined),
        ),
      ),
    );
  }
  return {
    schema,
    ruled: command.schemaVersion === table.version,
    create: made,
    update: changed,
    delete: removed,
    numbers: made === undefined ? new Map() : yield* loadNumbers(schema),
    owner: yield* loadOwners(wanted),
  };
}

const errorOf = (index: number, { code, message }: Rejection): RowError => ({ index, code, message });

/** The places of records that may be written, and why the others may not. A hidden one is as one that is not there. */
const writable = (
  { ids, versions, rows }: Targets,
  action: 'records.update' | 'records.delete',
  tableId: string,
  { actor }: CommandMeta,
): { readonly left: readonly number[]; readonly errors: readonly RowError[] } => {
  const { seen, may } = rowRight(actor, action, tableId);
  const errors: RowError[] = [];
  const left: number[] = [];
  for (const [index, row] of seen(rows).entries()) {
    const expected = versions[index] ?? 0;
    if (row === undefined || (row.deleted && action === 'records.update'))
      errors.push(errorOf(index, recordNotFound([ids[index]!])));
    else if (!may(row)) errors.push(errorOf(index, refuse(action)));
    else if (expected !== 0 && expected !== row.version)
      errors.push({ ...errorOf(index, recordStale(row.version)), params: { version: row.version } });
    else left.push(index);
  }
  return { left, errors };
};

/** The change of the records that nothing stands in the way of; what is refused is told to `fail`. */
const planUpdate = (
  { schema, owner, update, ruled }: State,
  meta: CommandMeta,
  refused: readonly RowError[],
  fail: (error: RowError) => void,
): ChangePlan => {
  const { left: may, errors } = writable(update, 'records.update', schema.table.id, meta);
  errors.forEach(fail);
  refused.forEach(fail);
  const left = may.filter((place) => !refused.some(({ index }) => index === place));
  const broken = new Set<number>();
  const columns = new Map(
    [...update.columns].map(([field, cells]) => {
      const read = ruled
        ? undefined
        : ruledBy(field, cells, (error) => {
            broken.add(error.index);
            if (left.includes(error.index)) fail(error);
          });
      return [field, read ?? cells] as const;
    }),
  );
  for (let places = left.filter((i) => !broken.has(i)); ;) {
    const rows = places.map((i) => update.rows[i]!);
    const change = { rows, columns: keepRows(columns, places) };
    const plan = planChange(change, {
      schema,
      owner,
      indexOf: (i) => places[i]!,
      reach: can(meta.actor, 'records.update', schema.table.id),
    });
    if (plan.errors.length === 0) return plan;
    plan.errors.forEach(fail);
    // Without a record that gives a value up, another may not have it: looked at again until all that is left fits.
    const refused = new Set(plan.errors.map(({ index }) => index));
    places = places.filter((i) => !refused.has(i));
  }
};

/** What `decide` refused, for the answer; gone with the command. */
const known = new WeakMap<WriteBatch, readonly Refusal[]>();

/** Where the records of an event stand in their part of the batch. */
export const batchPlaces = (event: TablesEvent, command: WriteBatch, state: State): readonly number[] => {
  if (event.$case === 'cellsChanged') return event.value.recordIds.map((id) => state.update.ids.indexOf(id));
  if (event.$case === 'recordsDeleted') return event.value.recordIds.map((id) => state.delete.ids.indexOf(id));
  const bad = new Set(known.get(command)?.flatMap(({ change, index }) => (change === 'create' ? [index] : [])));
  return Array.from({ length: state.create?.count ?? 0 }, (_, at) => at).filter((at) => !bad.has(at));
};

/** Creates, changes and deletes records in one commit (docs/events.md 2, 14). */
export const writeBatch: Handler<WriteBatch, State, WriteAnswer> = {
  // Others take the next numbers of a field at the same time.
  merges: true,
  load,
  decide: (command, state, { meta, now, newId }) => {
    const { schema, create, owner } = state;
    const { tableId } = command;
    const refusals: Refusal[] = [];
    const failed = (change: Part) => (error: RowError) => void refusals.push({ ...error, change });
    const events: DecidedEvent<TablesEvent>[] = [];
    const claims: Claim[] = [];
    const releases: Claim[] = [];

    const refusedOf = (part: Part): readonly RowError[] =>
      (command.refused ?? []).flatMap(({ change, ...error }) => (change === part ? [error] : []));
    const plan = planUpdate(state, meta, refusedOf('update'), failed('update'));
    const claimed = new Set(plan.claims.map(({ scope, key }) => `${scope}\0${key}`));
    if (create !== undefined) {
      const { ids, ...sent } = create;
      const columns = { ...sent, closed: [...sent.closed, ...refusedOf('create')] };
      const made = planNew(
        {
          schema,
          owner,
          claimed,
          numbers: state.numbers,
          ruled: state.ruled,
          making: makingOf(command, meta, now),
          actor: meta.actor,
          formId: command.formId,
          ...columns,
          ...(ids.length > 0 && { ids }),
        },
        newId,
      );
      made.refusals.forEach(failed('create'));
      events.push(...made.events);
      claims.push(...made.claims);
    }
    if (plan.event !== undefined) {
      const { recordIds: ids, versions } = plan.event;
      const stream = recordStream(tableId);
      events.push({ event: { $case: 'cellsChanged', value: plan.event }, advances: [{ stream, ids, versions }] });
    }
    claims.push(...plan.claims);
    releases.push(...plan.releases);
    const gone = writable(state.delete, 'records.delete', tableId, meta);
    gone.errors.forEach(failed('delete'));
    const refused = refusedOf('delete');
    refused.forEach(failed('delete'));
    const rows = gone.left
      .filter((i) => !refused.some(({ index }) => index === i))
      .map((i) => state.delete.rows[i]!)
      .filter((row) => !row.deleted);
    if (rows.length > 0) {
      const recordIds = rows.map(({ id }) => id);
      const versions = rows.map(({ version }) => version + 1);
      events.push({
        event: { $case: 'recordsDeleted', value: { tableId, recordIds, versions } },
        advances: [{ stream: recordStream(tableId), ids: recordIds, versions }],
      });
      releases.push(...heldClaims(schema, rows, true));
    }

    const shown = maskErrors(can(meta.actor, 'records.read', tableId), refusals);
    const told = shown.map((error, i) => ({ ...error, change: refusals[i]!.change }));
    if (told.length > 0 && !command.partial) throw rowsRefused(told, false);
    known.set(command, told);
    return { events, claims, releases };
  },
  *answer(command, events, commit) {
    const answer = { created: [] as string[], changed: [] as Version[], deleted: [] as Version[] };
    const versions = (value: { readonly recordIds: readonly string[]; readonly versions: readonly number[] }) =>
      value.recordIds.map((id, i) => ({ id, version: value.versions[i]! }));
    for (const event of events) {
      if (event.$case === 'recordsCreated') answer.created = event.value.recordIds;
      else if (event.$case === 'cellsChanged') answer.changed = versions(event.value);
      else if (event.$case === 'recordsDeleted') answer.deleted = versions(event.value);
    }
    return { ...answer, refusals: known.get(command) ?? (commit === undefined ? [] : undefined) };
  },
};
