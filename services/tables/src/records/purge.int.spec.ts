import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PurgingStore } from '@tessera/event-store';
import { newId } from '@tessera/kernel';
import { recordStream } from '../events.ts';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const admin = actorOf(newId(), 'admin');
const planted = 'planted-5d2b-検索語彙';
let service: TestTables;
beforeAll(async () => {
  service = await startTables([{ actor: admin, name: 'Ana', email: 'ana@example.org' }]);
});
afterAll(() => service.stop());

const filesThatHold = (text: string): string[] =>
  readdirSync(service.folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(text))
    .map((file) => file.name);

it('purges a record of a table from every file, with its unique value, its words and its history, and leaves the others', async () => {
  const { call, stores } = service;
  const made = (
    await call(admin, 'POST', '/v3/tables', {
      label: 'People',
      fields: [
        { name: 'Key', type: 'singleLineText' },
        { name: 'About', type: 'text' },
      ],
    })
  ).body;
  const [key, about] = (made.fields as { id: string; name: string }[])
    .filter(({ name }) => name === 'Key' || name === 'About')
    .map(({ id }) => id) as [string, string];
  const path = `/v3/tables/${made.id}/records`;
  const fieldsOf = (name: string) => ({ [key]: name, [about]: `what is known of ${name}` });
  const added = await call(admin, 'POST', path, {
    records: [{ fields: fieldsOf(planted) }, { fields: fieldsOf('somebody else') }],
  });
  const { records } = added.body;
  const [gone, kept] = (records as { id: string }[]).map(({ id }) => id) as [string, string];
  await call(admin, 'PATCH', path, {
    records: [
      { id: gone, fields: { [about]: `${planted} changed` } },
      { id: kept, fields: { [about]: 'changed as well' } },
    ],
  });
  await call(admin, 'POST', path, { fields: fieldsOf(`${planted} too`) }, { 'idempotency-key': 'one' });
  await stores.settled();
  const query = (search: string) => call(admin, 'POST', `${path}/query`, { search, limit: 10, total: true });
  expect((await query('planted-5d2b')).body.total).toBe(2);
  expect(filesThatHold(planted).length).toBeGreaterThan(0);

  const asOf = added.headers.get('tessera-commit');
  const then = () => call(admin, 'POST', `${path}/query`, { asOf, total: true });
  expect((await then()).body.total).toBe(2);
  expect(JSON.stringify((await then()).body)).toContain(`what is known of ${planted}`);

  const all = (await query('planted-5d2b')).body.records as { id: string }[];
  const store = stores.store('tables') as PurgingStore;
  expect(
    await store.purge({ stream: recordStream(made.id), items: all.map(({ id }) => id) }, { actor: admin }),
  ).toMatchObject({ commits: 3 });
  expect(filesThatHold('planted-5d2b')).toEqual([]);
  expect((await query('planted-5d2b')).body).toMatchObject({ records: [], total: 0 });
  expect((await query('')).body).toMatchObject({
    records: [{ id: kept, version: 2, fields: { [about]: 'changed as well' } }],
    total: 1,
  });
  const past = await then();
  expect([past.body.total, JSON.stringify(past.body).includes('planted')]).toEqual([1, false]);
  expect((await call(admin, 'GET', `${path}/${gone}`)).status).toBe(404);
  expect((await call(admin, 'GET', `${path}/${kept}/history`)).body.entries).toHaveLength(2);
  expect(service.faults).toEqual([]);
});
