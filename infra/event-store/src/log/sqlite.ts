import { DatabaseSync } from 'node:sqlite';

/** SQLite's primary result code of an error that node:sqlite threw, undefined for any other error. */
const sqliteCode = (error: unknown): number | undefined => {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
};

const sqliteCodes = {
  busy: 5,
  readonly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  notADatabase: 26,
} as const;

/** SQLITE_IOERR_SHMSIZE: the index of the WAL could not grow, which on a full disk comes before SQLITE_FULL. */
const noRoomForIndex = 4874;

/** True when there was no room: the write is refused and may be sent again once there is. */
export const isStorageFull = (error: unknown): boolean =>
  sqliteCode(error) === sqliteCodes.full ||
  (error instanceof Error && 'errcode' in error && error.errcode === noRoomForIndex);

/** True when the disk or the file cannot be trusted any more: nothing may be retried on it. */
export const isStorageBroken = (error: unknown): boolean => {
  if (isStorageFull(error)) return false;
  const code = sqliteCode(error);
  return (
    code === sqliteCodes.ioError ||
    code === sqliteCodes.corrupt ||
    code === sqliteCodes.notADatabase ||
    code === sqliteCodes.readonly ||
    code === sqliteCodes.cantOpen
  );
};

/**
 * Why a data folder cannot be opened, in the words of whoever can help: it has no room, or may not be written. Undefined
 * for any other error.
 */
export const folderTrouble = (error: unknown, folder: string): string | undefined => {
  const system = error instanceof Error && 'code' in error ? error.code : undefined;
  if (isStorageFull(error) || system === 'ENOSPC' || system === 'EDQUOT')
    return `The disk of ${folder} is full: make room and start again. Nothing was changed.`;
  const code = sqliteCode(error);
  const refused = system === 'EROFS' || system === 'EACCES' || system === 'EPERM';
  return refused || code === sqliteCodes.readonly || code === sqliteCodes.cantOpen
    ? `${folder} cannot be written (${(error as Error).message}): this user needs to write there, and the file system must not be read-only.`
    : undefined;
};

/** True when a file holds something else than a whole database. */
export const isDamagedFile = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase;
};

/**
 * `wal`: how many pages the WAL has, and how many of them are not in the database yet. `checkpoint` runs a passive one
 * when more than `pages` are not; it throws the I/O error of a failed fsync, unlike SQLite's automatic one. `restart`
 * moves all of it and waits so long for readers of the WAL, so that what is written next begins it again. `truncate`
 * moves all of it and empties the WAL and the connection's page cache; false when a reader or another checkpoint is in
 * the way.
 */
export const createCheckpoint = (
  db: DatabaseSync,
): {
  wal(): { readonly frames: number; readonly pending: number };
  checkpoint(pages: number): void;
  restart(waitMs: number): void;
  truncate(): boolean;
} => {
  const state = db.prepare('PRAGMA wal_checkpoint(NOOP)');
  const passive = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  const wal = (): { readonly frames: number; readonly pending: number } => {
    const { log, checkpointed } = state.get() as { log: number; checkpointed: number };
    return { frames: log, pending: log - checkpointed };
  };
  const empty = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  return {
    wal,
    truncate: () => {
      if ((empty.get() as { busy: number }).busy !== 0) return false;
      db.exec('PRAGMA shrink_memory');
      return true;
    },
    checkpoint: (pages) => {
      if (wal().pending > pages) passive.get();
    },
    restart: (waitMs) => {
      const { timeout } = db.prepare('PRAGMA busy_timeout').get() as { timeout: number };
      db.exec(`PRAGMA busy_timeout = ${waitMs}`);
      try {
        db.prepare('PRAGMA wal_checkpoint(RESTART)').get();
      } finally {
        db.exec(`PRAGMA busy_timeout = ${timeout}`);
      }
    },
  };
};
