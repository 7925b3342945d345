import {
  read,
  type Claim,
  type CommandMeta,
  type DecideEnv,
  type DecidedEvent,
  type Loading,
  type Row,
} from '@tessera/kernel';
import { can, type Grant } from '@tessera/proto/rights';
import { requireGrant, rowRight, writableRows } from '../access/require.ts';
import { outOfReach } from '../access/rows.ts';
import { loadDefinition, type Definition, type Handler } from '../definitions/handler.ts';
import { hasColumn, schemaOf, uniqueKey, type Schema, type SchemaField } from '../definitions/schema.ts';
import { checkOnce, loadLinks, planOwners, type LinkWrites } from '../links/write.ts';
import { recordStream, type EventOf, type TablesEvent } from '../events.ts';
import { planChange, wantedKeys, type ChangePlan } from './change.ts';
import { loadOwners, type Owners } from './claims.ts';
import { contextOf, type SentUsers } from './context.ts';
import type { Cells } from '@tessera/proto/cells';
import {
  amendCells,
  checkSize,
  maskErrors,
  readBody,
  readCells,
  rowsRefused,
  sizeOf,
  type ParsedCells,
  type RowError,
  type WriteBody,
} from './parse.ts';
import {
  claimOf,
  keepRows,
  makingOf,
  messageColumns,
  missingRequired,
  reachError,
  requiredError,
  uniqueError,
  wantedClaims,
  withDefaults,
} from './rules.ts';
import { loadAnswer } from './answer.ts';
import { giveNumbers, loadNumbers, type Numbers } from './numbers.ts';
import { missingByRules } from '../conditionals/rules.ts';
import { loadBytes, neededColumns, wholeRows } from './needed.ts';
import { growsRecords, recordTooLarge, tooLargeRows } from './record-weight.ts';
import { createdJson, formatOf, type FieldKey, type Format } from './wire.ts';
import { invalid } from '../refusals.ts';
import type { Asked } from '../triggers/guard.ts';

/** New records as their caller sent them: `body` is that of the request, and not looked into before. */
export type CreateRecords = SentUsers &
  Asked & {
    readonly tableId: string;
    readonly key: FieldKey;
    readonly numbers?: Format['numbers'];
    readonly texts?: Format['texts'];
    readonly body: unknown;
    /** The form view whose answers they are. */
    readonly formId?: string | undefined;
    /** What before-triggers refused of it. */
    readonly refused?: readonly RowError[] | undefined;
  };

type CreateState = {
  readonly definition: Definition;
  readonly schema: Schema;
  readonly body: WriteBody;
  readonly parsed: ParsedCells;
  /** By item: whether a record with the client's id was ever made. */
  readonly taken: ReadonlySet<number>;
  /** By item, with upsert: the record that has the key. */
  readonly matches: readonly (Row | undefined)[];
  readonly keys: readonly (string | undefined)[];
  readonly owner: Owners;
  readonly links: LinkWrites;
  readonly numbers: Numbers;
};

function* loadTaken(tableId: string, body: WriteBody): Loading<ReadonlySet<number>> {
  const named = body.items.flatMap((item, index) => (item.id === undefined ? [] : [{ index, id: item.id }]));
  if (named.length === 0) return new Set<number>();
  const rows = yield* read.rows(
    tableId,
    named.map((n) => n.id),
    { columns: [] },
  );
  return new Set(named.filter((_, i) => rows[i] !== undefined).map((n) => n.index));
}

const upsertField = (schema: Schema): SchemaField => {
  const field = schema.byId.get(schema.table.uniqueFieldId);
  if (field === undefined || field.claimScope === undefined) throw invalid('records.no_unique_field');
  return field;
};

function* loadMatches(
  tableId: string,
  field: SchemaField,
  keys: readonly (string | undefined)[],
  columns: readonly string[],
  weighed = false,
): Loading<readonly (Row | undefined)[]> {
  const asked = [...new Set(keys.filter((k) => k !== undefined))];
  const owners = yield* read.claims(field.claimScope!, asked);
  const held = asked.flatMap((key, i) => {
    const owner = owners[i];
    return owner === undefined ? [] : [{ key, owner }];
  });
  const owned = held.map((h) => h.owner);
  const rows = wholeRows(yield* read.rows(tableId, owned, { columns, bytes: loadBytes, weighed }), owned);
  const byKey = new Map(held.map((h, i) => [h.key, rows[i]]));
  return keys.map((key) => (key === undefined ? undefined : byKey.get(key)));
}

type Built = {
  readonly events: readonly DecidedEvent<TablesEvent>[];
  readonly claims: readonly Claim[];
  readonly releases: readonly Claim[];
  readonly errors: readonly RowError[];
  /** The record that each item became, in the order of the items that were written. */
  readonly ids: readonly string[];
  /** Records of another table refuse what was to be done to them: nothing can be written. */
  readonly stuck: boolean;
};

