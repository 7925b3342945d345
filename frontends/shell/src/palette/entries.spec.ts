import { describe, expect, it } from 'vitest';
import { findEntries, ghostOf, type PaletteEntry, recentOf, withInner } from './entries.ts';

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

  it('finds what is within an entry by the words of both', () => {
    const inner = { ...entry('Dark', ''), run: () => undefined };
    const theme = { ...entry('Theme', 'Commands'), within: [inner] };
    expect(findEntries(withInner([theme]), 'dark theme', 5).map(({ label }) => label)).toEqual(['Theme: Dark']);
    expect(findEntries(withInner([theme]), 'theme', 5).map(({ label }) => label)).toEqual(['Theme', 'Theme: Dark']);
  });

  it('shows what is left to type', () => {
    expect(ghostOf('dea', 'Deals')).toBe('ls');
    expect(ghostOf('DEALS', 'Deals')).toBe('');
    expect(ghostOf('', 'Deals')).toBe('');
    expect(ghostOf('eals', 'Deals')).toBe('');
    expect(ghostOf('x', undefined)).toBe('');
  });

  it('knows the places that were opened, the last one first, and none that is gone', () => {
    const places = ['/a', '/b', '/c'].map((to) => ({ ...entry(to, 'Tables'), to }));
    const opened = [
      { to: '/a', at: 1 },
      { to: '/gone', at: 4 },
      { to: '/c', at: 3 },
      { to: '/a', at: 2 },
    ];
    expect(recentOf(places, opened).map(({ id }) => id)).toEqual(['/c', '/a']);
  });
});
