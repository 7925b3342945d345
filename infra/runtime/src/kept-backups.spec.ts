import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backupIn, countOf, dropOld, folderAt } from './kept-backups.ts';

const now = new Date('2026-11-23T02:17:00.500Z');
const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}T02-17-00Z`;
let folder: string;
const make = (name: string, whole = true): void => {
  mkdirSync(join(folder, name));
  if (whole) writeFileSync(join(folder, name, 'backup.json'), '{}');
};
const left = (): readonly string[] => readdirSync(folder).toSorted();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-kept-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the backups that stay', () => {
  it('are the newest, as many as are asked for', () => {
    for (const number of [19, 20, 21, 22, 23]) make(day(number));
    expect(dropOld(folder, { keep: 3 }, now)).toEqual([day(20), day(19)]);
    expect(left()).toEqual([day(21), day(22), day(23)]);
  });

  it('are no older than is asked for; the newest stays however old it is', () => {
    for (const number of [1, 10, 15]) make(day(number));
    expect(dropOld(folder, { keep: 14, days: 10 }, now)).toEqual([day(10), day(1)]);
    expect(dropOld(folder, { keep: 1, days: 1 }, now)).toEqual([]);
    expect(left()).toEqual([day(15)]);
  });

  it('do not count what is no complete backup, which stays unless it broke off more than a day ago', () => {
    make(day(22));
    for (const name of [day(23), `${day(23)}.partial`, `${day(21)}.partial`, 'latest', 'by hand.partial'])
      make(name, name === 'latest');
    expect(dropOld(folder, { keep: 1 }, now)).toEqual([`${day(21)}.partial`]);
    expect(left()).toEqual([day(22), day(23), `${day(23)}.partial`, 'by hand.partial', 'latest']);
  });

  it('are named by the second in which they begin', () => {
    expect(folderAt(folder, now)).toBe(join(folder, day(23)));
  });
});

describe('what is restored', () => {
  it('is the folder itself, or the newest complete backup in it', () => {
    for (const name of [day(21), day(22)]) make(name);
    make(day(23), false);
    expect(backupIn(folder)).toBe(join(folder, day(22)));
    expect(backupIn(join(folder, day(21)))).toBe(join(folder, day(21)));
  });

  it('is what was asked for where there is none, so that the answer names that', () => {
    expect(backupIn(folder)).toBe(folder);
    expect(backupIn(join(folder, 'nowhere'))).toBe(join(folder, 'nowhere'));
  });
});

describe('a count from the command line', () => {
  it('is a whole number from one on', () => {
    expect(countOf('14', '--keep')).toBe(14);
    expect(countOf(undefined, '--keep')).toBeUndefined();
    for (const wrong of ['0', '-1', '1.5', 'all', '']) expect(() => countOf(wrong, '--keep')).toThrow('--keep');
  });
});
