import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores } from '@tessera/event-store';
import { metaFor } from '../../event-store/test/actors.ts';
import { openSubscriptionState, startSubscriptions } from '../src/index.ts';
import { subscriptionsContract } from './subscriptions.contract.ts';

subscriptionsContract('the embedded log', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'messaging-'));
  const stores = await openStores({ dataFolder, services: [{ name: 'lists', writeModuleUrl: new URL('../../event-store/test/lists.ts', import.meta.url) }] });
  const store = stores.store('lists');
  return {
    write: async (organizationId, notes, text) => void (await store.execute({ type: 'note', payload: { notes, text } }, metaFor(organizationId))),
    openState: async () => openSubscriptionState(join(dataFolder, 'messaging.db')),
    start: (state, reactions, retry) => startSubscriptions({ source: stores, state, reactions, retry }),
    repeat: (state, reaction) => state.advance(reaction, 0, 1),
    close: async () => {
      await stores.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
});
