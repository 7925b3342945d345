import { describe, expect, it } from 'vitest';
import { fieldType, fieldTypes, instantOf, type ReadContext } from './index.ts';
import { addValue, emptyStats, fitOf, inferColumn, mergeStats } from './infer.ts';

const context = (timezone: string, more: Partial<ReadContext> = {}): ReadContext => ({
  decimal: '.',
  dayFirst: false,
  timezone,
  strict: true,
  ...more,
});
const alters = (type: string, text: string, timezone = 'UTC', more: Partial<ReadContext> = {}): string | undefined => {
  const found = fieldType(type)!.alters!(text, {}, context(timezone, more));
  return found && `${found.code}: ${found.becomes}`;
};

describe('a text that its cell would not keep', () => {
  it.each([
    ['America/New_York', '2024-03-10 02:30', 'dateTime.skipped_hour: 2024-03-10 03:30'],
    ['America/New_York', '2024-03-10 02:00:00', 'dateTime.skipped_hour: 2024-03-10 03:00'],
    ['America/New_York', '2024-03-10 01:59:59', undefined],
    ['America/New_York', '2024-03-10 03:00', undefined],
    ['America/New_York', '2024-03-10 02:30-05:00', undefined],
    ['America/New_York', '3/10/2024 2:30 AM', 'dateTime.skipped_hour: 2024-03-10 03:30'],
    ['Europe/Berlin', '2024-03-31T02:15', 'dateTime.skipped_hour: 2024-03-31 03:15'],
    ['Europe/Berlin', '2024-03-10 02:30', undefined],
    ['Australia/Lord_Howe', '2024-10-06 02:15', 'dateTime.skipped_hour: 2024-10-06 02:45'],
    ['America/Sao_Paulo', '2018-11-04 00:30', 'dateTime.skipped_hour: 2018-11-04 01:30'],
    ['America/Sao_Paulo', '2018-11-04', 'dateTime.skipped_hour: 2018-11-04 01:00'],
    ['UTC', '2024-03-10 02:30', undefined],
    ['UTC', '2024-01-02 10:00:00.123456', 'dateTime.fraction: 2024-01-02 10:00:00.123'],
    ['UTC', '2024-01-02 10:00:00.123000', undefined],
    ['UTC', '2024-01-02T10:00:00.1234567Z', 'dateTime.fraction: 2024-01-02 10:00:00.123'],
  ])('in %s: the time %s', (zone, text, expected) => {
    expect(alters('dateTime', text, zone)).toBe(expected);
  });

  // A time that comes twice is read as the first of the two: nothing in the text says which.
  it('is no time that comes twice', () => {
    expect(alters('dateTime', '2024-11-03 01:30', 'America/New_York')).toBeUndefined();
    expect(instantOf('2024-11-03', 5_400_000, 'America/New_York')).toBe(Date.UTC(2024, 10, 3, 5, 30));
  });

  it('is refused as JSON without an offset, and taken with one', () => {
    const read = (value: string) => fieldType('dateTime')!.fromJson(value, {}, context('America/New_York'));
    expect(() => read('2024-03-10T02:30')).toThrow(expect.objectContaining({ code: 'dateTime.skipped_hour' }));
    // A day alone says no time: it is the day's first moment.
    expect(fieldType('dateTime')!.fromJson('2018-11-04', {}, context('America/Sao_Paulo'))).toBe(
      Date.UTC(2018, 10, 4, 3),
    );
    expect(read('2024-03-10T03:30')).toBe(Date.UTC(2024, 2, 10, 7, 30));
    expect(read('2024-03-10T02:30-05:00')).toBe(Date.UTC(2024, 2, 10, 7, 30));
    expect(read('2024-03-10 02:30 Z')).toBe(Date.UTC(2024, 2, 10, 2, 30));
  });

  it('is the day of the order in which its column is read', () => {
    const text = '10/03/2024 02:30';
    expect(alters('dateTime', text, 'America/New_York', { dayFirst: true })).toBe(
      'dateTime.skipped_hour: 2024-03-10 03:30',
    );
    expect(alters('dateTime', text, 'America/New_York', { dayFirst: false })).toBeUndefined();
  });

  it.each([
    ['number', '007', 'number.leading_zeros: 7'],
    ['number', '-007.5', 'number.leading_zeros: -7.5'],
    ['number', '00', 'number.leading_zeros: 0'],
    ['currency', '$007', 'number.leading_zeros: 7'],
    ['percent', '05 %', 'number.leading_zeros: 5'],
    ['number', '+15551234567', 'number.plus: 15551234567'],
    // How a number is written is no part of it.
    ['number', '0', undefined],
    ['number', '0.5', undefined],
    ['number', '+5', undefined],
    ['number', '1.50', undefined],
    ['number', '1.5E3', undefined],
    ['number', ' 12 ', undefined],
    ['number', '(1,234)', undefined],
    ['number', '1,234.00', undefined],
  ])('as %s: %s', (type, text, expected) => {
    expect(alters(type, text)).toBe(expected);
  });

  // An import counts by shapes what is altered; types without one refuse such a text there.
  it('is told by types whose shape an import counts', () => {
    const shaped = fieldTypes.filter(({ shape }) => shape !== undefined);
    expect(shaped.flatMap((type) => (type.alters ? type.id : []))).toEqual(
      shaped.flatMap(({ id, storage, system }) =>
        (storage === 'decimal' || storage === 'instant') && system === undefined ? id : [],
      ),
    );
  });
});

