import { createHash } from 'node:crypto';
import { createdPosition, recordIdColumn, type ColumnSpec, type StorageKind } from '@tessera/kernel';
import { isKeyed, storeKinds } from '../kinds/list.ts';
import type { Connection } from './connection.ts';

/**
 * Rises when the layout of `model.db` changes, generated tables included. A file of another format is made anew from
 * the log.
 */
export const modelFormat = 5;

/**
 * What `model.db` holds beside the generated tables: `r<n>` a record table, `s<n>` its search index, `e<n>_<column>` the
 * edges of a column of links, `d<n>` a collection. Numbers are given in the order of making, names of users never reach a statement's text.
 */
export const schema = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS record_tables (
  number INTEGER PRIMARY KEY, organization TEXT NOT NULL, table_id TEXT NOT NULL, position INTEGER NOT NULL, shape INTEGER NOT NULL DEFAULT 1,
  fed_row INTEGER NOT NULL DEFAULT 0, has_search INTEGER NOT NULL DEFAULT 0, live INTEGER NOT NULL DEFAULT 0, erased INTEGER NOT NULL DEFAULT 0, filled INTEGER NOT NULL DEFAULT 0, UNIQUE (organization, table_id)) STRICT;
CREATE TABLE IF NOT EXISTS record_columns (
  table_number INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, scale INTEGER NOT NULL, searchable INTEGER NOT NULL, derived INTEGER NOT NULL DEFAULT 0, follows TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (table_number, name)) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS record_edges (
  table_number INTEGER NOT NULL, name TEXT NOT NULL, target TEXT NOT NULL, PRIMARY KEY (table_number, name)) WITHOUT ROWID, STRICT;
CREATE INDEX IF NOT EXISTS record_edges_of ON record_edges (target);
CREATE TABLE IF NOT EXISTS record_indexes (
  table_number INTEGER NOT NULL, name TEXT NOT NULL, columns TEXT NOT NULL, beside INTEGER NOT NULL, wanted INTEGER NOT NULL, built INTEGER NOT NULL,
  PRIMARY KEY (table_number, name)) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS index_wishes (
  table_number INTEGER NOT NULL, name TEXT NOT NULL, rank INTEGER NOT NULL, indexes TEXT NOT NULL, PRIMARY KEY (table_number, name)) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS record_changes (
  table_number INTEGER NOT NULL, row INTEGER NOT NULL, position INTEGER NOT NULL, version INTEGER NOT NULL, columns TEXT NOT NULL,
  PRIMARY KEY (table_number, row, position)) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS search_dirty (table_number INTEGER NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (table_number, row)) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS derived_fills (
  table_number INTEGER NOT NULL, name TEXT NOT NULL, after INTEGER NOT NULL, upto INTEGER NOT NULL, PRIMARY KEY (table_number, name)) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS derived_work (seq INTEGER PRIMARY KEY, table_number INTEGER NOT NULL, row INTEGER NOT NULL, UNIQUE (table_number, row)) STRICT;
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
  /** Whether line ends follow each text in the search index, so that it finds words of one or two letters. */
  readonly shortWords: boolean;
  /** Records that are not deleted: the count of all, without reading them. */
  readonly live: number;
  /** What an answer over the table is good for: another one follows each commit that touched it and each slice of filling. */
  readonly stand: number;
  /**
   * Rises when rows are erased, and where derived columns were filled: whoever follows the table by the positions of its rows does not see that, and begins
   * again.
   */
  readonly erased: number;
  readonly columns: ReadonlyMap<string, ColumnSpec>;
  readonly indexes: readonly TableIndex[];
  /** Columns of links, and the numbers of the tables that they name records of, by column. */
  readonly linked: number;
  readonly targets: ReadonlyMap<string, number>;
};

/**
 * The edges of a column of links: `source` is a row of its own table, `target` one of the table that it links to. Indexed
 * both ways.
 */
export const edgeTable = (number: number, column: string): string => `e${number}_${column}`;
/** Whose record tables are that an organization left which was erased. */
export const nobodys = '';
export const recordTable = (number: number): string => `r${number}`;
export const searchTable = (number: number): string => `s${number}`;
/** What `record_columns.derived` says: an event's own column, one that is computed, and one that was. */
export const derivedState = { none: 0, present: 1, former: 2 } as const;
/** The column that holds the folded key of a text column. */
export const keyColumn = (column: string): string => `${column}_k`;

