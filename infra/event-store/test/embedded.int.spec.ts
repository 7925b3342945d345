import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores } from '../src/index.ts';
import { eventStoreContract, type EventStoreHarness } from './event-store.contract.ts';
import type { ListEvent } from './service.ts';

const openOn = async (dataFolder: string): Promise<EventStoreHarness> => {
  const stores = await openStores({ dataFolder, services: [{ name: 'lists', writeModuleUrl: new URL('./lists.ts', import.meta.url) }] });
  return {
    store: stores.store<ListEvent>('lists'),
    source: stores,
    reopen: async () => {
      await stores.close();
      return openOn(dataFolder);
    },
    close: async () => {
      await stores.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
};

eventStoreContract('embedded', () => openOn(mkdtempSync(join(tmpdir(), 'event-store-'))));
