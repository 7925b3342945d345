import type { Operand } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { convertCell, readContextFor } from '../index.ts';
import { dateTime } from '../dateTime/type.ts';
import { text } from '../text/type.ts';
import { addValue, emptyStats, fitOf, inferColumn } from '../infer.ts';
import { time } from './type.ts';

const context = readContextFor('en', 'UTC');

describe('a time of day', () => {
  it.each([
    ['14:30', '14:30'],
    ['9:05', '09:05'],
    ['14h30', '14:30'],
    ['14h', '14:00'],
    ['2:30 pm', '14:30'],
    ['12:15 a.m.', '00:15'],
    ['12 PM', '12:00'],
    ['00:00:00', '00:00'],
    ['14:30:25', '14:30'],
  ])('is read from %s', (typed, expected) => {
    expect(time.fromText(typed, {}, context)).toBe(expected);
  });
  it.each(['24:00', '9', '0930', '12:60', '13 pm', '2:30 p', 'noon', '1:2', '12:30:99'])('is not %s', (typed) => {
    expect(() => time.fromText(typed, {}, context)).toThrow('not a time of day');
  });
  it('is sent and kept whole', () => {
    expect(time.fromJson('07:00', {}, context)).toBe('07:00');
    expect(() => time.fromJson('07:00:30', {}, context)).toThrow('not a time of day');
    expect(() => time.fromJson(730, {}, context)).toThrow('not a time of day');
    expect(() => time.fromText('07:00:30', {}, { ...context, strict: true })).toThrow('not a time of day');
  });
  it('lies between two times, also over midnight', () => {
    const left: Operand = { kind: 'field', column: 'c1_0', storage: 'text' };
    const between = time.operators.find(({ id }) => id === 'between')!;
    const made = (value: unknown) =>
      between.predicate(left, value, {}, { now: 0, today: '2026-01-01', timezone: 'UTC', weekStart: 0 });
    expect(made(['08:00', '9:30'])).toMatchObject({ op: 'and', items: [{ value: '08:00' }, { value: '09:30' }] });
    expect(made({ from: '22:00', to: '06:00' })).toMatchObject({ op: 'or' });
    expect(made({ from: '22:00', to: '' })).toMatchObject({ op: 'and', items: [{ op: 'ge', value: '22:00' }] });
    expect(() => made(['x', 'y'])).toThrow('a time of day');
  });
  it('is what remains of a moment, whose day is told as lost', () => {
    const become = (cell: string | number, from: typeof text) =>
      convertCell(cell, { type: from, props: {} }, { type: time, props: {} }, { locale: 'en', timezone: 'UTC' });
    expect(become(Date.UTC(2026, 2, 31, 14, 30), dateTime)).toEqual({
      cell: '14:30',
      outcome: 'changed',
      reason: 'time.day_dropped',
    });
    expect(become('8:15', text)).toEqual({ cell: '08:15', outcome: 'fits' });
    expect(become('8:15:10', text)).toEqual({ cell: '08:15', outcome: 'changed', reason: 'time.seconds_dropped' });
    expect(become('2026-03-31', text)).toMatchObject({ cell: null, outcome: 'lost' });
  });
});

describe('an import', () => {
  const statsOf = (values: readonly string[]) => {
    const stats = emptyStats();
    values.forEach((value, at) => addValue(stats, value, at + 1));
    return stats;
  };
  const infer = (name: string, values: readonly string[]) =>
    inferColumn(statsOf(values), { name, decimal: '.', dayFirst: true, timezone: 'UTC', optionId: (label) => label })
      .type;
  it('proposes a time where every value is one, or the name says so', () => {
    expect(infer('Start', ['08:00', '17:30', ''])).toBe('time');
    expect(infer('Horário', ['8:00', '2:30 pm'])).toBe('time');
    expect(infer('Ratio', ['8:00', '3:30'])).not.toBe('time');
    expect(infer('Start', ['08:00', '17:30:15'])).not.toBe('time');
  });
  it('knows how many fit beyond those that it knows by name', () => {
    const stats = emptyStats();
    for (let at = 0; at < 5000; at++)
      addValue(
        stats,
        at % 10 === 0 ? `x${at}` : `${String(at % 24).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`,
        at + 1,
      );
    for (let at = 0; at < 2500; at++) addValue(stats, `y${at}`, at + 5001);
    expect(stats.distinct).toBeUndefined();
    expect(fitOf(stats, 'time', {}, { decimal: '.', dayFirst: true }, 'UTC').matched).toBe(4500);
  });
});
