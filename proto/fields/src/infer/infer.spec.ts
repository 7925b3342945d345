import { describe, expect, it } from 'vitest';
import { fieldType, type ReadContext } from '../index.ts';
import {
  addValue,
  emptyStats,
  fileConventions,
  fitOf,
  inferColumn,
  proposeOptions,
  mergeStats,
  type ColumnStats,
  type InferContext,
} from '../infer.ts';
import { seeded } from '../testing.ts';

const context: InferContext = {
  name: 'Column',
  decimal: '.',
  dayFirst: false,
  timezone: 'UTC',
  optionId: (label) => `id of ${label}`,
};
const statsOf = (values: readonly string[]): ColumnStats => {
  const stats = emptyStats();
  values.forEach((value, i) => addValue(stats, value, i + 1));
  return stats;
};
const infer = (values: readonly string[], more: Partial<InferContext> = {}) =>
  inferColumn(statsOf(values), { ...context, ...more });
const many = (n: number, make: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => make(i));

describe('a column of', () => {
  it.each([
    ['whole numbers', ['1', '22', '333', '-4'], 'number', {}],
    ['numbers with two decimals', ['1.50', '2.25', '3.00'], 'number', { decimals: 2 }],
    ['numbers of mixed precision', ['1', '2.5', '3.125'], 'number', {}],
    ['coordinates', ['31.95376472', '-8.1'], 'number', { decimals: 8 }],
    [
      'reais',
      ['R$ 1.234,56', 'R$ 10,00', '(R$ 5,00)'],
      'currency',
      { decimals: 2, currency_symbol: 'R$', thousands: true },
    ],
    [
      'a code beside amounts',
      ['12 EUR', 'EUR 7.50', '1,000 eur'],
      'currency',
      { decimals: 2, currency_symbol: 'EUR', thousands: true },
    ],
    ['a short word beside numbers', many(40, (i) => `Row ${i}`), 'singleLineText', {}],
    ['a measure beside numbers', many(40, (i) => `${i} ft`), 'singleLineText', {}],
    ['percentages', ['12%', '7,5%', '0%'], 'percent', {}],
    ['codes with leading zeros', ['007', '123', '456'], 'singleLineText', {}],
    ['numbers over 15 digits', ['1234567890123456', '1', '2'], 'singleLineText', {}],
    ['fourteen digits', ['12345678901234', '1', '2'], 'number', { decimals: 0 }],
    ['dates, day first', ['31/12/2025', '01/02/2025'], 'date', {}],
    ['ISO moments', ['2025-12-31T10:00:00Z', '2025-12-31 11:30'], 'dateTime', {}],
    ['dates at midnight', ['2025-12-31 00:00:00', '2025-12-30 00:00'], 'date', {}],
    ['yes and no', ['sim', 'não', 'Sim', ''], 'checkbox', {}],
    ['crosses', ['x', '', 'x', ''], 'checkbox', {}],
    ['zeros and ones', ['0', '1', '1'], 'number', {}],
    ['e-mails', ['a@b.co', 'c@d.com'], 'email', {}],
    ['links', ['https://a.b/c', 'www.example.com'], 'link', {}],
    ['tax numbers', ['123.456.789-09', '987.654.321-00', '111.222.333-96'], 'singleLineText', {}],
    ['phones', ['+55 11 98765-4321', '(11) 98765-4321'], 'phone', {}],
    ['sentences', ['Hello there', 'Something else'], 'singleLineText', {}],
    ['paragraphs', ['line one\nline two', 'x'], 'text', {}],
    ['nothing', ['', ' '], 'singleLineText', {}],
    ['addresses of the net', ['10.0.0.1', '192.168.1.1'], 'singleLineText', {}],
    ['postal codes', ['01310-100', '04538-133'], 'singleLineText', {}],
  ] as const)('%s', (_name, values, type, props) => {
    const found = infer(values);
    expect(found.type).toBe(type);
    expect(found.props).toEqual(props);
  });

  it('few distinct texts is a select with its options, equal ones folded', () => {
    const found = infer(many(30, (i) => ['Open', 'Done', 'open '][i % 3]!));
    expect(found.type).toBe('select');
    expect(found.props.options).toEqual([
      { id: 'id of Open', label: 'Open', color: 'blue' },
      { id: 'id of Done', label: 'Done', color: 'amber' },
    ]);
  });
  it('few labels in lists is a multiple select', () => {
    const found = infer(many(40, (i) => ['Red; Blue', 'Blue', 'Green;Red'][i % 3]!));
    expect(found.type).toBe('multipleSelect');
    expect(found.props.options!.map((option) => option.label).sort()).toEqual(['Blue', 'Green', 'Red']);
  });
  it('serial dates is a date only under a name that says so, and asks', () => {
    expect(infer(['45657', '45658'], { name: 'Due date' })).toMatchObject({
      type: 'date',
      readAs: { serialDates: true },
      ambiguous: { kind: 'serial' },
    });
    expect(infer(['45657', '45658'], { name: 'Amount' })).toMatchObject({ type: 'number' });
  });
  it('users is a user field where the directory knows them', () => {
    const stats = emptyStats();
    ['ana@x.co', 'bob@x.co'].forEach((value, i) =>
      addValue(stats, value, i + 1, (text) => (text.endsWith('@x.co') ? 'someone' : undefined)),
    );
    expect(inferColumn(stats, context).type).toBe('user');
  });
});

