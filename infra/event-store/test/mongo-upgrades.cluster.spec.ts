import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMongo } from '@tessera/engines/testing';
import { actorOf, metaFor } from './actors.ts';
import { freshDatabase, modelHash, onDatabase, openReplica, quick, rebuild, type Replica } from './mongo.ts';
import { listsModule } from './service.ts';
import type { StoreReport } from '../src/mongo/index.ts';

let mongo: Awaited<ReturnType<typeof startMongo>>;
let database: string;
beforeAll(async () => {
  mongo = await startMongo();
}, 120_000);
afterAll(() => mongo.stop());
beforeEach(() => {
  database = freshDatabase();
});

const first = listsModule('lists', 1);
const second = listsModule('lists', 2);
/** A release that answers to nobody for four such looks is taken for gone: a busy machine holds a process up for longer than `quick` allows. */
const patient = { ...quick, reconciler: 800 };
const open = (version: 1 | 2, more = {}): Promise<Replica> =>
  openReplica(mongo.url, database, { module: version === 1 ? first : second, timing: quick, ...more });
const run = (replica: Replica, type: string, payload: object, more = {}) =>
  replica.execute<{ ids: string[] }>({ type, payload }, metaFor('org', more));
const fill = async (replica: Replica, commits: number): Promise<void> => {
  await run(replica, 'make', { list: 'l', label: 'l', columns: ['c1_1'] });
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let i = lane; i < commits; i += 8)
      await run(replica, 'add', { list: 'l', count: 1, columns: { c1_1: [`${i}`] } });
  });
  await Promise.all(lanes);
};
const names = (): Promise<string[]> =>
  onDatabase(mongo.url, database, async (db) =>
    (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  );
const otherModels = async (): Promise<string[]> => (await names()).filter((name) => /^m[0-9a-f]+_/.test(name));

/** Both models are what a rebuild makes of the log, and each of the same. */
const expectEqual = async (): Promise<void> => {
  const [one, two] = [await modelHash(mongo.url, database, first), await modelHash(mongo.url, database, second)];
  expect(one).toBe(two);
  expect((await rebuild(mongo.url, database, second)).hash).toBe(two);
  expect((await rebuild(mongo.url, database, first)).hash).toBe(one);
};

/** Writes and reads without a pause through whichever replicas serve, some 50 writes a second; every refusal is kept. */
const startTraffic = (serving: readonly Replica[]) => {
  const present = new Set(serving);
  const failures: unknown[] = [];
  const count = { writes: 0, unseen: 0 };
  let over = false;
  const lane = async (): Promise<void> => {
    while (!over) {
      const all = [...present];
      const [writer, reader] = [all[count.writes % all.length]!, all[(count.writes + 1) % all.length]!];
      const label = newId();
      const begun = performance.now();
      try {
        const { answer } = await run(
          writer,
          'add',
          { list: 'l', count: 1, columns: { c1_1: [label] } },
          { idempotencyKey: label },
        );
        // Another release's replica has what was answered: its record is changed by its id.
        const seen = await run(reader, 'set', {
          list: 'l',
          ids: answer.ids,
          column: 'c1_1',
          values: [`${label} again`],
        });
        if (seen.position === undefined) count.unseen += 1;
        const history = await reader.history('org', 'record:l', answer.ids[0], { limit: 5 });
        if (history.length < 2) count.unseen += 1;
      } catch (error) {
        if (present.has(writer) && present.has(reader)) failures.push(error);
      }
      count.writes += 2;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 80 - (performance.now() - begun)))); // oxlint-disable-line -- paces a load
    }
  };
  const lanes = [lane(), lane()];
  return {
    count,
    failures,
    add: (replica: Replica) => void present.add(replica),
    /** Takes a replica out of rotation, as a pod that was told to go, and ends it when it has answered. */
    drain: async (replica: Replica): Promise<void> => {
      present.delete(replica);
      await replica.end();
    },
    stop: async (): Promise<void> => {
      over = true;
      await Promise.all(lanes);
    },
  };
};

