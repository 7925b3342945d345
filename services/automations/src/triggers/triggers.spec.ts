import {
  isRejection,
  newId,
  noPermissions,
  systemActor,
  type Actor,
  type EventContext,
  type Snapshot,
} from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { event, type AutomationsEvent } from '../events.ts';
import { changeFunction, createFunction, saveFunctionVersion } from '../functions/decide.ts';
import { functionAggregate, type FunctionSettings, type LowCodeFunction } from '../functions/evolve.ts';
import { createTurns } from '../functions/turns.ts';
import { answersOf } from './answers.ts';
import { chunksOf } from './chunks.ts';
import { beginTrigger, endTrigger, queueTriggers } from './decide.ts';
import { triggerCallAggregate, type TriggerCall } from './evolve.ts';
import { guardsOf } from './guards.ts';
import { triggersModel } from './projection.ts';

const fields = [
  { id: 'a', name: 'Amount' },
  { id: 'n', name: 'Name' },
];
const context = (time = 1_000): EventContext => ({
  organizationId: 'o',
  commitId: 'c',
  position: 1,
  index: 0,
  time,
  actorId: 'u',
  origin: 'api',
  advances: [],
});
const builder: Actor = {
  organizationId: 'o',
  kind: 'user',
  id: 'u',
  userId: 'u',
  seat: 'builder',
  roleId: '2',
  permissionVersion: 1,
  permissions: { ...noPermissions, flags: { ...noPermissions.flags, development: 1 } },
};
type Env = Parameters<typeof createFunction.decide>[2];
const env = (actor: Actor): Env => ({ now: 1_000, newId, meta: { actor, origin: 'api' as const } }) as unknown as Env;
const codeOf = (decide: () => { readonly events: readonly { readonly event: AutomationsEvent }[] }): string => {
  try {
    return decide()
      .events.map(({ event: one }) => one.$case)
      .join();
  } catch (error) {
    if (!isRejection(error)) throw error;
    return error.code;
  }
};

describe('the answer of a before-trigger', () => {
  it.each<readonly [string, unknown, unknown]>([
    ['nothing', null, [undefined, undefined]],
    ['a refusal of all', { refuse: ' Too much ' }, [{ refuse: 'Too much' }, { refuse: 'Too much' }]],
    ['values by id', { values: { a: 1 } }, [{ values: { a: 1 } }, { values: { a: 1 } }]],
    ['values by name', { values: { AMOUNT: 1 } }, [{ values: { a: 1 } }, { values: { a: 1 } }]],
    ['one for each', { records: [null, { refuse: 'No' }] }, [undefined, { refuse: 'No' }]],
    ['too few', { records: [null] }, undefined],
    ['a field that is not there', { values: { other: 1 } }, undefined],
    ['something else', 'yes', undefined],
    ['an empty sentence', { refuse: ' ' }, undefined],
  ])('%s', (_name, answer, expected) => {
    expect(answersOf(answer, 2, fields)).toEqual(expected);
  });
});

const plain: FunctionSettings = {
  label: 'Check',
  language: 'python',
  isAsync: true,
  triggerEvents: [],
  triggerTableId: '',
};
const functionId = 'f';
const made = (settings: FunctionSettings) =>
  event('functionCreated', { functionId, settings, ownerId: 'u', active: true });
const saved = event('functionVersionSaved', {
  functionId,
  version: 1,
  sourceCode: 'x',
  note: '',
  language: 'python',
  isAsync: true,
  restoredVersion: 0,
});
const fold = (...events: readonly (readonly [AutomationsEvent, number])[]): LowCodeFunction =>
  events.reduce<LowCodeFunction | undefined>(
    (state, [one, time]) => functionAggregate.evolve(state, one, context(time)),
    undefined,
  )!;

