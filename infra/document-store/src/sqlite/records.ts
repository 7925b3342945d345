import { fold } from '@tessera/kernel';
import type {
  ChangedColumn,
  ColumnCells,
  ColumnSpec,
  EventContext,
  ModelOp,
  Row,
  RowsPart,
  SeenVersion,
} from '@tessera/kernel';
import { toStored } from '../query/values.ts';
import type { Stored } from '../query/values.ts';
import { bytesOf } from '../query/weight.ts';
import { keyColumn, openCatalog, physicalColumns, recordTable, searchTable } from './catalog.ts';
import type { TableInfo } from './catalog.ts';
import type { Connection } from './connection.ts';
import { plainRow, rowPlace, rowSelect } from './render.ts';

type Op<K extends ModelOp['op']> = Extract<ModelOp, { readonly op: K }>;

/** What the history index says of a deletion or restoration. */
const everything = '*';

const columnName = /^c\d{1,9}_\d{1,9}$/;

/** Writes one cell's stored values: the value, and for text its folded key. */
type Writer = {
  readonly names: readonly string[];
  write(into: Stored[], cells: ColumnCells['cells'], i: number): void;
};

const writerOf = (spec: ColumnSpec): Writer => {
  const { kind, scale = 0, column } = spec;
  if (kind !== 'text') {
    return { names: [column], write: (into, cells, i) => into.push(toStored(kind, scale, cells[i] ?? null)) };
  }
  return {
    names: [column, keyColumn(column)],
    write: (into, cells, i) => {
      const text = (cells[i] as string | null | undefined) ?? null;
      if (text === null || text === '') into.push(null, null);
      else into.push(text, fold(text));
    },
  };
};

