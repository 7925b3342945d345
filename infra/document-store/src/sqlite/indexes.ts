import { isJoined, isKeyed } from '../kinds/list.ts';
import type { TableInfo } from './catalog.ts';
import { indexName, keyColumn, recordTable, systemSpecs } from './catalog.ts';
import type { Connection } from './connection.ts';
import { dropTriggers, openIndexTables, state } from './index-tables.ts';

/** Tables up to so many rows get their index within the op: about 5 ms. */
const smallTable = 5_000;
/** Indexes a table (docs/events.md 19). */
const maxIndexes = 8;
/** A build begins once no table was filled in bulk for so long: after an import, not within it. */
const quietMs = 500;

/** Whose wish a list of indexes is: '' for the table's own. */
export type Wisher = { readonly name: string; readonly rank: number };
const own: Wisher = { name: '', rank: 0 };
type Indexes = readonly { readonly columns: readonly string[] }[];

/** The columns of a declared index by those that it was made of: a text stands there with its key. */
export const declaredColumns = (columns: readonly string[]): readonly string[] => [
  ...new Set(columns.map((column) => column.replace(/_k$/, ''))),
];

type Present = { readonly name: string; readonly beside: number; readonly built: number; readonly wanted: number };
/**
 * `wanted` from here on is of an index that nobody declared, made because the table is sorted by it: when that was last
 * told, in seconds since the epoch. 1 is a declared one, 0 none.
 */
const used = 2;
/** An index that was used within so many seconds is not given up for another: building takes many. */
const restSeconds = 600;

/**
 * The SQL columns of a declared index: texts by key, the last one also by its bytes, as sorts go on with them. Lists
 * cannot be indexed.
 */
const sqlColumns = (table: TableInfo, columns: readonly string[]): readonly string[] =>
  columns.flatMap((column, i) => {
    const spec = table.columns.get(column) ?? systemSpecs.get(column);
    if (spec === undefined || isJoined(spec.kind)) return [];
    return isKeyed(spec.kind)
      ? i === columns.length - 1
        ? [keyColumn(column), column]
        : [keyColumn(column)]
      : [column];
  });

/**
 * Declared indexes of record tables. The list of an op is the whole wish of who declares it. On a small table SQLite's own index is made
 * at once; on a large one that would stop the writer (0.6 s for 1,000,000 rows), so there it is a table beside it,
 * filled in slices. SQLite's own that is no longer wished stays on a large table until the next rebuild, for dropping
 * it is one long step too.
 */
