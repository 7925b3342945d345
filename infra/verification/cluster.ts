// `npm run test:cluster`: the engines on this machine, everything that is tried against them, then the stories of the
// end-to-end tests on the composed platform. Says the time of each part; ends with one line of counts. Words limit it
// to the spec files whose path has one of them: `npm run test:cluster -- event-store`. Where no container engine can be
// started at all nothing is run, which fails; with --gate that is said and counted as not run, and is no failure. With
// --gate the files of gate/outside.ts are left out, and of the stories one is told.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest, type TestModule } from 'vitest/node';
import { inThisRun } from './gate/outside.ts';
import { firstOf, keepPart, type FailedFile } from './gate/parts.ts';
import { keepTimes, printSlowest, type FileTime } from './gate/times.ts';
import { ensureChromium } from './product/chromium.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const gate = process.argv.includes('--gate');

/**
 * The stories that people would tell of both ways of running; the others look at what the one process does or at the
 * screen alone.
 */
const stories = ['together', 'import', 'import-into', 'people'].map(
  (name) => `infra/verification/e2e/${name}.e2e.spec.ts`,
);
const noEngine = 3;

const timed = async <T>(name: string, work: () => T | Promise<T>): Promise<T> => {
  const started = Date.now();
  const result = await work();
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
  return result;
};

const engines = (): number =>
  spawnSync(join(root, 'infra/engines/ready.sh'), gate ? ['gate'] : [], { cwd: root, stdio: 'inherit' }).status ?? 1;

let kept = 0;
type Ran = FileTime & { readonly passed: number; readonly failed: number; readonly broken?: FailedFile };
type Counts = { readonly passed: number; readonly failed: number };
const begun = Date.now();
const broken: FailedFile[] = [];
/** What failed that no file stands for. */
const alsoFailed: string[] = [];

/** A file that could not be loaded, or whose preparation failed, fails the run without a failed test. */
const ranOf = (project: string, module: TestModule, seconds: number): Ran => {
  const all = [...module.children.allTests()];
  const states = all.map((test) => test.result().state);
  const failed = module.state() === 'failed' ? Math.max(1, states.filter((state) => state === 'failed').length) : 0;
  const file = module.moduleId.slice(root.length);
  const one = all.find((test) => test.result().state === 'failed');
  const said = (one?.result().errors ?? module.errors())[0];
  const first = firstOf(one?.fullName ?? 'could not be run', said?.stack ?? said?.message ?? '');
  return {
    file,
    seconds,
    tests: all.map((test) => ({ name: test.fullName, seconds: (test.diagnostic()?.duration ?? 0) / 1000 })),
    passed: states.filter((state) => state === 'passed').length,
    failed,
    ...(failed > 0 && {
      broken: { project, file, failed, first, ...(project === 'e2e' && { platform: true as const }) },
    }),
  };
};

/** What makes faults of a whole platform under load, or measures one, has the machine for itself. */
const alone = (file: string): boolean =>
  /^infra\/verification\/(cluster\/faults|deployment\/platform)\.cluster\.spec\.ts$/.test(file);

const specs = async (project: string, files: readonly string[]): Promise<Counts> => {
  const parts: Ran[] = [];
  const queued = new Map<string, number>();
  const times = {
    onTestModuleQueued: (module: TestModule) => void queued.set(module.moduleId, Date.now()),
    onTestModuleEnd: (module: TestModule) =>
      void parts.push(ranOf(project, module, (Date.now() - (queued.get(module.moduleId) ?? Date.now())) / 1000)),
  };
  const vitest = await startVitest('test', [...files], {
    root,
    project: [project],
    watch: false,
    reporters: ['default', times],
  });
  const errors = vitest.state.getUnhandledErrors().length;
  if (errors > 0) alsoFailed.push(`${errors} errors outside of the tests of ${project}, above`);
  await vitest.close();
  broken.push(...parts.flatMap((part) => part.broken ?? []));
  console.log('\nTime of each part, its preparation included:');
  for (const { file, seconds, passed, failed } of parts.toSorted((a, b) => b.seconds - a.seconds)) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file} (${passed} passed, ${failed} failed)`);
  }
  keepTimes(`cluster-${kept++}`, parts);
  const sum = (of: (part: Ran) => number): number => parts.reduce((total, part) => total + of(part), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) + errors };
};

if (!gate) process.env['TESSERA_VARIANTS'] ??= 'all';

const chosen = (files: readonly string[]): readonly string[] =>
  files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
const chromium = ensureChromium();
const screens = (file: string): boolean => file.endsWith('.e2e.spec.ts');
const found = chosen([
  ...globSync('{infra,services}/**/*.cluster.spec.ts', { cwd: root, exclude: (path) => path.endsWith('node_modules') }),
  ...(gate ? stories.slice(0, 1) : stories),
]).filter((file) => !gate || inThisRun(file));
const blind = 'path' in chromium ? [] : found.filter(screens);
if ('missing' in chromium && blind.length > 0)
  console.log(`Not run, for want of a Chromium: ${blind.join(', ')}: ${chromium.missing}`);
const files = found.filter((file) => !blind.includes(file));
const told = files.filter((file) => file.endsWith('.e2e.spec.ts'));
const own = files.filter((file) => !told.includes(file));
const left = (more = 0): string => (blind.length + more === 0 ? '' : `, ${blind.length + more} files not run`);

const ready = await timed('engines ready', engines);
if (ready === noEngine && gate) {
  console.log(
    `Not run: ${own.length} files of the cluster mode's tests and ${told.length} stories on the composed platform. No container engine can be started on this machine; the line above says why.`,
  );
  keepPart({
    name: 'cluster',
    seconds: (Date.now() - begun) / 1000,
    passed: 0,
    failed: 0,
    notRun: blind.length + own.length + told.length,
    files: [],
    checks: [],
  });
  console.log(`0 passed, 0 failed${left(own.length + told.length)}`);
} else {
  let [passed, failed] = [0, ready === 0 ? 0 : 1];
  const add = (counts: Counts): void => {
    passed += counts.passed;
    failed += counts.failed;
  };
  const [whole, few] = [own.filter(alone), own.filter((file) => !alone(file))];
  // They wait for engines for much of their time.
  process.env['TESSERA_CLUSTER_WORKERS'] = '2';
  if (ready === 0 && few.length > 0)
    add(await timed('specs against real engines, two at a time', () => specs('cluster', few)));
  process.env['TESSERA_CLUSTER_WORKERS'] = '1';
  if (ready === 0 && whole.length > 0) add(await timed('specs of the whole platform', () => specs('cluster', whole)));
  if (ready === 0 && told.length > 0) {
    process.env['TESSERA_E2E'] = 'cluster';
    add(await timed('stories on the composed platform', () => specs('e2e', told)));
  }
  if (ready !== 0) alsoFailed.push(`infra/engines/ready.sh ended with ${ready}`);
  keepPart({
    name: 'cluster',
    seconds: (Date.now() - begun) / 1000,
    passed,
    failed,
    notRun: blind.length,
    files: broken,
    checks: alsoFailed,
  });
  if (!gate) printSlowest();
  console.log(`${passed} passed, ${failed} failed${left()}`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
