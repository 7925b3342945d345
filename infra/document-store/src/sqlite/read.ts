import { invalid } from '@tessera/kernel';
import type { AggregateFunction, Operand, PageQuery, Row, SelectedColumn } from '@tessera/kernel';
import { averageText, checkAggregate } from '../query/aggregate.ts';
import { alsoMeant, checkQuery, isSystemColumn, searchWords } from '../query/check.ts';
import type { QueryCore } from '../query/check.ts';
import { decodeCursor, encodeCursor } from '../query/cursor.ts';
import type { Cursor } from '../query/cursor.ts';
import { fromDays, fromScaled } from '../query/values.ts';
import type { Stored } from '../query/values.ts';
import { keyColumn, openCatalog, recordTable, searchTable, systemSpecs } from './catalog.ts';
import type { TableInfo } from './catalog.ts';
import { newestRow, openColumnCache } from './column-cache.ts';
import type { CachedTable } from './column-cache.ts';
import { answerable, matching, openColumnQueries, operandsOf, type Condition } from './column-query.ts';
import {
  cursorColumns,
  predicateSql,
  sameScales,
  searchSql,
  segments,
  selectList,
  leadingIndex,
  sourceOf,
} from './compile.ts';
import type { Segment, Sql } from './compile.ts';
import type { Connection } from './connection.ts';
import { bytesOf, bytesOfText, pageBytes, rowsAtOnce, withinBytes } from '../query/weight.ts';
import { jsonPage, plainRow, recordWriter, rowPlace, rowSelect, systemSelect } from './render.ts';
import { allOf, needOf, openMatches, wordNeed, type Match } from './match.ts';
import type { MissingIndex } from './reader-messages.ts';
import { openRowCache } from './row-cache.ts';
import { onlyTexts, openTextHits, soften } from './text-hits.ts';

type Matched = {
  readonly table: TableInfo;
  /**
   * All conditions but the search index: deleted flag, allow, where, and the search checked on the columns asked for.
   */
  readonly where: Sql;
  /** What the search index is asked, where it can help. */
  readonly match: Match | undefined;
  /** Words looked for. */
  readonly words: readonly string[];
};

/** A page before its values are read: whole rows, or the places where they stand; and whether more come after it. */
type PageRows = { readonly rows?: Stored[][]; readonly places?: number[]; readonly more: boolean };

type Selected = {
  readonly number: number;
  readonly shape: number;
  readonly list: string;
  readonly writer: (row: Stored[]) => string;
  readonly key: string;
  /** Rows that one statement may read, however full they are. */
  readonly atOnce: number;
};

const outOfRange = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_OUT_OF_RANGE';

/** All rows of a statement as arrays; integers beyond 2^53 come as bigint, which is decided by what the rows hold. */
const allRows = (connection: Connection, sql: string, params: readonly Stored[]): Stored[][] => {
  try {
    return connection.arrays(sql).all(...params) as unknown as Stored[][];
  } catch (error) {
    if (!outOfRange(error)) throw error;
    return connection.exact(sql).all(...params) as unknown as Stored[][];
  }
};

export type ReadsOptions = {
  /** Memory for cached columns in bytes; default 64 MB. */
  readonly columnBytes?: number;
  /** Tables below this size are always read by SQL. */
  readonly columnsFromRows?: number;
  /** Memory for rows kept as JSON in bytes; default 8 MB. */
  readonly rowBytes?: number;
  /** Different texts of a column up to which it is kept in memory; default 4,096. */
  readonly mostTexts?: number;
  /** So few hits of the search index are fetched and put in order rather than looked for in memory; default 500. */
  readonly fewHits?: number;
  /** How long a query may go on reading columns into memory in ms, asked each time; default 800. */
  readonly helpMs?: () => number;
};

/** Rows that SQL steps over faster than a table is cached for it. */
const nearOffset = 1000;
/** Tables from so many rows on get an index by what they are sorted by. */
const indexedFromRows = 5_000;
/** One that was not made is told again. */
const tellEveryMs = 60_000;
const isList = ({ storage }: Operand): boolean => storage === 'options' || storage === 'users';
/** Rows in order among which a page of many hits is looked for first. */
const metSoon = 768;
const everything: Condition = { op: 'and', items: [] };
/** Hits that are checked for one page; where so many are none, SQL goes over the table. */
const mostChecked = 20_000;

