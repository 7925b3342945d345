import { describe, expect, it } from 'vitest';
import type { Cell, Row } from '@tessera/kernel';
import { satisfies } from '@tessera/kernel/satisfies';
import { convertCell, readContextFor } from '../index.ts';
import { date } from '../date/type.ts';
import { text } from '../text/type.ts';
import { dateRange } from './type.ts';

const context = readContextFor('en', 'UTC');
const march = { start: '2026-03-01', end: '2026-03-31' };
const show = { locale: 'en', timezone: 'UTC' };

describe('a range of days', () => {
  it.each([
    ['2026-03-01 – 2026-03-31', march],
    ['2026-03-01 - 2026-03-31', march],
    ['2026-03-01 to 2026-03-31', march],
    ['2026-03-01/2026-03-31', march],
    ['03/01/2026 – 03/31/2026', march],
    ['2026-03-01', { start: '2026-03-01', end: '2026-03-01' }],
    ['2026-03-01 –', { start: '2026-03-01' }],
    ['– 2026-03-31', { end: '2026-03-31' }],
    ['', null],
  ])('is read from "%s"', (typed, expected) => {
    expect(dateRange.fromText(typed, {}, context)).toEqual(expected);
  });
  it('reads what it shows', () => {
    for (const cell of [
      march,
      { start: '2026-03-01' },
      { end: '2026-03-31' },
      { start: '2026-03-01', end: '2026-03-01' },
    ])
      expect(dateRange.fromText(dateRange.toText(cell, {}, show), {}, context)).toEqual(cell);
  });
  it('does not end before it starts, and has no other parts', () => {
    expect(() => dateRange.fromText('2026-03-31 – 2026-03-01', {}, context)).toThrow('ends before it starts');
    expect(() => dateRange.fromJson({ start: '2026-03-31', end: '2026-03-01' }, {}, context)).toThrow('ends before');
    expect(() => dateRange.fromJson({ from: '2026-03-31' }, {}, context)).toThrow('not a range');
    expect(() => dateRange.fromJson('2026-03-31', {}, context)).toThrow('not a range');
    expect(dateRange.fromJson({ start: null, end: null }, {}, context)).toBeNull();
    expect(dateRange.toJson({ start: '2026-03-01' }, {})).toEqual({ start: '2026-03-01', end: null });
  });
  it('is found by what it overlaps', () => {
    const has = (cell: Cell | null, id: string, value: unknown): boolean => {
      const row: Row = {
        id: 'r',
        version: 1,
        deleted: false,
        createdAt: 0,
        createdBy: 'u',
        updatedAt: 0,
        updatedBy: 'u',
        cells: { c1_1: cell },
      };
      const operator = dateRange.operators.find((one) => one.id === id)!;
      const left = { kind: 'field', column: 'c1_1', storage: 'parts' } as const;
      const facts = { now: 0, today: '2026-03-15', timezone: 'UTC', weekStart: 0 } as const;
      return satisfies(row, operator.predicate(left, value, {}, facts));
    };
    expect(has(march, 'between', { from: '2026-03-31', to: '2026-04-05' })).toBe(true);
    expect(has(march, 'between', { from: '2026-04-01', to: '2026-04-05' })).toBe(false);
    expect(has(march, 'between', { to: '2026-03-01' })).toBe(true);
    expect(has({ start: '2026-01-01' }, 'between', { from: '2030-01-01' })).toBe(true);
    expect(has(march, 'isWithin', { relative: 'thisWeek' })).toBe(true);
    expect(has(march, 'isWithin', { relative: 'nextMonth' })).toBe(false);
    expect(has(march, 'equals', '2026-03-10')).toBe(true);
    expect(has(march, 'before', '2026-04-01')).toBe(true);
    expect(has(march, 'after', '2026-03-01')).toBe(false);
    expect(has(null, 'between', { from: '2026-03-31' })).toBe(false);
    expect(has(null, 'isEmpty', undefined)).toBe(true);
  });
  it('becomes a day and is made of one, with what is lost told', () => {
    const become = (cell: Cell, from: typeof date, to: typeof date) =>
      convertCell(cell, { type: from, props: {} }, { type: to, props: {} }, show);
    expect(become('2026-03-01', date, dateRange)).toEqual({
      cell: { start: '2026-03-01', end: '2026-03-01' },
      outcome: 'fits',
    });
    expect(become(march, dateRange, date)).toEqual({
      cell: '2026-03-01',
      outcome: 'changed',
      reason: 'dateRange.start_only',
    });
    expect(become(march, dateRange, text)).toMatchObject({ cell: '03/01/2026 – 03/31/2026', outcome: 'fits' });
  });
});
