import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Import } from './imports.ts';
import { isTest } from './rules.ts';

type Packages = ReadonlyMap<string, string>;
type Manifest = {
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

const manifestOf = (root: string, folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/** The workspace that a path of the repository belongs to: the innermost one. */
const workspaceOf = (packages: Packages, path: string): readonly [name: string, folder: string] | undefined =>
  [...packages]
    .filter(([, folder]) => path === folder || path.startsWith(`${folder}/`))
    .toSorted(([, a], [, b]) => b.length - a.length)[0];

/** The file that an import means; what is exported under a name is found by the workspace's `exports`. */
const fileOf = (root: string, packages: Packages, { to }: Import): string | undefined => {
  if (/\.(ts|tsx|mjs)$/.test(to)) return to;
  const workspace = workspaceOf(packages, to);
  if (workspace === undefined) return undefined;
  const [, folder] = workspace;
  const wanted = `.${to.slice(folder.length)}`;
  for (const [name, target] of Object.entries(manifestOf(root, folder).exports ?? {})) {
    const [before, after] = name.split('*', 2) as [string, string | undefined];
    if (after === undefined ? name !== wanted : !wanted.startsWith(before) || !wanted.endsWith(after)) continue;
    const filled = after === undefined ? '' : wanted.slice(before.length, wanted.length - after.length);
    return join(folder, target.replace('*', filled));
  }
  return undefined;
};

/**
 * What a decision may be made with beside our own pure code: how events are encoded, the patterns of formulas, and what
 * a page of text may hold and how pieces of it come together.
 */
const pureInstalled = /^(@bufbuild\/protobuf|re2js|prosemirror-model|yjs|@tiptap\/y-tiptap)(\/|$)/;
const inKernel = (path: string): boolean => path === 'infra/kernel' || path.startsWith('infra/kernel/');

/**
 * What the writer of a service may not do and does: imports of a clock, disk, network or framework in `write.ts` or in
 * anything that it reaches. The kernel is the writer's own and has a rule for itself. Each as `file imports what`.
 */
export const impure = (root: string, writer: string, imports: readonly Import[], packages: Packages): string[] => {
  const byFile = Map.groupBy(imports, ({ from }) => from);
  const seen = new Set([writer]);
  const broken: string[] = [];
  for (const file of seen)
    for (const one of byFile.get(file) ?? []) {
      if (one.typeOnly || inKernel(one.to)) continue;
      const target = fileOf(root, packages, one);
      const ours = target !== undefined && !target.startsWith('infra/');
      if (ours) seen.add(target);
      else if (!pureInstalled.test(one.to)) broken.push(`${file} imports ${one.to}`);
    }
  return broken;
};

/**
 * Workspaces that a workspace imports by name and does not declare: what runs needs them in `dependencies`, tests may
 * have them in `devDependencies`. Each as `package.json: name`.
 */
export const undeclared = (root: string, imports: readonly Import[], packages: Packages): string[] => {
  const missing = new Set<string>();
  for (const { from, to } of imports) {
    const own = workspaceOf(packages, from);
    const other = workspaceOf(packages, to);
    if (own === undefined || other === undefined || own[0] === other[0]) continue;
    // A path of another workspace's file is a matter of the boundaries.
    if (to !== other[1] && existsSync(join(root, to))) continue;
    const { dependencies = {}, devDependencies = {} } = manifestOf(root, own[1]);
    if (other[0] in dependencies || (isTest(from) && other[0] in devDependencies)) continue;
    missing.add(`${own[1]}/package.json: ${other[0]}`);
  }
  return [...missing].toSorted();
};
