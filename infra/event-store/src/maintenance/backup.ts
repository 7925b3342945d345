import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';
import { nextEpoch } from '../log/epoch.ts';
import { openPosition, positionFile, witnessOf } from '../log/position.ts';
import { lackOf } from '../log/expected.ts';
import { lockFolder } from './lock.ts';
import { describeDamage, servicesIn, verifyLogs } from './verify.ts';

/** What a backup holds; written last, so that a folder without it is no backup. */
export type BackupManifest = {
  readonly format: 1;
  readonly madeAt: string;
  readonly services: readonly {
    readonly service: string;
    readonly logId: string;
    readonly epoch: number;
    readonly seq: number;
  }[];
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
};

const manifestName = 'backup.json';
const isDatabase = (path: string): boolean => path.endsWith('.db');
/**
 * Read models are made from the logs; locks, WAL files, positions, leftovers of cuts, what was set aside and the running
 * product's address are of this machine.
 */
const leaveOut = (path: string): boolean =>
  /(^|\/)(model\.db|store\.lock|operator\.json|[^/]*\.position|(state|subscriptions)\.db\.damaged|cut-[^/]*)$|(^|\/)(aside|salvaged)-[\d-]+\/|-(wal|shm|journal)$|^model\.db/.test(
    path,
  );

const filesBelow = (folder: string, skip: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (resolve(path) === skip) return [];
    const kind = lstatSync(path);
    return kind.isDirectory() ? filesBelow(path, skip) : kind.isFile() ? [path] : [];
  });

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

const sync = (path: string): void => {
  const fd = openSync(path, 'r');
  fsyncSync(fd);
  closeSync(fd);
};

/** Consumers first, producers last: an offset in a backup never points past the log beside it (docs/events.md 16). */
const rank = (path: string): number => (path.endsWith('/log.db') ? 1 : 0);

const refuse = (damage: readonly string[]): void => {
  if (damage.length > 0) throw new Error(`no backup was made, the data is damaged:\n${damage.join('\n')}`);
};

/** What SQLite itself finds wrong with a file. */
const fileDamage = (path: string): string[] => {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    const lines = db.prepare('PRAGMA integrity_check(20)').all() as { integrity_check: string }[];
    return lines.map((line) => line.integrity_check).filter((line) => line !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    db?.close();
  }
};

/** The path without links, also of what is not there yet. */
const realPath = (path: string): string =>
  existsSync(path) || dirname(path) === path
    ? realpathSync(path)
    : join(realPath(dirname(path)), relative(dirname(path), path));