/** Fields that are missing for one reason or the other, by the place of the row. */
const bothMissing = (
  first: ReadonlyMap<number, readonly SchemaField[]>,
  second: ReadonlyMap<number, readonly SchemaField[]>,
): ReadonlyMap<number, readonly SchemaField[]> => {
  if (second.size === 0) return first;
  const all = new Map(first);
  for (const [index, fields] of second) all.set(index, [...new Set([...(all.get(index) ?? []), ...fields])]);
  return all;
};

/** Which rows are made, which are drafts, and what is wrong with the others. */
const validate = (
  schema: Schema,
  state: Pick<CreateState, 'owner' | 'matches'>,
  columns: ReadonlyMap<SchemaField, Cells>,
  bad: ReadonlySet<number>,
  count: number,
  drafts: boolean,
) => {
  const errors: RowError[] = [];
  const missing = bothMissing(
    missingRequired(schema, columns, count),
    missingByRules(schema, (field) => columns.get(field), count),
  );
  const draft = new Set<number>();
  for (const [index, fields] of missing) {
    if (state.matches[index] !== undefined) continue;
    if (drafts) draft.add(index);
    else for (const field of fields) errors.push(requiredError(index, field));
  }
  const wanted = wantedClaims(
    schema,
    columns,
    count,
    (i) => state.matches[i] !== undefined || bad.has(i) || draft.has(i),
  );
  const made = new Map<string, number>();
  for (const { index, field, key } of wanted) {
    const name = `${field.claimScope!}\0${key}`;
    if (state.owner(field.claimScope!, key) !== undefined || made.has(name))
      errors.push(uniqueError(index, field, key));
    else made.set(name, index);
  }
  return { errors, draft, wanted };
};

const unchanged: ChangePlan = { event: undefined, claims: [], releases: [], errors: [] };

const build = (command: CreateRecords, state: CreateState, { meta, now, newId }: DecideEnv): Built => {
  const { schema, body, parsed, matches, keys, links } = state;
  const count = body.items.length;
  const refused = (command.refused ?? []).map(({ index, code, message }) => ({ index, code, message }));
  const errors: RowError[] = [...parsed.errors, ...links.errors, ...refused];
  const bad = new Set([
    ...parsed.failed,
    ...links.errors.map(({ index }) => index),
    ...refused.map(({ index }) => index),
  ]);
  const fail = (error: RowError): void => {
    errors.push(error);
    bad.add(error.index);
  };
  for (const index of state.taken)
    if (matches[index]?.id !== body.items[index]!.id)
      fail({ index, code: 'records.exists', message: 'A record with this id exists already.' });
  if (body.upsert) {
    const seen = new Set<string>();
    keys.forEach((key, index) => {
      if (bad.has(index)) return;
      if (key === undefined)
        fail({
          index,
          code: 'records.key_empty',
          message: 'The unique field must not be empty to match a record.',
          fieldId: schema.table.uniqueFieldId,
        });
      else if (seen.has(key))
        fail({
          index,
          code: 'records.key_repeated',
          message: 'The request has this key twice.',
          fieldId: schema.table.uniqueFieldId,
        });
      else seen.add(key);
    });
  }
  const columns = new Map([...parsed.columns, ...links.columns]);
  // Defaults are for new records alone: where some are changed instead, these keep the columns as they were sent.
  const freshColumns = new Map(body.upsert ? [...columns].map(([field, cells]) => [field, [...cells]]) : columns);
  withDefaults(schema, freshColumns, count, makingOf(command, meta, now));
  const validated = validate(schema, state, freshColumns, bad, count, meta.origin === 'interface');
  validated.errors.forEach(fail);
  for (const index of tooLargeRows([...freshColumns.values()], count))
    if (matches[index] === undefined && !parsed.failed.has(index)) fail(recordTooLarge(index));
  const made = {
    schema,
    count,
    cellsOf: (field: SchemaField) => freshColumns.get(field),
    drafts: validated.draft,
    now,
  };
  for (const index of outOfReach(meta.actor, made))
    if (matches[index] === undefined && !bad.has(index)) fail(reachError(index));

  const updating = body.upsert ? body.items.flatMap((_, i) => (bad.has(i) || matches[i] === undefined ? [] : [i])) : [];
  const planFor = (items: readonly number[]): ChangePlan =>
    planChange(
      { rows: items.map((i) => matches[i]!), columns: keepRows(columns, items) },
      {
        schema,
        owner: state.owner,
        indexOf: (i) => items[i]!,
        reach: can(meta.actor, 'records.update', command.tableId),
      },
    );
  let plan: ChangePlan = updating.length === 0 ? unchanged : planFor(updating);
  // Without a refused row another may be wrong: it wanted a value that the refused one would have given up.
  while (plan.errors.length > 0) {
    plan.errors.forEach(fail);
    plan = planFor(updating.filter((i) => !bad.has(i)));
  }

  const rows = body.items.flatMap((_, i) => (bad.has(i) || matches[i] !== undefined ? [] : [i]));
  const ids = rows.map((i) => body.items[i]!.id ?? newId());
  const idOf = new Map(rows.map((index, i) => [index, ids[i]!]));
  const kept = rows.length === count ? freshColumns : keepRows(freshColumns, rows);
  const numbered = giveNumbers(schema, state.numbers, rows.length);
  checkSize(sizeOf(kept.values()));
  const events: DecidedEvent<TablesEvent>[] = [];
  if (rows.length > 0) {
    const drafts =
      validated.draft.size === 0 ? undefined : rows.map((i) => (validated.draft.has(i) ? true : undefined));
    const value: EventOf<'recordsCreated'> = {
      tableId: command.tableId,
      schemaVersion: schema.table.version,
      recordIds: ids,
      columns: messageColumns(new Map([...kept, ...numbered.columns]), drafts),
      draft: drafts !== undefined && drafts.every((d) => d === true),
      ...(command.formId !== undefined && { formId: command.formId }),
    };
    events.push({
      event: { $case: 'recordsCreated', value },
      advances: [{ stream: recordStream(command.tableId), ids }],
    });
    events.push(...numbered.events);
  }
  if (plan.event !== undefined) {
    events.push({
      event: { $case: 'cellsChanged', value: plan.event },
      advances: [{ stream: recordStream(command.tableId), ids: plan.event.recordIds, versions: plan.event.versions }],
    });
  }
  const others = planOwners(links, (index) => idOf.get(index) ?? (bad.has(index) ? undefined : matches[index]?.id));
  others.errors.forEach(fail);
  events.push(...others.events);
  if (others.events.length > 0) checkOnce(events);
  const claims = validated.wanted.flatMap((w) => {
    const id = idOf.get(w.index);
    return id === undefined ? [] : [claimOf(w.field, w.key, id)];
  });
  const written = body.items.flatMap((_, i) => idOf.get(i) ?? (bad.has(i) ? [] : (matches[i]?.id ?? [])));
  return {
    events,
    claims: [...claims, ...plan.claims, ...others.claims],
    releases: [...plan.releases, ...others.releases],
    errors,
    ids: written,
    stuck: others.errors.length > 0,
  };
};

