import type { TableInfo } from './catalog.ts';
import { indexName, keyColumn, recordTable, systemSpecs } from './catalog.ts';
import type { Connection } from './connection.ts';

/** Tables up to so many rows get their index within the op: about 15 ms. */
const smallTable = 15_000;
/** Indexes a table (EVENTS.md 19). */
const maxIndexes = 8;

/** The SQL columns of a declared index: texts by key, the last one also by its bytes, as sorts go on with them. Lists cannot be indexed. */
const sqlColumns = (table: TableInfo, columns: readonly string[]): readonly string[] =>
  columns.flatMap((column, i) => {
    const spec = table.columns.get(column) ?? systemSpecs.get(column);
    if (spec === undefined || spec.kind === 'options' || spec.kind === 'users') return [];
    return spec.kind === 'text' ? (i === columns.length - 1 ? [keyColumn(column), column] : [keyColumn(column)]) : [column];
  });

/**
 * Declared indexes of record tables. The list of an op is the whole wish: a new one is built at once on a small table, on a large one when the writer
 * has nothing else to do, since SQLite builds an index in one statement (0.6 s for 1,000,000 rows). One no longer wished stays until the next rebuild.
 */
export const openIndexes = (connection: Connection) => {
  const build = (number: number, name: string, columns: string): void => {
    connection.db.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${recordTable(number)} (${columns}) WHERE _deleted = 0`);
    connection.statement('UPDATE record_indexes SET built = 1 WHERE table_number = ? AND name = ?').get(number, name);
    connection.statement('UPDATE record_tables SET shape = shape + 1 WHERE number = ?').get(number);
  };

  const isBuilt = (number: number, name: string): boolean => connection.statement('SELECT 1 FROM record_indexes WHERE table_number = ? AND name = ? AND built = 1').get(number, name) !== undefined;

  return {
    declare(table: TableInfo, indexes: readonly { readonly columns: readonly string[] }[]): void {
      const wanted = new Map(
        indexes
          .map(({ columns }) => sqlColumns(table, columns))
          .filter((columns) => columns.length > 0)
          .slice(0, maxIndexes)
          .map((columns) => [indexName(table.number, columns), columns.join(', ')]),
      );
      connection.statement('UPDATE record_indexes SET wanted = 0 WHERE table_number = ?').get(table.number);
      const [newest] = connection.arrays(`SELECT max(_row) FROM ${recordTable(table.number)}`).get() as unknown as [number | null];
      for (const [name, columns] of wanted) {
        connection
          .statement('INSERT INTO record_indexes (table_number, name, columns, wanted, built) VALUES (?, ?, ?, 1, 0) ON CONFLICT DO UPDATE SET wanted = 1')
          .get(table.number, name, columns);
        if ((newest ?? 0) <= smallTable && !isBuilt(table.number, name)) build(table.number, name, columns);
      }
    },

    /** Builds one index that waits, in a transaction of its own; true if there was one. */
    buildNext(): boolean {
      const next = connection.statement('SELECT table_number, name, columns FROM record_indexes WHERE wanted = 1 AND built = 0 LIMIT 1').get() as
        | { table_number: number; name: string; columns: string }
        | undefined;
      if (next === undefined) return false;
      connection.db.exec('BEGIN IMMEDIATE');
      try {
        build(next.table_number, next.name, next.columns);
        connection.db.exec('COMMIT');
      } catch (error) {
        if (connection.db.isTransaction) connection.db.exec('ROLLBACK');
        throw error;
      }
      return true;
    },
    waiting: (): boolean => connection.statement('SELECT 1 FROM record_indexes WHERE wanted = 1 AND built = 0 LIMIT 1').get() !== undefined,
  };
};