const child = (version: number) => {
  const path = new URL('./mongo-release-child.ts', import.meta.url).pathname;
  const started = spawn(process.execPath, [path, mongo.url, database, String(version)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: started.stdout });
  const said = async (word: string): Promise<void> => {
    for await (const line of lines) if (line.startsWith(word)) return;
    throw new Error(`the replica ended before it said ${word}`);
  };
  return { process: started, said };
};

describe('two releases with different models', () => {
  it(
    'roll under writes without a failed request, over a builder that is killed, back and forth',
    { timeout: 240_000 },
    async () => {
      let old = [await open(1, { timing: patient }), await open(1, { timing: patient })];
      await fill(old[0]!, 600);
      const traffic = startTraffic(old);

      const killed = child(2);
      await killed.said('making');
      killed.process.kill('SIGKILL');
      await once(killed.process, 'exit');

      for (const round of ['up', 'down', 'up again'] as const) {
        const fresh: Replica[] = [];
        for (const one of old) {
          const replica = await open(round === 'down' ? 1 : 2, { timing: patient });
          if (round !== 'up') expect(replica.caughtUp, round).toBeLessThan(traffic.count.writes + 1);
          fresh.push(replica);
          traffic.add(replica);
          const before = traffic.count.writes;
          await expect.poll(() => traffic.count.writes, { timeout: 30_000 }).toBeGreaterThan(before + 20);
          await traffic.drain(one);
        }
        old = fresh;
      }
      await traffic.stop();
      expect(traffic.failures).toEqual([]);
      expect(traffic.count.unseen).toBe(0);
      for (const replica of old) {
        await replica.settled();
        await replica.end();
      }
      const last = await open(1, { timing: patient });
      await last.settled();
      await last.end();
      await expectEqual();
    },
  );

  it('find what the other has written before they are asked for it', { timeout: 120_000 }, async () => {
    const one = await open(1);
    await run(one, 'make', { list: 'l', label: 'l', columns: ['c1_1'] });
    const two = await open(2);
    expect(two.prefix).not.toBe('');
    for (let i = 0; i < 10; i++) {
      const [writer, reader] = i % 2 === 0 ? [one, two] : [two, one];
      const { ids } = (await run(writer, 'add', { list: 'l', count: 1, columns: { c1_1: [`${i}`] } })).answer;
      expect(await reader.history('org', 'record:l', ids[0], { limit: 1 })).toHaveLength(1);
    }
    // A unique value is taken in both: claims are of the log.
    await run(one, 'add', { list: 'l', count: 1, columns: { c1_1: ['u'] }, unique: ['u'] });
    await expect(
      run(two, 'add', { list: 'l', count: 1, columns: { c1_1: ['u'] }, unique: ['u'] }),
    ).rejects.toMatchObject({
      code: 'claim.taken',
    });
    const key = { idempotencyKey: 'once' };
    await run(one, 'label', { list: 'l', label: 'once' }, key);
    expect(await run(two, 'label', { list: 'l', label: 'once' }, key)).toMatchObject({ repeated: true });
    await one.end();
    await two.end();
  });

  it('leave no model behind for longer than it is kept, and none over a purge', { timeout: 120_000 }, async () => {
    const one = await open(1);
    await fill(one, 3);
    const { ids } = (await run(one, 'add', { list: 'l', count: 1, columns: { c1_1: ['to be forgotten'] } })).answer;
    await one.end();
    const two = await open(2);
    expect(await names()).toContain('snapshots');
    await two.purge({ stream: 'record:l', items: [ids[0]!] }, { actor: actorOf('org') });
    expect(await names()).not.toContain('snapshots');
    await two.end();
    // Gone back to, the first release makes its model anew, by a name of its own; the second one's goes with its time.
    const wrong: unknown[] = [];
    const onReport = (report: StoreReport): void => void (report.kind === 'failed' && wrong.push(report.error));
    const back = await open(1, { keptMs: 0, onReport });
    expect(back.prefix).not.toBe('');
    const prefixes = async (): Promise<string[]> => [
      ...new Set((await otherModels()).map((name) => name.slice(0, 14))),
    ];
    await expect.poll(async () => [...wrong, ...(await prefixes())], { timeout: 60_000 }).toEqual([back.prefix]);
    await back.end();
  });
});
