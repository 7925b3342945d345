import { newId, type Actor, type RolePermissions, type RowRule } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { narrowFields as f } from '../testing/fields.ts';
import { startTables, until, type Answer, type TestTables } from '../testing/service.ts';

const organization = newId();
const [table, projects] = [newId(), newId()];
const ada = actorOf(organization, 'admin');
const withRole = (permissions: Partial<RolePermissions>): Actor => {
  const builder = actorOf(organization, 'builder');
  return { ...builder, roleId: '9', permissions: { ...builder.permissions, ...permissions } };
};
const ofMine: RowRule = { fieldId: f.secret, operator: 'equals', value: { currentUser: true } };
/** Sees the records whose owner they are, and not the field that says so. */
const careful = { table_rows: { [table]: ofMine }, table_fields: { [table]: { hidden: [f.secret], readOnly: [] } } };
const nia = withRole(careful);
const noa = withRole(careful);
/** Sees the records whose owner they are, and may change who it is. */
const lou = withRole({ table_rows: { [table]: ofMine } });
/** Of a role whose field is gone, and of one that asks for the day. */
const lost = withRole({ table_rows: { [table]: { fieldId: newId(), operator: 'isNotEmpty' } } });
const later = withRole({
  table_rows: { [table]: { fieldId: 'createdAt', operator: 'equals', value: { relative: 'today' } } },
});
let t: TestTables;
let link: string;

beforeAll(async () => {
  t = await startTables(
    [ada, nia, noa, lou, lost, later].map((actor, i) => ({ actor, name: `P${i}`, email: `p${i}@example.com` })),
  );
  const { status } = await t.call(ada, 'POST', '/v3/tables', {
    id: table,
    label: 'T',
    uniqueField: 'Code',
    fields: [
      { id: f.name, name: 'Name', type: 'singleLineText' },
      { id: f.code, name: 'Code', type: 'singleLineText' },
      { id: f.amount, name: 'Amount', type: 'number' },
      { id: f.secret, name: 'Owner', type: 'user' },
    ],
  });
  expect(status).toBe(201);
  const made = await t.call(ada, 'POST', '/v3/tables', {
    id: projects,
    label: 'Projects',
    fields: [{ name: 'Name', type: 'singleLineText' }],
  });
  expect(made.body).toMatchObject({ id: projects });
  const field = { name: 'Of', type: 'connectedRecord', props: { tableId: table } };
  link = (await t.call(ada, 'POST', `/v3/tables/${projects}/fields`, field)).body.id;
});
afterAll(() => t.stop());

let count = 0;
const make = async (owner: Actor, more: object = {}): Promise<{ id: string; commit: string; code: string }> => {
  const code = `c${count++}`;
  const fields = { [f.name]: `of ${owner.id}`, [f.code]: code, [f.secret]: owner.id, ...more };
  const answer = await t.call(ada, 'POST', path(''), { fields });
  expect(answer.status).toBe(201);
  return { id: answer.body.id, commit: answer.headers.get('tessera-commit')!, code };
};
const path = (rest: string): string => `/v3/tables/${table}/records${rest}`;
const whole = async (id: string): Promise<any> => (await t.call(ada, 'GET', path(`/${id}`))).body; // oxlint-disable-line typescript/no-explicit-any -- a test looks into whatever came back
const tells = (answer: Answer, ...secrets: readonly string[]): readonly string[] =>
  secrets.filter((secret) => JSON.stringify(answer.body ?? null).includes(secret));
const idsOf = (answer: Answer): readonly string[] => answer.body.records.map((one: { id: string }) => one.id);