describe('what does not fit', () => {
  it('is listed by value with its first row, its count and why', () => {
    const found = infer([...many(97, (i) => `${(i % 28) + 1}/12/2026`), 'TBC', '31/02/2026', 'TBC'], {
      dayFirst: true,
    });
    expect(found.type).toBe('date');
    expect(found.fit).toMatchObject({ total: 100, empty: 0, matched: 97, unlisted: 0 });
    expect(found.fit.misfits).toEqual([
      { row: 98, value: 'TBC', count: 2, reason: 'date.invalid', message: 'This is not a date' },
      { row: 99, value: '31/02/2026', count: 1, reason: 'date.no_such_day', message: 'This month has no such day' },
    ]);
  });
  it('as an error value does not keep a column from its type', () => {
    const found = infer(['1', '2', '#N/A', 'n/a', '#DIV/0!', '-']);
    expect(found.type).toBe('number');
    expect(found.fit.matched).toBe(2);
    expect(found.fit.misfits).toHaveLength(4);
  });
  it('is bounded in memory and counted all the same', () => {
    const found = infer([...many(5000, String), ...many(300, (i) => `bad ${i}`)]);
    expect(found.type).toBe('number');
    expect(found.fit.misfits.length).toBeLessThanOrEqual(100);
    expect(found.fit.misfits.reduce((sum, one) => sum + one.count, 0) + found.fit.unlisted).toBe(300);
  });
  it('of another currency is named', () => {
    const found = infer(['€ 5', '€ 6', ...many(30, (i) => `R$ ${i}`)]);
    expect(found.props.currency_symbol).toBe('R$');
    expect(found.fit.misfits.map((one) => one.reason)).toEqual(['number.currency', 'number.currency']);
  });
});

it('a select fits what its options say: the commonest of too many, and each part of a list', () => {
  const stats = statsOf([...many(30, (i) => `value ${i}`), 'value 1', 'value 2']);
  const readAs = { decimal: '.', dayFirst: true } as const;
  const options = proposeOptions(stats, 'select', 2, (label) => label);
  expect(options.map((option) => option.label)).toEqual(['value 1', 'value 2']);
  expect(fitOf(stats, 'select', { options }, readAs, 'UTC')).toMatchObject({ total: 32, matched: 4, unlisted: 0 });
  const lists = statsOf(['Red; Blue', 'Green', 'Red']);
  const colors = proposeOptions(lists, 'multipleSelect', 10, (label) => label);
  expect(colors.map((option) => option.label).sort()).toEqual(['Blue', 'Green', 'Red']);
  expect(fitOf(lists, 'multipleSelect', { options: colors }, readAs, 'UTC').matched).toBe(3);
  expect(
    fitOf(lists, 'multipleSelect', { options: colors.filter((option) => option.label !== 'Blue') }, readAs, 'UTC'),
  ).toMatchObject({ matched: 2, misfits: [{ value: 'Red; Blue', reason: 'select.unknown' }] });
});

