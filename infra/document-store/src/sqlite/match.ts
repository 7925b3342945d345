import { bounded, fold, type Predicate } from '@tessera/kernel';
import { isKeyed } from '../kinds/list.ts';
import { searchTable, type TableInfo } from './catalog.ts';
import type { Connection } from './connection.ts';
import { openShortWords } from './short-words.ts';

/** What a row's texts must hold, as far as a trigram index can tell: a superset of what is asked. */
export type Need =
  | { readonly word: string }
  /** A word of one or two letters, which not every index finds. */
  | { readonly short: string }
  | { readonly all: readonly Need[] }
  | { readonly any: readonly Need[] };

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

/** A word for the index, undefined when it is empty. */
export const wordNeed = (word: string): Need | undefined => {
  const short = lettersOf(word);
  return short.length === 0 ? undefined : short.length < 3 ? { short: short.join('') } : { word };
};

/** What a predicate says of a row's texts; undefined where the index cannot tell anything. */
export const needOf = (table: Pick<TableInfo, 'columns'>, predicate: Predicate): Need | undefined => {
  if (predicate.op === 'and') return allOf(predicate.items.map((item) => needOf(table, item)));
  if (predicate.op === 'or') return anyOf(predicate.items.map((item) => needOf(table, item)));
  if (!('left' in predicate) || table.columns.get(predicate.left.column)?.searchable !== true) return undefined;
  if (!isKeyed(predicate.left.storage)) return undefined;
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
const perWord = 12;
/** Trigrams of one word that are looked at for the rarest: a number at the end of a long text is what tells it apart. */
const lookedAt = 32;

/** A text ends at U+0000 for the index's own language. */
const lettersOf = (word: string): readonly string[] => Array.from(word.split('\0', 1)[0]!);

/** Trigrams all over a word; then others of it, from its end. */
const trigramsOf = (word: string): { readonly spread: readonly string[]; readonly more: readonly string[] } => {
  const letters = lettersOf(word);
  const count = letters.length - 2;
  const at = (i: number): string => letters.slice(i, i + 3).join('');
  const spread = new Set<string>();
  const step = Math.max(1, (count - 1) / (perWord - 1));
  for (let i = 0; i < count; i += step) spread.add(at(Math.floor(i)));
  if (count > 0) spread.add(at(count - 1));
  const more = new Set<string>();
  for (let i = count - 1; i >= 0 && spread.size + more.size < lookedAt; i--) if (!spread.has(at(i))) more.add(at(i));
  return { spread: [...spread], more: [...more] };
};

type Searched = Pick<TableInfo, 'number' | 'fedRow' | 'shortWords'>;

const quoted = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;

/**
 * Rows of a trigram are counted up to here: beyond, it is common. In a large table a trigram of thousands is still one
 * of the rarest, and several of them together leave next to nothing.
 */
const common = (fedRow: number): number => Math.min(16_000, Math.max(4_000, Math.floor(fedRow / 64)));
/** Trigrams that occur in so many times the rows of the rarest cost more to walk than the rows that they rule out. */
const alike = 4;
/** So few rows are sooner looked at than asked about once more. */
const few = 16;
const rememberedCounts = 20_000;

/** What no row has. */
const nowhere = quoted('\u0001\u0001\u0001');

/**
 * A question to the index, and how many rows its rarest part has, counted up to some thousands. `wide` where so many
 * may have it that all of them are sooner found by going over the table.
 */
export type Match = { readonly text: string; readonly rows: number; readonly wide?: true };

/**
 * Makes the question to a table's trigram index for what its rows must hold; undefined where it cannot tell. The index holds no places (detail=none), so
 * a word is asked as the conjunction of its trigrams; since hits are checked again, those that hardly narrow them are
 * left out.
 */
export const openMatches = (connection: Connection) => {
  const counts = bounded<string, { readonly rows: number; readonly fedRow: number }>(rememberedCounts);
  const trigramsBegunBy = openShortWords(connection);

  /**
   * Rows that hold a trigram, at most as many as make it common. What was counted stands until the table has grown by a quarter: it
   * chooses the way, not the answer. `question` asks for the rows of several at once.
   */
  const rowsOf = ({ number, fedRow }: Searched, trigram: string, question = quoted(trigram)): number => {
    const key = `${number} ${trigram}`;
    const known = counts.get(key);
    if (known !== undefined && fedRow >= known.fedRow && fedRow <= known.fedRow * 1.25) return known.rows;
    const search = searchTable(number);
    const [row] = connection
      .arrays(`SELECT count(*) FROM (SELECT 1 FROM ${search} WHERE ${search} MATCH ? LIMIT ${common(fedRow)})`)
      .all(question) as unknown as [[number]];
    counts.set(key, { rows: row[0], fedRow });
    return row[0];
  };

  const askShort = (table: Searched, short: string): Match | undefined => {
    const trigrams = trigramsBegunBy(table, short);
    if (trigrams === undefined) return undefined;
    if (trigrams.length === 0) return { text: nowhere, rows: 0 };
    const text = trigrams.map(quoted).join(' OR ');
    const rows = rowsOf(table, short, text);
    return { text, rows, ...(rows >= common(table.fedRow) && { wide: true }) };
  };

  const ask = (table: Searched, need: Need): Match | undefined => {
    if ('short' in need) return askShort(table, need.short);
    if ('any' in need) {
      const parts = need.any.flatMap((one) => ask(table, one) ?? []);
      if (parts.length < need.any.length) return undefined;
      return {
        text: parts.map(({ text }) => `(${text})`).join(' OR '),
        rows: parts.reduce((sum, { rows }) => sum + rows, 0),
        ...(parts.some(({ wide }) => wide === true) && { wide: true }),
      };
    }
    const words: string[] = [];
    const others: Match[] = [];
    const gather = (one: Need): void => {
      if ('word' in one) words.push(one.word);
      else if ('all' in one) for (const part of one.all) gather(part);
      else {
        const asked = ask(table, one);
        if (asked !== undefined) others.push({ ...asked, text: `(${asked.text})` });
      }
    };
    gather(need);
    const found = words.map(trigramsOf);
    const spread = new Set(found.flatMap((one) => one.spread));
    const trigrams = [...new Set([...spread, ...found.flatMap(({ more }) => more)])];
    const counted = [
      ...trigrams.map((trigram) => ({
        text: quoted(trigram),
        rows: rowsOf(table, trigram),
        more: !spread.has(trigram),
      })),
      ...others.map((other) => ({ ...other, more: false })),
    ].sort((a, b) => a.rows - b.rows);
    if (counted.length === 0) return undefined;
    const rarest = counted[0]!.rows;
    const most = common(table.fedRow);
    const asked =
      rarest >= most
        ? counted.filter(({ more }) => !more)
        : counted.filter(({ rows }, i) => i === 0 || (rarest > few && rows < most && rows <= rarest * alike));
    return {
      text: asked.map(({ text }) => text).join(' AND '),
      rows: rarest,
      ...(asked.every((one) => 'wide' in one && one.wide === true) && { wide: true }),
    };
  };
  return ask;
};
