import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zstdDecompressSync } from 'node:zlib';
import { startMongo } from '@tessera/engines/testing';
import { BSON } from 'mongodb';
import { verifyMongoLog } from '../src/mongo/index.ts';
import { actorOf, metaFor } from './actors.ts';
import { freshDatabase, modelHash, onDatabase, openReplica, quick, rebuild, type Replica } from './mongo.ts';
import { purgeContract, type PurgeHarness } from './purge.contract.ts';

let mongo: Awaited<ReturnType<typeof startMongo>>;
beforeAll(async () => {
  mongo = await startMongo();
});
afterAll(() => mongo.stop());

/** Whether any document of a database holds these bytes, bodies of commits unpacked. */
const databaseHolds = (database: string, text: string): Promise<boolean> =>
  onDatabase(mongo.url, database, async (db) => {
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      for await (const document of db.collection(name, { promoteBuffers: true }).find({})) {
        if (Buffer.from(BSON.serialize(document)).includes(text)) return true;
        if (
          name === 'commits' &&
          document['encoding'] === 1 &&
          zstdDecompressSync(document['body'] as Buffer).includes(text)
        )
          return true;
      }
    }
    return false;
  });

const whole = async (database: string): Promise<number> => {
  const report = await onDatabase(mongo.url, database, (db) => verifyMongoLog(db, 'lists'));
  expect(report.damage).toEqual([]);
  const live = await modelHash(mongo.url, database);
  expect((await rebuild(mongo.url, database)).hash).toBe(live);
  return report.purged;
};

const openOn = async (database: string): Promise<PurgeHarness> => {
  const replica = await openReplica(mongo.url, database, { timing: { ...quick, operation: 5_000, command: 10_000 } });
  return {
    store: replica,
    holds: (text) => databaseHolds(database, text),
    seal: replica.seal,
    reopen: async () => {
      await replica.end();
      return openOn(database);
    },
    whole: async () => {
      await replica.end();
      const purged = await whole(database);
      return { harness: await openOn(database), purged };
    },
    close: replica.end,
  };
};

purgeContract('MongoDB', () => openOn(freshDatabase()));

describe('a purge by two replicas at once', () => {
  it('while both write to the records: nothing of them is left, and what was not acknowledged is not there', async () => {
    const database = freshDatabase();
    const [a, b] = (await Promise.all([1, 2].map(() => openReplica(mongo.url, database)))) as [Replica, Replica];
    await a.execute({ type: 'make', payload: { list: 'l', label: 'l', columns: ['c1_1'] } }, metaFor('org'));
    const { ids } = (
      await a.execute<{ ids: string[] }>(
        {
          type: 'add',
          payload: { list: 'l', count: 6, columns: { c1_1: Array.from({ length: 6 }, (_, i) => `planted ${i}`) } },
        },
        metaFor('org'),
      )
    ).answer;
    const erased = ids.slice(0, 3);
    const kinds = new Set<string>();
    const write = async (replica: Replica): Promise<void> => {
      for (let i = 0; i < 20; i++) {
        const set = replica.execute(
          { type: 'set', payload: { list: 'l', ids: [erased[i % 3]], column: 'c1_1', values: [`planted ${i}`] } },
          metaFor('org'),
        );
        await set.catch((error: { code?: string }) => kinds.add(error.code ?? String(error)));
      }
    };
    const order = { stream: 'record:l', items: erased };
    const meta = { actor: actorOf('org'), operationId: 'purge' };
    await Promise.all([write(a), write(b), a.purge(order, meta), b.purge(order, meta)]);
    expect([...kinds].filter((k) => k !== 'item.not_found' && k !== 'stream.version' && k !== 'item.version')).toEqual(
      [],
    );
    expect((await a.execute({ type: 'look', payload: { list: 'l', ids } }, metaFor('org'))).answer).toMatchObject({
      rows: [null, null, null, { id: ids[3] }, { id: ids[4] }, { id: ids[5] }],
    });
    await Promise.all([a.end(), b.end()]);
    expect(await databaseHolds(database, 'planted 0')).toBe(false);
    await whole(database);
  });
});
