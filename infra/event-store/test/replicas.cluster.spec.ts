import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMongo } from '@tessera/engines/testing';
import { metaFor } from './actors.ts';
import { writeModule } from './lists.ts';
import {
  countKeys,
  expectWhole,
  freshDatabase,
  onDatabase,
  openReplica,
  quick,
  rebuild,
  type Replica,
} from './mongo.ts';

let mongo: Awaited<ReturnType<typeof startMongo>>;
beforeAll(async () => {
  mongo = await startMongo();
});
afterAll(() => mongo.stop());

const code = (error: unknown): string => (error as { code?: string }).code ?? `a defect: ${(error as Error).message}`;
const commitsEach = Number(process.env['TESSERA_REPLICA_COMMITS'] ?? 1_500);

type Lane = { readonly replica: Replica; readonly acknowledged: string[]; readonly refused: string[] };

describe('two replicas', () => {
  it(
    'write to the same and to different streams at once: nothing acknowledged is lost or doubled, and the model is that of a rebuild',
    { timeout: 600_000 },
    async () => {
      const database = freshDatabase();
      const replicas = await Promise.all(
        [1, 2].map(() => openReplica(mongo.url, database, { timing: { unapplied: 2_000 } })),
      );
      const [a] = replicas as [Replica, Replica];
      const organizations = ['org', 'other'];
      for (const organization of organizations)
        await a.execute(
          { type: 'make', payload: { list: 'l', label: 'l', columns: ['c1_1'] } },
          metaFor(organization, { idempotencyKey: 'make' }),
        );
      const shared: Record<string, string[]> = {};
      for (const organization of organizations) {
        shared[organization] = (
          await a.execute<{ ids: string[] }>(
            { type: 'add', payload: { list: 'l', count: 3, columns: { c1_1: ['1', '2', '3'] } } },
            metaFor(organization, { idempotencyKey: 'add' }),
          )
        ).answer.ids;
      }
      const lanes: Lane[] = [];
      let n = 0;
      const work = async (lane: Lane, name: string): Promise<void> => {
        for (let i = 0; n < commitsEach * 2; i++) {
          n += 1;
          const organization = organizations[i % 7 === 0 ? 1 : 0]!;
          const key = `${name}.${i}`;
          const meta = metaFor(organization, { idempotencyKey: key });
          const [type, payload] =
            i % 5 === 0
              ? (['label', { list: 'l', label: key }] as const)
              : i % 5 === 1
                ? (['set', { list: 'l', ids: [shared[organization]![i % 3]], column: 'c1_1', values: [key] }] as const)
                : i % 11 === 2
                  ? (['note', { notes: ['n', key], text: key }] as const)
                  : ([
                      'add',
                      { list: 'l', columns: { c1_1: [key] }, ...(i % 4 === 3 && { unique: [`${i % 40}`] }) },
                    ] as const);
          try {
            await lane.replica.execute({ type, payload }, meta);
            lane.acknowledged.push(`${organization}/${key}`);
          } catch (error) {
            lane.refused.push(code(error));
          }
        }
      };
      await Promise.all(
        replicas.flatMap((replica, r) =>
          Array.from({ length: 8 }, (_, l) => {
            const lane: Lane = { replica, acknowledged: [], refused: [] };
            lanes.push(lane);
            return work(lane, `${r}.${l}`);
          }),
        ),
      );
      await Promise.all(replicas.map((r) => r.settled()));
      const heads = await Promise.all(organizations.map((o) => a.position(o)));
      await Promise.all(replicas.map((r) => r.end()));

      const acknowledged = lanes.flatMap((l) => l.acknowledged);
      const refused = lanes.flatMap((l) => l.refused);
      const kinds = new Set(refused);
      // A claim that is held, and races that were lost three times; nothing else.
      expect([...kinds].filter((k) => k !== 'claim.taken' && k !== 'stream.version')).toEqual([]);
      const keys = new Map<string, number>();
      for (const organization of organizations)
        for (const [key, times] of await countKeys(mongo.url, database, organization))
          keys.set(`${organization}/${key}`, times);
      expect(acknowledged.filter((k) => keys.get(k) !== 1)).toEqual([]);
      expect([...keys].filter(([, times]) => times !== 1)).toEqual([]);
      // What was refused left nothing: each key in the log was acknowledged.
      expect(keys.size).toBe(acknowledged.length + 4);
      const filled = await onDatabase(mongo.url, database, (db) =>
        db.collection('commits').countDocuments({ filled: true }),
      );
      const commits = await expectWhole(mongo.url, database);
      expect(commits).toBe(heads[0]! + heads[1]!);
      expect(commits - filled).toBe(keys.size);
      // Without a lost race this would prove nothing.
      expect(filled).toBeGreaterThan(0);
      const lostThrice = refused.filter((k) => k === 'stream.version').length;
      process.stdout.write(
        `acknowledged ${acknowledged.length}, lost races ${filled}, lost three times ${lostThrice}, claims refused ${refused.length - lostThrice}\n`,
      );
    },
  );

  it(
    'sixty writers of one record over three replicas: a command that merges is never refused, one that does not after three lost races',
    { timeout: 120_000 },
    async () => {
      const database = freshDatabase();
      const replicas = await Promise.all([1, 2, 3].map(() => openReplica(mongo.url, database)));
      const [a] = replicas as [Replica, ...Replica[]];
      await a.execute({ type: 'make', payload: { list: 'l', label: 'l', columns: ['c1_1'] } }, metaFor('org'));
      const { ids } = (
        await a.execute<{ ids: string[] }>(
          { type: 'add', payload: { list: 'l', columns: { c1_1: ['0'] } } },
          metaFor('org'),
        )
      ).answer;
      const writers = 60;
      const outcomes = await Promise.all(
        Array.from({ length: writers }, (_, i) =>
          replicas[i % 3]!.execute<{ versions: number[] }>(
            { type: 'set', payload: { list: 'l', ids, column: 'c1_1', values: [`${i}`] } },
            metaFor('org'),
          ).then(({ position }) => position, code),
        ),
      );
      expect(outcomes.filter((outcome) => typeof outcome === 'string')).toEqual([]);
      const looked = await a.execute<{ rows: { version: number; cells: object }[]; changedAfter: object[][] }>(
        { type: 'look', payload: { list: 'l', ids, seen: [{ id: ids[0]!, after: 1, through: writers + 1 }] } },
        metaFor('org'),
      );
      const last = outcomes.indexOf(Math.max(...(outcomes as number[])));
      expect(looked.answer.rows).toMatchObject([{ version: writers + 1, cells: { c1_1: `${last}` } }]);
      expect(looked.answer.changedAfter).toEqual([[{ column: 'c1_1', position: Math.min(...(outcomes as number[])) }]]);
      await Promise.all(replicas.map((r) => r.end()));
      await expectWhole(mongo.url, database);
    },
  );

  it('one of them sees at once what the other has acknowledged', async () => {
    const database = freshDatabase();
    const [a, b] = (await Promise.all([1, 2].map(() => openReplica(mongo.url, database, { timing: quick })))) as [
      Replica,
      Replica,
    ];
    await a.execute({ type: 'make', payload: { list: 'l', label: 'first', columns: ['c1_1'] } }, metaFor('org'));
    for (let i = 0; i < 20; i++) {
      const [writer, reader] = i % 2 ? [a, b] : [b, a];
      const { answer } = await writer.execute<{ ids: string[] }>(
        { type: 'add', payload: { list: 'l', columns: { c1_1: [`${i}`] } } },
        metaFor('org'),
      );
      await writer.execute({ type: 'label', payload: { list: 'l', label: `label ${i}` } }, metaFor('org'));
      expect(
        (await reader.execute({ type: 'look', payload: { list: 'l', ids: answer.ids } }, metaFor('org'))).answer,
      ).toMatchObject({
        snapshot: { version: i + 2, state: { label: `label ${i}` } },
        document: { label: `label ${i}` },
        rows: [{ version: 1, cells: { c1_1: `${i}` } }],
      });
    }
    await Promise.all([a.end(), b.end()]);
    expect(await expectWhole(mongo.url, database)).toBe(41);
  });
});

