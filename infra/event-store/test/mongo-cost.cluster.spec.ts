import { startMongo } from '@tessera/engines/testing';
import type { Document, MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fillerFor } from '../src/mongo/append.ts';
import { mongoClient, type StoreReport } from '../src/mongo/index.ts';
import { metaFor } from './actors.ts';
import { freshDatabase, onDatabase, openReplica, quick, type Replica } from './mongo.ts';

let mongo: Awaited<ReturnType<typeof startMongo>>;
beforeAll(async () => {
  mongo = await startMongo();
});
afterAll(() => mongo.stop());

const replicas = new Set<Replica>();
afterEach(async () => {
  await Promise.all([...replicas].map((one) => one.end()));
  replicas.clear();
});

type Command = { readonly name: string; readonly collection: string; readonly document: Document };

/** A replica whose commands are listed; `asks` is more of its address. */
const watched = async (database: string, options: Parameters<typeof openReplica>[2] = {}, asks = '') => {
  const client: MongoClient = mongoClient(`${mongo.url}&monitorCommands=true${asks}`);
  const commands: Command[] = [];
  client.on('commandStarted', ({ commandName: name, command: document }) =>
    commands.push({ name, collection: String((document as Document)[name]), document }),
  );
  const replica = await openReplica(mongo.url, database, { timing: quick, client, ...options });
  replicas.add(replica);
  return { replica, commands };
};
const end = async (replica: Replica): Promise<void> => {
  replicas.delete(replica);
  await replica.end();
};
const make = (replica: Replica, organization: string) =>
  replica.execute({ type: 'make', payload: { list: 'l', label: 'l', columns: ['c1_1'] } }, metaFor(organization));
const note = (replica: Replica, organization: string, text: string) =>
  replica.execute({ type: 'note', payload: { notes: ['n'], text } }, metaFor(organization));

/** A log of so many commits, all of them empty, that no process has looked at yet. */
const longLog = (database: string, organization: string, commits: number): Promise<void> =>
  onDatabase(mongo.url, database, async (db) => {
    for (let first = 1; first <= commits; first += 5_000)
      await db
        .collection<Document>('commits')
        .insertMany(
          Array.from({ length: Math.min(5_000, commits - first + 1) }, (_, i) =>
            fillerFor(organization, first + i, 1, 1_000),
          ) as Document[],
        );
    await db
      .collection<Document & { _id: string }>('log_organizations')
      .insertOne({ _id: organization, position: commits, time: 1_000, applied: 0, moved: true });
  });

describe('the head of a long log', () => {
  it('is found after a restart by what is in the model, not from its first commit', { timeout: 120_000 }, async () => {
    const database = freshDatabase();
    const commits = 30_000;
    await end((await watched(database)).replica);
    await longLog(database, 'org', commits);
    await end((await watched(database)).replica);

    const { replica: writer } = await watched(database);
    await make(writer, 'org');
    const again = await watched(database);
    const before = again.commands.length;
    expect(await again.replica.position('org')).toBe(commits + 1);
    expect(await again.replica.organizationsAfter('', 10)).toMatchObject([{ position: commits + 1 }]);
    expect((await again.replica.commitsAfter('org', commits, 10)).head).toBe(commits + 1);
    const read = again.commands.slice(before).filter(({ collection }) => collection === 'commits');
    // At most one for what is newer than the model, and one for the page.
    expect(read.length).toBeLessThanOrEqual(2);
    expect(await writer.position('org')).toBe(commits + 1);

    const modes = async (position: number): Promise<unknown> => {
      const from = again.commands.length;
      const page = await again.replica.commitsAfter('org', position, 100);
      expect(page.commits[0]?.position).toBe(position + 1);
      const { document } = again.commands.slice(from).find(({ collection }) => collection === 'commits')!;
      return (document.$readPreference as Document | undefined)?.mode;
    };
    // Who follows from far behind is served by a secondary, who wants the newest by the primary.
    expect(await modes(0)).toBe('secondaryPreferred');
    expect(await modes(commits)).not.toBe('secondaryPreferred');
    await note(writer, 'org', 'one more');
    expect(await again.replica.position('org')).toBe(commits + 2);
  });
});

