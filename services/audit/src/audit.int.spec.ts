import { newId } from '@tessera/kernel';
import {
  caller,
  colleague,
  firstRun,
  foreignAdmin,
  owner,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Json = { [key: string]: any }; // oxlint-disable-line typescript/no-explicit-any -- answers are looked into, path by path

let product: TestProduct;
let admin: TestCaller;
let builder: TestCaller;
let table: string;

const ask = async (who: TestCaller, method: string, path: string, body?: object): Promise<Json> => {
  const answer = await who.call(method, path, body);
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return { ...(answer.body as Json), commit: answer.headers.get('tessera-commit') };
};
const list = (who: TestCaller, body: object = {}) => who.call('POST', '/historyLog/list', body);
const entries = async (body: object = {}, who = admin): Promise<Json[]> => {
  const answer = await list(who, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as Json)['entries'] as Json[];
};
const said = ({ action_type, kind, count, target, affected_object }: Json) => [
  action_type,
  kind,
  count,
  target?.label,
  affected_object?.label,
];

beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  builder = await colleague(product, admin, {
    email: 'bo@marlow.example',
    seat: 'builder',
    role: '2',
    name: 'Bo Lind',
  });
  ({ id: table } = (await ask(admin, 'POST', '/v3/tables', {
    label: 'Deals',
    fields: [
      { name: 'Deal', type: 'singleLineText' },
      { name: 'Value', type: 'number' },
    ],
  })) as { id: string });
});
afterAll(() => product.stop());

