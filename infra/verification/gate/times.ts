// How long the tests of the last runs took: each run writes its part, and this prints the slowest of all of them:
// `node infra/verification/gate/times.ts`.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One test file of a run, in seconds: the whole of it, and each of its tests. */
export type FileTime = {
  readonly file: string;
  readonly seconds: number;
  readonly tests: readonly { readonly name: string; readonly seconds: number }[];
};

const folder = fileURLToPath(new URL('../../../test-results/times/', import.meta.url));

/** Forgets the runs before; the first thing that a gate does. */
export const forgetTimes = (): void => rmSync(folder, { recursive: true, force: true });
/** Keeps the times of one run under its name. */
export const keepTimes = (run: string, files: readonly FileTime[]): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${run}.json`), JSON.stringify(files));
};

/** The ten slowest files and the ten slowest tests, as lines. */
export const slowest = (files: readonly FileTime[], count = 10): readonly string[] => {
  const line = (seconds: number, name: string): string => `${seconds.toFixed(1).padStart(8)} s  ${name}`;
  const top = <T extends { readonly seconds: number }>(all: readonly T[]): readonly T[] =>
    all.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
  const tests = files.flatMap(({ file, tests: own }) => own.map((one) => ({ ...one, name: `${file}: ${one.name}` })));
  return [
    'The slowest files:',
    ...top(files).map(({ seconds, file }) => line(seconds, file)),
    'The slowest tests:',
    ...top(tests).map(({ seconds, name }) => line(seconds, name)),
  ];
};

export const printSlowest = (): void => {
  const runs = existsSync(folder) ? readdirSync(folder) : [];
  const all = runs.flatMap((run) => JSON.parse(readFileSync(join(folder, run), 'utf8')) as FileTime[]);
  if (all.length > 0) console.log(`\n${slowest(all).join('\n')}`);
};

if (import.meta.main) printSlowest();
