import { isRejection, passedOn, type CommandMeta } from '@tessera/kernel';
import type { PurgingStore } from '@tessera/event-store';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../definitions/handler.ts';
import { evolveTable } from '../definitions/evolve.ts';
import type { Guard, TableState } from '../definitions/state.ts';
import type { TablesEvent } from '../events.ts';
import { conflict } from '../refusals.ts';
import { askingTriggers } from './ask.ts';
import { guardTable } from './decide.ts';
import { guarded, type Asked, type TriggersNeeded } from './guard.ts';

const field = { id: 'a', name: 'Amount', type: 'number', props: {}, number: 1, generation: 0 };
const table = (guards: readonly Guard[]): TableState =>
  ({ id: 't', version: 3, guards, fields: [field], deletedFields: [], views: [] }) as unknown as TableState;
const created = (...recordIds: string[]): TablesEvent =>
  ({
    $case: 'recordsCreated',
    value: { tableId: 't', schemaVersion: 1, recordIds, columns: [], draft: false },
  }) as TablesEvent;
const deleted: TablesEvent = { $case: 'recordsDeleted', value: { tableId: 't', recordIds: ['r'], versions: [2] } };

type State = { readonly schema: { readonly table: TableState } };
const handler = (events: readonly TablesEvent[], applies?: () => boolean) =>
  guarded<Asked, State, null>(
    {
      *load() {
        return { schema: { table: table([]) } };
      },
      decide: () => ({ events: events.map((event) => ({ event, advances: [] })) }),
      *answer() {
        return null;
      },
    } satisfies Handler<Asked, State, null>,
    { places: () => [7], ...(applies !== undefined && { applies }) },
  );
const decide = (guards: readonly Guard[], events: readonly TablesEvent[], command: Asked = {}) => {
  const env = { meta: { origin: 'api' } } as unknown as Parameters<Handler<Asked, State, null>['decide']>[2];
  try {
    return handler(events).decide(command, { schema: { table: table(guards) } }, env).events.length;
  } catch (error) {
    if (!isRejection(error)) throw error;
    return error.details as TriggersNeeded;
  }
};

describe('a write of a table with before-triggers', () => {
  it('is done where none of them is asked about it', () => {
    expect(decide([], [created('r')])).toBe(1);
    expect(decide(['delete', 'update'], [created('r')])).toBe(1);
  });
  it('is asked about first, and done with their yes to the very same', () => {
    const asked = decide(['insert'], [created('r'), deleted]) as TriggersNeeded;
    expect(asked.tables).toMatchObject([
      { tableId: 't', kinds: ['insert'], places: [[7]], ids: [['r']], foreign: false, names: { a: 'Amount' } },
    ]);
    // The ids of new records are given anew each time it is decided.
    expect(decide(['insert'], [created('s'), deleted], { passed: asked.signature })).toBe(2);
    expect(decide(['insert'], [created('s', 't')], { passed: asked.signature })).toMatchObject({ tables: [{}] });
    const gone = decide(['delete'], [deleted]) as TriggersNeeded;
    expect(decide(['delete'], [deleted], { passed: gone.signature })).toBe(1);
    const later = { ...deleted, value: { ...deleted.value, versions: [3] } } as TablesEvent;
    expect(decide(['delete'], [later], { passed: gone.signature })).toMatchObject({ tables: [{}] });
  });
  it('is not asked about where a field as such is changed', () => {
    const decided = handler([created('r')], () => false).decide({}, { schema: { table: table(['insert']) } }, {
      meta: {},
    } as never);
    expect(decided.events).toHaveLength(1);
  });
});

