import { describe, expect, it } from 'vitest';
import { dateTime } from '../dateTime/type.ts';
import type { FieldError, FilterContext, ReadContext } from '../type.ts';
import { date } from './type.ts';

const day: ReadContext = { decimal: '.', dayFirst: true, timezone: 'UTC' };
const month: ReadContext = { ...day, dayFirst: false };
const code = (run: () => unknown): string => {
  try {
    return `accepted ${String(run())}`;
  } catch (error) {
    return (error as FieldError).code;
  }
};

describe('a typed date', () => {
  it.each([
    ['31/12/2025', day, '2025-12-31'],
    ['12/31/2025', day, '2025-12-31'],
    ['01/02/2025', day, '2025-02-01'],
    ['01/02/2025', month, '2025-01-02'],
    ['2025-12-31', month, '2025-12-31'],
    ['2025/1/5', day, '2025-01-05'],
    ['20251231', day, '2025-12-31'],
    ['31.12.25', day, '2025-12-31'],
    ['1-2-49', day, '2049-02-01'],
    ['1/2/50', day, '1950-02-01'],
    ['31 Dec 2025', month, '2025-12-31'],
    ['Dec 31, 2025', day, '2025-12-31'],
    ['31 de dezembro de 2025', day, '2025-12-31'],
    ['5-ene-24', day, '2024-01-05'],
    ['1º de março de 2024', day, '2024-03-01'],
    ['Wednesday, December 31st, 2025', day, '2025-12-31'],
    ['quarta-feira, 31 de dezembro de 2025', day, '2025-12-31'],
    ['29/02/2024', day, '2024-02-29'],
    ['Mar 1 2000', day, '2000-03-01'],
    ['mar, 4 de março de 2025', day, '2025-03-04'],
    ['2025-12-31T10:00:00Z', day, '2025-12-31'],
  ] as const)('%s', (text, context, expected) => {
    expect(date.fromText(text, {}, context)).toBe(expected);
  });
  it.each([
    ['31/02/2026', 'date.no_such_day'],
    ['29/02/2025', 'date.no_such_day'],
    ['2025-02-30', 'date.no_such_day'],
    ['TBC', 'date.invalid'],
    ['12/2026', 'date.invalid'],
    ['Q1 2027', 'date.invalid'],
    ['next spring', 'date.invalid'],
    ['13/13/2025', 'date.invalid'],
    ['45000', 'date.invalid'],
    ['1.2.3', 'date.invalid'],
  ])('%s is none: %s', (text, expected) => {
    expect(code(() => date.fromText(text, {}, { ...day, strict: true }))).toBe(expected);
  });
  it('does not fit an import whose column has the other order', () => {
    expect(code(() => date.fromText('12/31/2025', {}, { ...day, strict: true }))).toBe('date.other_order');
    expect(code(() => date.fromText('31/12/2025 10:00', {}, { ...day, strict: true }))).toBe('date.has_time');
  });
  it('reads serial numbers only when told', () => {
    expect(date.fromText('45657', {}, { ...day, serialDates: true })).toBe('2024-12-31');
    expect(date.fromText('1', {}, { ...day, serialDates: true })).toBe('1899-12-31');
  });
  it("follows the field's own format before the reader's", () => {
    expect(date.fromText('01/02/2025', { date_format: 'MM/dd/yyyy' }, day)).toBe('2025-01-02');
  });
});

describe('a moment', () => {
  it.each([
    ['31/12/2025 23:59', 'UTC', '2025-12-31T23:59:00.000Z'],
    ['31/12/2025, 11:59 PM', 'UTC', '2025-12-31T23:59:00.000Z'],
    ['12:30 am', 'UTC', ''],
    ['2025-12-31T10:00:00-03:00', 'UTC', '2025-12-31T13:00:00.000Z'],
    ['2025-06-01 12:00', 'America/Sao_Paulo', '2025-06-01T15:00:00.000Z'],
    ['2025-07-01 12:00:05.250', 'Europe/Lisbon', '2025-07-01T11:00:05.250Z'],
    ['2025-01-01', 'Asia/Kolkata', '2024-12-31T18:30:00.000Z'],
    ['2025-03-30 02:30', 'Europe/Berlin', '2025-03-30T01:30:00.000Z'],
    ['2025-10-26 02:30', 'Europe/Berlin', '2025-10-26T00:30:00.000Z'],
  ])('%s in %s', (text, timezone, expected) => {
    if (expected === '') expect(code(() => dateTime.fromText(text, {}, day))).toBe('date.invalid');
    else expect(dateTime.toJson(dateTime.fromText(text, {}, { ...day, timezone })!, {})).toBe(expected);
  });
  it('refuses impossible times', () => {
    for (const text of ['31/12/2025 24:00', '31/12/2025 10:60', '31/12/2025 13:00 PM'])
      expect(code(() => dateTime.fromText(text, {}, day))).toBe('date.invalid');
  });
});

describe('a filter by date', () => {
  const now: FilterContext = { now: 0, today: '2026-11-21', timezone: 'America/Sao_Paulo', weekStart: 1 };
  const left = { kind: 'field', column: 'c1_1', storage: 'date' } as const;
  const range = (value: unknown) => {
    const made = date.operators
      .find((operator) => operator.id === 'isWithin')!
      .predicate(left, value, {}, now) as unknown as { items: { value: string }[] };
    return made.items.map((item) => item.value);
  };
  it.each([
    ['thisWeek', ['2026-11-16', '2026-11-22']],
    ['nextWeek', ['2026-11-23', '2026-11-29']],
    ['lastMonth', ['2026-10-01', '2026-10-31']],
    ['nextMonth', ['2026-12-01', '2026-12-31']],
    ['thisYear', ['2026-01-01', '2026-12-31']],
    ['yesterday', ['2026-11-20', '2026-11-20']],
  ])('%s', (relative, expected) => {
    expect(range({ relative })).toEqual(expected);
  });
  it('counts days with today', () => {
    expect(range({ relative: 'pastDays', days: 7 })).toEqual(['2026-11-15', '2026-11-21']);
    expect(code(() => range({ relative: 'pastDays' }))).toBe('filter.value');
    expect(code(() => range({ relative: '__proto__' }))).toBe('filter.value');
  });
  it("covers the reader's day in a column of moments, half open", () => {
    const at = { kind: 'field', column: 'c1_1', storage: 'instant' } as const;
    expect(
      dateTime.operators.find((operator) => operator.id === 'equals')!.predicate(at, '2026-11-21', {}, now),
    ).toEqual({
      op: 'and',
      items: [
        { op: 'ge', left: at, value: Date.parse('2026-11-21T03:00:00Z') },
        { op: 'lt', left: at, value: Date.parse('2026-11-22T03:00:00Z') },
      ],
    });
  });
});
