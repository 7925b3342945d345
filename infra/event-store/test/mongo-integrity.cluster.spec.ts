import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMongo } from '@tessera/engines/testing';
import type { RawCommit } from '../src/index.ts';
import { dumpMongoLog, loadMongoLog, verifyMongoLog } from '../src/mongo/index.ts';
import { metaFor } from './actors.ts';
import {
  expectWhole,
  freshDatabase,
  modelHash,
  onDatabase,
  openReplica,
  quick,
  rebuild,
  type Replica,
} from './mongo.ts';

let mongo: Awaited<ReturnType<typeof startMongo>>;
let database: string;
beforeAll(async () => {
  mongo = await startMongo();
});
afterAll(() => mongo.stop());
beforeEach(() => {
  database = freshDatabase();
});

const run = (replica: Replica, type: string, payload: object, organizationId = 'org', more: object = {}) =>
  replica.execute<{ ids: string[] }>({ type, payload }, metaFor(organizationId, more));
type Raw = {
  _id: string;
  organization: string;
  position: number;
  body: Buffer;
  checksum: Buffer;
  header: Buffer;
  summary: string;
};
const inLog = <T>(work: (commits: import('mongodb').Collection<Raw>) => Promise<T>): Promise<T> =>
  onDatabase(mongo.url, database, (db) => work(db.collection<Raw>('commits', { promoteBuffers: true })));
const verify = () => onDatabase(mongo.url, database, (db) => verifyMongoLog(db, 'lists', { deep: true }));

/** Some of everything that the model can hold, in two organizations; 25 commits each. */
const write = async (replica: Replica): Promise<void> => {
  for (const organizationId of ['org', 'other']) {
    await run(replica, 'make', { list: 'l', label: 'l', columns: ['c1_1', 'c2_1'] }, organizationId);
    const { ids } = (
      await run(
        replica,
        'add',
        { list: 'l', count: 50, columns: { c1_1: Array.from({ length: 50 }, (_, i) => `ä ${i}`) }, unique: ['a', 'b'] },
        organizationId,
        { idempotencyKey: 'add' },
      )
    ).answer;
    for (let i = 0; i < 10; i++) {
      await run(
        replica,
        'set',
        { list: 'l', ids: [ids[i], ids[i + 1]], column: i % 2 ? 'c1_1' : 'c2_1', values: [null, `changed ${i}`] },
        organizationId,
      );
      await run(replica, 'label', { list: 'l', label: `label ${i}` }, organizationId);
    }
    await run(
      replica,
      'remove',
      { list: 'l', ids: ids.slice(40), release: [{ key: 'b', owner: ids[1] }] },
      organizationId,
    );
    await run(replica, 'remove', { list: 'l', ids: ids.slice(45), back: true }, organizationId);
    await run(replica, 'note', { notes: ['a', 'b'], text: 'note' }, organizationId);
  }
};
const written = async (): Promise<void> => {
  const replica = await openReplica(mongo.url, database, { timing: quick });
  await write(replica);
  await replica.end();
};

describe('the read model', () => {
  it('is equal after a rebuild to what live writes made of it, and so are the claims', async () => {
    await written();
    expect(await expectWhole(mongo.url, database)).toBe(50);
    const replica = await openReplica(mongo.url, database);
    const { claims } = (await run(replica, 'look', { list: 'l', keys: ['a', 'b'] })).answer as unknown as {
      claims: (string | null)[];
    };
    expect(claims).toEqual([expect.any(String), null]);
    await expect(run(replica, 'add', { list: 'l', unique: ['a'] })).rejects.toMatchObject({ code: 'claim.taken' });
    await run(replica, 'add', { list: 'l', unique: ['b'] });
    await replica.end();
  });

  it('that other projections made is left to them, and one of its own is made beside it', async () => {
    await written();
    const { writeModule: other } = await import('./lists-v2.ts');
    const replica = await openReplica(mongo.url, database, { module: other, timing: quick });
    expect(replica).toMatchObject({ caughtUp: 50, prefix: expect.stringMatching(/^m[0-9a-f]{12}_$/) as string });
    await replica.end();
    expect(await modelHash(mongo.url, database, other)).toBe(await modelHash(mongo.url, database));
  });
});

