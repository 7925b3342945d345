import { readContextFor, toCanonical, toUnscaled } from '@tessera/fields';
import { seeded, someDecimal } from '@tessera/fields/testing';
import type { Field } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { planPaste, readPaste } from '../grid/paste.ts';
import { sumsOf } from './sums.ts';
import { editText, type Habits, readText, sameValue, textOf } from './values.ts';

const random = seeded(14);
const cases = Array.from({ length: 2000 }, () => {
  const decimals = Math.floor(random() * 16);
  return { decimals, decimal: someDecimal(random, decimals) };
});
const known = [
  { decimals: 2, decimal: '100000000000000.01' },
  { decimals: 0, decimal: '999999999999999999' },
  { decimals: 8, decimal: '-9999999999.99999999' },
];
const locales: readonly Habits[] = ['en-US', 'pt-BR', 'es', 'de-CH'].map((locale) => ({
  show: { locale, timezone: 'UTC' },
  read: readContextFor(locale, 'UTC'),
}));
const field = (type: string, decimals: number): Field => ({
  id: 'f',
  name: 'F',
  type,
  props: { decimals, ...(type === 'percent' ? {} : { thousands: true }) },
  required: false,
  unique: false,
  description: '',
});

/** A value as the server sends it: a number up to 15 digits, a text beyond. */
const wire = (decimal: string): unknown =>
  JSON.parse(decimal.replace(/^-?[0.]*/, '').replace('.', '').length > 15 ? `"${decimal}"` : decimal) as unknown;

describe('a decimal in the browser', () => {
  it('is shown, typed on and typed back to its last digit, in each language', () => {
    for (const { decimal, decimals } of [...known, ...cases]) {
      for (const type of ['number', 'currency', 'percent']) {
        for (const habits of locales) {
          const one = field(type, decimals);
          const value = wire(decimal);
          for (const text of [textOf(one, value, habits.show), editText(one, value, habits)]) {
            const read = readText(one, text, habits.read);
            expect(read, `${type} ${decimal} as ${text}`).toEqual({ ok: true, value });
          }
        }
      }
    }
  });

  it('is pasted as the number that another program says, not as a float of it', () => {
    for (const { decimal, decimals } of [...known, ...cases]) {
      const fields = [field('number', decimals)];
      const plan = planPaste(
        [['shown']],
        { block: { top: 0, left: 0, bottom: 0, right: 0 }, rows: 1, fields, canCreate: false },
        [[decimal]],
      );
      const { updates } = readPaste(plan, fields, () => ({ id: 'r', version: 1 }), {
        read: (one, text) => readText(one, text, readContextFor('en-US', 'UTC')),
        decimal: '.',
        canAddOptions: false,
        newId: () => 'n',
        colorFor: () => '',
      });
      expect(updates[0]?.fields['f'], decimal).toEqual(wire(decimal));
    }
  });

  it('is summed to its last digit', () => {
    const sum = cases.reduce((all, { decimal }) => all + toUnscaled(decimal, 15), 0n);
    const found = sumsOf(
      cases.map(({ decimal }) => wire(decimal) as number | string),
      2,
    )!;
    expect(toUnscaled(found.sum, 15)).toBe(sum);
  });

  it('is the same whether it comes as a number or as a text, and another where a digit differs', () => {
    expect(sameValue(5, '5')).toBe(true);
    expect(sameValue('100000000000000.01', 100000000000000)).toBe(false);
    expect(sameValue('100000000000000.01', '100000000000000.02')).toBe(false);
    for (const { decimal } of cases) expect(sameValue(wire(decimal), wire(toCanonical(decimal)!))).toBe(true);
  });
});
