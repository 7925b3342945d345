import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logicalDump, openStores, rebuildModel, verifyLogs, type Stores } from '../src/index.ts';
import { actorOf, metaFor } from './actors.ts';
import { purgeContract, type PurgeHarness } from './purge.contract.ts';
import type { ListEvent } from './service.ts';

const lists = { name: 'lists', writeModuleUrl: new URL('./lists.ts', import.meta.url) };
const model = { service: 'lists', writeModuleUrl: lists.writeModuleUrl };
const filesHold = (folder: string, text: string): boolean =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(text),
  );

const openOn = async (dataFolder: string): Promise<PurgeHarness> => {
  const stores = await openStores({ dataFolder, services: [lists] });
  return {
    store: stores.store<ListEvent>('lists'),
    holds: async (text) => filesHold(dataFolder, text),
    seal: () => stores.seal('lists'),
    reopen: async () => {
      await stores.close();
      return openOn(dataFolder);
    },
    whole: async () => {
      await stores.settled();
      await stores.close();
      const [report] = verifyLogs({ dataFolder });
      expect(report!.damage).toEqual([]);
      const live = await logicalDump({ dataFolder, ...model });
      expect((await rebuildModel({ dataFolder, ...model })).hash).toBe(live);
      return { harness: await openOn(dataFolder), purged: report!.purged };
    },
    close: async () => {
      await stores.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
};

purgeContract('embedded', () => openOn(mkdtempSync(join(tmpdir(), 'purge-'))));

describe('a purge in files', () => {
  let folder: string;
  let stores: Stores;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'purge-files-'));
    stores = await openStores({ dataFolder: folder, services: [lists] });
  });
  afterEach(async () => {
    await stores.close();
    rmSync(folder, { recursive: true });
  });

  it('leaves nothing in pages that were split, moved and freed before it', async () => {
    const store = stores.store<ListEvent>('lists');
    const run = <A>(type: string, payload: object) => store.execute<A>({ type, payload }, metaFor('org'));
    await run('make', { list: 'l', label: 'l', columns: ['c1_1', 'c2_1'] });
    const ids: string[] = [];
    const planted: number[] = [];
    for (let from = 0; from < 3_000; from += 250) {
      const texts = Array.from({ length: 250 }, (_, i) =>
        (from + i) % 10 === 0 ? `planted-${from + i}-value` : `other ${from + i}`,
      );
      for (let i = 0; i < 250; i += 10) planted.push(from + i);
      for (let i = 0; i < 250; i += 50)
        ids.push(
          ...(await run<{ ids: string[] }>('add', { list: 'l', count: 50, columns: { c1_1: texts.slice(i, i + 50) } }))
            .answer.ids,
        );
    }
    // Rows grow, shrink and grow again: their neighbours move from page to page, with what they held.
    for (let round = 0; round < 4; round++) {
      for (let from = round; from < 3_000; from += 100) {
        const places = [from, (from * 7) % 3_000, (from * 13 + 5) % 3_000].filter(
          (place, i, all) => all.indexOf(place) === i,
        );
        const values = places.map(
          (place) =>
            `${place % 10 === 0 ? 'planted-again' : 'other'} ${'x'.repeat(((place * 31 + round * 17) % 900) + 1)}`,
        );
        await run('set', { list: 'l', ids: places.map((place) => ids[place]!), column: 'c1_1', values });
      }
    }
    await stores.settled();
    expect(filesHold(folder, 'planted-')).toBe(true);
    await store.purge(
      { stream: 'record:l', items: planted.map((place) => ids[place]!) },
      { actor: actorOf('org', 'ana') },
    );
    const holding = (): string[] =>
      readdirSync(join(folder, 'lists')).filter((file) =>
        readFileSync(join(folder, 'lists', file)).includes('planted-'),
      );
    expect(holding()).toEqual([]);
    // Nor does it come back from a cache with the next writes to the same pages.
    const kept = ids.filter((_, place) => place % 10 !== 0);
    for (let i = 0; i < kept.length; i += 3)
      await run('set', { list: 'l', ids: [kept[i]!], column: 'c1_1', values: [`later ${'y'.repeat(i % 700)}`] });
    await stores.settled();
    await stores.close();
    expect(holding()).toEqual([]);
    for (const file of ['log.db', 'model.db']) {
      const db = new DatabaseSync(join(folder, 'lists', file), { readOnly: true });
      expect(db.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
      db.close();
    }
    const live = await logicalDump({ dataFolder: folder, ...model });
    expect((await rebuildModel({ dataFolder: folder, ...model })).hash).toBe(live);
  });
});
