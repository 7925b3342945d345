/* oxlint-disable unicorn/no-thenable -- the lanes of a condition are called so on the wire */
import { newId, noPermissions, systemActor, type Actor, type EventContext } from '@tessera/kernel';
import type { Step } from '@tessera/proto/automations';
import { describe, expect, it } from 'vitest';
import type { Listener } from '../automations/projection.ts';
import { event, type AutomationsEvent } from '../events.ts';
import { endRun, finishStep, reopenRun, startRuns, type Start } from './decide.ts';
import { runAggregate, type Run, type StepState } from './evolve.ts';
import { nextOf, pathOf, stepIdOf } from './next.ts';
import { runsModel } from './projection.ts';
import { dueRuns } from './schedule.ts';
import { backOff, mayStart, stopOf, type Change } from './starts.ts';

const step = (id: string, lanes: Partial<Step> = {}): Step => ({ id, type: 'set', config: {}, ...lanes });
const done = (more: Partial<StepState> = {}): StepState => ({
  state: 'done',
  attempts: 1,
  at: 0,
  until: 0,
  lane: '',
  items: 0,
  code: '',
  reason: '',
  ...more,
});

describe('what a run does next', () => {
  const told = (steps: readonly Step[], states: Readonly<Record<string, StepState>>) => {
    const todo = nextOf(steps, states);
    return 'path' in todo ? `${todo.do} ${todo.path}` : todo.do;
  };
  const forked = [step('c', { then: [step('t')], else: [step('e')] }), step('z')];
  const looped = [step('l', { each: [step('a'), step('b')] }), step('z')];
  const nested = [step('l', { each: [step('m', { each: [step('a')] })] })];
  it.each<readonly [string, readonly Step[], Readonly<Record<string, StepState>>, string]>([
    ['nothing', [], {}, 'end'],
    ['the first step', [step('a'), step('b')], {}, 'step a'],
    ['the one behind', [step('a'), step('b')], { a: done() }, 'step b'],
    ['the end', [step('a')], { a: done() }, 'end'],
    ['the lane that was chosen', forked, { c: done({ lane: 'then' }) }, 'step t'],
    ['the other lane', forked, { c: done({ lane: 'else' }) }, 'step e'],
    ['behind a lane', forked, { c: done({ lane: 'then' }), t: done() }, 'step z'],
    ['the first item', looped, { l: done({ items: 2 }) }, 'step a@0'],
    ['the second item', looped, { l: done({ items: 2 }), 'a@0': done(), 'b@0': done() }, 'step a@1'],
    ['behind a loop over nothing', looped, { l: done({ items: 0 }) }, 'step z'],
    [
      'a loop in a loop',
      nested,
      { l: done({ items: 2 }), 'm@0': done({ items: 0 }), 'm@1': done({ items: 1 }) },
      'step a@1.0',
    ],
    ['a wait', [step('a')], { a: done({ state: 'delayed', until: 5 }) }, 'wait a'],
    ['what was begun', [step('a')], { a: done({ state: 'begun' }) }, 'step a'],
    ['a failure', [step('a'), step('b')], { a: done({ state: 'failed' }) }, 'fail a'],
  ])('%s', (_name, steps, states, expected) => {
    expect(told(steps, states)).toBe(expected);
  });
  it('knows what its values may name, and the items that it is at', () => {
    const todo = nextOf(nested, { l: done({ items: 2 }), 'm@0': done({ items: 0 }), 'm@1': done({ items: 1 }) });
    expect(todo).toMatchObject({
      before: [
        { id: 'l', path: 'l' },
        { id: 'm', path: 'm@1' },
      ],
      turns: [
        { id: 'l', path: 'l', index: 1 },
        { id: 'm', path: 'm@1', index: 0 },
      ],
    });
    expect(pathOf('a', 'turns' in todo ? todo.turns : [])).toBe('a@1.0');
    expect([stepIdOf('a'), stepIdOf('a@1.0')]).toEqual(['a', 'a']);
  });
});

