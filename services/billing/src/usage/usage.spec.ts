import { systemActor, type CommandMeta, type EventContext, type Snapshot } from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { describe, expect, it } from 'vitest';
import { dayOf, daysBetween, monthsBetween, startsAgain } from './days.ts';
import { countCalls, countRun } from './decide.ts';
import { dayAggregate, type Day } from './evolve.ts';
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
    expect(state).toEqual({ runs: { a: 2, b: 1 }, calls: 0, updatedAt: 5 });
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
