import type { Operand } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { convertCell, fieldType, readContextFor } from '../index.ts';
import { addValue, emptyStats, inferColumn } from '../infer.ts';
import { duration } from './type.ts';

const context = readContextFor('en', 'UTC');
const show = { locale: 'en', timezone: 'UTC' };

describe('a duration', () => {
  it.each([
    ['1:30', '5400'],
    ['1:30:15', '5415'],
    ['1h 30m', '5400'],
    ['1h30', '5400'],
    ['90m', '5400'],
    ['90 min', '5400'],
    ['2 horas', '7200'],
    ['1 day 2 h', '93600'],
    ['45s', '45'],
    ['-0:05', '-300'],
    ['100:00', '360000'],
    ['90', '5400'],
  ])('%s is %s seconds', (text, cell) => {
    expect(duration.fromText(text, duration.props({}), context)).toBe(cell);
  });
  it.each(['1:60', '1:30:99', 'soon', '1.5x', ':30', 'h'])('%s is none', (text) => {
    expect(() => duration.fromText(text, duration.props({}), context)).toThrow('not a duration');
  });
  it('is shown as its field says, with seconds that it has', () => {
    expect(duration.toText('5400', { duration_format: 'h:mm' }, show)).toBe('1:30');
    expect(duration.toText('5415', { duration_format: 'h:mm' }, show)).toBe('1:30:15');
    expect(duration.toText('5400', { duration_format: 'h:mm:ss' }, show)).toBe('1:30:00');
    expect(duration.toText('-300.4', { duration_format: 'h:mm' }, show)).toBe('-0:05');
  });
  it('is a number alone in the last unit that is shown, in a file never', () => {
    expect(duration.fromText('90', { duration_format: 'h:mm:ss' }, context)).toBe('90');
    expect(() => duration.fromText('90', {}, { ...context, strict: true })).toThrow('not a duration');
  });
  it('is seconds for programs, which may write it too', () => {
    expect(duration.fromJson(5400, {}, context)).toBe('5400');
    expect(duration.fromJson('1:30', {}, context)).toBe('5400');
    const left: Operand = { kind: 'field', column: 'c1_0', storage: 'decimal', scale: 0 };
    const more = duration.operators.find(({ id }) => id === 'greaterThan')!;
    expect(more.predicate(left, '1:30', {}, { now: 0, today: '2026-01-01', timezone: 'UTC', weekStart: 0 })).toEqual({
      op: 'gt',
      left,
      value: '5400',
    });
  });
  it('becomes the number of its seconds and comes from it', () => {
    const at = (id: string) => ({ type: fieldType(id)!, props: fieldType(id)!.props({}) });
    expect(convertCell('5400', at('duration'), at('number'), show)).toEqual({ cell: '5400', outcome: 'fits' });
    expect(convertCell('5400.6', at('number'), at('duration'), show)).toMatchObject({
      cell: '5401',
      outcome: 'changed',
    });
  });
});

it('an import proposes one where every value has units, or the name says so', () => {
  const infer = (name: string, values: readonly string[]) => {
    const stats = emptyStats();
    values.forEach((value, at) => addValue(stats, value, at + 1));
    return inferColumn(stats, { name, decimal: '.', dayFirst: true, timezone: 'UTC', optionId: (label) => label }).type;
  };
  expect(infer('Work', ['1h 30m', '45 min'])).toBe('duration');
  expect(infer('Duração', ['1:30', '12:45'])).toBe('duration');
  expect(infer('Start', ['08:30', '12:45'])).toBe('time');
  expect(infer('Height', ['2m', '3m'])).not.toBe('duration');
});