describe('the log', () => {
  it('is verified: whole, sealed, and whatever was done to it beside the store is found', async () => {
    const replica = await openReplica(mongo.url, database, { timing: quick });
    await write(replica);
    await replica.seal();
    await replica.end();
    expect(await verify()).toMatchObject({
      service: 'lists',
      commits: 50,
      seals: 2,
      unsealed: 0,
      purged: 0,
      damage: [],
    });

    const original = (await inLog((c) => c.findOne({ organization: 'org', position: 4 })))!;
    const put = (change: Partial<Raw>) => inLog((c) => c.updateOne({ _id: original._id }, { $set: change }));
    const found = async () => (await verify()).damage.map((d) => `${d.position}: ${d.what}`);
    const body = Buffer.from(original.body);
    body[10]! ^= 1;
    await put({ body });
    expect(await found()).toContain('4: a commit does not match its checksum');
    const {
      header,
      body: others,
      checksum,
      summary,
    } = (await inLog((c) => c.findOne({ organization: 'org', position: 6 })))!;
    await put({ header, body: others, checksum, summary });
    expect(await found()).toEqual(
      expect.arrayContaining([
        '4: a commit stands at another place than its header says',
        '1: the seal over positions 1 to 25 does not match its commits',
      ]),
    );
    await put(original);
    expect(await found()).toEqual([]);
    await inLog((c) => c.deleteMany({ organization: 'org', position: { $gt: 23 } }));
    expect(await found()).toContain('24: commits are missing up to position 25, which is sealed');
  });

  it('is sealed in the background, segment by segment, and once by two replicas', async () => {
    const [a, b] = (await Promise.all([1, 2].map(() => openReplica(mongo.url, database, { timing: quick })))) as [
      Replica,
      Replica,
    ];
    await run(a, 'make', { list: 'l', label: 'l', columns: [] });
    await Promise.all(
      Array.from({ length: 2_050 }, (_, i) => run(i % 2 ? a : b, 'note', { notes: [`n${i}`], text: 'x' })),
    );
    await expect
      .poll(() => onDatabase(mongo.url, database, (db) => db.collection('log_seals').countDocuments()), {
        timeout: 60_000,
      })
      .toBe(2);
    await Promise.all([a.end(), b.end()]);
    expect(await verify()).toMatchObject({ seals: 2, damage: [] });
  });

  it('goes to another database with all of its history, in a new epoch', async () => {
    await written();
    const live = await modelHash(mongo.url, database);
    const commits: RawCommit[] = [];
    await onDatabase(mongo.url, database, async (db) => {
      for await (const commit of dumpMongoLog(db)) commits.push(commit);
    });
    expect(commits.map((c) => c.position)).toEqual([
      ...Array.from({ length: 25 }, (_, i) => i + 1),
      ...Array.from({ length: 25 }, (_, i) => i + 1),
    ]);
    const target = freshDatabase();
    await expect(
      onDatabase(mongo.url, target, (db) =>
        loadMongoLog(
          db,
          commits.filter((c) => c.position !== 7),
        ),
      ),
    ).rejects.toThrow('position 8 of organization org follows position 6');
    const again = freshDatabase();
    const before = Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 60_000);
    const loaded = await onDatabase(mongo.url, again, (db) => loadMongoLog(db, commits));
    const { epoch } = loaded;
    expect(loaded.commits).toBe(50);
    // One that the same backup did not get when it was brought back before, of which it tells nothing.
    expect(epoch).toBeGreaterThanOrEqual(before);
    await expect(onDatabase(mongo.url, again, (db) => loadMongoLog(db, commits))).rejects.toThrow(
      'has commits already',
    );
    expect(await rebuild(mongo.url, again)).toEqual({ commits: 50, hash: live });
    database = again;
    expect((await verify()).damage).toEqual([]);
    const replica = await openReplica(mongo.url, again);
    expect((await run(replica, 'label', { list: 'l', label: 'later' })).commitId).toBe(`lists.${epoch}.26`);
    expect(await replica.commitsAfter('org', 25, 10)).toMatchObject({
      head: 26,
      epoch,
      epochFrom: 25,
      commits: [{ position: 26, epoch }],
    });
    // Keys, claims and what lists are made of came along.
    await expect(run(replica, 'add', { list: 'l', unique: ['a'] })).rejects.toMatchObject({ code: 'claim.taken' });
    await expect(run(replica, 'add', { list: 'm' }, 'org', { idempotencyKey: 'add' })).rejects.toMatchObject({
      code: 'idempotency.mismatch',
    });
    expect((await replica.headers('org', { root: 'list:l', limit: 5 })).map((h) => h.position)).toEqual([
      26, 24, 23, 22, 21,
    ]);
    await replica.end();
  });

  it('is read by others organization by organization, since a moment, and root by root', async () => {
    let clock = 1_000_000;
    const replica = await openReplica(mongo.url, database, { now: () => clock });
    await run(replica, 'make', { list: 'l', label: 'l', columns: [] }, 'a');
    await run(replica, 'note', { notes: ['n'], text: 'x' }, 'a');
    clock = 2_000_000;
    await run(replica, 'make', { list: 'l', label: 'l', columns: [] }, 'b');
    expect(await replica.organizationsAfter('', 10)).toEqual([
      { organizationId: 'a', position: 2, time: 1_000_000 },
      { organizationId: 'b', position: 1, time: 2_000_000 },
    ]);
    expect(await replica.organizationsAfter('', 10, 1_500_000)).toEqual([
      { organizationId: 'b', position: 1, time: 2_000_000 },
    ]);
    expect((await replica.organizationsAfter('a', 10)).map((o) => o.organizationId)).toEqual(['b']);
    expect([
      await replica.previousOfRoot('a', 'l', 9),
      await replica.previousOfRoot('a', 'n', 9),
      await replica.previousOfRoot('a', 'n', 2),
    ]).toEqual([1, 2, 0]);
    expect(await replica.commitsAfter('nobody', 0, 10)).toMatchObject({ commits: [], head: 0 });
    await replica.end();
  });

  it('takes no write once somebody has seen a position in its epoch that it lacks, and those of other epochs count for nothing', async () => {
    const replica = await openReplica(mongo.url, database);
    await run(replica, 'make', { list: 'l', label: 'l', columns: [] });
    const { epoch, head } = await replica.commitsAfter('org', 0, 10);
    expect([epoch, head]).toEqual([1, 1]);
    await replica.commitsAfter('org', 1, 1, epoch);
    await replica.commitsAfter('org', 7, 1, epoch + 1);
    await replica.commitsAfter('org', 7, 1);
    await run(replica, 'label', { list: 'l', label: 'taken' });
    await replica.commitsAfter('org', 7, 1, epoch);
    await expect(run(replica, 'label', { list: 'l', label: 'refused' })).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'store.went_back',
    });
    await replica.end();
  });
});
