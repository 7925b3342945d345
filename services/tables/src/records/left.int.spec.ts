import { afterAll, assert, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '@tessera/kernel';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

/** Who leaves wants no answer: what is read for them is told so, whichever way they asked. */
const ada = actorOf(newId(), 'admin');
let t: TestTables;
let table: string;
let field: string;
beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'One',
    fields: [{ name: 'Name', type: 'singleLineText' }],
  });
  table = body.id;
  field = body.fields[0].id;
});
afterAll(() => t.stop());

type Read = 'page' | 'count' | 'aggregate' | 'groups' | 'placeOf' | 'rows';
it.each<[Read, string, string, () => object | undefined]>([
  ['page', 'GET', 'records', () => undefined],
  ['page', 'POST', 'records/query', () => ({ search: 'a' })],
  ['count', 'POST', 'records/query', () => ({ total: true })],
  ['count', 'POST', 'records/count', () => ({})],
  ['aggregate', 'POST', 'records/aggregate', () => ({ aggregates: [{ fieldId: field, function: 'filled' }] })],
  ['groups', 'POST', 'records/groups', () => ({ groupBy: [{ fieldId: field }] })],
  ['placeOf', 'POST', 'records/place', () => ({ recordId: newId() })],
  ['rows', 'GET', 'deleted-records', () => undefined],
])('a client that leaves stops what is read for it: %s of %s %s', async (read, method, path, body) => {
  const told = Promise.withResolvers<AbortSignal | undefined>();
  const left = Promise.withResolvers<void>();
  const real = t.ports.records[read].bind(t.ports.records) as (...all: unknown[]) => Promise<unknown>;
  // The read is the real one; it begins when its client has gone.
  const spy = vi.spyOn(t.ports.records, read as 'page').mockImplementation(async (...all) => {
    const { signal } = (all as unknown[]).findLast((one) => typeof one === 'object' && one !== null) as {
      signal?: AbortSignal;
    };
    told.resolve(signal);
    await left.promise;
    return (await real(...all)) as never;
  });
  try {
    const client = new AbortController();
    const content = body();
    const answer = fetch(`${t.base}/api/v3/tables/${table}/${path}`, {
      method,
      signal: client.signal,
      headers: { authorization: `Bearer ${ada.id}`, 'content-type': 'application/json' },
      ...(content && { body: JSON.stringify(content) }),
    });
    const signal = await Promise.race([told.promise, answer.then(async (one) => assert.fail(await one.text()))]);
    expect(signal?.aborted).toBe(false);
    client.abort();
    await expect(answer).rejects.toThrow('aborted');
    await expect.poll(() => signal!.aborted).toBe(true);
  } finally {
    left.resolve();
    spy.mockRestore();
  }
});
