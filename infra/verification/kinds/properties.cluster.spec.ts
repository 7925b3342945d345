import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clusterCommands } from '../../runtime/src/cli-cluster.ts';
import { readClusterConfig } from '../../runtime/src/cluster/config.ts';
import { startCluster, startEngines } from '../../runtime/src/testing/cluster.ts';
import { signIn } from '../../runtime/src/testing/whole.ts';
import { caller, owner } from '../../runtime/src/testing.ts';
import { dropped, makeDescribed } from './properties.ts';
import { makeWalked, unconverted, unread } from './values.ts';
import { droppedParts, makeViews } from './views.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-properties-'));
let engines: Awaited<ReturnType<typeof startEngines>>;
beforeAll(async () => {
  engines = await startEngines();
}, 300_000);
afterAll(async () => {
  await engines.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

it(
  'each property and the values of each field type, and each part of each type of view, survive the API, the log, a rebuild and the API',
  { timeout: 300_000 },
  async () => {
    const { environment } = engines;
    let cluster = await startCluster(environment, folder);
    const made = await caller(cluster.url).call('POST', '/setup', { ...owner, code: await cluster.setupCode() });
    expect(made.status).toBe(201);
    const table = await makeDescribed(await signIn(cluster.url));
    const seen = await makeViews(await signIn(cluster.url));
    expect(await dropped(await signIn(cluster.url), table)).toEqual([]);
    const walked = await makeWalked(await signIn(cluster.url));
    expect(await unread(await signIn(cluster.url), walked)).toEqual([]);
    expect(await unconverted(await signIn(cluster.url), walked)).toEqual([]);
    expect(await droppedParts(await signIn(cluster.url), seen)).toEqual([]);
    await cluster.stop();

    const commands = clusterCommands(readClusterConfig({ ...environment, TESSERA_DATA: folder }));
    expect(await commands.rebuild('tables')).toMatchObject({ fine: true });
    cluster = await startCluster(environment, folder);
    try {
      expect(await dropped(await signIn(cluster.url), table)).toEqual([]);
      expect(await unread(await signIn(cluster.url), walked)).toEqual([]);
      expect(await droppedParts(await signIn(cluster.url), seen)).toEqual([]);
    } finally {
      await cluster.stop();
    }
  },
);
