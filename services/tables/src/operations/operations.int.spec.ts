import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@tessera/kernel';
import { actorOf, roles } from '../testing/actors.ts';
import { startTables, until, type TestTables } from '../testing/service.ts';
import type { OperationState } from './state.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const bob = actorOf(organization, 'builder');
const people = [
  { actor: ada, name: 'Ada', email: 'ada@example.com' },
  { actor: bob, name: 'Bob', email: 'bob@example.com' },
];
/** Seconds that the test lets pass at once. */
let later = 0;
const clock = () => Date.now() + later;
let t: TestTables;
let table: string;
let name: string;

const path = (rest = '') => `/v3/tables/${table}${rest}`;
const count = async (filter?: unknown) =>
  (await t.call(ada, 'POST', path('/records/count'), filter === undefined ? {} : { filter })).body.total as number;
const operation = async (id: string) => (await t.call(ada, 'GET', `/v3/operations/${id}`)).body;
const bulk = async (body: object): Promise<string> =>
  (await t.call(ada, 'POST', path('/records/bulk'), body)).body.operationId;

beforeAll(async () => {
  t = await startTables(people, { clock });
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Many',
    fields: [{ name: 'Name', type: 'singleLineText' }],
  });
  table = body.id;
  name = body.fields[0].id;
  for (let i = 0; i < 12; i++)
    await t.call(ada, 'POST', path('/records'), {
      records: Array.from({ length: 1000 }, (_, n) => ({ fields: { [name]: `${i * 1000 + n}` } })),
    });
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

describe('an operation', () => {
  it('changes every record that is there when it begins, also after the clock went back', async () => {
    later = -3_600_000;
    const { body } = await t.call(ada, 'POST', path('/records/bulk'), {
      action: 'update',
      fields: { [name]: 'all of them' },
    });
    later = 0;
    expect(body.total).toBe(12_000);
    await until(async () => (await operation(body.operationId)).state === 'done');
    expect(await count({ fieldId: name, operator: 'equals', value: 'all of them' })).toBe(12_000);
    const undone = (await t.call(ada, 'POST', `/v3/undo/${body.operationId}`, {})).body;
    await until(async () => (await operation(undone.operationId)).state === 'done');
  });

  it('stops when it is cancelled; what it did can be undone', async () => {
    const id = await bulk({ action: 'update', fields: { [name]: 'same' } });
    await until(async () => (await operation(id)).done > 0);
    const cancelled = (await t.call(ada, 'POST', `/v3/operations/${id}/cancel`)).body;
    expect(cancelled.state).toBe('cancelled');
    const changed = await count({ fieldId: name, operator: 'equals', value: 'same' });
    expect(changed).toBe((await operation(id)).done);
    expect(changed).toBeLessThan(12_000);
    const undone = (await t.call(ada, 'POST', `/v3/undo/${id}`, {})).body;
    if (undone.operationId !== undefined)
      await until(async () => (await operation(undone.operationId)).state === 'done');
    expect(await count({ fieldId: name, operator: 'equals', value: 'same' })).toBe(0);
  });

  it('stops when the right is taken away from who began it', async () => {
    const { body } = await t.call(bob, 'POST', path('/records/bulk'), { action: 'update', fields: { [name]: 'bob' } });
    await until(async () => (await operation(body.operationId)).done > 0);
    people[1] = { ...people[1]!, actor: { ...bob, permissions: roles.none } };
    later += 6_000;
    const ended = await until(async () => {
      const o = await operation(body.operationId);
      return o.state !== 'running' && o;
    });
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'unauthorized' } });
    expect(ended.done).toBeLessThan(12_000);
  });

  it('goes on after a restart where it stopped, and does nothing twice', async () => {
    const id = await bulk({ action: 'update', fields: { [name]: 'again' } });
    await until(async () => (await operation(id)).done > 0);
    await t.stop(true);
    t = await startTables(people, { folder: t.folder, clock });
    const ended = await until(async () => {
      const o = await operation(id);
      return o.state !== 'running' && o;
    });
    expect(ended).toMatchObject({ state: 'done', done: 12_000, skipped: 0 });
    expect(await count({ fieldId: name, operator: 'equals', value: 'again' })).toBe(12_000);
    const state = await t.ports.documents.get<OperationState>(organization, 'operations', id);
    expect(state?.chunk).toBe(12);
    const headers = await t.ports.store.headers(organization, { operationId: id, limit: 500 });
    expect(headers.filter((h) => h.events.some((e) => e.type === 'cellsChanged'))).toHaveLength(12);
  });

  it('goes on after a restart that lost the list of what runs: the log has it', async () => {
    const id = await bulk({ action: 'update', fields: { [name]: 'found again' } });
    await until(async () => (await operation(id)).done > 0);
    await t.stop(true);
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(t.folder, `state.db${suffix}`), { force: true });
    t = await startTables(people, { folder: t.folder, clock });
    const ended = await until(async () => {
      const o = await operation(id);
      return o.state !== 'running' && o;
    });
    expect(ended).toMatchObject({ state: 'done', done: 12_000, skipped: 0 });
    expect(await count({ fieldId: name, operator: 'equals', value: 'found again' })).toBe(12_000);
  });

  it('leaves records alone that a rule stands against, and says how many', async () => {
    await t.call(ada, 'DELETE', path('/records'), {
      ids: (await t.call(ada, 'GET', path('/records?limit=1000'))).body.records.map((r: { id: string }) => r.id),
    });
    const id = await bulk({ action: 'restore' });
    expect(
      await until(async () => {
        const o = await operation(id);
        return o.state !== 'running' && o;
      }),
    ).toMatchObject({ state: 'done', done: 1000, skipped: 0 });
    await t.call(ada, 'PATCH', path(`/fields/${name}`), { required: true });
    const cleared = await bulk({
      action: 'update',
      mode: 'clear',
      fields: { [name]: null },
      ids: (await t.call(ada, 'GET', path('/records?limit=3'))).body.records.map((r: { id: string }) => r.id),
    });
    expect(
      await until(async () => {
        const o = await operation(cleared);
        return o.state !== 'running' && o;
      }),
    ).toMatchObject({ state: 'done', done: 0, skipped: 3 });
  });
});

