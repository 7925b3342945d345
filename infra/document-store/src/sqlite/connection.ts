import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import { addFirstDay } from './first-day.ts';
import { addMedian } from './median.ts';
import type { Stored } from '../query/values.ts';

/** One SQLite connection with its prepared statements, most recently used kept. */
export type Connection = {
  readonly db: DatabaseSync;
  /**
   * Rows as objects. Writes are made with `get` as well: `run` answers the last rowid of the connection, and throws
   * where that is above 2^53, as those inside a search index are.
   */
  statement(sql: string): StatementSync;
  /** Rows as arrays. */
  arrays(sql: string): StatementSync;
  /** Rows as arrays, integers as bigint. */
  exact(sql: string): StatementSync;
  /** Statements keep a schema lock on what they read: dropped before DDL. */
  forget(): void;
  close(): void;
};

/** Runs `work` in a write transaction of its own; what it throws undoes it. */
export const inTransaction = <T>(db: DatabaseSync, work: () => T): T => {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
};

const cache = (prepare: (sql: string) => StatementSync, keep: number) => {
  const statements = new Map<string, StatementSync>();
  return {
    get(sql: string): StatementSync {
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = prepare(sql);
        if (statements.size >= keep) {
          const [oldest] = statements.keys();
          if (oldest !== undefined) statements.delete(oldest);
        }
        statements.set(sql, statement);
      } else if (statements.size > keep / 2) {
        statements.delete(sql);
        statements.set(sql, statement);
      }
      return statement;
    },
    clear: () => statements.clear(),
  };
};

const connect = (db: DatabaseSync, keep = 256): Connection => {
  addMedian(db);
  addFirstDay(db);
  const objects = cache((sql) => db.prepare(sql), keep);
  const arrays = cache((sql) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  }, keep);
  const exact = cache((sql) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    return statement;
  }, keep);
  return {
    db,
    statement: objects.get,
    arrays: arrays.get,
    exact: exact.get,
    forget: () => {
      objects.clear();
      arrays.clear();
      exact.clear();
    },
    close: () => db.close(),
  };
};

/**
 * Rows changed since the connection was opened: what a statement did shows in the difference (FTS5 tells so whether a
 * merge found work).
 */
export const changes = (connection: Connection): number =>
  (connection.arrays('SELECT total_changes()').get() as unknown as [number])[0];

/** How long a statement waits for another connection's lock. */
export const busyMs = 5_000;

/** Opens a file for the one writer. `cacheKb` bounds its page cache. */
export const openForWriting = (
  path: string,
  options: {
    readonly synchronous: 'FULL' | 'NORMAL' | 'OFF';
    readonly autocheckpoint: number;
    readonly cacheKb: number;
  },
): Connection => {
  const db = new DatabaseSync(path, { timeout: busyMs });
  try {
    db.exec(
      `PRAGMA journal_mode=WAL; PRAGMA synchronous=${options.synchronous}; PRAGMA wal_autocheckpoint=${options.autocheckpoint}; PRAGMA cache_size=-${options.cacheKb}; PRAGMA temp_store=MEMORY; PRAGMA foreign_keys=OFF; PRAGMA trusted_schema=OFF; PRAGMA secure_delete=ON`,
    );
  } catch (error) {
    db.close();
    throw error;
  }
  return connect(db, 1024);
};

/** Opens a file that a writer made, for reading alone. */
export const openForReading = (path: string, cacheKb: number): Connection => {
  const db = new DatabaseSync(path, { readOnly: true, timeout: busyMs });
  db.exec(`PRAGMA cache_size=-${cacheKb}; PRAGMA temp_store=MEMORY; PRAGMA query_only=ON; PRAGMA trusted_schema=OFF`);
  return connect(db);
};

const outOfRange = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_OUT_OF_RANGE';

/** All rows of a statement as arrays; integers beyond 2^53 come as bigint, which is decided by what the rows hold. */
export const allRows = (connection: Connection, sql: string, params: readonly Stored[]): Stored[][] => {
  try {
    return connection.arrays(sql).all(...params) as unknown as Stored[][];
  } catch (error) {
    if (!outOfRange(error)) throw error;
    return connection.exact(sql).all(...params) as unknown as Stored[][];
  }
};
