import { spawn, type ChildProcess } from 'node:child_process';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMongo } from '@tessera/engines/testing';
import { absenceOf, mongoClient, type StoreReport } from '../src/mongo/index.ts';
import { metaFor } from './actors.ts';
import { countKeys, expectWhole, freshDatabase, onDatabase, openReplica, quick, type Replica } from './mongo.ts';

let mongo: Awaited<ReturnType<typeof startMongo>>;
beforeAll(async () => {
  mongo = await startMongo();
});
afterAll(() => mongo.stop());

let database: string;
const replicas = new Set<Replica>();
const children = new Set<ChildProcess>();
beforeEach(() => {
  database = freshDatabase();
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all([...replicas].map((r) => r.end()));
  replicas.clear();
});

const open = async (options: Parameters<typeof openReplica>[2] = {}): Promise<Replica> => {
  const replica = await openReplica(mongo.url, database, { timing: quick, ...options });
  replicas.add(replica);
  return replica;
};
const end = async (...ending: Replica[]): Promise<void> => {
  for (const replica of ending) {
    replicas.delete(replica);
    await replica.end();
  }
};
const run = (replica: Replica, type: string, payload: object, key?: string) =>
  replica.execute<{ ids: string[] }>(
    { type, payload },
    metaFor('org', key === undefined ? {} : { idempotencyKey: key }),
  );
const make = (replica: Replica) => run(replica, 'make', { list: 'l', label: 'l', columns: ['c1_1'] }, 'make');
/** Whether a client that nothing has told of an outage gets an answer. */
const answers = async (): Promise<boolean> => {
  const client = mongoClient(mongo.url, { operationMs: 1_000 });
  try {
    await client.db('admin').command({ ping: 1 });
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
};
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (e: { code?: string; message: string }) => e.code ?? `a defect: ${e.message}`,
  );

const startChild = (round: number, mode: 'busy' | 'unapplied') => {
  const child = spawn(
    process.execPath,
    [new URL('./mongo-child.ts', import.meta.url).pathname, mongo.url, database, String(round), mode],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.add(child);
  const lines: string[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop()!;
    lines.push(...parts);
  });
  const ended = new Promise<string | null>((resolve) => child.on('close', (_, signal) => resolve(signal)));
  void ended.then(() => children.delete(child));
  return { child, lines, ended };
};

describe('a process that is killed', () => {
  it('between the log and the model leaves its commit to the others, who show it and answer for it', async () => {
    const reports: StoreReport[] = [];
    const replica = await open({ onReport: (r) => void reports.push(r) });
    await make(replica);
    const { ended } = startChild(1, 'unapplied');
    expect(await ended).toBe('SIGKILL');
    await expect.poll(() => reports.filter((r) => r.kind === 'applied').length, { timeout: 20_000 }).toBe(1);
    const again = await run(
      replica,
      'add',
      { list: 'l', count: 1, columns: { c1_1: ['1.1.0'] }, unique: ['1.1.0'] },
      '1.1.0',
    );
    expect(again.repeated).toBe(true);
    expect((await run(replica, 'look', { list: 'l', ids: again.answer.ids, keys: ['1.1.0'] })).answer).toMatchObject({
      rows: [{ version: 1, cells: { c1_1: '1.1.0' } }],
      claims: [again.answer.ids[0]],
    });
    await end(replica);
    expect(await expectWhole(mongo.url, database)).toBe(2);
  });

  it('between the log and the model is made good for at the next start, when nobody else runs', async () => {
    const first = await open();
    await make(first);
    await first.settled();
    await end(first);
    expect(await startChild(1, 'unapplied').ended).toBe('SIGKILL');
    const second = await open();
    expect(second.caughtUp).toBe(1);
    expect(
      (await run(second, 'add', { list: 'l', count: 1, columns: { c1_1: ['1.1.0'] }, unique: ['1.1.0'] }, '1.1.0'))
        .repeated,
    ).toBe(true);
    await end(second);
    expect(await expectWhole(mongo.url, database)).toBe(2);
  });

  it('anywhere under load loses nothing that it acknowledged and repeats nothing', { timeout: 240_000 }, async () => {
    const witness = await open();
    await make(witness);
    const acknowledged: string[] = [];
    for (let round = 0; round < 4; round++) {
      const { child, lines, ended } = startChild(round, 'busy');
      const other = startChild(round + 100, 'busy');
      await expect.poll(() => lines.length, { timeout: 60_000 }).toBeGreaterThan(20);
      child.kill('SIGKILL');
      const before = other.lines.length;
      await expect.poll(() => other.lines.length, { timeout: 60_000 }).toBeGreaterThan(before + 20);
      other.child.kill('SIGKILL');
      await Promise.all([ended, other.ended]);
      acknowledged.push(...[...lines, ...other.lines].filter((line) => line !== 'ready'));
    }
    // Until all places are closed and all commits applied by the one that is left.
    await expect
      .poll(
        () =>
          onDatabase(mongo.url, database, (db) => db.collection('log_organizations').countDocuments({ moved: true })),
        { timeout: 60_000, interval: 200 },
      )
      .toBe(0);
    await end(witness);
    const keys = await countKeys(mongo.url, database);
    expect(acknowledged.filter((key) => keys.get(key) !== 1)).toEqual([]);
    expect([...keys].filter(([, times]) => times !== 1)).toEqual([]);
    await expectWhole(mongo.url, database);
    process.stdout.write(`acknowledged ${acknowledged.length}, lost 0, in the log ${keys.size}\n`);
  });
});

