// Everything that CI runs, in one command: `npm run verify`. Static checks first, then the builds, then the tests; ends
// with one line of counts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const only = process.argv.slice(2);
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const results = join(root, 'test-results');

type Check = { readonly name: string; readonly command: readonly string[]; readonly cwd?: string };

const checks: readonly Check[] = [
  { name: 'types of the back end', command: [bin('tsc'), '-p', 'tsconfig.json'] },
  { name: 'types of the verification', command: [bin('tsc'), '-p', 'infra/verification/tsconfig.json'] },
  { name: 'types of the frontends', command: [bin('tsc'), '-p', 'frontends/tsconfig.json'] },
  { name: 'format', command: [bin('prettier'), '--check', '--log-level', 'warn', '--cache', '.'] },
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings'] },
  { name: 'unused code', command: [bin('knip')] },
  { name: 'contracts lint', command: [bin('buf'), 'lint'], cwd: 'proto' },
  { name: 'contracts stay compatible', command: [bin('buf'), 'breaking', '--against', 'released.binpb'], cwd: 'proto' },
  { name: 'generated code is up to date', command: [process.execPath, 'proto/generate.ts', '--check'] },
  { name: 'tokens and catalogues', command: ['npm', 'run', '--silent', 'check', '-w', '@tessera/kit'] },
  { name: 'frontends build', command: ['npm', 'run', '--silent', 'build'] },
];

const run = (check: Check): boolean => {
  const started = Date.now();
  const [command = '', ...args] = check.command;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: join(root, check.cwd ?? ''),
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}` },
    maxBuffer: 64 * 1024 * 1024,
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${check.name} (${seconds} s)`);
  if (status !== 0) console.log(`${stdout}\n${stderr}`.trim().split('\n').slice(-80).join('\n'));
  return status === 0;
};

const tests = (project: string): { passed: number; failed: number } => {
  const report = join(results, `${project}.json`);
  rmSync(report, { force: true });
  const { status } = spawnSync(
    bin('vitest'),
    ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}` },
    },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  // A suite that could not be loaded fails the run without a failed test.
  return { passed: numPassedTests, failed: status === 0 ? numFailedTests : Math.max(1, numFailedTests) };
};

mkdirSync(results, { recursive: true });
const wanted = (name: string) => only.length === 0 || only.some((word) => name.includes(word));
const total = { passed: 0, failed: 0 };
for (const check of checks) {
  if (!wanted(check.name)) continue;
  if (run(check)) total.passed++;
  else total.failed++;
}
for (const project of ['unit', 'integration', 'e2e']) {
  if (!wanted(project)) continue;
  const started = Date.now();
  const counts = tests(project);
  console.log(
    `${project} tests: ${counts.passed} passed, ${counts.failed} failed (${((Date.now() - started) / 1000).toFixed(0)} s)`,
  );
  total.passed += counts.passed;
  total.failed += counts.failed;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
