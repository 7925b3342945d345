import { describe, expect, it } from 'vitest';
import type { ImportField } from './import.resource.ts';
import { blocker, letterOf, share, twice } from './rules.ts';
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
  fit: {
    total: 10,
    empty: 2,
    matched: 5,
    unlisted: 1,
    rounded: 0,
    misfits: [{ row: 3, value: 'x', count: 2, reason: 'number.invalid', message: '' }],
  },
  ambiguous: null,
  samples: [],
  replacements: [],
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

it('the values to check are those that fit nowhere and that nobody replaced', () => {
  expect(toCheck(field('a'))).toBe(3);
  expect(toCheck(field('a', { replacements: [{ value: 'x', text: '1' }] }))).toBe(1);
  expect(toCheck(field('a', { deleted: true }))).toBe(0);
  expect(share(field('a'))).toBe(5 / 8);
  expect(share(field('a', { fit: { total: 3, empty: 3, matched: 0, unlisted: 0, rounded: 0, misfits: [] } }))).toBe(1);
});

it('a column asks until somebody says how it is read', () => {
  const open = field('a', { ambiguous: { kind: 'dayOrder', count: 3, example: '01/02/2025', mixed: false } });
  expect(asksFor(open, { config: { filePath: 'x' } })).toBe(true);
  expect(asksFor(open, { config: { filePath: 'x', fields: [{ key: 'a', readAs: { dayFirst: true } }] } })).toBe(false);
});

it('columns are lettered as spreadsheets do', () => {
  expect(['c0', 'c25', 'c26', 'c701', 'c702'].map(letterOf)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});