describe('a place that nobody fills', () => {
  const claimed = (n: number) =>
    onDatabase(mongo.url, database, (db) =>
      db
        .collection<{ _id: string; position: number }>('log_organizations')
        .updateOne({ _id: 'org' }, { $inc: { position: n }, $set: { moved: true } }),
    );

  it('is not passed by readers until it is closed, and closed once its writer can no longer come', async () => {
    const reports: StoreReport[] = [];
    const replica = await open({ onReport: (r) => void reports.push(r) });
    await make(replica);
    await claimed(2);
    const { position } = await run(replica, 'label', { list: 'l', label: 'after' });
    expect(position).toBe(4);
    expect(await replica.position('org')).toBe(1);
    expect((await replica.commitsAfter('org', 1, 10)).commits).toEqual([]);
    expect((await replica.commits('org', { order: 'desc', limit: 10 })).map((c) => c.position)).toEqual([1]);
    // Its own caller sees it all the same.
    expect((await run(replica, 'look', { list: 'l' })).answer).toMatchObject({
      snapshot: { state: { label: 'after' } },
    });
    await expect.poll(() => replica.lag(), { timeout: 20_000, interval: 20 }).toBe(3);
    await expect.poll(() => replica.position('org'), { timeout: 20_000 }).toBe(4);
    await expect.poll(() => replica.lag(), { timeout: 20_000 }).toBe(0);
    expect(reports.filter((r) => r.kind === 'filled')).toEqual([
      { kind: 'filled', organizationId: 'org', position: 2 },
      { kind: 'filled', organizationId: 'org', position: 3 },
    ]);
    const page = await replica.commitsAfter('org', 1, 10);
    expect([page.head, page.commits.map((c) => c.position)]).toEqual([4, [2, 3, 4]]);
    expect((await replica.commits('org', { order: 'asc', limit: 10 })).map((c) => c.position)).toEqual([1, 4]);
    await end(replica);
    expect(await expectWhole(mongo.url, database)).toBe(4);
  });

  it('that was closed too early costs its writer a second try, and nobody else anything', async () => {
    const replica = await open();
    await make(replica);
    // Every place that the store will be given next is taken.
    const { fillerFor } = await import('../src/mongo/append.ts');
    await onDatabase(mongo.url, database, (db) =>
      db.collection<{ _id: string }>('commits').insertMany([2, 3].map((p) => fillerFor('org', p, 1, 0))),
    );
    expect((await run(replica, 'label', { list: 'l', label: 'later' })).position).toBe(4);
    await end(replica);
  });
});

describe('a clock that goes backwards', () => {
  it('does not take the log with it', async () => {
    let clock = 2_000_000_000_000;
    const replica = await open({ now: () => (clock -= 1_000) });
    const other = await open();
    await make(replica);
    for (let i = 0; i < 10; i++) await run(i % 2 ? replica : other, 'label', { list: 'l', label: `${i}` });
    const times = (await replica.commits('org', { order: 'asc', limit: 100 })).map((c) => c.time);
    expect(times).toHaveLength(11);
    expect(times).toEqual(times.toSorted((x, y) => x - y));
    await end(replica, other);
    expect(await expectWhole(mongo.url, database)).toBe(11);
  });
});