/** Writes and reads record tables on the writer's connection, inside its transaction. */
export const openRecords = (connection: Connection) => {
  const catalog = openCatalog(connection);
  const tables = new Map<string, TableInfo | undefined>();
  const notes = new Map<number, { live: number; position: number }>();
  /** The newest row of tables that were inserted into. */
  const newestRows = new Map<number, number>();
  let changed: (number: number, row: number) => void = () => undefined;
  /** Tables whose search index may have work to do. */
  const touched = new Set<number>();
  /** Tables whose search index still knows words of rows that were erased. */
  const erased = new Set<number>();

  const lookup = (organizationId: string, table: string): TableInfo | undefined => {
    const key = `${organizationId}\n${table}`;
    let info = tables.get(key);
    if (info === undefined) {
      info = catalog.table(organizationId, table);
      if (info) tables.set(key, info);
    }
    return info;
  };
  const must = (organizationId: string, table: string): TableInfo => {
    const info = lookup(organizationId, table);
    if (info === undefined) throw new Error(`no record table ${table}`);
    return info;
  };

  /**
   * A table was written by the commit at `position`, and its live records became so many more; written once a
   * transaction.
   */
  const note = ({ number }: TableInfo, position: number, live = 0): void => {
    const present = notes.get(number);
    if (present === undefined) notes.set(number, { live, position });
    else {
      present.live += live;
      present.position = position;
    }
  };

  const addColumns = (
    organizationId: string,
    tableId: string,
    number: number,
    specs: readonly ColumnSpec[],
    present: ReadonlyMap<string, ColumnSpec>,
  ): void => {
    let place = present.size;
    const added = specs.filter(({ column }) => !present.has(column));
    for (const spec of added) {
      if (!columnName.test(spec.column)) throw new Error(`not a column name: ${spec.column}`);
      connection
        .statement(
          'INSERT INTO record_columns (table_number, place, name, kind, scale, searchable) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .get(number, place++, spec.column, spec.kind, spec.scale ?? 0, spec.searchable === true ? 1 : 0);
    }
    if (added.length > 0)
      connection.statement('UPDATE record_tables SET shape = shape + 1 WHERE number = ?').get(number);
    tables.delete(`${organizationId}\n${tableId}`);
  };

  const create = (organizationId: string, op: Op<'table.create'>, context: EventContext): void => {
    if (lookup(organizationId, op.table)) {
      columns(organizationId, { op: 'table.columns', table: op.table, add: op.columns }, context);
      return;
    }
    const { number } = connection
      .statement('INSERT INTO record_tables (organization, table_id, position) VALUES (?, ?, ?) RETURNING number')
      .get(organizationId, op.table, context.position) as { number: number };
    const unique = new Map(op.columns.map((spec) => [spec.column, spec]));
    addColumns(organizationId, op.table, number, [...unique.values()], new Map());
    const own = [...unique.values()].flatMap(physicalColumns);
    connection.db.exec(
      `CREATE TABLE ${recordTable(number)} (_row INTEGER PRIMARY KEY, _id TEXT NOT NULL UNIQUE, _version INTEGER NOT NULL, _deleted INTEGER NOT NULL DEFAULT 0, ` +
        '_created_at INTEGER NOT NULL, _created_by TEXT NOT NULL, _updated_at INTEGER NOT NULL, _updated_by TEXT NOT NULL, ' +
        `_created_position INTEGER NOT NULL, _updated_position INTEGER NOT NULL${own.map((column) => `, ${column}`).join('')}) STRICT; ` +
        `CREATE INDEX ${recordTable(number)}_p ON ${recordTable(number)} (_updated_position)`,
    );
  };

  const columns = (organizationId: string, op: Op<'table.columns'>, context: EventContext): void => {
    const table = must(organizationId, op.table);
    const added = op.add.filter(
      ({ column }, i) => !table.columns.has(column) && op.add.findIndex((other) => other.column === column) === i,
    );
    addColumns(organizationId, op.table, table.number, added, table.columns);
    for (const column of added.flatMap(physicalColumns))
      connection.db.exec(`ALTER TABLE ${recordTable(table.number)} ADD COLUMN ${column}`);
    note(table, context.position);
  };

  const writersOf = (table: TableInfo, given: readonly ColumnCells[]): readonly Writer[] =>
    given.map(({ column }) => {
      const spec = table.columns.get(column);
      if (spec === undefined) throw new Error(`no column ${column}`);
      return writerOf(spec);
    });

  const newest = ({ number }: TableInfo): number =>
    (connection.arrays(`SELECT max(_row) FROM ${recordTable(number)}`).get() as unknown as [number | null])[0] ?? 0;

  const insert = (organizationId: string, op: Op<'rows.insert'>, context: EventContext): void => {
    const table = must(organizationId, op.table);
    const writers = writersOf(table, op.columns);
    const names = writers.flatMap((writer) => writer.names);
    const statement = connection.statement(
      `INSERT INTO ${recordTable(table.number)} (_version, _created_at, _updated_at, _created_by, _updated_by, _created_position, _updated_position, _id${names.map((name) => `, ${name}`).join('')}) ` +
        `VALUES (1, ?1, ?1, ?2, ?2, ?3, ?3, ?4${names.map((_, i) => `, ?${i + 5}`).join('')}) ON CONFLICT (_id) DO NOTHING`,
    );
    const { ids } = op;
    const values: Stored[] = [];
    const before = newestRows.get(table.number) ?? newest(table);
    for (let i = 0; i < ids.length; i++) {
      values.length = 0;
      values.push(context.time, context.actorId, context.position, ids[i]!);
      for (let c = 0; c < writers.length; c++) writers[c]!.write(values, op.columns[c]!.cells, i);
      statement.get(...values);
    }
    // Rows that an earlier application of the same commit made are not counted again.
    const after = newest(table);
    newestRows.set(table.number, after);
    note(table, context.position, after - before);
    touched.add(table.number);
  };

  const noteChange = (table: TableInfo, row: number, version: number, what: string, context: EventContext): void => {
    changed(table.number, row);
    connection
      .statement(
        'INSERT INTO record_changes (table_number, row, position, version, columns) VALUES (?, ?, ?, ?, ?) ' +
          "ON CONFLICT DO UPDATE SET version = excluded.version, columns = columns || ',' || excluded.columns",
      )
      .get(table.number, row, context.position, version, what);
  };

  const update = (organizationId: string, op: Op<'rows.update'>, context: EventContext): void => {
    const table = must(organizationId, op.table);
    const writers = writersOf(table, op.columns);
    type Prepared = {
      readonly places: readonly number[];
      readonly sql: string;
      readonly names: string;
      readonly searchable: boolean;
    };
    const prepared = new Map<string, Prepared>();
    const values: Stored[] = [];
    for (let i = 0; i < op.ids.length; i++) {
      let mask = '';
      for (const { cells } of op.columns) mask += cells[i] === undefined ? '0' : '1';
      let made = prepared.get(mask);
      if (made === undefined) {
        const places = op.columns.map((_, c) => c).filter((c) => mask[c] === '1');
        const sets = places
          .flatMap((c) => writers[c]!.names)
          .map((name) => `, ${name} = ?`)
          .join('');
        made = {
          places,
          sql: `UPDATE ${recordTable(table.number)} SET _version = ?, _updated_at = ?, _updated_by = ?, _updated_position = ?${sets} WHERE _id = ? AND _version < ? RETURNING _row AS row`,
          names: places.map((c) => op.columns[c]!.column).join(','),
          searchable: places.some((c) => table.columns.get(op.columns[c]!.column)?.searchable === true),
        };
        prepared.set(mask, made);
      }
      const version = op.versions[i]!;
      values.length = 0;
      values.push(version, context.time, context.actorId, context.position);
      for (const c of made.places) writers[c]!.write(values, op.columns[c]!.cells, i);
      values.push(op.ids[i]!, version);
      const changed = connection.statement(made.sql).get(...values) as { row: number } | undefined;
      if (changed === undefined) continue;
      noteChange(table, changed.row, version, made.names, context);
      // Rows that the search index has not read yet need no mark; its progress moves only outside of this transaction.
      if (made.searchable) {
        connection
          .statement(
            'INSERT OR IGNORE INTO search_dirty (table_number, row) SELECT number, ?1 FROM record_tables WHERE number = ?2 AND fed_row >= ?1',
          )
          .get(changed.row, table.number);
      }
    }
    note(table, context.position);
    touched.add(table.number);
  };

  const flag = (organizationId: string, op: Op<'rows.delete' | 'rows.restore'>, context: EventContext): void => {
    const table = must(organizationId, op.table);
    const statement = connection.statement(
      `UPDATE ${recordTable(table.number)} SET _version = ?1, _updated_at = ?2, _updated_by = ?3, _updated_position = ?4, _deleted = ?5 WHERE _id = ?6 AND _version < ?1 RETURNING _row AS row`,
    );
    const list = JSON.stringify(op.ids);
    const live = (): number =>
      (
        connection
          .arrays(
            `SELECT count(*) FROM ${recordTable(table.number)} WHERE _deleted = 0 AND _id IN (SELECT value FROM json_each(?))`,
          )
          .get(list) as unknown as [number]
      )[0];
    const before = live();
    for (const [i, id] of op.ids.entries()) {
      const version = op.versions[i]!;
      const changed = statement.get(
        version,
        context.time,
        context.actorId,
        context.position,
        op.op === 'rows.delete' ? 1 : 0,
        id,
      ) as { row: number } | undefined;
      if (changed) noteChange(table, changed.row, version, everything, context);
    }
    note(table, context.position, live() - before);
  };

  const erase = (organizationId: string, op: Op<'rows.erase'>, context: EventContext): void => {
    const table = lookup(organizationId, op.table);
    if (table === undefined) return;
    const { number } = table;
    let live = 0;
    let found = 0;
    for (const id of op.ids) {
      const place = connection
        .arrays(`SELECT _row, _deleted FROM ${recordTable(number)} WHERE _id = ?`)
        .get(id) as unknown as [number, number] | undefined;
      if (place === undefined) continue;
      const [row, deleted] = place;
      found += 1;
      if (deleted === 0) live += 1;
      changed(number, row);
      connection.statement(`DELETE FROM ${recordTable(number)} WHERE _row = ?`).get(row);
      connection.statement('DELETE FROM record_changes WHERE table_number = ? AND row = ?').get(number, row);
      connection.statement('DELETE FROM search_dirty WHERE table_number = ? AND row = ?').get(number, row);
      const { fed } = connection
        .statement('SELECT has_search = 1 AND fed_row >= ? AS fed FROM record_tables WHERE number = ?')
        .get(row, number) as { fed: number };
      if (fed === 1) connection.statement(`DELETE FROM ${searchTable(number)} WHERE rowid = ?`).get(row);
    }
    erased.add(number);
    if (found === 0) return;
    // A row that is made next may get the number of the newest that went: the search feed must not take it for read.
    connection
      .statement('UPDATE record_tables SET erased = erased + 1, fed_row = min(fed_row, ?) WHERE number = ?')
      .get(newest(table), number);
    note(table, context.position, -live);
    newestRows.delete(number);
    tables.delete(`${organizationId}\n${op.table}`);
    touched.add(number);
  };

  /** The row as a Row, from a statement that selects `list`. */
  const wholeRow = (table: TableInfo, { columns: wanted, cut }: RowsPart = {}) => {
    const select = (wanted === undefined ? [...table.columns.keys()] : [...new Set(wanted)]).flatMap((column) => {
      const spec = table.columns.get(column);
      return spec === undefined ? [] : [{ column, storage: spec.kind, scale: spec.scale ?? 0 }];
    });
    const names = select.map(({ column, storage }) =>
      cut === undefined || storage !== 'text' ? column : `substr(${column}, 1, ${cut + 1})`,
    );
    return {
      list: [rowSelect, ...names].join(', '),
      width: rowPlace + 4 + select.length,
      made: plainRow(select, rowPlace + 4),
    };
  };

  /** What a record's texts and lists weigh (`Row.bytes`): SQLite tells a size without reading the value. */
  const weigher = (table: TableInfo): ((id: string) => number) => {
    const sizes = [...table.columns.values()].flatMap(({ column, kind }) => {
      const own = `ifnull(octet_length(${column}), 0)`;
      if (kind === 'text') return [`max(${own}, ifnull(octet_length(${keyColumn(column)}), 0) / 2)`];
      return kind === 'options' || kind === 'users' ? [own] : [];
    });
    if (sizes.length === 0) return () => 0;
    const statement = connection.arrays(`SELECT ${sizes.join(', ')} FROM ${recordTable(table.number)} WHERE _id = ?`);
    return (id) => ((statement.get(id) ?? []) as unknown as number[]).reduce((sum, size) => sum + size, 0);
  };

  return {
    create,
    columns,
    insert,
    update,
    flag,
    erase,
    touched,
    erased,
    /** Calls the listener with each row that is changed, before its transaction ends. */
    onChanged: (listener: (number: number, row: number) => void): void => {
      changed = listener;
    },
    table: lookup,

    rows(
      organizationId: string,
      tableId: string,
      ids: readonly string[],
      part: RowsPart = {},
    ): readonly (Row | undefined)[] {
      const table = lookup(organizationId, tableId);
      if (table === undefined) return ids.map(() => undefined);
      const { list, made } = wholeRow(table, part);
      const { bytes = Number.POSITIVE_INFINITY } = part;
      const statement = connection.exact(`SELECT ${list} FROM ${recordTable(table.number)} WHERE _id = ?`);
      const weigh = part.weighed === true ? weigher(table) : undefined;
      const rows: (Row | undefined)[] = [];
      let read = 0;
      for (const id of ids) {
        const row = statement.get(id) as unknown as Stored[] | undefined;
        rows.push(row && (weigh === undefined ? made(row) : { ...made(row), bytes: weigh(id) }));
        if (row !== undefined && (read += bytesOf(row)) > bytes) break;
      }
      return rows;
    },

    rowsWhere(
      organizationId: string,
      tableId: string,
      column: string,
      keys: readonly string[],
    ): readonly (Row | undefined)[] {
      const table = lookup(organizationId, tableId);
      const spec = table?.columns.get(column);
      if (table === undefined || spec === undefined) return keys.map(() => undefined);
      const { kind, scale = 0 } = spec;
      const stored = keys.map((key) =>
        kind === 'text'
          ? key
          : kind === 'boolean'
            ? key === 'true'
              ? 1
              : 0
            : kind === 'instant'
              ? Number(key)
              : toStored(kind, scale, key),
      );
      const { list, width, made } = wholeRow(table);
      const by = kind === 'text' ? keyColumn(column) : column;
      const beside = table.indexes.find((index) => index.beside !== undefined && index.columns[0] === by)?.beside;
      const wanted = `${by} IN (SELECT value FROM json_each(?))`;
      const found = beside === undefined ? wanted : `_row IN (SELECT _row FROM ${beside} WHERE ${wanted})`;
      // All keys in one statement: where the index is not built yet they cost one pass over the table and not one each.
      const rows = connection
        .exact(
          `SELECT ${list}, ${by} FROM ${recordTable(table.number)} WHERE ${found} AND _deleted = 0 ORDER BY _row DESC`,
        )
        .all(
          `[${stored.map((value) => (typeof value === 'string' ? JSON.stringify(value) : String(value))).join(',')}]`,
        ) as unknown as Stored[][];
      const oldest = new Map(rows.map((row) => [String(row[width]), row]));
      return stored.map((value) => {
        const row = oldest.get(String(value));
        return row && made(row);
      });
    },

    changedSince(
      organizationId: string,
      tableId: string,
      ids: readonly string[],
      position: number,
    ): readonly (readonly string[])[] {
      const table = lookup(organizationId, tableId);
      if (table === undefined) return ids.map(() => []);
      const statement = connection.arrays(
        `SELECT columns FROM record_changes WHERE table_number = ${table.number} AND row = (SELECT _row FROM ${recordTable(table.number)} WHERE _id = ?) AND position > ? ORDER BY position`,
      );
      return ids.map((id) => {
        const rows = statement.all(id, position) as unknown as [string][];
        return rows.length === 0 ? [] : [...new Set(rows.flatMap(([names]) => names.split(',')))];
      });
    },

    changedAfter(
      organizationId: string,
      tableId: string,
      seen: readonly SeenVersion[],
    ): readonly (readonly ChangedColumn[])[] {
      const table = lookup(organizationId, tableId);
      if (table === undefined) return seen.map(() => []);
      const own = `table_number = ${table.number} AND row = (SELECT _row FROM ${recordTable(table.number)} WHERE _id = ?1)`;
      // Versions rise with positions: from the newest back to the one that was seen, and no further.
      const last = connection.arrays(
        `SELECT position FROM record_changes WHERE ${own} AND version <= ?2 ORDER BY position DESC LIMIT 1`,
      );
      const since = connection.arrays(
        `SELECT columns, MIN(position) FROM record_changes WHERE ${own} AND position > ?2 GROUP BY columns`,
      );
      return seen.map(({ id, after }) => {
        const [seenAt] = (last.get(id, after) ?? [0]) as unknown as [number];
        const first = new Map<string, number>();
        for (const [names, position] of since.all(id, seenAt) as unknown as [string, number][])
          for (const name of names.split(','))
            first.set(name, Math.min(first.get(name) ?? Number.MAX_SAFE_INTEGER, position));
        return [...first].map(([column, position]) => ({ column, position }));
      });
    },

    versions(organizationId: string, tableId: string, ids: readonly string[]): readonly number[] {
      const table = lookup(organizationId, tableId);
      if (table === undefined) return ids.map(() => 0);
      const statement = connection.arrays(`SELECT _version FROM ${recordTable(table.number)} WHERE _id = ?`);
      return ids.map((id) => (statement.get(id) as unknown as [number] | undefined)?.[0] ?? 0);
    },

    /** Drops what was remembered of a transaction that did not happen. */
    forget(): void {
      catalog.forget();
      tables.clear();
      notes.clear();
      newestRows.clear();
    },
    /** Called at the end of a transaction, within it. */
    flush(): void {
      for (const [number, { live, position }] of notes)
        connection
          .statement('UPDATE record_tables SET live = live + ?, position = ? WHERE number = ?')
          .get(live, position, number);
      notes.clear();
    },
  };
};
