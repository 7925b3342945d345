// Everything that CI runs, in one command: `npm run verify`. Static checks first, then the builds, then the tests; ends
// with one line of counts. Words limit it to the checks and tests whose name has one of them: `-- lint unit`. With
// `--changed`, or `--changed=<commit>`, it is what the change against main reaches, end-to-end tests and those of the
// cluster only when they are named: `-- --changed e2e`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changedFiles } from './gate/changed.ts';
import { checksOf, runChecks } from './gate/checks.ts';
import { inThisRun } from './gate/outside.ts';
import { failedFiles, forgetParts, keepPart, type FailedFile, type Report } from './gate/parts.ts';
import { readGraph, reached } from './gate/reach.ts';
import { forgetTimes, keepTimes, printSlowest } from './gate/times.ts';
import { ensureChromium } from './product/chromium.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const flag = process.argv.find((word) => /^--changed(=|$)/.test(word));
const results = join(root, 'test-results');

type Counts = { passed: number; failed: number; notRun: number };
const total: Counts = { passed: 0, failed: 0, notRun: 0 };

/** Where the files of a project are of which some stay out of the gate. */
const places: Readonly<Record<string, string>> = {
  integration: '{proto,infra,services}/**/*.int.spec.ts',
  e2e: 'infra/verification/e2e/*.e2e.spec.ts',
};

/** The files of a whole run of a project; none where that is all that the project has. */
const everyFile = (project: string): readonly string[] => {
  const place = places[project];
  if (place === undefined) return [];
  return globSync(place, { cwd: root, exclude: (path) => path.endsWith('node_modules') }).filter(inThisRun);
};

/** Runs the tests of a project, all of them or the given files. */
const tests = (project: string, files: readonly string[]): void => {
  const started = Date.now();
  const report = join(results, `${project}.json`);
  rmSync(report, { force: true });
  const { status } = spawnSync(
    join(root, 'node_modules', '.bin', 'vitest'),
    [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(files.length > 0 ? files : everyFile(project)),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}` },
    },
  );
  const counts = { passed: 0, failed: 1 };
  let broken: readonly FailedFile[] = [];
  if (existsSync(report)) {
    const read = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const { numPassedTests, testResults } = read;
    broken = failedFiles(root, project, read);
    counts.passed = numPassedTests;
    counts.failed = broken.reduce((sum, { failed }) => sum + failed, 0);
    // Something may be wrong outside of every test.
    if (status !== 0) counts.failed = Math.max(1, counts.failed);
    keepTimes(
      project,
      testResults.map(({ name, startTime, endTime, assertionResults }) => ({
        file: name.slice(root.length),
        seconds: (endTime - startTime) / 1000,
        tests: assertionResults.map((one) => ({ name: one.fullName, seconds: (one.duration ?? 0) / 1000 })),
      })),
    );
  }
  const seconds = (Date.now() - started) / 1000;
  const checks =
    counts.failed > 0 && broken.length === 0
      ? [`${project} tests ended with ${status} without a failed test: an error outside of every test, above`]
      : [];
  keepPart({ name: project, seconds, ...counts, notRun: 0, files: broken, checks });
  console.log(`${project} tests: ${counts.passed} passed, ${counts.failed} failed (${seconds.toFixed(0)} s)`);
  total.passed += counts.passed;
  total.failed += counts.failed;
};

/** End-to-end tests need a Chromium; where none is to be had they are named and not run, and the others are. */
const endToEnd = (files: readonly string[]): void => {
  const chromium = ensureChromium();
  if ('path' in chromium) return tests('e2e', files);
  const left = files.length > 0 ? files : everyFile('e2e');
  total.notRun += left.length;
  keepPart({ name: 'e2e', seconds: 0, passed: 0, failed: 0, notRun: left.length, files: [], checks: [] });
  console.log(`Not run: the end-to-end tests, for want of a Chromium: ${chromium.missing}`);
  for (const file of left) console.log(`  ${file}`);
};

/**
 * In the gate the engines of the cluster are fetched and made beside the checks and the unit tests: both wait for
 * registries or use one core. `npm run test:cluster` says how it went, and tries what failed again.
 */
const engines = process.env['GATE'] === 'on' ? makeEngines() : Promise.resolve();

async function makeEngines(): Promise<void> {
  const child = spawn(join(root, 'infra/engines/ready.sh'), ['gate'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.resume();
  child.stderr.resume();
  await once(child, 'close').catch(() => undefined);
}

const run = async (wanted: (name: string) => boolean, changed?: readonly string[]): Promise<void> => {
  const there = changed?.filter((file) => existsSync(join(root, file))) ?? [];
  const checks = checksOf(root)
    .filter(
      ({ name, concerns }) =>
        wanted(name) && (changed === undefined || concerns === undefined || changed.some((file) => concerns(file))),
    )
    .map((check) => (check.few === undefined || there.length === 0 ? check : { ...check, command: check.few(there) }));
  const begun = Date.now();
  const failures = await runChecks(root, checks);
  const failed = failures.length;
  total.failed += failed;
  total.passed += checks.length - failed;
  const seconds = (Date.now() - begun) / 1000;
  keepPart({
    name: 'static checks',
    seconds,
    passed: checks.length - failed,
    failed,
    notRun: 0,
    files: [],
    checks: failures,
  });
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
    const own = files?.filter(mine).filter(inThisRun);
    if (own?.length === 0) continue;
    if (project !== 'unit') await engines;
    if (project === 'e2e') endToEnd(own ?? []);
    else tests(project, own ?? []);
  }
};

mkdirSync(results, { recursive: true });
forgetTimes();
forgetParts();
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