describe('thousandths of a second', () => {
  it('are read exactly', () => {
    const off = Array.from({ length: 1000 }, (_, ms) => `2024-01-02 10:00:00.${String(ms).padStart(3, '0')}`).filter(
      (text, ms) => (fieldType('dateTime')!.fromText(text, {}, context('UTC')) as number) % 1000 !== ms,
    );
    expect(off).toEqual([]);
  });
});

describe('a column with such texts', () => {
  const of = (values: readonly string[], zone: string) => {
    const stats = emptyStats(zone);
    values.forEach((value, i) => addValue(stats, value, i + 1));
    return stats;
  };
  const infer = (values: readonly string[], zone: string) =>
    inferColumn(of(values, zone), {
      name: 'At',
      decimal: '.',
      dayFirst: false,
      timezone: zone,
      optionId: (label) => label,
    });
  const hours = Array.from({ length: 24 }, (_, hour) => `2024-03-10 ${String(hour).padStart(2, '0')}:00`);

  it('stays text, and says why', () => {
    expect(infer(hours, 'UTC')).toMatchObject({ type: 'dateTime', fit: { matched: 24, altered: 0 } });
    expect(infer(hours, 'America/New_York')).toMatchObject({
      type: 'singleLineText',
      staysText: { why: 'skipped', type: 'dateTime', count: 1, example: '2024-03-10 02:00' },
    });
    expect(infer(['2024-01-02 10:00:00.123456', '2024-01-02 11:00'], 'UTC')).toMatchObject({
      type: 'singleLineText',
      staysText: { why: 'finer', type: 'dateTime', count: 1 },
    });
  });

  it('counts them where somebody chooses the type, each with what it becomes', () => {
    const stats = of([...hours, '2024-03-10 02:00'], 'America/New_York');
    const read = { decimal: '.', dayFirst: false } as const;
    expect(fitOf(stats, 'dateTime', {}, read, 'America/New_York')).toMatchObject({
      matched: 25,
      altered: 2,
      misfits: [],
      alterations: [
        { value: '2024-03-10 02:00', row: 3, count: 2, reason: 'dateTime.skipped_hour', becomes: '2024-03-10 03:00' },
      ],
    });
    expect(fitOf(of(['007', '7', '0.5', '012'], 'UTC'), 'number', {}, read, 'UTC')).toMatchObject({
      matched: 4,
      altered: 2,
      alterations: [
        { value: '007', row: 1, becomes: '7' },
        { value: '012', row: 4, becomes: '12' },
      ],
    });
    expect(fitOf(stats, 'text', {}, read, 'America/New_York')).toMatchObject({ altered: 0, alterations: [] });
  });

  it('is the same column when its parts are put together, with amounts beside', () => {
    const values = ['$5', '€007', '2024-03-10 02:30', '007'];
    const whole = of(values, 'America/New_York');
    const parts = mergeStats(of([], 'America/New_York'), of(['$5'], 'America/New_York'));
    const second = emptyStats('America/New_York');
    values.slice(1).forEach((value, i) => addValue(second, value, i + 2));
    const read = { decimal: '.', dayFirst: false } as const;
    const merged = mergeStats(parts, second);
    for (const [type, altered] of [
      ['number', 1],
      ['dateTime', 1],
    ] as const) {
      expect(fitOf(whole, type, {}, read, 'America/New_York').altered, type).toBe(altered);
      expect(fitOf(merged, type, {}, read, 'America/New_York'), type).toEqual(
        fitOf(whole, type, {}, read, 'America/New_York'),
      );
    }
    expect(fitOf(merged, 'currency', { currency_symbol: '€' }, read, 'America/New_York')).toMatchObject({
      matched: 2,
      altered: 2,
    });
  });
});
