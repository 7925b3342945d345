import { passedOn, type EventContext } from '@tessera/kernel';
import { TablesPublicEvent, type Field } from '@tessera/proto/tables/v1/events';
import { toColumn } from '@tessera/proto/cells';
import { describe, expect, it } from 'vitest';
import type { Tables } from '../access/tables.ts';
import type { FunctionDocument } from '../functions/projection.ts';
import { createAfter } from './after.ts';
import { createBefore } from './before.ts';
import { createGuards } from './guards.ts';

const tableId = 't';
const field = (id: string, name: string): Field =>
  ({
    id,
    name,
    type: 'singleLineText',
    propsJson: '{}',
    propsVersion: 0,
    number: 1,
    generation: 0,
  }) as unknown as Field;
const fields = [field('a', 'Name'), field('b', 'Note')];
const trigger = (id: string, createdAt: number, part: Partial<FunctionDocument> = {}): FunctionDocument =>
  ({
    id,
    ownerId: 'u',
    createdAt,
    since: 10,
    hears: tableId,
    settings: {
      label: id,
      language: 'python',
      isAsync: false,
      triggerEvents: ['beforeInsert', 'beforeUpdate', 'beforeDelete', 'afterInsert', 'afterUpdate', 'afterDelete'],
      triggerTableId: tableId,
    },
    ...part,
  }) as FunctionDocument;

type Event = NonNullable<TablesPublicEvent['event']>;
const column = (id: string, ...cells: (string | null)[]) => toColumn(id, 0, 'text', cells);
const created = (...names: string[]): Event =>
  ({
    $case: 'recordsCreated',
    value: {
      tableId,
      schemaVersion: 1,
      recordIds: names.map((_, at) => `r${at}`),
      columns: [column('a', ...names)],
      draft: false,
    },
  }) as Event;
const changed: Event = {
  $case: 'cellsChanged',
  value: {
    tableId,
    schemaVersion: 1,
    recordIds: ['r0'],
    versions: [2],
    before: [column('a', 'old')],
    after: [column('a', 'new')],
    links: [],
  },
} as unknown as Event;
const deleted = { $case: 'recordsDeleted', value: { tableId, recordIds: ['r0'], versions: [2] } } as unknown as Event;

const tables = {
  fields: async () => fields,
  readRows: async (_actor: unknown, _table: string, ids: readonly string[]) => ({
    fields,
    records: ids.map((id) => ({ values: { id, a: 'old', b: 'kept' }, cells: {} })),
  }),
} as unknown as Tables;
const quiet = { warn: () => undefined, error: () => undefined } as never;

type Given = {
  readonly event: string;
  readonly records: readonly { readonly record: object; readonly before: object | null }[];
};
const before = (
  triggers: readonly FunctionDocument[],
  answers: (id: string, given: Given) => unknown,
  isThere = true,
) => {
  const asked: string[] = [];
  const ask = createBefore({
    documents: { find: async () => triggers } as never,
    log: quiet,
    tables,
    directory: { present: async () => (isThere ? { organizationId: 'o' } : undefined) } as never,
    functions: {
      forTrigger: async (_actor: unknown, id: string, { input }: { input: Given }) => {
        asked.push(id);
        const answer = answers(id, input);
        if (answer instanceof Error) throw answer;
        const failed = typeof answer === 'string' ? { code: answer, reason: 'secret trace' } : null;
        return { error: failed, output: failed === null ? answer : null };
      },
    } as never,
  });
  const run = (...events: Event[]) =>
    ask(
      { organizationId: 'o' },
      { tableId, events: events.map((event) => TablesPublicEvent.encode({ event }).finish()) },
    );
  return { run, asked };
};