describe('what starts an automation', () => {
  const change: Change = {
    kind: 'updated',
    time: 10,
    origin: 'interface',
    runAutomations: true,
    fieldIds: new Set(['stage']),
    formId: '',
  };
  const listener = (type: string, config: object = {}) => ({ since: 5, triggerJson: JSON.stringify({ type, config }) });
  it.each<readonly [string, ReturnType<typeof listener>, Partial<Change>, boolean]>([
    ['a change of any field', listener('record_updated'), {}, true],
    ['a change of a field that it names', listener('record_updated', { fieldIds: ['stage', 'x'] }), {}, true],
    ['not of another field', listener('record_updated', { fieldIds: ['x'] }), {}, false],
    ['not another kind of change', listener('record_created'), {}, false],
    ['a record that comes to match', listener('record_matches'), {}, true],
    ['a new record that matches', listener('record_matches'), { kind: 'created' }, true],
    ['not what was before it was on', listener('record_updated'), { time: 4 }, false],
    ['not an undo', listener('record_updated'), { origin: 'undo' }, false],
    ['not an import', listener('record_updated'), { origin: 'import' }, false],
    ['an import, where it takes those', listener('record_updated', { imports: true }), { origin: 'import' }, true],
    [
      'not an import that wants none',
      listener('record_updated', { imports: true }),
      { origin: 'import', runAutomations: false },
      false,
    ],
    ['not what answers no form', listener('form_answered'), { kind: 'created' }, false],
    ['an answer of any form', listener('form_answered'), { kind: 'created', formId: 'f' }, true],
    ['an answer of its form', listener('form_answered', { formId: 'f' }), { kind: 'created', formId: 'f' }, true],
    ['not of another form', listener('form_answered', { formId: 'f' }), { kind: 'created', formId: 'g' }, false],
    ['not a change of an answer', listener('form_answered'), { kind: 'updated', formId: 'f' }, false],
    ['a new record that is an answer', listener('record_created'), { kind: 'created', formId: 'f' }, true],
    ['another automation', listener('record_updated'), { origin: 'automation' }, true],
    ['a schedule by no change', listener('schedule'), {}, false],
  ])('%s', (_name, one, more, expected) => {
    expect(mayStart(one, { ...change, ...more })).toBe(expected);
  });
  it('ends where automations start one another', () => {
    expect([stopOf(8, false), stopOf(9, false)?.code, stopOf(1, true)?.code]).toEqual([
      undefined,
      'automations.too_deep',
      'automations.too_often',
    ]);
  });
  it('waits longer from try to try', () => {
    expect([1, 2, 3, 9].map((attempt) => backOff(attempt, 1))).toEqual([5_000, 20_000, 80_000, 3_600_000]);
    expect(backOff(1, 0)).toBe(2_500);
  });
  it('is due by the clock of its zone, once for the last moment that passed', () => {
    const one: Listener = {
      automationId: 'a',
      ownerId: 'o',
      version: 1,
      since: 0,
      kind: 'schedule',
      tableId: '',
      triggerJson: JSON.stringify({ type: 'schedule', config: { cron: '0 8 * * *', zone: 'Europe/Berlin' } }),
    };
    const now = Date.UTC(2027, 0, 5, 9);
    const names = (after: number, listener = one) =>
      dueRuns('org', [listener], after, now).map(({ cause }) => cause!.eventId);
    expect(names(Date.UTC(2027, 0, 1))).toEqual(['schedule.2027-01-05T08:00.Europe/Berlin']);
    expect(names(Date.UTC(2027, 0, 5, 7))).toEqual([]);
    expect(names(0, { ...one, since: Date.UTC(2027, 0, 5, 8) })).toEqual([]);
    expect(dueRuns('org', [one], 0, now)[0]!.runId).toBe(dueRuns('org', [one], 5, now + 60_000)[0]!.runId);
  });
});

const context: EventContext = {
  organizationId: 'o',
  commitId: 'c',
  position: 1,
  index: 0,
  time: 1_000,
  actorId: 'system',
  origin: 'system',
  advances: [{ stream: 'run:r', version: 1 }],
};
const cause = {
  kind: 'record',
  eventId: 'e',
  commitId: 'c',
  operationId: '',
  origin: 'api',
  actorId: 'u',
  depth: 0,
  runId: '',
  at: 1,
};
const start: Start = { runId: 'r', automationId: 'a', version: 1, cause, tableId: 't', recordId: 'x' };
const fold = (events: readonly AutomationsEvent[]): Run =>
  events.reduce<Run | undefined>((state, one) => runAggregate.evolve(state, one, context), undefined)!;
const finished = (path: string, state: string) =>
  event('stepFinished', {
    runId: 'r',
    path,
    attempt: 1,
    state,
    lane: '',
    items: 0,
    code: state === 'failed' ? 'x' : '',
    reason: '',
    payloadHash: '',
  });
const failed = [
  event('runStarted', start),
  finished('a', 'done'),
  finished('b', 'failed'),
  event('runEnded', { runId: 'r', state: 'failed', code: 'x', reason: 'no', path: 'b' }),
];

