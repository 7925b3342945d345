import { newId, noPermissions, systemActor, type Actor, type EventContext } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import type { Tables } from '../access/tables.ts';
import { event, type AutomationsEvent, type EventOf } from '../events.ts';
import { runFunction } from '../steps/run-function.ts';
import type { Doing } from '../steps/step.ts';
import { undoCommit } from '../undo/decide.ts';
import { createBridge } from './bridge.ts';
import {
  changeFunction,
  createFunction,
  deleteFunction,
  eraseFunction,
  meterCall,
  meterCalls,
  saveFunctionVersion,
  setFunctionSecret,
} from './decide.ts';
import { functionAggregate, meterAggregate, type LowCodeFunction, type Meter } from './evolve.ts';
import { keptOf } from './kept.ts';
import { functionsModel } from './projection.ts';
import { microUnitsOf, monthOf } from './units.ts';

const settings = {
  label: 'Route plan',
  language: 'python',
  isAsync: false,
  triggerEvents: [] as string[],
  triggerTableId: '',
};
const functionId = 'f';
const context: EventContext = {
  organizationId: 'o',
  commitId: 'c',
  position: 1,
  index: 0,
  time: 1_000,
  actorId: 'u',
  origin: 'api',
  advances: [{ stream: 'function:f', version: 1 }],
};
const person = (id: string, flag: 0 | 1 = 1): Actor => ({
  organizationId: 'o',
  kind: 'user',
  id,
  userId: id,
  seat: 'builder',
  roleId: '2',
  permissionVersion: 1,
  permissions: { ...noPermissions, flags: { ...noPermissions.flags, development: flag } },
});
const env = (actor: Actor) => ({ now: 1, newId, meta: { actor, origin: 'api' as const } });
const made = event('functionCreated', { functionId, settings, ownerId: 'u', active: true });
const gone = event('functionDeleted', { functionId, label: 'Route plan' });
const erased = event('functionErased', { functionId, label: 'Route plan' });
const saved = (version: number) =>
  event('functionVersionSaved', {
    functionId,
    version,
    sourceCode: `code ${version}`,
    note: '',
    language: 'python',
    isAsync: false,
    restoredVersion: 0,
  });
const fold = (...events: readonly AutomationsEvent[]): LowCodeFunction | undefined =>
  events.reduce<LowCodeFunction | undefined>(
    (state, one) => functionAggregate.evolve(state, one, context),
    functionAggregate.initial,
  );
