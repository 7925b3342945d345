// `npm run test:cluster`: the engines on this machine, then everything that is tried against them. Says the time of each part; ends with one line of counts.
// Words limit it to the spec files whose path has one of them: `npm run test:cluster -- event-store`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const words = process.argv.slice(2);
const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}` };

const timed = <T>(name: string, work: () => T): T => {
  const started = Date.now();
  const result = work();
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
  return result;
};

type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number; readonly assertionResults: readonly { readonly status: string }[] }[];
};

const engines = (): boolean => spawnSync(join(root, 'infra/engines/ready.sh'), [], { cwd: root, stdio: 'inherit', env }).status === 0;

const specs = (): { readonly passed: number; readonly failed: number } => {
  const file = join(root, 'test-results/cluster.json');
  mkdirSync(join(root, 'test-results'), { recursive: true });
  rmSync(file, { force: true });
  const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), ['run', '--project', 'cluster', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...words], { cwd: root, stdio: 'inherit', env });
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  console.log('\nTime of each part:');
  for (const { name, startTime, endTime, assertionResults } of testResults.toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime))) {
    console.log(`${((endTime - startTime) / 1000).toFixed(1).padStart(8)} s  ${name.slice(root.length)} (${assertionResults.length})`);
  }
  // A suite that could not be loaded fails the run without a failed test.
  return { passed: numPassedTests, failed: status === 0 ? numFailedTests : Math.max(1, numFailedTests) };
};

const ready = timed('engines ready', engines);
const { passed, failed } = ready ? timed('specs against real engines', specs) : { passed: 0, failed: 1 };
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
