import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyVariant } from '@tessera/kernel/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { logicalDump, openStores, rebuildModel, type Stores } from '../src/index.ts';
import { choosing, expectDerived, makeList, step } from './derived.ts';

const writeModuleUrl = new URL('./lists-derived.ts', import.meta.url);
let folder: string;
let stores: Stores | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'derived-'));
});
afterEach(async () => {
  await stores?.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = async () => {
  stores = await openStores({ dataFolder: folder, services: [{ name: 'lists', writeModuleUrl }] });
  return stores.store('lists');
};
const close = async (): Promise<void> => {
  await stores?.close();
  stores = undefined;
};

it.each(everyVariant ? [1, 2, 3, 4, 5] : [1])(
  'after generated commands and stops in between, every derived value is what follows, and a rebuild makes the same (%i)',
  async (seed) => {
    const choose = choosing(seed);
    const ids: string[] = [];
    let store = await open();
    await makeList(store);
    for (let i = 0; i < 200; i++) {
      // A removed item is refused, one that is there is not put back: both are part of the game.
      await step(store, choose, ids, `${seed}.${i}`).catch((error: { code?: string }) =>
        expect(error.code).toBe('item.not_found'),
      );
      if (choose(25) > 0) continue;
      await close();
      store = await open();
    }
    await expectDerived(store, ids);
    await close();
    const lists = { dataFolder: folder, service: 'lists', writeModuleUrl };
    const live = await logicalDump(lists);
    expect((await rebuildModel(lists)).hash).toBe(live);
    await expectDerived(await open(), ids);
  },
);
