import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEngines } from '../../runtime/src/testing/cluster.ts';
import type { Json } from '../../runtime/src/testing/whole.ts';
import { ask, differences } from './ask.ts';
import { generations, placesOf, readJson, restoreMongo, type Manifest } from './kept.ts';
import { commandsOf, connectMongo, startClusterStand } from './stands.ts';

let engines: Awaited<ReturnType<typeof startEngines>>;
let folder: string;
beforeEach(async () => {
  engines = await startEngines();
  folder = mkdtempSync(join(tmpdir(), 'tessera-kept-'));
}, 300_000);
afterEach(async () => {
  await engines.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

describe.each(generations)('the dump of generation %i', (generation) => {
  const places = placesOf(generation);

  it(
    'is answered as it was: as it is, and when its read models are made anew from the events',
    { timeout: 600_000 },
    async () => {
      const { environment } = engines;
      const kept = readJson<Json>(places.cluster);
      const { tokens } = readJson<Manifest>(places.manifest);
      const client = await connectMongo(environment);
      await restoreMongo(client, places.dump).finally(() => client.close());
      const compare = async (): Promise<void> => {
        const stand = await startClusterStand(environment, folder);
        const today = await ask(stand.url, { apiToken: tokens.cluster }).finally(stand.stop);
        expect(differences(kept, today)).toEqual([]);
      };

      const commands = commandsOf(environment, folder);
      expect(await commands.verify()).toMatchObject({ fine: true, text: expect.stringContaining('tables: ok') });
      await compare();
      // What is made anew may have parts that the code of then did not write: the answers are compared.
      for (const service of ['auth', 'tables', 'connectors'])
        expect((await commands.rebuild(service)).text).toMatch(/: rebuilt from \d+ commits; /);
      await compare();
    },
  );
});
