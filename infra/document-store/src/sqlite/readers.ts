import type { GroupPage, PageQuery, Predicate, Row, SelectedColumn } from '@tessera/kernel';
import { checkQuery } from '../query/check.ts';
import type { Stored } from '../query/values.ts';
import type { DocumentReader, RecordReader } from '../port.ts';
import { openCatalog, recordTable, standColumn } from './catalog.ts';
import { predicateSql, selectList } from './compile.ts';
import { openForReading } from './connection.ts';
import { openDocuments } from './documents.ts';
import type { MissingIndex, ReadKind, Selection } from './reader-messages.ts';
import type { ReaderPool } from './reader-pool.ts';
import { openResultCache } from './result-cache.ts';
import { jsonRow, rowPlace, systemSelect } from './render.ts';

export type Readers = {
  readonly records: RecordReader;
  readonly documents: DocumentReader;
  close(): void;
};

type Asked = {
  readonly query: {
    readonly table: string;
    readonly select?: readonly SelectedColumn[];
    readonly sort?: PageQuery['sort'];
  };
  readonly [key: string]: unknown;
};

/** By object, which is the same in one request after another, and by text, for those that are made anew. */
const selections = new WeakMap<readonly SelectedColumn[], Selection>();
const selectionTexts = new Map<string, Selection>();
const rememberedTexts = 1000;
let lastSelection = 0;

const selectionOf = (select: readonly SelectedColumn[]): Selection => {
  const known = selections.get(select);
  if (known !== undefined) return known;
  const text = JSON.stringify(select);
  let selection = selectionTexts.get(text);
  if (selection === undefined) {
    if (selectionTexts.size >= rememberedTexts) selectionTexts.clear();
    selectionTexts.set(text, (selection = { number: (lastSelection += 1), text }));
  }
  selections.set(select, selection);
  return selection;
};

const everyone: Predicate = { op: 'and', items: [] };

/**
 * Reads of one service's `model.db`, which must exist: point reads on this thread through a read-only connection,
 * everything else in the pool's threads. Answers are remembered for as long as no commit touches their table.
 */
