import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importsOf, sources, workspaces } from '../architecture/imports.ts';

/** What imports what: by file, the files that it imports or starts as a worker. */
export type Graph = ReadonlyMap<string, readonly string[]>;

type Exports = Readonly<Record<string, string>>;

/** A package's subpath as its manifest names the file. */
const entryOf = (folder: string, exports: Exports, subpath: string): string | undefined => {
  const key = subpath === '' ? '.' : `.${subpath}`;
  for (const [pattern, target] of Object.entries(exports)) {
    if (pattern === key) return posix.join(folder, target);
    const [before = '', after] = pattern.split('*');
    if (after !== undefined && key.startsWith(before) && key.endsWith(after))
      return posix.join(folder, target.replace('*', key.slice(before.length, key.length - after.length)));
  }
  return undefined;
};

/** The imports of the whole repository, workers that are started by their address included. */
export const readGraph = (root: string): Graph => {
  const packages = workspaces(root);
  const manifests = new Map(
    [...packages.values()].map((folder) => {
      const { exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
        exports?: Exports;
      };
      return [folder, exports] as const;
    }),
  );
  const files = sources(root).filter((file) => /^(proto|infra|services|frontends)\//.test(file));
  const known = new Set(files);
  const resolved = (to: string): readonly string[] => {
    if (known.has(to)) return [to];
    // A package comes before the ones inside its folder: proto/fields is a package of its own.
    const [folder, exports] = [...manifests]
      .filter(([one]) => to === one || to.startsWith(`${one}/`))
      .toSorted(([a], [b]) => b.length - a.length)[0] ?? ['', {}];
    const entry = entryOf(folder, exports, to.slice(folder.length));
    return entry === undefined ? [] : [entry];
  };
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const started = [...text.matchAll(/new URL\('(\.[^']+\.(?:ts|mjs))',\s*import\.meta\.url\)/g)].map((match) =>
        posix.join(posix.dirname(file), match[1]!),
      );
      const imported = importsOf(root, file, text, packages).filter(({ typeOnly }) => !typeOnly);
      return [file, [...imported.map(({ to }) => to), ...started].flatMap(resolved)];
    }),
  );
};

/** Where the whole product is put together: who imports it imports every service. */
const composition = /^infra\/runtime\/src\//;
const packageOf = (file: string): string => /^(proto\/fields|[^/]+\/[^/]+)\//.exec(file)?.[1] ?? '';

/**
 * The test files that a change reaches: those that import a changed file on any way, and of those that start the whole
 * product the ones of the package that changed. A test of another service that merely starts the product is not
 * reached: that would be all of them.
 */
export const reached = (graph: Graph, changed: readonly string[]): readonly string[] => {
  const importers = new Map<string, string[]>();
  for (const [from, all] of graph)
    for (const to of all) {
      if (composition.test(from) && to.startsWith('services/')) continue;
      importers.set(to, [...(importers.get(to) ?? []), from]);
    }
  const found = new Set<string>();
  const next = changed.filter((file) => graph.has(file));
  while (next.length > 0) {
    const file = next.pop()!;
    if (found.has(file)) continue;
    found.add(file);
    next.push(...(importers.get(file) ?? []));
  }
  const isTest = (file: string): boolean => /\.spec\.tsx?$/.test(file);
  const packages = new Set(
    changed.filter((file) => file.startsWith('services/') && graph.has(file) && !isTest(file)).map(packageOf),
  );
  const tests = [...graph.keys()].filter(isTest);
  return tests
    .filter((file) => found.has(file) || (file.endsWith('.int.spec.ts') && packages.has(packageOf(file))))
    .toSorted();
};
