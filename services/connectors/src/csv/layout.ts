import { holds } from '@tessera/kernel/kinds';
import { fieldType } from '@tessera/fields';
import { emptyStats, addValue, inferColumn } from '@tessera/fields/infer';
import { isBlank, namedDelimiter, newlineOf } from './reader.ts';
import { cutRows } from './rows.ts';

const delimiters = [',', ';', '\t', '|'] as const;

/** The delimiter under which the rows of a sample agree best on a number of columns greater than one. */
export const detectDelimiter = (sample: string): string => {
  const named = namedDelimiter(sample);
  if (named) return named.delimiter;
  const newline = newlineOf(sample);
  let best: string = ',';
  let bestScore = 0;
  for (const delimiter of delimiters) {
    const cuts = { delimiter, newline, plainQuotes: false };
    const { rows } = cutRows(sample, cuts, false);
    const counts = new Map<number, number>();
    let seen = 0;
    let cells = 0;
    let spaced = 0;
    for (const row of (rows.length > 0 ? rows : cutRows(sample, cuts, true).rows).slice(0, 300)) {
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

/**
 * Whether a sample writes a quotation mark within a cell as `\"`: somewhere more of the cell's text follows it, where a
 * mark of the other kind would be doubled. A path that ends with a backslash before the closing mark is none.
 */
export const usesEscapes = (sample: string, delimiter: string): boolean => {
  const ends = new Set([delimiter, '\n', '\r', '"', undefined]);
  const { rows } = cutRows(sample, { delimiter, newline: newlineOf(sample), plainQuotes: false }, false);
  if (rows.some((row) => row.some((cell) => cell.includes('\\"')))) {
    for (let at = sample.indexOf('\\"'); at >= 0; at = sample.indexOf('\\"', at + 2))
      if (!ends.has(sample[at + 2])) return true;
  }
  return false;
};

const filled = (row: readonly string[]): number => row.reduce((sum, cell) => sum + (cell.trim() === '' ? 0 : 1), 0);

type CellKind = 'number' | 'date' | 'address' | 'words';

/** What a cell of its own would be. A whole number of four digits may be a year, in a header as well as below. */
const kindOf = (cell: string): CellKind => {
  const stats = emptyStats();
  addValue(stats, cell, 1);
  const { type } = inferColumn(stats, {
    name: '',
    decimal: '.',
    dayFirst: true,
    timezone: 'UTC',
    optionId: (label) => label,
  });
  const found = fieldType(type);
  switch (holds(found?.storage)) {
    case 'number':
      return 'number';
    case 'day':
    case 'moment':
      return 'date';
    case 'text':
      return found?.family === 'text' ? 'words' : 'address';
    default:
      return 'words';
  }
};

/** The commonest kind of a column's first cells; undefined of an empty one. */
const kindBelow = (rows: readonly (readonly string[])[], column: number): CellKind | undefined => {
  const kinds = new Map<CellKind, number>();
  for (const row of rows) {
    const cell = row[column]?.trim() ?? '';
    if (cell === '') continue;
    const found = kindOf(cell);
    kinds.set(found, (kinds.get(found) ?? 0) + 1);
  }
  return [...kinds].sort((a, b) => b[1] - a[1])[0]?.[0];
};

const isYear = (cell: string): boolean => /^(?:1[89]|20)\d\d$/.test(cell);

/** 1990, 1991, 1992 or 1, 2, 3: columns of periods are numbered one after the other, records seldom. */
const isSeries = (cells: readonly string[]): boolean =>
  cells.length >= 3 &&
  cells.every((cell) => /^\d{1,4}$/.test(cell)) &&
  cells.every((cell, i) => i === 0 || Math.abs(Number(cell) - Number(cells[i - 1])) === 1);

const ascending = (cells: readonly string[]): boolean =>
  cells.length >= 3 &&
  cells.every((cell, i) => /^\d{1,9}$/.test(cell) && (i === 0 || Number(cell) > Number(cells[i - 1])));

/** What columns are commonly called: one of them is enough to tell names from records. */
const commonName =
  /^(?:id|n[oº°]?\.?|#|name|nome|nombre|first.?name|last.?name|title|t[ií]tulo|type|tipo|kind|class|date|data|fecha|year|ano|a[nñ]o|month|m[eê]s|status|state|estado|city|cidade|ciudad|country|pa[ií]s|region|regi[aã]o|regi[oó]n|address|endere[cç]o|direcci[oó]n|e-?mail|phone|telefone|tel[eé]fono|category|categor[ií]a|group|grupo|description|descri[cç][aã]o|descripci[oó]n|notes?|notas?|comments?|value|valor|price|pre[cç]o|precio|amount|quantity|qty|code|c[oó]digo|sku|label|gender|sex|color|colour|url|link|source|user|owner|company|empresa|product|produto|producto|department|team)$/i;

/** Whether words over words are names: by what they say, or by what stands below and never says the same. */
const namesByWords = (row: readonly string[], below: readonly (readonly string[])[]): boolean =>
  row.some((raw, column) => {
    const cell = raw.trim();
    if (cell === '') return false;
    if (commonName.test(cell)) return true;
    const values = below.map((other) => other[column]?.trim() ?? '').filter((value) => value !== '');
    if (values.length < 3 || values.includes(cell)) return false;
    const digits = values.filter((value) => /\d/.test(value)).length;
    return new Set(values).size * 2 <= values.length || (digits * 2 > values.length && !/\d/.test(cell));
  });

type Verdict = { readonly names: boolean; readonly sure: boolean };

/** Whether a row differs from those below as names differ from what they name: words over numbers, periods over amounts. */
const rateHeader = (row: readonly string[], below: readonly (readonly string[])[]): Verdict => {
  let like = 0;
  let unlike = 0;
  let addresses = 0;
  let doubt = false;
  const numbers: string[] = [];
  row.forEach((raw, column) => {
    const cell = raw.trim();
    if (cell === '') return;
    const own = kindOf(cell);
    const beneath = kindBelow(below, column);
    if (own === 'address') addresses++;
    if (own === 'number' && beneath === 'number') numbers.push(cell);
    else if (own !== 'words' && (beneath === own || beneath === undefined)) like++;
    else if (own !== beneath && beneath !== undefined && (own === 'words' || beneath === 'number')) unlike++;
  });
  if (addresses > 0 && unlike === 0) return { names: false, sure: true };
  const certain = unlike;
  // Numbers over numbers: years and other series are periods, anything else is a record.
  if (numbers.length > 0) {
    const years = numbers.length >= 2 && numbers.every(isYear);
    const yearsBelow = below.some((other) =>
      row.some((cell, i) => numbers.includes(cell.trim()) && isYear(other[i]?.trim() ?? '')),
    );
    if ((years || isSeries(numbers)) && !yearsBelow) {
      unlike += numbers.length;
      doubt = !years;
    } else {
      like += numbers.length;
      doubt = ascending(numbers);
    }
  }
  const names = like === 0 || unlike > like;
  if (!names) return { names, sure: unlike === 0 && !doubt };
  return { names, sure: like === 0 && (unlike > 0 ? certain > 0 || !doubt : namesByWords(row, below)) };
};

/** Which row names the columns, from 1, and 0 for none; `sure`: whether the file leaves no doubt of it. */
export type HeaderFound = { readonly row: number; readonly sure: boolean };

/**
 * Which of the first rows (none blank) names the columns. Titles above it fill fewer cells; a row that reads like those
 * below, or that comes again below, is data. Dates and years over amounts name periods.
 */
export const findHeader = (rows: readonly (readonly string[])[]): HeaderFound => {
  const counts = rows.slice(0, 100).map(filled);
  const widths = new Map<number, number>();
  for (const count of counts) widths.set(count, (widths.get(count) ?? 0) + 1);
  const usual = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
  const at = counts.findIndex((count) => count >= Math.max(1, usual * 0.7));
  if (at < 0 || at > 30) return { row: 0, sure: at < 0 };
  const row = rows[at]!;
  const below = rows.slice(at + 1, 100);
  const first = below.slice(0, 20);
  const found = rateHeader(row, first);
  // Names that are missing for some columns stand in a shorter row, as a title does.
  const shorter = at > 0 && filled(rows[at - 1]!) >= Math.max(2, usual * 0.5) ? rows[at - 1] : undefined;
  if (!found.sure && shorter !== undefined && rateHeader(shorter, [row, ...first]).names)
    return { row: at, sure: false };
  if (!found.names) return { row: 0, sure: found.sure };
  // A single line is a header without rows only if nothing says otherwise.
  const repeated = row.filter(
    (cell, column) => cell.trim() !== '' && below.some((other) => other[column]?.trim() === cell.trim()),
  ).length;
  return below.length > 0 && repeated > filled(row) / 2
    ? { row: 0, sure: repeated === filled(row) }
    : { row: at + 1, sure: found.sure };
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