export const openIndexes = (connection: Connection, clock: () => number = Date.now) => {
  const tables = openIndexTables(connection);
  let lastBulk = Number.NEGATIVE_INFINITY;
  let waiting = tables.recover();

  const changed = (number: number): void =>
    void connection.statement('UPDATE record_tables SET shape = shape + 1 WHERE number = ?').get(number);
  const remove = (number: number, name: string): void =>
    void connection.statement('DELETE FROM record_indexes WHERE table_number = ? AND name = ?').get(number, name);

  const makeOwn = (number: number, name: string, columns: string): void => {
    connection.db.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${recordTable(number)} (${columns}) WHERE _deleted = 0`);
    connection.statement('UPDATE record_indexes SET built = 1 WHERE table_number = ? AND name = ?').get(number, name);
    changed(number);
  };

  const drop = (number: number, { name, beside, built }: Present, small: boolean): void => {
    connection.statement('UPDATE record_indexes SET wanted = 0 WHERE table_number = ? AND name = ?').get(number, name);
    if (beside === 1) {
      dropTriggers(connection, name);
      connection
        .statement('UPDATE record_indexes SET built = ? WHERE table_number = ? AND name = ?')
        .get(state.waiting, number, name);
    } else if (small) {
      connection.db.exec(`DROP INDEX IF EXISTS ${name}`);
      remove(number, name);
    } else return;
    if (built === state.built) changed(number);
  };

  /** Writes a wish down; answers what all wish by now. */
  const wish = (number: number, indexes: Indexes, { name, rank }: Wisher): Indexes => {
    const write = (of: Wisher, list: Indexes): void =>
      void connection
        .statement(
          'INSERT INTO index_wishes (table_number, name, rank, indexes) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET rank = excluded.rank, indexes = excluded.indexes',
        )
        .get(number, of.name, of.rank, JSON.stringify(list.map(({ columns }) => columns)));
    const all = connection.statement('SELECT indexes FROM index_wishes WHERE table_number = ? ORDER BY rank, name');
    // A model that was written before wishes had names has what was wished together.
    if (name !== own.name && all.get(number) === undefined) {
      const present = connection
        .statement('SELECT columns FROM record_indexes WHERE table_number = ? AND wanted = 1 ORDER BY name')
        .all(number) as { columns: string }[];
      write(
        own,
        present.map(({ columns }) => ({ columns: declaredColumns(columns.split(', ')) })),
      );
    }
    write({ name, rank }, indexes);
    return (all.all(number) as { indexes: string }[]).flatMap((one) =>
      (JSON.parse(one.indexes) as string[][]).map((columns) => ({ columns })),
    );
  };

  return {
    declare(table: TableInfo, declared: Indexes, of: Wisher = own): void {
      const { number } = table;
      const indexes = wish(number, declared, of);
      const wanted = new Map(
        [
          ...new Map(
            indexes
              .map(({ columns }) => sqlColumns(table, columns))
              .filter((columns) => columns.length > 0)
              .map((columns) => [indexName(number, columns), columns.join(', ')] as const),
          ),
        ].slice(0, maxIndexes),
      );
      const [newest] = connection.arrays(`SELECT max(_row) FROM ${recordTable(number)}`).get() as unknown as [
        number | null,
      ];
      const small = (newest ?? 0) <= smallTable;
      const present = connection
        .statement(
          'SELECT name, beside, built, wanted FROM record_indexes WHERE table_number = ? ORDER BY wanted DESC, name',
        )
        .all(number) as Present[];
      // What the table is sorted by stays, as far as there is room beside what is declared.
      let room = maxIndexes - wanted.size;
      for (const index of present) {
        if (wanted.has(index.name)) continue;
        if (index.wanted >= used && room > 0) room--;
        else drop(number, index, small);
      }
      const known = new Set(present.map(({ name }) => name));
      for (const [name, columns] of wanted) {
        connection
          .statement(
            'INSERT INTO record_indexes (table_number, name, columns, beside, wanted, built) VALUES (?, ?, ?, ?, 1, 0) ON CONFLICT DO UPDATE SET wanted = 1',
          )
          .get(number, name, columns, small ? 0 : 1);
        if (small && !known.has(name)) makeOwn(number, name, columns);
      }
      waiting = true;
    },
    /**
     * Makes an index that the table is sorted by without it, while there is room for one, or in the place of the one that
     * has been of no use for longest; where it is there, remembers that it is of use.
     */
    use(table: TableInfo, columns: readonly string[]): void {
      const { number } = table;
      const list = sqlColumns(table, columns);
      if (list.length === 0) return;
      const name = indexName(number, list);
      const now = Math.floor(clock() / 1000);
      const present = connection
        .statement(
          'SELECT name, beside, built, wanted FROM record_indexes WHERE table_number = ? AND wanted > 0 ORDER BY wanted, name',
        )
        .all(number) as Present[];
      const known = present.find((index) => index.name === name);
      if (known !== undefined) {
        if (known.wanted >= used)
          connection
            .statement('UPDATE record_indexes SET wanted = ? WHERE table_number = ? AND name = ?')
            .get(now, number, name);
        return;
      }
      if (present.length >= maxIndexes) {
        const oldest = present.find(({ wanted }) => wanted >= used);
        if (oldest === undefined || now - oldest.wanted < restSeconds) return;
        drop(number, oldest, false);
      }
      connection
        .statement(
          'INSERT INTO record_indexes (table_number, name, columns, beside, wanted, built) VALUES (?, ?, ?, 1, ?, 0) ON CONFLICT DO NOTHING',
        )
        .get(number, name, list.join(', '), now);
      waiting = true;
    },
    /** Rows of a table were written by the thousand. */
    filled: (): void => {
      lastBulk = performance.now();
    },
    /** A row was changed or removed: a build under way must not go by what it read of it. */
    touch: tables.touch,
    /** Builds and clears for about `budgetMs`, in transactions of its own. */
    work(budgetMs: number): 'more' | 'later' | 'done' {
      if (!waiting) return 'done';
      if (!tables.building() && performance.now() - lastBulk < quietMs) return 'later';
      waiting = tables.work(budgetMs);
      return waiting ? 'more' : 'done';
    },
  };
};