/** Whether a path is a folder, or anything below it. */
const isWithin = (folder: string, path: string): boolean => {
  const way = relative(realPath(resolve(folder)), realPath(path));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/**
 * Copies a data folder while it is in use. All databases are pinned within a few ms, offsets and small state before the
 * logs, and then copied from that moment; files follow, because logs refer to them. Read models are left out: the logs
 * make them. Every copy is read through: a backup of damaged data is none. `target` must not exist. Throws on any
 * failure, with the cause, and leaves no target then.
 */
export const backup = async (options: {
  readonly dataFolder: string;
  readonly target: string;
  /** Files of the folder that are not to be copied. */
  readonly leaveOut?: readonly string[];
}): Promise<BackupManifest> => {
  const { dataFolder } = options;
  const target = resolve(options.target);
  if (existsSync(target)) throw new Error(`${target} exists already`);
  if (isWithin(dataFolder, target))
    throw new Error(
      `${target} is inside the data folder: it would be lost with it, and each backup would hold those before it. Name a folder elsewhere`,
    );
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const all = (): string[] =>
    filesBelow(dataFolder, partial).filter((f) => {
      const path = relative(dataFolder, f);
      return !leaveOut(path) && options.leaveOut?.includes(path) !== true;
    });
  const pinned: { path: string; db: DatabaseSync }[] = [];
  try {
    refuse(
      servicesIn(dataFolder).flatMap((service) => {
        const lack = lackOf(join(dataFolder, service));
        return lack === undefined ? [] : [`${service}: ${lack.words}`];
      }),
    );
    for (const path of all()
      .filter(isDatabase)
      .sort((a, b) => rank(a) - rank(b)))
      pinned.push({ path, db: new DatabaseSync(path, { readOnly: true, timeout: 5_000 }) });
    for (const { db } of pinned) {
      db.exec('BEGIN');
      db.prepare('SELECT count(*) FROM sqlite_schema').get();
    }
    const services = pinned
      .filter(({ path }) => rank(path) === 1)
      .map(({ path, db }) => {
        const meta = (key: string): string =>
          (db.prepare('SELECT value FROM meta WHERE key = ?').get(key) as { value: string }).value;
        const { seq } = db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM commits').get() as { seq: number };
        return {
          service: relative(dataFolder, dirname(path)),
          logId: meta('log_id'),
          epoch: Number(meta('epoch')),
          seq,
        };
      });
    const copies: string[] = [];
    for (const { path, db } of pinned) {
      const copy = join(partial, relative(dataFolder, path));
      mkdirSync(dirname(copy), { recursive: true });
      await copyDatabase(db, copy, { rate: 1_000 });
      db.exec('COMMIT');
      copies.push(copy);
    }
    for (const path of all().filter((f) => !isDatabase(f))) {
      const copy = join(partial, relative(dataFolder, path));
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(path, copy);
      copies.push(copy);
    }
    refuse([
      ...verifyLogs({ dataFolder: partial }).flatMap((report) =>
        report.damage.length === 0 ? [] : [`${report.service}:\n${describeDamage(report)}`],
      ),
      ...copies
        .filter((copy) => isDatabase(copy) && rank(copy) === 0)
        .flatMap((copy) => fileDamage(copy).map((line) => `${relative(partial, copy)}: ${line}`)),
    ]);
    for (const copy of copies) for (const suffix of ['-wal', '-shm']) rmSync(copy + suffix, { force: true });
    const files: BackupManifest['files'][number][] = [];
    for (const copy of copies) {
      sync(copy);
      files.push({ path: relative(partial, copy), bytes: lstatSync(copy).size, sha256: await sha256Of(copy) });
    }
    const manifest: BackupManifest = { format: 1, madeAt: new Date().toISOString(), services, files };
    writeFileSync(join(partial, manifestName), JSON.stringify(manifest, undefined, 1), { flush: true });
    renameSync(partial, target);
    sync(dirname(target));
    return manifest;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  } finally {
    for (const { db } of pinned) db.close();
  }
};

/**
 * Brings a backup into `dataFolder`, which must be absent, empty or, with `replace`, is moved aside to
 * `<folder>.before-<time>`. Every file is checked against the manifest first. The epoch of each log rises, so that
 * cursors, tags and offsets of the lost time are not mistaken (docs/events.md 16); read models are made at the next
 * start. Answers the folder that was moved aside, if any.
 */
export const restore = async (options: {
  readonly from: string;
  readonly dataFolder: string;
  readonly replace?: boolean;
}): Promise<{ readonly manifest: BackupManifest; readonly movedTo?: string }> => {
  const { from } = options;
  const dataFolder = resolve(options.dataFolder);
  if (!existsSync(join(from, manifestName))) throw new Error(`${from} is no backup: it has no ${manifestName}`);
  const manifest = JSON.parse(readFileSync(join(from, manifestName), 'utf8')) as BackupManifest;
  if (manifest.format !== 1)
    throw new Error(`this backup has format ${String(manifest.format)}, which this version cannot read`);
  for (const file of manifest.files) {
    const path = join(from, file.path);
    if (!resolve(path).startsWith(`${resolve(from)}/`)) throw new Error(`${file.path} points out of the backup`);
    if (!existsSync(path) || lstatSync(path).size !== file.bytes || (await sha256Of(path)) !== file.sha256)
      throw new Error(`${file.path} of the backup is missing or damaged`);
  }

  const used = existsSync(dataFolder) && readdirSync(dataFolder).some((name) => name !== 'store.lock');
  if (used && options.replace !== true) throw new Error(`${dataFolder} is not empty`);
  let epoch = nextEpoch(0);
  let movedTo: string | undefined;
  if (existsSync(dataFolder)) lockFolder(dataFolder)();
  if (used) {
    for (const { service } of manifest.services)
      epoch = Math.max(epoch, epochIn(join(dataFolder, service, 'log.db')) + 1);
    movedTo = `${dataFolder}.before-${Date.now()}`;
    renameSync(dataFolder, movedTo);
  }
  mkdirSync(dataFolder, { recursive: true });
  for (const file of manifest.files) {
    const copy = join(dataFolder, file.path);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(from, file.path), copy);
  }
  for (const { service, logId, epoch: before, seq } of manifest.services) {
    const db = new DatabaseSync(join(dataFolder, service, 'log.db'));
    const set = db.prepare(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    );
    db.exec('PRAGMA synchronous = FULL; BEGIN');
    set.run('epoch', String(Math.max(epoch, before + 1)));
    set.run('epoch_from', String(seq));
    db.exec('COMMIT');
    db.close();
    const folder = join(dataFolder, service);
    for (const path of [join(folder, positionFile), witnessOf(folder)]) {
      const position = openPosition(path);
      position.note({ logId, epoch: Math.max(epoch, before + 1), seq });
      position.close();
    }
  }
  for (const file of manifest.files) sync(join(dataFolder, file.path));
  return { manifest, ...(movedTo !== undefined && { movedTo }) };
};

const epochIn = (path: string): number => {
  if (!existsSync(path)) return 0;
  let db: DatabaseSync | undefined;
  try {
    // For reading alone: what was moved aside stays as it was, damaged or not.
    db = new DatabaseSync(path, { readOnly: true });
    return Number(
      (db.prepare("SELECT value FROM meta WHERE key = 'epoch'").get() as { value: string } | undefined)?.value ?? 0,
    );
  } catch {
    // A folder is often restored because its log cannot be read; then time alone tells the epochs apart.
    return 0;
  } finally {
    db?.close();
  }
};
