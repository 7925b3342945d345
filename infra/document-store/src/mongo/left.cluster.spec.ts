import { startMongo } from '@tessera/engines/testing';
import type { Operand, PageQuery, Predicate } from '@tessera/kernel';
import { MongoClient, type CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoreAdapter } from '../testing/adapter.ts';
import { mongoAdapter } from '../testing/mongo-adapter.ts';

const rows = 30_000;
const everyone: Predicate = { op: 'and', items: [] };
const text: Operand = { kind: 'field', column: 'c1_1', storage: 'text' };
const select: PageQuery['select'] = [{ ...text, key: 'text' }];

let server: Awaited<ReturnType<typeof startMongo>>;
let client: MongoClient;
/** Asks the server beside the readers. */
let beside: MongoClient;
let store: StoreAdapter;
const started: CommandStartedEvent[] = [];
const closed = new Set<number | '<monitor>'>();

beforeAll(async () => {
  server = await startMongo();
  client = await new MongoClient(server.url, { monitorCommands: true }).connect();
  client.on('commandStarted', (event) => started.push(event));
  client.on('connectionClosed', ({ connectionId }) => closed.add(connectionId));
  beside = await new MongoClient(server.url).connect();
  store = await mongoAdapter(() => client)();
  const columns = [{ column: 'c1_1', kind: 'text' as const }];
  await store.write('org1', [{ op: 'table.create', table: 'large', columns }]);
  for (let from = 0; from < rows; from += 1_000) {
    const ids = Array.from({ length: 1_000 }, (_, i) => `01hrow${String(from + i).padStart(20, '0')}`);
    const cells = ids.map((id) => `${id} ${'words that are long '.repeat(20)}`);
    await store.write('org1', [{ op: 'rows.insert', table: 'large', ids, columns: [{ column: 'c1_1', cells }] }]);
  }
  await store.settle();
}, 120_000);
afterAll(async () => {
  await store?.close();
  await client?.close();
  await beside?.close();
  await server?.stop();
});

/** What the server says of itself. */
const status = async () =>
  (await beside.db('admin').command({ serverStatus: 1 })) as {
    readonly connections: { readonly current: number };
    readonly metrics: { readonly cursor: { readonly open: { readonly total: number } } };
  };
const asked = (from: number) => started.slice(from).map(({ commandName }) => commandName);
const query: PageQuery = { table: 'large', select, where: everyone, allow: everyone, sort: [], limit: 50 };

describe('a client that leaves', () => {
  it('stops its query: the connection that carries it is closed, and nothing more is asked for it', async () => {
    const left = new AbortController();
    const from = started.length;
    const { connections } = await status();
    const page = store.records.page(
      'org1',
      { ...query, where: { op: 'not', item: { op: 'contains', left: text, value: 'words' } } },
      { signal: left.signal, deadlineMs: 60_000 },
    );
    const ended = page.then(
      () => undefined,
      (error: unknown) => error,
    );
    const scanning = (): CommandStartedEvent | undefined =>
      started.slice(from).find(({ command }) => JSON.stringify(command).includes('words'));
    await expect.poll(scanning, { interval: 1 }).toBeDefined();
    const { command } = scanning()!;
    // Where a client's leaving is never heard of, the server ends the query by itself.
    expect(command['maxTimeMS']).toBeLessThanOrEqual(60_000);
    left.abort();
    expect(await ended).toMatchObject({ code: 'query.cancelled' });
    await expect.poll(() => closed.size, { timeout: 30_000 }).toBeGreaterThan(0);
    // The server has noticed: a query without a connection is ended by it.
    await expect
      .poll(async () => (await status()).connections.current, { timeout: 20_000 })
      .toBeLessThanOrEqual(connections.current);
    expect(asked(from).filter((name) => name === 'getMore')).toEqual([]);
  });

  it('leaves no cursor behind: one that is not read to its end is closed', async () => {
    const from = started.length;
    const page = JSON.parse(
      await store.records.page('org1', { ...query, limit: 1_000, bytes: 40_000 }, { deadlineMs: 60_000 }),
    ) as { readonly records: readonly unknown[]; readonly next?: string };
    expect(page.records.length).toBeLessThan(1_000);
    expect(page.next).toBeDefined();
    expect(asked(from)).toContain('killCursors');
    await expect.poll(async () => (await status()).metrics.cursor.open.total, { timeout: 30_000 }).toBe(0);
  });
});
