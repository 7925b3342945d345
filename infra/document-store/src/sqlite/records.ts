import { changeLinks, fold } from '@tessera/kernel';
import type {
  ChangedColumn,
  ColumnCells,
  ColumnSpec,
  EventContext,
  Linking,
  ModelOp,
  ReadRequest,
  Row,
  RowsPart,
  SeenVersion,
} from '@tessera/kernel';
import { isSearched, partCell, partsIn, wholeColumns, withParts } from '../query/parts.ts';
import { isJoined, isKeyed, storeKinds, type Stored } from '../query/values.ts';
import { bytesOf } from '../query/weight.ts';
import type { ModelWriter, Owed, Unfilled, UnfilledColumn } from '../model-writer.ts';
import {
  comparedColumn,
  derivedState,
  keyColumn,
  openCatalog,
  physicalColumns,
  recordTable,
  searchTable,
} from './catalog.ts';
import type { TableInfo } from './catalog.ts';
import type { Connection } from './connection.ts';
import { openEdges } from './edges.ts';
import { plainRow, rowPlace, rowSelect } from './render.ts';

type LinkingRequest = Extract<ReadRequest, { readonly kind: 'linking' }>;
type Op<K extends ModelOp['op']> = Extract<ModelOp, { readonly op: K }>;

/** Readers of a table that is being filled are told of it at most so often. */
const tellEveryMs = 1_000;
/** What the history index says of a deletion or restoration. */
const everything = '*';

const columnName = /^c\d{1,9}_\d{1,9}(?:_[a-z]{2}[A-Za-z0-9]{0,30})?$/;

/** Writes one cell's stored values: the value, and for text its folded key. */
type Writer = {
  readonly names: readonly string[];
  write(into: Stored[], cells: ColumnCells['cells'], i: number): void;
};

/** A structured value is written with its parts, each into a column of its own. */
const writerOf = (spec: ColumnSpec, all: TableInfo['columns']): Writer => {
  const own = ownWriter(spec);
  const parts = partsIn(all, spec.column).map(({ part, spec: of }) => ({ part, writer: ownWriter(of) }));
  if (parts.length === 0) return own;
  return {
    names: [...own.names, ...parts.flatMap(({ writer }) => writer.names)],
    write: (into, cells, i) => {
      own.write(into, cells, i);
      for (const { part, writer } of parts) writer.write(into, [partCell(cells[i], part)], 0);
    },
  };
};