describe('a replica of an earlier version', () => {
  it(
    'passes over events that it does not know and goes on where they left their stream, also after a rebuild of its own',
    { timeout: 60_000 },
    async () => {
      const database = freshDatabase();
      const { events } = writeModule;
      const earlierModule = {
        ...writeModule,
        events: {
          ...events,
          decode: (type: string, bytes: Uint8Array) =>
            type === 'listLabelled' ? undefined : events.decode(type, bytes),
        },
      };
      const earlier = await openReplica(mongo.url, database, { module: earlierModule });
      const later = await openReplica(mongo.url, database);
      const label = (to: string): Promise<unknown> =>
        later
          .execute({ type: 'label', payload: { list: 'l', label: to } }, metaFor('org'))
          .then(({ answer }) => answer);
      const add = (on: Replica): Promise<unknown> =>
        on.execute({ type: 'add', payload: { list: 'l', columns: { c1_1: ['x'] } } }, metaFor('org'));
      await earlier.execute(
        { type: 'make', payload: { list: 'l', label: 'first', columns: ['c1_1'] } },
        metaFor('org'),
      );
      expect(await label('second')).toEqual({ label: 'second', version: 2 });
      await add(earlier);
      expect(await label('third')).toEqual({ label: 'third', version: 3 });
      const seen = async (replica: Replica): Promise<readonly number[]> =>
        (await replica.commits('org', { order: 'asc', limit: 10 })).map((one) => one.events.length);
      expect([await seen(earlier), await seen(later)]).toEqual([
        [1, 0, 1, 0],
        [1, 1, 1, 1],
      ]);
      // What it cannot read back it does not write.
      await expect(
        earlier.execute({ type: 'label', payload: { list: 'l', label: 'unknown' } }, metaFor('org')),
      ).rejects.toThrow('cannot be read back');
      await Promise.all([earlier.settled(), later.settled()]);
      await Promise.all([earlier.end(), later.end()]);

      await rebuild(mongo.url, database, earlierModule);
      const again = await openReplica(mongo.url, database);
      expect(
        await again
          .execute({ type: 'label', payload: { list: 'l', label: 'fourth' } }, metaFor('org'))
          .then(({ answer }) => answer),
      ).toEqual({ label: 'fourth', version: 4 });
      await again.end();
    },
  );
});
