import { readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix, relative, sep } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * One import of the repository: both paths relative to its root with '/', or the package's name for what is installed.
 */
export type Import = { readonly from: string; readonly to: string; readonly typeOnly: boolean };

const skipped = new Set(['node_modules', 'dist', 'gen', '.git', '.cache']);
/** Where the product keeps its data, unless it is told otherwise. */
const data = 'data';

/** Every TypeScript source below `folder`, relative to `root`. */
export const sources = (root: string, folder = ''): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (skipped.has(entry.name) || path === data) return [];
    if (entry.isDirectory()) return sources(root, path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });

/** The imports of one file, from its text; `packages` maps a workspace's name to its folder. */
export const importsOf = (
  root: string,
  file: string,
  text: string,
  packages: ReadonlyMap<string, string>,
): Import[] => {
  const { module } = parseSync(file, text);
  const named = [
    ...module.staticImports.map((i) => ({
      to: i.moduleRequest.value,
      typeOnly: i.entries.length > 0 && i.entries.every((e) => e.isType),
    })),
    ...module.staticExports
      .flatMap((e) => e.entries)
      .filter((e) => e.moduleRequest)
      .map((e) => ({ to: e.moduleRequest?.value ?? '', typeOnly: e.isType })),
    ...module.dynamicImports.map((i) => ({
      to: text.slice(i.moduleRequest.start + 1, i.moduleRequest.end - 1),
      typeOnly: false,
    })),
  ];
  return named.map(({ to, typeOnly }) => ({ from: file, to: resolve(root, file, to, packages), typeOnly }));
};

const resolve = (root: string, from: string, to: string, packages: ReadonlyMap<string, string>): string => {
  if (to.startsWith('.'))
    return relative(root, join(root, dirname(from), to))
      .split(sep)
      .join('/');
  const [scope = '', name = ''] = to.split('/');
  const packageName = scope.startsWith('@') ? `${scope}/${name}` : scope;
  const folder = packages.get(packageName);
  if (folder) return `${folder}${to.slice(packageName.length)}`;
  return !to.startsWith('node:') && builtinModules.includes(to) ? `node:${to}` : to;
};

/** The workspaces of the repository: name to folder. */
export const workspaces = (root: string): ReadonlyMap<string, string> => {
  const { workspaces: patterns } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const folders = patterns.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(join(root, pattern.slice(0, -2)), { withFileTypes: true })
          .filter((e) => e.isDirectory())
          .map((e) => `${pattern.slice(0, -1)}${e.name}`)
      : [pattern],
  );
  return new Map(
    folders.map((folder) => [
      (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string }).name,
      folder,
    ]),
  );
};
