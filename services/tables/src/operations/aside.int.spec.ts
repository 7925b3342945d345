import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { newId } from '@tessera/kernel';
import { createAttempts } from '@tessera/shared-state/operations';
import { actorOf } from '../testing/actors.ts';
import { startTables, until } from '../testing/service.ts';

const ada = actorOf(newId(), 'admin');
const people = [{ actor: ada, name: 'Ada', email: 'ada@example.com' }];
let folder: string | undefined;
afterAll(() => folder !== undefined && rmSync(folder, { recursive: true, force: true }));

it('an operation that ended the process twice is set aside, the rest runs, and an operator decides', async () => {
  // The operation is begun, and its process ends without a word before the first slice is done: that is what its
  // entries say.
  let t = await startTables(people);
  ({ folder } = t);
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'One',
    fields: [{ name: 'Name', type: 'singleLineText' }],
  });
  const table = body.id as string;
  const name = body.fields[0].id as string;
  const path = (rest: string): string => `/v3/tables/${table}${rest}`;
  await t.call(ada, 'POST', path('/records'), { records: [{ fields: { [name]: 'a' } }, { fields: { [name]: 'b' } }] });
  const operationId = newId();
  const command = {
    operationId,
    kind: 'bulk',
    tableId: table,
    total: 2,
    plan: {
      action: 'update',
      mode: 'set',
      fields: { [name]: 'c' },
      selection: { where: { op: 'and', items: [] }, deleted: false, except: [] },
    },
  };
  const organizationId = ada.organizationId;
  const entry = { organizationId, userId: ada.id, origin: 'api', at: Date.now() };
  await t.ports.state.put('', 'running-operations', operationId, entry);
  await t.ports.store.execute({ type: 'operations.start', payload: command }, { actor: ada, origin: 'api' });
  for (let process = 0; process < 2; process++) {
    const attempts = createAttempts(t.ports.state, Date.now);
    expect(await attempts.begin(operationId, { organizationId, kind: 'bulk' }, 0)).toBe('go');
  }
  await t.stop(true);

  t = await startTables(people, { folder });
  const operation = async () => (await t.call(ada, 'GET', `/v3/operations/${operationId}`)).body;
  await until(async () => (await operation()).error !== undefined);
  expect(await operation()).toMatchObject({ state: 'running', done: 0, error: { code: 'operations.set_aside' } });
  const other = await t.call(ada, 'POST', path('/records/bulk'), { action: 'update', fields: { [name]: 'd' } });
  await until(
    async () => (await t.call(ada, 'GET', `/v3/operations/${other.body.operationId as string}`)).body.state === 'done',
  );
  const operator = createAttempts(t.ports.state, Date.now);
  expect(await operator.list()).toMatchObject([{ id: operationId, kind: 'bulk', organizationId, slice: 0 }]);
  expect(await operator.decide(operationId, 'resume')).toBe(true);
  await t.stop(true);

  t = await startTables(people, { folder });
  await until(async () => (await operation()).state === 'done');
  expect(await operation()).toMatchObject({ done: 2 });
  expect(await operator.decide(operationId, 'resume').catch(() => false)).toBe(false);
  expect(await createAttempts(t.ports.state, Date.now).list()).toEqual([]);
  await t.stop(true);
});
