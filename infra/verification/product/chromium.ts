import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

/** A way to get a Chromium, and how it went: undefined where it does not concern this machine. */
export type Way = { readonly name: string; readonly applies: () => boolean; readonly get: () => string | undefined };
export type Chromium = { readonly path: string } | { readonly missing: string };

const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const places = (): readonly string[] => {
  const named = process.env['CHROMIUM'];
  return named !== undefined && named !== '' ? [named] : [...system, chromium.executablePath()];
};

/** Whether it starts: a download lacks the machine's libraries, and Ubuntu's package may be a hint at a snap. */
const starts = (path: string): boolean =>
  existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;

/** The Chromium of this machine, as CHROMIUM names it or at the usual places. */
export const findChromium = (): string | undefined => places().find((path) => existsSync(path));

/**
 * Why a program failed, from what it said: its first error in words, for dumps and traces follow it, else its last line.
 */
export const reasonOf = (said: string): string | undefined => {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.find((line) => /^(?:E|Err|Error|error): ?./.test(line) && !line.endsWith('caused by')) ??
    lines.findLast((line) => /^\S.*\w/.test(line))
  );
};

/** Undefined when it went well, else why it did not. */
const run = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string | undefined => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 900_000,
  });
  if (status === 0) return undefined;
  return error?.message ?? reasonOf(`${stdout ?? ''}\n${stderr ?? ''}`) ?? `ended with ${status}`;
};

const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
const ways: readonly Way[] = [
  {
    name: 'apt-get install chromium',
    applies: () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
    get: () =>
      run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', 'update'], quiet) ??
      run(
        'apt-get',
        [
          '-qq',
          '-y',
          '-o',
          'DPkg::Lock::Timeout=300',
          '--no-install-recommends',
          'install',
          'chromium',
          'fonts-liberation',
        ],
        quiet,
      ),
  },
  {
    name: 'playwright-core install chromium',
    applies: () => true,
    get: () => {
      const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
      return run(process.execPath, [cli, 'install', '--no-shell', 'chromium']);
    },
  },
];

/**
 * Makes sure that this machine has a Chromium: its own, else one by apt where we are root, else the one that playwright
 * downloads. Answers where it is, or why there is none and what helps; never throws. One that CHROMIUM names is never
 * replaced.
 */
export const ensureChromium = (
  tell: (line: string) => void = (line) => console.log(line),
  { find, by }: { readonly find: () => readonly string[]; readonly by: readonly Way[] } = { find: places, by: ways },
): Chromium => {
  const there = (): string | undefined => find().find(starts);
  const help = "install Debian's chromium, or name one with CHROMIUM=/path";
  let path = there();
  if (path !== undefined) return { path };
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') return { missing: `CHROMIUM=${named} does not start; ${help}` };
  const failures: string[] = [];
  for (const way of by.filter((one) => one.applies())) {
    tell(`no Chromium on this machine: ${way.name} …`);
    const failure = way.get();
    path = there();
    if (path !== undefined) return { path };
    failures.push(`${way.name}: ${failure ?? 'what it installed does not start'}`);
  }
  return { missing: [...failures, help].join('; ') };
};
