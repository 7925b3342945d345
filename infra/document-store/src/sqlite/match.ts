import { fold, type Predicate } from '@tessera/kernel';
import { searchTable, type TableInfo } from './catalog.ts';
import type { Connection } from './connection.ts';

/** What a row's texts must hold, as far as a trigram index can tell: a superset of what is asked. */
export type Need = { readonly word: string } | { readonly all: readonly Need[] } | { readonly any: readonly Need[] };

/** Words of a condition beyond which asking the index costs more than it spares. */
const mostWords = 64;

/** Conditions that all hold; what the index cannot tell of one is left to the others. */
export const allOf = (needs: readonly (Need | undefined)[]): Need | undefined => {
  const all = needs.filter((need) => need !== undefined);
  return all.length < 2 ? all[0] : { all };
};

/** Conditions of which one holds; nothing where the index cannot tell of one of them. */
export const anyOf = (needs: readonly (Need | undefined)[]): Need | undefined =>
  needs.length === 0 || needs.length > mostWords || needs.includes(undefined)
    ? undefined
    : needs.length === 1
      ? needs[0]
      : { any: needs as readonly Need[] };

/** A word for the index, undefined when it is too short to have a trigram. */
export const wordNeed = (word: string): Need | undefined => (trigramsOf(word).length === 0 ? undefined : { word });

/** What a predicate says of a row's texts; undefined where the index cannot tell anything. */
export const needOf = (table: Pick<TableInfo, 'columns'>, predicate: Predicate): Need | undefined => {
  if (predicate.op === 'and') return allOf(predicate.items.map((item) => needOf(table, item)));
  if (predicate.op === 'or') return anyOf(predicate.items.map((item) => needOf(table, item)));
  if (!('left' in predicate) || table.columns.get(predicate.left.column)?.searchable !== true) return undefined;
  if (predicate.left.storage !== 'text') return undefined;
  switch (predicate.op) {
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return wordNeed(fold(predicate.value));
    case 'eq':
      return typeof predicate.value === 'string' ? wordNeed(fold(predicate.value)) : undefined;
    case 'in':
    case 'hasAny':
      return anyOf(predicate.values.slice(0, mostWords + 1).map((value) => wordNeed(fold(value))));
    default:
      return undefined;
  }
};

/** Trigrams asked of one word at most; hits are checked again, so fewer only means more to check. */
const perWord = 8;

const trigramsOf = (word: string): readonly string[] => {
  // A text ends at U+0000 for the index's own language.
  const letters = Array.from(word.split('\0', 1)[0]!);
  const count = letters.length - 2;
  if (count < 1) return [];
  const asked = new Set<string>();
  const step = Math.max(1, (count - 1) / (perWord - 1));
  for (let i = 0; i < count; i += step) asked.add(letters.slice(Math.floor(i), Math.floor(i) + 3).join(''));
  asked.add(letters.slice(-3).join(''));
  return [...asked];
};

type Searched = Pick<TableInfo, 'number' | 'fedRow'>;

const quoted = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;

/** Rows of a trigram are counted up to here: beyond, it is common. */
const common = 4_000;
/** Trigrams that occur in so many times the rows of the rarest cost more to walk than the rows that they rule out. */
const alike = 4;
/** So few rows are sooner looked at than asked about once more. */
const few = 16;
const rememberedCounts = 20_000;

/** A question to the index, and how many rows its rarest part has, counted up to some thousands. */
export type Match = { readonly text: string; readonly rows: number };

/**
 * Makes the question to a table's trigram index for what its rows must hold. The index holds no places (detail=none), so
 * a word is asked as the conjunction of its trigrams; since hits are checked again, those that hardly narrow them are
 * left out.
 */
export const openMatches = (connection: Connection) => {
  const counts = new Map<string, { readonly rows: number; readonly fedRow: number }>();

  /**
   * Rows that hold a trigram, at most `common`. What was counted stands until the table has grown by a quarter: it
   * chooses the way, not the answer.
   */
  const rowsOf = ({ number, fedRow }: Searched, trigram: string): number => {
    const key = `${number} ${trigram}`;
    const known = counts.get(key);
    if (known !== undefined && fedRow >= known.fedRow && fedRow <= known.fedRow * 1.25) return known.rows;
    const search = searchTable(number);
    const [row] = connection
      .arrays(`SELECT count(*) FROM (SELECT 1 FROM ${search} WHERE ${search} MATCH ? LIMIT ${common})`)
      .all(quoted(trigram)) as unknown as [[number]];
    if (counts.size >= rememberedCounts) counts.delete(counts.keys().next().value!);
    counts.set(key, { rows: row[0], fedRow });
    return row[0];
  };

  const ask = (table: Searched, need: Need): Match => {
    if ('any' in need) {
      const parts = need.any.map((one) => ask(table, one));
      return {
        text: parts.map(({ text }) => `(${text})`).join(' OR '),
        rows: parts.reduce((sum, { rows }) => sum + rows, 0),
      };
    }
    const words: string[] = [];
    const others: Match[] = [];
    const gather = (one: Need): void => {
      if ('word' in one) words.push(one.word);
      else if ('all' in one) for (const part of one.all) gather(part);
      else {
        const { text, rows } = ask(table, one);
        others.push({ text: `(${text})`, rows });
      }
    };
    gather(need);
    const trigrams = [...new Set(words.flatMap(trigramsOf))];
    const counted = [
      ...trigrams.map((trigram): Match => ({ text: quoted(trigram), rows: rowsOf(table, trigram) })),
      ...others,
    ].sort((a, b) => a.rows - b.rows);
    const rarest = counted[0]!.rows;
    const asked =
      rarest >= common
        ? counted
        : counted.filter(({ rows }, i) => i === 0 || (rarest > few && rows < common && rows <= rarest * alike));
    return { text: asked.map(({ text }) => text).join(' AND '), rows: rarest };
  };
  return ask;
};
