import { startMongo } from '@tessera/engines/testing';
import { openMongoModel } from '@tessera/document-store/mongo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mongoDump, rebuildMongoModel } from '../src/mongo/index.ts';
import { choosing, expectDerived, makeList, step } from './derived.ts';
import { writeModule } from './lists-derived.ts';
import { freshDatabase, onDatabase, openReplica, type Replica } from './mongo.ts';

let mongo: Awaited<ReturnType<typeof startMongo>>;
beforeAll(async () => {
  mongo = await startMongo();
});
afterAll(() => mongo.stop());

it(
  'after generated commands by replicas at once, one of which ends, every derived value is what follows, and a rebuild makes the same',
  { timeout: 300_000 },
  async () => {
    const database = freshDatabase();
    const open = (): Promise<Replica> =>
      openReplica(mongo.url, database, { module: writeModule, timing: { unapplied: 1_000 } });
    const [one, two, three] = (await Promise.all([open(), open(), open()])) as [Replica, Replica, Replica];
    const ids: string[] = [];
    await makeList(one);
    const codes = new Set(['item.not_found', 'write.conflict', 'commit.version', 'store.conflict']);
    const work = async (replica: Replica, seed: number, steps: number): Promise<void> => {
      const choose = choosing(seed);
      for (let i = 0; i < steps; i++)
        await step(replica, choose, ids, `${seed}.${i}`).catch((error: { kind?: string; code?: string }) => {
          if (error.kind !== 'conflict') expect([...codes]).toContain(error.code);
        });
    };
    await Promise.all([work(one, 1, 80), work(one, 2, 80), work(two, 3, 80), work(two, 4, 80), work(three, 5, 40)]);
    await three.end();
    await Promise.all([work(one, 6, 40), work(two, 7, 40)]);
    await expectDerived(one, ids, 60_000);
    await expectDerived(two, ids);
    await Promise.all([one.settled(), two.settled()]);
    await Promise.all([one.end(), two.end()]);
    await onDatabase(mongo.url, database, async (db) => {
      const model = await openMongoModel({ db, collections: writeModule.collections });
      const live = await mongoDump(model);
      expect((await rebuildMongoModel({ db, module: writeModule, model })).hash).toBe(live);
      await model.close();
    });
  },
);
