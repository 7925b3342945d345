import type { TableInfo } from './catalog.ts';
import { indexName, keyColumn, recordTable, systemSpecs } from './catalog.ts';
import type { Connection } from './connection.ts';
import { dropTriggers, openIndexTables, state } from './index-tables.ts';

/** Tables up to so many rows get their index within the op: about 5 ms. */
const smallTable = 5_000;
/** Indexes a table (EVENTS.md 19). */
const maxIndexes = 8;
/** A build begins once no table was filled in bulk for so long: after an import, not within it. */
const quietMs = 500;

type Present = { readonly name: string; readonly beside: number; readonly built: number; readonly wanted: number };
/** `wanted` of an index that nobody declared, made because the table is sorted by it; 1 is a declared one, 0 none. */
const used = 2;

/**
 * The SQL columns of a declared index: texts by key, the last one also by its bytes, as sorts go on with them. Lists
 * cannot be indexed.
 */
const sqlColumns = (table: TableInfo, columns: readonly string[]): readonly string[] =>
  columns.flatMap((column, i) => {
    const spec = table.columns.get(column) ?? systemSpecs.get(column);
    if (spec === undefined || spec.kind === 'options' || spec.kind === 'users') return [];
    return spec.kind === 'text'
      ? i === columns.length - 1
        ? [keyColumn(column), column]
        : [keyColumn(column)]
      : [column];
  });

/**
 * Declared indexes of record tables. The list of an op is the whole wish. On a small table SQLite's own index is made
 * at once; on a large one that would stop the writer (0.6 s for 1,000,000 rows), so there it is a table beside it,
 * filled in slices. SQLite's own that is no longer wished stays on a large table until the next rebuild, for dropping
 * it is one long step too.
 */
export const openIndexes = (connection: Connection) => {
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

  return {
    declare(table: TableInfo, indexes: readonly { readonly columns: readonly string[] }[]): void {
      const { number } = table;
      const wanted = new Map(
        indexes
          .map(({ columns }) => sqlColumns(table, columns))
          .filter((columns) => columns.length > 0)
          .slice(0, maxIndexes)
          .map((columns) => [indexName(number, columns), columns.join(', ')]),
      );
      const [newest] = connection.arrays(`SELECT max(_row) FROM ${recordTable(number)}`).get() as unknown as [
        number | null,
      ];
      const small = (newest ?? 0) <= smallTable;
      const present = connection
        .statement('SELECT name, beside, built, wanted FROM record_indexes WHERE table_number = ?')
        .all(number) as Present[];
      // What the table is sorted by stays, as far as there is room beside what is declared.
      let room = maxIndexes - wanted.size;
      for (const index of present) {
        if (wanted.has(index.name)) continue;
        if (index.wanted === used && room > 0) room--;
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
    /** Makes an index that the table is sorted by without it, while there is room for one. */
    use(table: TableInfo, columns: readonly string[]): void {
      const { number } = table;
      const list = sqlColumns(table, columns);
      if (list.length === 0) return;
      const [count] = connection
        .arrays('SELECT count(*) FROM record_indexes WHERE table_number = ? AND wanted > 0')
        .get(number) as unknown as [number];
      if (count >= maxIndexes) return;
      connection
        .statement(
          `INSERT INTO record_indexes (table_number, name, columns, beside, wanted, built) VALUES (?, ?, ?, 1, ${used}, 0) ON CONFLICT DO NOTHING`,
        )
        .get(number, indexName(number, list), list.join(', '));
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