describe('an engine that is away', () => {
  it('is waited for at the start, and the store says so', async () => {
    await mongo.pause();
    const reports: StoreReport[] = [];
    const opening = open({ onReport: (r) => void reports.push(r) });
    try {
      await expect.poll(() => reports.length, { timeout: 60_000 }).toBeGreaterThan(0);
    } finally {
      await mongo.resume();
    }
    expect(reports[0]!.kind).toBe('waiting');
    const replica = await opening;
    await make(replica);
  });

  it(
    'is known as away to a client that asks it nothing, and as there when it is back',
    { timeout: 120_000 },
    async () => {
      const client = mongoClient(mongo.url);
      const absence = absenceOf(client);
      try {
        await client.db('admin').command({ ping: 1 });
        expect(absence()).toBe(0);
        await mongo.kill();
        await expect.poll(absence, { timeout: 30_000 }).toBeGreaterThan(100);
        await mongo.start();
        await expect.poll(() => answers(), { timeout: 60_000, interval: 20 }).toBe(true);
        const back = performance.now();
        await expect.poll(absence, { timeout: 30_000, interval: 20 }).toBe(0);
        // The driver alone would look every ten seconds.
        expect(performance.now() - back).toBeLessThan(6_000);
      } finally {
        await client.close();
      }
    },
  );

  for (const [what, away, back] of [
    ['paused', () => mongo.pause(), () => mongo.resume()],
    ['killed', () => mongo.kill(), () => mongo.start()],
  ] as const) {
    it.runIf(everyVariant || what === 'killed')(
      `because it was ${what} under load: commands are refused in time as unavailable, and each of them is in the log once or not at all`,
      { timeout: 180_000 },
      async () => {
        const [a, b] = [await open(), await open()];
        await make(a);
        const acknowledged: string[] = [];
        const refused: string[] = [];
        const slow: number[] = [];
        const nothing: string[] = [];
        const kinds = new Set<string>();
        let stop = false;
        const lane = async (replica: Replica, name: string): Promise<void> => {
          for (let i = 0; !stop; i++) {
            const key = `${name}.${i}`;
            const started = performance.now();
            const [type, payload] =
              i % 3 === 0
                ? (['label', { list: 'l', label: key }] as const)
                : (['add', { list: 'l', columns: { c1_1: [key] } }] as const);
            try {
              await run(replica, type, payload, key);
              acknowledged.push(key);
            } catch (error) {
              refused.push(key);
              const kind = (error as { code?: string }).code ?? String(error);
              kinds.add(kind);
              if (kind === 'store.unavailable') nothing.push(key);
            }
            slow.push(performance.now() - started);
          }
        };
        const lanes = Promise.all([0, 1, 2, 3].flatMap((l) => [lane(a, `a${l}`), lane(b, `b${l}`)]));
        await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(30);
        await away();
        await expect.poll(() => refused.length, { timeout: 60_000 }).toBeGreaterThan(8);
        await back();
        const from = performance.now();
        const before = acknowledged.length;
        await expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before);
        const recovered = performance.now() - from;
        await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 30);
        stop = true;
        await lanes;
        expect(
          [...kinds].filter(
            (k) =>
              ![
                'store.unavailable',
                'store.uncertain',
                'store.unfinished',
                'store.contended',
                'stream.version',
              ].includes(k),
          ),
        ).toEqual([]);
        await expect
          .poll(
            () =>
              onDatabase(mongo.url, database, (db) =>
                db.collection('log_organizations').countDocuments({ moved: true }),
              ),
            { timeout: 60_000, interval: 200 },
          )
          .toBe(0);
        await end(a, b);
        const keys = await countKeys(mongo.url, database);
        expect(acknowledged.filter((key) => keys.get(key) !== 1)).toEqual([]);
        expect([...keys].filter(([, times]) => times !== 1)).toEqual([]);
        // Who was told that nothing was written was told the truth.
        expect(nothing.filter((key) => keys.has(key))).toEqual([]);
        await expectWhole(mongo.url, database);
        process.stdout.write(
          `${what}: acknowledged ${acknowledged.length}, lost 0, refused ${refused.length} (${[...kinds].join(', ')}), of these in the log ${refused.filter((k) => keys.has(k)).length}, slowest ${Math.round(Math.max(...slow))} ms, recovered in ${Math.round(recovered)} ms\n`,
        );
      },
    );
  }
});

describe('a command that cannot be answered', () => {
  it('stands, since its commit is in the log', async () => {
    const replica = await open();
    await make(replica);
    expect(await code(run(replica, 'label', { list: 'l', label: 'there', explode: 'answer' }))).toContain(
      'a defect while answering',
    );
    expect((await run(replica, 'look', { list: 'l' })).answer).toMatchObject({
      snapshot: { version: 2, state: { label: 'there' } },
    });
  });
});
