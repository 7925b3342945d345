import { systemActor, type CommandMeta, type EventContext, type Snapshot } from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { describe, expect, it } from 'vitest';
import { dayOf, daysBetween, monthsBetween, startsAgain } from './days.ts';
import { countCalls, countRun, countStorage, reachUsage } from './decide.ts';
import { dayAggregate, reachedAggregate, storageAggregate, type Day, type Reached, type Storage } from './evolve.ts';
import { unitsOf } from './query.ts';
import { usageReactions } from './reactions.ts';
import { daysModel } from './projection.ts';

const meta: CommandMeta = { actor: systemActor('billing', 'o'), origin: 'system' };
const none: Snapshot<Day> = { version: 0, state: dayAggregate.initial };
const run = { runId: 'r', automationId: 'a', day: '2026-11-27' };
const counted = { $case: 'runCounted', value: run } as const;
const context = { time: 5, actorId: '' } as EventContext;

describe('a run', () => {
  it('is counted on its day', () => {
    expect(given(none, { meta }).when(countRun, run).events()).toEqual([counted]);
  });
  it('is counted by the installation alone', () => {
    const person = { ...meta.actor, kind: 'user' } as CommandMeta['actor'];
    expect(
      given(none, { meta: { ...meta, actor: person } })
        .when(countRun, run)
        .rejection().code,
    ).toBe('forbidden');
  });
  it('adds to those of its automation', () => {
    const other = { $case: 'runCounted', value: { ...run, runId: 's', automationId: 'b' } } as const;
    const state = [counted, counted, other].reduce(
      (day, event) => dayAggregate.evolve(day, event, context),
      dayAggregate.initial,
    );
    expect(state).toEqual({ runs: { a: 2, b: 1 }, calls: 0, functions: {}, credits: 0, updatedAt: 5 });
    expect(daysModel.project(counted, context, () => state)).toMatchObject([
      { id: '2026-11-27', document: { month: '2026-11', runs: { a: 2, b: 1 } } },
    ]);
  });
});

describe('requests of programs', () => {
  it('are added to those of their day, and to no run', () => {
    const calls = { calls: 40, day: run.day };
    const events = given(none, { meta }).when(countCalls, calls).events();
    expect(events).toEqual([{ $case: 'callsCounted', value: calls }]);
    const state = [...events, ...events].reduce<Day>(
      (day, event) => dayAggregate.evolve(day, event as Parameters<typeof dayAggregate.evolve>[1], context),
      dayAggregate.initial,
    );
    expect(state).toMatchObject({ runs: {}, calls: 80 });
  });
});

describe('functions, credits and files', () => {
  it('are added to their day, and to what there is', () => {
    const day = run.day;
    const called = (functionId: string, microUnits: number) =>
      ({ $case: 'functionCounted', value: { functionId, callId: 'c', microUnits, day } }) as const;
    const credit = { $case: 'creditCounted', value: { buildId: 'b', day } } as const;
    const events = [called('f', 1_500), called('f', 500), called('g', 10), credit];
    const state = events.reduce<Day>((one, event) => dayAggregate.evolve(one, event, context), dayAggregate.initial);
    expect(state).toMatchObject({
      functions: { f: { calls: 2, micro: 2_000 }, g: { calls: 1, micro: 10 } },
      credits: 1,
    });
    expect(unitsOf(2_345_678)).toBe(2.346);
    const file = (bytes: number) => ({ $case: 'storageCounted', value: { fileId: 'x', bytes } }) as const;
    const kept = [file(700), file(300), file(-700)].reduce(
      (one, event) => storageAggregate.evolve(one, event, context),
      storageAggregate.initial,
    );
    expect(kept.bytes).toBe(300);
    expect(daysModel.project(file(1), context, () => kept)).toMatchObject([
      { collection: 'storage', document: { bytes: 300 } },
    ]);
    const person = { ...meta, actor: { ...meta.actor, kind: 'user' } as CommandMeta['actor'] };
    const asPerson = given<Snapshot<Storage>>({ version: 0, state: storageAggregate.initial }, { meta: person });
    expect(asPerson.when(countStorage, { fileId: 'x', bytes: 1 }).rejection().code).toBe('forbidden');
  });
  it('pass a part of their limit once, and no lower one after it', () => {
    const reach = (percent: number, state = reachedAggregate.initial) =>
      given<Snapshot<Reached>>({ version: 0, state }, { meta })
        .when(reachUsage, { meter: 'runs', percent, month: '2026-11', userIds: ['u'] })
        .events();
    const [event] = reach(90);
    const after = reachedAggregate.evolve({}, event!, context);
    expect(after).toEqual({ runs: 90 });
    expect([reach(50, after), reach(90, after), reach(100, after)].map(({ length }) => length)).toEqual([0, 0, 1]);
  });
});

