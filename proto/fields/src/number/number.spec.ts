import { describe, expect, it } from 'vitest';
import { FieldError, type ReadContext } from '../type.ts';
import { toCanonical } from '@tessera/kernel/decimal';
import { number } from './type.ts';

const dot: ReadContext = { decimal: '.', dayFirst: false, timezone: 'UTC' };
const comma: ReadContext = { ...dot, decimal: ',' };
const code = (run: () => unknown): string => {
  try {
    return `accepted ${String(run())}`;
  } catch (error) {
    return (error as FieldError).code;
  }
};

describe('a typed number', () => {
  it.each([
    ['1,234', dot, '1234'],
    ['1,234', comma, '1.234'],
    ['1.234', dot, '1.234'],
    ['1.234', comma, '1234'],
    ['1.234,56', dot, '1234.56'],
    ['1,234.56', comma, '1234.56'],
    ['1.5', comma, '1.5'],
    ['1,5', dot, '1.5'],
    ['(1,234)', dot, '-1234'],
    ['-12', dot, '-12'],
    ['12-', dot, '-12'],
    ['−7', dot, '-7'],
    ['+3', dot, '3'],
    ['1 234 567,8', comma, '1234567.8'],
    ["1'234.5", dot, '1234.5'],
    ['1\u202f234', comma, '1234'],
    ['12,34,567', dot, '1234567'],
    ['.5', dot, '0.5'],
    ['0.123', comma, '0.123'],
    ['0,123', dot, '0.123'],
    ['1.5E+3', dot, '1500'],
    ['1e-3', dot, '0.001'],
    ['007', dot, '7'],
    ['-0', dot, '0'],
    ['R$ 1.234,56', comma, '1234.56'],
    ['$5', dot, '5'],
    ['Rs.500', dot, '500'],
    ['12%', dot, '12'],
    ['0.1', dot, '0.1'],
  ] as const)('%s', (text, context, expected) => {
    expect(number.fromText(text, {}, context)).toBe(expected);
  });

  it.each([
    'abc',
    '1.2.3',
    '12,34',
    '1-2',
    '12E4',
    '31.12.2025',
    '1 23',
    '--5',
    '(-5)',
    '1,23,4',
    '#N/A',
    '12 apples',
    '.',
    '%',
    '1,2345.6',
  ])('%s is none', (text) => {
    const read = code(() => number.fromText(text, {}, { ...dot, strict: true }));
    expect(read).toBe('number.invalid');
  });

  it('does not fit an import whose column writes numbers the other way', () => {
    expect(code(() => number.fromText('1,5', {}, { ...dot, strict: true }))).toBe('number.invalid');
    expect(code(() => number.fromText('12%', {}, { ...dot, strict: true }))).toBe('number.percent');
    expect(code(() => number.fromText('R$ 5', {}, { ...dot, strict: true }))).toBe('number.currency');
  });

  it('rounds half away from zero to the places of the field, and refuses what the column cannot hold', () => {
    expect(number.fromText('0.125', { decimals: 2 }, dot)).toBe('0.13');
    expect(number.fromText('-0.125', { decimals: 2 }, dot)).toBe('-0.13');
    expect(number.fromText('9223372036854.775807', {}, dot)).toBe('9223372036854.775807');
    expect(code(() => number.fromText('9223372036854.775808', {}, dot))).toBe('number.too_large');
    expect(number.fromJson(0.1 + 0.2, {}, dot)).toBe('0.3');
    expect(number.fromJson('9223372036854775807', { decimals: 0 }, dot)).toBe('9223372036854775807');
    expect(number.toJson('9223372036854775807', {})).toBe('9223372036854775807');
    expect(number.toJson('12.5', {})).toBe(12.5);
  });

  it('refuses JSON that is no number', () => {
    for (const value of [true, [], {}, 'twelve', '1,5'])
      expect(code(() => number.fromJson(value, {}, dot))).toBe('number.invalid');
  });
});

it.each([
  ['1e21', '1000000000000000000000'],
  ['1.50', '1.5'],
  ['-0.0', '0'],
  ['5e-7', '0.0000005'],
  ['12.5e1', '125'],
  ['.', undefined],
  ['', undefined],
  ['1e999', undefined],
])('the canonical decimal of %s is %s', (text, expected) => {
  expect(toCanonical(text)).toBe(expected);
});

describe('a filter by number', () => {
  const left = { kind: 'field', column: 'c1_1', storage: 'decimal', scale: 2 } as const;
  const context = { now: 0, today: '2026-01-01', timezone: 'UTC', weekStart: 1 } as const;
  const predicate = (id: string, value: unknown) =>
    number.operators.find((operator) => operator.id === id)!.predicate(left, value, {}, context);

  it('compares with numbers that the column cannot hold as mathematics would', () => {
    expect(predicate('lessThan', 1.005)).toEqual({ op: 'le', left, value: '1' });
    expect(predicate('greaterThan', '1.005')).toEqual({ op: 'ge', left, value: '1.01' });
    expect(predicate('greaterOrEqual', '-1.005')).toEqual({ op: 'ge', left, value: '-1' });
    expect(predicate('equals', '1.005')).toEqual({ op: 'or', items: [] });
    expect(predicate('lessThan', '1e30')).toEqual({ op: 'notEmpty', left });
    expect(predicate('greaterThan', '1e30')).toEqual({ op: 'or', items: [] });
    expect(predicate('greaterThan', '-1e30')).toEqual({ op: 'notEmpty', left });
  });
  it('refuses what is no number', () => {
    expect(code(() => predicate('equals', 'x'))).toBe('filter.value');
    expect(code(() => predicate('between', {}))).toBe('filter.value');
  });
});
