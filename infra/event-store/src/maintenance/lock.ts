import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a data folder for this process alone, by an operating-system lock that dies with the process. Answers the
 * function that gives it back; throws when another process has it.
 */
export const lockFolder = (dataFolder: string): (() => void) => {
  mkdirSync(dataFolder, { recursive: true });
  const lock = new DatabaseSync(join(dataFolder, 'store.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw Object.assign(new Error(`another process uses ${dataFolder}`, { cause: error }), { code: 'folder.used' });
  }
  return () => lock.close();
};
