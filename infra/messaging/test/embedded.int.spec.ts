import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores } from '@tessera/event-store';
import { expect, it } from 'vitest';
import { metaFor } from '../../event-store/test/actors.ts';
import { openSubscriptionState, startSubscriptions } from '../src/index.ts';
import { subscriptionsContract } from './subscriptions.contract.ts';

subscriptionsContract('the embedded log', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'messaging-'));
  const stores = await openStores({
    dataFolder,
    services: [{ name: 'lists', writeModuleUrl: new URL('../../event-store/test/lists.ts', import.meta.url) }],
  });
  const store = stores.store('lists');
  return {
    write: async (organizationId, notes, text) =>
      void (await store.execute({ type: 'note', payload: { notes, text } }, metaFor(organizationId))),
    openState: async () => openSubscriptionState(join(dataFolder, 'messaging.db')),
    start: (state, reactions, retry) => startSubscriptions({ source: stores, state, reactions, retry }),
    repeat: (state, reaction) => state.advance(reaction, 0, 1),
    close: async () => {
      await stores.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
});

it('looks at the log when something of a kind that it follows was committed, not after every other commit', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'messaging-'));
  const stores = await openStores({
    dataFolder,
    services: [{ name: 'lists', writeModuleUrl: new URL('../../event-store/test/lists.ts', import.meta.url) }],
  });
  const state = openSubscriptionState(join(dataFolder, 'messaging.db'));
  let looks = 0;
  const handled: string[] = [];
  const source: typeof stores = {
    ...stores,
    tail: (...where) => {
      looks++;
      return stores.tail(...where);
    },
  };
  const subscriptions = await startSubscriptions({
    source,
    state,
    reactions: [
      {
        name: 'labels',
        source: 'lists',
        types: ['itemsAdded'],
        handle: async (event) => void handled.push((event as { readonly type: string }).type),
      },
    ],
  });
  try {
    await stores
      .store('lists')
      .execute({ type: 'make', payload: { list: 'l', label: 'first', columns: ['c1_1', 'c2_1'] } }, metaFor('org'));
    await subscriptions.caughtUp();
    const before = looks;
    for (const until = performance.now() + 300; performance.now() < until;)
      await stores.store('lists').execute({ type: 'note', payload: { notes: ['n'], text: 'x' } }, metaFor('org'));
    // One look may be the one that is due every two seconds.
    expect(looks - before).toBeLessThanOrEqual(1);
    await stores
      .store('lists')
      .execute({ type: 'add', payload: { list: 'l', columns: { c1_1: ['y'] } } }, metaFor('org'));
    await expect.poll(() => handled, { timeout: 1500 }).toEqual(['itemsAdded']);
  } finally {
    await subscriptions.stop();
    state.close();
    await stores.close();
    rmSync(dataFolder, { recursive: true });
  }
});
