import type { ChangedColumn, ColumnSpec, DerivedColumn, Linking, Row, RowsPart, SeenVersion } from '@tessera/kernel';
import type { Collection, Db, Document } from 'mongodb';
import { snapshotCollection } from '../model-writer.ts';
import type { ModelReadRequest } from '../model-writer.ts';
import { wholeColumns, withParts } from '../query/parts.ts';
import { isKeyed, storeKinds, type Stored } from '../query/values.ts';
import { bytesOf, rowsAtOnce } from '../query/weight.ts';
import { plainRow, rowPlace } from '../sqlite/render.ts';
import { openCatalog } from './catalog.ts';
import type { RowDocument, TableInfo } from './catalog.ts';
import { fromBson, toBson } from './cells.ts';
import { readChanged } from './changed.ts';
import { openDocuments } from './documents.ts';
import type { DocumentWrite } from './documents.ts';
import { dumpTables } from './dump.ts';
import { makeBaseIndex, makeEdgeIndexes, openIndexes } from './indexes.ts';
import { deriveUpdates, openFills } from './fills.ts';
import { columnName, modelDb, names, storedField, keyField, tableKey } from './names.ts';
import type { MongoModel, MongoModelOptions } from './port.ts';
import { rowFields, rowOf, selectedFields, storedRow, weightField, weightOf } from './read-row.ts';
import {
  addFlags,
  addInserts,
  addUpdates,
  changesOf,
  emptyWrites,
  eraseRows,
  makeChangeIndex,
  recordOf,
  writeRows,
} from './rows.ts';
import type { ChangeDocument, RowWrites } from './rows.ts';

/** Columns to fill that are looked at together. */
const mostUnfilled = 1_000;
const forgottenAtOnce = 500;

type Given = Parameters<MongoModel['apply']>[0][number];

const hasUnknownColumn = (table: TableInfo, document: RowDocument): boolean => {
  for (const field in document) if (columnName.test(field) && !table.columns.has(field)) return true;
  return false;
};

/** Removes all collections of a model. */
export const dropModel = async (db: Db, prefix: string): Promise<void> => {
  const own = new Set<string>(Object.values(names));
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    if (!name.startsWith(prefix)) continue;
    const rest = name.slice(prefix.length);
    if (own.has(rest) || rest.startsWith('r_') || rest.startsWith('d_')) await db.dropCollection(name);
  }
};

/** Opens the read model in a service's database; see `MongoModel`. Throws the driver's error as it is. */
export const openMongoModel = async ({
  db: database,
  prefix = '',
  collections,
  clock,
}: MongoModelOptions & { readonly clock?: () => number }): Promise<
  MongoModel & {
    /** Resolves when no index is left to build. */
    settled(): Promise<void>;
    /**
     * A table is asked by these columns: an index of them is made in the background, if it has fewer than eight or one
     * that was of no use for ten minutes. It is no part of the dump.
     */
    useIndex(organizationId: string, table: string, columns: readonly string[]): Promise<void>;
  }
