import { isRejection, type CommandMeta, type Rejection } from '@tessera/kernel';
import type { PurgingStore } from '@tessera/event-store';
import {
  AutomationsServiceDefinition,
  type AskTriggersResponse,
  type TriggerChange,
} from '@tessera/proto/automations/v1/service';
import { fromColumn, toColumn, type Cells } from '@tessera/proto/cells';
import { RecordChanges } from '@tessera/proto/tables/v1/service';
import type { Column } from '@tessera/proto/tables/v1/values';
import type { RpcClients } from '@tessera/rpc';
import type { Directory } from '@tessera/runtime/directory';
import { schemaOf, type Schema } from '../definitions/schema.ts';
import type { Guard, TableState } from '../definitions/state.ts';
import type { TablesEvent } from '../events.ts';
import { isFieldError, neutralContext } from '../records/context.ts';
import { rowsRefused, type RowError } from '../records/parse.ts';
import { rejection } from '../refusals.ts';
import type { TriggersNeeded } from './guard.ts';

/** All triggers of a table together, of up to 1,000 records: 2 s for each call of up to 100. */
const deadlineMs = 25_000;
/** A command is sent this often: records may change while they are asked about. */
const tries = 4;

type Values = Readonly<Record<string, unknown>>;
type Needed = TriggersNeeded['tables'][number];
type Item = { fields?: Record<string, unknown> };
type Body = Item & { records?: Item[] };
type Payload = Readonly<Record<string, unknown>>;
type Context = Parameters<Schema['fields'][number]['type']['fromJson']>[2];

const away = (): Rejection => rejection('unavailable', 'records.triggers_away');
const refused = (message: string): Rejection =>
  rejection('unprocessable', 'records.trigger_refused', message, { message });
const changesNot = (): Rejection => rejection('unprocessable', 'records.trigger_changes');

const payloadOf = (payload: unknown): Payload => {
  if (typeof payload === 'string') return JSON.parse(payload) as Payload;
  if (payload instanceof Uint8Array) return JSON.parse(Buffer.from(payload).toString('utf8')) as Payload;
  return payload as Payload;
};
const valuesOf = ({ valuesJson }: TriggerChange): Values => JSON.parse(valuesJson) as Values;

/** The changes of one kind of event by where their records stand in the command. */
const byPlace = (
  { kinds, places }: Needed,
  changes: readonly TriggerChange[],
  kind: Guard,
): ReadonlyMap<number, Values> =>
  new Map(
    changes
      .filter(({ event }) => kinds[event] === kind)
      .map((one) => {
        const place = places[one.event]?.[one.place];
        if (place === undefined) throw changesNot();
        return [place, valuesOf(one)];
      }),
  );

/** The body of a request with other values in some of its records. */
const bodyWith = (payload: Payload, needed: Needed, changes: readonly TriggerChange[]): Payload => {
  const body = structuredClone(payload['body']) as Body;
  const byName = payload['key'] === 'name';
  for (const kind of ['insert', 'update'] as const)
    for (const [place, values] of byPlace(needed, changes, kind)) {
      const item = body.records === undefined ? body : body.records[place];
      if (item === undefined) throw changesNot();
      item.fields ??= {};
      for (const [id, value] of Object.entries(values)) {
        const name = needed.names[id] ?? id;
        // Whichever of the two the request calls it by.
        delete item.fields[id];
        delete item.fields[name];
        item.fields[byName ? name : id] = value;
      }
    }
  return { ...payload, body };
};

/** Columns with other cells in some of their places. */
const columnsWith = (
  columns: readonly Column[],
  count: number,
  changed: ReadonlyMap<number, Values>,
  schema: Schema,
  context: Context,
): Column[] => {
  const ids = new Set([...changed.values()].flatMap((values) => Object.keys(values)));
  const made = [...ids].map((id): Column => {
    const field = schema.byId.get(id);
    if (field === undefined) throw changesNot();
    const known = columns.find(({ fieldId }) => fieldId === id);
    const cells: Cells = known === undefined ? Array.from({ length: count }) : [...fromColumn(known, count)];
    for (const [place, values] of changed)
      if (id in values)
        cells[place] = values[id] === null ? null : field.type.fromJson(values[id], field.state.props, context);
    return toColumn(id, field.state.generation, field.kind, cells, field.parts);
  });
  return [...columns.filter(({ fieldId }) => !ids.has(fieldId)), ...made];
};

