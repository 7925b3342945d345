import { countFunctions } from '@tessera/kernel';
import type {
  AggregateFunction,
  GroupPage,
  GroupQuery,
  Operand,
  PageQuery,
  Row,
  SelectedColumn,
} from '@tessera/kernel';
import { checkAggregate } from '../query/aggregate.ts';
import { alsoMeant, checkGroups, checkQuery, isEverything, isSystemColumn, searchWords } from '../query/check.ts';
import type { QueryCore } from '../query/check.ts';
import { decodeCursor, encodeCursor } from '../query/cursor.ts';
import type { Cursor } from '../query/cursor.ts';
import { isKeyed, type Stored } from '../query/values.ts';
import { aggregateSql, aggregateValue, type Answered } from './aggregates.ts';
import { groupOperands, groupsFromColumns, groupsInMemory } from './column-groups.ts';
import { readGroups } from './groups.ts';
import { openCatalog, recordTable, searchTable } from './catalog.ts';
import type { TableIndex, TableInfo } from './catalog.ts';
import { newestRow, openColumnCache } from './column-cache.ts';
import { answerable, matching, openColumnQueries, operandsOf, passing, type Condition } from './column-query.ts';
import {
  byText,
  cursorColumns,
  predicateSql,
  sameScales,
  searchSql,
  segments,
  selectList,
  fixedTexts,
  leadingIndex,
  leadsAlone,
  sourceOf,
} from './compile.ts';
import type { Segment, Sql } from './compile.ts';
import { allRows, type Connection } from './connection.ts';
import { bytesOf, bytesOfText, pageBytes, rowsAtOnce, withinBytes } from '../query/weight.ts';
import { jsonPage, plainRow, recordWriter, rowPlace, rowSelect, systemSelect } from './render.ts';
import { allOf, needOf, openMatches, wordNeed, type Match } from './match.ts';
import { withRows } from './named-rows.ts';
import { openIndexWishes } from './index-wishes.ts';
import { openRowCache } from './row-cache.ts';
import { onlyTexts, openTextHits, soften } from './text-hits.ts';
import { openTextOrders } from './text-orders.ts';
import { invalid } from '../refusals.ts';

