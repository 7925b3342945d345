import { countFunctions } from '@tessera/kernel';
import type { GroupPage, Operand, PageQuery, Predicate } from '@tessera/kernel';
import type { AbstractCursor, Document } from 'mongodb';
import { checkAggregate } from '../query/aggregate.ts';
import { checkGroups, checkQuery, isEverything, isSystemColumn, searchWords } from '../query/check.ts';
import type { QueryCore } from '../query/check.ts';
import { decodeCursor, encodeCursor } from '../query/cursor.ts';
import type { Cursor } from '../query/cursor.ts';
import { isJoined, isKeyed, type Stored } from '../query/values.ts';
import { bytesOf, pageBytes } from '../query/weight.ts';
import type { DocumentReader, ReadOptions, RecordReader } from '../port.ts';
import { aggregateValue, distinctStages, groupOf, medianStages, type Apart } from './aggregate.ts';
import { openCatalog } from './catalog.ts';
import type { TableInfo } from './catalog.ts';
import { fromBson } from './cells.ts';
import { allOf, checkSelected, cursorFields, predicateFilter, searchFilter, segments } from './compile.ts';
import type { Segment } from './compile.ts';
import { bounded } from './deadline.ts';
import type { Bounds } from './deadline.ts';
import { openDocuments } from './documents.ts';
import { isUnavailable, readError } from './errors.ts';
import { readGroups } from './groups.ts';
import { pageJson, pageRows, projectionOf, recordJson } from './page.ts';
import { openGate } from './gate.ts';
import type { GateOptions } from './gate.ts';
import { openLiveCounts } from './live-count.ts';
import type { LiveCountOptions } from './live-count.ts';
import { modelDb, names, tableKey } from './names.ts';
import type { MongoModelOptions } from './port.ts';
import { rowFields, storedRow } from './read-row.ts';
import { invalid } from '../refusals.ts';

export type MongoReaders = { readonly records: RecordReader; readonly documents: DocumentReader; close(): void };

const everyone: Predicate = { op: 'and', items: [] };

export type UsefulIndex = {
  readonly organizationId: string;
  readonly table: string;
  readonly columns: readonly string[];
};
/** The same is not told again for so long. */
const tellEveryMs = 60_000;

/** Columns of which an index leads to a page: texts that a filter fixes or begins, and what the page is sorted by. */
const ledBy = ({ where, sort = [] }: QueryCore): readonly string[] => {
  const texts = (predicate: Predicate): readonly string[] =>
    predicate.op === 'and'
      ? predicate.items.flatMap(texts)
      : (predicate.op === 'eq' || predicate.op === 'in' || predicate.op === 'startsWith') &&
          isKeyed(predicate.left.storage)
        ? [predicate.left.column]
        : [];
  const [lead] = sort;
  const list = lead !== undefined && isJoined(lead.by.storage);
  return [...texts(where), ...(lead === undefined || lead.rank !== undefined || list ? [] : [lead.by.column])];
};

/** A cursor with its values. */
type Place = Cursor & { readonly values: readonly Stored[] };

/**
 * Reads of one service's model in its database, from the primary: a reader sees what was answered. Any replica's
 * readers give the same answers.
 */
