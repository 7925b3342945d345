import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backup, openStores, restore } from '@tessera/event-store';
import { metaFor } from '../../event-store/test/actors.ts';
import { openSubscriptionState, startSubscriptions } from '../src/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'epoch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const got: string[] = [];
const session = async (texts: readonly string[]): Promise<void> => {
  const stores = await openStores({
    dataFolder: join(folder, 'data'),
    services: [{ name: 'lists', writeModuleUrl: new URL('../../event-store/test/lists.ts', import.meta.url) }],
  });
  const state = openSubscriptionState(join(folder, 'subscriptions.db'));
  for (const text of texts)
    await stores.store('lists').execute({ type: 'note', payload: { notes: ['n'], text } }, metaFor('org'));
  const reaction = {
    name: 'copy',
    source: 'lists',
    types: ['noted'],
    handle: async (event: unknown) => void got.push((event as { text: string }).text),
  };
  const subscriptions = await startSubscriptions({ source: stores, state, reactions: [reaction] });
  await subscriptions.caughtUp();
  await subscriptions.stop();
  await state.close();
  await stores.close();
};

it('a reaction whose source was restored goes on with what is written in the place of what is gone', async () => {
  const dataFolder = join(folder, 'data');
  await session(['1', '2']);
  await backup({ dataFolder, target: join(folder, 'backup') });
  await session(['3', '4']);
  await restore({ from: join(folder, 'backup'), dataFolder, replace: true });
  await session(['3 again', '4 again', '5']);
  expect(got).toEqual(['1', '2', '3', '4', '3 again', '4 again', '5']);
});
