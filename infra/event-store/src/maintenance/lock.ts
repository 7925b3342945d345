import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { folderTrouble } from '../log/sqlite.ts';

/**
 * Takes a data folder for this process alone, by an operating-system lock that dies with the process. Answers the
 * function that gives it back; throws when another process has it. `name`: of the lock's file, one for each purpose.
 */
export const lockFolder = (dataFolder: string, name = 'store.lock'): (() => void) => {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(dataFolder, { recursive: true });
    lock = new DatabaseSync(join(dataFolder, name), { timeout: 0 });
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const trouble = folderTrouble(error, dataFolder);
    if (trouble !== undefined) throw Object.assign(new Error(trouble, { cause: error }), { code: 'folder.trouble' });
    throw Object.assign(new Error(`another process uses ${dataFolder}`, { cause: error }), { code: 'folder.used' });
  }
  const taken = lock;
  return () => taken.close();
};
