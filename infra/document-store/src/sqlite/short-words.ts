import { searchTable, type TableInfo } from './catalog.ts';
import type { Connection } from './connection.ts';

/**
 * Trigrams that a word of one or two letters may begin before asking for all of them costs more than it spares: what
 * begins more of them is common, and is met soon by going over the rows.
 */
const mostTrigrams = [0, 32, 256] as const;

/**
 * Finds words that are too short for a trigram index: each stands at the beginning of some trigram, since two line ends
 * follow every text. Answers those trigrams as the connection's snapshot has them, none where no row can hold the word;
 * undefined where they are too many, or the index has no line ends.
 */
export const openShortWords = (connection: Connection) => {
  const made = new Set<number>();

  /** The index's own list of its trigrams, as a table of this connection alone. */
  const listOf = (number: number): string => {
    const name = `temp.t${number}`;
    if (made.has(number)) return name;
    const [only] = connection.arrays('PRAGMA query_only').get() as unknown as [number];
    // Nothing is written to the file: a connection that only reads has tables of its own.
    connection.db.exec('PRAGMA query_only=OFF');
    try {
      connection.db.exec(
        `CREATE VIRTUAL TABLE IF NOT EXISTS ${name} USING fts5vocab('main', '${searchTable(number)}', 'instance')`,
      );
    } finally {
      connection.db.exec(`PRAGMA query_only=${only}`);
    }
    made.add(number);
    return name;
  };

  return (
    { number, shortWords }: Pick<TableInfo, 'number' | 'shortWords'>,
    word: string,
  ): readonly string[] | undefined => {
    const letters = Array.from(word).length;
    if (!shortWords || letters < 1 || letters > 2) return undefined;
    // One at a time: the list counts the rows of each trigram that it goes over, but not of those it begins behind.
    const next = connection.arrays(`SELECT term FROM ${listOf(number)} WHERE term >= ? AND term <= ? LIMIT 1`);
    const last = `${word}\u{10FFFF}\u{10FFFF}`;
    const found: string[] = [];
    let from = word;
    for (;;) {
      const [term] = (next.get(from, last) ?? []) as unknown as readonly [string?];
      if (term === undefined) return found;
      if (found.length === mostTrigrams[letters]) return undefined;
      found.push(term);
      from = `${term}\0`;
    }
  };
};
