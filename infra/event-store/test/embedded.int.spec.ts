import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStores, type Stores } from '../src/index.ts';
import { metaFor } from './actors.ts';
import { eventStoreContract, type EventStoreHarness } from './event-store.contract.ts';
import type { ListEvent } from './service.ts';

const services = [{ name: 'lists', writeModuleUrl: new URL('./lists.ts', import.meta.url) }];
const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'event-store-'));

const openOn = async (dataFolder: string): Promise<EventStoreHarness> => {
  const stores = await openStores({ dataFolder, services });
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

eventStoreContract('embedded', () => openOn(freshFolder()));

describe('the embedded store', () => {
  let folder: string;
  let stores: Stores;
  const run = (type: string, payload: object, organizationId = 'org') =>
    stores.store('lists').execute({ type, payload }, metaFor(organizationId));
  beforeEach(async () => {
    folder = freshFolder();
    stores = await openStores({ dataFolder: folder, services });
    await run('make', { list: 'l', label: 'first', columns: [] });
  });
  afterEach(async () => {
    await stores.close();
    rmSync(folder, { recursive: true });
  });

  it('takes back a commit whose command cannot be answered', async () => {
    await expect(run('label', { list: 'l', label: 'never', explode: 'answer' })).rejects.toThrow(
      'a defect while answering',
    );
    expect(await stores.store('lists').position('org')).toBe(1);
    expect((await run('look', { list: 'l' })).answer).toMatchObject({ snapshot: { version: 1 } });
  });

  it('is tailed by type from any place, over organizations', async () => {
    await run('note', { notes: ['a', 'b'], text: '1' });
    await run('make', { list: 'x', label: 'x', columns: [] }, 'other');
    await run('note', { notes: ['a'], text: '2' }, 'other');
    const all = await stores.tail('lists', 0, 100, ['noted']);
    expect(all.events.map((e) => [e.context.organizationId, e.context.position, e.context.index, e.type])).toEqual([
      ['org', 2, 0, 'noted'],
      ['org', 2, 1, 'noted'],
      ['other', 2, 0, 'noted'],
    ]);
    expect(all.end).toBe(true);
    expect((await stores.tail('lists', all.through, 100, ['noted'])).events).toEqual([]);
    const part = await stores.tail('lists', 0, 1, ['noted']);
    expect([part.events, part.end]).toEqual([[], false]);
  });
});
