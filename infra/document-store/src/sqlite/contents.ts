import type { ColumnSpec, Row } from '@tessera/kernel';
import type { ModelContents } from '../model-writer.ts';
import type { Stored } from '../query/values.ts';
import { openCatalog, recordTable, type TableInfo } from './catalog.ts';
import { openForReading } from './connection.ts';
import { openDocuments } from './documents.ts';
import { plainRow, rowPlace, rowSelect } from './render.ts';

/** The columns of a declared index by those that it was made of: a text stands there with its key. */
const declaredColumns = (columns: readonly string[]): readonly string[] => [
  ...new Set(columns.map((column) => column.replace(/_k$/, ''))),
];

/** Opens a `model.db` for reading alone: it stays as it is, whatever its writer left in it. */
export const openModelContents = (path: string): ModelContents => {
  const connection = openForReading(path, 8_192);
  const catalog = openCatalog(connection);
  const documents = openDocuments(connection);

  /** How rows of a table are selected and made. */
  const whole = ({ number, columns }: TableInfo) => {
    const select = [...columns.values()].map(({ column, kind, scale }) => ({
      column,
      storage: kind,
      scale: scale ?? 0,
    }));
    const list = [rowSelect, ...select.map(({ column }) => column)].join(', ');
    return { sql: `SELECT ${list} FROM ${recordTable(number)}`, made: plainRow(select, rowPlace + 4) };
  };

  return {
    meta: (key) =>
      (connection.arrays('SELECT value FROM meta WHERE key = ?').get(key) as unknown as [string] | undefined)?.[0],
    *documents() {
      for (const { organization, name, id, body } of documents.all())
        yield { organizationId: organization, collection: name, id, document: JSON.parse(body) as object };
    },
    document: (organizationId, collection, id) => documents.get<object>(organizationId, collection, id),
    *tables() {
      const all = connection.db
        .prepare('SELECT number, organization, table_id FROM record_tables ORDER BY number')
        .all() as { number: number; organization: string; table_id: string }[];
      for (const { number, organization, table_id: table } of all) {
        const columns: readonly ColumnSpec[] = [...catalog.table(organization, table)!.columns.values()];
        const indexes = connection.db
          .prepare('SELECT columns FROM record_indexes WHERE table_number = ? AND wanted = 1 ORDER BY name')
          .all(number) as { columns: string }[];
        yield {
          organizationId: organization,
          table,
          columns,
          indexes: indexes.map((index) => ({ columns: declaredColumns(index.columns.split(', ')) })),
        };
      }
    },
    *rows(organizationId, table) {
      const info = catalog.table(organizationId, table);
      if (info === undefined) return;
      const { sql, made } = whole(info);
      const statement = connection.db.prepare(`${sql} ORDER BY _row`);
      statement.setReturnArrays(true);
      statement.setReadBigInts(true);
      for (const row of statement.iterate() as unknown as Iterable<Stored[]>) yield made(row) satisfies Row;
    },
    row: (organizationId, table, id) => {
      const info = catalog.table(organizationId, table);
      if (info === undefined) return undefined;
      const { sql, made } = whole(info);
      const row = connection.exact(`${sql} WHERE _id = ?`).get(id) as unknown as Stored[] | undefined;
      return row && made(row);
    },
    close: () => connection.close(),
  };
};