describe('a trigger', () => {
  const create = (settings: FunctionSettings) =>
    createFunction.decide({ functionId, settings, active: true }, { version: 0, state: undefined }, env(builder));
  it('has a table and an event, or neither', () => {
    expect(codeOf(() => create({ ...plain, triggerEvents: ['afterInsert'] }))).toBe('functions.trigger_incomplete');
    expect(codeOf(() => create({ ...plain, triggerTableId: 't' }))).toBe('functions.trigger_incomplete');
    expect(codeOf(() => create(plain))).toBe('functionCreated');
  });
  it('is waited for where it has a before event', () => {
    const before = { ...plain, triggerEvents: ['beforeInsert', 'afterInsert'], triggerTableId: 't' };
    expect(create(before).events[0]!.event.value).toMatchObject({ settings: { isAsync: false } });
    const after = { ...plain, triggerEvents: ['afterInsert'], triggerTableId: 't' };
    expect(create(after).events[0]!.event.value).toMatchObject({ settings: { isAsync: true } });
    const known = { version: 1, state: fold([made(before), 1]) };
    const version = saved.value as never as object;
    const decided = saveFunctionVersion.decide({ ...version, functionId } as never, known, env(builder));
    expect(decided.events[0]!.event.value).toMatchObject({ isAsync: false });
  });
  it('is another one where its events change', () => {
    const known = { version: 1, state: fold([made(plain), 1]) };
    const settings = { ...plain, triggerEvents: ['afterDelete'], triggerTableId: 't' };
    expect(codeOf(() => changeFunction.decide({ functionId, settings, active: true }, known, env(builder)))).toBe(
      'functionChanged',
    );
  });
  it('hears what happens since it was on, of this table, and had code', () => {
    const settings = { ...plain, triggerEvents: ['afterInsert'], triggerTableId: 't' };
    const renamed = event('functionChanged', { functionId, settings: { ...settings, label: 'B' }, before: settings });
    const moved = event('functionChanged', {
      functionId,
      settings: { ...settings, triggerTableId: 'u' },
      before: settings,
    });
    const on = event('functionSwitched', { functionId, active: true });
    expect(fold([made(settings), 1]).since).toBe(1);
    expect(fold([made(settings), 1], [saved, 2], [renamed, 3]).since).toBe(2);
    expect(fold([made(settings), 1], [saved, 2], [saved, 3]).since).toBe(2);
    expect(fold([made(settings), 1], [saved, 2], [moved, 3]).since).toBe(3);
    expect(fold([made(settings), 1], [saved, 2], [on, 4]).since).toBe(4);
  });
});

describe('the guards of tables', () => {
  it('are the before events of all that hear', () => {
    const of = (hears: string, ...triggerEvents: string[]) => ({ hears, settings: { ...plain, triggerEvents } });
    const guards = guardsOf([
      of('t', 'beforeInsert', 'afterUpdate'),
      of('t', 'beforeUpdate', 'beforeInsert'),
      of('u', 'afterInsert'),
      of('', 'beforeDelete'),
    ]);
    expect([...guards]).toEqual([['t', ['insert', 'update']]]);
  });
});

describe('a call behind a commit', () => {
  const call = {
    callId: 'k',
    functionId,
    tableId: 't',
    trigger: 'afterInsert',
    recordIds: ['r'],
    eventId: 'c.0',
    commitId: 'c',
    depth: 0,
    at: 1,
    isAsync: false,
  };
  const queued = event('triggerQueued', call);
  const begun = event('triggerBegun', { callId: 'k', functionId });
  const ended = event('triggerEnded', { callId: 'k', functionId, state: 'done', code: '', reason: '' });
  const known = (...events: readonly AutomationsEvent[]): Snapshot<TriggerCall | undefined> => ({
    version: events.length,
    state: events.reduce<TriggerCall | undefined>(
      (state, one) => triggerCallAggregate.evolve(state, one, context()),
      undefined,
    ),
  });
  const system = env(systemActor('automations', 'o'));
  it('is made once', () => {
    const queue = (state: ReturnType<typeof known>) =>
      codeOf(() => queueTriggers.decide({ calls: [call] }, [state], system));
    expect([queue(known()), queue(known(queued))]).toEqual(['triggerQueued', '']);
    const begin = (state: ReturnType<typeof known>) =>
      codeOf(() => beginTrigger.decide({ callId: 'k', functionId }, state, system));
    expect([begin(known(queued)), begin(known(queued, begun))]).toEqual([
      'triggerBegun',
      'automations.outcome_unknown',
    ]);
    const end = (state: ReturnType<typeof known>) =>
      codeOf(() => endTrigger.decide(ended.value as never, state, system));
    expect([end(known(queued, begun)), end(known(queued, begun, ended))]).toEqual(['triggerEnded', '']);
  });
  it('leaves the queue where it ends', () => {
    const ops = (...events: readonly AutomationsEvent[]) =>
      triggersModel.project(events.at(-1)!, context(), () => known(...events).state).map(({ op }) => op);
    expect([ops(queued), ops(queued, begun, ended)]).toEqual([
      ['document.put', 'document.put'],
      ['document.delete', 'document.delete'],
    ]);
  });
});

describe('the records of calls', () => {
  it('are 100 at most, and no heavier than an input may be', () => {
    expect(chunksOf(Array.from({ length: 250 }, () => 1)).map(({ length }) => length)).toEqual([100, 100, 50]);
    const heavy = 'x'.repeat(90_000);
    expect(chunksOf([heavy, heavy, heavy, 1])).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(chunksOf(['x'.repeat(300_000), 1])).toEqual([[0], [1]]);
    expect(chunksOf([])).toEqual([]);
  });
});

describe('turns', () => {
  it('are waited for as long as somebody may, and are refused then', async () => {
    const { take } = createTurns();
    const ends = await Promise.all(Array.from({ length: 4 }, () => take('o', 0)));
    await expect(take('o', 0)).rejects.toMatchObject({ code: 'functions.busy' });
    const next = take('o', 5_000);
    (await take('p', 0))();
    ends[0]!();
    (await next)();
    await expect(take('o', 0)).resolves.toBeTypeOf('function');
  });
});
