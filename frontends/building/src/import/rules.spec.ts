import { describe, expect, it } from 'vitest';
import type { ImportField } from './import.resource.ts';
import { alike, blocker, encodingName, intoBlocker, letterOf, mustLook, nextSheet, share, twice } from './rules.ts';
import { asksFor, toCheck } from './wizard.ts';

const field = (key: string, more: Partial<ImportField> = {}): ImportField => ({
  key,
  name: key,
  header: key,
  nameProblem: null,
  type: 'number',
  proposedType: 'number',
  props: {},
  readAs: { decimal: '.', dayFirst: true },
  deleted: false,
  hidden: false,
  fit: {
    total: 10,
    empty: 2,
    matched: 5,
    unlisted: 1,
    rounded: 0,
    joined: 0,
    altered: 0,
    alterations: [],
    meantEmpty: 0,
    words: [],
    misfits: [{ row: 3, value: 'x', count: 2, reason: 'number.invalid', message: '' }],
  },
  ambiguous: null,
  staysText: null,
  emptied: 0,
  samples: [],
  replacements: [],
  field: null,
  newField: false,
  createOptions: false,
  missingOptions: [],
  missingCount: 0,
  asTable: false,
  repeats: null,
  ...more,
});

describe('an import can start', () => {
  it('once its table has a name and its fields have different ones', () => {
    expect(blocker('Deals', [field('a'), field('b')])).toBeNull();
    expect(blocker(' ', [field('a')])).toBe('labelNeeded');
    expect(blocker('x'.repeat(46), [field('a')])).toBe('labelLong');
    expect(blocker('Deals', [field('a', { deleted: true })])).toBe('fieldNeeded');
    expect(blocker('Deals', [field('a', { name: ' ' })])).toBe('nameNeeded');
    expect(blocker('Deals', [field('a', { name: 'Preço' }), field('b', { name: 'PRECO' })])).toBe('nameTwice');
  });
  it('though columns that are left out share a name', () => {
    expect(twice([field('a', { name: 'x' }), field('b', { name: 'x', deleted: true })]).size).toBe(0);
  });
});

describe('an import into a table that is there can start', () => {
  const into = {
    fields: [{ id: 'f', name: 'Name', type: 'text', required: false, unique: false }],
    unfilled: [],
    leftOut: 0,
  };
  it('once a column fills a field, each required field has one, and a row is left to add', () => {
    expect(intoBlocker(into, [field('a', { field: 'f' })], 3)).toBeNull();
    expect(intoBlocker(into, [field('a', { deleted: true })], 3)).toBe('fieldNeeded');
    expect(intoBlocker({ ...into, unfilled: ['f'] }, [field('a')], 3)).toBe('requiredNeeded');
    expect(intoBlocker({ ...into, leftOut: 3 }, [field('a')], 3)).toBe('nothingLeft');
    expect(intoBlocker({ ...into, leftOut: 2 }, [field('a')], 3)).toBeNull();
    const added = (name: string, more: object = {}) => field(name, { newField: true, ...more });
    expect(intoBlocker(into, [added('Size')], 3)).toBeNull();
    expect(intoBlocker(into, [added(' ')], 3)).toBe('nameNeeded');
    expect(intoBlocker(into, [added('NAME ')], 3)).toBe('nameTwice');
    expect(intoBlocker(into, [added('Size', { key: 'c1' }), added('size', { key: 'c2' })], 3)).toBe('nameTwice');
    expect(intoBlocker(into, [added('Name', { deleted: true }), field('a')], 3)).toBeNull();
  });
});

