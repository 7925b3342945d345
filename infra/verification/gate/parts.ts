// What each part of a run leaves behind for the verdict: how long it took, what it counted, and the files in which
// something failed.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A test file in which something failed. */
export type FailedFile = {
  /** Of vitest.config.ts. */
  readonly project: string;
  readonly file: string;
  /** How many of its tests failed; one at least, also where it could not be loaded. */
  readonly failed: number;
  /** The first failure: the name of its test, and how it begins. */
  readonly first: string;
  /** A story that was told on the composed platform. */
  readonly platform?: true;
};

/** One of the parts that have a budget. */
export type Part = {
  readonly name: string;
  readonly seconds: number;
  readonly passed: number;
  /** All that failed, whether it has a file that can run again or not. */
  readonly failed: number;
  readonly notRun: number;
  readonly files: readonly FailedFile[];
  /** What failed without a test: the names of checks, and how their output ends. */
  readonly checks: readonly string[];
};

const results = fileURLToPath(new URL('../../../test-results/', import.meta.url));
const folder = join(results, 'parts');

/** Forgets the parts of the run before. */
export const forgetParts = (): void => rmSync(folder, { recursive: true, force: true });

/** Keeps one part; they are read in the order in which they were kept. */
export const keepPart = (part: Part): void => {
  mkdirSync(folder, { recursive: true });
  const number = String(readdirSync(folder).length).padStart(2, '0');
  writeFileSync(join(folder, `${number}.json`), JSON.stringify(part));
};

/** The parts of the last run. */
export const keptParts = (): readonly Part[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Part)
    : [];

/** What vitest's JSON reporter writes, as far as it is read here. */
export type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number | null;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

const begins = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 10)
    .join('\n    ');

/** A first failure as it is named: the test, and the first lines of what it said. */
export const firstOf = (test: string, said: string): string => `${test}\n    ${begins(said)}`;

/** The files of a report in which something failed. */
export const failedFiles = (root: string, project: string, report: Report): readonly FailedFile[] =>
  report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const [one] = failed;
      return {
        project,
        file: name.slice(root.length),
        failed: Math.max(1, failed.length),
        first:
          one === undefined
            ? firstOf('could not be run', message)
            : firstOf(one.fullName, one.failureMessages?.[0] ?? ''),
      };
    });
