import { describe, expect, it } from 'vitest';
import { findEntries, type PaletteEntry } from './entries.ts';

const entry = (label: string, section: string, keywords?: string): PaletteEntry => ({
  id: label,
  label,
  section,
  run: () => undefined,
  ...(keywords ? { keywords } : {}),
});
const entries = [
  entry('Old deals', 'Tables'),
  entry('Deals', 'Tables'),
  entry('Pedidos São Paulo', 'Tables'),
  entry('Import a spreadsheet', 'Commands', 'csv excel'),
];
const labels = (search: string, limit = 5): readonly string[] =>
  findEntries(entries, search, limit).map(({ label }) => label);

describe('the palette', () => {
  it('shows everything in order before one types', () => {
    expect(labels('')).toEqual(entries.map(({ label }) => label));
  });

  it('puts what begins with the search first', () => {
    expect(labels('deal')).toEqual(['Deals', 'Old deals']);
  });

  it('finds every word in any order, without accents, and by keywords', () => {
    expect(labels('sao pedidos')).toEqual(['Pedidos São Paulo']);
    expect(labels('CSV')).toEqual(['Import a spreadsheet']);
    expect(labels('deals csv')).toEqual([]);
  });

  it('caps each section', () => {
    expect(labels('', 1)).toEqual(['Old deals', 'Import a spreadsheet']);
  });
});
