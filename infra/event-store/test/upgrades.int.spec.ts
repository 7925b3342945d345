import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logicalDump, openStores, prepareModel, rebuildModel, type Stores } from '../src/index.ts';
import { actorOf, metaFor } from './actors.ts';

const release = (version: 1 | 2) => {
  const writeModuleUrl = new URL(version === 1 ? './lists.ts' : './lists-v2.ts', import.meta.url);
  return { service: 'lists', name: 'lists', writeModuleUrl };
};

let dataFolder: string;
const opened = new Set<Stores>();
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'upgrades-'));
});
afterEach(async () => {
  for (const stores of opened) await stores.close();
  opened.clear();
  rmSync(dataFolder, { recursive: true, force: true });
});

const open = async (version: 1 | 2): Promise<Stores> => {
  const stores = await openStores({ dataFolder, services: [release(version)] });
  opened.add(stores);
  return stores;
};
const close = async (stores: Stores): Promise<void> => {
  opened.delete(stores);
  await stores.close();
};
const run = (stores: Stores, type: string, payload: object, more = {}) =>
  stores.store('lists').execute<{ ids: string[] }>({ type, payload }, metaFor('org', more));
const filled = async (stores: Stores): Promise<string[]> => {
  await run(stores, 'make', { list: 'l', label: 'l', columns: ['c1_1'] });
  for (let i = 0; i < 60; i++) await run(stores, 'label', { list: 'l', label: `label ${i}` });
  const columns = { c1_1: ['one', 'two', 'to be forgotten'] };
  return (await run(stores, 'add', { list: 'l', count: 3, columns })).answer.ids;
};
const others = (): string[] => readdirSync(join(dataFolder, 'lists')).filter((name) => name.startsWith('model-'));
const prepare = (version: 1 | 2) => prepareModel({ dataFolder, ...release(version) });

describe('an upgrade that makes another model', () => {
  it('starts on a model that was prepared beside the running release, with what was written since', async () => {
    let stores = await open(1);
    await filled(stores);
    expect(await prepare(1)).toEqual({ state: 'current' });
    expect(await prepare(2)).toEqual({ state: 'prepared', commits: 62 });
    const key = { idempotencyKey: 'sent before the upgrade' };
    await run(stores, 'label', { list: 'l', label: 'since' }, key);
    expect(await prepare(2)).toEqual({ state: 'prepared', commits: 1 });
    await run(stores, 'label', { list: 'l', label: 'last' });
    await close(stores);

    stores = await open(2);
    expect(stores.opened[0]).toMatchObject({ found: true, caughtUp: 1 });
    expect(stores.opened[0]).not.toHaveProperty('rebuilt');
    expect(await run(stores, 'label', { list: 'l', label: 'since' }, key)).toMatchObject({ repeated: true });
    await run(stores, 'label', { list: 'l', label: 'by the new release' });
    await close(stores);
    const upgraded = await logicalDump({ dataFolder, ...release(2) });
    expect((await rebuildModel({ dataFolder, ...release(2) })).hash).toBe(upgraded);
  });

  it('is taken back to the model that the earlier release left, and done again', async () => {
    let stores = await open(1);
    await filled(stores);
    await prepare(2);
    await close(stores);
    for (const version of [2, 1, 2, 1] as const) {
      stores = await open(version);
      expect(stores.opened[0]).toMatchObject({ found: true });
      expect(stores.opened[0]!.caughtUp).toBeLessThanOrEqual(1);
      await run(stores, 'label', { list: 'l', label: `by release ${version}` });
      await close(stores);
    }
    const dump = await logicalDump({ dataFolder, ...release(1) });
    expect((await rebuildModel({ dataFolder, ...release(1) })).hash).toBe(dump);
  });

  it('is not hurt by a preparation that was killed', async () => {
    let stores = await open(1);
    await filled(stores);
    const child = new URL('./prepare-child.ts', import.meta.url).pathname;
    const { signal } = spawnSync(process.execPath, [child, dataFolder, 'lists-v2-dies']);
    expect(signal).toBe('SIGKILL');
    expect(others()).toContainEqual(expect.stringMatching(/\.part\.db$/));
    await run(stores, 'label', { list: 'l', label: 'goes on' });
    await close(stores);
    stores = await open(2);
    expect(stores.opened[0]).toMatchObject({ rebuilt: 'projection', caughtUp: 63 });
    await close(stores);
    stores = await open(1);
    expect(stores.opened[0]).toMatchObject({ found: true, caughtUp: 0 });
    rmSync(
      join(
        dataFolder,
        'lists',
        others().find((name) => /^model-[0-9a-f]+\.db$/.test(name))!,
      ),
    );
    expect(await prepare(2)).toEqual({ state: 'prepared', commits: 63 });
    expect(others().filter((name) => name.includes('.part.'))).toEqual([]);
  });

  it('leaves no model of another release after a purge', async () => {
    const stores = await open(1);
    const ids = await filled(stores);
    await prepare(2);
    expect(others()).toHaveLength(1);
    await stores.store('lists').purge({ stream: 'record:l', items: [ids[2]!] }, { actor: actorOf('org') });
    expect(others()).toEqual([]);
    expect(await prepare(2)).toMatchObject({ state: 'prepared' });
    await close(stores);
    expect((await open(2)).opened[0]).toMatchObject({ found: true });
  });

  it('keeps the model of the earlier release for a day', async () => {
    await close(await open(1).then(async (stores) => (await filled(stores), stores)));
    await close(await open(2));
    expect(others()).toHaveLength(1);
    await close(await open(2));
    expect(others()).toHaveLength(1);
    const before = new Date(Date.now() - 25 * 60 * 60_000);
    for (const name of others()) utimesSync(join(dataFolder, 'lists', name), before, before);
    await close(await open(2));
    expect(others()).toEqual([]);
  });
});