const known = (...events: readonly AutomationsEvent[]) => ({ version: events.length, state: fold(...events) });
type Decided = { readonly events: readonly { readonly event: AutomationsEvent }[] };
const codeOf = (decide: () => unknown): string => {
  try {
    return (decide() as Decided).events.map((one) => one.event.$case).join();
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const version = { functionId, sourceCode: 'x', note: '', language: 'python', isAsync: false, restoredVersion: 0 };

describe('a command', () => {
  const owner = env(person('u'));
  it.each<readonly [string, () => unknown, string]>([
    [
      'makes one',
      () => createFunction.decide({ functionId, settings, active: true }, known(), owner),
      'functionCreated',
    ],
    ['makes it once', () => createFunction.decide({ functionId, settings, active: true }, known(made), owner), ''],
    [
      'is for those who may write code',
      () => createFunction.decide({ functionId, settings, active: true }, known(), env(person('u', 0))),
      'forbidden',
    ],
    [
      'changes and switches',
      () =>
        changeFunction.decide(
          { functionId, settings: { ...settings, label: 'Other' }, active: false },
          known(made),
          owner,
        ),
      'functionChanged,functionSwitched',
    ],
    [
      'keeps the language of code',
      () =>
        changeFunction.decide(
          { functionId, settings: { ...settings, language: 'php' }, active: true },
          known(made, saved(1)),
          owner,
        ),
      'functions.language_stays',
    ],
    [
      'sees what somebody else changed',
      () => changeFunction.decide({ functionId, settings, active: true, revision: 5 }, known(made), owner),
      'functions.stale',
    ],
    ['saves code', () => saveFunctionVersion.decide(version, known(made), owner), 'functionVersionSaved'],
    [
      'restores what was there',
      () => saveFunctionVersion.decide({ ...version, restoredVersion: 2 }, known(made, saved(1)), owner),
      'functions.version_not_found',
    ],
    ['is the owner’s', () => saveFunctionVersion.decide(version, known(made), env(person('other'))), 'forbidden'],
    ['finds none', () => deleteFunction.decide({ functionId }, known(), owner), 'function_not_found'],
    [
      'forgets no secret twice',
      () => setFunctionSecret.decide({ functionId, name: 'KEY', removed: true }, known(made), owner),
      '',
    ],
    ['deletes', () => deleteFunction.decide({ functionId }, known(made), owner), 'functionDeleted'],
    ['erases what is deleted', () => eraseFunction.decide({ functionId }, known(made, gone), owner), 'functionErased'],
    ['erases nothing else', () => eraseFunction.decide({ functionId }, known(made), owner), 'functions.not_deleted'],
    ['erases once', () => eraseFunction.decide({ functionId }, known(made, gone, erased), owner), 'function_not_found'],
  ])('%s', (_name, decide, expected) => {
    expect(codeOf(decide)).toBe(expected);
  });
});

describe('an undo', () => {
  const changed = event('functionChanged', { functionId, settings: { ...settings, label: 'B' }, before: settings });
  const deleted = event('functionDeleted', { functionId, label: 'x' });
  const undo = (one: AutomationsEvent, now: ReturnType<typeof known>, actor = person('u')) => {
    const commit = { id: 'c', position: 1, time: 1, meta: { origin: 'api', actor }, events: [one] };
    const none = { version: 0, state: undefined };
    const loaded = { commit, automation: none, webhook: none, incoming: none, lowCode: now };
    return codeOf(() =>
      undoCommit.decide({ commitId: 'c' }, loaded as unknown as Parameters<typeof undoCommit.decide>[1], env(actor)),
    );
  };
  it.each<readonly [string, AutomationsEvent, readonly AutomationsEvent[], string]>([
    ['a creation', made, [made], 'functionDeleted'],
    ['a change', changed, [made, changed], 'functionChanged'],
    ['a deletion', deleted, [made, deleted], 'functionRestored'],
    ['a deletion of what is gone forever', deleted, [made, deleted, erased], 'undo.nothing'],
    ['a version', saved(1), [made, saved(1)], 'undo.not_undoable'],
  ])('of %s', (_name, one, events, expected) => {
    expect(undo(one, known(...events))).toBe(expected);
  });
  it('is the owner’s', () => {
    expect(undo(changed, known(made, changed), person('other'))).toBe('forbidden');
  });
});

describe('what is counted', () => {
  const called = (callId: string, month: string): EventOf<'functionCalled'> => ({
    functionId,
    callId,
    kind: 'run',
    version: 1,
    state: 'done',
    code: '',
    tookMs: 10,
    peakBytes: 1,
    microUnits: 5,
    month,
    callerId: 'u',
    at: 900,
    number: 0,
    trigger: '',
  });
  it('is memory times time in steps of 10 ms', () => {
    expect(microUnitsOf(1e9, 1_000)).toBe(1e6);
    expect(microUnitsOf(1e9, 1)).toBe(10_000);
    expect(microUnitsOf(5e7, 421)).toBe(21_500);
  });
  it('belongs to the month of the organization', () => {
    const at = Date.UTC(2026, 10, 1, 1);
    expect([monthOf(at, 'UTC'), monthOf(at, 'America/Sao_Paulo')]).toEqual(['2026-11', '2026-10']);
  });
  it('adds up by month, once for a call, by the service alone', () => {
    const meter = [called('a', '2026-10'), called('b', '2026-11'), called('c', '2026-11')].reduce<Meter>(
      (state, one) => meterAggregate.evolve(state, event('functionCalled', one), context),
      meterAggregate.initial,
    );
    expect(meter.months).toEqual({
      '2026-11': { calls: 2, microUnits: 10 },
      '2026-10': { calls: 1, microUnits: 5 },
    });
    const system = env(systemActor('automations', 'o'));
    const state = { version: 3, state: meter };
    expect(codeOf(() => meterCall.decide(called('c', '2026-11'), state, system))).toBe('');
    expect(codeOf(() => meterCall.decide(called('d', '2026-11'), state, system))).toBe('functionCalled');
    expect(codeOf(() => meterCall.decide(called('d', '2026-11'), state, env(person('u'))))).toBe('forbidden');
  });
  it('is written down many at once, with the number of each', () => {
    const system = env(systemActor('automations', 'o'));
    const meters = new Map([
      ['f', { version: 3, state: { months: {}, calls: 7 } }],
      ['g', { version: 0, state: undefined }],
    ]);
    const calls = [called('a', '2026-11'), { ...called('b', '2026-11'), functionId: 'g' }, called('c', '2026-11')];
    const { events } = meterCalls.decide({ calls }, meters, system);
    expect(events).toMatchObject([
      { event: { value: { number: 8 } }, advances: [{ stream: 'functionmeter:f', version: 4 }] },
      { event: { value: { number: 1 } }, advances: [{ stream: 'functionmeter:g', version: 1 }] },
      { event: { value: { number: 9 } }, advances: [{ stream: 'functionmeter:f', version: 5 }] },
    ]);
  });
  it('is kept of the last 200 calls, and of none of before', () => {
    const project = (number: number) =>
      functionsModel
        .project(event('functionCalled', { ...called('a', '2026-11'), number }), context, () => meterAggregate.initial)
        .map((op) => ('collection' in op ? `${op.collection} ${'id' in op ? op.id : ''}` : ''));
    expect(project(0)).toEqual(['functionmeters f']);
    expect(project(201)).toEqual(['functionmeters f', 'functioncalls f:001']);
  });
  it('leaves out what is large, and keeps the beginning of a long log', () => {
    const line = { level: 'info', text: 'x'.repeat(20_000), at: 1 };
    const given = { callId: 'c', input: 'y'.repeat(40_000), output: 1, reason: '', logs: [line, line] };
    expect(keptOf(given)).toEqual({ ...given, input: null, logs: [line], cut: true });
    expect(keptOf({ ...given, input: 1, logs: [] })).toMatchObject({ input: 1, cut: false });
  });
  it('stands in the model beside the function, whose code lies with its versions', () => {
    const ops = functionsModel.project(saved(1), context, () => fold(made, saved(1)));
    expect(ops).toMatchObject([
      { collection: 'functions', document: { version: 1, revision: 1 } },
      { collection: 'functionversions', id: 'f:000001', document: { sourceCode: 'code 1' } },
    ]);
    expect(JSON.stringify(ops[0])).not.toContain('code 1');
  });
});

describe('the bridge', () => {
  const [table, record] = [newId(), newId()];
  const bridge = (simulated = false, value: unknown = { id: record }) => {
    const asked: string[] = [];
    const tables = new Proxy({} as Tables, {
      get: (_, name) => async () => {
        asked.push(String(name));
        return name === 'read' || name === 'find' ? [value] : value;
      },
    });
    const answers = createBridge({
      actor: person('u'),
      cause: { runId: 'r', key: 'k', commitId: '', depth: 0 },
      simulated,
      tables,
      dialer: { request: async () => ({ status: 200, headers: {}, body: Buffer.from('x') }) as never },
      secret: async (name) => (name === 'KEY' ? 'hush' : undefined),
      clock: () => 1,
    });
    return { answers, asked };
  };
  it.each<readonly [string, readonly unknown[], object]>([
    ['get', [table, record], { value: { id: record } }],
    ['get', [table, 'x'], { error: 'A table and a record are named by their ids.' }],
    ['create', [table, 'x'], { error: 'The bridge does not know this call.' }],
    ['secret', ['KEY'], { value: 'hush' }],
    ['secret', ['OTHER'], { error: 'The function has no secret of this name.' }],
    ['fetch', ['file:///etc/passwd'], { error: 'This is no address of the web.' }],
    ['fetch', ['https://a.example', { method: 'TRACE' }], { error: 'The bridge does not know this call.' }],
    ['constructor', [], { error: 'The bridge does not know this call.' }],
  ])('answers %s %j', async (name, args, expected) => {
    expect((await bridge().answers(name, args)).answer).toEqual(expected);
  });
  it('writes nothing in a test', async () => {
    const { answers, asked } = bridge(true);
    await answers('create', [table, {}]);
    await answers('update', [table, record, {}]);
    await answers('remove', [table, record]);
    expect(asked).toEqual(['check', 'check', 'read', 'read']);
    const { answer } = await answers('fetch', ['https://a.example', { method: 'POST' }]);
    expect(answer).toEqual({ value: { status: null, body: null } });
  });
  it('is asked so often, and answers so much', async () => {
    const { answers } = bridge();
    for (let i = 0; i < 200; i++) await answers('secret', ['KEY']);
    expect((await answers('secret', ['KEY'])).answer).toEqual({ error: 'A call asks the bridge at most 200 times.' });
    const large = bridge(false, { id: 'x'.repeat(1024 * 1024) });
    expect((await large.answers('get', [table, record])).answer).toEqual({
      error: 'What the code asked for is larger than 1 MB.',
    });
  });
});

describe('a step', () => {
  const doing = (called: object, begun = false) =>
    ({ input: { functionId }, begun, functions: { forStep: async () => called } }) as unknown as Doing;
  it('has what the function answers', async () => {
    expect(await runFunction.run(doing({ output: 7, error: null }))).toEqual({ output: { result: 7 } });
  });
  it('fails with it, and is not done again where nobody knows what it did', async () => {
    const failed = { output: null, error: { code: 'functions.time', reason: 'It took too long.' } };
    await expect(runFunction.run(doing(failed))).rejects.toMatchObject({ code: 'functions.call_failed' });
    await expect(runFunction.run(doing(failed, true))).rejects.toMatchObject({ code: 'automations.outcome_unknown' });
  });
});
