// The end of the gate: the files in which something failed run once more, alone; then what was slow, what each part
// took of its budget, what failed, what is unsteady, and one line of counts. The gate names what ended badly without
// leaving a failure behind: `node infra/verification/gate/verdict.ts <name>…`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keptParts, type FailedFile, type Part, type Report } from './parts.ts';
import { printSlowest } from './times.ts';

/** Seconds on two cores, with packages and engines there. */
export const budgets: Readonly<Record<string, number>> = {
  'static checks': 60,
  unit: 60,
  integration: 150,
  e2e: 150,
  cluster: 240,
};

/** More files than these that pass at the second try only are a failure of their own. */
const unsteadyAtMost = 3;
/** A run with more failed files than these is broken: they are not tried again. */
const triedAgainAtMost = 8;

/** Of a file, whether all of it passed when it ran alone. */
export type Again = (file: FailedFile) => boolean;

export type Verdict = {
  readonly lines: readonly string[];
  readonly ok: boolean;
};

/** One part's line: its time beside its budget, in bold where it is a fifth over it. */
const spent = ({ name, seconds }: Part): string => {
  const budget = budgets[name];
  const line = `${seconds.toFixed(0).padStart(8)} s  ${name}${budget === undefined ? '' : ` (budget ${budget} s)`}`;
  return budget !== undefined && seconds > budget * 1.2 ? `\u001B[1m${line}, over it\u001B[22m` : line;
};

const named = (files: readonly FailedFile[]): readonly string[] =>
  files.map(({ project, file, first }) => `${project} ${file}: ${first}`);

/** The verdict on a run, its failed files tried once more. `badly`: what ended badly and says so itself nowhere. */
export const judge = (parts: readonly Part[], again: Again, badly: readonly string[] = []): Verdict => {
  const failed = parts.flatMap(({ files }) => files);
  const unsteady = failed.length > triedAgainAtMost ? [] : failed.filter(again);
  const sum = (of: (part: Part) => number): number => parts.reduce((total, part) => total + of(part), 0);
  const mended = unsteady.reduce((total, file) => total + file.failed, 0);
  const stillFailed = failed.filter((file) => !unsteady.includes(file));
  const untold = sum((part) => part.failed) === 0 ? badly : [];
  const tooMany =
    unsteady.length > unsteadyAtMost ? [`${unsteady.length} files are unsteady; ${unsteadyAtMost} may be`] : [];
  const what = [...parts.flatMap(({ checks }) => checks), ...named(stillFailed), ...untold, ...tooMany];
  const counts = {
    passed: sum((part) => part.passed) + mended,
    failed: sum((part) => part.failed) - mended + untold.length + tooMany.length,
    notRun: sum((part) => part.notRun),
  };
  const { passed, notRun } = counts;
  const list = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`), ''];
  return {
    ok: counts.failed === 0 && passed > 0,
    lines: [
      '',
      'What each part took:',
      ...parts.map(spent),
      `${sum((part) => part.seconds)
        .toFixed(0)
        .padStart(8)} s  in all`,
      // Those that failed and passed when they ran alone.
      ...list('Unsteady:', named(unsteady)),
      ...(notRun > 0 ? [`${notRun} files not run: the lines that begin with "Not run" say which and why`] : []),
      ...list('What failed:', what),
      `${passed} passed, ${counts.failed} failed${notRun > 0 ? `, ${notRun} files not run` : ''}`,
    ],
  };
};

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * What a file that runs by itself is told. What belongs to the engines goes to tests of the engines alone: a product that
 * a story starts refuses what it does not know.
 */
export const toldAlone = ({ project, platform }: Pick<FailedFile, 'project' | 'platform'>): Record<string, string> => ({
  ...((project === 'cluster' || platform === true) && { TESSERA_CLUSTER_WORKERS: '1' }),
  ...(platform === true && { TESSERA_E2E: 'cluster' }),
});

/** Runs one file by itself, nothing beside it. */
const runAlone: Again = (failed) => {
  const { project, file } = failed;
  const report = join(root, 'test-results', 'again.json');
  rmSync(report, { force: true });
  console.log(`\nOnce more, alone: ${file}`);
  const { status } = spawnSync(
    join(root, 'node_modules', '.bin', 'vitest'),
    [
      'run',
      '--project',
      project,
      '--maxWorkers=1',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      file,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...toldAlone(failed) },
    },
  );
  if (status !== 0 || !existsSync(report)) return false;
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return numFailedTests === 0 && numPassedTests > 0;
};

if (import.meta.main) {
  const { lines, ok } = judge(keptParts(), runAlone, process.argv.slice(2));
  printSlowest();
  console.log(lines.join('\n'));
  process.exitCode = ok ? 0 : 1;
}