function* loadCreate(command: CreateRecords, meta: CommandMeta): Loading<CreateState> {
  const definition = yield* loadDefinition(command.tableId);
  const { table, grant } = requireGrant(meta.actor, 'records.create', definition.state);
  const schema = schemaOf(table);
  const body = readBody(command.body);
  const context = contextOf(command);
  const parsed = readCells(schema, body.items, command.key, context, grant);
  context.check();
  const taken = yield* loadTaken(table.id, body);
  let keys: readonly (string | undefined)[] = [];
  let matches: readonly (Row | undefined)[] = [];
  if (body.upsert) {
    requireGrant(meta.actor, 'records.update', table);
    const field = upsertField(schema);
    const cells = parsed.columns.get(field);
    keys = body.items.map((_, i) => uniqueKey(field, cells?.[i]));
    // A key that a hidden record holds is taken, and nothing more is told of it.
    const linked = [...parsed.wishes.keys()].filter(hasColumn);
    const columns = neededColumns(schema, meta.actor, 'records.update', [...parsed.columns.keys(), ...linked]);
    const weighed = growsRecords(parsed.columns.values());
    const found = yield* loadMatches(table.id, field, keys, columns, weighed);
    matches = writableRows(meta.actor, 'records.update', table.id, found);
  }
  const links = yield* loadLinks(
    meta.actor,
    parsed.wishes,
    (i) => matches[i],
    (i) => matches[i]?.id,
  );
  const columns = new Map([...parsed.columns, ...links.columns]);
  const wanted = new Map<string, string[]>();
  for (const { field, key } of wantedClaims(schema, columns, body.items.length, (i) => matches[i] !== undefined)) {
    const list = wanted.get(field.claimScope!);
    if (list === undefined) wanted.set(field.claimScope!, [key]);
    else list.push(key);
  }
  const updating = body.upsert ? body.items.flatMap((_, i) => (matches[i] === undefined ? [] : [i])) : [];
  if (updating.length > 0)
    for (const [scope, more] of wantedKeys(
      { rows: updating.map((i) => matches[i]!), columns: keepRows(columns, updating) },
      schema,
    )) {
      wanted.set(scope, [...(wanted.get(scope) ?? []), ...more]);
    }
  return {
    definition,
    schema,
    body,
    parsed,
    taken,
    matches,
    keys,
    owner: yield* loadOwners(wanted),
    links,
    numbers: yield* loadNumbers(schema),
  };
}

