import type { ChangedColumn, ColumnSpec, Row, RowsPart, SeenVersion } from '@tessera/kernel';
import type { Collection, Document } from 'mongodb';
import { snapshotCollection } from '../model-writer.ts';
import type { ModelReadRequest } from '../model-writer.ts';
import { toStored } from '../query/values.ts';
import type { Stored } from '../query/values.ts';
import { bytesOf, rowsAtOnce } from '../query/weight.ts';
import { plainRow, rowPlace } from '../sqlite/render.ts';
import { openCatalog } from './catalog.ts';
import type { RowDocument, TableInfo } from './catalog.ts';
import { fromBson, toBson } from './cells.ts';
import { readChanged } from './changed.ts';
import { openDocuments } from './documents.ts';
import type { DocumentWrite } from './documents.ts';
import { dumpTables } from './dump.ts';
import { makeBaseIndex, openIndexes } from './indexes.ts';
import { columnName, names, storedField, keyField } from './names.ts';
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

type Given = Parameters<MongoModel['apply']>[0][number];

const hasUnknownColumn = (table: TableInfo, document: RowDocument): boolean => {
  for (const field in document) if (columnName.test(field) && !table.columns.has(field)) return true;
  return false;
};

/** Opens the read model in a service's database; see `MongoModel`. Throws the driver's error as it is. */
export const openMongoModel = async ({
  db,
  collections,
}: MongoModelOptions): Promise<
  MongoModel & { /** Resolves when no index is left to build. */ settled(): Promise<void> }
> => {
  const catalog = openCatalog(db);
  const documents = openDocuments(db, collections);
  const changes: Collection<ChangeDocument> = db.collection(names.changes);
  const indexes = openIndexes(db, catalog.tables);
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
        readonly columns: ColumnSpec[];
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
        columns: readonly ColumnSpec[],
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
    }[] = [];
    const erased: { readonly table: TableInfo; readonly ids: readonly string[] }[] = [];
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
          await draft.add(organizationId, op.table, op.columns, true);
          break;
        case 'table.columns':
          await draft.add(organizationId, op.table, op.add, false);
          break;
        case 'table.indexes':
          declared.push({
            table: await draft.must(organizationId, op.table),
            indexes: op.indexes,
            position: context.position,
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
          addUpdates(writesOf(await draft.must(organizationId, op.table, op.columns)), op, context);
          break;
        case 'rows.delete':
        case 'rows.restore':
          addFlags(writesOf(await draft.must(organizationId, op.table)), op, context);
          break;
        case 'rows.erase': {
          const table = await draft.find(organizationId, op.table);
          if (table !== undefined) erased.push({ table, ids: op.ids.map(String) });
        }
      }
    }
    return { documentWrites, rows: [...rows.values()], declared, erased, made: [...draft.made.values()] };
  };

  const apply: MongoModel['apply'] = async (ops) => {
    // All that can be refused is refused before anything is written.
    const { documentWrites, rows, declared, erased, made } = await plan(ops);
    for (const { organizationId, table, columns, info } of made) {
      await makeBaseIndex(info().rows);
      await catalog.write(organizationId, table, columns);
    }
    for (const one of declared) await indexes.declare(one.table, one.indexes, one.position);
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
    const select = [...known.columns.values()].map(({ column, kind, scale = 0 }) => ({ column, storage: kind, scale }));
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
    const select = [...new Set(columns ?? table.columns.keys())].flatMap((column) => {
      const spec = table.columns.get(column);
      if (spec === undefined) return [];
      const { kind: storage, scale = 0 } = spec;
      return [{ column, storage, scale, ...(cut !== undefined && storage === 'text' && { cut }) }];
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
    const stored = keys.map((key): Stored =>
      kind === 'text'
        ? String(key)
        : kind === 'boolean'
          ? key === 'true'
            ? 1
            : 0
          : kind === 'instant'
            ? Number(key)
            : toStored(kind, scale, key),
    );
    const field = kind === 'text' ? keyField(column) : storedField(kind, column);
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

  const read = async (organizationId: string, request: ModelReadRequest): Promise<unknown> => {
    switch (request.kind) {
      case 'document':
        return documents.get(organizationId, request.collection, request.id);
      case 'documents':
        return documents.find(organizationId, request.collection, request.where, request.limit);
      case 'rows':
        return rowsOf(organizationId, request.table, request.ids, request);
      case 'rowsWhere':
        return rowsWhere(organizationId, request.table, request.column, request.keys);
      case 'changedSince':
        return changedSince(organizationId, request.table, request.ids, request.position);
      case 'changedAfter':
        return changedAfter(organizationId, request.table, request.records);
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
    drop: async () => {
      catalog.forget();
      await indexes.settled();
      const present = await db.listCollections({}, { nameOnly: true }).toArray();
      const own = new Set<string>(Object.values(names));
      for (const { name } of present)
        if (own.has(name) || name.startsWith('r_') || name.startsWith('d_')) await db.dropCollection(name);
      catalog.forget();
      await declare();
    },
    settled: indexes.settled,
    close: indexes.close,
  };
};
