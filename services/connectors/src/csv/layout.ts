import { emptyStats, addValue, inferColumn } from '@tessera/fields/infer';
import { isBlank, namedDelimiter, newlineOf, parseText } from './reader.ts';

const delimiters = [',', ';', '\t', '|'] as const;

/** The delimiter under which the rows of a sample agree best on a number of columns greater than one. */
export const detectDelimiter = (sample: string): string => {
  const named = namedDelimiter(sample);
  if (named) return named.delimiter;
  const newline = newlineOf(sample);
  let best: string = ',';
  let bestScore = 0;
  for (const delimiter of delimiters) {
    const { rows } = parseText(sample, { delimiter, plainQuotes: false }, false, newline);
    const counts = new Map<number, number>();
    let seen = 0;
    let cells = 0;
    let spaced = 0;
    for (const row of (rows.length > 0
      ? rows
      : parseText(sample, { delimiter, plainQuotes: false }, true, newline).rows
    ).slice(0, 300)) {
      if (isBlank(row)) continue;
      seen++;
      counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
      for (let i = 1; i < row.length; i++, cells++) if (row[i]!.startsWith(' ')) spaced++;
    }
    let score = 0;
    for (const [columns, rowsWith] of counts)
      if (columns > 1) score = Math.max(score, (rowsWith / seen) ** 2 * Math.min(columns, 30) ** 0.5);
    // "London, UK" is one cell: delimiters are seldom followed by a blank.
    if (cells > 0) score *= 1 - (0.5 * spaced) / cells;
    if (score > bestScore * 1.02) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
};

const filled = (row: readonly string[]): number => row.reduce((sum, cell) => sum + (cell.trim() === '' ? 0 : 1), 0);

/**
 * A cell that only data has: a number with decimals or sign, a date, an address; a whole number may be a year in a
 * header.
 */
const looksLikeData = (cell: string): boolean => {
  const value = cell.trim();
  if (value === '' || /^\d{4}$/.test(value)) return false;
  const stats = emptyStats();
  addValue(stats, value, 1);
  const { type } = inferColumn(stats, {
    name: '',
    decimal: '.',
    dayFirst: true,
    timezone: 'UTC',
    optionId: (label) => label,
  });
  return (
    type === 'number' ||
    type === 'currency' ||
    type === 'percent' ||
    type === 'date' ||
    type === 'dateTime' ||
    type === 'email' ||
    type === 'link' ||
    type === 'phone'
  );
};

/**
 * Which of the first rows (none blank) names the columns, from 1; 0 if none does. Titles above it fill fewer cells; a
 * row whose cells are numbers, dates or addresses, or one that comes again below, is data.
 */
export const detectHeader = (rows: readonly (readonly string[])[]): number => {
  const counts = rows.slice(0, 100).map(filled);
  const widths = new Map<number, number>();
  for (const count of counts) widths.set(count, (widths.get(count) ?? 0) + 1);
  const usual = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
  const at = counts.findIndex((count) => count >= Math.max(1, usual * 0.7));
  if (at < 0 || at > 30) return 0;
  const row = rows[at]!;
  const names = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (names.some((name) => looksLikeData(name)))
    return at > 0 && filled(rows[at - 1]!) >= usual * 0.5 && !rows[at - 1]!.some(looksLikeData) ? at : 0;
  // A single line is a header without rows only if nothing says otherwise.
  const below = rows.slice(at + 1, 100);
  const repeated = row.filter(
    (cell, column) => cell.trim() !== '' && below.some((other) => other[column]?.trim() === cell.trim()),
  ).length;
  return below.length > 0 && repeated > names.length / 2 ? 0 : at + 1;
};

/** A, B, ... Z, AA: how a spreadsheet names a column. */
export const columnLetter = (index: number): string => {
  let letters = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26))
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters;
  return letters;
};

const totalsWord = /^(?:grand |sub)?totals?\b|^(?:sub)?total(?:es)?\b|^totais\b|^total geral\b|^soma\b|^suma\b|^sum\b/i;

/** Whether the last row sums those above: its first words say so. */
export const looksLikeTotals = (row: readonly string[]): boolean => {
  const first = row.find((cell) => cell.trim() !== '')?.trim() ?? '';
  return first.length <= 40 && totalsWord.test(first) && filled(row) > 1;
};
