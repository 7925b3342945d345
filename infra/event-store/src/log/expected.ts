import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPosition, positionFile, readPosition, witnessOf, type LogPosition } from './position.ts';
import { isDamagedFile } from './sqlite.ts';
import { walDamage } from './wal.ts';

/** Up to where a log must reach, and which file says so. */
export type Expected = {
  readonly logId: string;
  readonly epoch: number;
  readonly seq: number;
  /** The file's name: `log.position`, `model.db`, or the one beside the folder. */
  readonly saidBy: string;
};

/**
 * A log that cannot be opened: it lacks commits that were written, or some of them are damaged. Nothing was changed, and
 * nothing is until somebody decides.
 */
export const logDamaged = (service: string, what: string): Error =>
  Object.assign(
    new Error(
      `${service}: ${what}. Nothing was changed. Bring back a backup with "tessera restore <folder> --replace", ` +
        `or write what is left with "tessera salvage ${service}".`,
    ),
    { code: 'log.damaged' },
  );

const metaOf = (path: string, keys: readonly string[]): ReadonlyMap<string, string> | undefined => {
  if (!existsSync(path) || statSync(path).size === 0) return undefined;
  let db: DatabaseSync | undefined;
  try {
    // For reading alone: the last one that may write throws away what SQLite does not read of a damaged WAL.
    db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    const get = db.prepare('SELECT value FROM meta WHERE key = ?');
    return new Map(
      keys.flatMap((key) => {
        const row = get.get(key) as { value: string } | undefined;
        return row === undefined ? [] : [[key, row.value] as const];
      }),
    );
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
};

/** What a model's own notes say of the log that it was made from; undefined where there is none or it cannot be read. */
export const modelNotes = (folder: string): Expected | undefined => {
  const meta = metaOf(join(folder, 'model.db'), ['log_id', 'epoch', 'applied_seq']);
  const [logId, epoch, seq] = [meta?.get('log_id'), meta?.get('epoch'), meta?.get('applied_seq')];
  return logId === undefined || epoch === undefined || seq === undefined
    ? undefined
    : { logId, epoch: Number(epoch), seq: Number(seq), saidBy: 'model.db' };
};

const notedIn = (path: string): Expected | undefined => {
  const position = readPosition(path);
  return typeof position === 'string' ? undefined : { ...position, saidBy: basename(path) };
};

/** Whether one note is of a later moment than the other; of two logs the one beside the folder is the one to trust. */
const isLater = (witness: LogPosition, inside: LogPosition): boolean =>
  witness.logId !== inside.logId ||
  witness.epoch > inside.epoch ||
  (witness.epoch === inside.epoch && witness.seq > inside.seq);

/**
 * Up to where the log in this folder must reach: what the file in it says, or the one beside the folder where that is of
 * a later moment, or the model where that has more of the same log. Undefined where nothing knows of a log yet.
 */
export const expectedOf = (folder: string): Expected | undefined => {
  const inside = notedIn(join(folder, positionFile));
  const witness = notedIn(witnessOf(folder));
  const noted =
    witness !== undefined && (inside === undefined || isLater(witness, inside)) ? witness : (inside ?? witness);
  const model = modelNotes(folder);
  if (noted === undefined || model === undefined) return noted ?? model;
  const sameLog = model.logId === noted.logId && model.epoch === noted.epoch;
  return sameLog && model.seq > noted.seq ? model : noted;
};

/** Commits `from` to `to` as an operator reads them. */
export const span = (from: number, to: number): string => (from === to ? `commit ${from}` : `commits ${from} to ${to}`);

/** What a log's file itself says: which log it is and where it ends; `absent` where there is no log in it. */
type Present = { readonly logId: string; readonly epoch: number; readonly seq: number } | 'absent';
const presentIn = (path: string): Present => {
  if (!existsSync(path) || statSync(path).size === 0) return 'absent';
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'commits'").get() === undefined) return 'absent';
    const meta = db.prepare('SELECT value FROM meta WHERE key = ?');
    const value = (key: string): string => (meta.get(key) as { value: string } | undefined)?.value ?? '';
    const { seq } = db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM commits').get() as { seq: number };
    return { logId: value('log_id'), epoch: Number(value('epoch')), seq };
  } finally {
    db.close();
  }
};

/** The same, or why the file cannot be read at all. */
const foundIn = (path: string): Present | { readonly damage: string } => {
  try {
    return presentIn(path);
  } catch (error) {
    if (!isDamagedFile(error)) throw error;
    return { damage: (error as Error).message };
  }
};

/** What a log lacks of what must be there, in words; undefined where it has all of it. Reads only. */
export const lackOf = (
  folder: string,
  expected: Expected | undefined = expectedOf(folder),
): { readonly from: number; readonly words: string } | undefined => {
  if (expected === undefined || expected.seq === 0) return undefined;
  const path = join(folder, 'log.db');
  const { seq, saidBy } = expected;
  const present = foundIn(path);
  if (typeof present === 'object' && 'damage' in present)
    return {
      from: 1,
      words: `log.db cannot be read (${present.damage}), and ${span(1, seq)} must be in it (${saidBy} says so)`,
    };
  if (present === 'absent') {
    const what = existsSync(path) ? 'holds no log' : 'is missing';
    return { from: 1, words: `log.db ${what}, and ${span(1, seq)} must be in it (${saidBy} says so)` };
  }
  if (present.logId !== expected.logId)
    return { from: 1, words: `log.db is another log than the one that ${saidBy} names, which has ${seq} commits` };
  if (present.seq >= seq && present.epoch >= expected.epoch) return undefined;
  const from = present.seq + 1;
  const why = walDamage(`${path}-wal`);
  const missing =
    present.seq < seq
      ? `the log lacks ${span(from, seq)}: log.db ends at ${present.seq}, and ${saidBy} says that ${seq} were written`
      : `log.db is older than ${saidBy} says (epoch ${present.epoch}, not ${expected.epoch})`;
  const earlier =
    saidBy === basename(witnessOf(folder)) ? [`the folder ${basename(folder)} is a copy of an earlier moment`] : [];
  return { from, words: [missing, ...(why === undefined ? earlier : [why])].join('; ') };
};

/**
 * Who follows the log of a service has taken in commit `seq` of `epoch`: a log that lacks it may not be written to. Where
 * it does, that is noted beside its folder, so that `verify`, `backup` and `salvage` know of it, and the error that says
 * so is answered. Nothing may hold the log open.
 */
export const lackSeenBy = (
  dataFolder: string,
  service: string,
  seen: { readonly by: string; readonly epoch: number; readonly seq: number },
): Error | undefined => {
  const folder = join(dataFolder, service);
  const present = presentIn(join(folder, 'log.db'));
  if (present === 'absent' || present.epoch > seen.epoch) return undefined;
  if (present.epoch === seen.epoch && present.seq >= seen.seq) return undefined;
  const position = openPosition(witnessOf(folder));
  position.note({ logId: present.logId, epoch: seen.epoch, seq: seen.seq });
  position.close();
  const lack = lackOf(folder);
  return lack && logDamaged(service, `${lack.words}; ${seen.by} has taken commit ${seen.seq} in`);
};
