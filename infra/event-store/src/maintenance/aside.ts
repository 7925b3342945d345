import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

/** `aside-*` holds models that wait for their successor, `salvaged-*` what a salvage found: that stays. */
const kept = /^((aside|salvaged)-\d+(-\d+)?|cut-.*)$/;
const suffixes = ['', '-wal', '-journal'];

/** Makes an empty folder for what is set aside of one service. */
export const makeAside = (folder: string, kind: 'aside' | 'salvaged' = 'aside'): string => {
  for (let n = 0; ; n++) {
    const path = join(folder, `${kind}-${Date.now()}${n === 0 ? '' : `-${n}`}`);
    if (existsSync(path)) continue;
    mkdirSync(path, { mode: 0o700 });
    return path;
  }
};

/** Moves a database with its WAL from one folder to another; what SQLite makes by itself is left behind. */
export const moveDatabase = (name: string, from: string, to: string): void => {
  rmSync(join(from, `${name}-shm`), { force: true });
  for (const suffix of suffixes)
    if (existsSync(join(from, name + suffix))) renameSync(join(from, name + suffix), join(to, name + suffix));
};

/** Everything that is kept in a service's folder beside what is in use. */
const keptIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => kept.test(name))
        .map((name) => join(folder, name))
    : [];

/** Removes the models that were set aside, now that their successor is complete. */
export const dropAsideModels = (folder: string): void => {
  for (const path of keptIn(folder))
    if (basename(path).startsWith('aside-')) rmSync(path, { recursive: true, force: true });
};

/** Removes everything that was set aside, salvaged logs and cut commits too: after a purge none of it may be left. */
export const dropAsides = (folder: string): void => {
  for (const path of keptIn(folder)) rmSync(path, { recursive: true, force: true });
};
