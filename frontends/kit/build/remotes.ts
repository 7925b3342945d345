import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Manifest, manifestFaults } from '../src/manifest.ts';
import { chunksFile } from './remote-files.ts';
import { kitVersion } from './singletons.ts';

const folder = new URL('../../', import.meta.url).pathname;

/** Every folder beside the kit's that has a manifest. */
export const remotes: readonly string[] = readdirSync(folder)
  .filter((name) => name !== 'kit' && existsSync(join(folder, name, 'src/manifest.ts')))
  .toSorted();

/** Reads a remote's manifest as the shell will; throws when it is missing or unusable, which stops the build. */
export const readManifest = async (frontends: string, name: string): Promise<Manifest> => {
  const file = join(frontends, name, 'src/manifest.ts');
  if (!existsSync(file)) throw new Error(`${name} has no src/manifest.ts: a remote without a manifest is not built`);
  const module: unknown = await import(pathToFileURL(file).href);
  const manifest = typeof module === 'object' && module !== null && 'manifest' in module ? module.manifest : undefined;
  const faults = manifestFaults(manifest, kitVersion);
  if (faults.length > 0) throw new Error(`the manifest of ${name} ${faults.join('; ')}`);
  return manifest as Manifest;
};

/** The file that a dynamic import names, as its source has it. */
const imported = (load: () => unknown): string => /import\([^'"]*['"]([^'"]+)['"]/.exec(load.toString())?.[1] ?? '';

/**
 * What a page of the remote needs, by the addresses of the files: `first` always, `texts` by language, `pages` by
 * route, with `wide` on a screen that is no phone's. The page's first script asks for them before the code that will;
 * the routes of `ahead` come when nothing else is asked for.
 */
const filesOf = (dist: string, name: string, { routes, messages }: Manifest) => {
  const built = join(dist, chunksFile);
  const chunks = existsSync(built) ? (JSON.parse(readFileSync(built, 'utf8')) as Record<string, string[]>) : {};
  const of = (request: string) => (chunks[request] ?? []).map((file) => `/remotes/${name}/${file}`);
  return {
    first: [`/remotes/${name}/remoteEntry.js`, ...of('')],
    texts: Object.fromEntries(Object.entries(messages).map(([language, load]) => [language, of(imported(load))])),
    ahead: routes.filter(({ ahead }) => ahead).map(({ path }) => path),
    pages: Object.fromEntries(routes.map(({ path, load }) => [path, of(imported(load))])),
    wide: Object.fromEntries(
      routes.flatMap(({ path, wide }) => (wide === undefined ? [] : [[path, wide.flatMap(of)] as const])),
    ),
  };
};

type Tree = { readonly [key: string]: string | Tree };
/** A text by its path: `tasks.title`. */
const textAt = (tree: Tree, path: string): string => {
  let at: string | Tree | undefined = tree;
  for (const part of path.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  if (typeof at !== 'string') throw new Error(`there is no text "${path}" for an entry of the sidebar`);
  return at;
};

/** The entries of the sidebar with their words in every language, so that it is whole before its remotes are there. */
const menuOf = async ({ menu, messages }: Manifest) => {
  const languages = await Promise.all(
    Object.entries(messages).map(async ([language, load]) => [language, (await load()).messages as Tree] as const),
  );
  return menu.map(({ label, ...entry }) => ({
    ...entry,
    label: Object.fromEntries(
      languages.map(([language, tree]) => [language, textAt(tree, label.slice(label.indexOf(':') + 1))]),
    ),
  }));
};

/** Writes /remotes.json: which remote serves which addresses. A deployment may answer it with other entries. */
export const writeRemotes = async (frontends: string): Promise<void> => {
  const entries = await Promise.all(
    remotes.map(async (name) => {
      const manifest = await readManifest(frontends, name);
      const { routes } = manifest;
      return {
        name,
        entry: `/remotes/${name}/remoteEntry.js`,
        paths: routes.map((route) => route.path),
        collapsed: routes.filter((route) => route.sidebar === 'collapsed').map((route) => route.path),
        menu: await menuOf(manifest),
        files: filesOf(join(frontends, name, 'dist'), name, manifest),
      };
    }),
  );
  writeFileSync(join(frontends, 'shell/dist/remotes.json'), `${JSON.stringify({ remotes: entries }, null, 2)}\n`);
};
