import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { generated } from '../../generate/src/files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The part of the tree that a skeleton is planted in. */
const planted = ['proto', 'infra', 'services', 'frontends', 'k8s'];
const single = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vitest.config.ts',
  'docker-compose.yml',
  'Tiltfile',
  '.prettierrc.json',
  '.prettierignore',
];
const skipped = /(^|\/)(node_modules|dist|\.cache|fixtures|foreign)$/;

/** A copy of the tree, with the packages that are here and our own as they are there. `remove` takes it away. */
export const copyTree = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-skeletons-'));
  for (const path of planted)
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: (from) => !skipped.test(from) });
  for (const file of single) cpSync(join(root, file), join(folder, file));
  mkdirSync(join(folder, 'node_modules/@tessera'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@tessera') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly resolved?: string; readonly link?: boolean }>;
  };
  for (const [path, { link, resolved }] of Object.entries(packages)) {
    if (link === true && resolved !== undefined) symlinkSync(join(folder, resolved), join(folder, path));
    const own = /^((?:frontends|infra|services|proto)\/.*node_modules)\//.exec(path)?.[1];
    if (own !== undefined && existsSync(join(root, own)) && !existsSync(join(folder, own)))
      symlinkSync(join(root, own), join(folder, own));
  }

  const run = (command: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
    });
    return { status, said: `${stdout}${stderr}` };
  };
  /** What a command prints that ends well; fails where it does not. */
  const ran = (command: string, ...args: readonly string[]): string => {
    const { status, said } = run(command, args);
    expect(status, `${command} ${args.join(' ')}\n${said}`).toBe(0);
    return said;
  };
  const filesBelow = (path: string): string[] =>
    readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
      const file = join(path, entry.name);
      if (skipped.test(file)) return [];
      return entry.isDirectory() ? filesBelow(file) : [file];
    });
  const state = (): ReadonlyMap<string, string> =>
    new Map(
      [...planted.flatMap(filesBelow), ...single].map((file) => [
        file,
        hash('sha256', readFileSync(join(folder, file))),
      ]),
    );
  /** Files that differ from `before`, but for those that programs make. */
  const byHand = (before: ReadonlyMap<string, string>): readonly string[] => {
    const made = new Set([
      ...generated(folder).keys(),
      'package-lock.json',
      'proto/client/src/openapi.ts',
      'infra/verification/generations/released.json',
    ]);
    const after = state();
    return [...new Set([...before.keys(), ...after.keys()])].filter(
      (file) => before.get(file) !== after.get(file) && !made.has(file) && !file.startsWith('proto/gen/'),
    );
  };
  return { folder, run, ran, state, byHand, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
