import { writeSync } from 'node:fs';
import type { CommandMeta } from '@tessera/kernel';
import { openStores } from '../src/index.ts';
import { metaFor } from './actors.ts';

/**
 * Writes until it is killed: single creations, chunks of an operation and changes, each under its own key; prints the
 * key of each that was acknowledged.
 */
const [dataFolder, round] = process.argv.slice(2) as [string, string];
const stores = await openStores({
  dataFolder,
  services: [{ name: 'lists', writeModuleUrl: new URL('./lists.ts', import.meta.url) }],
});
const store = stores.store('lists');
/** Sends a command until there is room for it, and says each time that there was none. */
const execute = async <A>(type: string, payload: object, meta: CommandMeta): Promise<A> => {
  for (;;) {
    try {
      return (await store.execute<A>({ type, payload }, meta)).answer;
    } catch (error) {
      if ((error as { code?: string }).code !== 'storage.full') throw error;
      writeSync(1, 'full\n');
    }
  }
};
await execute('make', { list: 'l', label: 'l', columns: ['c1_1'] }, metaFor('org', { idempotencyKey: 'make' }));
writeSync(1, 'ready\n');

const acknowledged = (key: string): void => void writeSync(1, `${key}\n`);
const writer = async (lane: number): Promise<void> => {
  for (let i = 0; ; i++) {
    const key = `${round}.${lane}.${i}`;
    const bulk = lane === 0;
    const meta = metaFor('org', { idempotencyKey: key, ...(bulk && { operationId: `op${round}` }) });
    const count = bulk ? 500 : 1;
    const { ids } = await execute<{ ids: string[] }>(
      'add',
      { list: 'l', count, columns: { c1_1: Array.from({ length: count }, () => key) }, unique: [key] },
      meta,
    );
    acknowledged(key);
    if (lane === 2) {
      await execute(
        'set',
        { list: 'l', ids, column: 'c1_1', values: ['changed'] },
        metaFor('org', { idempotencyKey: `${key}.set` }),
      );
      acknowledged(`${key}.set`);
    }
    if (lane === 3) {
      await execute('label', { list: 'l', label: key }, metaFor('org', { idempotencyKey: `${key}.label` }));
      acknowledged(`${key}.label`);
    }
  }
};
await Promise.all(Array.from({ length: 8 }, (_, lane) => writer(lane)));
