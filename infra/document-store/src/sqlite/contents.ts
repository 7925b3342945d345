import type { ColumnSpec, Row } from '@tessera/kernel';
import type { ModelContents } from '../model-writer.ts';
import { wholeColumns } from '../query/parts.ts';
import type { Stored } from '../query/values.ts';
import { derivedState, modelFormat, nobodys, openCatalog, recordTable, schema, type TableInfo } from './catalog.ts';
import { openForReading, type Connection } from './connection.ts';
import { openDocuments } from './documents.ts';
import { declaredColumns } from './indexes.ts';
import { plainRow, rowPlace, rowSelect } from './render.ts';

/**
 * A model that an earlier release wrote lacks the tables that came later, which its writer would make: they are made
 * empty beside it, for this connection alone.
 */
const addLacking = (connection: Connection): void => {
  connection.db.exec('PRAGMA query_only = OFF');
  const has = connection.db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const sql of schema.split(';')) {
    const [beginning, name] = /^\s*CREATE TABLE IF NOT EXISTS (\w+)/.exec(sql) ?? [];
    if (name !== undefined && has.get(name) === undefined)
      connection.db.exec(`CREATE TEMP TABLE ${name}${sql.slice(beginning!.length)}`);
  }
  connection.db.exec('PRAGMA query_only = ON');
};

/**
 * Opens a `model.db` for reading alone: it stays as it is, whatever its writer left in it. Throws an error with the code
 * `model.format` for a file of another layout.
 */
export const openModelContents = (path: string): ModelContents => {
  const connection = openForReading(path, 8_192);
  const { user_version: format } = connection.db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (format !== modelFormat) {
    connection.close();
    throw Object.assign(new Error(`this model has format ${format}, not ${modelFormat}`), { code: 'model.format' });
  }
  addLacking(connection);
  const catalog = openCatalog(connection);
  const documents = openDocuments(connection);

  /** The columns of a table that its commits wrote: what is computed from them is computed again. */
  const ownColumns = ({ number, columns }: TableInfo): ReadonlyMap<string, ColumnSpec> => {
    const computed = new Set(
      (
        connection
          .arrays(`SELECT name FROM record_columns WHERE table_number = ? AND derived <> ${derivedState.none}`)
          .all(number) as unknown as [string][]
      ).map(([name]) => name),
    );
    return computed.size === 0 ? columns : new Map([...columns].filter(([name]) => !computed.has(name)));
  };

  /** How rows of a table are selected and made. */
  const whole = (info: TableInfo) => {
    const { number } = info;
    const columns = ownColumns(info);
    const select = wholeColumns(columns).map((column) => {
      const { kind, scale = 0 } = columns.get(column)!;
      return { column, storage: kind, scale };
    });
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
        .prepare(
          `SELECT number, organization, table_id FROM record_tables WHERE organization <> '${nobodys}' ORDER BY number`,
        )
        .all() as { number: number; organization: string; table_id: string }[];
      for (const { number, organization, table_id: table } of all) {
        const columns: readonly ColumnSpec[] = [...ownColumns(catalog.table(organization, table)!).values()];
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
