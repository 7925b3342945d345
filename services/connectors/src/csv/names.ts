import { fold } from '@tessera/kernel';
import { columnLetter } from './layout.ts';

export type ColumnName = { readonly name: string; readonly problem: 'blank' | 'duplicate' | undefined };

/**
 * Names of columns from a header row: blank ones after their letter, equal ones numbered, all of them distinct and at
 * most 255 characters.
 */
export const columnNames = (header: readonly string[], columns: number): readonly ColumnName[] => {
  const taken = new Set<string>();
  const clean = Array.from({ length: columns }, (_, index) =>
    (header[index] ?? '').replace(/\s+/g, ' ').trim().slice(0, 240),
  );
  // Names that stand in the file go before those that are made.
  const claim = (name: string): boolean => {
    const key = fold(name);
    if (key === '' || taken.has(key)) return false;
    taken.add(key);
    return true;
  };
  const own = clean.map((name) => claim(name));
  return clean.map((name, index) => {
    if (own[index]) return { name, problem: undefined };
    const blank = fold(name) === '';
    const base = blank ? `Column ${columnLetter(index)}` : name;
    let made = blank ? base : `${base} 2`;
    for (let n = 2; !claim(made); n++) made = `${base} ${n}`;
    return { name: made, problem: blank ? 'blank' : 'duplicate' };
  });
};