const ownWriter = (spec: ColumnSpec): Writer => {
  const { kind, scale = 0, column } = spec;
  const { keyed, toStored } = storeKinds[kind];
  if (!keyed) {
    return {
      names: [column],
      write: (into, cells, i) => {
        const cell = cells[i] ?? null;
        into.push(cell === null ? null : toStored(cell, scale));
      },
    };
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
  const edges = openEdges(connection);
  const tables = new Map<string, TableInfo | undefined>();
  const notes = new Map<number, { live: number; position: number }>();
  /** The newest row of tables that were inserted into. */
  const newestRows = new Map<number, number>();
  let changed: (number: number, row: number) => void = () => undefined;
  /** What is to be filled next, null where nothing is; undefined where it is to be looked up. */
  let unfilledKnown: readonly UnfilledColumn[] | undefined;
  /** Whether rows are to be computed; undefined where it is to be looked up. */
  let owedKnown: boolean | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
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
    edges.declare(number, added);
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
    const unique = new Map(withParts(op.columns).map((spec) => [spec.column, spec]));
    addColumns(organizationId, op.table, number, [...unique.values()], new Map());
    const own = [...unique.values()].flatMap(physicalColumns);
    connection.db.exec(
      `CREATE TABLE ${recordTable(number)} (_row INTEGER PRIMARY KEY, _id TEXT NOT NULL UNIQUE, _version INTEGER NOT NULL, _deleted INTEGER NOT NULL DEFAULT 0, ` +
        '_created_at INTEGER NOT NULL, _created_by TEXT NOT NULL, _updated_at INTEGER NOT NULL, _updated_by TEXT NOT NULL, ' +
        `_created_position INTEGER NOT NULL, _updated_position INTEGER NOT NULL, _moved_position INTEGER NOT NULL, _derived INTEGER NOT NULL DEFAULT 0${own.map((column) => `, ${column}`).join('')}) STRICT; ` +
        `CREATE INDEX ${recordTable(number)}_p ON ${recordTable(number)} (_moved_position)`,
    );
  };

  const columns = (organizationId: string, op: Op<'table.columns'>, context: EventContext): void => {
    const table = must(organizationId, op.table);
    const asked = withParts(op.add);
    const added = asked.filter(
      ({ column }, i) => !table.columns.has(column) && asked.findIndex((other) => other.column === column) === i,
    );
    addColumns(organizationId, op.table, table.number, added, table.columns);
    for (const column of added.flatMap(physicalColumns))
      connection.db.exec(`ALTER TABLE ${recordTable(table.number)} ADD COLUMN ${column}`);
    note(table, context.position);
  };

  /** Columns that are computed: those named and no others. What is new among them is filled from the first row on. */
  const derived = (organizationId: string, op: Op<'table.derived'>, context: EventContext): void => {
    const table = must(organizationId, op.table);
    const { number } = table;
    columns(organizationId, { op: 'table.columns', table: op.table, add: op.columns }, context);
    const present = new Map(
      (
        connection
          .statement(
            `SELECT name, derived, follows FROM record_columns WHERE table_number = ? AND derived <> ${derivedState.none}`,
          )
          .all(number) as { name: string; derived: number; follows: string }[]
      ).map((one) => [one.name, one]),
    );
    const set = connection.statement(
      'UPDATE record_columns SET derived = ?, follows = ? WHERE table_number = ? AND name = ?',
    );
    const wanted = new Set(withParts(op.columns).map(({ column }) => column));
    for (const name of present.keys()) {
      if (wanted.has(name)) continue;
      set.get(derivedState.former, '', number, name);
      connection.statement('DELETE FROM derived_fills WHERE table_number = ? AND name = ?').get(number, name);
      unfilledKnown = undefined;
    }
    const due: string[] = [];
    for (const spec of op.columns) {
      const { column, follows = '' } = spec;
      const known = present.get(column);
      if (known?.derived === derivedState.present && known.follows === follows) continue;
      for (const { column: name } of withParts([spec])) set.get(derivedState.present, follows, number, name);
      due.push(column);
    }
    refill(table, due);
  };

  /** Columns are computed anew for all rows that there are. */
  const refill = (table: TableInfo, names: readonly string[]): void => {
    const upto = names.length === 0 ? 0 : newest(table);
    if (upto === 0) return;
    const add = connection.statement(
      'INSERT OR REPLACE INTO derived_fills (table_number, name, after, upto) VALUES (?, ?, 0, ?)',
    );
    for (const name of names) add.get(table.number, name, upto);
    unfilledKnown = undefined;
  };

  const owe = (organizationId: string, tableId: string, ids: readonly string[]): void => {
    const table = lookup(organizationId, tableId);
    if (table === undefined) return;
    const add = connection.statement(
      `INSERT OR IGNORE INTO derived_work (table_number, row) SELECT ${table.number}, _row FROM ${recordTable(table.number)} WHERE _id = ?`,
    );
    for (const id of ids) add.get(id);
    owedKnown = undefined;
  };

  const findOwed = (limit: number): Owed | undefined => {
    const found = connection
      .statement(
        'SELECT w.table_number AS number, t.organization, t.table_id FROM derived_work w JOIN record_tables t ON t.number = w.table_number ORDER BY w.seq DESC LIMIT 1',
      )
      .get() as { number: number; organization: string; table_id: string } | undefined;
    if (found === undefined) return undefined;
    const { number, organization, table_id } = found;
    const rows = connection
      .arrays(
        `SELECT w.seq, r._id FROM derived_work w LEFT JOIN ${recordTable(number)} r ON r._row = w.row WHERE w.table_number = ? ORDER BY w.seq DESC LIMIT ?`,
      )
      .all(number, limit) as unknown as [number, string | null][];
    return {
      organizationId: organization,
      table: table_id,
      ids: rows.flatMap(([, id]) => id ?? []),
      marks: rows.map(([seq]) => seq),
    };
  };

  /** Marks are taken away. */
  const paid = ({ organizationId, table: tableId, marks }: Owed): void => {
    const drop = connection.statement('DELETE FROM derived_work WHERE seq = ?');
    for (const seq of marks) drop.get(seq);
    owedKnown = undefined;
    const table = lookup(organizationId, tableId);
    if (table === undefined) return;
    const left = connection.statement('SELECT 1 FROM derived_work WHERE table_number = ? LIMIT 1').get(table.number);
    if (left === undefined || performance.now() - toldAt > tellEveryMs) tellFilled(table);
  };

  /** Whoever keeps rows in memory begins again. */
  const tellFilled = ({ number }: TableInfo): void => {
    toldAt = performance.now();
    connection.statement('UPDATE record_tables SET filled = filled + 1 WHERE number = ?').get(number);
  };

  /** Writes cells into rows without a version; `where` and the last value bound tell which row, and answer it. */
  const cellsOf = (table: TableInfo, given: readonly ColumnCells[]) => {
    const writers = writersOf(table, given);
    const sets = writers.flatMap(({ names }) => names).map((name) => `${name} = ?`);
    const searchable = given.some(({ column }) => isSearched(table.columns, column));
    const dirty = connection.statement(
      'INSERT OR IGNORE INTO search_dirty (table_number, row) SELECT number, ?1 FROM record_tables WHERE number = ?2 AND fed_row >= ?1',
    );
    return {
      sets: sets.join(', '),
      values: (into: Stored[], i: number): void => {
        for (let c = 0; c < writers.length; c++) writers[c]!.write(into, given[c]!.cells, i);
      },
      written: (row: number): void => {
        changed(table.number, row);
        if (searchable) dirty.get(row, table.number);
      },
    };
  };

  const derive = (organizationId: string, op: Op<'rows.derive'>, context: EventContext): void => {
    const table = must(organizationId, op.table);
    if (op.columns.length === 0) return;
    const { sets, values, written } = cellsOf(table, op.columns);
    const statement = connection.statement(
      `UPDATE ${recordTable(table.number)} SET ${sets}, _derived = _derived + 1 WHERE _id = ? AND _version = ? RETURNING _row AS row, _moved_position AS position`,
    );
    // Whoever follows the table by the positions of its rows is to see it, whichever commit it followed from.
    const move = connection.statement(`UPDATE ${recordTable(table.number)} SET _moved_position = ? WHERE _row = ?`);
    const bound: Stored[] = [];
    for (let i = 0; i < op.ids.length; i++) {
      bound.length = 0;
      values(bound, i);
      bound.push(op.ids[i]!, op.versions[i]!);
      const found = statement.get(...bound) as { row: number; position: number } | undefined;
      if (found === undefined) continue;
      if (found.position < context.position) move.get(context.position, found.row);
      written(found.row);
    }
    if (context.position > 0) note(table, context.position);
    touched.add(table.number);
  };

  const findUnfilled = (): readonly UnfilledColumn[] =>
    (
      connection
        .statement(
          'SELECT f.name, t.organization, t.table_id FROM derived_fills f JOIN record_tables t ON t.number = f.table_number ORDER BY f.table_number, f.after, f.name',
        )
        .all() as { name: string; organization: string; table_id: string }[]
    ).map(({ name, organization, table_id }) => ({ organizationId: organization, table: table_id, column: name }));

  /** Of some columns of a table those furthest behind: those that are filled as far go together. */
  const nextFill = (organizationId: string, tableId: string, names: readonly string[]): Unfilled | undefined => {
    const fills = (
      connection
        .statement(
          'SELECT f.name, f.after, f.upto, t.organization, t.table_id FROM derived_fills f JOIN record_tables t ON t.number = f.table_number ' +
            'WHERE t.organization = ? AND t.table_id = ? ORDER BY f.after, f.name',
        )
        .all(organizationId, tableId) as {
        name: string;
        after: number;
        upto: number;
        organization: string;
        table_id: string;
      }[]
    ).filter(({ name }) => names.includes(name));
    const first = fills[0];
    if (first === undefined) return undefined;
    const together = fills.filter(({ after }) => after === first.after);
    const next = fills.find(({ after }) => after > first.after);
    return {
      organizationId: first.organization,
      table: first.table_id,
      columns: together.map(({ name }) => name),
      after: first.after,
      upto: Math.min(next?.after ?? first.upto, ...together.map(({ upto }) => upto)),
    };
  };

  const fill: ModelWriter['fill'] = (
    { organizationId, table: tableId, columns: names, after, upto: asked },
    reads,
    limit,
    compute,
  ) => {
    const table = must(organizationId, tableId);
    const { number } = table;
    // What was made before its sources were whole is computed as well: filling begins when they are.
    const upto = after === 0 ? Math.max(asked, newest(table)) : asked;
    const { list, made } = wholeRow(table, { columns: [...reads].filter((column) => table.columns.has(column)) });
    const rows = connection
      .exact(`SELECT ${list} FROM ${recordTable(number)} WHERE _row > ? AND _row <= ? ORDER BY _row LIMIT ?`)
      .all(after, upto, limit) as unknown as Stored[][];
    if (rows.length > 0) {
      const given = compute(rows.map(made)).filter(({ column }) => names.includes(column));
      if (given.length > 0) {
        const { sets, values, written } = cellsOf(table, given);
        const statement = connection.statement(
          `UPDATE ${recordTable(number)} SET ${sets}, _derived = _derived + 1 WHERE _row = ?`,
        );
        const bound: Stored[] = [];
        for (let i = 0; i < rows.length; i++) {
          const row = Number(rows[i]![rowPlace]);
          bound.length = 0;
          values(bound, i);
          bound.push(row);
          statement.get(...bound);
          written(row);
        }
      }
      touched.add(number);
    }
    const reached = rows.length < limit ? upto : Number(rows.at(-1)![rowPlace]);
    const wanted = JSON.stringify(names);
    connection
      .statement(
        'UPDATE derived_fills SET after = ?, upto = max(upto, ?) WHERE table_number = ? AND name IN (SELECT value FROM json_each(?))',
      )
      .get(reached, after === 0 ? upto : 0, number, wanted);
    const { changes: ended } = connection.db
      .prepare('DELETE FROM derived_fills WHERE table_number = ? AND after >= upto')
      .run(number);
    // Whoever keeps rows in memory begins again when the columns are whole, and now and then before.
    if (Number(ended) > 0 || performance.now() - toldAt > tellEveryMs) tellFilled(table);
    unfilledKnown = undefined;
    return rows.length;
  };

  const writersOf = (table: TableInfo, given: readonly ColumnCells[]): readonly Writer[] =>
    given.map(({ column }) => {
      const spec = table.columns.get(column);
      if (spec === undefined) throw new Error(`no column ${column}`);
      return writerOf(spec, table.columns);
    });

  const newest = ({ number }: TableInfo): number =>
    (connection.arrays(`SELECT max(_row) FROM ${recordTable(number)}`).get() as unknown as [number | null])[0] ?? 0;

  const insert = (organizationId: string, op: Op<'rows.insert'>, context: EventContext): void => {
    const table = must(organizationId, op.table);
    const writers = writersOf(table, op.columns);
    const names = writers.flatMap((writer) => writer.names);
    const statement = connection.statement(
      `INSERT INTO ${recordTable(table.number)} (_version, _created_at, _updated_at, _created_by, _updated_by, _created_position, _updated_position, _moved_position, _id${names.map((name) => `, ${name}`).join('')}) ` +
        `VALUES (1, ?1, ?1, ?2, ?2, ?3, ?3, ?3, ?4${names.map((_, i) => `, ?${i + 5}`).join('')}) ON CONFLICT (_id) DO NOTHING`,
    );
    const { ids } = op;
    const linked = op.columns.filter(({ column }) => table.targets.has(column));
    const rowOf = connection.arrays(`SELECT _row FROM ${recordTable(table.number)} WHERE _id = ? AND _version = 1`);
    const values: Stored[] = [];
    const before = newestRows.get(table.number) ?? newest(table);
    for (let i = 0; i < ids.length; i++) {
      values.length = 0;
      values.push(context.time, context.actorId, context.position, ids[i]!);
      for (let c = 0; c < writers.length; c++) writers[c]!.write(values, op.columns[c]!.cells, i);
      statement.get(...values);
      for (const { column, cells } of linked) {
        const cell = cells[i] as readonly string[] | null | undefined;
        const row = cell && (rowOf.get(ids[i]!) as unknown as [number] | undefined);
        if (cell && row) edges.write(table, column, row[0], cell);
      }
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

  /** The lists that changes of links come to; undefined for a row that has them already, or that is not there. */
  const changedLinks = (table: TableInfo, { ids, versions, links = [] }: Op<'rows.update'>): readonly ColumnCells[] =>
    links.map(({ column, changes }) => {
      const statement = connection.arrays(
        `SELECT ${column} FROM ${recordTable(table.number)} WHERE _id = ? AND _version < ?`,
      );
      return {
        column,
        cells: changes.map((change, i) => {
          const row = change && (statement.get(ids[i]!, versions[i]!) as unknown as [string | null] | undefined);
          if (!row) return undefined;
          const before = row[0] === null ? [] : (storeKinds.links.fromStored(row[0], 0) as readonly string[]);
          const after = changeLinks(before, change);
          return after.length === 0 ? null : after;
        }),
      };
    });

  const update = (organizationId: string, given: Op<'rows.update'>, context: EventContext): void => {
    const table = must(organizationId, given.table);
    const op =
      given.links === undefined ? given : { ...given, columns: [...given.columns, ...changedLinks(table, given)] };
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
          sql: `UPDATE ${recordTable(table.number)} SET _version = ?, _updated_at = ?, _updated_by = ?, _updated_position = ?, _moved_position = ?${sets} WHERE _id = ? AND _version < ? RETURNING _row AS row`,
          names: places.map((c) => op.columns[c]!.column).join(','),
          searchable: places.some((c) => isSearched(table.columns, op.columns[c]!.column)),
        };
        prepared.set(mask, made);
      }
      const version = op.versions[i]!;
      values.length = 0;
      values.push(version, context.time, context.actorId, context.position, context.position);
      for (const c of made.places) writers[c]!.write(values, op.columns[c]!.cells, i);
      values.push(op.ids[i]!, version);
      const changed = connection.statement(made.sql).get(...values) as { row: number } | undefined;
      if (changed === undefined) continue;
      noteChange(table, changed.row, version, made.names, context);
      for (const c of made.places) {
        const { column, cells } = op.columns[c]!;
        if (table.targets.has(column)) edges.write(table, column, changed.row, (cells[i] ?? []) as readonly string[]);
      }
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
      `UPDATE ${recordTable(table.number)} SET _version = ?1, _updated_at = ?2, _updated_by = ?3, _updated_position = ?4, _moved_position = ?4, _deleted = ?5 WHERE _id = ?6 AND _version < ?1 RETURNING _row AS row`,
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
      edges.erase(organizationId, op.table, table, row);
      connection.statement('DELETE FROM record_changes WHERE table_number = ? AND row = ?').get(number, row);
      connection.statement('DELETE FROM search_dirty WHERE table_number = ? AND row = ?').get(number, row);
      const { fed } = connection
        .statement('SELECT has_search > 0 AND fed_row >= ? AS fed FROM record_tables WHERE number = ?')
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
    const select = (wanted === undefined ? wholeColumns(table.columns) : [...new Set(wanted)]).flatMap((column) => {
      const spec = table.columns.get(column);
      return spec === undefined ? [] : [{ column, storage: spec.kind, scale: spec.scale ?? 0 }];
    });
    const names = select.map(({ column, storage }) =>
      cut === undefined || !isKeyed(storage) ? column : `substr(${column}, 1, ${cut + 1})`,
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
      if (isKeyed(kind)) return [`max(${own}, ifnull(octet_length(${keyColumn(column)}), 0) / 2)`];
      return isJoined(kind) ? [own] : [];
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
    derived,
    derive,
    unfilled: (): readonly UnfilledColumn[] => (unfilledKnown ??= findUnfilled()),
    nextFill,
    fill,
    refill: (organizationId: string, tableId: string, names: readonly string[]): void => {
      const table = lookup(organizationId, tableId);
      if (table !== undefined)
        refill(
          table,
          names.filter((name) => table.columns.has(name)),
        );
    },
    owe,
    owed: (limit: number): Owed | undefined => {
      if (owedKnown === false) return undefined;
      const found = findOwed(limit);
      owedKnown = found !== undefined;
      return found;
    },
    paid,

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
      const stored = keys.map((key) => storeKinds[kind].keyStored(key, scale));
      const { list, width, made } = wholeRow(table);
      const by = comparedColumn(kind, column);
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

    /** Live rows, those of the transaction that is open included. */
    count(organizationId: string, tableId: string): number {
      const table = catalog.table(organizationId, tableId);
      return table === undefined ? 0 : table.live + (notes.get(table.number)?.live ?? 0);
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

    linking(
      organizationId: string,
      { table: tableId, column, ids, deleted = false, limit }: LinkingRequest,
    ): readonly (readonly Linking[])[] {
      const table = lookup(organizationId, tableId);
      return table === undefined ? ids.map(() => []) : edges.linking(table, column, ids, deleted, limit);
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
      unfilledKnown = undefined;
      owedKnown = undefined;
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