describe('a record that the rule of a role leaves out', () => {
  it('is in no answer of any route, and whoever it is for finds it', async () => {
    const theirs = await make(noa, { [f.name]: 'planted hush', [f.amount]: 777_777 });
    const own = await make(nia, { [f.amount]: 5 });
    const linked = await t.call(ada, 'POST', `/v3/tables/${projects}/records`, {
      fields: { [link]: [theirs.id, own.id] },
    });
    expect(linked.status).toBe(201);
    const both = await t.call(ada, 'PATCH', path(''), {
      records: [theirs, own].map(({ id }) => ({ id, fields: { [f.code]: `n${id}` } })),
    });
    const commit = both.headers.get('tessera-commit')!;
    await t.call(ada, 'POST', path(`/${theirs.id}/comments`), { text: 'planted hush' });
    const { body: answered } = await t.call(ada, 'POST', `/v3/tables/${table}/export`, { format: 'csv' });
    expect(String(answered)).toContain('planted hush');

    const ask = (actor: Actor): Promise<readonly (readonly [string, Answer])[]> =>
      Promise.all(
        (
          [
            ['GET', path('')],
            ['POST', path('/query'), { limit: 1000, total: true }],
            ['POST', path('/query'), { search: 'hush' }],
            ['POST', path('/query'), { filter: { fieldId: f.amount, operator: 'greaterThan', value: 700_000 } }],
            ['POST', path('/query'), { ids: [theirs.id, own.id] }],
            ['POST', path('/query'), { asOf: own.commit, limit: 1000 }],
            ['POST', path('/aggregate'), { aggregates: [{ fieldId: f.amount, function: 'max' }] }],
            ['POST', path('/groups'), { groupBy: [{ fieldId: f.name }] }],
            ['POST', path('/place'), { recordId: theirs.id }],
            ['GET', path(`/${theirs.id}`)],
            ['GET', path(`/${theirs.id}/history`)],
            ['GET', path(`/${theirs.id}/comments`)],
            ['POST', `/v3/tables/${table}/export`, { format: 'csv' }],
            ['POST', `/v3/tab/${table}/csv-export`, {}],
            ['GET', `/v3/tables/${table}/history`],
            ['GET', `/v3/tables/${table}/history/${commit}`],
            ['GET', `/v3/tables/${table}/changes?since=0`],
            ['POST', `/v3/undo/${commit}`, { preview: true }],
            ['POST', path('/compare'), { asOf: own.commit }],
            ['POST', `/v3/tables/${table}/formulas/preview`, { formula: '{Name}', recordIds: [theirs.id] }],
            ['GET', `/v3/tables/${projects}/records/${linked.body.id}`],
            ['POST', `/v3/tables/${projects}/records/query`, {}],
            ['POST', `/v3/tables/${projects}/records/query`, { search: 'hush' }],
            ['POST', `/v3/tables/${projects}/export`, { format: 'csv' }],
            ['PATCH', path(`/${theirs.id}`), { fields: { [f.amount]: 1 } }],
            ['DELETE', path(`/${theirs.id}`)],
            ['POST', path(''), { upsert: true, records: [{ fields: { [f.code]: `n${theirs.id}` } }] }],
          ] as const
        ).map(
          async ([method, address, body]) =>
            [`${method} ${address}`, await t.call(actor, method, address, body)] as const,
        ),
      );
    for (const [where, answer] of await ask(nia)) {
      expect(answer.status, `${where} ${JSON.stringify(answer.body)}`).not.toBe(500);
      expect([where, ...tells(answer, 'hush', '777777', '777,777')]).toEqual([where]);
    }
    expect(idsOf(await t.call(nia, 'POST', path('/query'), { ids: [theirs.id, own.id] }))).toEqual([own.id]);
    expect((await t.call(nia, 'POST', path('/count'), {})).body.total).toBe(1);
    const { body: named } = await t.call(nia, 'GET', `/v3/tables/${projects}/records/${linked.body.id}`);
    expect(JSON.stringify(named)).not.toContain(theirs.id);
    expect((await t.call(nia, 'GET', path(`/${theirs.id}`))).body.error).toMatchObject({ code: 'records.not_found' });
    expect((await t.call(noa, 'GET', path(`/${theirs.id}`))).body.fields[f.name]).toBe('planted hush');
    expect((await t.call(noa, 'POST', path('/query'), { search: 'hush' })).body.records).toHaveLength(1);
    expect((await whole(theirs.id)).fields[f.amount]).toBe(777_777);
    const rpc = await t.tables.getRecords(
      { tableId: table, recordIds: [theirs.id, own.id], fieldIds: [], after: '' },
      { actor: nia },
    );
    expect(JSON.stringify(rpc)).not.toContain('hush');
  });

  it('is left alone by bulk work and by undo', async () => {
    const [theirs, own] = [await make(noa), await make(nia)];
    const update = await t.call(nia, 'POST', path('/bulk'), { action: 'update', fields: { [f.amount]: 3 } });
    await until(async () => {
      const { body } = await t.call(nia, 'GET', `/v3/operations/${update.body.operationId}`);
      return body.state === 'done' && body;
    });
    expect([(await whole(theirs.id)).fields[f.amount], (await whole(own.id)).fields[f.amount]]).toEqual([undefined, 3]);
    expect((await t.call(nia, 'POST', `/v3/undo/${theirs.commit}`, {})).body.error.code).toBe('undo.nothing');
  });

  it('is not made by whoever would not see it, nor put out of their sight', async () => {
    const fields = { [f.name]: 'x', [f.code]: 'new' };
    const made = (actor: Actor, more: object) => t.call(actor, 'POST', path(''), { fields: { ...fields, ...more } });
    for (const answer of [await made(nia, {}), await made(lou, { [f.secret]: noa.id }), await made(lost, {})])
      expect([answer.status, answer.body.error.code]).toEqual([422, 'records.out_of_reach']);
    const some = await t.call(lou, 'POST', path(''), {
      partial: true,
      records: [{ fields: { [f.name]: 'x' } }, { fields: { [f.name]: 'mine', [f.secret]: lou.id } }],
    });
    expect([some.status, some.body.records.length, some.body.errors[0].code]).toEqual([201, 1, 'records.out_of_reach']);
    const own = await make(lou);
    const change = (to: object) => t.call(lou, 'PATCH', path(`/${own.id}`), { fields: to });
    for (const owner of [noa.id, null]) {
      const answer = await change({ [f.secret]: owner });
      expect([answer.status, answer.body.error.code]).toEqual([422, 'records.out_of_reach']);
    }
    expect((await change({ [f.amount]: 8 })).status).toBe(200);
    const bulk = await t.call(lou, 'POST', path('/bulk'), {
      action: 'update',
      ids: [own.id],
      fields: { [f.secret]: noa.id },
    });
    const ended = await until(async () => {
      const { body } = await t.call(lou, 'GET', `/v3/operations/${bulk.body.operationId}`);
      return body.state !== 'running' && body;
    });
    expect(ended.done).toBe(0);
    // Nor by an undo of what brought it there.
    const brought = await make(noa);
    const moved = await t.call(ada, 'PATCH', path(`/${brought.id}`), { fields: { [f.secret]: lou.id } });
    await t.call(lou, 'POST', `/v3/undo/${moved.headers.get('tessera-commit')!}`, { conflicts: 'overwrite' });
    expect((await whole(brought.id)).fields[f.secret]).toBe(lou.id);
  });

  it('is counted for nobody by what is done to a field, nor by an operation of another', async () => {
    const own = await make(nia);
    const convert = { type: 'singleLineText' };
    const preview = await t.call(nia, 'POST', `/v3/tables/${table}/fields/${f.amount}/convert/preview`, convert);
    const unique = await t.call(nia, 'PATCH', `/v3/tables/${table}/fields/${f.name}`, { unique: true });
    expect([preview.status, unique.status, unique.body.error.code]).toEqual([403, 403, 'fields.manage_forbidden']);
    const all = await t.call(ada, 'POST', path('/bulk'), {
      action: 'update',
      ids: [own.id],
      fields: { [f.amount]: 2 },
    });
    const operation = `/v3/operations/${all.body.operationId}`;
    expect([(await t.call(nia, 'GET', operation)).status, (await t.call(ada, 'GET', operation)).status]).toEqual([
      404, 200,
    ]);
  });

  it('is every one where the rule cannot be told', async () => {
    await make(nia);
    for (const actor of [lost, later]) {
      expect((await t.call(actor, 'POST', path('/query'), { total: true })).body).toMatchObject({
        records: [],
        total: 0,
      });
      expect((await t.call(actor, 'GET', `/v3/tables/${table}`)).status).toBe(200);
    }
  });

  it('is so for every reader at once, each with their own', async () => {
    const [a, b] = [await make(nia), await make(noa)];
    const asked = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? nia : noa));
    const found = await Promise.all(asked.map((actor) => t.call(actor, 'POST', path('/query'), { ids: [a.id, b.id] })));
    expect(found.map(idsOf)).toEqual(asked.map((actor) => [actor === nia ? a.id : b.id]));
  });

  it('is every one once the field that the rule asks of is gone, until it is back', async () => {
    const own = await make(nia);
    const seen = async (): Promise<number> => (await t.call(nia, 'GET', path(`/${own.id}`))).status;
    expect(await seen()).toBe(200);
    await t.call(ada, 'DELETE', `/v3/tables/${table}/fields/${f.secret}`);
    expect(await seen()).toBe(404);
    expect((await t.call(nia, 'PATCH', path(`/${own.id}`), { fields: { [f.amount]: 1 } })).status).toBe(404);
    await t.call(ada, 'POST', `/v3/tables/${table}/fields/${f.secret}/restore`);
    expect(await seen()).toBe(200);
  });
});
