import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rebuildModel } from '@tessera/event-store';
import type { WriteModule } from '@tessera/kernel';
import { openModelWriter } from '../../document-store/src/sqlite/model-writer.ts';
import { services } from '../../runtime/src/services.ts';
import { placesOf, readJson } from './kept.ts';

/**
 * What releases are held to beside the data that they wrote. `commands`: every command that a log may name, by service.
 * `folds`: by generation and service, what rebuilding makes of it: a hash for each aggregate and one for all that the
 * projections made, each under its version.
 */
export type Released = {
  readonly commands: Readonly<Record<string, readonly string[]>>;
  readonly folds: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
};

export const releasedPath = fileURLToPath(new URL('released.json', import.meta.url));
export const readReleased = (): Released =>
  existsSync(releasedPath) ? readJson<Released>(releasedPath) : { commands: {}, folds: {} };

/** The write module of each service that has one. */
export const writeModules = async (): Promise<ReadonlyMap<string, WriteModule<unknown>>> => {
  const modules = new Map<string, WriteModule<unknown>>();
  for (const { name, writeModuleUrl } of services)
    if (writeModuleUrl !== undefined)
      modules.set(name, ((await import(writeModuleUrl.href)) as { writeModule: WriteModule<unknown> }).writeModule);
  return modules;
};

/** What rebuilding makes of a generation, as `Released.folds` has it. */
export const foldsOf = async (generation: number): Promise<Released['folds'][string]> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tessera-folds-'));
  try {
    cpSync(placesOf(generation).data, dataFolder, { recursive: true });
    const folds: Record<string, Record<string, string>> = {};
    for (const { name, writeModuleUrl } of services) {
      if (writeModuleUrl === undefined || !existsSync(join(dataFolder, name, 'log.db'))) continue;
      const module = (await writeModules()).get(name)!;
      await rebuildModel({ dataFolder, service: name, writeModuleUrl });
      const versions = new Map(module.aggregates.map(({ kind, version }) => [kind, `${kind}@${version}`]));
      const projected = module.projections.map((one) => `${one.name}@${one.version}`).join(' ');
      const hashes = new Map([...versions.values(), projected].map((group) => [group, createHash('sha256')]));
      const model = openModelWriter({ path: join(dataFolder, name, 'model.db'), collections: module.collections });
      try {
        model.dump((line) => {
          const [kind, collection, , id] = JSON.parse(line) as string[];
          const folded = kind === 'document' && collection === '$snapshots' ? id!.slice(0, id!.indexOf(':')) : '';
          hashes
            .get(versions.get(folded) ?? projected)!
            .update(line)
            .update('\n');
        });
      } finally {
        model.close();
      }
      folds[name] = Object.fromEntries([...hashes].map(([group, hash]) => [group, hash.digest('hex').slice(0, 32)]));
    }
    return folds;
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
};