> => {
  const db = modelDb(database, prefix);
  const catalog = openCatalog(db);
  const documents = openDocuments(db, collections);
  const changes: Collection<ChangeDocument> = db.collection(names.changes);
  const indexes = openIndexes(db, catalog.tables, clock);
  const fills = openFills(db, catalog.tables);
  const declare = async (): Promise<void> => {
    await Promise.all([
      documents.declare(),
      makeChangeIndex(changes),
      catalog.tables.createIndexes([
        { key: { pending: 1 }, name: 'pending' },
        { key: { organization: 1, table: 1 }, name: 'table' },
      ]),
    ]);
  };
  await declare();
  await indexes.resume();

  /** Tables of a call as its ops find them: those that it makes or adds to are not yet written. */
  const openDraft = () => {
    const tables = new Map<string, TableInfo>();
    const made = new Map<
      string,
      {
        readonly organizationId: string;
        readonly table: string;
        readonly columns: (ColumnSpec & { readonly computed?: true })[];
        readonly info: () => TableInfo;
      }
    >();
    const find = async (organizationId: string, table: string, fresh = false): Promise<TableInfo | undefined> => {
      const key = `${organizationId}\n${table}`;
      const present = tables.get(key);
      if (present !== undefined && !fresh) return present;
      const found = await catalog.table(organizationId, table, fresh);
      if (found !== undefined) tables.set(key, found);
      return found;
    };
    return {
      made,
      find,
      must: async (
        organizationId: string,
        table: string,
        columns: readonly { readonly column: string }[] = [],
      ): Promise<TableInfo> => {
        let found = await find(organizationId, table);
        const key = `${organizationId}\n${table}`;
        if (found !== undefined && !made.has(key) && columns.some(({ column }) => !found!.columns.has(column)))
          found = await find(organizationId, table, true);
        if (found === undefined) throw new Error(`no record table ${table}`);
        return found;
      },
      add: async (
        organizationId: string,
        table: string,
        columns: readonly (ColumnSpec & { readonly computed?: true })[],
        create: boolean,
      ): Promise<void> => {
        for (const { column } of columns) if (!columnName.test(column)) throw new Error(`not a column name: ${column}`);
        const key = `${organizationId}\n${table}`;
        const present = made.has(key) ? tables.get(key) : await find(organizationId, table, true);
        if (present === undefined && !create) throw new Error(`no record table ${table}`);
        const info = catalog.drafted(organizationId, table, present, columns);
        tables.set(key, info);
        const list = made.get(key)?.columns ?? [];
        list.push(...columns);
        made.set(key, { organizationId, table, columns: list, info: () => tables.get(key)! });
      },
    };
  };

  const plan = async (ops: readonly Given[]) => {
    const draft = openDraft();
    const documentWrites: DocumentWrite[] = [];
    const rows = new Map<string, RowWrites>();
    const declared: {
      readonly table: TableInfo;
      readonly indexes: readonly { readonly columns: readonly string[] }[];
      readonly position: number;
      readonly of: { readonly name: string; readonly rank: number } | undefined;
    }[] = [];
    const erased: { readonly table: TableInfo; readonly ids: readonly string[] }[] = [];
    const computed: {
      readonly organizationId: string;
      readonly table: string;
      readonly columns: readonly DerivedColumn[];
      readonly position: number;
    }[] = [];
    const places = new Map<string, number>();
    const writesOf = (table: TableInfo): RowWrites => {
      const present = rows.get(table.key);
      // Later ops of the call may know more columns.
      const next =
        present === undefined ? emptyWrites(table) : present.table === table ? present : { ...present, table };
      if (next !== present) rows.set(table.key, next);
      return next;
    };
    for (const { organizationId, op, context } of ops) {
      switch (op.op) {
        case 'document.put':
          documentWrites.push({
            organizationId,
            collection: op.collection,
            id: op.id,
            document: op.document,
            position: context.position,
          });
          break;
        case 'document.delete':
          documentWrites.push({
            organizationId,
            collection: op.collection,
            id: op.id,
            document: undefined,
            position: context.position,
          });
          break;
        case 'table.create':
          await draft.add(organizationId, op.table, withParts(op.columns), true);
          break;
        case 'table.columns':
          await draft.add(organizationId, op.table, withParts(op.add), false);
          break;
        case 'table.indexes':
          declared.push({
            table: await draft.must(organizationId, op.table),
            indexes: op.indexes,
            position: context.position,
            of: op.of,
          });
          break;
        case 'rows.insert': {
          const writes = writesOf(await draft.must(organizationId, op.table, op.columns));
          const key = `${writes.table.key}.${context.position}`;
          const place = places.get(key) ?? 0;
          addInserts(writes, op, context, place);
          places.set(key, place + op.ids.length);
          break;
        }
        case 'rows.update':
          addUpdates(
            writesOf(await draft.must(organizationId, op.table, [...op.columns, ...(op.links ?? [])])),
            op,
            context,
          );
          break;
        case 'rows.delete':
        case 'rows.restore':
          addFlags(writesOf(await draft.must(organizationId, op.table)), op, context);
          break;
        case 'table.derived':
          await draft.add(
            organizationId,
            op.table,
            withParts(op.columns).map((spec) => ({ ...spec, computed: true as const })),
            false,
          );
          computed.push({
            organizationId,
            table: op.table,
            columns: op.columns,
            position: context.position,
          });
          break;
        case 'rows.derive': {
          const writes = writesOf(await draft.must(organizationId, op.table, op.columns));
          writes.derived.push(...deriveUpdates(writes.table, op));
          break;
        }
        case 'rows.erase': {
          const table = await draft.find(organizationId, op.table);
          if (table !== undefined) erased.push({ table, ids: op.ids.map(String) });
        }
      }
    }
    return { documentWrites, rows: [...rows.values()], declared, computed, erased, made: [...draft.made.values()] };
  };

  const apply: MongoModel['apply'] = async (ops) => {
    // All that can be refused is refused before anything is written.
    const { documentWrites, rows, declared, computed, erased, made } = await plan(ops);
    for (const { organizationId, table, columns, info } of made) {
      await makeBaseIndex(info().rows);
      await makeEdgeIndexes(info().rows, columns);
      await catalog.write(organizationId, table, columns);
    }
    // Of one commit the last word on a table stands.
    const words = new Map(computed.map((one) => [`${one.organizationId}\n${one.table}\n${one.position}`, one]));
    for (const { organizationId, table, columns, position } of words.values())
      await fills.declare(organizationId, table, tableKey(organizationId, table), columns, position);
    for (const one of declared) await indexes.declare(one.table, one.indexes, one.position, one.of);
    await Promise.all([documents.write(documentWrites), writeRows(changes, rows)]);
    for (const { table, ids } of erased) await eraseRows(catalog.tables, changes, table, ids);
  };

  /** Rows as they are decoded with every column that they have, those included that another replica added just now. */
  const decoded = async (
    organizationId: string,
    tableId: string,
    table: TableInfo,
    found: readonly RowDocument[],
  ): Promise<readonly Row[]> => {
    const known = found.some((document) => hasUnknownColumn(table, document))
      ? ((await catalog.table(organizationId, tableId, true)) ?? table)
      : table;
    const select = wholeColumns(known.columns).map((column) => {
      const { kind, scale = 0 } = known.columns.get(column)!;
      return { column, storage: kind, scale };
    });
    return found.map(rowOf(select));
  };

  /** Rows with some of their columns, a slice of them after the other until their bound in bytes is passed. */
  const partsOf = async (
    organizationId: string,
    tableId: string,
    present: TableInfo,
    ids: readonly string[],
    { columns, cut, weighed = false, bytes = Number.POSITIVE_INFINITY }: RowsPart,
  ): Promise<readonly (Row | undefined)[]> => {
    const lacks = columns?.some((column) => !present.columns.has(column)) ?? true;
    const table = lacks ? ((await catalog.table(organizationId, tableId, true)) ?? present) : present;
    const select = [...new Set(columns ?? wholeColumns(table.columns))].flatMap((column) => {
      const spec = table.columns.get(column);
      if (spec === undefined) return [];
      const { kind: storage, scale = 0 } = spec;
      return [{ column, storage, scale, ...(cut !== undefined && isKeyed(storage) && { cut }) }];
    });
    const stored = storedRow(rowFields.wide, select);
    const made = plainRow(select, rowPlace + 4);
    const projection = {
      ...selectedFields(select),
      ...Object.fromEntries(rowFields.wide.map((field) => [field, 1])),
      ...(weighed && { [weightField]: weightOf(table.columns.values()) }),
    };
    const atOnce = rowsAtOnce(select);
    const rows: (Row | undefined)[] = [];
    let left = bytes;
    for (let from = 0; from < ids.length && left >= 0; from += atOnce) {
      const slice = ids.slice(from, from + atOnce).map(String);
      const found = await table.rows.find({ _id: { $in: slice } }, { projection }).toArray();
      const byId = new Map(found.map((document) => [document._id, stored(document)]));
      const weights = new Map(
        weighed ? found.map((document: Document) => [String(document['_id']), Number(document[weightField])]) : [],
      );
      for (const id of slice) {
        const row = byId.get(id);
        rows.push(row && (weighed ? { ...made(row), bytes: weights.get(id)! } : made(row)));
        if (row !== undefined && (left -= bytesOf(row)) < 0) break;
      }
    }
    return rows;
  };

  const rowsOf = async (
    organizationId: string,
    tableId: string,
    ids: readonly string[],
    part: RowsPart = {},
  ): Promise<readonly (Row | undefined)[]> => {
    const table = ids.length === 0 ? undefined : await catalog.table(organizationId, tableId);
    if (table === undefined) return ids.map(() => undefined);
    if (part.columns !== undefined || part.cut !== undefined || part.bytes !== undefined || part.weighed === true)
      return partsOf(organizationId, tableId, table, ids, part);
    const found = await decoded(
      organizationId,
      tableId,
      table,
      await table.rows.find({ _id: { $in: ids.map(String) } }).toArray(),
    );
    const byId = new Map(found.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  };

  const rowsWhere = async (
    organizationId: string,
    tableId: string,
    column: string,
    keys: readonly string[],
  ): Promise<readonly (Row | undefined)[]> => {
    let table = keys.length === 0 ? undefined : await catalog.table(organizationId, tableId);
    if (table !== undefined && !table.columns.has(column)) table = await catalog.table(organizationId, tableId, true);
    const spec = table?.columns.get(column);
    if (table === undefined || spec === undefined) return keys.map(() => undefined);
    const { kind, scale = 0 } = spec;
    const stored = keys.map((key): Stored => storeKinds[kind].keyStored(String(key), scale));
    const field = isKeyed(kind) ? keyField(column) : storedField(kind, column);
    const found = await table.rows
      .find({ _deleted: false, [field]: { $in: stored.map((value) => toBson(kind, scale, value)) } })
      .sort({ _row: -1 })
      .toArray();
    const rows = await decoded(organizationId, tableId, table, found);
    const oldest = new Map(found.map((document, i) => [String(fromBson(kind, scale, document[field])), rows[i]!]));
    return stored.map((value) => oldest.get(String(value)));
  };

  const changedSince = async (
    organizationId: string,
    tableId: string,
    ids: readonly string[],
    position: number,
  ): Promise<readonly (readonly string[])[]> => {
    const table = ids.length === 0 ? undefined : await catalog.table(organizationId, tableId);
    if (table === undefined) return ids.map(() => []);
    const found = new Map<string, Set<string>>();
    const entries = changes.find(
      { of: { $in: ids.map((id) => changesOf(table.key, String(id))) }, position: { $gt: position } },
      { sort: { of: 1, position: 1 } },
    );
    for await (const { of, columns } of entries) {
      const record = recordOf(of);
      const present = found.get(record) ?? new Set<string>();
      for (const column of columns.split(',')) present.add(column);
      found.set(record, present);
    }
    return ids.map((id) => [...(found.get(id) ?? [])]);
  };

  const changedAfter = async (
    organizationId: string,
    tableId: string,
    seen: readonly SeenVersion[],
  ): Promise<readonly (readonly ChangedColumn[])[]> => {
    const table = seen.length === 0 ? undefined : await catalog.table(organizationId, tableId);
    if (table === undefined) return seen.map(() => []);
    return readChanged(
      changes,
      seen.map(({ id, ...versions }) => ({ of: changesOf(table.key, String(id)), ...versions })),
    );
  };

  const linking = async (
    organizationId: string,
    {
      table: tableId,
      column,
      ids,
      deleted = false,
      limit = 0,
    }: Extract<ModelReadRequest, { readonly kind: 'linking' }>,
  ): Promise<readonly (readonly Linking[])[]> => {
    let table = ids.length === 0 ? undefined : await catalog.table(organizationId, tableId);
    if (table !== undefined && !table.columns.has(column)) table = await catalog.table(organizationId, tableId, true);
    if (table?.columns.has(column) !== true) return ids.map(() => []);
    const wanted = new Map<string, Linking[]>(ids.map((id) => [String(id), []]));
    const found = table.rows.find(
      { [column]: { $in: [...wanted.keys()] }, ...(!deleted && { _deleted: false }) },
      { projection: { [column]: 1, _deleted: 1 }, sort: { _row: 1 }, limit },
    );
    for await (const row of found)
      for (const id of row[column] as readonly string[])
        wanted.get(id)?.push({ id: row._id, deleted: row['_deleted'] === true });
    const target = await catalog.table(organizationId, table.columns.get(column)!.links ?? '');
    const linked = [...wanted].flatMap(([id, rows]) => (rows.length === 0 ? [] : [id]));
    if (target === undefined || linked.length === 0) return ids.map(() => []);
    // Lists keep the ids of erased records, which lead nowhere.
    const there = await target.rows.find({ _id: { $in: linked } }, { projection: { _id: 1 } }).toArray();
    const present = new Set(there.map(({ _id }) => _id));
    return ids.map((id) => (present.has(String(id)) ? wanted.get(String(id))! : []));
  };

  const read = async (organizationId: string, request: ModelReadRequest): Promise<unknown> => {
    switch (request.kind) {
      case 'document':
        return documents.get(organizationId, request.collection, request.id);
      case 'documents':
        return documents.find(organizationId, request.collection, request.where, request.limit, {}, request.after);
      case 'rows':
        return rowsOf(organizationId, request.table, request.ids, request);
      case 'count': {
        const table = await catalog.table(organizationId, request.table);
        return table === undefined ? 0 : table.rows.countDocuments({ _deleted: false });
      }
      case 'rowsWhere':
        return rowsWhere(organizationId, request.table, request.column, request.keys);
      case 'changedSince':
        return changedSince(organizationId, request.table, request.ids, request.position);
      case 'changedAfter':
        return changedAfter(organizationId, request.table, request.records);
      case 'linking':
        return linking(organizationId, request);
    }
  };

  return {
    apply,
    read,
    versions: async (organizationId, tableId, ids) => {
      const table = ids.length === 0 ? undefined : await catalog.table(organizationId, tableId);
      if (table === undefined) return ids.map(() => 0);
      const found = await table.rows.find({ _id: { $in: ids.map(String) } }, { projection: { _version: 1 } }).toArray();
      const byId = new Map(found.map(({ _id, _version }) => [_id, _version as number]));
      return ids.map((id) => byId.get(id) ?? 0);
    },
    snapshots: documents.snapshots,
    putSnapshots: documents.putSnapshots,
    historyPositions: async (organizationId, tableId, id, { before = Number.MAX_SAFE_INTEGER, limit }) => {
      const table = await catalog.table(organizationId, tableId);
      if (table === undefined || limit <= 0) return [];
      const created = (await table.rows.findOne({ _id: String(id) }, { projection: { _created_position: 1 } }))?.[
        '_created_position'
      ] as number | undefined;
      const positions = new Set<number>();
      const entries = changes.find(
        { of: changesOf(table.key, id), position: { $lt: before } },
        { sort: { position: -1 }, projection: { position: 1 }, batchSize: limit + 1 },
      );
      for await (const { position } of entries) {
        positions.add(position);
        if (positions.size > limit) break;
      }
      if (created !== undefined && created < before) positions.add(created);
      return [...positions].sort((a, b) => b - a).slice(0, limit);
    },
    dump: async (line) => {
      await documents.dump(line, snapshotCollection);
      await dumpTables(db, catalog.tables, changes, line);
    },
    forget: async (organizationId, whole) => {
      await documents.forget(organizationId);
      for await (const { table: id } of catalog.tables.find({ organization: organizationId })) {
        const table = await catalog.table(organizationId, id);
        if (table === undefined) continue;
        for (;;) {
          const some = await table.rows.find({}, { projection: { _id: 1 }, limit: forgottenAtOnce }).toArray();
          if (some.length > 0)
            await eraseRows(
              catalog.tables,
              changes,
              table,
              some.map(({ _id }) => _id),
            );
          if (some.length < forgottenAtOnce) break;
        }
        if (!whole) continue;
        await catalog.tables.deleteOne({ _id: table.key });
        await database.dropCollection(table.rows.collectionName);
      }
      if (!whole) return;
      await db.collection(names.fills).deleteMany({ organization: organizationId });
      catalog.forget();
    },
    drop: async () => {
      catalog.forget();
      await indexes.settled();
      await dropModel(database, prefix);
      catalog.forget();
      await declare();
    },
    owing: () => fills.owing(mostUnfilled),
    unfilled: (among) => fills.unfilled(mostUnfilled, among),
    refill: (organizationId, table, columns, position) =>
      fills.refill(organizationId, table, tableKey(organizationId, table), columns, position),
    derive: async (organizationId, tableId, ids, derived, compute) => {
      let table = await catalog.table(organizationId, tableId);
      if (derived.columns.some(({ column }) => table?.columns.has(column) !== true))
        table = await catalog.table(organizationId, tableId, true);
      const reads = [...derived.reads, ...derived.columns.map(({ column }) => column)];
      if (table !== undefined) await fills.derive(table, ids, reads, compute);
    },
    fill: async (unfilled, reads, limit, compute, guarded) => {
      const { organizationId, table: tableId, columns } = unfilled;
      let table = await catalog.table(organizationId, tableId);
      if (columns.some((column) => table?.columns.has(column) !== true))
        table = await catalog.table(organizationId, tableId, true);
      return table === undefined ? 0 : fills.fill(table, unfilled, reads, limit, compute, guarded);
    },
    settled: indexes.settled,
    useIndex: async (organizationId, tableId, columns) => {
      let table = await catalog.table(organizationId, tableId);
      if (table !== undefined && columns.some((column) => columnName.test(column) && !table!.columns.has(column)))
        table = await catalog.table(organizationId, tableId, true);
      if (table !== undefined) await indexes.use(table, columns);
    },
    close: indexes.close,
  };
};
