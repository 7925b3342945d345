import { describe, expect, it } from 'vitest';
import { fieldType, type ReadContext } from '../index.ts';
import {
  addValue,
  ambiguityOf,
  emptiedOf,
  emptyStats,
  fileConventions,
  fitOf,
  inferColumn,
  missingOptions,
  proposeOptions,
  mergeStats,
  keptProps,
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
    ['tax numbers', ['123.456.789-09', '987.654.321-00', '111.222.333-96'], 'cpf', {}],
    ['tax numbers with a wrong one', ['123.456.789-09', '987.654.321-01', '111.222.333-96'], 'singleLineText', {}],
    ['phones', ['+55 11 98765-4321', '(11) 98765-4321'], 'phone', {}],
    ['sentences', ['Hello there', 'Something else'], 'singleLineText', {}],
    ['paragraphs', ['line one\nline two', 'x'], 'text', {}],
    ['nothing', ['', ' '], 'singleLineText', {}],
    ['addresses of the net', ['10.0.0.1', '192.168.1.1'], 'singleLineText', {}],
    ['postal codes', ['01310-100', '04538-133'], 'singleLineText', {}],
    ['p-values', ['6.75e-10', '0.04', '1.2e-3'], 'number', { decimals: 12 }],
    ['twelve decimals', ['31.953764721234', '-8.1'], 'number', { decimals: 12 }],
    ['decimals that 64 bits hold', ['12345678901.12345678', '1'], 'number', { decimals: 8 }],
    ['decimals that 64 bits do not hold', ['92345678901.12345678', '1'], 'singleLineText', {}],
    ['more decimals than a field keeps', ['1.1234567890123456', '2'], 'singleLineText', {}],
    ['numbers beyond 64 bits', ['1.5E+20', '6.02E+23'], 'singleLineText', {}],
    ['names of genes', ['rs9697358', 'rs12345', 'rs7'], 'singleLineText', {}],
    ['letters against digits', ['CAD-1001', 'CAD-1002'], 'singleLineText', {}],
    ['letters against digits without a sign', ['PEN1001', 'PEN1002'], 'singleLineText', {}],
    ['flights', ['KR100', 'KR101'], 'singleLineText', {}],
    ['ranks', ['TOP 1', 'TOP 2'], 'singleLineText', {}],
    [
      'amounts of a rare code',
      ['PEN 1.50', 'PEN 12.00'],
      'currency',
      { decimals: 2, currency_symbol: 'PEN', thousands: true },
    ],
    [
      'a code against the digits',
      ['USD100', 'USD2,000.50'],
      'currency',
      { decimals: 2, currency_symbol: 'USD', thousands: true },
    ],
    ['numbers of social security', ['750-67-8428', '123-45-6789'], 'singleLineText', {}],
    ['years with a number', ['2024-10000', '2024-10001'], 'singleLineText', {}],
    ['numbers of books', ['978-3-16-148410-0', '978-0-306-40615-7'], 'singleLineText', {}],
    ['phones without a country', ['555-123-4567', '555.123.4568'], 'phone', {}],
    ['phones that begin with a zero', ['01 42 68 53 00', '020 7946 0958'], 'phone', {}],
    ['classes of a library', ['007.013', '641.5'], 'singleLineText', {}],
    ['codes of a diagnosis', ['003.1', '250.00'], 'singleLineText', {}],
    ['sections', ['01.13', '02.10'], 'singleLineText', {}],
    ['long addresses of the net', ['192.168.100.101', '192.168.100.102'], 'singleLineText', {}],
    ['names of files', ['report.pdf', 'figures.xlsx'], 'singleLineText', {}],
    ['hosts', ['example.com', 'tessera.dev/docs'], 'link', {}],
    ['shares beside percents', ['0.14', '14%', '7%'], 'singleLineText', {}],
    ['amounts of two currencies', ['$ 5', '€ 6'], 'singleLineText', {}],
    [
      'amounts of which some have a sign',
      ['$5.00', '6.10'],
      'currency',
      { decimals: 2, currency_symbol: '$', thousands: true },
    ],
    ['a floor beside numbers', ['15B', '12', '3'], 'singleLineText', {}],
    ['a limit of measurement', ['<0.5', '0.7', '1.2'], 'singleLineText', {}],
    ['yes, no and neither', ['yes', 'no', 'n/a', 'yes'], 'singleLineText', {}],
    ['times among dates', ['2026-01-01', '2026-01-02 10:30'], 'dateTime', {}],
    ['millions beside other numbers', ['1.000.000', '250', '12'], 'number', {}],
    ['years', ['1998', '2024', '2025'], 'number', {}],
  ] as const)('%s', (_name, values, type, props) => {
    const found = infer(values);
    expect(found.type).toBe(type);
    expect(found.props).toEqual(props);
  });

  it('few distinct texts is a select, an option for each writing: milliwatts are no megawatts', () => {
    const found = infer(
      many(48, (i) => ['mW', 'MW', 'x²', 'x2', 'Tp53', 'TP53', 'mW ', 'Ole\u0301', 'Ol\u00e9'][i % 9]!),
    );
    expect(found.type).toBe('select');
    expect(found.props.options!.map(({ label }) => label)).toEqual(['mW', 'MW', 'x²', 'x2', 'Tp53', 'TP53', 'Olé']);
    expect(new Set(found.props.options!.map(({ color }) => color)).size).toBe(7);
    expect(found.fit).toMatchObject({ matched: 48, misfits: [] });
  });
  it('few labels in lists is a multiple select', () => {
    const found = infer(many(40, (i) => ['Red; Blue', 'Blue', 'Green;Red'][i % 3]!));
    expect(found.type).toBe('multipleSelect');
    expect(found.props.options!.map((option) => option.label).sort()).toEqual(['Blue', 'Green', 'Red']);
  });
  it('few labels in lists with commas is a multiple select, whose options are the labels', () => {
    const found = infer(many(40, (i) => ['Red, Blue', 'Blue', 'Green, Red', 'Blue, Green'][i % 4]!));
    expect(found.type).toBe('multipleSelect');
    expect(found.props.options!.map((option) => option.label).sort()).toEqual(['Blue', 'Green', 'Red']);
    expect(found.fit).toMatchObject({ matched: 40, misfits: [] });
    const chosen = statsOf(['Red, Blue', 'Blue, Red', 'Green']);
    expect(proposeOptions(chosen, 'multipleSelect', 10, (label) => label).map(({ label }) => label)).toEqual([
      'Red',
      'Blue',
      'Green',
    ]);
  });
  it.each([
    ['parts in places of their own', ['Porto, Portugal', 'Lisboa, Portugal', 'Madrid, Spain']],
    ['names', ['Smith, John', 'Jones, Ann', 'Brown, Kim']],
    ['a label twice in a value', ['Red, Red', 'Red, Blue', 'Blue, Red']],
    ['blanks that would go', ['Red,  Blue', 'Blue, Red', 'Red']],
    ['no blank behind a comma', ['Red,Blue', 'Blue,Red', 'Red']],
  ])('commas between %s are no lists', (_, values) => {
    expect(infer(many(60, (i) => values[i % values.length]!)).type).toBe('select');
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
  it('keeps a column text, and is named with the type that the others ask for', () => {
    const values = [...many(97, (i) => `${(i % 28) + 1}/12/2026`), 'TBC', '31/02/2026', 'TBC'];
    const found = infer(values, { dayFirst: true });
    expect(found).toMatchObject({
      type: 'singleLineText',
      fit: { matched: 100, misfits: [] },
      staysText: { why: 'misfits', type: 'date', count: 3, example: 'TBC' },
    });
  });
  it.each([
    ['digits', ['1.1234567890123456', '2', '3'], '1.1234567890123456'],
    ['codes', ['007', '8', '9'], '007'],
    ['units', ['0.14', '14%', '2'], '14%'],
  ] as const)('says why numbers stay text: %s', (why, values, example) => {
    expect(infer(values).staysText).toMatchObject({ why, type: 'number', count: 1, example });
  });
  it.each([
    ['amounts', (i: number) => `R$ ${i}.001,10`, 'currency', { currency_symbol: 'R$' }],
    [
      'amounts of which some have a sign',
      (i: number) => (i % 2 ? `$${i}.5` : `${i}.25`),
      'currency',
      { currency_symbol: '$' },
    ],
    ['percentages', (i: number) => `${i},5 %`, 'percent', {}],
    ['numbers', (i: number) => `${i}.5`, 'number', {}],
    ['small numbers', (i: number) => `${i}.5e-9`, 'number', { decimals: 10 }],
    ['numbers near the limit', (i: number) => `${i}000000000000`, 'number', { decimals: 0 }],
  ] as const)('leaves the type that is named with what it says: %s', (_what, make, type, props) => {
    const values = [...many(60, (i) => make(10 + i)), 'a combinar'];
    const found = infer(values);
    expect(found.staysText).toMatchObject({ why: 'misfits', type, count: 1, example: 'a combinar' });
    const stats = statsOf(values);
    const kept = keptProps(stats, type, found.readAs);
    expect(kept).toEqual(props);
    expect(fitOf(stats, type, kept, found.readAs, 'UTC')).toMatchObject({ matched: 60, rounded: 0 });
  });
  it('of two currencies, names no type, and as amounts keeps the commoner alone', () => {
    const values = [...many(40, (i) => (i % 4 ? `€ ${i}` : `$ ${i}`)), 'tbd'];
    expect(infer(values).staysText).toBeUndefined();
    const stats = statsOf(values);
    const read = { decimal: '.', dayFirst: false } as const;
    const kept = keptProps(stats, 'currency', read);
    expect(kept).toEqual({ currency_symbol: '€' });
    expect(fitOf(stats, 'currency', kept, read, 'UTC').matched).toBe(30);
    expect(keptProps(stats, 'date', read)).toEqual({});
  });
  it('is listed by value with its first row, its count and why', () => {
    const values = [...many(97, (i) => `${(i % 28) + 1}/12/2026`), 'TBC', '31/02/2026', 'TBC'];
    const fit = fitOf(statsOf(values), 'date', {}, { decimal: '.', dayFirst: true }, 'UTC');
    expect(fit).toMatchObject({ total: 100, empty: 0, matched: 97, unlisted: 0 });
    expect(fit.misfits).toEqual([
      { row: 98, value: 'TBC', count: 2, reason: 'date.invalid', message: 'This is not a date' },
      { row: 99, value: '31/02/2026', count: 1, reason: 'date.no_such_day', message: 'This month has no such day' },
    ]);
  });
  it('because it says that there is none is no misfit: it is counted and named apart', () => {
    const found = infer(['1', '2', '#N/A', 'n/a', '#DIV/0!', '-', 'n/a']);
    expect(found.type).toBe('number');
    expect(found.fit).toMatchObject({ matched: 2, meantEmpty: 5, misfits: [], unlisted: 0 });
    expect(found.fit.words[0]).toEqual({ value: 'n/a', count: 2 });
  });
  it('is bounded in memory and counted all the same', () => {
    const stats = statsOf([...many(5000, String), ...many(300, (i) => `bad ${i}`)]);
    const fit = fitOf(stats, 'number', {}, { decimal: '.', dayFirst: false }, 'UTC');
    expect(fit.misfits.length).toBeLessThanOrEqual(100);
    expect(fit.misfits.reduce((sum, one) => sum + one.count, 0) + fit.unlisted).toBe(300);
  });
  it('of another currency is named', () => {
    const stats = statsOf(['€ 5', '€ 6', ...many(30, (i) => `R$ ${i}`)]);
    const fit = fitOf(stats, 'currency', { currency_symbol: 'R$' }, { decimal: '.', dayFirst: false }, 'UTC');
    expect(fit.misfits.map((one) => one.reason)).toEqual(['number.currency', 'number.currency']);
  });
  it('for its size is a misfit at the scale of the field, and what is rounded is counted', () => {
    const stats = statsOf(['1.239', '2', '99999999999999999', '1.5E+20']);
    const fit = fitOf(stats, 'number', { decimals: 2 }, { decimal: '.', dayFirst: false }, 'UTC');
    expect(fit).toMatchObject({ matched: 2, rounded: 1 });
    expect(fit.misfits.map((one) => one.reason)).toEqual(['number.too_large', 'number.too_large']);
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
  it('of decimals is prefilled by other columns of numbers and asked all the same; theirs answer that of dates', () => {
    const columns = [
      statsOf(['1.234', '5.678']),
      statsOf(['10,5', '3']),
      statsOf(['01/02/2025', '03/04/2025']),
      statsOf(['31/12/2025']),
    ];
    const conventions = fileConventions(columns, { decimal: '.', dayFirst: false });
    expect(conventions).toEqual({ decimal: ',', dayFirst: true, proven: { dayOrder: true } });
    expect(inferColumn(columns[0]!, { ...context, ...conventions })).toMatchObject({
      readAs: { decimal: ',' },
      ambiguous: { kind: 'decimal', count: 2, example: '1.234', mixed: false },
    });
    expect(inferColumn(columns[2]!, { ...context, ...conventions }).ambiguous).toBeUndefined();
    expect(inferColumn(columns[2]!, { ...context, ...conventions })).toMatchObject({
      type: 'date',
      readAs: { dayFirst: true },
    });
    const among = (...columns: readonly (readonly string[])[]) =>
      fileConventions(columns.map(statsOf), { decimal: '.', dayFirst: true }).decimal;
    expect(among(['1.5'], ['1,5'])).toBe('.');
    expect(among(['1,5'])).toBe(',');
    // What is no column of numbers says nothing of how numbers are written: addresses, sections, words.
    expect(among(['1,5', '2'], ['192.168.1.1', '10.0.0.1'], ['1.5', 'two'])).toBe(',');
  });
  it('is asked of the type that somebody chooses as well', () => {
    const ask = (values: readonly string[], type: string) => ambiguityOf(statsOf(values), type, context);
    expect(ask(['1.234', 'none of it'], 'currency')).toMatchObject({ kind: 'decimal', count: 1 });
    expect(ask(['01/02/2025', 'later'], 'date')).toMatchObject({ kind: 'dayOrder', example: '01/02/2025' });
    expect(ask(['1.234'], 'singleLineText')).toBeUndefined();
    expect(ask(['13/02/2025', '01/02/2025'], 'dateTime')).toBeUndefined();
  });
  it('of groups alone is asked too', () => {
    expect(infer(['1.000.000', '2.500.000'])).toMatchObject({
      type: 'number',
      readAs: { decimal: ',' },
      ambiguous: { kind: 'decimal', count: 2, example: '1.000.000' },
    });
  });
  it('that the values answer both ways stays text', () => {
    expect(infer([...many(19, () => '13/04/2025'), '04/13/2025'])).toMatchObject({
      type: 'singleLineText',
      staysText: { why: 'misfits', type: 'date', count: 1, example: '04/13/2025' },
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
  '1.23456789012',
  '9223372036854775807',
  '-9223372036854775808',
  '12345678901.12345678',
  '1.5E+20',
  '6.75e-10',
  'TOP 1',
  'rs12345',
  '192.168.100.101',
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
      const decimals = Math.floor(random() * 16);
      const props =
        type === 'currency'
          ? { currency_symbol: 'R$', decimals }
          : type === 'number' || type === 'percent'
            ? { decimals }
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

it('options that a field lacks are found as its values are read: by whole label, else by the parts of a list', () => {
  const props = {
    options: [
      { id: '1', label: 'Red, white', color: 'rose' },
      { id: '2', label: 'Blue', color: 'blue' },
    ],
  };
  const stats = statsOf(['blue', 'Red, White', 'Green, BLUE', 'green; Grün', '']);
  const labels = (type: 'select' | 'multipleSelect') =>
    missingOptions(stats, type, props, (label) => label).map((option) => option.label);
  expect(labels('multipleSelect')).toEqual(['Green', 'green', 'Grün']);
  expect(labels('select')).toEqual(['Green, BLUE', 'green; Grün']);
});

it('asks nothing of decimals that end in zeros, and keeps tabs in texts of several lines', () => {
  expect(infer(['1.00000000', '2.000000', '15.0000']).ambiguous).toBeUndefined();
  expect(infer(['1.000000'], { decimal: ',' })).toMatchObject({ type: 'number', readAs: { decimal: '.' } });
  expect(infer(['a\tb', 'c']).type).toBe('text');
});

it('makes a column of timestamps among dates one of times, and words of a file no links', () => {
  expect(infer(['2026-01-01', '2026-01-02 10:30', '2026-01-03']).type).toBe('dateTime');
  expect(infer(['report.pdf', 'notes.docx', 'a.csv']).type).toBe('singleLineText');
  expect(infer(['0.14', '14 %', '0.2']).type).toBe('singleLineText');
  expect(infer(['12 %', '14 %']).type).toBe('percent');
});

describe('identifiers stay as they are written', () => {
  const digits = (random: () => number, n: number): string =>
    Array.from({ length: n }, () => Math.floor(random() * 10)).join('');
  const shapes: readonly (readonly [string, string, (random: () => number) => string])[] = [
    ['isbn', '978-3-16-148410-0', (r) => `978-${digits(r, 1)}-${digits(r, 2)}-${digits(r, 6)}-${digits(r, 1)}`],
    ['ISBN', '9783161484100', (r) => `978${digits(r, 10)}`],
    ['SSN', '750-67-8428', (r) => `${digits(r, 3)}-${digits(r, 2)}-${digits(r, 4)}`],
    ['Diagnosis', '003.1', (r) => `00${digits(r, 1)}.${digits(r, 1)}`],
    ['Section', '01.13', (r) => `0${1 + Math.floor(r() * 9)}.${digits(r, 2)}`],
    ['Dewey', '007.013', (r) => `00${digits(r, 1)}.${digits(r, 3)}`],
    ['Version', '1.10', (r) => `${1 + Math.floor(r() * 9)}.${digits(r, 2)}`],
    ['Release', '4.18.2', (r) => `${1 + Math.floor(r() * 9)}.${digits(r, 2)}.${digits(r, 1)}`],
    ['Place', 'TOP 1', (r) => `TOP ${1 + Math.floor(r() * 99)}`],
    ['Pen', 'PEN1001', (r) => `PEN1${digits(r, 3)}`],
    ['Drawing', 'CAD-1001', (r) => `CAD-1${digits(r, 3)}`],
    ['Case', '2024-10000', (r) => `2024-1${digits(r, 4)}`],
    ['Cluster', 'rs9697358', (r) => `rs9${digits(r, 6)}`],
    ['Station', 'KR100', (r) => `KR1${digits(r, 2)}`],
    ['Host', '192.168.1.1', (r) => `192.168.${Math.floor(r() * 256)}.${Math.floor(r() * 256)}`],
    ['Zip code', '90210', (r) => `9${digits(r, 4)}`],
    ['Invoice no.', '10023', (r) => `1${digits(r, 4)}`],
    ['Phone', '5551234567', (r) => `555${digits(r, 7)}`],
  ];
  it.each(shapes)('%s: %s', (name, one, make) => {
    const random = seeded(17);
    const { type, fit } = infer([one, ...many(60, () => make(random))], { name });
    expect(['singleLineText', 'phone', 'select']).toContain(type);
    expect([fit.matched, fit.misfits]).toEqual([61, []]);
  });
  it.each([
    ['years', 'Year', ['1998', '2003', '2010', '1999']],
    ['counters', 'id', ['1', '2', '3', '10', '11']],
    ['amounts of one width', 'Amount', ['10.50', '20.75', '99.00']],
  ])('and %s are numbers', (_what, name, values) => {
    expect(infer(values, { name }).type).toBe('number');
  });
});

it('counts what nobody decided about: listed misfits, and those beyond the list that are known by name', () => {
  const odd = many(150, (n) => `odd ${n}`);
  const values = [...many(300, (n) => String(n)), ...odd, ...odd, 'n/a', ''];
  const stats = statsOf(values);
  const readAs = { decimal: '.' as const, dayFirst: true };
  const fit = fitOf(stats, 'number', {}, readAs, 'UTC');
  const open = (decided: readonly string[]) => emptiedOf(stats, 'number', {}, readAs, fit, decided);
  expect([fit.misfits.length, open([]), open(['odd 0', 'odd 149', 'odd 149', '7', 'n/a', 'never'])]).toEqual([
    60, 300, 296,
  ]);
  expect(open(odd)).toBe(0);
});

it('keeps texts up to 100,000 bytes, and longer ones are misfits', () => {
  const context = { decimal: '.' as const, dayFirst: true };
  const fit = (value: string) => fitOf(statsOf([value]), 'text', {}, context, 'UTC');
  expect(fit('x'.repeat(100_000))).toMatchObject({ matched: 1, misfits: [] });
  expect(fit('é'.repeat(50_000))).toMatchObject({ matched: 1 });
  expect(fit('€'.repeat(33_334))).toMatchObject({ matched: 0, misfits: [{ reason: 'text.too_long' }] });
  expect(fit('x'.repeat(100_001))).toMatchObject({ matched: 0, misfits: [{ reason: 'text.too_long', count: 1 }] });
});
