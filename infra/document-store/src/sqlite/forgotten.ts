import { nobodys, recordTable } from './catalog.ts';
import type { Connection } from './connection.ts';

const ofTables = ['record_columns', 'record_edges', 'derived_fills', 'derived_work', 'search_dirty'];

/** What is left of an organization that is erased, within the writer's transaction. */
export const openForgotten = (connection: Connection) => ({
  /** Some rows that it has, of one table, deleted ones too; undefined where it has none. */
  anyRows: (
    organizationId: string,
    limit: number,
  ): { readonly table: string; readonly ids: readonly string[] } | undefined => {
    const all = connection
      .statement('SELECT number, table_id AS id FROM record_tables WHERE organization = ?')
      .all(organizationId) as { number: number; id: string }[];
    for (const { number, id: table } of all) {
      const found = connection.arrays(`SELECT _id FROM ${recordTable(number)} LIMIT ?`).all(limit) as unknown as [
        string,
      ][];
      if (found.length > 0) return { table, ids: found.map(([id]) => id) };
    }
    return undefined;
  },
  /** Its tables, which have no rows any more, are nobody's: their numbers are never given again. */
  tables: (organizationId: string): void => {
    for (const left of ofTables)
      connection
        .statement(
          `DELETE FROM ${left} WHERE table_number IN (SELECT number FROM record_tables WHERE organization = ?)`,
        )
        .get(organizationId);
    connection
      .statement(
        `UPDATE record_tables SET organization = '${nobodys}', table_id = number, shape = shape + 1 WHERE organization = ?`,
      )
      .get(organizationId);
  },
});