/** Whether the search index has all columns that a search looks into. */
const covered = (table: TableInfo, { search }: QueryCore): boolean =>
  search?.columns.every(
    ({ column, storage }) => storage !== 'text' || table.columns.get(column)?.searchable === true,
  ) === true;

/**
 * Reads of the record tables of one file on one connection. `tick` is called now and then by long statements, and stops
 * them by throwing; it must be registered on the connection as the SQL function `tick()` by the caller.
 */
export const openReads = (connection: Connection, options: ReadsOptions = {}) => {
  const { db } = connection;
  const {
    columnBytes = 64 * 1024 * 1024,
    columnsFromRows = 2000,
    helpMs = () => 800,
    rowBytes = 8 * 1024 * 1024,
    mostTexts,
    fewHits = 500,
  } = options;
  const columns = openColumnCache(connection, columnBytes, helpMs, mostTexts);
  const arrays = openColumnQueries();
  const rendered = openRowCache(connection, rowBytes);
  const catalog = openCatalog(connection);
  const matchOf = openMatches(connection);
  const hitsOf = openTextHits(connection, matchOf);
  const begin = db.prepare('BEGIN');
  const commit = db.prepare('COMMIT');

  /** Tables that the present snapshot was asked for. */
  const looked = new Map<string, TableInfo | undefined>();
  const look = (organizationId: string, tableId: string): TableInfo | undefined => {
    const key = `${organizationId}\n${tableId}`;
    if (!looked.has(key)) looked.set(key, catalog.table(organizationId, tableId));
    return looked.get(key);
  };

  const matched = (table: TableInfo, query: QueryCore): Matched => {
    const params: Stored[] = [];
    const parts = [`_deleted = ${query.deleted === true ? 1 : 0}`, '((_row & 1023) <> 0 OR tick())'];
    const allow = predicateSql(table, query.allow, params);
    if (allow !== '1') parts.push(allow);
    const where = predicateSql(table, query.where, params);
    if (where !== '1') parts.push(where);
    const words = query.search ? searchWords(query.search.text) : [];
    const { search } = query;
    if (search && words.length > 0) parts.push(searchSql(table, words, search, params));
    const need = allOf([
      needOf(table, query.where),
      needOf(table, query.allow),
      ...words.map((word) =>
        covered(table, query) && alsoMeant(search!, word).length === 0 ? wordNeed(word) : undefined,
      ),
    ]);
    const match = need !== undefined && table.hasSearch && table.fedRow > 0 ? matchOf(table, need) : undefined;
    return { table, where: { text: parts.join(' AND '), params }, match, words };
  };

  /** Hits of the search index and what it has not yet read, as a set of rows. */
  const indexedWhere = ({ table, where, match }: Matched): Sql => {
    if (match === undefined) return where;
    const { number, fedRow } = table;
    return {
      text: `_row IN (SELECT rowid FROM ${searchTable(number)} WHERE ${searchTable(number)} MATCH ? UNION SELECT row FROM search_dirty WHERE table_number = ${number} UNION SELECT _row FROM ${recordTable(number)} WHERE _row > ${fedRow}) AND ${where.text}`,
      params: [match.text, ...where.params],
    };
  };

  /** One snapshot for all statements of a read. */
  const read = <T>(work: () => T): T => {
    if (db.isTransaction) return work();
    begin.run();
    try {
      return work();
    } finally {
      looked.clear();
      commit.run();
    }
  };

  /** The table's columns in memory, where they answer this query; also those named in `more`. */
  const cached = (found: Matched, query: QueryCore, more: readonly Operand[] = []): CachedTable | undefined => {
    const { table, words } = found;
    if (words.length > 0 || table.indexes.length + table.columns.size === 0) return undefined;
    const operands = [...operandsOf(query), ...more];
    if (!sameScales(table, operands) || newestRow(connection, table.number) < columnsFromRows) return undefined;
    const memory = columns.table(table, [...new Set(operands.map(({ column }) => column))]);
    return memory && answerable(memory, query) ? memory : undefined;
  };

  /** Those of these rows that a query really has: hits of the search index are more. */
  const checked = ({ table, where }: Matched, places: Int32Array): readonly number[] => {
    const rows = allRows(
      connection,
      `SELECT _row FROM ${recordTable(table.number)} WHERE _row IN (SELECT value FROM json_each(?)) AND ${where.text}`,
      [`[${places.join(',')}]`, ...where.params],
    );
    const good = new Set(rows.map(([row]) => Number(row)));
    return Array.from(places).filter((place) => good.has(place));
  };

  /**
   * A query with conditions on texts over columns in memory and hits of the search index, which are to be checked;
   * undefined where they cannot narrow it.
   */
  const mixed = (found: Matched, query: QueryCore & Partial<Pick<PageQuery, 'sort'>>) => {
    const { table, words } = found;
    const newest = newestRow(connection, table.number);
    if (newest < columnsFromRows || (words.length > 0 && !covered(table, query))) return undefined;
    const hits = hitsOf(table, newest + 1);
    if (hits === undefined) return undefined;
    const sort = query.sort ?? [];
    const shape = soften(table, query, words, () => new Uint8Array(0));
    if (shape === undefined) return undefined;
    const operands = operandsOf({ ...shape, sort });
    if (!sameScales(table, operands)) return undefined;
    const memory = columns.table(table, [...new Set(operands.map(({ column }) => column))]);
    if (memory === undefined || !answerable(memory, shape)) return undefined;
    const { deleted = false } = query;
    const of = (marks: Parameters<typeof soften>[3]) => ({
      ...(soften(table, query, words, marks) ?? { where: everything, allow: everything }),
      sort,
      deleted,
    });
    return { memory, soft: () => of(hits), loose: () => of(() => undefined) };
  };

  const mixedPage = (
    found: Matched,
    query: PageQuery,
    cursor: (Cursor & { readonly values: readonly Stored[] }) | undefined,
    skip: number,
    take: number,
  ): number[] | undefined => {
    const ready = skip > nearOffset ? undefined : mixed(found, query);
    if (ready === undefined) return undefined;
    const { memory, soft, loose } = ready;
    const ask = (filter: ReturnType<typeof soft>, wanted: number): number[] | undefined => {
      const places = arrays.page(memory, filter, cursor, 0, wanted);
      const good = checked(found, places);
      return good.length >= skip + take || places.length < wanted ? good.slice(skip, skip + take) : undefined;
    };
    // Along an order the first of many hits are met before the index has told all of them.
    if (query.sort.length > 0 && skip + take <= metSoon) {
      const met = ask(loose(), metSoon);
      if (met !== undefined) return met;
    }
    const filter = soft();
    for (let wanted = skip + take; wanted <= mostChecked; wanted *= 4) {
      const page = ask(filter, wanted);
      if (page !== undefined) return page;
    }
    return undefined;
  };

  const mixedCount = (found: Matched, query: QueryCore): number | undefined => {
    const ready = mixed(found, query);
    if (ready === undefined) return undefined;
    const { rows, n } = matching(ready.memory, ready.soft());
    return n > mostChecked ? undefined : checked(found, rows.subarray(0, n)).length;
  };

  const countOf = (table: TableInfo, where: Sql, part?: Segment): number => {
    const text = part && part.where.text !== '' ? `${where.text} AND ${part.where.text}` : where.text;
    const [row] = allRows(connection, `SELECT count(*) FROM ${recordTable(table.number)} WHERE ${text}`, [
      ...where.params,
      ...(part?.where.params ?? []),
    ]);
    return Number(row![0]);
  };

  /** Carried values of a cursor, or those of its row now. */
  const cursorValues = (
    table: TableInfo,
    sort: PageQuery['sort'],
    cursor: Cursor,
  ): Cursor & { readonly values: readonly Stored[] } => {
    if (cursor.values) return { row: cursor.row, values: cursor.values };
    const [values] = allRows(
      connection,
      `SELECT ${cursorColumns(table, sort).join(', ')} FROM ${recordTable(table.number)} WHERE _row = ?`,
      [cursor.row],
    );
    if (values === undefined) throw invalid('query.invalid_cursor', 'The cursor does not belong to this query');
    return { row: cursor.row, values };
  };

  const nextCursor = (table: TableInfo, sort: PageQuery['sort'], row: number): string => {
    if (sort.length === 0) return encodeCursor(sort, { row, values: [] });
    const [values] = allRows(
      connection,
      `SELECT ${cursorColumns(table, sort).join(', ')} FROM ${recordTable(table.number)} WHERE _row = ?`,
      [row],
    );
    return encodeCursor(sort, { row, values: values! });
  };

  /**
   * Rows in the order of their creation that a search index names: hits, rows it must read again, rows it has not read,
   * each run early to its end.
   */
  const searchedPage = (
    found: Matched,
    list: string,
    at: number,
    from: number,
    skip: number,
    take: number,
  ): Stored[][] => {
    const { table, where, match } = found;
    const { number, fedRow } = table;
    const wanted = skip + take;
    const hits = allRows(
      connection,
      `SELECT ${list} FROM ${searchTable(number)} CROSS JOIN ${recordTable(number)} ON _row = ${searchTable(number)}.rowid WHERE ${searchTable(number)} MATCH ? AND ${searchTable(number)}.rowid > ? AND ${where.text} ORDER BY ${searchTable(number)}.rowid LIMIT ${wanted}`,
      [match!.text, from, ...where.params],
    );
    const dirty = allRows(
      connection,
      `SELECT ${list} FROM search_dirty CROSS JOIN ${recordTable(number)} ON _row = row WHERE table_number = ${number} AND row > ? AND ${where.text} ORDER BY row LIMIT ${wanted}`,
      [from, ...where.params],
    );
    let rows = hits;
    if (dirty.length > 0) {
      const byRow = new Map([...hits, ...dirty].map((row) => [Number(row[at]), row]));
      rows = [...byRow.entries()]
        .sort(([a], [b]) => a - b)
        .map(([, row]) => row)
        .slice(0, wanted);
    }
    if (rows.length < wanted) {
      rows.push(
        ...allRows(
          connection,
          `SELECT ${list} FROM ${recordTable(number)} WHERE _row > ? AND ${where.text} ORDER BY _row LIMIT ${wanted - rows.length}`,
          [Math.max(from, fedRow), ...where.params],
        ),
      );
    }
    return rows.slice(skip);
  };

  /** Of places, as many as bring so many bytes: their sizes are looked at where they may be too much at once. */
  const fitting = (
    table: TableInfo,
    select: readonly SelectedColumn[],
    atOnce: number,
    places: readonly number[],
    bytes: number,
  ): readonly number[] => {
    if (places.length <= atOnce) return places;
    const texts = select.flatMap(({ storage, column, cut }) =>
      storage !== 'text'
        ? []
        : [`ifnull(${cut === undefined ? `octet_length(${column})` : `min(octet_length(${column}), ${cut * 4})`}, 0)`],
    );
    const sizes = new Map(
      fetch(table, `_id, _version, _created_at, _updated_at, _row, ${['0', ...texts].join(' + ')}`, places).map(
        (row) => [Number(row[rowPlace]), Number(row[rowPlace + 1])],
      ),
    );
    return places.slice(
      0,
      withinBytes(places, bytes, (place) => sizes.get(place)!),
    );
  };

  /** Rows by their number of creation, in the order given. */
  const fetch = (table: TableInfo, list: string, places: readonly number[]): Stored[][] => {
    const rows = allRows(
      connection,
      `SELECT ${list} FROM ${recordTable(table.number)} WHERE _row IN (SELECT value FROM json_each(?))`,
      [`[${places.join(',')}]`],
    );
    const byPlace = new Map(rows.map((row) => [Number(row[rowPlace]), row]));
    return places.map((place) => byPlace.get(place)!);
  };

  let missing: MissingIndex | undefined;
  const told = new Map<string, number>();
  /** Remembers that a large table was put in an order that no index has. */
  const noteMissing = (organizationId: string, table: TableInfo, { table: id, sort, deleted }: PageQuery): void => {
    const [lead] = sort;
    if (lead === undefined || lead.rank !== undefined || deleted === true || isList(lead.by)) return;
    if (newestRow(connection, table.number) < indexedFromRows) return;
    const key = `${table.number} ${table.shape} ${lead.by.column}`;
    const now = performance.now();
    if (now - (told.get(key) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) return;
    if (told.size > 1000) told.clear();
    told.set(key, now);
    missing = { organizationId, table: id, columns: [lead.by.column] };
  };

  /**
   * The rows of a page: whole ones where they were read on the way, otherwise where they stand. Whole ones are read on
   * the way only where one statement may read them all.
   */
  const pageRows = (
    organizationId: string,
    table: TableInfo,
    query: PageQuery,
    list: string,
    atOnce: number,
  ): PageRows => {
    const { sort, limit } = query;
    const found = matched(table, query);
    const cursor = query.after === undefined ? undefined : cursorValues(table, sort, decodeCursor(sort, query.after));
    let skip = query.offset ?? 0;
    let rows: Stored[][] = [];
    let places: number[] | undefined;
    const index = leadingIndex(table, query);
    const whole =
      (query.where.op !== 'and' || query.where.items.length > 0 || sort.length > 0 || skip > nearOffset) &&
      index === undefined;
    const rare = found.match !== undefined && found.match.rows < fewHits;
    const memory = whole && !rare ? cached(found, query) : undefined;
    const textual = !rare && (found.match !== undefined || found.words.length > 0);
    if (memory !== undefined) {
      places = Array.from(arrays.page(memory, query, cursor, skip, limit + 1));
    } else if (textual && !(found.match !== undefined && sort.length === 0 && onlyTexts(query))) {
      places = mixedPage(found, query, cursor, skip, limit + 1);
    }
    if (places !== undefined) {
      // Found in memory.
    } else if (found.match !== undefined && sort.length === 0) {
      const few = skip + limit + 1 <= atOnce;
      rows = searchedPage(found, few ? list : '_row', few ? rowPlace : 0, cursor?.row ?? 0, skip, limit + 1);
      if (!few) places = rows.map(([place]) => Number(place));
    } else {
      if (index === undefined && !rare) noteMissing(organizationId, table, query);
      // Along an index the first of many hits are met soon; few are fetched and put in order.
      const where = index !== undefined && !rare ? found.where : indexedWhere(found);
      const parts = segments(table, sort, cursor);
      // Where SQLite has to sort, it sorts numbers of rows and not whole rows.
      const sorts = sort.length > 0 && !(sort.length === 1 && sort[0]!.order === 'asc' && !whole);
      const apart = sorts || limit + 1 > atOnce;
      const wanted = apart ? '_row' : list;
      for (const [i, part] of parts.entries()) {
        const condition = part.where.text === '' ? where.text : `${where.text} AND ${part.where.text}`;
        // The limit stands in the text: SQLite plans by it, and a bound one is planned again at each run.
        const got = allRows(
          connection,
          `SELECT ${wanted} FROM ${sourceOf(table, index, part.lead)} WHERE ${condition} ORDER BY ${part.orderBy.text} LIMIT ${limit + 1}${skip > 0 ? ' OFFSET ?' : ''}`,
          [...where.params, ...part.where.params, ...part.orderBy.params, ...(skip > 0 ? [skip] : [])],
        );
        rows = rows.length === 0 ? got : [...rows, ...got];
        if (rows.length > limit || i === parts.length - 1) break;
        if (skip > 0 && got.length === 0) skip = Math.max(0, skip - countOf(table, where, part));
        else skip = 0;
      }
      if (apart) places = rows.slice(0, limit + 1).map(([place]) => Number(place));
    }
    const all = places ?? rows;
    const more = all.length > limit;
    if (more) all.length = limit;
    return { ...(places === undefined ? { rows } : { places }), more };
  };

  /** What a page's rows come to until its bound in bytes is passed; and where the next page begins. */
  const bounded = <T>(
    table: TableInfo,
    { sort, limit, after, bytes = pageBytes }: PageQuery,
    { rows = [], places, more }: PageRows,
    made: {
      readonly of: (rows: Stored[][]) => readonly T[];
      /** Some at least of these, as many as bring so many bytes. */
      readonly at: (places: readonly number[], bytes: number) => readonly T[];
    },
    size: (one: T) => number,
  ): { readonly values: readonly T[]; readonly next: string | undefined } => {
    const all = places?.length ?? rows.length;
    let values: readonly T[] = [];
    let left = bytes;
    while (values.length < all && left >= 0) {
      const slice =
        places === undefined
          ? made.of(rows)
          : made.at(values.length === 0 ? places : places.slice(values.length), left);
      const taken = withinBytes(slice, left, size);
      left = taken < slice.length ? -1 : slice.reduce((rest, one) => rest - size(one), left);
      values = values.length === 0 && taken === slice.length ? slice : [...values, ...slice.slice(0, taken)];
    }
    if (!more && values.length === all) return { values, next: undefined };
    if (limit === 0) return { values, next: after };
    const last = values.length - 1;
    return { values, next: nextCursor(table, sort, places?.[last] ?? Number(rows[last]![rowPlace])) };
  };

  /** What a page needs of its selection; the object is the same from one request to the next. */
  const prepared = new WeakMap<readonly SelectedColumn[], Selected>();
  const selected = (table: TableInfo, select: readonly SelectedColumn[]): Selected => {
    const made = prepared.get(select);
    if (made?.number === table.number && made.shape === table.shape) return made;
    const { number, shape } = table;
    const list = selectList(table, systemSelect, select);
    const one: Selected = {
      number,
      shape,
      list,
      writer: recordWriter(select, rowPlace + 1),
      key: `${number} ${shape} ${JSON.stringify(select)}`,
      atOnce: rowsAtOnce(select),
    };
    prepared.set(select, one);
    return one;
  };

  const known = (
    organizationId: string,
    query: QueryCore & Partial<Pick<PageQuery, 'select' | 'limit' | 'offset'>>,
  ): TableInfo | undefined => {
    checkQuery(query);
    return look(organizationId, query.table);
  };

  return {
    catalog,
    /** Reads a slice of columns that are wanted in memory; true while more is left. Called between reads. */
    work: (): boolean => columns.work() || arrays.work(),
    /** An index that the last page had no use of because it is not there; told once a while for the same. */
    missingIndex: (): MissingIndex | undefined => {
      const one = missing;
      missing = undefined;
      return one;
    },
    /** Memory that cached columns take, in bytes. */
    columnBytes: columns.size,
    /** Does several reads on one snapshot, and tells which commit last touched the table in it. */
    snapshot: <T>(
      organizationId: string,
      table: string,
      work: () => T,
    ): { readonly value: T; readonly position: number | undefined } =>
      read(() => ({ position: look(organizationId, table)?.position, value: work() })),

    page(organizationId: string, query: PageQuery): string {
      return read(() => {
        const table = known(organizationId, query);
        if (table === undefined) return '{"records":[]}';
        const { list, writer, key, atOnce } = selected(table, query.select);
        const { values, next } = bounded(
          table,
          query,
          pageRows(organizationId, table, query, list, atOnce),
          {
            of: (rows) => rows.map(writer),
            at: (places, bytes) =>
              rendered.texts(table, key, places, (missing) =>
                fetch(table, list, fitting(table, query.select, atOnce, missing, bytes)).map(writer),
              ),
          },
          bytesOfText,
        );
        return jsonPage(values, next);
      });
    },

    rows(organizationId: string, query: PageQuery): { readonly rows: readonly Row[]; readonly next?: string } {
      return read(() => {
        const table = known(organizationId, query);
        if (table === undefined) return { rows: [] };
        const select = query.select.filter(({ column }) => !isSystemColumn(column));
        const list = selectList(table, rowSelect, select);
        const atOnce = rowsAtOnce(select);
        const { values, next } = bounded(
          table,
          query,
          pageRows(organizationId, table, query, list, atOnce),
          {
            of: (rows) => rows,
            at: (places, bytes) => fetch(table, list, fitting(table, select, atOnce, places, bytes)),
          },
          bytesOf,
        );
        const rows = values.map(plainRow(select, rowPlace + 4));
        return next === undefined ? { rows } : { rows, next };
      });
    },

    count(organizationId: string, query: QueryCore): number {
      return read(() => {
        const table = known(organizationId, query);
        if (table === undefined) return 0;
        if (isEverything(query)) return table.live;
        const found = matched(table, query);
        const memory = cached(found, query);
        if (memory) return arrays.count(memory, query);
        const some = found.match === undefined && found.words.length > 0 ? mixedCount(found, query) : undefined;
        return some ?? countOf(table, indexedWhere(found));
      });
    },

    aggregate(
      organizationId: string,
      query: QueryCore,
      aggregates: readonly { readonly of: Operand; readonly function: AggregateFunction }[],
    ): readonly (string | number | null)[] {
      for (const { of, function: fn } of aggregates) checkAggregate(of, fn);
      return read(() => {
        const table = known(organizationId, query);
        if (table === undefined)
          return aggregates.map(({ function: fn }) =>
            fn === 'count' || fn === 'filled' || fn === 'empty' || fn === 'distinct' || fn === 'checked' ? 0 : null,
          );
        if (aggregates.length === 0) return [];
        const found = matched(table, query);
        for (const aggregate of aggregates) aggregateSql(table, aggregate);
        const memory = cached(
          found,
          query,
          aggregates.filter(({ function: fn }) => fn !== 'count').map(({ of }) => of),
        );
        if (memory) {
          const rows = matching(memory, query);
          return aggregates.map(({ of, function: fn }) =>
            aggregateValue(arrays.aggregate(memory, rows, of, fn), fn, of, table),
          );
        }
        const where = indexedWhere(found);
        const width = 3;
        const list = aggregates.map((aggregate) => aggregateSql(table, aggregate)).join(', ');
        const [row] = connection
          .exact(`SELECT ${list} FROM ${recordTable(table.number)} WHERE ${where.text}`)
          .all(...where.params) as unknown as Stored[][];
        return aggregates.map(({ of, function: fn }, i) =>
          aggregateValue(row!.slice(i * width, (i + 1) * width) as (bigint | null)[], fn, of, table),
        );
      });
    },

    placeOf(
      organizationId: string,
      query: QueryCore & { readonly sort: PageQuery['sort'] },
      id: string,
    ): number | undefined {
      return read(() => {
        const table = known(organizationId, query);
        if (table === undefined) return undefined;
        const { sort } = query;
        const found = matched(table, query);
        // The place of one row needs no search index: it is checked where it stands.
        const [row] = allRows(
          connection,
          `SELECT ${['_row', ...cursorColumns(table, sort)].join(', ')} FROM ${recordTable(table.number)} WHERE _id = ? AND ${found.where.text}`,
          [id, ...found.where.params],
        );
        if (row === undefined) return undefined;
        const [at, ...values] = row;
        const memory = cached(found, query);
        if (memory) return arrays.placeOf(memory, query, Number(at));
        const where = indexedWhere(found);
        const behind = segments(table, sort, { row: Number(at), values }).reduce(
          (sum, part) => sum + countOf(table, where, part),
          0,
        );
        return countOf(table, where) - behind - 1;
      });
    },
  };
};
export type Reads = ReturnType<typeof openReads>;

const isTrue = (predicate: QueryCore['where']): boolean => predicate.op === 'and' && predicate.items.every(isTrue);
/** Whether a query asks for all live records of its table. */
const isEverything = (query: QueryCore): boolean =>
  isTrue(query.where) && isTrue(query.allow) && query.search === undefined && query.deleted !== true;

/** Three SQL columns an aggregate: sums in two halves, as SQLite's own sum of integers stops at an overflow. */
const aggregateSql = (
  table: TableInfo,
  { of, function: fn }: { readonly of: Operand; readonly function: AggregateFunction },
): string => {
  const spec = table.columns.get(of.column) ?? systemSpecs.get(of.column);
  if (spec === undefined || spec.kind !== of.storage)
    throw invalid('query.unknown_column', 'Unknown column', { column: of.column });
  const { column } = of;
  switch (fn) {
    case 'count':
      return 'count(*), NULL, NULL';
    case 'filled':
      return `count(${column}), NULL, NULL`;
    case 'empty':
      return `count(*) - count(${column}), NULL, NULL`;
    case 'distinct':
      return `count(DISTINCT ${of.storage === 'text' ? keyColumn(column) : column}), NULL, NULL`;
    case 'sum':
    case 'average':
      return `sum(${column} >> 32), sum(${column} & 4294967295), count(${column})`;
    case 'min':
    case 'max':
      return `${fn}(${column}), NULL, NULL`;
    case 'checked':
      return `count(*) FILTER (WHERE ${column} = 1), NULL, NULL`;
  }
};

const aggregateValue = (
  [a, b, c]: readonly (bigint | null)[],
  fn: AggregateFunction,
  of: Operand,
  table: TableInfo,
): string | number | null => {
  const scale = table.columns.get(of.column)?.scale ?? 0;
  if (fn === 'sum' || fn === 'average') {
    if (a === null || a === undefined) return null;
    const sum = (a << 32n) + b!;
    return fn === 'sum' ? fromScaled(sum, scale) : averageText(sum, c!, scale);
  }
  if (fn === 'min' || fn === 'max') {
    if (a === null || a === undefined) return null;
    if (of.storage === 'date') return fromDays(Number(a));
    return of.storage === 'instant' ? new Date(Number(a)).toISOString() : fromScaled(a, scale);
  }
  return Number(a);
};