describe('days', () => {
  it('are those of the zone', () => {
    const instant = Date.parse('2026-11-30T23:30:00Z');
    expect(dayOf(instant, 'UTC')).toBe('2026-11-30');
    expect(dayOf(instant, 'Europe/Berlin')).toBe('2026-12-01');
    expect(dayOf(Date.parse('2026-12-01T01:00:00Z'), 'America/Sao_Paulo')).toBe('2026-11-30');
  });
  it('are counted with the first and the last', () => {
    expect(daysBetween('2026-11-27', '2026-11-27')).toBe(1);
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(3);
    expect(daysBetween('2026-11-27', '2026-11-26')).toBe(0);
  });
  it('are in months, over the turn of a year', () => {
    expect(monthsBetween('2026-11-27', '2027-01-01')).toEqual(['2026-11', '2026-12', '2027-01']);
    expect(monthsBetween('2026-11-27', '2026-11-28')).toEqual(['2026-11']);
    expect(startsAgain('2026-12-31')).toBe('2027-01-01');
    expect(startsAgain('2026-02-10')).toBe('2026-03-01');
  });
});

describe('what services tell of', () => {
  it('is counted by its own key, on the day that the organization had', async () => {
    const told: [string, object, string][] = [];
    const looked: string[] = [];
    const reactions = usageReactions({
      store: {
        execute: async ({ type, payload }: { type: string; payload: object }, { idempotencyKey }: CommandMeta) =>
          void told.push([type, payload, idempotencyKey ?? '']),
      },
      directory: { facts: async () => ({ timezone: 'America/Sao_Paulo' }) },
      warnings: { look: (organizationId: string) => void looked.push(organizationId) },
    } as never);
    const at = Date.parse('2026-12-01T01:00:00Z');
    const hear = async ($case: string, value: object): Promise<void> => {
      for (const one of reactions)
        if (one.types.includes($case))
          await one.handle({ $case, value }, { organizationId: 'o', commitId: 'c', time: at } as EventContext);
    };
    await hear('runStarted', { runId: 'r', automationId: 'a' });
    await hear('functionCalled', { functionId: 'f', callId: 'k', microUnits: 70, at: 0 });
    await hear('functionCalled', { functionId: 'f', callId: 'l', microUnits: 7, at: at + 3 * 3_600_000 });
    await hear('fileUploaded', { fileId: 'x', size: 9 });
    await hear('fileErased', { fileId: 'x', size: 9 });
    await hear('buildAnswered', { buildId: 'b', code: '' });
    await hear('buildAnswered', { buildId: 'd', code: 'builder.refused' });
    expect(told).toEqual([
      ['countRun', { runId: 'r', automationId: 'a', day: '2026-11-30' }, 'run.r'],
      ['countFunction', { functionId: 'f', callId: 'k', microUnits: 70, day: '2026-11-30' }, 'function.k'],
      ['countFunction', { functionId: 'f', callId: 'l', microUnits: 7, day: '2026-12-01' }, 'function.l'],
      ['countStorage', { fileId: 'x', bytes: 9 }, 'file.x'],
      ['countStorage', { fileId: 'x', bytes: -9 }, 'gone.x'],
      ['countCredit', { buildId: 'b', day: '2026-11-30' }, 'credit.b'],
    ]);
    expect(looked).toEqual(['o', 'o', 'o', 'o']);
  });
});
