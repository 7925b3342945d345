import { keyColumn, recordTable, searchTable } from './catalog.ts';
import { changes, inTransaction } from './connection.ts';
import type { Connection } from './connection.ts';

type Due = { readonly number: number; readonly fed: number; readonly newest: number };

/** Behind each text of the index: so its last letters begin a trigram as all others do (sqlite/short-words.ts). */
const end = '\n\n';
/** Rows read between two looks at the clock. */
const step = 64;
/**
 * Characters put into the index between two looks: a long text takes as long as thousands of short ones. Rows that come
 * to fewer bytes go in by one statement.
 */
const stepText = 32_768;
/** Pages that one step lets the index merge: about as long as a slice of reading. */
const mergePages = 32;
/**
 * What may wait while the writer is pressed: rows that a search scans (some 5 ms of a reader), and segments that it
 * looks into one by one. Reading and merging take a sixth of a create's time in the writer.
 */
const gathered = { rows: 4_000, segments: 32 } as const;
/** Segments of one level that the index may gather while merging is behind; it would merge them all at once beyond. */
const mostSegments = 1000;
/**
 * Segments of one level that are merged into one: a few, so that a search has few to look into. While so many rows wait,
 * more, so that what was merged is written again less often.
 */
const together = { few: 4, many: 16, behind: 20_000 } as const;

/**
 * Feeds the trigram index of record tables in slices, outside of the transactions that write rows (measured: inside, it
 * costs them a factor of three). New rows are read in the order of their creation up to `fed_row`; changed ones are in
 * `search_dirty` until they are read again.
 */
