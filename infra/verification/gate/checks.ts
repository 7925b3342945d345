import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** A check that runs no test: a command that ends well or not. */
export type Check = {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  /** Of a changed file, whether it concerns this check; every file does when it is not said. */
  readonly concerns?: (file: string) => boolean;
  /** The command for changed files alone, where it can look at fewer. */
  readonly few?: (files: readonly string[]) => readonly [string, ...string[]];
  /** It writes what others read, so none runs beside it. */
  readonly alone?: boolean;
};

const contracts = (file: string): boolean => /^proto\/(?!fields\/)|^package/.test(file);
const screens = (file: string): boolean => /^(frontends|proto\/fields|infra\/kernel)\/|^package|^tsconfig/.test(file);

/** Every check of `npm run verify` beside the tests. The types come first: they take longest. */
export const checksOf = (root: string): readonly Check[] => {
  const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
  return [
    { name: 'types of the back end', command: [bin('tsc'), '-p', 'tsconfig.json'] },
    { name: 'types of the frontends', command: [bin('tsc'), '-p', 'frontends/tsconfig.json'] },
    { name: 'types of the verification', command: [bin('tsc'), '-p', 'infra/verification/tsconfig.json'] },
    {
      name: 'format',
      command: [bin('prettier'), '--check', '--log-level', 'warn', '--cache', '.'],
      few: (files) => [bin('prettier'), '--check', '--log-level', 'warn', '--ignore-unknown', ...files],
    },
    { name: 'lint', command: [bin('oxlint'), '--deny-warnings'] },
    { name: 'unused code', command: [bin('knip')] },
    { name: 'contracts lint', command: [bin('buf'), 'lint'], cwd: 'proto', concerns: contracts },
    {
      name: 'contracts stay compatible',
      command: [bin('buf'), 'breaking', '--against', 'released.binpb'],
      cwd: 'proto',
      concerns: contracts,
    },
    {
      name: 'generated code is up to date',
      command: [process.execPath, 'proto/generate.ts', '--check'],
      concerns: contracts,
      alone: true,
    },
    {
      name: 'tokens and catalogues',
      command: ['npm', 'run', '--silent', 'check', '-w', '@tessera/kit'],
      concerns: screens,
    },
    { name: 'frontends build', command: ['npm', 'run', '--silent', 'build'], concerns: screens },
  ];
};

const run = ({ command: [program, ...args], cwd = '' }: Check, root: string): Promise<{ ok: boolean; said: string }> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: join(root, cwd),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}` },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    child.once('error', (error) => resolve({ ok: false, said: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, said }));
  });

/**
 * Runs checks, two at a time where that is sound, and says of each how it went, with the end of what a failed one
 * printed. Answers what failed: the names, with the end of what they printed.
 */
export const runChecks = async (root: string, checks: readonly Check[]): Promise<readonly string[]> => {
  const failed: string[] = [];
  const lane = async (waiting: Check[]): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const started = Date.now();
      const { ok, said } = await run(check, root);
      console.log(`${ok ? 'passed' : 'FAILED'}  ${check.name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
      if (ok) continue;
      const lines = said.trim().split('\n');
      console.log(lines.slice(-80).join('\n'));
      failed.push([check.name, ...lines.slice(-10)].join('\n    '));
    }
  };
  await lane(checks.filter((one) => one.alone === true));
  const others = checks.filter((one) => one.alone !== true);
  await Promise.all([lane(others), lane(others)]);
  return failed;
};
