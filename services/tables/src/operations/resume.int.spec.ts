import { rmSync } from 'node:fs';
import { newId } from '@tessera/kernel';
import { afterAll, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, until } from '../testing/service.ts';

const ada = actorOf(newId(), 'admin');
const people = [{ actor: ada, name: 'Ada', email: 'ada@example.com' }];
let folder: string | undefined;
afterAll(() => folder !== undefined && rmSync(folder, { recursive: true, force: true }));

it('an operation whose process ended between its last chunk and its end is only ended', async () => {
  let t = await startTables(people);
  ({ folder } = t);
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'One',
    fields: [{ name: 'Name', type: 'singleLineText' }],
  });
  const table = body.id as string;
  const name = body.fields[0].id as string;
  const made = await t.call(ada, 'POST', `/v3/tables/${table}/records`, { records: [{ fields: { [name]: 'a' } }] });
  const ids = (made.body.records as { id: string }[]).map(({ id }) => id);
  const operationId = newId();
  const plan = {
    action: 'update',
    mode: 'append',
    fields: { [name]: 'b' },
    selection: { where: { op: 'and', items: [] }, deleted: false, except: [] },
  };
  const entry = { organizationId: ada.organizationId, userId: ada.id, origin: 'api', at: Date.now() };
  await t.ports.state.put('', 'running-operations', operationId, entry);
  const meta = { actor: ada, origin: 'api', operationId } as const;
  const start = { operationId, kind: 'bulk', tableId: table, total: 1, plan };
  await t.ports.store.execute({ type: 'operations.start', payload: start }, meta);
  const chunk = { operationId, chunk: 0, ids, cursor: '' };
  await t.ports.store.execute({ type: 'operations.chunk', payload: chunk }, meta);
  await t.stop(true);

  t = await startTables(people, { folder });
  await until(async () => (await t.call(ada, 'GET', `/v3/operations/${operationId}`)).body.state === 'done');
  const { body: record } = await t.call(ada, 'GET', `/v3/tables/${table}/records/${ids[0]}`);
  expect(record.fields[name]).toBe('a b');
  await t.stop(true);
});