describe('an acknowledged commit', () => {
  it('is on the disks of a majority, and read as a majority knows it, whatever the address asks for', async () => {
    const { replica, commands } = await watched(freshDatabase(), {}, '&w=1&journal=false&readPreference=nearest');
    await make(replica, 'org');
    await note(replica, 'org', 'one');
    expect(await replica.position('org')).toBe(2);
    const log = commands.filter(({ collection }) => ['commits', 'log_organizations'].includes(collection));
    const writes = log.filter(({ name }) => name === 'insert' || name === 'findAndModify');
    expect(writes.length).toBeGreaterThan(3);
    for (const { document } of writes) expect(document.writeConcern).toMatchObject({ w: 'majority', j: true });
    // To the one server of a direct connection the driver says primaryPreferred where the primary is meant.
    const modes = log.map(({ document }) => (document.$readPreference as Document | undefined)?.mode ?? 'primary');
    expect(modes.filter((mode) => mode !== 'primary' && mode !== 'primaryPreferred')).toEqual([]);
  });
});

describe('looking after the log', () => {
  /** What the reconcilers of all replicas ask of the engine. */
  const looks = ({ name, collection, document }: Command): boolean =>
    collection === 'log_applied'
      ? name !== 'insert'
      : collection === 'log_organizations'
        ? name === 'update' || (name === 'find' && (document.filter as Document).moved === true)
        : collection === 'commits' && name === 'find' && (document.projection as Document | undefined)?.filled === 1;

  const isRound = ({ name, collection }: Command): boolean => collection === 'log_organizations' && name === 'find';

  it(
    'costs no more with more organizations and replicas: one of the replicas looks, at all organizations together',
    { timeout: 120_000 },
    async () => {
      const costs: { readonly organizations: number; readonly rounds: number; readonly eachRound: number }[] = [];
      for (const organizations of [2, 40]) {
        const database = freshDatabase();
        const patient = { timing: { ...quick, operation: 10_000, command: 60_000 } };
        const all = await Promise.all([1, 2, 3].map(() => watched(database, patient)));
        const names = Array.from({ length: organizations }, (_, i) => `org${i}`);
        /** A few at a time, as requests would come. */
        const inEach = async (work: (replica: Replica, name: string) => Promise<unknown>, turn = 0): Promise<void> => {
          for (let first = 0; first < names.length; first += 8)
            await Promise.all(
              names.slice(first, first + 8).map((name, i) => work(all[(first + i + turn) % 3]!.replica, name)),
            );
        };
        await inEach(make);
        // From here on one of them holds the turn.
        await expect
          .poll(() => all.filter(({ commands }) => commands.some(looks)).length, { timeout: 30_000 })
          .toBeGreaterThan(0);
        const from = all.map(({ commands }) => commands.length);
        const since = () => all.map(({ commands }, i) => commands.slice(from[i]));
        const rounds = (): number => since().flat().filter(looks).filter(isRound).length;
        for (let n = 0; rounds() < 8; n++) await inEach((replica, name) => note(replica, name, `${n}`), n);
        const looked = since().map((commands) => commands.filter(looks));
        expect(looked.filter((commands) => commands.length > 0)).toHaveLength(1);
        costs.push({ organizations, rounds: rounds(), eachRound: Math.ceil(looked.flat().length / rounds()) });
        for (const { replica } of all) await end(replica);
      }
      process.stdout.write(`${costs.map((cost) => JSON.stringify(cost)).join(', ')}\n`);
      for (const { eachRound } of costs) expect(eachRound).toBeLessThanOrEqual(5);
    },
  );

  it('goes on in another replica when the one that did it is gone, and fills the place that was left open', async () => {
    const database = freshDatabase();
    const first = await watched(database);
    await make(first.replica, 'org');
    await end(first.replica);
    await onDatabase(mongo.url, database, async (db) => {
      await db
        .collection<Document & { _id: string }>('log_turns')
        .updateOne({ _id: 'janitor' }, { $set: { holder: 'a process that was killed', beat: 7 } }, { upsert: true });
      await db
        .collection<Document & { _id: string }>('log_organizations')
        .updateOne({ _id: 'org' }, { $inc: { position: 1 }, $set: { moved: true } });
    });
    const reports: StoreReport[] = [];
    const { replica } = await watched(database, { onReport: (report) => void reports.push(report) });
    await note(replica, 'org', 'behind it');
    expect(await replica.position('org')).toBe(1);
    await expect.poll(() => replica.position('org'), { timeout: 20_000 }).toBe(3);
    await expect
      .poll(() => reports.filter(({ kind }) => kind === 'filled'), { timeout: 20_000 })
      .toMatchObject([{ organizationId: 'org', position: 2 }]);
  });
});
