// Everything that CI runs, in one command: `npm run verify`. Static checks first, then the builds, then the tests; ends
// with one line of counts. Words limit it to the checks and tests whose name has one of them: `-- lint unit`. With
// `--changed`, or `--changed=<commit>`, it is what the change against main reaches, end-to-end tests and those of the
// cluster only when they are named: `-- --changed e2e`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changedFiles } from './gate/changed.ts';
import { checksOf, runChecks } from './gate/checks.ts';
import { readGraph, reached } from './gate/reach.ts';
import { forgetTimes, keepTimes, printSlowest } from './gate/times.ts';
import { ensureChromium } from './product/chromium.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const flag = process.argv.find((word) => /^--changed(=|$)/.test(word));
const results = join(root, 'test-results');

type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly fullName: string; readonly duration?: number | null }[];
  }[];
};
type Counts = { passed: number; failed: number; notRun: number };
const total: Counts = { passed: 0, failed: 0, notRun: 0 };

/** Runs the tests of a project, all of them or the given files. */
const tests = (project: string, files: readonly string[]): void => {
  const started = Date.now();
  const report = join(results, `${project}.json`);
  rmSync(report, { force: true });
  const { status } = spawnSync(
    join(root, 'node_modules', '.bin', 'vitest'),
    ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}` },
    },
  );
  const counts = { passed: 0, failed: 1 };
  if (existsSync(report)) {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    counts.passed = numPassedTests;
    // A suite that could not be loaded fails the run without a failed test.
    counts.failed = status === 0 ? numFailedTests : Math.max(1, numFailedTests);
    keepTimes(
      project,
      testResults.map(({ name, startTime, endTime, assertionResults }) => ({
        file: name.slice(root.length),
        seconds: (endTime - startTime) / 1000,
        tests: assertionResults.map((one) => ({ name: one.fullName, seconds: (one.duration ?? 0) / 1000 })),
      })),
    );
  }
  console.log(
    `${project} tests: ${counts.passed} passed, ${counts.failed} failed (${((Date.now() - started) / 1000).toFixed(0)} s)`,
  );
  total.passed += counts.passed;
  total.failed += counts.failed;
};

/** End-to-end tests need a Chromium; where none is to be had they are named and not run, and the others are. */
const endToEnd = (files: readonly string[]): void => {
  const chromium = ensureChromium();
  if ('path' in chromium) return tests('e2e', files);
  const left = files.length > 0 ? files : globSync('infra/verification/e2e/*.e2e.spec.ts', { cwd: root });
  total.notRun += left.length;
  console.log(`Not run: the end-to-end tests, for want of a Chromium: ${chromium.missing}`);
  for (const file of left) console.log(`  ${file}`);
};

const run = async (wanted: (name: string) => boolean, changed?: readonly string[]): Promise<void> => {
  const there = changed?.filter((file) => existsSync(join(root, file))) ?? [];
  const checks = checksOf(root)
    .filter(
      ({ name, concerns }) =>
        wanted(name) && (changed === undefined || concerns === undefined || changed.some((file) => concerns(file))),
    )
    .map((check) => (check.few === undefined || there.length === 0 ? check : { ...check, command: check.few(there) }));
  const failed = await runChecks(root, checks);
  total.failed += failed;
  total.passed += checks.length - failed;
  // The rules of the whole repository hold for every change.
  const files = changed && [...reached(readGraph(root), changed), 'infra/verification/architecture'];
  const kinds = [
    ['unit', (file: string) => !/\.(int|cluster|e2e)\.spec\.ts$/.test(file)],
    ['integration', (file: string) => file.endsWith('.int.spec.ts')],
    ['e2e', (file: string) => file.endsWith('.e2e.spec.ts')],
    ['cluster', (file: string) => file.endsWith('.cluster.spec.ts')],
  ] as const;
  for (const [project, mine] of kinds) {
    const late = project === 'e2e' || project === 'cluster';
    // The cluster has a command of its own, which makes its engines.
    if (changed === undefined ? project === 'cluster' : late && !words.includes(project)) continue;
    if (!wanted(project)) continue;
    const own = files?.filter(mine);
    if (own?.length === 0) continue;
    if (project === 'e2e') endToEnd(own ?? []);
    else tests(project, own ?? []);
  }
};

mkdirSync(results, { recursive: true });
forgetTimes();
if (flag === undefined) {
  await run((name) => words.length === 0 || words.some((word) => name.includes(word)));
} else {
  const changed = changedFiles(root, flag.split('=')[1]);
  console.log(`${changed.length} files differ`);
  // Named kinds of tests come in addition to what a change reaches by itself.
  await run(() => true, changed);
}
printSlowest();
const { passed, failed, notRun } = total;
console.log(`${passed} passed, ${failed} failed${notRun === 0 ? '' : `, ${notRun} files not run`}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
