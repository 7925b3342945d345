import { writeSync } from 'node:fs';
import { openMongoModel } from '@tessera/document-store/mongo';
import { logDatabase, mongoClient, openMongoStore } from '../src/mongo/index.ts';
import { metaFor } from './actors.ts';
import { writeModule } from './lists.ts';

/**
 * A replica in a process of its own that writes until it is killed, each command under its own key, and prints the key
 * of each that was acknowledged. With `unapplied` it ends itself, as `kill -9` would, when a commit is in the log and
 * nothing of it in the model.
 */
const [url, database, round, mode] = process.argv.slice(2) as [string, string, string, 'busy' | 'unapplied'];
const client = mongoClient(url);
const opened = await openMongoModel({ db: logDatabase(client, database), collections: writeModule.collections });
const model: typeof opened =
  mode === 'busy'
    ? opened
    : {
        ...opened,
        apply: async (ops) => {
          if (ops.some(({ op }) => op.op === 'rows.insert')) process.kill(process.pid, 'SIGKILL');
          await opened.apply(ops);
        },
      };
const store = await openMongoStore({ client, database, module: writeModule, model: () => Promise.resolve(model) });
const execute = (type: string, payload: object, key: string, operationId?: string) =>
  store.execute<{ ids: string[] }>({ type, payload }, metaFor('org', { idempotencyKey: key, operationId }));
await execute('make', { list: 'l', label: 'l', columns: ['c1_1'] }, 'make');
writeSync(1, 'ready\n');

const acknowledged = (key: string): void => void writeSync(1, `${key}\n`);
const writer = async (lane: number): Promise<void> => {
  for (let i = 0; ; i++) {
    const key = `${round}.${lane}.${i}`;
    const count = lane === 0 ? 200 : 1;
    const { answer } = await execute(
      'add',
      { list: 'l', count, columns: { c1_1: Array.from({ length: count }, () => key) }, unique: [key] },
      key,
      lane === 0 ? `op${round}` : undefined,
    );
    acknowledged(key);
    if (lane === 2) {
      await execute('set', { list: 'l', ids: answer.ids, column: 'c1_1', values: ['changed'] }, `${key}.set`);
      acknowledged(`${key}.set`);
    }
    if (lane === 3) {
      await execute('label', { list: 'l', label: key }, `${key}.label`);
      acknowledged(`${key}.label`);
    }
  }
};
await Promise.all(Array.from({ length: mode === 'busy' ? 8 : 1 }, (_, lane) => writer(mode === 'busy' ? lane : 1)));
