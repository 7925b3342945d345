import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { flag, type CheckpointData, type ToCheckpointer } from './checkpointer.ts';

/** Moves pages from WALs into their databases beside the writer, which goes on writing meanwhile. */
const port = parentPort!;
const flags = new Int32Array((workerData as CheckpointData).flags);
const opened = new Map<
  string,
  { readonly db: DatabaseSync; readonly checkpoint: ReturnType<DatabaseSync['prepare']> }
>();

const fileOf = (path: string) => {
  let file = opened.get(path);
  if (file === undefined) {
    const db = new DatabaseSync(path, { timeout: 0 });
    // The writer's own level: both fsyncs are made at either.
    db.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -1024');
    opened.set(path, (file = { db, checkpoint: db.prepare('PRAGMA wal_checkpoint(PASSIVE)') }));
  }
  return file;
};

/** A full disk or a file that is busy: it is tried again when the WAL is longer. Anything else ends the writer. */
const passing = new Set([5, 6, 13]);

port.on('message', (message: ToCheckpointer) => {
  if (message === 'close') {
    for (const { db } of opened.values()) db.close();
    Atomics.store(flags, flags.length - 1, 1);
    Atomics.notify(flags, flags.length - 1);
    port.close();
    return;
  }
  try {
    fileOf(message.path).checkpoint.get();
    Atomics.store(flags, message.slot, flag.idle);
  } catch (error) {
    const code = (error as { errcode?: number }).errcode;
    Atomics.store(
      flags,
      message.slot,
      code !== undefined && (passing.has(code & 0xff) || code === 4874) ? flag.idle : flag.failed,
    );
  }
});