describe('the history log', () => {
  it('has one entry a command of tables, people and tokens, newest first, with who, what and where', async () => {
    const made = await ask(builder, 'POST', `/v3/tables/${table}/records?fieldKey=name`, {
      records: [{ fields: { Deal: 'Kiosks', Value: 4 } }],
    });
    const record = made['records'][0].id as string;
    const changed = await ask(admin, 'PATCH', `/v3/tables/${table}/records/${record}?fieldKey=name`, {
      fields: { Deal: 'Kiosks, all sites' },
    });
    await ask(admin, 'POST', `/v3/tables/${table}/records?fieldKey=name`, {
      records: [{ fields: { Deal: 'A' } }, { fields: { Deal: 'B' } }],
    });
    await ask(admin, 'POST', `/v3/undo/${changed['commit']}`);
    const token = await ask(admin, 'POST', '/v3/api-token', { name: 'Shop sync' });
    await ask(caller(product.url, token['token'] as string), 'POST', `/v3/tables/${table}/records?fieldKey=name`, {
      records: [{ fields: { Deal: 'C' } }],
    });
    const all = await entries();
    expect(all.map(said)).toEqual([
      ['create', 'recordsCreated', 1, 'C', 'Deals'],
      ['create', 'apiTokenMade', 0, 'Shop sync', undefined],
      ['undo', 'cellsChanged', 1, 'Kiosks', 'Deals'],
      ['create', 'recordsCreated', 2, undefined, 'Deals'],
      ['update', 'cellsChanged', 1, 'Kiosks', 'Deals'],
      ['create', 'recordsCreated', 1, 'Kiosks', 'Deals'],
      ['create', 'tableCreated', 0, 'Deals', 'Deals'],
      ['update', 'invitationAccepted', 0, 'bo@marlow.example', undefined],
      ['create', 'invitationMade', 0, 'bo@marlow.example', undefined],
      ['create', 'organizationCreated', 0, owner.organization, undefined],
    ]);
    expect(all[0]!['created_by']).toMatchObject({ kind: 'token', name: 'Shop sync', user: { name: owner.name } });
    expect(all[4]).toMatchObject({
      id: changed['commit'],
      affected_fields: ['Deal'],
      affected_record_label: 'Kiosks',
      action_source: 'api',
      created_by: { kind: 'user', name: owner.name, user: null },
      can_undo: true,
    });
    expect(all[4]!['ip']).toMatch(/127\.0\.0\.1|::1/);
    expect(all[2]).toMatchObject({ undoes: changed['commit'] });
    expect([5, 7, 9].map((at) => all[at]!['created_by'].name as string)).toEqual(['Bo Lind', 'Bo Lind', owner.name]);
  });

  it('has what people say of a record, and an operation of several calls once', async () => {
    const { records } = await ask(admin, 'POST', `/v3/tables/${table}/records/query`, { search: 'Kiosks' });
    const record = records[0].id as string;
    await ask(builder, 'POST', `/v3/tables/${table}/records/${record}/comments`, { text: 'Soon' });
    const operation = { 'tessera-operation': newId() };
    for (const fields of [{ Value: 5 }, { Value: 6 }]) {
      const path = `/v3/tables/${table}/records/${record}?fieldKey=name`;
      expect((await admin.call('PATCH', path, { fields }, operation)).status).toBe(200);
    }
    expect((await entries({ size: 2 })).map(said)).toEqual([
      ['update', 'cellsChanged', 2, undefined, 'Deals'],
      ['create', 'commentWritten', 0, 'Kiosks', 'Deals'],
    ]);
  });

  it('tells what was changed of a person, and takes it back by its id', async () => {
    const { users } = await ask(admin, 'GET', '/v3/users');
    const bo = (users as Json[]).find((one) => one['name'] === 'Bo Lind')!;
    await ask(admin, 'PUT', `/v3/account/user/${bo['id']}`, { role: '3' });
    const [entry] = await entries({ size: 1 });
    expect(entry).toMatchObject({
      kind: 'memberAssigned',
      entity_type: 'user',
      target: { label: 'Bo Lind' },
      changes: [{ name: 'role', before: 'Builder', after: 'Member' }],
    });
    await ask(admin, 'POST', `/v3/undo/${entry!['id']}`);
    expect((await entries({ size: 1 }))[0]).toMatchObject({ action_type: 'undo', kind: 'memberAssigned' });
  });

  it('is narrowed by who, what, where and when, and searched by names', async () => {
    const all = await entries();
    const kindsOf = async (body: object) => (await entries(body)).map(({ kind }) => kind as string);
    const ofAll = (test: (one: Json) => boolean) => all.filter(test).map(({ kind }) => kind as string);
    expect(await kindsOf({ filters: { entity_type: ['record'], action_type: ['create'] } })).toEqual(
      ofAll(({ kind }) => kind === 'recordsCreated'),
    );
    expect(await kindsOf({ filters: { action_type: ['undo'] } })).toEqual(
      ofAll(({ action_type }) => action_type === 'undo'),
    );
    expect(await kindsOf({ filters: { entity_type: ['user'] } })).toEqual(
      ofAll(({ entity_type }) => entity_type === 'user'),
    );
    expect(await kindsOf({ filters: { entity_type: ['record'], action_type: ['undo'] } })).toEqual(['cellsChanged']);
    expect(await kindsOf({ filters: { entity_type: ['role'], action_type: ['restore'] } })).toEqual([]);
    expect(await kindsOf({ filters: { affected_object: table } })).toEqual(
      ofAll(({ affected_object }) => affected_object?.id === table),
    );
    const bo = all.find(({ created_by }) => created_by.name === 'Bo Lind')!['created_by'].id as string;
    expect(await kindsOf({ filters: { created_by: [bo] } })).toEqual(ofAll(({ created_by }) => created_by.id === bo));
    expect(await kindsOf({ filters: { action_source: ['undo'] } })).toHaveLength(2);
    expect(await kindsOf({ search: 'shop SYNC' })).toEqual(['recordsCreated', 'apiTokenMade']);
    expect(await kindsOf({ search: 'bo@marlow' })).toEqual(['invitationAccepted', 'invitationMade']);
    expect(await kindsOf({ search: 'nobody at all' })).toEqual([]);
    const middle = all[4]!['performed_at'] as string;
    const [before, since] = [
      await entries({ filters: { until: middle } }),
      await entries({ filters: { from: middle } }),
    ];
    expect([...since, ...before].map(({ id }) => id as string)).toEqual(all.map(({ id }) => id as string));
    expect(before.every(({ performed_at }) => performed_at < middle)).toBe(true);
  });

  it('comes page by page, each entry once', async () => {
    const all = await entries();
    const found: Json[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < 50; pages++) {
      const { body } = await list(admin, { size: 3, ...(after !== undefined && { after }) });
      const page = body as Json;
      found.push(...(page['entries'] as Json[]));
      after = (page['next'] as string | null) ?? undefined;
      if (after === undefined) break;
    }
    expect(found).toEqual(all);
    expect(await entries({ size: 3, page: 2 })).toEqual(all.slice(3, 6));
    expect(await entries({ size: 100, page: 2 })).toEqual([]);
    expect((await list(admin, { after: 'tables.1' })).status).toBe(400);
    expect((await list(admin, { size: 101 })).status).toBe(400);
  });

  it('keeps what a table that is gone for good held to itself', async () => {
    const gone = await ask(admin, 'POST', '/v3/tables', {
      label: 'Salaries',
      fields: [{ name: 'Whose', type: 'singleLineText' }],
    });
    const id = gone['id'] as string;
    await ask(admin, 'POST', `/v3/tables/${id}/records?fieldKey=name`, { records: [{ fields: { Whose: 'Ada' } }] });
    await ask(admin, 'DELETE', `/v3/tables/${id}`);
    expect((await entries({ size: 2 })).map(said)).toEqual([
      ['delete', 'tableArchived', 0, 'Salaries', 'Salaries'],
      ['create', 'recordsCreated', 1, 'Ada', 'Salaries'],
    ]);
  });

  it('is for administrators, each of their own organization', async () => {
    const viewer = await colleague(product, admin, { email: 'vi@marlow.example', seat: 'viewer', role: '3' });
    for (const who of [builder, viewer]) expect((await list(who)).status).toBe(403);
    expect((await list(caller(product.url))).status).toBe(401);
    const elsewhere = await foreignAdmin(product);
    expect((await entries({}, elsewhere)).map(({ kind }) => kind as string)).toEqual(['organizationCreated']);
    expect(await entries({ filters: { affected_object: table } }, elsewhere)).toEqual([]);
    const scoped = await ask(admin, 'POST', '/v3/api-token', {
      name: 'One table',
      scopes: [{ table: '*', access: 'full' }],
    });
    expect((await list(caller(product.url, scoped['token'] as string))).status).toBe(403);
  });
});