export const openSearchFeed = (connection: Connection, now: () => number = () => performance.now()) => {
  const tables = (): { number: number; fed_row: number; has_search: number }[] =>
    connection.db.prepare('SELECT number, fed_row, has_search FROM record_tables').all() as {
      number: number;
      fed_row: number;
      has_search: number;
    }[];
  /** Tables that may have work; at the opening all of them. */
  const due = new Set(tables().map(({ number }) => number));
  /** Segments that were added to each index since all of it was merged. */
  const unmerged = new Map<number, number>();
  /** Indexes that must not keep what rows were erased from. */
  const rewriting = new Set<number>();
  /** Tables of which so many rows wait that people feel it. */
  const late = new Set<number>();
  let merging = false;

  const textColumns = (number: number): readonly string[] =>
    (
      connection
        .statement(
          "SELECT name FROM record_columns WHERE table_number = ? AND searchable = 1 AND kind = 'text' ORDER BY place",
        )
        .all(number) as { name: string }[]
    ).map(({ name }) => keyColumn(name));

  const textOf = (row: readonly unknown[], from: number): string => {
    let text = '';
    for (let i = from; i < row.length; i++)
      if (row[i] !== null) text += text === '' ? (row[i] as string) : `\n${row[i] as string}`;
    return text === '' ? text : text + end;
  };

  const slice = (task: Due, until: number): boolean => {
    const { number } = task;
    const columns = textColumns(number);
    if (columns.length === 0) return false;
    const search = searchTable(number);
    const list = ['_row', ...columns].join(', ');
    const put = connection.statement(`INSERT INTO ${search} (rowid, text) VALUES (?, ?)`);
    const drop = connection.statement(`DELETE FROM ${search} WHERE rowid = ?`);
    const one = connection.arrays(`SELECT ${list} FROM ${recordTable(number)} WHERE _row = ?`);
    let unseen = 0;
    /** Whether the slice is over, after so much more text. */
    const over = (text: string): boolean => {
      unseen += text.length;
      if (unseen < stepText) return false;
      unseen = 0;
      return now() > until;
    };
    const clean = connection.statement('DELETE FROM search_dirty WHERE table_number = ? AND row = ?');
    for (;;) {
      const rows = connection
        .arrays('SELECT row FROM search_dirty WHERE table_number = ? LIMIT ?')
        .all(number, step) as unknown as [number][];
      for (const [row] of rows) {
        drop.get(row);
        const text = textOf((one.get(row) as unknown as unknown[] | undefined) ?? [], 1);
        if (text !== '') put.get(row, text);
        clean.get(number, row);
        if (over(text)) return true;
      }
      if (now() > until) return true;
      if (rows.length < step) break;
    }
    let fed = task.fed;
    const weight = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ');
    const weigh = connection.arrays(
      `SELECT count(*), max(_row), sum(bytes) FROM (SELECT _row, ${weight} AS bytes FROM ${recordTable(number)} WHERE _row > ? ORDER BY _row LIMIT ${step})`,
    );
    const light = connection.arrays(
      `SELECT json_group_array(_row), json_group_array(concat_ws(char(10), ${columns.join(', ')})) FROM ${recordTable(number)} WHERE _row > ? AND _row <= ?`,
    );
    for (;;) {
      const [count, last, bytes] = weigh.get(fed) as unknown as [number, number | null, number | null];
      if (last !== null && bytes! <= stepText) {
        // Row by row into the index: it ends a segment with each statement of several.
        const [at, texts] = (light.get(fed, last) as unknown as [string, string]).map((list) => JSON.parse(list)) as [
          number[],
          string[],
        ];
        for (const [i, text] of texts.entries()) if (text !== '') put.get(at[i]!, text + end);
        fed = last;
        if (count === step && now() <= until) continue;
        connection.statement('UPDATE record_tables SET fed_row = ? WHERE number = ?').get(fed, number);
        return count === step;
      }
      // One by one: a step of long texts would be tens of megabytes, read again by each slice.
      const rows = connection
        .arrays(`SELECT ${list} FROM ${recordTable(number)} WHERE _row > ? ORDER BY _row LIMIT ?`)
        .iterate(fed, step) as unknown as Iterable<[number, ...unknown[]]>;
      let read = 0;
      let late = false;
      for (const row of rows) {
        const text = textOf(row, 1);
        if (text !== '') put.get(row[0], text);
        fed = row[0];
        read++;
        late = over(text);
        if (late) break;
      }
      const more = late || read === step;
      if (!more || late || now() > until) {
        connection.statement('UPDATE record_tables SET fed_row = ? WHERE number = ?').get(fed, number);
        return more;
      }
    }
  };

  const configure = (
    number: number,
    option: 'automerge' | 'crisismerge' | 'usermerge' | 'merge',
    value: number,
  ): void => {
    // The value stands in the text: numbers are bound as floats, which FTS5 refuses.
    connection
      .statement(`INSERT INTO ${searchTable(number)} (${searchTable(number)}, rank) VALUES (?, ${value})`)
      .get(option);
  };

  /** How many segments of an index are merged into one, as this process knows it. */
  const gathers = new Map<number, number>();
  const gather = (number: number, segments: number): void => {
    if (gathers.get(number) === segments) return;
    configure(number, 'usermerge', segments);
    gathers.set(number, segments);
  };

  /** One bounded step of merging; true when nothing was left to merge. */
  const merge = (number: number): boolean => {
    let done = false;
    inTransaction(connection.db, () => {
      const before = changes(connection);
      configure(number, 'merge', mergePages);
      done = changes(connection) - before < 2;
    });
    if (done) rewriting.delete(number);
    return done;
  };

  const ensure = (number: number): void => {
    connection.db.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${searchTable(number)} USING fts5(text, content='', contentless_delete=1, detail='none', tokenize='trigram case_sensitive 1')`,
    );
    // Merging is done in steps of our own: FTS5's own may take many times a slice.
    configure(number, 'automerge', 0);
    configure(number, 'crisismerge', mostSegments);
    connection.statement('UPDATE record_tables SET has_search = 2 WHERE number = ?').get(number);
  };

  const taskOf = (number: number): Due | undefined => {
    const row = connection
      .statement(
        `SELECT fed_row, has_search, (SELECT max(_row) FROM ${recordTable(number)}) AS newest, EXISTS (SELECT 1 FROM search_dirty WHERE table_number = ?1) AS dirty FROM record_tables WHERE number = ?1`,
      )
      .get(number) as { fed_row: number; has_search: number; newest: number | null; dirty: number };
    if ((row.newest ?? 0) <= row.fed_row && row.dirty === 0) return undefined;
    if (row.has_search === 0) ensure(number);
    return { number, fed: row.fed_row, newest: row.newest ?? 0 };
  };

  /** Whether so many rows wait that a search would feel them. */
  const many = (number: number): boolean => {
    const { rows, dirty } = connection
      .statement(
        `SELECT (SELECT max(_row) FROM ${recordTable(number)}) - fed_row AS rows, (SELECT count(*) FROM (SELECT 1 FROM search_dirty WHERE table_number = ?1 LIMIT ${gathered.rows})) AS dirty FROM record_tables WHERE number = ?1`,
      )
      .get(number) as { rows: number | null; dirty: number };
    return (rows ?? 0) >= gathered.rows || dirty >= gathered.rows;
  };

  return {
    /** Tells that rows of a table were written. */
    mark: (number: number): void => {
      due.add(number);
    },
    /**
     * Feeds, or merges what was fed, for about `budgetMs`; true while more is left. With `pressed`, what may gather is
     * left, and false where nothing else is. Needs no transaction to be open.
     */
    work(budgetMs: number, pressed = false): boolean {
      const until = now() + budgetMs;
      const least = (number: number): number =>
        pressed ? gathered.segments : gathers.get(number) === together.many ? together.many : 0;
      const merges = [...unmerged].flatMap(([number, segments]) => (segments < least(number) ? [] : [number]));
      const feeds = pressed ? [...due].filter(many) : [...due];
      if (merges.length + feeds.length === 0) return false;
      // Reading and merging take turns, so that a search never has to look into many segments and a slice is one of
      // them, not both.
      merging = merges.length > 0 && (!merging || feeds.length === 0);
      if (merging) {
        for (const number of merges) {
          if (merge(number)) {
            if (due.has(number)) unmerged.set(number, 0);
            else unmerged.delete(number);
          }
          if (now() > until || feeds.length > 0) break;
        }
        return due.size + unmerged.size > 0;
      }
      for (const number of feeds) {
        let more = false;
        inTransaction(connection.db, () => {
          if (textColumns(number).length === 0) return;
          const task = taskOf(number);
          if (task === undefined) return;
          const behind = task.newest - task.fed > together.behind;
          gather(number, behind ? together.many : together.few);
          if (behind) late.add(number);
          else late.delete(number);
          more = slice(task, until);
          if (!more) gather(number, together.few);
          unmerged.set(number, (unmerged.get(number) ?? 0) + 1);
        });
        if (!more) {
          due.delete(number);
          late.delete(number);
        }
        if (now() > until) break;
      }
      return due.size + unmerged.size > 0;
    },
    /** After rows were erased: the whole index is written anew, step by step, so that nothing of them stays in it. */
    rewrite: (number: number): void => {
      const { has_search } = connection
        .statement('SELECT has_search FROM record_tables WHERE number = ?')
        .get(number) as { has_search: number };
      if (has_search === 0) return;
      inTransaction(connection.db, () => configure(number, 'merge', -mergePages));
      unmerged.set(number, gathered.segments);
      rewriting.add(number);
    },
    /** Whether an index is still being written anew. */
    rewriting: (): boolean => rewriting.size > 0,
    pending: (): boolean => due.size > 0,
    /** Whether more rows wait than are read between two commands, as after a bulk. */
    behind: (): boolean => late.size > 0,
  };
};