it('the values to check are those that fit nowhere and that nobody replaced', () => {
  expect(toCheck(field('a'))).toBe(3);
  expect(toCheck(field('a', { replacements: [{ value: 'x', text: '1' }] }))).toBe(1);
  expect(toCheck(field('a', { deleted: true }))).toBe(0);
  expect(share(field('a'))).toBe(5 / 8);
  expect(
    share(
      field('a', {
        fit: {
          total: 3,
          empty: 3,
          matched: 0,
          unlisted: 0,
          rounded: 0,
          joined: 0,
          altered: 0,
          alterations: [],
          meantEmpty: 0,
          words: [],
          misfits: [],
        },
      }),
    ),
  ).toBe(1);
});

it('a column asks until somebody says how it is read', () => {
  const open = field('a', { ambiguous: { kind: 'dayOrder', count: 3, example: '01/02/2025', mixed: false } });
  expect(asksFor(open, { config: { filePath: 'x' } })).toBe(true);
  expect(asksFor(open, { config: { filePath: 'x', fields: [{ key: 'a', readAs: { dayFirst: true } }] } })).toBe(false);
  // What was said of its decimals, while it was a number, says nothing of its days.
  expect(asksFor(open, { config: { filePath: 'x', fields: [{ key: 'a', readAs: { decimal: ',' } }] } })).toBe(true);
});

it('columns are lettered as spreadsheets do', () => {
  expect(['c0', 'c25', 'c26', 'c701', 'c702'].map(letterOf)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});

it('options look alike by case, accents and superscripts, and stand in the order of the file', () => {
  const labels = (...all: string[]) => all.map((label) => ({ label }));
  expect(alike(labels('mW', 'kW', 'MW', 'x²', 'x2', 'São Paulo', 'Sao paulo'))).toEqual([
    ['mW', 'MW'],
    ['x²', 'x2'],
    ['São Paulo', 'Sao paulo'],
  ]);
  expect(alike(labels('Open', 'Won'))).toEqual([]);
});

it('a file goes on by itself only where nothing of it is a guess or too much', () => {
  const sure = {
    rows: 10,
    columns: 3,
    totalsRow: null,
    plainQuotes: false,
    header: 'sure',
    unsaid: 0,
    tall: 0,
  } as Parameters<typeof mustLook>[0]['layout'];
  const limits = { bytes: 1, rows: 10, columns: 1 };
  const sheet = { index: 0, name: 'Deals', hidden: false, rows: 10 };
  expect(mustLook({ layout: sure, sheets: [] }, limits)).toBe(false);
  expect(mustLook({ layout: sure, sheets: [] }, null)).toBe(false);
  expect(mustLook({ layout: sure, sheets: [sheet, { ...sheet, index: 1, rows: 0 }] }, limits)).toBe(false);
  expect(mustLook({ layout: sure, sheets: [sheet, { ...sheet, index: 1, hidden: true }] }, limits)).toBe(true);
  for (const other of [
    { rows: 11 },
    { columns: 100 },
    { totalsRow: 10 },
    { plainQuotes: true },
    { header: 'unsure' as const },
    { unsaid: 1 },
    { tall: 1 },
  ])
    expect(mustLook({ layout: { ...sure, ...other }, sheets: [] }, limits), JSON.stringify(other)).toBe(true);
});

it('after a sheet comes the next that is shown and has rows', () => {
  const sheets = [3, 0, 2, 5].map((rows, index) => ({ index, name: `S${index}`, hidden: index === 2, rows }));
  expect([null, 0, 2, 3].map((done) => nextSheet(sheets, done)?.index)).toEqual([0, 3, 3, 0]);
  expect(nextSheet(sheets.slice(0, 3), 0)?.index).toBe(2);
  expect(nextSheet(sheets.slice(0, 1), 0)).toBeUndefined();
});

it('encodings are called as people call them', () => {
  expect(['utf-8', 'windows-1252', 'iso-8859-2', 'shift_jis', 'macintosh', 'gb18030'].map(encodingName)).toEqual([
    'UTF-8',
    'Windows-1252',
    'ISO-8859-2',
    'Shift_JIS',
    'Mac Roman',
    'GB18030',
  ]);
});
