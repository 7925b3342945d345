import { searchTable, type TableInfo } from './catalog.ts';
import type { Connection } from './connection.ts';

/** Trigrams asked of one word at most; hits are checked again, so fewer only means more to check. */
const perWord = 8;

/** The trigrams that a row with all these words holds; none when every word is too short to have one. */
const trigramsOf = (words: readonly string[]): readonly string[] => {
  const asked = new Set<string>();
  for (const word of words) {
    const letters = [...word];
    const count = letters.length - 2;
    if (count < 1) continue;
    const step = Math.max(1, (count - 1) / (perWord - 1));
    for (let i = 0; i < count; i += step) asked.add(letters.slice(Math.floor(i), Math.floor(i) + 3).join(''));
    asked.add(letters.slice(-3).join(''));
  }
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

/**
 * Makes the question to a table's trigram index for words that must all occur, or undefined when every word is too
 * short for it. The index holds no places (detail=none), so a word is asked as the conjunction of its trigrams; since
 * hits are checked again, those that hardly narrow them are left out.
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

  return (table: Searched, words: readonly string[]): string | undefined => {
    const trigrams = trigramsOf(words);
    if (trigrams.length === 0) return undefined;
    const counted = trigrams
      .map((trigram) => ({ trigram, rows: rowsOf(table, trigram) }))
      .sort((a, b) => a.rows - b.rows);
    const rarest = counted[0]!.rows;
    const asked =
      rarest === common
        ? counted
        : counted.filter(({ rows }, i) => i === 0 || (rarest > few && rows < common && rows <= rarest * alike));
    return asked.map(({ trigram }) => quoted(trigram)).join(' AND ');
  };
};
