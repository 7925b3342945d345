import type { ColumnSpec, Linking } from '@tessera/kernel';
import { edgeTable, recordTable, type TableInfo } from './catalog.ts';
import type { Connection } from './connection.ts';

/**
 * The edges of columns of links, on the writer's connection. They are made of the lists in the rows, which hold the
 * order, and lead from a record to those that link to it. Records are named by the numbers of their rows.
 */
export const openEdges = (connection: Connection) => {
  const rowOf = (number: number, id: string): number | undefined =>
    (
      connection.arrays(`SELECT _row FROM ${recordTable(number)} WHERE _id = ?`).get(id) as unknown as
        [number] | undefined
    )?.[0];

  return {
    /** Makes the tables of new columns that link. */
    declare(number: number, specs: readonly ColumnSpec[]): void {
      for (const { column, links } of specs) {
        if (links === undefined) continue;
        connection
          .statement('INSERT OR IGNORE INTO record_edges (table_number, name, target) VALUES (?, ?, ?)')
          .get(number, column, links);
        const name = edgeTable(number, column);
        connection.db.exec(
          `CREATE TABLE IF NOT EXISTS ${name} (source INTEGER NOT NULL, target INTEGER NOT NULL, PRIMARY KEY (source, target)) WITHOUT ROWID, STRICT; ` +
            `CREATE INDEX IF NOT EXISTS ${name}_t ON ${name} (target, source)`,
        );
      }
    },

    /** The edges of one row become those of its list; ids of records that are not there have none. */
    write(table: TableInfo, column: string, source: number, ids: readonly string[]): void {
      const target = table.targets.get(column);
      if (target === undefined) return;
      const name = edgeTable(table.number, column);
      const wanted = new Set(ids.flatMap((id) => rowOf(target, id) ?? []));
      const present = connection
        .arrays(`SELECT target FROM ${name} WHERE source = ?`)
        .all(source) as unknown as readonly [number][];
      for (const [row] of present) {
        if (wanted.delete(row)) continue;
        connection.statement(`DELETE FROM ${name} WHERE source = ? AND target = ?`).get(source, row);
      }
      const add = connection.statement(`INSERT OR IGNORE INTO ${name} (source, target) VALUES (?, ?)`);
      for (const row of wanted) add.get(source, row);
    },

    /** Takes out whatever leads from a row that is erased, or to it. */
    erase(organizationId: string, tableId: string, { number, columns }: TableInfo, row: number): void {
      for (const { column, links } of columns.values())
        if (links !== undefined)
          connection.statement(`DELETE FROM ${edgeTable(number, column)} WHERE source = ?`).get(row);
      const others = connection
        .statement(
          'SELECT e.table_number AS source, e.name AS name FROM record_edges AS e JOIN record_tables AS t ON t.number = e.table_number ' +
            'WHERE e.target = ? AND t.organization = ?',
        )
        .all(tableId, organizationId) as { source: number; name: string }[];
      for (const { source, name } of others)
        connection.statement(`DELETE FROM ${edgeTable(source, name)} WHERE target = ?`).get(row);
    },

    /** Per record of `ids`, the rows of the table that link to it, in the order of their creation. */
    linking(
      table: TableInfo,
      column: string,
      ids: readonly string[],
      deleted: boolean,
      limit = -1,
    ): readonly (readonly Linking[])[] {
      const target = table.targets.get(column);
      if (target === undefined) return ids.map(() => []);
      const statement = connection.arrays(
        `SELECT s._id, s._deleted FROM ${edgeTable(table.number, column)} AS x JOIN ${recordTable(table.number)} AS s ON s._row = x.source ` +
          `WHERE x.target = ?${deleted ? '' : ' AND s._deleted = 0'} ORDER BY x.source LIMIT ?`,
      );
      let left = limit;
      return ids.map((id) => {
        const row = rowOf(target, id);
        if (row === undefined || left === 0) return [];
        const found = statement.all(row, left) as unknown as readonly [string, number][];
        if (left > 0) left -= found.length;
        return found.map(([source, gone]) => ({ id: source, deleted: gone === 1 }));
      });
    },
  };
};
