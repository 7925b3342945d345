import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCheckpoint } from '../log/sqlite.ts';
import { createCheckpointer } from './checkpointer.ts';

const page = 1024;

describe('WALs under a bulk', () => {
  let folder: string;
  let path: string;
  let db: DatabaseSync;
  let checkpointer: ReturnType<typeof createCheckpointer>;
  let other: DatabaseSync;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-wal-'));
    path = join(folder, 'model.db');
    db = new DatabaseSync(path);
    db.exec(
      `PRAGMA page_size = ${page}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB)`,
    );
    const file = createCheckpoint(db);
    other = new DatabaseSync(path);
    checkpointer = createCheckpointer([{ path, ...file }]);
  });
  afterEach(() => {
    checkpointer.close();
    other.close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Seen from beside, also while a transaction is open. */
  const look = (): { readonly frames: number; readonly pending: number } => createCheckpoint(other).wal();

  /**
   * As the writer does it: groups of so many pages, each followed by a look at the WAL, while the thread has always
   * moved what the group before left. Answers the longest WAL, and how often the writer was held.
   */
  const groups = (count: number, pages: number, follows = true): { longest: number; held: number } => {
    const put = db.prepare('INSERT INTO t (b) VALUES (zeroblob(?))');
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    let [longest, held, asked] = [0, 0, false];
    for (let i = 0; i < count; i++) {
      db.exec('BEGIN IMMEDIATE');
      for (let n = 0; n < pages; n++) put.run(page);
      for (let n = 0; asked && n < 100 && look().pending > 0; n++) Atomics.wait(sleeper, 0, 0, 1);
      db.exec('COMMIT');
      const { frames, pending } = look();
      longest = Math.max(longest, frames);
      const own = checkpointer.tend();
      if (own) held++;
      asked = follows && !own && frames > 4_000 && pending > 400;
    }
    return { longest, held };
  };

  it('begin again although each group is longer than what the writer moves of a short one', () => {
    const { longest, held } = groups(60, 600);
    expect(longest).toBeLessThan(12_000);
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThan(10);
  });

  it('do not hold the writer after each group while a reader is in the way, and begin again after it', () => {
    groups(1, 10);
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec('BEGIN; SELECT count(*) FROM t');
    const { longest, held } = groups(80, 300, false);
    expect(longest).toBeGreaterThan(20_000);
    expect(held).toBeLessThan(30);
    reader.exec('COMMIT');
    reader.close();
    // The other thread begins when the machine lets it.
    const deadline = performance.now() + 30_000;
    while (look().frames > 18_000 && performance.now() < deadline) groups(1, 300, false);
    expect(look().frames).toBeLessThan(18_000);
  });
});