describe('an open question', () => {
  it('of decimals is asked, with the reader’s own convention first', () => {
    expect(infer(['1.234', '5.678'])).toMatchObject({
      type: 'number',
      readAs: { decimal: '.' },
      ambiguous: { kind: 'decimal', count: 2, example: '1.234', mixed: false },
    });
    expect(infer(['1.234', '5.678'], { decimal: ',' })).toMatchObject({ readAs: { decimal: ',' } });
    expect(infer(['1.234', '5.678,9'])).toMatchObject({ readAs: { decimal: ',' } });
    expect(infer(['1.234', '5.678,9']).ambiguous).toBeUndefined();
  });
  it('of day and month likewise', () => {
    expect(infer(['01/02/2025', '03/04/2025'])).toMatchObject({
      readAs: { dayFirst: false },
      ambiguous: { kind: 'dayOrder', count: 2 },
    });
    expect(infer(['01/02/2025', '13/04/2025'])).toMatchObject({ readAs: { dayFirst: true } });
    expect(infer(['01/02/2025', '13/04/2025']).ambiguous).toBeUndefined();
  });
  it('is not asked where another column of the file answers it', () => {
    const columns = [
      statsOf(['1.234', '5.678']),
      statsOf(['10,5', '3']),
      statsOf(['01/02/2025', '03/04/2025']),
      statsOf(['31/12/2025']),
    ];
    const conventions = fileConventions(columns, { decimal: '.', dayFirst: false });
    expect(conventions).toEqual({ decimal: ',', dayFirst: true, proven: { decimal: true, dayOrder: true } });
    expect(inferColumn(columns[0]!, { ...context, ...conventions })).toMatchObject({ readAs: { decimal: ',' } });
    expect(inferColumn(columns[0]!, { ...context, ...conventions }).ambiguous).toBeUndefined();
    expect(inferColumn(columns[2]!, { ...context, ...conventions })).toMatchObject({
      type: 'date',
      readAs: { dayFirst: true },
    });
    expect(fileConventions([statsOf(['1.5']), statsOf(['1,5'])], { decimal: '.', dayFirst: true }).proven).toEqual({
      decimal: false,
      dayOrder: false,
    });
  });
  it('that the values answer both ways is asked too', () => {
    expect(infer([...many(19, () => '13/04/2025'), '04/13/2025'])).toMatchObject({
      readAs: { dayFirst: true },
      ambiguous: { kind: 'dayOrder', mixed: true, example: '04/13/2025' },
    });
  });
});

const pool = [
  '1',
  '1.5',
  '1,5',
  '1.234',
  '1,234',
  '1.234,5',
  '(3)',
  '12%',
  'R$ 4,50',
  '€ 1',
  '007',
  'x',
  'yes',
  'no',
  'a@b.co',
  'example.com/x',
  '+55 11 98765 4321',
  '31/12/2025',
  '12/31/2025',
  '01/02/2025',
  '2025-12-31',
  '31/12/2025 10:00',
  '31/02/2025',
  '45657',
  '45657.5',
  '#N/A',
  '',
  ' ',
  'Hello',
  'Red; Blue',
  '2 Jan 2024',
  '1e5',
  '1.5E+3',
  '99999999999999999',
];

it('counts as fitting exactly what reading then accepts, for generated columns and every type', () => {
  const random = seeded(4711);
  for (let n = 0; n < 60; n++) {
    const values = many(40, () => pool[Math.floor(random() * pool.length)]!);
    const stats = statsOf(values);
    for (const type of [
      'number',
      'percent',
      'currency',
      'date',
      'dateTime',
      'checkbox',
      'email',
      'link',
      'phone',
      'singleLineText',
      'text',
    ]) {
      const readAs = {
        decimal: random() < 0.5 ? ('.' as const) : (',' as const),
        dayFirst: random() < 0.5,
        serialDates: random() < 0.3,
      };
      const props =
        type === 'currency'
          ? { currency_symbol: 'R$', decimals: 0 }
          : type === 'number' || type === 'percent'
            ? { decimals: 0 }
            : {};
      const read: ReadContext = { ...readAs, timezone: 'UTC', strict: true };
      let matched = 0;
      for (const value of values) {
        try {
          if (fieldType(type)!.fromText(value, props, read) !== null) matched++;
        } catch {
          continue;
        }
      }
      expect(fitOf(stats, type, props, readAs, 'UTC').matched, `${type} ${JSON.stringify(readAs)}`).toBe(matched);
    }
  }
});

it('gives the same answer whether a column is read in one piece or merged from pieces', () => {
  const random = seeded(99);
  for (let n = 0; n < 60; n++) {
    const chosen = many(4, () => pool[Math.floor(random() * pool.length)]!);
    const values = many(120, () => chosen[Math.floor(random() * chosen.length)]!);
    const cut = Math.floor(random() * 120);
    const first = statsOf(values.slice(0, cut));
    const second = emptyStats();
    values.slice(cut).forEach((value, i) => addValue(second, value, cut + i + 1));
    const merged = inferColumn(mergeStats(first, second), context);
    expect(merged).toEqual(infer(values));
  }
});
