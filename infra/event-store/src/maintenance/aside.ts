import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';

/** `aside-*` holds models that wait for their successor, `salvaged-*` what a salvage found: that stays. */
const kept = /^((aside|salvaged)-\d+(-\d+)?|cut-.*)$/;
const suffixes = ['', '-wal', '-journal'];
/** Models of other releases than the one that ran last: `prepare` made them, or an upgrade left them. */
const other = /^(model-[0-9a-f]{12}(?:\.part)?\.db)(?:-wal|-shm|-journal)?$/;
/** How long such a model waits for its release, in ms. */
const otherModelsMs = 24 * 60 * 60_000;

/** Makes an empty folder for what is set aside of one service. */
export const makeAside = (folder: string, kind: 'aside' | 'salvaged' = 'aside'): string => {
  for (let n = 0; ; n++) {
    const path = join(folder, `${kind}-${Date.now()}${n === 0 ? '' : `-${n}`}`);
    if (existsSync(path)) continue;
    mkdirSync(path, { mode: 0o700 });
    return path;
  }
};

/** Moves a database with its WAL from one path to another; what SQLite makes by itself is left behind. */
export const moveDatabase = (from: string, to: string): void => {
  rmSync(`${from}-shm`, { force: true });
  for (const suffix of suffixes) if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
};

/** Where a model waits that is not the one in use, and where it is made. `name`: see `modelName`. */
export const otherModel = (folder: string, name: string): string => join(folder, `model-${name}.db`);
export const unfinishedModel = (folder: string, name: string): string => join(folder, `model-${name}.part.db`);

/** Moves a model to where it waits; its time begins. */
export const keepModel = (from: string, to: string): void => {
  moveDatabase(from, to);
  const at = new Date();
  utimesSync(to, at, at);
};

/** Removes models of other releases that have waited for a day; with `all` each of them. */
export const dropOtherModels = (folder: string, all = false): void => {
  if (!existsSync(folder)) return;
  const databases = new Set(readdirSync(folder).flatMap((name) => other.exec(name)?.[1] ?? []));
  for (const name of databases) {
    const files = [...suffixes, '-shm'].map((suffix) => join(folder, name + suffix));
    const times = files.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (all || Date.now() - Math.max(...times) > otherModelsMs) for (const path of files) rmSync(path, { force: true });
  }
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

/**
 * Removes everything that was set aside, models of other releases, salvaged logs and cut commits too: after a purge none
 * of it may be left.
 */
export const dropAsides = (folder: string): void => {
  dropOtherModels(folder, true);
  for (const path of keptIn(folder)) rmSync(path, { recursive: true, force: true });
};
