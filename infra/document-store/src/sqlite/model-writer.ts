import type { EventContext, ModelOp } from '@tessera/kernel';
import type { HistoryReader, ModelReadRequest, ModelWriter, ModelWriterOptions } from '../model-writer.ts';
import { snapshotCollection } from '../model-writer.ts';
import { derivedState, modelFormat, nobodys, recordTable, schema } from './catalog.ts';
import { busyMs, inTransaction, openForReading, openForWriting } from './connection.ts';
import { declareCollections, openDocuments } from './documents.ts';
import { openForgotten } from './forgotten.ts';
import { openIndexes } from './indexes.ts';
import { openRecords } from './records.ts';
import { openSearchFeed } from './search-feed.ts';

export { openModelContents } from './contents.ts';

/** A write of so many records is a bulk one. */
const bulkRows = 100;
/** Bytes of a WAL's file that are kept for what comes next. */
const keptWal = 64 * 1024 * 1024;
/** How long `work` rests while it only waits for that, so that a caller who asks again at once does not spin. */
const restMs = 2;

/** Opens `model.db` for the one writer; see `ModelWriter`. Throws the SQLite error as it is. */
export const openModelWriter = ({ path, collections, unfinished = false }: ModelWriterOptions): ModelWriter => {
  const connection = openForWriting(path, {
    synchronous: unfinished ? 'OFF' : 'NORMAL',
    autocheckpoint: 0,
    cacheKb: 32_768,
  });
  const { db } = connection;
  // What a bulk made longer is given back when the WAL begins again.
  db.exec(`PRAGMA journal_size_limit = ${keptWal}`);
  try {
    const { user_version: format } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    const empty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
    if (!empty && format !== modelFormat)
      throw Object.assign(new Error(`this model has format ${format}, not ${modelFormat}`), { code: 'model.format' });
    db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${modelFormat}; ${schema}`);
    declareCollections(connection, [{ name: snapshotCollection, indexes: [] }, ...collections]);
    db.exec('COMMIT');
  } catch (error) {
    // Left open it would remove the WAL of the file that takes its place, when it is collected.
    connection.close();
    throw error;
  }
  const records = openRecords(connection);
  const documents = openDocuments(connection);
  const forgotten = openForgotten(connection);
  const indexes = openIndexes(connection);
  records.onChanged(indexes.touch);
  const feed = openSearchFeed(connection);
  let turn: 'feed' | 'indexes' = 'feed';
  const rest = new Int32Array(new SharedArrayBuffer(4));

  const apply = (organizationId: string, op: ModelOp, context: EventContext): void => {
    switch (op.op) {
      case 'document.put':
        documents.put(organizationId, op.collection, op.id, op.document);
        return;
      case 'document.delete':
        documents.delete(organizationId, op.collection, op.id);
        return;
      case 'table.create':
        records.create(organizationId, op, context);
        return;
      case 'table.columns':
        records.columns(organizationId, op, context);
        return;
      case 'table.indexes': {
        const table = records.table(organizationId, op.table);
        if (table === undefined) throw new Error(`no record table ${op.table}`);
        indexes.declare(table, op.indexes, op.of);
        return;
      }
      case 'rows.insert':
        records.insert(organizationId, op, context);
        if (op.ids.length >= bulkRows) indexes.filled();
        return;
      case 'rows.update':
        records.update(organizationId, op, context);
        return;
      case 'rows.delete':
      case 'rows.restore':
        records.flag(organizationId, op, context);
        return;
      case 'table.derived':
        records.derived(organizationId, op, context);
        return;
      case 'rows.derive':
        records.derive(organizationId, op, context);
        return;
      case 'rows.erase':
        records.erase(organizationId, op, context);
    }
  };

  const read = (organizationId: string, request: ModelReadRequest): unknown => {
    switch (request.kind) {
      case 'document':
        return documents.get(organizationId, request.collection, request.id);
      case 'documents':
        return documents.find(organizationId, request.collection, request.where, request.limit, request.after);
      case 'rows':
        return records.rows(organizationId, request.table, request.ids, request);
      case 'count':
        return records.count(organizationId, request.table);
      case 'rowsWhere':
        return records.rowsWhere(organizationId, request.table, request.column, request.keys);
      case 'changedSince':
        return records.changedSince(organizationId, request.table, request.ids, request.position);
      case 'changedAfter':
        return records.changedAfter(organizationId, request.table, request.records);
      case 'linking':
        return records.linking(organizationId, request);
    }
  };

  const wal = (): { readonly frames: number; readonly pending: number } => {
    const [, frames, moved] = connection.arrays('PRAGMA wal_checkpoint(NOOP)').get() as unknown as [
      number,
      number,
      number,
    ];
    return { frames, pending: frames - moved };
  };

  return {
    begin: () => db.exec('BEGIN IMMEDIATE'),
    commit: () => {
      records.flush();
      db.exec('COMMIT');
      for (const number of records.touched) feed.mark(number);
      records.touched.clear();
      for (const number of records.erased) feed.rewrite(number);
      records.erased.clear();
    },
    rollback: () => {
      if (db.isTransaction) db.exec('ROLLBACK');
      records.forget();
      records.touched.clear();
      records.erased.clear();
      documents.forget();
    },
    apply,
    read,
    versions: records.versions,
    anyRows: forgotten.anyRows,
    dropDocuments: documents.drop,
    forgetTables: (organizationId) => {
      forgotten.tables(organizationId);
      records.forget();
    },
    meta: (key) =>
      (connection.arrays('SELECT value FROM meta WHERE key = ?').get(key) as unknown as [string] | undefined)?.[0],
    setMeta: (key, value) => {
      connection
        .statement('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
        .get(key, value);
    },
    useIndex: (organizationId, tableId, columns) => {
      const table = records.table(organizationId, tableId);
      if (table !== undefined) inTransaction(db, () => indexes.use(table, columns));
    },
    unfilled: records.unfilled,
    nextFill: records.nextFill,
    fill: records.fill,
    refill: records.refill,
    owe: records.owe,
    owed: records.owed,
    paid: records.paid,
    work: (budgetMs, pressed) => {
      // An index of a column that is being filled would be written with it, row by row.
      if (records.unfilled().length > 0) return feed.work(budgetMs, pressed);
      // Writes that never end keep the search feed busy: an index must come to its turn all the same.
      turn = turn === 'feed' ? 'indexes' : 'feed';
      if (turn === 'indexes' && indexes.work(budgetMs) === 'more') return true;
      if (feed.work(budgetMs, pressed)) return true;
      const left = indexes.work(budgetMs);
      if (left === 'later') Atomics.wait(rest, 0, 0, Math.min(restMs, budgetMs));
      return left !== 'done';
    },
    wal,
    truncate: () => {
      // The connection waits for others elsewhere; here the writer has more to do.
      db.exec('PRAGMA busy_timeout = 0');
      const [busy] = connection.arrays('PRAGMA wal_checkpoint(TRUNCATE)').get() as unknown as [number];
      db.exec(`PRAGMA busy_timeout = ${busyMs}`);
      if (busy === 0) db.exec('PRAGMA shrink_memory');
      return busy === 0;
    },
    behind: feed.behind,
    erasing: feed.rewriting,
    restart: (waitMs) => {
      db.exec(`PRAGMA busy_timeout = ${waitMs}`);
      try {
        connection.statement('PRAGMA wal_checkpoint(RESTART)').get();
      } finally {
        db.exec(`PRAGMA busy_timeout = ${busyMs}`);
      }
    },
    checkpoint: (pages) => {
      if (wal().pending > pages) connection.statement('PRAGMA wal_checkpoint(PASSIVE)').get();
    },
    dump: (line) => {
      documents.dump(line);
      const tables = db
        .prepare(
          `SELECT number, organization, table_id FROM record_tables WHERE organization <> '${nobodys}' ORDER BY organization, table_id`,
        )
        .all() as { number: number; organization: string; table_id: string }[];
      for (const { number, organization, table_id } of tables) {
        const columns = db
          .prepare(
            `SELECT name, kind, scale, searchable FROM record_columns WHERE table_number = ? AND derived <> ${derivedState.former} ORDER BY name`,
          )
          .all(number) as { name: string }[];
        line(JSON.stringify(['table', organization, table_id, columns.map((column) => Object.values(column))]));
        const names = columns.map(({ name }) => name);
        const rows = db.prepare(
          `SELECT ${['_row', '_id', '_version', '_deleted', '_created_at', '_created_by', '_updated_at', '_updated_by', '_created_position', '_updated_position', ...names].join(', ')} FROM ${recordTable(number)} ORDER BY _row`,
        );
        rows.setReturnArrays(true);
        rows.setReadBigInts(true);
        // Rows by their rank: where some were erased, a rebuild numbers the others without a gap.
        const ranks = new Map<bigint, number>();
        let rank = 0;
        for (const [row, ...cells] of rows.iterate() as unknown as Iterable<bigint[]>) {
          rank += 1;
          if (Number(row) !== rank) ranks.set(row!, rank);
          line(
            JSON.stringify(['row', organization, table_id, [String(rank), ...cells]], (_, value: unknown) =>
              typeof value === 'bigint' ? String(value) : value,
            ),
          );
        }
        const history = db.prepare(
          'SELECT row, position, version, columns FROM record_changes WHERE table_number = ? ORDER BY row, position',
        );
        history.setReturnArrays(true);
        for (const [row, ...change] of history.iterate(number) as unknown as Iterable<[number, ...unknown[]]>)
          line(JSON.stringify(['change', organization, table_id, [ranks.get(BigInt(row)) ?? row, ...change]]));
      }
    },
    copyTo: (target) => db.prepare('VACUUM INTO ?').get(target),
    close: () => connection.close(),
  };
};

/** Opens the history index of a `model.db` for reading. */
export const openHistoryReader = (path: string): HistoryReader => {
  const connection = openForReading(path, 2048);
  return {
    positions(organizationId, table, id, { before = Number.MAX_SAFE_INTEGER, limit }) {
      const found = connection
        .arrays('SELECT number FROM record_tables WHERE organization = ? AND table_id = ?')
        .get(organizationId, table) as unknown as [number] | undefined;
      if (found === undefined) return [];
      const name = recordTable(found[0]);
      const rows = connection
        .arrays(
          `SELECT position FROM record_changes WHERE table_number = ?1 AND row = (SELECT _row FROM ${name} WHERE _id = ?2) AND position < ?3 ` +
            `UNION SELECT _created_position FROM ${name} WHERE _id = ?2 AND _created_position < ?3 ORDER BY 1 DESC LIMIT ?4`,
        )
        .all(found[0], id, before, limit) as unknown as [number][];
      return rows.map(([position]) => position);
    },
    close: () => connection.close(),
  };
};
