import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Manifest, manifestFaults } from '../src/manifest.ts';
import { kitVersion } from './singletons.ts';

export const remotes: readonly string[] = ['building'];

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

/** Writes /remotes.json: which remote serves which addresses. A deployment may answer it with other entries. */
export const writeRemotes = async (frontends: string): Promise<void> => {
  const entries = await Promise.all(
    remotes.map(async (name) => {
      const { routes } = await readManifest(frontends, name);
      return {
        name,
        entry: `/remotes/${name}/mf-manifest.json`,
        paths: routes.map((route) => route.path),
        collapsed: routes.filter((route) => route.sidebar === 'collapsed').map((route) => route.path),
      };
    }),
  );
  writeFileSync(join(frontends, 'shell/dist/remotes.json'), `${JSON.stringify({ remotes: entries }, null, 2)}\n`);
};