type Matched = {
  readonly table: TableInfo;
  /**
   * All conditions but the search index: deleted flag, allow, where, and the search checked on the columns asked for.
   */
  readonly where: Sql;
  /** The rows with a text that is asked for, where an index has them and they are few. */
  readonly exact: (Sql & { readonly index: TableIndex }) | undefined;
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

export type ReadsOptions = {
  /** Memory for cached columns in bytes; default 64 MB. */
  readonly columnBytes?: number;
  /** Tables below this size are always read by SQL. */
  readonly columnsFromRows?: number;
  /** Memory for rows kept as JSON in bytes; default 8 MB. */
  readonly rowBytes?: number;
  /** Memory for orders by texts in bytes; default 16 MB. */
  readonly orderBytes?: number;
  /** Tables from so many records on have their first rows in the order of a text looked for alone; default 50,000. */
  readonly firstRowsFrom?: number;
  /** Different texts of a column up to which it is kept in memory; default 4,096. */
  readonly mostTexts?: number;
  /** So few hits of the search index are fetched and put in order rather than looked for in memory; default 500. */
  readonly fewHits?: number;
  /** Tables from so many rows on get an index by a text that is sought in them; default 200,000. */
  readonly soughtFromRows?: number;
  /** How long a query may go on reading columns into memory in ms, asked each time; default 800. */
  readonly helpMs?: () => number;
};

/** Rows that SQL steps over faster than a table is cached for it. */
const nearOffset = 1000;
/** Rows in order among which a page of many hits is looked for first. */
const metSoon = 768;
const everything: Condition = { op: 'and', items: [] };
/** Rows of a word up to which they are counted: it is common then. */
const mostHits = 4000;
const rememberedWords = 2000;
/** Hits that are asked for at once, at most, while they may fill a page. */
const mostMet = 4096;
/** Hits that are checked for one page; where so many are none, SQL goes over the table. */
const mostChecked = 20_000;

/** Whether the search index has all columns that a search looks into. */
const covered = (table: TableInfo, { search }: QueryCore): boolean =>
  search?.columns.every(
    ({ column, storage }) => !isKeyed(storage) || table.columns.get(column)?.searchable === true,
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
    orderBytes = 16 * 1024 * 1024,
    firstRowsFrom,
    mostTexts,
    fewHits = 500,
    soughtFromRows,
  } = options;
  const columns = openColumnCache(connection, columnBytes, helpMs, mostTexts);
  const arrays = openColumnQueries();
  const textOrders = openTextOrders(connection, orderBytes, firstRowsFrom);
  const rendered = openRowCache(connection, rowBytes);
  const catalog = openCatalog(connection);
  const matchOf = openMatches(connection);
  const wishes = openIndexWishes(connection, soughtFromRows);
  const hitsOf = openTextHits(connection, matchOf);
  const wordCounts = new Map<string, { readonly rows: number; readonly fedRow: number }>();
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
    const exact = query.deleted === true ? undefined : exactOf(table, query);
    const match =
      exact === undefined && need !== undefined && table.hasSearch && table.fedRow > 0
        ? matchOf(table, need)
        : undefined;
    return { table, where: { text: parts.join(' AND '), params }, exact, match, words };
  };

  /** Rows with one text, by an index that begins with it: where they are few, nothing finds them sooner. */
  const exactOf = (table: TableInfo, query: QueryCore): Matched['exact'] => {
    for (const { column, value } of [...fixedTexts(query.where), ...fixedTexts(query.allow)]) {
      const index = table.indexes.find(({ beside, columns: [first] }) => beside !== undefined && first === column);
      if (index === undefined) continue;
      const text = `SELECT _row FROM ${index.beside!} WHERE ${column} = ?`;
      const [row] = allRows(connection, `SELECT count(*) FROM (${text} LIMIT ${fewHits})`, [value]);
      if (Number(row![0]) < fewHits) return { text: `_row IN (${text})`, params: [value], index };
    }
    return undefined;
  };

  /** Rows that an index names, and what it has not yet read, as a set of rows. */
  const indexedWhere = ({ table, where, exact, match }: Matched): Sql => {
    if (exact !== undefined)
      return { text: `${exact.text} AND ${where.text}`, params: [...exact.params, ...where.params] };
    if (match === undefined || match.wide === true) return where;
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

  /** The table's columns in memory, where they answer this query, and what they are asked; also those named in `more`. */
  const cached = (found: Matched, query: QueryCore, more: readonly Operand[] = []) => {
    const { table, words } = found;
    if (words.length > 0 || table.indexes.length + table.columns.size === 0) return undefined;
    const newest = newestRow(connection, table.number);
    if (newest < columnsFromRows) return undefined;
    const asked = withRows(connection, table, newest + 1, query);
    const operands = [...operandsOf(asked), ...more];
    if (!sameScales(table, operands)) return undefined;
    const memory = columns.table(table, [...new Set(operands.map(({ column }) => column))]);
    return memory && answerable(memory, asked) ? { memory, asked } : undefined;
  };

  /** Those of these rows that a query really has: hits of the search index are more. */
  const checked = ({ table, where }: Matched, places: Int32Array | readonly number[]): readonly number[] => {
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
    const looked = rarest(table, words);
    const shape = soften(table, query, looked, () => new Uint8Array(0));
    if (shape === undefined) return undefined;
    const operands = operandsOf({ ...shape, sort });
    if (!sameScales(table, operands)) return undefined;
    const memory = columns.table(table, [...new Set(operands.map(({ column }) => column))]);
    if (memory === undefined || !answerable(memory, shape)) return undefined;
    const { deleted = false } = query;
    const of = (marks: Parameters<typeof soften>[3]) => ({
      ...(soften(table, query, looked, marks) ?? { where: everything, allow: everything }),
      sort,
      deleted,
    });
    return { memory, soft: () => of(hits), loose: () => of(() => undefined), narrow: looked.length < words.length };
  };

  /**
   * Rows in which the search index finds a word, counted up to some thousands: its trigrams may each be common. What was
   * counted stands until the table has grown by a quarter, since it chooses the way and not the answer.
   */
  const wordRows = (table: TableInfo, word: string): number => {
    const { number, fedRow } = table;
    const key = `${number} ${word}`;
    const known = wordCounts.get(key);
    if (known !== undefined && fedRow >= known.fedRow && fedRow <= known.fedRow * 1.25) return known.rows;
    const need = wordNeed(word);
    const match = need && matchOf(table, need);
    if (match === undefined) return mostHits;
    const [row] = allRows(
      connection,
      `SELECT count(*) FROM (SELECT 1 FROM ${searchTable(number)} WHERE ${searchTable(number)} MATCH ? LIMIT ${mostHits})`,
      [match.text],
    );
    const rows = Number(row![0]);
    if (wordCounts.size >= rememberedWords) wordCounts.clear();
    wordCounts.set(key, { rows, fedRow });
    return rows;
  };

  /** The words for whose rows the index is asked: of several, those that are rarer than the others. */
  const rarest = (table: TableInfo, words: readonly string[]): readonly string[] => {
    if (words.length < 2) return words;
    const rows = words.map((word) => wordRows(table, word));
    const least = Math.min(...rows);
    return least === mostHits ? words : words.filter((_, i) => rows[i]! <= 2 * least);
  };

  /** Whether a word means something beside its letters, so that the search index alone does not lead to its rows. */
  const meantBeside = ({ words }: Matched, { search }: QueryCore): boolean =>
    search !== undefined && words.some((word) => alsoMeant(search, word).length > 0);

  /**
   * The first rows of a query in the order of their creation, in which the search index tells its hits: only as many
   * are asked for as fill the page. Undefined where the first thousands do not.
   */
  const metHits = (
    found: Matched,
    passes: (row: number) => boolean,
    after: number,
    wanted: number,
  ): number[] | undefined => {
    const { table, match } = found;
    const { number, fedRow } = table;
    const numbers = (sql: string, ...params: readonly Stored[]): readonly number[] =>
      allRows(connection, sql, params).map(([row]) => Number(row));
    const good: number[] = [];
    let from = after;
    for (let more = wanted + 8; more <= mostMet; more *= 4) {
      const hits = numbers(
        `SELECT rowid FROM ${searchTable(number)} WHERE ${searchTable(number)} MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?`,
        match!.text,
        from,
        more,
      );
      const last = hits.length === more ? hits.at(-1)! : undefined;
      const rows = new Set([
        ...hits,
        ...numbers(
          `SELECT row FROM search_dirty WHERE table_number = ${number} AND row > ? AND row <= ?`,
          from,
          last ?? newestRow(connection, number),
        ),
        ...(last === undefined
          ? numbers(`SELECT _row FROM ${recordTable(number)} WHERE _row > ?`, Math.max(from, fedRow))
          : []),
      ]);
      const likely = [...rows].filter(passes).sort((a, b) => a - b);
      good.push(...checked(found, likely));
      if (good.length >= wanted || last === undefined) return good;
      from = last;
    }
    return undefined;
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
    const { memory, soft, loose, narrow } = ready;
    if (query.sort.length === 0 && found.match !== undefined && !(narrow && meantBeside(found, query))) {
      const met = metHits(found, passing(memory, loose()), cursor?.row ?? 0, skip + take);
      if (met !== undefined) return met.slice(skip, skip + take);
    }
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
      !isKeyed(storage)
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
    let first = false;
    const index = found.exact === undefined ? leadingIndex(table, query) : undefined;
    // Along an index whose rows are to be looked up for another condition, most may be in vain.
    const whole =
      (query.where.op !== 'and' || query.where.items.length > 0 || sort.length > 0 || skip > nearOffset) &&
      (index === undefined || !leadsAlone(index, query));
    const rare = found.exact !== undefined || (found.match !== undefined && found.match.rows < fewHits);
    const memory = whole && !rare ? cached(found, query) : undefined;
    const newest = (): number => newestRow(connection, table.number);
    if (found.exact !== undefined) wishes.used(organizationId, table, query.table, found.exact.index);
    else if (memory === undefined && index?.beside !== undefined)
      wishes.used(organizationId, table, query.table, index);
    // Where one text is sought, few rows are left to put in order.
    const sought = !rare && memory === undefined && index === undefined && wishes.sought(organizationId, table, query);
    const textual = !rare && (found.match !== undefined || found.words.length > 0);
    if (memory !== undefined) {
      places = Array.from(arrays.page(memory.memory, { ...memory.asked, sort }, cursor, skip, limit + 1));
    } else if (byText(query) && (index === undefined || skip > nearOffset) && newest() >= columnsFromRows) {
      if (index === undefined) wishes.sorted(organizationId, table, query);
      first = skip <= nearOffset && textOrders.spares(table, sort[0]!.by.column);
      if (!first) places = textOrders.page(table, sort, cursor, skip, limit + 1)?.slice();
    } else if (
      textual &&
      !(found.match !== undefined && sort.length === 0 && onlyTexts(query) && !meantBeside(found, query))
    ) {
      places = mixedPage(found, query, cursor, skip, limit + 1);
    }
    if (places !== undefined) {
      // Found in memory.
    } else if (found.match !== undefined && sort.length === 0) {
      const few = skip + limit + 1 <= atOnce;
      rows = searchedPage(found, few ? list : '_row', few ? rowPlace : 0, cursor?.row ?? 0, skip, limit + 1);
      if (!few) places = rows.map(([place]) => Number(place));
    } else {
      if (index === undefined && !rare && !sought) wishes.sorted(organizationId, table, query);
      // Along an index the first of many hits are met soon; few are fetched and put in order.
      const where = index !== undefined && !rare ? found.where : indexedWhere(found);
      const parts = segments(table, sort, cursor);
      // Where SQLite has to sort, it sorts numbers of rows and not whole rows.
      const sorts = sort.length > 0 && !(sort.length === 1 && sort[0]!.order === 'asc' && index !== undefined);
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
      if (first) textOrders.spared(table, sort[0]!.by.column);
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
    /** An index that the last page lacked or went by; told once a while for the same. */
    missingIndex: wishes.take,
    /** Memory that cached columns take, in bytes. */
    columnBytes: columns.size,
    /** Does several reads on one snapshot, and tells which commit last touched the table in it. */
    snapshot: <T>(
      organizationId: string,
      table: string,
      work: () => T,
    ): { readonly value: T; readonly position: number | undefined } =>
      read(() => ({ position: look(organizationId, table)?.stand, value: work() })),

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
        const rows = values.map(plainRow(select, rowPlace + 4, query.places));
        return next === undefined ? { rows } : { rows, next };
      });
    },

    count(organizationId: string, query: QueryCore): number {
      return read(() => {
        const table = known(organizationId, query);
        if (table === undefined) return 0;
        if (isEverything(query)) return table.live;
        const found = matched(table, query);
        const memory = found.exact === undefined ? cached(found, query) : undefined;
        if (memory) return arrays.count(memory.memory, memory.asked);
        const textual =
          found.exact === undefined &&
          found.words.length > 0 &&
          (found.match === undefined || meantBeside(found, query));
        const some = textual ? mixedCount(found, query) : undefined;
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
        if (table === undefined) return aggregates.map(({ function: fn }) => (countFunctions.has(fn) ? 0 : null));
        if (aggregates.length === 0) return [];
        const found = matched(table, query);
        for (const aggregate of aggregates) aggregateSql(table, aggregate);
        const memory = cached(
          found,
          query,
          aggregates.filter(({ function: fn }) => fn !== 'count').map(({ of }) => of),
        );
        if (memory) {
          const rows = matching(memory.memory, memory.asked);
          return aggregates.map(({ of, function: fn }) =>
            aggregateValue(arrays.aggregate(memory.memory, rows, of, fn), fn, of, table),
          );
        }
        const where = indexedWhere(found);
        const width = 3;
        const list = aggregates.map((aggregate) => aggregateSql(table, aggregate)).join(', ');
        const [row] = connection
          .exact(`SELECT ${list} FROM ${recordTable(table.number)} WHERE ${where.text}`)
          .all(...where.params) as unknown as Stored[][];
        return aggregates.map(({ of, function: fn }, i) =>
          aggregateValue(row!.slice(i * width, (i + 1) * width) as Answered[], fn, of, table),
        );
      });
    },

    groups(organizationId: string, query: GroupQuery): GroupPage {
      checkGroups(query);
      return read(() => {
        const table = look(organizationId, query.table);
        if (table === undefined) return { groups: [] };
        const found = matched(table, query);
        const memory = groupsFromColumns(query) ? cached(found, query, groupOperands(query)) : undefined;
        const counted =
          memory &&
          groupsInMemory(memory.memory, query, matching(memory.memory, memory.asked), table, arrays.aggregate);
        return counted ?? readGroups(connection, table, query, indexedWhere(found));
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
        if (memory) return arrays.placeOf(memory.memory, memory.asked, Number(at));
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
