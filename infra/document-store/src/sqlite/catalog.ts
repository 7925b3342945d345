import { createHash } from 'node:crypto';
import { createdPosition, type ColumnSpec, type StorageKind } from '@tessera/kernel';
import type { Connection } from './connection.ts';

/**
 * Rises when the layout of `model.db` changes, generated tables included. A file of another format is made anew from
 * the log.
 */
export const modelFormat = 3;

/**
 * What `model.db` holds beside the generated tables: `r<n>` a record table, `s<n>` its search index, `d<n>` a
 * collection. Numbers are given in the order of making, names of users never reach a statement's text.
 */
export const schema = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS record_tables (
  number INTEGER PRIMARY KEY, organization TEXT NOT NULL, table_id TEXT NOT NULL, position INTEGER NOT NULL, shape INTEGER NOT NULL DEFAULT 1,
  fed_row INTEGER NOT NULL DEFAULT 0, has_search INTEGER NOT NULL DEFAULT 0, live INTEGER NOT NULL DEFAULT 0, erased INTEGER NOT NULL DEFAULT 0, UNIQUE (organization, table_id)) STRICT;
CREATE TABLE IF NOT EXISTS record_columns (
  table_number INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, scale INTEGER NOT NULL, searchable INTEGER NOT NULL,
  PRIMARY KEY (table_number, name)) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS record_indexes (
  table_number INTEGER NOT NULL, name TEXT NOT NULL, columns TEXT NOT NULL, beside INTEGER NOT NULL, wanted INTEGER NOT NULL, built INTEGER NOT NULL,
  PRIMARY KEY (table_number, name)) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS record_changes (
  table_number INTEGER NOT NULL, row INTEGER NOT NULL, position INTEGER NOT NULL, version INTEGER NOT NULL, columns TEXT NOT NULL,
  PRIMARY KEY (table_number, row, position)) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS search_dirty (table_number INTEGER NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (table_number, row)) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS collections (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, indexes TEXT NOT NULL) STRICT;
`;

/**
 * An index that is built: its SQL columns in order, and for one on a large table the table beside it that it is
 * (sqlite/index-tables.ts).
 */
export type TableIndex = { readonly columns: readonly string[]; readonly beside: string | undefined };

/**
 * A record table as the file has it. `position` is that of the last commit that touched it, `shape` rises with each
 * change of its columns and indexes.
 */
export type TableInfo = {
  readonly number: number;
  readonly position: number;
  readonly shape: number;
  /** Rows up to this one are in the search index, except those in `search_dirty`. */
  readonly fedRow: number;
  readonly hasSearch: boolean;
  /** Records that are not deleted: the count of all, without reading them. */
  readonly live: number;
  /**
   * Rises when rows are erased: whoever follows the table by the positions of its rows does not see that, and begins
   * again.
   */
  readonly erased: number;
  readonly columns: ReadonlyMap<string, ColumnSpec>;
  readonly indexes: readonly TableIndex[];
};

export const recordTable = (number: number): string => `r${number}`;
export const searchTable = (number: number): string => `s${number}`;
/** The column that holds the folded key of a text column. */
export const keyColumn = (column: string): string => `${column}_k`;

const affinity: Readonly<Record<StorageKind, 'TEXT' | 'INTEGER'>> = {
  text: 'TEXT',
  option: 'TEXT',
  user: 'TEXT',
  options: 'TEXT',
  users: 'TEXT',
  decimal: 'INTEGER',
  boolean: 'INTEGER',
  date: 'INTEGER',
  instant: 'INTEGER',
};

/** The SQL columns of one column: the value, and for text its key. */
export const physicalColumns = (spec: ColumnSpec): readonly string[] =>
  spec.kind === 'text'
    ? [`${spec.column} TEXT`, `${keyColumn(spec.column)} TEXT`]
    : [`${spec.column} ${affinity[spec.kind]}`];

/** System columns that are columns of a record, as specs. */
export const systemSpecs: ReadonlyMap<string, ColumnSpec> = new Map(
  (
    [
      ['_created_at', 'instant'],
      [createdPosition, 'instant'],
      ['_created_by', 'user'],
      ['_updated_at', 'instant'],
      ['_updated_by', 'user'],
    ] as const
  ).map(([column, kind]) => [column, { column, kind }]),
);

const loadColumns = (connection: Connection, number: number): ReadonlyMap<string, ColumnSpec> => {
  const rows = connection
    .statement('SELECT name, kind, scale, searchable FROM record_columns WHERE table_number = ? ORDER BY place')
    .all(number) as {
    name: string;
    kind: StorageKind;
    scale: number;
    searchable: number;
  }[];
  return new Map(
    rows.map((row) => [
      row.name,
      { column: row.name, kind: row.kind, scale: row.scale, searchable: row.searchable === 1 },
    ]),
  );
};

const loadIndexes = (connection: Connection, number: number): readonly TableIndex[] =>
  (
    connection
      .statement(
        'SELECT name, columns, beside FROM record_indexes WHERE table_number = ? AND built = 1 ORDER BY beside',
      )
      .all(number) as { name: string; columns: string; beside: number }[]
  ).map(({ name, columns, beside }) => ({ columns: columns.split(', '), beside: beside === 1 ? name : undefined }));

/** Looks tables up; columns are read again only when a table's shape has risen. */
export const openCatalog = (connection: Connection) => {
  const known = new Map<string, TableInfo>();
  return {
    /** A table of an organization, or undefined if it was never made. */
    table(organizationId: string, tableId: string): TableInfo | undefined {
      const row = connection
        .statement(
          'SELECT number, position, shape, fed_row, has_search, live, erased FROM record_tables WHERE organization = ? AND table_id = ?',
        )
        .get(organizationId, tableId) as
        | {
            number: number;
            position: number;
            shape: number;
            fed_row: number;
            has_search: number;
            live: number;
            erased: number;
          }
        | undefined;
      if (row === undefined) return undefined;
      const key = `${organizationId}\n${tableId}`;
      const present = known.get(key);
      const same = present?.shape === row.shape && present.number === row.number;
      const columns = same ? present.columns : loadColumns(connection, row.number);
      const indexes = same ? present.indexes : loadIndexes(connection, row.number);
      const info: TableInfo = {
        number: row.number,
        position: row.position,
        shape: row.shape,
        fedRow: row.fed_row,
        hasSearch: row.has_search === 1,
        live: row.live,
        erased: row.erased,
        columns,
        indexes,
      };
      known.set(key, info);
      return info;
    },
    forget: () => known.clear(),
  };
};

/** Name of the SQL index over these columns; the same columns give the same name. */
export const indexName = (number: number, columns: readonly string[]): string =>
  `x${number}_${createHash('sha256').update(columns.join(',')).digest('hex').slice(0, 16)}`;