describe('a run in the log', () => {
  const env = (actor: Actor) => ({ now: 1, newId, meta: { actor, origin: 'system' as const } });
  const system = env(systemActor('automations', 'o'));
  const person = (id: string): Actor => ({
    organizationId: 'o',
    kind: 'user',
    id,
    userId: id,
    seat: 'builder',
    roleId: '2',
    permissionVersion: 1,
    permissions: { ...noPermissions, flags: { ...noPermissions.flags, manage_tricks: 1 } },
  });
  const decided = (decision: unknown) =>
    (decision as { readonly events: readonly { readonly event: AutomationsEvent }[] }).events.map(
      (one) => one.event.$case,
    );

  it('starts once', () => {
    const known = { version: 1, state: fold([event('runStarted', start)]) };
    const none = { version: 0, state: undefined };
    expect(decided(startRuns.decide({ runs: [start] }, [none], system))).toEqual(['runStarted']);
    expect(decided(startRuns.decide({ runs: [start] }, [known], system))).toEqual([]);
    const stopped = { ...start, stop: { code: 'automations.too_deep', reason: 'x', tells: ['u'] } };
    expect(decided(startRuns.decide({ runs: [stopped] }, [none], system))).toEqual([
      'runStarted',
      'runEnded',
      'peopleNotified',
    ]);
    expect(() => startRuns.decide({ runs: [start] }, [none], env(person('u')))).toThrow();
  });
  it('takes no step twice, and none after its end', () => {
    const run = { version: 2, state: fold(failed.slice(0, 2)) };
    const again = { ...finished('a', 'done').value, tells: ['u'], mails: 0 } as unknown as Parameters<
      typeof finishStep.decide
    >[0];
    expect(decided(finishStep.decide(again, run, system))).toEqual([]);
    expect(decided(finishStep.decide({ ...again, path: 'b' }, run, system))).toEqual([
      'stepFinished',
      'peopleNotified',
    ]);
    expect(decided(finishStep.decide({ ...again, path: 'b', tells: [], mails: 2 }, run, system))).toEqual([
      'stepFinished',
      'mailAsked',
    ]);
    const over = { version: 4, state: fold(failed) };
    expect(decided(finishStep.decide({ ...again, path: 'z' }, over, system))).toEqual([]);
    const end = { runId: 'r', state: 'failed', code: 'x', reason: '', path: 'b', tells: ['u'] };
    expect(decided(endRun.decide(end, run, system))).toEqual(['runEnded', 'peopleNotified']);
    expect(decided(endRun.decide(end, over, system))).toEqual([]);
  });
  it('goes on from where it failed, for the owner alone', () => {
    const automation = { version: 1, state: { ownerId: 'u' } as never };
    const loaded = { run: { version: 4, state: fold(failed) }, automation };
    expect(decided(reopenRun.decide({ runId: 'r', stepId: 'b' }, loaded, env(person('u'))))).toEqual(['runReopened']);
    const codes = [
      () => reopenRun.decide({ runId: 'r', stepId: 'b' }, loaded, env(person('other'))),
      () => reopenRun.decide({ runId: 'r', stepId: 'z' }, loaded, env(person('u'))),
      () =>
        reopenRun.decide(
          { runId: 'r', stepId: 'a' },
          { ...loaded, run: { version: 2, state: fold(failed.slice(0, 2)) } },
          env(person('u')),
        ),
    ].map((ask) => {
      try {
        ask();
        return 'fine';
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
    expect(codes).toEqual(['forbidden', 'automations.step_not_found', 'automations.run_not_failed']);
    const reopened = fold([...failed, event('runReopened', { runId: 'r', path: 'b' })]);
    expect([reopened.state, Object.keys(reopened.steps)]).toEqual(['running', ['a']]);
  });
  it('folds every event twice to the same', () => {
    const events = [
      failed[0]!,
      event('stepBegun', { runId: 'r', path: 'a', attempt: 1 }),
      event('stepDelayed', { runId: 'r', path: 'a', attempt: 1, until: 9_000, code: 'x', reason: 'busy' }),
      ...failed.slice(1),
      event('runReopened', { runId: 'r', path: 'b' }),
    ];
    let state: Run | undefined;
    for (const one of events) {
      const once = runAggregate.evolve(state, one, context);
      expect(runAggregate.evolve(once, one, context)).toEqual(once);
      state = once;
    }
  });
  it('is in the queue while it can go on, waits by its time, and gives its turn up at its end', () => {
    const ops = (events: readonly AutomationsEvent[]) =>
      runsModel
        .project(events.at(-1)!, context, () => fold(events))
        .map((op) => ('collection' in op ? `${op.op.slice(9)} ${op.collection}` : op.op));
    expect(ops(failed.slice(0, 1))).toEqual(['put runs', 'put runlog', 'put queue', 'delete waiting']);
    const delayed = event('stepDelayed', { runId: 'r', path: 'a', attempt: 0, until: 9, code: '', reason: '' });
    expect(ops([failed[0]!, delayed])).toEqual(['put runs', 'put runlog', 'delete queue', 'put waiting']);
    expect(ops(failed)).toEqual(['put runs', 'put runlog', 'delete queue', 'delete waiting']);
  });
});