describe('becoming unique while others write', () => {
  it('never ends with two records alike', async () => {
    const { body } = await t.call(ada, 'POST', '/v3/tables', {
      label: 'Codes',
      fields: [{ name: 'Code', type: 'singleLineText' }],
    });
    const code = body.fields[0].id as string;
    const records = `/v3/tables/${body.id}/records`;
    for (let i = 0; i < 3; i++)
      await t.call(ada, 'POST', records, {
        records: Array.from({ length: 1000 }, (_, n) => ({ fields: { [code]: `${i * 1000 + n}` } })),
      });
    const turned = t.call(ada, 'PATCH', `/v3/tables/${body.id}/fields/${code}`, { unique: true });
    const joined = t.call(ada, 'PATCH', `/v3/tables/${body.id}/fields/${code}`, { unique: true });
    const writes = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        t.call(ada, 'POST', records, { fields: { [code]: i % 2 === 0 ? `${i * 70}` : `new ${i}` } }),
      ),
    );
    const done = [await turned, await joined].some(({ status }) => status === 200);
    expect(writes.filter((_, i) => i % 2 === 1).map((w) => w.status)).toEqual(Array.from({ length: 20 }, () => 201));
    const { body: sums } = await t.call(ada, 'POST', `${records}/aggregate`, {
      aggregates: [
        { fieldId: code, function: 'filled' },
        { fieldId: code, function: 'distinct' },
      ],
    });
    const [filled, distinct] = sums.values.map((v: { value: number }) => v.value);
    const { unique } = (await t.call(ada, 'GET', `/v3/tables/${body.id}`)).body.fields[0];
    expect(unique).toBe(done);
    if (unique) expect(filled).toBe(distinct);
    else expect(filled).toBeGreaterThan(distinct);
    if (unique) expect((await t.call(ada, 'POST', records, { fields: { [code]: '2999' } })).status).toBe(409);
  });
});

describe('the read model', () => {
  it('made again from the log alone answers the same', async () => {
    const look = async () => ({
      definition: (await t.call(ada, 'GET', path())).body,
      records: (
        await t.call(ada, 'POST', path('/records/query'), { limit: 1000, sort: [{ fieldId: name, order: 'asc' }] })
      ).body,
      trash: (await t.call(ada, 'POST', path('/records/query'), { limit: 1000, deleted: true })).body,
      total: await count(),
      history: (await t.call(ada, 'GET', path('/history'))).body,
      changes: (await t.call(ada, 'GET', path('/changes?since=0'))).body,
    });
    await t.call(ada, 'POST', path('/fields'), { name: 'Later', type: 'number', default: 3 });
    await t.call(ada, 'POST', path('/records'), { records: [{ fields: { [name]: 'new' } }] });
    await t.call(ada, 'DELETE', path('/records'), {
      ids: (await t.call(ada, 'GET', path('/records?limit=5'))).body.records.map((r: { id: string }) => r.id),
    });
    const before = await look();
    await t.stop(true);
    for (const end of ['', '-wal', '-shm']) rmSync(join(t.folder, 'tables', `model.db${end}`), { force: true });
    t = await startTables(people, { folder: t.folder, clock });
    expect(await look()).toEqual(before);
    expect(before.changes).toMatchObject({ definition: true, more: false });
    expect(before.changes.changes.filter((c: { kind: string }) => c.kind === 'deleted')).toHaveLength(5);
  });
});