describe('the guards of a table', () => {
  const decided = (events: readonly Guard[], kind: string, now: readonly Guard[] = []) => {
    const env = {
      meta: { actor: { kind, permissions: { flags: {} }, seat: 'builder', organizationId: 'o' } },
    } as never;
    return guardTable.decide({ tableId: 't', events }, { version: 3, state: table(now) }, env).events;
  };
  it('are set by the service that has the triggers, and stand in its definition', () => {
    const [one] = decided(['update', 'insert'], 'system');
    expect(one).toMatchObject({ event: { value: { events: ['insert', 'update'] } }, advances: [{ version: 4 }] });
    expect(decided(['insert'], 'system', ['insert'])).toEqual([]);
    expect(() => decided(['insert'], 'user')).toThrow();
    const context = { advances: [], time: 1 } as never;
    expect(evolveTable(table([]), one!.event, context)).toMatchObject({ guards: ['insert', 'update'] });
  });
});

describe('the store', () => {
  const needed: TriggersNeeded = {
    signature: 's',
    tables: [
      {
        tableId: 't',
        events: [''],
        kinds: ['insert'],
        ids: [['x', 'y']],
        foreign: false,
        places: [[0, 1]],
        names: { a: 'Amount' },
      },
    ],
  };
  const run = async (payload: object, answer: () => Promise<object>, type = 'records.create') => {
    const sent: Record<string, unknown>[] = [];
    const store = {
      execute: async (command: { payload: string | object }) => {
        const one = (typeof command.payload === 'string' ? JSON.parse(command.payload) : command.payload) as Record<
          string,
          unknown
        >;
        sent.push(one);
        if (one['passed'] !== 's') throw conflict('records.triggers_needed', needed);
        return { answer: 'done' };
      },
    } as unknown as PurgingStore<TablesEvent>;
    const rpc = { client: () => ({ askTriggers: answer }) } as never;
    const asking = askingTriggers(store, { rpc, directory: {} as never, definition: async () => undefined });
    const meta = { actor: { organizationId: 'o' }, origin: 'api' } as unknown as CommandMeta;
    const result = await asking
      .execute({ type, payload: JSON.stringify(payload) }, meta)
      .catch((error: unknown) => error);
    return { result, sent };
  };
  const body = { records: [{ fields: { a: 1 } }, { fields: { Amount: 2 } }] };
  const nothing = { refusals: [], changes: [] };
  it('sends a write again with their yes', async () => {
    const { result, sent } = await run({ key: 'id', body }, async () => nothing);
    expect(result).toEqual({ answer: 'done' });
    expect(sent[1]).toEqual({ key: 'id', body, passed: 's' });
  });
  it('writes what they want instead, by whichever name the request has', async () => {
    const changes = [
      { event: 0, place: 0, valuesJson: '{"a":5}' },
      { event: 0, place: 1, valuesJson: '{"a":6}' },
    ];
    const byId = await run({ key: 'id', body }, async () => ({ ...nothing, changes }));
    expect(byId.sent[1]!['body']).toEqual({ records: [{ fields: { a: 5 } }, { fields: { a: 6 } }] });
    const byName = await run({ key: 'name', body }, async () => ({ ...nothing, changes }));
    expect(byName.sent[1]!['body']).toEqual({ records: [{ fields: { Amount: 5 } }, { fields: { Amount: 6 } }] });
  });
  it('tells what they refuse to the command, whose places these are', async () => {
    const refusals = [{ event: 0, place: 1, message: 'Too much', label: 'x' }];
    const { sent } = await run({ key: 'id', body }, async () => ({ ...nothing, refusals }));
    expect(sent[1]!['refused']).toEqual([
      { change: 'create', index: 1, code: 'records.trigger_refused', message: 'Too much', recordId: 'y' },
    ]);
  });
  it('refuses clearly where they cannot be asked, and lets nothing pass', async () => {
    const away = passedOn('unavailable', 'rpc.unavailable', 'x');
    const { result, sent } = await run({ key: 'id', body }, () => Promise.reject(away));
    expect(result).toMatchObject({ kind: 'unavailable', code: 'records.triggers_away' });
    expect(sent).toHaveLength(1);
  });
  it('refuses a change of what is written whole by others', async () => {
    const changes = [{ event: 0, place: 0, valuesJson: '{"a":5}' }];
    const { result } = await run({ body }, async () => ({ ...nothing, changes }), 'records.append');
    expect(result).toMatchObject({ code: 'records.trigger_changes' });
  });
});
