import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores } from '@tessera/event-store';
import { metaFor } from '../../event-store/test/actors.ts';
import { openSubscriptionState } from '../src/index.ts';
import { subscriptionsContract } from './subscriptions.contract.ts';

subscriptionsContract('the embedded log', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'messaging-'));
  const stores = await openStores({ dataFolder, services: [{ name: 'lists', writeModuleUrl: new URL('../../event-store/test/lists.ts', import.meta.url) }] });
  const store = stores.store('lists');
  return {
    source: stores,
    write: async (organizationId, notes, text) => void (await store.execute({ type: 'note', payload: { notes, text } }, metaFor(organizationId))),
    openState: async () => openSubscriptionState(join(dataFolder, 'messaging.db')),
    close: async () => {
      await stores.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
});