export const openReaders = (
  path: string,
  pool: ReaderPool,
  options: {
    readonly cacheKb?: number;
    readonly resultBytes?: number;
    /** Told which index a table lacks or has use of: one that it is sorted by. */
    readonly onMissingIndex?: (wish: MissingIndex) => void;
  } = {},
): Readers => {
  const connection = openForReading(path, options.cacheKb ?? 8192);
  const catalog = openCatalog(connection);
  const stored = openDocuments(connection);
  const results = openResultCache(options.resultBytes ?? 16 * 1024 * 1024);
  const dataVersion = connection.arrays('PRAGMA data_version');
  let present: number | undefined;
  const forgetPresent = (): void => void (present = undefined);
  /** The file's version. One look serves all that is done without waiting for anything: nothing can be heard meanwhile. */
  const version = (): number => {
    if (present !== undefined) return present;
    queueMicrotask(forgetPresent);
    return (present = (dataVersion.get() as unknown as [number])[0]);
  };
  const readStand = connection.arrays(
    `SELECT ${standColumn} FROM record_tables WHERE organization = ? AND table_id = ?`,
  );
  const readComputing = connection.arrays(
    'SELECT EXISTS (SELECT 1 FROM derived_fills WHERE table_number = t.number) OR EXISTS (SELECT 1 FROM derived_work WHERE table_number = t.number) ' +
      'FROM record_tables t WHERE organization = ? AND table_id = ?',
  );
  /** Stands of tables at one version of the file: as long as that stands, so do they. */
  const positions = new Map<string, number | undefined>();
  let positionsAt = Number.NaN;
  const standOf = (organizationId: string, table: string, at: number): number | undefined => {
    if (at !== positionsAt || positions.size >= rememberedTexts) {
      positions.clear();
      positionsAt = at;
    }
    const key = `${organizationId}\n${table}`;
    if (!positions.has(key))
      positions.set(key, (readStand.get(organizationId, table) as unknown as [number] | undefined)?.[0]);
    return positions.get(key);
  };

  const ask = async (
    organizationId: string,
    kind: ReadKind,
    body: Asked,
    readOptions?: Parameters<RecordReader['page']>[2],
  ): Promise<string | number | undefined> => {
    const {
      query: { select, ...query },
      ...more
    } = body;
    const { table } = query;
    const selection = select && selectionOf(select);
    const request = JSON.stringify({ ...more, query });
    const key = `${kind}\n${organizationId}\n${selection?.number}\n${request}`;
    const seen = version();
    const known = results.get(key, standOf(organizationId, table, seen));
    if (known !== undefined) return known.value;
    const answer = await pool.run(
      { path, organizationId, kind, request, selection, affinity: table, version, seen },
      readOptions,
    );
    results.put(key, answer.position, answer.value);
    if (answer.missingIndex !== undefined) options.onMissingIndex?.(answer.missingIndex);
    return answer.value;
  };

  type One = (id: string) => string | undefined;
  type Known = { readonly allow: Predicate; readonly one: One };
  /** By selection, then by organization and table. */
  const ones = new WeakMap<readonly SelectedColumn[], Map<string, Known>>();

  /** A table's point read, or undefined for a table that is not there. */
  const makeOne = (
    organizationId: string,
    tableId: string,
    select: readonly SelectedColumn[],
    allow: Predicate,
    changed: () => void,
  ): One | undefined => {
    const info = catalog.table(organizationId, tableId);
    if (info === undefined) return undefined;
    checkQuery({ table: tableId, select, where: everyone, allow });
    const params: Stored[] = [];
    const where = predicateSql(info, allow, params);
    // The shape that the statement was made for is looked up along with the row, in one snapshot.
    const sql = `SELECT ${selectList(info, systemSelect, select)}, (SELECT shape FROM record_tables WHERE number = ${info.number}) FROM ${recordTable(info.number)} WHERE _id = ? AND _deleted = 0 AND ${where}`;
    const json = jsonRow(select, rowPlace + 1);
    const place = rowPlace + 1 + select.length;
    return (id) => {
      let row: Stored[] | undefined;
      try {
        row = connection.arrays(sql).get(id, ...params) as unknown as Stored[] | undefined;
      } catch (error) {
        if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error;
        row = connection.exact(sql).get(id, ...params) as unknown as Stored[] | undefined;
      }
      if (row === undefined) return undefined;
      if (Number(row[place]) === info.shape) return json(row);
      changed();
      return oneOf(organizationId, tableId, select, allow)(id);
    };
  };

  function oneOf(organizationId: string, tableId: string, select: readonly SelectedColumn[], allow: Predicate): One {
    let byTable = ones.get(select);
    if (byTable === undefined) ones.set(select, (byTable = new Map()));
    const key = `${organizationId}\n${tableId}`;
    const known = byTable.get(key);
    if (known?.allow === allow) return known.one;
    const mine = byTable;
    const one = makeOne(organizationId, tableId, select, allow, () => mine.delete(key));
    if (one === undefined) return () => undefined;
    byTable.set(key, { allow, one });
    return one;
  }

  const records: RecordReader = {
    position: (organizationId, table) => {
      const stand = standOf(organizationId, table, version());
      return stand === undefined ? undefined : Math.floor(stand);
    },
    computing: async (organizationId, table) =>
      (readComputing.get(organizationId, table) as unknown as [number] | undefined)?.[0] === 1,
    one: (organizationId, table, id, select, allow = everyone) => oneOf(organizationId, table, select, allow)(id),
    page: async (organizationId, query, options) => (await ask(organizationId, 'page', { query }, options)) as string,
    rows: async (organizationId, query, options) =>
      JSON.parse((await ask(organizationId, 'rows', { query }, options)) as string) as {
        readonly rows: readonly Row[];
        readonly next?: string;
      },
    count: async (organizationId, query, options) =>
      (await ask(organizationId, 'count', { query: core(query) }, options)) as number,
    aggregate: async (organizationId, query, aggregates, options) =>
      JSON.parse(
        (await ask(organizationId, 'aggregate', { query: core(query), aggregates }, options)) as string,
      ) as readonly (string | number | null)[],
    groups: async (organizationId, query, options) => {
      const { groups, aggregates, limit, after } = query;
      const asked = { ...core(query), groups, aggregates, limit, ...(after !== undefined && { after }) };
      return JSON.parse((await ask(organizationId, 'groups', { query: asked }, options)) as string) as GroupPage;
    },
    placeOf: async (organizationId, query, id, options) =>
      (await ask(organizationId, 'placeOf', { query: { ...core(query), sort: query.sort }, id }, options)) as
        number | undefined,
  };

  const documents: DocumentReader = {
    get: async (organizationId, collection, id) => stored.get(organizationId, collection, id),
    find: async (organizationId, collection, where, limit = 1000, after) =>
      stored.find(organizationId, collection, where, limit, after),
  };

  return { records, documents, close: () => connection.close() };
};

/** Only what decides a count: the same total is asked with many sorts and pages. */
const core = ({
  table,
  where,
  allow,
  search,
  deleted,
}: Pick<PageQuery, 'table' | 'where' | 'allow' | 'search' | 'deleted'>) => ({
  table,
  where,
  allow,
  ...(search === undefined ? {} : { search }),
  ...(deleted === undefined ? {} : { deleted }),
});