/** The SQL columns of one column: the value, and for text its key. */
export const physicalColumns = (spec: ColumnSpec): readonly string[] =>
  isKeyed(spec.kind)
    ? [`${spec.column} TEXT`, `${keyColumn(spec.column)} TEXT`]
    : [`${spec.column} ${storeKinds[spec.kind].affinity}`];

/** The column by which the values of a column compare: of texts that of their keys. */
export const comparedColumn = (kind: StorageKind, column: string): string =>
  isKeyed(kind) ? keyColumn(column) : column;

/** System columns that are columns of a record, as specs. */
export const systemSpecs: ReadonlyMap<string, ColumnSpec> = new Map(
  (
    [
      ['_created_at', 'instant'],
      [createdPosition, 'instant'],
      ['_created_by', 'user'],
      ['_updated_at', 'instant'],
      ['_updated_by', 'user'],
      [recordIdColumn, 'user'],
    ] as const
  ).map(([column, kind]) => [column, { column, kind }]),
);

const loadColumns = (connection: Connection, number: number): ReadonlyMap<string, ColumnSpec> => {
  const rows = connection
    .statement(
      'SELECT c.name, kind, scale, searchable, target FROM record_columns AS c LEFT JOIN record_edges AS e ON e.table_number = c.table_number AND e.name = c.name ' +
        'WHERE c.table_number = ? ORDER BY place',
    )
    .all(number) as {
    name: string;
    kind: StorageKind;
    scale: number;
    searchable: number;
    target: string | null;
  }[];
  return new Map(
    rows.map((row) => [
      row.name,
      {
        column: row.name,
        kind: row.kind,
        scale: row.scale,
        searchable: row.searchable === 1,
        ...(row.target !== null && { links: row.target }),
      },
    ]),
  );
};

/** The numbers of the tables that columns link to, by column; one whose table was never made has none. */
const loadTargets = (
  connection: Connection,
  organizationId: string,
  columns: TableInfo['columns'],
): TableInfo['targets'] => {
  const found = new Map<string, number>();
  for (const { column, links } of columns.values()) {
    if (links === undefined) continue;
    const row = connection
      .statement('SELECT number FROM record_tables WHERE organization = ? AND table_id = ?')
      .get(organizationId, links) as { number: number } | undefined;
    if (row !== undefined) found.set(column, row.number);
  }
  return found;
};

const loadIndexes = (connection: Connection, number: number): readonly TableIndex[] =>
  (
    connection
      .statement(
        'SELECT name, columns, beside FROM record_indexes WHERE table_number = ? AND built = 1 ORDER BY beside',
      )
      .all(number) as { name: string; columns: string; beside: number }[]
  ).map(({ name, columns, beside }) => ({ columns: columns.split(', '), beside: beside === 1 ? name : undefined }));

const stands = 1024;
/** The position with the number of slices of filling since, as a part of one. */
const standOf = (position: number, filled: number): number => position + (filled % stands) / stands;
/** The same in a statement over `record_tables`. */
export const standColumn = `position + (filled % ${stands}) / ${stands}.0`;

/** Looks tables up; columns are read again only when a table's shape has risen. */
export const openCatalog = (connection: Connection) => {
  const known = new Map<string, TableInfo>();
  return {
    /** A table of an organization, or undefined if it was never made. */
    table(organizationId: string, tableId: string): TableInfo | undefined {
      const row = connection
        .statement(
          'SELECT number, position, shape, fed_row, has_search, live, erased, filled FROM record_tables WHERE organization = ? AND table_id = ?',
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
            filled: number;
          }
        | undefined;
      if (row === undefined) return undefined;
      const key = `${organizationId}\n${tableId}`;
      const present = known.get(key);
      const same = present?.shape === row.shape && present.number === row.number;
      const columns = same ? present.columns : loadColumns(connection, row.number);
      const indexes = same ? present.indexes : loadIndexes(connection, row.number);
      const linked = same ? present.linked : [...columns.values()].filter(({ links }) => links !== undefined).length;
      const targets =
        same && present.targets.size === linked ? present.targets : loadTargets(connection, organizationId, columns);
      const info: TableInfo = {
        number: row.number,
        position: row.position,
        shape: row.shape,
        fedRow: row.fed_row,
        hasSearch: row.has_search > 0,
        shortWords: row.has_search === 2,
        live: row.live,
        erased: row.erased + row.filled,
        stand: standOf(row.position, row.filled),
        columns,
        indexes,
        linked,
        targets,
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
