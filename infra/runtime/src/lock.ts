import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Holds a data folder for this process until `release`, or its death: the lock is the kernel's, on a file that SQLite opens exclusively, so a crash
 * leaves nothing to clean up. Throws when another process holds it, naming that process.
 */
export const lockFolder = (folder: string): { release(): void } => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = join(folder, 'owner');
  const lock = new DatabaseSync(join(folder, 'lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; COMMIT;');
  } catch {
    lock.close();
    let other = '';
    try {
      other = ` (process ${readFileSync(owner, 'utf8').trim()})`;
    } catch {
      // Without the name the refusal says enough.
    }
    throw new Error(`Another Tessera${other} is using ${folder}. Stop it first, or choose another folder with TESSERA_DATA.`);
  }
  closeSync(openSync(owner, 'a', 0o600));
  writeFileSync(owner, `${process.pid}\n`);
  return { release: () => lock.close() };
};