export const openMongoReaders = ({
  db: database,
  prefix = '',
  collections,
  liveCount,
  gate: limits,
  onUsefulIndex,
}: MongoModelOptions & {
  readonly liveCount?: LiveCountOptions;
  readonly gate?: GateOptions;
  /** Told once a while by which columns a table is asked: an index of them is of use. */
  readonly onUsefulIndex?: (wish: UsefulIndex) => void;
}): MongoReaders => {
  const db = modelDb(database, prefix);
  const catalog = openCatalog(db);
  const liveCounts = openLiveCounts(catalog.tables, liveCount);
  const stored = openDocuments(db, collections);
  const gate = openGate(limits);
  const told = new Map<string, number>();
  const tell = (organizationId: string, asked: QueryCore): void => {
    if (onUsefulIndex === undefined || asked.deleted === true) return;
    for (const column of ledBy(asked)) {
      const key = `${organizationId}\n${asked.table}\n${column}`;
      const now = performance.now();
      if (now - (told.get(key) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) continue;
      if (told.size > 1000) told.clear();
      told.set(key, now);
      onUsefulIndex({ organizationId, table: asked.table, columns: [column] });
    }
  };

  /** Does a read of a table; once more with its columns as they are now when it is said not to have one. */
  const withTable = async <T>(
    organizationId: string,
    table: string,
    bounds: Bounds,
    absent: T,
    work: (table: TableInfo) => Promise<T>,
  ): Promise<T> => {
    const known = await catalog.table(organizationId, table, false, bounds);
    if (known === undefined) return absent;
    try {
      return await work(known);
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'query.unknown_column') throw error;
      const fresh = await catalog.table(organizationId, table, true, bounds);
      if (fresh === undefined || fresh.columns.size === known.columns.size) throw error;
      return work(fresh);
    }
  };

  const matched = (table: TableInfo, query: QueryCore): Document => {
    const parts: Document[] = [
      { _deleted: query.deleted === true },
      predicateFilter(table, query.allow),
      predicateFilter(table, query.where),
    ];
    const words = query.search ? searchWords(query.search.text) : [];
    if (query.search && words.length > 0) parts.push(searchFilter(table, words, query.search));
    return allOf(parts);
  };

  const stagesOf = (where: Document, part: Segment | undefined): Document[] => {
    const { computed, beyond } = part ?? {};
    const now =
      part === undefined
        ? where
        : allOf([where, part.where, ...(computed === undefined && beyond !== undefined ? [beyond] : [])]);
    const stages: Document[] = [{ $match: now }];
    if (computed !== undefined) {
      stages.push({ $addFields: computed });
      if (beyond !== undefined) stages.push({ $match: beyond });
    }
    return stages;
  };

  const run = async (table: TableInfo, stages: readonly Document[], bounds: Bounds): Promise<Document[]> =>
    table.rows.aggregate([...stages], { ...bounds, allowDiskUse: true }).toArray();

  /** A document by its key if it matches: looked up by the key alone, then looked at. */
  const byId = async (
    table: TableInfo,
    id: string,
    where: Document,
    projection: Document | undefined,
    bounds: Bounds,
  ): Promise<Document | undefined> => {
    const _id = String(id);
    if (Object.keys(where).length === 0)
      return (await table.rows.findOne({ _id }, { ...bounds, ...(projection && { projection }) })) ?? undefined;
    return (
      await run(
        table,
        [{ $match: { _id } }, { $match: where }, ...(projection === undefined ? [] : [{ $project: projection }])],
        bounds,
      )
    )[0];
  };

  const countOf = async (table: TableInfo, where: Document, bounds: Bounds, part?: Segment): Promise<number> => {
    const [found] = await run(table, [...stagesOf(where, part), { $count: 'n' }], bounds);
    return (found?.['n'] ?? 0) as number;
  };

  const valuesOf = (table: TableInfo, sort: PageQuery['sort'], document: Document): readonly Stored[] =>
    cursorFields(table, sort).map(({ field, kind, scale }) => fromBson(kind, scale, document[field]));

  /** Carried values of a cursor, or those of its row now. */
  const placeAt = async (table: TableInfo, sort: PageQuery['sort'], cursor: Cursor, bounds: Bounds): Promise<Place> => {
    if (cursor.values) return { row: cursor.row, values: cursor.values };
    const document = await table.rows.findOne({ _deleted: { $in: [false, true] }, _row: cursor.row }, bounds);
    if (document === null) throw invalid('query.invalid_cursor', 'The cursor does not belong to this query');
    return { row: cursor.row, values: valuesOf(table, sort, document) };
  };

  const pageOf = async (
    table: TableInfo,
    query: PageQuery,
    fields: readonly string[],
    select: PageQuery['select'],
    bounds: Bounds,
  ): Promise<{ readonly rows: Stored[][]; readonly next: string | undefined }> => {
    const { sort, limit, bytes = pageBytes } = query;
    checkSelected(table, select);
    const where = matched(table, query);
    const place =
      query.after === undefined ? undefined : await placeAt(table, sort, decodeCursor(sort, query.after), bounds);
    const $project = projectionOf(
      fields,
      select,
      cursorFields(table, sort).map(({ field }) => field),
    );
    const parts = segments(table, sort, place);
    let skip = query.offset ?? 0;
    const documents: Document[] = [];
    const rows: Stored[][] = [];
    const stored = storedRow(fields, select);
    let left = bytes;
    let last = false;
    /** Takes documents until the page is full; the engine's batches bound what is in memory at once. */
    const take = async (found: AbstractCursor<Document>): Promise<number> => {
      let taken = 0;
      for await (const document of found) {
        taken += 1;
        documents.push(document);
        if (documents.length > limit) break;
        const row = stored(document);
        rows.push(row);
        left -= bytesOf(row);
        if (left < 0) break;
      }
      return taken;
    };
    for (const [i, part] of parts.entries()) {
      const wanted = limit + 1 - documents.length;
      const found =
        part.computed === undefined
          ? table.rows.find(allOf([where, part.where, part.beyond ?? {}]), {
              ...bounds,
              sort: part.sort,
              skip,
              limit: wanted,
              projection: $project,
              allowDiskUse: true,
            })
          : table.rows.aggregate(
              [
                ...stagesOf(where, part),
                { $sort: part.sort },
                ...(skip > 0 ? [{ $skip: skip }] : []),
                { $limit: wanted },
                { $project },
              ],
              { ...bounds, allowDiskUse: true },
            );
      const got = await take(found);
      last = i === parts.length - 1 && left >= 0 && documents.length <= limit;
      if (documents.length > limit || left < 0 || last) break;
      if (skip > 0 && got === 0) skip = Math.max(0, skip - (await countOf(table, where, bounds, part)));
      else skip = 0;
    }
    if (last) return { rows, next: undefined };
    const end = documents[rows.length - 1];
    return {
      rows,
      next:
        end === undefined
          ? query.after
          : encodeCursor(sort, { row: end['_row'] as number, values: valuesOf(table, sort, end) }),
    };
  };

  /** A connection that was cut while it was idle shows only when it is used: the next one may be good. */
  const again =
    <T>(work: (bounds: Bounds) => Promise<T>) =>
    (bounds: Bounds): Promise<T> =>
      work(bounds).catch((error: unknown) =>
        isUnavailable(error) && !bounds.signal.aborted ? work(bounds) : Promise.reject(error),
      );

  const reading = async <T>(options: ReadOptions | undefined, work: (bounds: Bounds) => Promise<T>): Promise<T> => {
    try {
      return await bounded(options, work);
    } catch (error) {
      throw readError(error);
    }
  };
  /** A read by its key: short, and never behind a long one. */
  const point = <T>(work: (bounds: Bounds) => Promise<T>): Promise<T> => reading(undefined, again(work));
  /** A read that may be long; what it asks names it, its kind and its organization first. */
  const query = <T>(
    options: ReadOptions | undefined,
    asked: readonly unknown[],
    work: (bounds: Bounds) => Promise<T>,
  ): Promise<T> =>
    reading(options, async (bounds) => {
      const [kind, organizationId] = asked as readonly [string, string];
      let name: string | undefined;
      const key = (): string => (name ??= JSON.stringify(asked));
      const heavy =
        kind === 'aggregate' || kind === 'groups' || (kind === 'count' && !isEverything(asked[2] as QueryCore));
      return gate({ organizationId, asker: options?.asker ?? '', key, heavy }, bounds, again(work));
    });

  const records: RecordReader = {
    // Commits are applied by whoever made them, not in the order of their positions.
    position: () => undefined,
    computing: (organizationId, table) =>
      point(
        async ({ signal }) =>
          (await db
            .collection(names.fills)
            .findOne({ key: tableKey(organizationId, table) }, { projection: { _id: 1 }, signal })) !== null,
      ),
    one: (organizationId, table, id, select, allow = everyone) =>
      point(async (bounds) => {
        checkQuery({ table, select, where: everyone, allow });
        return withTable(organizationId, table, bounds, undefined as string | undefined, async (known) => {
          checkSelected(known, select);
          const document = await byId(
            known,
            id,
            predicateFilter(known, allow),
            projectionOf(rowFields.narrow, select, ['_deleted']),
            bounds,
          );
          return document === undefined || document['_deleted'] === true ? undefined : recordJson(select)(document);
        });
      }),

    page: (organizationId, asked, options) =>
      query(options, ['page', organizationId, asked], async (bounds) => {
        checkQuery(asked);
        return withTable(organizationId, asked.table, bounds, '{"records":[]}', async (table) => {
          const { rows, next } = await pageOf(table, asked, rowFields.narrow, asked.select, bounds);
          tell(organizationId, asked);
          return pageJson(asked.select, rows, next);
        });
      }),

    rows: (organizationId, asked, options) =>
      query(options, ['rows', organizationId, asked], async (bounds) => {
        checkQuery(asked);
        const select = asked.select.filter(({ column }) => !isSystemColumn(column));
        return withTable<Awaited<ReturnType<RecordReader['rows']>>>(
          organizationId,
          asked.table,
          bounds,
          { rows: [] },
          async (table) => {
            const { rows: stored, next } = await pageOf(table, asked, rowFields.wide, select, bounds);
            const rows = pageRows(select, stored, asked.places);
            return next === undefined ? { rows } : { rows, next };
          },
        );
      }),

    count: (organizationId, asked, options) =>
      query(options, ['count', organizationId, asked], async (bounds) => {
        checkQuery(asked);
        return withTable(organizationId, asked.table, bounds, 0, (table) =>
          isEverything(asked) ? liveCounts(table, bounds) : countOf(table, matched(table, asked), bounds),
        );
      }),

    aggregate: (organizationId, asked, aggregates, options) =>
      query(options, ['aggregate', organizationId, asked, aggregates], async (bounds) => {
        checkQuery(asked);
        for (const { of, function: fn } of aggregates) checkAggregate(of, fn);
        const none = aggregates.map(({ function: fn }) => (countFunctions.has(fn) ? 0 : null));
        return withTable<readonly (string | number | null)[]>(
          organizationId,
          asked.table,
          bounds,
          none,
          async (table) => {
            const $match = matched(table, asked);
            const [grouped, ...apart] = await Promise.all([
              run(table, [{ $match }, { $group: groupOf(table, aggregates) }], bounds),
              ...aggregates.map(async ({ of, function: fn }: { readonly of: Operand; readonly function: string }) =>
                fn === 'distinct'
                  ? run(table, [{ $match }, ...distinctStages(table, of)], bounds)
                  : fn === 'median'
                    ? run(table, [{ $match }, ...medianStages(table, of, null)], bounds)
                    : [],
              ),
            ]);
            return aggregates.map((one, i) =>
              aggregateValue(table, one, i, grouped[0], apart[i]?.[0] as Apart | undefined),
            );
          },
        );
      }),

    groups: (organizationId, asked, options) =>
      query(options, ['groups', organizationId, asked], async (bounds) => {
        checkGroups(asked);
        return withTable<GroupPage>(organizationId, asked.table, bounds, { groups: [] }, (table) =>
          readGroups(table, asked, matched(table, asked), (stages) =>
            table.rows.aggregate([...stages], { ...bounds, allowDiskUse: true }),
          ),
        );
      }),

    placeOf: (organizationId, asked, id, options) =>
      query(options, ['placeOf', organizationId, asked, id], async (bounds) => {
        checkQuery(asked);
        const { sort } = asked;
        return withTable(organizationId, asked.table, bounds, undefined as number | undefined, async (table) => {
          const where = matched(table, asked);
          const document = await byId(table, id, where, undefined, bounds);
          if (document === undefined) return undefined;
          const place: Place = { row: document['_row'] as number, values: valuesOf(table, sort, document) };
          const [all, ...behind] = await Promise.all([
            countOf(table, where, bounds),
            ...segments(table, sort, place).map((part) => countOf(table, where, bounds, part)),
          ]);
          return all - behind.reduce((sum, count) => sum + count, 0) - 1;
        });
      }),
  };

  const documents: DocumentReader = {
    get: (organizationId, collection, id) => point((bounds) => stored.get(organizationId, collection, id, bounds)),
    find: (organizationId, collection, where, limit = 1000, after) =>
      point((bounds) => stored.find(organizationId, collection, where, limit, bounds, after)),
  };

  return { records, documents, close: () => catalog.forget() };
};
