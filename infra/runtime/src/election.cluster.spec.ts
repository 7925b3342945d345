import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@tessera/kernel';
import { everyVariant } from '@tessera/kernel/testing';
import { Header } from '@tessera/proto/commit/v1/commit';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCluster, startEngines } from './testing/cluster.ts';
import { startMember } from './testing/member.ts';
import { caller, owner, type TestCaller } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-election-'));
let engines: Awaited<ReturnType<typeof startEngines>>;
let member: Awaited<ReturnType<typeof startMember>>;
let cluster: Awaited<ReturnType<typeof startCluster>>;
let direct: MongoClient;
let maren: TestCaller;
let deals: { readonly id: string };

beforeAll(async () => {
  engines = await startEngines();
  const mongo = engines.environment['TESSERA_MONGO_URL']!;
  direct = await new MongoClient(mongo).connect();
  const { setName } = await direct.db('admin').command({ hello: 1 });
  member = await startMember(new URL(mongo).host);
  cluster = await startCluster({ ...engines.environment, TESSERA_MONGO_URL: member.url(String(setName)) }, folder);
  const made = await caller(cluster.url).call('POST', '/setup', { ...owner, code: await cluster.setupCode() });
  maren = caller(cluster.url, (made.body as { token: string }).token);
  deals = (await maren.call('POST', '/v3/tables', { label: 'Deals', fields: [{ name: 'Value', type: 'currency' }] }))
    .body;
}, 300_000);
afterAll(async () => {
  await cluster?.stop();
  await member?.stop();
  await direct?.close();
  await engines?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

type Entry = { readonly id: string; readonly key: string; readonly value: number; taken: boolean };

const send = async (entry: Entry) => {
  const begun = performance.now();
  const answer = await maren.call(
    'POST',
    `/v3/tables/${deals.id}/records?fieldKey=name`,
    { id: entry.id, fields: { Value: entry.value } },
    { 'idempotency-key': entry.key },
  );
  if (answer.status === 201) entry.taken = true;
  return { ...answer, ms: performance.now() - begun };
};

/** Writes at a steady rate until it is stopped; answers are told by status and code, and how long they took. */
const load = (perSecond: number) => {
  const entries: Entry[] = [];
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  let longest = 0;
  let lastBad = 0;
  const flying = new Set<Promise<void>>();
  const one = async (): Promise<void> => {
    const entry = { id: newId(), key: newId(), value: entries.length, taken: false };
    entries.push(entry);
    const { status, body, headers, ms } = await send(entry);
    longest = Math.max(longest, ms);
    if (status !== 201) lastBad = performance.now();
    const { error } = (body ?? {}) as { error?: { code: string } };
    const name = status === 201 ? '201' : `${status} ${error?.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
    if (status !== 201 && (status !== 503 || !/^\d+$/.test(headers.get('retry-after') ?? '')))
      wrong.push(`${status} ${JSON.stringify(body)}`);
  };
  const timer = setInterval(() => {
    const flight = one().catch((error: unknown) => void wrong.push(String(error)));
    flying.add(flight);
    void flight.finally(() => flying.delete(flight));
  }, 1000 / perSecond);
  return {
    entries,
    counts,
    wrong,
    taken: (): number => entries.filter(({ taken }) => taken).length,
    quietFor: (): number => performance.now() - lastBad,
    longest: (): number => Math.round(longest),
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await Promise.all(flying);
    },
  };
};

/** How often each idempotency key stands in the log of tables. */
const keysOfLog = async (): Promise<ReadonlyMap<string, number>> => {
  const keys = new Map<string, number>();
  const commits = direct.db('tessera_tables').collection<{ header: Buffer }>('commits', { promoteBuffers: true });
  for await (const { header } of commits.find({}, { projection: { header: 1 } })) {
    const { idempotencyKey } = Header.decode(header);
    if (idempotencyKey !== '') keys.set(idempotencyKey, (keys.get(idempotencyKey) ?? 0) + 1);
  }
  return keys;
};
const values = async (): Promise<Map<string, unknown>> => {
  const found = new Map<string, unknown>();
  for (let after: string | undefined; ;) {
    const { body } = await maren.call('POST', `/v3/tables/${deals.id}/records/query?fieldKey=name`, {
      limit: 1000,
      after,
    });
    const page = body as { records: { id: string; fields: Record<string, unknown> }[]; next?: string };
    for (const { id, fields } of page.records) found.set(id, fields['Value']);
    if ((after = page.next) === undefined) return found;
  }
};
const written: Entry[] = [];

/** Nothing that was acknowledged is lost, and what is sent again with its key, as a client does, is there once. */
const settle = async (entries: readonly Entry[]): Promise<void> => {
  const acknowledged = entries.filter(({ taken }) => taken);
  for (const entry of entries)
    if (!entry.taken) await expect.poll(async () => (await send(entry)).status, { timeout: 30_000 }).toBe(201);
  written.push(...entries);
  const shown = await values();
  expect(acknowledged.filter(({ id, value }) => shown.get(id) !== value)).toEqual([]);
  expect(shown.size).toBe(written.length);
  const keys = await keysOfLog();
  expect([...keys.values()].filter((times) => times !== 1)).toEqual([]);
};

const electionIn = everyVariant ? [10, 20, 30] : [12];

it('writes wait for an election of a second, and none is refused', { timeout: 120_000 }, async () => {
  const writing = load(20);
  await expect.poll(writing.taken, { timeout: 20_000 }).toBeGreaterThan(20);
  member.leave();
  // The time of the fault is the fault.
  await pause(300);
  member.stepDown();
  await pause(700);
  member.elect();
  const before = writing.taken();
  await expect.poll(writing.taken, { timeout: 30_000 }).toBeGreaterThan(before + 60);
  await writing.stop();
  expect(writing.counts).toEqual({ '201': writing.entries.length });
  await settle(writing.entries);
  process.stdout.write(`an election of 1 s: ${JSON.stringify(writing.counts)}, longest ${writing.longest()} ms\n`);
});

it.each(electionIn)(
  'writes of an election of %i s are taken or refused with 503 and Retry-After; nothing is lost or there twice, and all is well afterwards',
  { timeout: 240_000 },
  async (seconds) => {
    const writing = load(20);
    await expect.poll(writing.taken, { timeout: 20_000 }).toBeGreaterThan(20);
    member.leave();
    await pause(2_000);
    member.stepDown();
    await pause(seconds * 1_000 - 2_000);
    member.elect();
    const elected = performance.now();
    await expect.poll(writing.quietFor, { timeout: 60_000 }).toBeGreaterThan(1_500);
    const recovered = Math.max(0, performance.now() - elected - writing.quietFor());
    await writing.stop();
    expect(writing.wrong).toEqual([]);
    expect(writing.taken()).toBeLessThan(writing.entries.length);
    // The driver alone would look every ten seconds.
    expect(recovered).toBeLessThan(7_000);
    await settle(writing.entries);
    expect((await fetch(`${cluster.url}/readyz`)).status).toBe(200);
    process.stdout.write(
      `an election of ${seconds} s: ${JSON.stringify(writing.counts)}, longest ${writing.longest()} ms, recovered in ${Math.round(recovered)} ms; refused by the member: ${JSON.stringify(member.refused())}\n`,
    );
  },
);
