import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './cli-command.ts';

const made = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const dayMs = 24 * 3_600_000;
/** A backup is complete once this stands in it. */
const manifestName = 'backup.json';

/** How many of the backups in a folder stay; the newest does in any case. */
export type Keeping = {
  readonly keep: number;
  /** Older ones go as well, however few there are. */
  readonly days?: number | undefined;
};

/** The time in a name such as `2026-11-23T02-17-00Z`. */
const timeOf = (name: string): number =>
  Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, (_, h: string, m: string, s: string) => `T${h}:${m}:${s}Z`));

/** The folder of a backup that is made at `now`, below the folder of all of them; its names sort by time. */
export const folderAt = (folder: string, now: Date): string =>
  join(folder, `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`);

/** Complete backups, the newest first. */
const completeIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => made.test(name) && existsSync(join(folder, name, manifestName)))
    .toSorted()
    .toReversed();

/**
 * Removes the backups that nobody keeps any more, and those that broke off more than a day ago; anything else in the
 * folder stays. Answers the names of what it removed.
 */
export const dropOld = (folder: string, { keep, days }: Keeping, now: Date): readonly string[] => {
  const [, ...others] = completeIn(folder);
  const tooMany = others.slice(keep - 1);
  const tooOld = days === undefined ? [] : others.filter((name) => now.getTime() - timeOf(name) > days * dayMs);
  const brokenOff = readdirSync(folder).filter((name) => {
    const whole = name.replace(/\.partial$/, '');
    return whole !== name && made.test(whole) && now.getTime() - timeOf(whole) > dayMs;
  });
  const gone = [...new Set([...tooMany, ...tooOld, ...brokenOff])];
  for (const name of gone) rmSync(join(folder, name), { recursive: true, force: true });
  return gone;
};

/** The backup that a folder is, or the newest complete one in a folder that `backup --keep` fills. */
export const backupIn = (folder: string): string => {
  if (!existsSync(folder) || existsSync(join(folder, manifestName))) return folder;
  const [newest] = completeIn(folder);
  return newest === undefined ? folder : join(folder, newest);
};

/** A whole number from the command line, one at least. */
export const countOf = (value: string | undefined, what: string): number | undefined => {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new UsageError(`${what} is a number, 1 at least`);
  return Number(value);
};
