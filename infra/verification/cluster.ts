// `npm run test:cluster`: the engines on this machine, then everything that is tried against them. Says the time of each part; ends with one line of counts.
// Words limit it to the spec files whose path has one of them: `npm run test:cluster -- event-store`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest, type TestModule } from 'vitest/node';

const root = fileURLToPath(new URL('../../', import.meta.url));
const words = process.argv.slice(2);

const timed = async <T>(name: string, work: () => T | Promise<T>): Promise<T> => {
  const started = Date.now();
  const result = await work();
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
  return result;
};

const engines = (): boolean => spawnSync(join(root, 'infra/engines/ready.sh'), [], { cwd: root, stdio: 'inherit' }).status === 0;

type Part = { readonly file: string; readonly seconds: number; readonly passed: number; readonly failed: number };

/** A file that could not be loaded, or whose preparation failed, fails the run without a failed test. */
const partOf = (module: TestModule, seconds: number): Part => {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const failed = states.filter((state) => state === 'failed').length;
  return { file: module.moduleId.slice(root.length), seconds, passed: states.filter((state) => state === 'passed').length, failed: module.state() === 'failed' ? Math.max(1, failed) : failed };
};

const specs = async (): Promise<{ readonly passed: number; readonly failed: number }> => {
  const parts: Part[] = [];
  const begun = new Map<string, number>();
  const times = {
    onTestModuleQueued: (module: TestModule) => void begun.set(module.moduleId, Date.now()),
    onTestModuleEnd: (module: TestModule) => void parts.push(partOf(module, (Date.now() - (begun.get(module.moduleId) ?? Date.now())) / 1000)),
  };
  const vitest = await startVitest('test', words, { root, project: ['cluster'], watch: false, reporters: ['default', times] });
  const errors = vitest.state.getUnhandledErrors().length;
  await vitest.close();
  console.log('\nTime of each part, its preparation included:');
  for (const { file, seconds, passed, failed } of parts.toSorted((a, b) => b.seconds - a.seconds)) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file} (${passed} passed, ${failed} failed)`);
  }
  const sum = (of: (part: Part) => number): number => parts.reduce((total, part) => total + of(part), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) + errors };
};

const ready = await timed('engines ready', engines);
const { passed, failed } = ready ? await timed('specs against real engines', specs) : { passed: 0, failed: 1 };
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
