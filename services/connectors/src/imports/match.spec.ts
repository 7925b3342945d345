import { describe, expect, it } from 'vitest';
import { matchColumns } from './match.ts';

const fields = ['Name', 'Preço', 'Preco total', 'preco TOTAL', 'Due date', 'DUE'].map((name) => ({ id: name, name }));

describe('columns find their fields', () => {
  it('by the same name, else by the only one that differs in case, accents and blanks', () => {
    expect(matchColumns(['Name', 'PRECO', ' due  Date', 'due'], fields)).toEqual(['Name', 'Preço', 'Due date', 'DUE']);
  });
  it('not where several would do, unless one is the same', () => {
    expect(matchColumns(['Preço Total'], fields)).toEqual([undefined]);
    expect(matchColumns(['Preco total'], fields)).toEqual(['Preco total']);
  });
  it('once: the same name goes before one that is alike, then the first column', () => {
    expect(matchColumns(['name', 'Name', 'Name', 'Nothing', ''], fields)).toEqual([
      undefined,
      'Name',
      undefined,
      undefined,
      undefined,
    ]);
  });
  it('as a person says: what is chosen is not proposed again, and none means none', () => {
    const chosen = new Map<number, string | null>([
      [0, 'Name'],
      [2, null],
    ]);
    expect(matchColumns(['Other', 'Name', 'Due date'], fields, chosen)).toEqual(['Name', undefined, undefined]);
  });
});