/**
 * What `decide` knew and `answer` wants too; gone with the command. A repeated request is another command and works it
 * out again.
 */
type Known = {
  readonly single: boolean;
  readonly partial: boolean;
  readonly ids: readonly string[];
  readonly errors: readonly RowError[];
};
const known = new WeakMap<CreateRecords, Known>();

/** Where the records of an event stand in the request. */
export const createdPlaces = (
  event: TablesEvent,
  command: CreateRecords,
  { matches }: CreateState,
): readonly number[] => {
  if (event.$case === 'cellsChanged')
    return event.value.recordIds.map((id) => matches.findIndex((row) => row?.id === id));
  const bad = new Set(known.get(command)?.errors.map(({ index }) => index));
  return matches.length === 0 && bad.size === 0
    ? Array.from({ length: event.$case === 'recordsCreated' ? event.value.recordIds.length : 0 }, (_, at) => at)
    : Array.from({ length: readBody(command.body).items.length }, (_, at) => at).filter(
        (at) => !bad.has(at) && matches[at] === undefined,
      );
};

/** For a repeated request: the records by what was created then, and by their keys. */
function* recall(
  command: CreateRecords,
  schema: Schema,
  created: readonly string[],
  actor: CommandMeta['actor'],
): Loading<Known> {
  const body = readBody(command.body);
  const context = contextOf(command);
  const parsed = amendCells(
    readCells(schema, body.items, command.key, context, can(actor, 'records.read', command.tableId)),
    [],
    { now: 0, by: actor.userId, newId: () => '0' },
  );
  context.check();
  if (!body.upsert) return { single: body.single, partial: body.partial, ids: created, errors: parsed.errors };
  const field = upsertField(schema);
  const cells = parsed.columns.get(field);
  const rows = rowRight(actor, 'records.read', command.tableId).seen(
    yield* loadMatches(
      command.tableId,
      field,
      body.items.map((_, i) => uniqueKey(field, cells?.[i])),
      neededColumns(schema, actor, 'records.read'),
    ),
  );
  return {
    single: body.single,
    partial: body.partial,
    ids: rows.flatMap((row) => (row === undefined ? [] : [row.id])),
    errors: parsed.errors,
  };
}

/** Records made and records changed, in the order of the request. */
function* inOrder(
  ids: readonly string[],
  madeIds: readonly string[],
  made: readonly string[],
  schema: Schema,
  grant: Grant,
  format: Format,
): Loading<readonly string[]> {
  const json = new Map(madeIds.map((id, i) => [id, made[i]!]));
  const others = [...new Set(ids.filter((id) => !json.has(id)))];
  const changed = yield* loadAnswer(schema, grant, others, { ...format, whole: ids.length === 1 });
  changed.forEach((text, i) => json.set(others[i]!, text));
  return ids.flatMap((id) => json.get(id) ?? []);
}

export const createRecords: Handler<CreateRecords, CreateState, string> = {
  // Others take the next numbers of a field at the same time.
  merges: true,
  load: loadCreate,
  decide: (command, sent, { meta, now, newId }) => {
    // What changes a part of a value changes that of the record that its key finds; of a new one nothing is there.
    const parsed = amendCells(sent.parsed, sent.matches, { now, by: meta.actor.userId, newId });
    const state = { ...sent, parsed };
    const all = build(command, state, { meta, now, newId });
    const built = { ...all, errors: maskErrors(can(meta.actor, 'records.read', command.tableId), all.errors) };
    if (built.errors.length > 0 && (built.stuck || !state.body.partial))
      throw rowsRefused(built.errors, state.body.single);
    known.set(command, {
      single: state.body.single,
      partial: state.body.partial,
      ids: built.ids,
      errors: built.errors,
    });
    return built;
  },
  *answer(command, events, commit, meta) {
    const { state: table } = yield* loadDefinition(command.tableId, meta.actor);
    const schema = schemaOf(table!);
    const grant = can(meta.actor, 'records.read', table!.id);
    const created = events.find((e) => e.$case === 'recordsCreated')?.value;
    const { single, partial, ids, errors } =
      known.get(command) ?? (yield* recall(command, schema, created?.recordIds ?? [], meta.actor));
    const made =
      created === undefined || schema.looksAlong
        ? []
        : createdJson(created, commit!.time, meta.actor.userId ?? meta.actor.id, schema, grant, formatOf(command));
    // Nothing but new records: they stand in the order of the request already.
    const records =
      made.length === ids.length
        ? made
        : yield* inOrder(ids, made.length === 0 ? [] : created!.recordIds, made, schema, grant, formatOf(command));
    if (single) return records[0]!;
    return `{"records":[${records.join(',')}]${partial ? `,"errors":${JSON.stringify(errors)}` : ''}}`;
  },
};
