import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

type Entry = {
  readonly organization: string;
  readonly bucket: string;
  readonly key: string;
  readonly value: string;
  readonly etag: string;
  readonly expires: number | null;
};

/** The tag of a stored value, which is its checksum as well. */
export const etagOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

const columns = 'organization, bucket, key, value, etag, expires';
const lines = 20;

/**
 * What is wrong with a StateStore's file, a line each; empty when it is whole. Names an entry by its bucket, never by
 * its key or value. Reads only; may run beside the process that writes it.
 */
export const stateDamage = (path: string): string[] => {
  if (!existsSync(path)) return ['is missing'];
  if (statSync(path).size === 0) return ['is empty'];
  let db: DatabaseSync | undefined;
  const damage: string[] = [];
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    for (const line of db.prepare(`PRAGMA integrity_check(${lines})`).all() as { integrity_check: string }[])
      if (line.integrity_check !== 'ok') damage.push(line.integrity_check);
    const wrong = new Map<string, number>();
    for (const { bucket, value, etag } of db.prepare(`SELECT ${columns} FROM state`).iterate() as Iterable<Entry>)
      if (etagOf(value) !== etag) wrong.set(bucket, (wrong.get(bucket) ?? 0) + 1);
    for (const [bucket, count] of wrong)
      damage.push(
        `${count} of "${bucket}" ${count === 1 ? 'does' : 'do'} not match ${count === 1 ? 'its' : 'their'} checksum`,
      );
  } catch (error) {
    damage.push(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    db?.close();
  }
  return damage;
};

/** How often a StateStore that counts was written to (`OpenStateStore.onWritten`). */
export const stateWrites = (path: string): number => {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
  } finally {
    db.close();
  }
};

/** Moves a database with its WAL into a folder; what was there of that name is replaced. */
export const setStateAside = (path: string, folder: string, name: string): void => {
  for (const suffix of ['-wal', '']) {
    rmSync(join(folder, name + suffix), { force: true });
    if (existsSync(path + suffix)) renameSync(path + suffix, join(folder, name + suffix));
  }
  rmSync(`${path}-shm`, { force: true });
};

/** Every entry of a damaged file that can be read and matches its checksum, in no order. */
export const wholeEntries = (path: string): { readonly entries: readonly Entry[]; readonly damaged: number } => {
  const entries: Entry[] = [];
  let damaged = 0;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    for (const entry of db.prepare(`SELECT ${columns} FROM state`).iterate() as Iterable<Entry>) {
      if (etagOf(entry.value) === entry.etag) entries.push(entry);
      else damaged += 1;
    }
  } catch {
    // What was read until here is what there is.
    damaged += 1;
  } finally {
    db?.close();
  }
  return { entries, damaged };
};