describe('before-triggers', () => {
  it('see what will be and what is, the oldest first, each with what those before it changed', async () => {
    const seen: Given[] = [];
    const { run, asked } = before([trigger('second', 2), trigger('first', 1)], (id, given) => {
      seen.push(given);
      return id === 'first' ? { values: { Note: 'set' } } : null;
    });
    expect(await run(changed)).toEqual({
      refusals: [],
      changes: [{ event: 0, place: 0, valuesJson: '{"b":"set"}' }],
    });
    expect(asked).toEqual(['first', 'second']);
    expect(seen[0]).toEqual({
      event: 'beforeUpdate',
      tableId,
      records: [{ record: { id: 'r0', a: 'new', b: 'kept' }, before: { id: 'r0', a: 'old', b: 'kept' } }],
    });
    expect(seen[1]!.records[0]!.record).toMatchObject({ b: 'set' });
  });
  it('are not asked about records that one of them refused, and the others go on', async () => {
    const seen: number[] = [];
    const { run } = before([trigger('first', 1), trigger('second', 2)], (id, { records }) => {
      seen.push(records.length);
      return id === 'first' ? { records: [null, { refuse: 'No.' }, null] } : null;
    });
    expect(await run(created('x', 'y', 'z'))).toMatchObject({
      refusals: [{ event: 0, place: 1, message: 'No.', label: 'first' }],
      changes: [],
    });
    expect(seen).toEqual([3, 2]);
  });
  it.each<readonly [string, unknown, string]>([
    ['is late', 'functions.time', 'The trigger "first" took longer than 2 s.'],
    ['fails', 'functions.failed', 'The trigger "first" failed.'],
    ['answers something else', 7, 'The trigger "first" answered what it may not.'],
    [
      'is off by then',
      passedOn('conflict', 'functions.off', 'This function is off.'),
      'The trigger "first" could not be asked: This function is off.',
    ],
  ])('refuse every record where one %s', async (_name, answer, message) => {
    const { run } = before([trigger('first', 1)], () => answer);
    const { refusals } = await run(created('x', 'y'));
    expect(refusals.map((one) => one.message)).toEqual([message, message]);
  });
  it('refuse where their owner is gone, and change nothing that is deleted', async () => {
    const gone = await before([trigger('first', 1)], () => null, false).run(deleted);
    expect(gone.refusals).toMatchObject([{ message: 'The owner of the trigger "first" is no longer active.' }]);
    const change = await before([trigger('first', 1)], () => ({ values: { a: 'x' } })).run(deleted);
    expect(change.refusals).toMatchObject([{ message: 'The trigger "first" answered what it may not.' }]);
  });
  it('have whoever writes try again where the runner is busy', async () => {
    const { run } = before([trigger('first', 1)], () => passedOn('unavailable', 'functions.busy', 'Busy.'));
    await expect(run(deleted)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

const context = (part: Partial<EventContext> = {}): EventContext => ({
  organizationId: 'o',
  commitId: 'c',
  position: 1,
  index: 0,
  time: 100,
  actorId: 'u',
  origin: 'api',
  advances: [],
  ...part,
});
const after = (triggers: readonly FunctionDocument[], written: Readonly<Record<string, string>> = {}) => {
  const queued: { readonly callId: string; readonly functionId: string; readonly trigger: string }[] = [];
  const noted: string[] = [];
  const kept = new Map<string, unknown>(Object.entries(written));
  const { reaction } = createAfter({
    documents: { find: async () => triggers, get: async () => undefined } as never,
    state: {
      put: async (_organization: string, _bucket: string, key: string, value: unknown) => void kept.set(key, value),
      get: async (_organization: string, _bucket: string, key: string) => kept.get(key),
      delete: async () => undefined,
    } as never,
    clock: () => 200,
    limits: { limiter: () => ({ take: async () => 0 }) } as never,
    leases: {} as never,
    log: quiet,
    store: {
      execute: async ({ payload }: { payload: { calls: typeof queued } }) => {
        queued.push(...payload.calls);
        return { answer: null };
      },
      organizations: async () => [],
    } as never,
    tables,
    directory: { present: async () => ({ organizationId: 'o' }) } as never,
    functions: {
      forTrigger: async () => ({ error: null }) as never,
      noteFailed: (_organization: string, _of: object, { code }: { code: string }) => void noted.push(code),
    } as never,
  });
  return {
    run: (event: Event, part?: Partial<EventContext>) => reaction.handle(event, context(part)),
    queued,
    noted,
    kept,
  };
};

describe('after-triggers', () => {
  it('are called for what happened since they hear, once for an event, with what it was before', async () => {
    const { run, queued, kept } = after([trigger('f', 1), trigger('late', 2, { since: 150 })]);
    await run(changed);
    expect(queued).toMatchObject([{ functionId: 'f', trigger: 'afterUpdate', depth: 0, recordIds: ['r0'] }]);
    expect(kept.get(queued[0]!.callId)).toMatchObject({
      event: 'afterUpdate',
      records: [{ record: { id: 'r0', a: 'new' }, before: { a: 'old' } }],
    });
    await run(changed);
    expect(queued[1]!.callId).toBe(queued[0]!.callId);
    await run(changed, { index: 1 });
    expect(queued[2]!.callId).not.toBe(queued[0]!.callId);
  });
  it('are not called by an undo, for what is old, nor by what they wrote themselves', async () => {
    const { run, queued } = after([trigger('f', 1), trigger('g', 2)], { op: 'f' });
    await run(created('x'), { origin: 'undo' });
    await run(created('x'), { time: 5 });
    expect(queued).toEqual([]);
    await run(created('x'), { origin: 'automation', operationId: 'op' });
    expect(queued).toMatchObject([{ functionId: 'g' }]);
  });
  it('are stopped where too many caused one another, and their list says so', async () => {
    const { run, queued, noted } = after([trigger('f', 1)]);
    await run(created('x'), { origin: 'automation', causationDepth: 8 });
    expect([queued, noted]).toEqual([[], ['automations.too_deep']]);
  });
});

describe('the guards', () => {
  const guarding = (functions: readonly object[], fails = 0) => {
    const told: string[] = [];
    const kept = new Map<string, readonly string[]>();
    let left = fails;
    const guards = createGuards({
      documents: { find: async () => functions } as never,
      state: {
        get: async (_organization: string, _bucket: string, key: string) => kept.get(key),
        put: async (_organization: string, _bucket: string, key: string, value: readonly string[]) =>
          void kept.set(key, value),
        delete: async (_organization: string, _bucket: string, key: string) => void kept.delete(key),
        list: async () => [...kept].map(([key, value]) => ({ key, value })),
      } as never,
      log: quiet,
      store: { organizations: async () => ['o'] } as never,
      rpc: {
        client: () => ({
          guardTable: async (asked: { readonly tableId: string; readonly events: readonly string[] }) => {
            if (left-- > 0) throw passedOn('unavailable', 'rpc.away', 'Away.');
            told.push(`${asked.tableId}: ${asked.events.join()}`);
            return {};
          },
        }),
      } as never,
    });
    return { guards, told, kept };
  };
  const hearing = { hears: tableId, settings: { triggerEvents: ['beforeInsert'] } };

  it('are told before a trigger is there, beside those that are, and what is left after it', async () => {
    const { guards, told } = guarding([hearing]);
    await guards.tell('o');
    await guards.prepare('o', { triggerTableId: tableId, triggerEvents: ['beforeUpdate', 'afterInsert'] });
    await guards.prepare('o', { triggerTableId: tableId, triggerEvents: ['beforeUpdate'] });
    await guards.prepare('o', { triggerTableId: 'u', triggerEvents: ['afterInsert'] });
    await guards.tell('o');
    await guards.tell('o');
    expect(told).toEqual(['t: insert', 't: insert,update', 't: insert']);
  });
  it('refuse a trigger whose table cannot be told of it', async () => {
    const { guards, told } = guarding([], 1);
    const asked = { triggerTableId: tableId, triggerEvents: ['beforeInsert'] };
    await expect(guards.prepare('o', asked)).rejects.toMatchObject({ kind: 'unavailable' });
    await guards.prepare('o', asked);
    expect(told).toEqual(['t: insert']);
  });
  it('are taken away where nothing hears any more, and told again where they could not be', async () => {
    const functions = [hearing];
    const { guards, told, kept } = guarding(functions);
    await guards.tell('o');
    functions.length = 0;
    await guards.tell('o');
    expect([told, kept.size]).toEqual([['t: insert', 't: '], 0]);
    const away = guarding([hearing], 1);
    await away.guards.tell('o');
    expect(away.told).toEqual([]);
    await away.guards.tell('o');
    expect(away.told).toEqual(['t: insert']);
    await away.guards.stop();
  });
});