/** A batch with other values in some of its records. Its cells are read again by the rules of their types. */
const batchWith = (
  payload: Payload,
  needed: Needed,
  changes: readonly TriggerChange[],
  schema: Schema,
  context: Context,
): Payload => {
  const batch = RecordChanges.decode(Buffer.from(String(payload['changes']), 'base64'));
  for (const [part, kind] of [
    ['create', 'insert'],
    ['update', 'update'],
  ] as const) {
    const one = batch[part];
    const changed = byPlace(needed, changes, kind);
    if (one === undefined || changed.size === 0) continue;
    batch[part] = { ...one, columns: columnsWith(one.columns, one.count, changed, schema, context) };
  }
  const bytes = Buffer.from(RecordChanges.encode(batch).finish());
  return { ...payload, changes: bytes.toString('base64'), schemaVersion: 0 };
};

const parts = { insert: 'create', update: 'update', delete: 'delete' } as const;

type Ports = {
  readonly rpc: RpcClients;
  readonly directory: Directory;
  readonly definition: (organizationId: string, tableId: string) => Promise<TableState | undefined>;
};

/**
 * A store whose writes of records ask the before-triggers of their table first, where it has any: what they refuse is
 * refused with their sentence, what they change is written so. Whoever cannot be asked lets nothing pass.
 */
export const askingTriggers = (
  store: PurgingStore<TablesEvent>,
  { rpc, directory, definition }: Ports,
): PurgingStore<TablesEvent> => {
  const automations = rpc.client(AutomationsServiceDefinition);

  const ask = async ({ tableId, events }: Needed, { actor, causationDepth = 0 }: CommandMeta) => {
    try {
      const bytes = events.map((one) => new Uint8Array(Buffer.from(one, 'base64')));
      return await automations.askTriggers({ tableId, events: bytes, causationDepth }, { actor, deadlineMs });
    } catch (error) {
      if (isRejection(error) && error.kind !== 'unavailable') throw error;
      throw away();
    }
  };

  /** The command without what was refused. */
  const without = (
    type: string,
    payload: Payload,
    needed: Needed,
    refusals: AskTriggersResponse['refusals'],
  ): Payload => {
    const told = refusals.map(({ event, place, message }) => ({
      change: parts[needed.kinds[event] ?? 'update'],
      index: needed.places[event]?.[place] ?? 0,
      code: 'records.trigger_refused',
      message,
      recordId: needed.ids[event]?.[place] ?? '',
    }));
    if (type === 'operations.chunk') {
      const left = (payload['left'] ?? []) as readonly string[];
      return { ...payload, left: [...left, ...told.map(({ recordId }) => recordId)] };
    }
    if (type !== 'records.create' && type !== 'records.write')
      throw rowsRefused(
        told.map(({ index, code, message }): RowError => ({ index, code, message })),
        told.length === 1,
      );
    const before = (payload['refused'] ?? []) as readonly object[];
    return { ...payload, refused: [...before, ...told] };
  };

  /** The command as its triggers want it, or without what they refused. */
  const answered = async (type: string, sent: unknown, meta: CommandMeta, needed: TriggersNeeded): Promise<Payload> => {
    let payload = payloadOf(sent);
    let passed = true;
    for (const table of needed.tables) {
      const { refusals, changes } = await ask(table, meta);
      if (refusals.length > 0) {
        // Records of other tables that change along are not left out of a write by themselves.
        if (table.foreign) throw refused(refusals[0]!.message);
        payload = without(type, payload, table, refusals);
        // What is left is another write.
        passed = false;
        continue;
      }
      if (changes.length === 0) continue;
      if (table.foreign) throw changesNot();
      if (type === 'records.create' || type === 'records.update') payload = bodyWith(payload, table, changes);
      else if (type === 'operations.chunk') {
        const known = (payload['instead'] ?? {}) as Readonly<Record<string, Values>>;
        const more = changes.map((one) => [table.ids[one.event]?.[one.place] ?? '', valuesOf(one)] as const);
        payload = { ...payload, instead: { ...known, ...Object.fromEntries(more) } };
      } else if (type === 'records.write') {
        const { organizationId } = meta.actor;
        const [found, { find, timezone }] = await Promise.all([
          definition(organizationId, table.tableId),
          directory.facts(meta.actor),
        ]);
        if (found === undefined) throw changesNot();
        const context = { ...neutralContext, findUser: find, timezone };
        try {
          payload = batchWith(payload, table, changes, schemaOf(found), context);
        } catch (error) {
          if (!isFieldError(error)) throw error;
          throw refused(error.message);
        }
      } else throw changesNot();
    }
    return passed ? { ...payload, passed: needed.signature } : payload;
  };

  return {
    ...store,
    async execute(command, meta) {
      let sent: typeof command = command;
      for (let attempt = 1; ; attempt++) {
        try {
          return await store.execute(sent, meta);
        } catch (error) {
          if (!isRejection(error) || error.code !== 'records.triggers_needed' || attempt === tries) throw error;
          const payload = await answered(command.type, sent.payload, meta, error.details as TriggersNeeded);
          sent = { ...command, payload: JSON.stringify(payload) };
        }
      }
    },
  };
};
