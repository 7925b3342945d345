import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, type Actor } from '@tessera/kernel';
import { actorOf } from '../testing/actors.ts';
import { startTables, type Answer, type TestTables } from '../testing/service.ts';

const [here, there] = [newId(), newId()];
const ada = actorOf(here, 'admin');
const eve = actorOf(there, 'admin');
const mia = actorOf(here, 'member');
const vic = actorOf(here, 'admin', 'viewer');
const nob = actorOf(here, 'none');
const name = (n: string) => ({ name: n, email: `${n}@example.com` });

let t: TestTables;
let ids: {
  table: string;
  field: string;
  view: string;
  record: string;
  operation: string;
  commit: string;
  entry: string;
  comment: string;
};

beforeAll(async () => {
  t = await startTables([
    { actor: ada, ...name('Ada') },
    { actor: eve, ...name('Eve') },
    { actor: mia, ...name('Mia') },
    { actor: vic, ...name('Vic') },
    { actor: nob, ...name('Nob') },
  ]);
  const { body: table } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Secret',
    fields: [{ name: 'Name', type: 'singleLineText' }],
  });
  const field = table.fields[0].id as string;
  const view = (await t.call(ada, 'POST', `/v3/tables/${table.id}/views`, { label: 'All', config: { fields: [] } }))
    .body.id as string;
  const made = await t.call(ada, 'POST', `/v3/tables/${table.id}/records`, { fields: { [field]: 'treasure' } });
  const bulk = await t.call(ada, 'POST', `/v3/tables/${table.id}/records/bulk`, {
    action: 'update',
    fields: { [field]: 'treasure' },
  });
  const comments = `/v3/tables/${table.id}/records/${made.body.id}/comments`;
  const comment = (await t.call(ada, 'POST', comments, { text: 'Dig here' })).body.id as string;
  ids = {
    comment,
    table: table.id,
    field,
    view,
    record: made.body.id,
    operation: bulk.body.operationId,
    commit: made.headers.get('tessera-commit')!,
    entry: made.headers.get('tessera-commit')!,
  };
});
afterAll(() => t.stop());

/** A valid body for each route that takes one. */
const bodies = (): Readonly<Record<string, unknown>> => ({
  'patch /v3/tables/{table}': { label: 'Mine' },
  'post /v3/tables/{table}/fields': { name: 'New', type: 'text' },
  'put /v3/tables/{table}/fields/order': { fieldIds: [ids.field] },
  'patch /v3/tables/{table}/fields/{field}': { name: 'Mine' },
  'post /v3/tables/{table}/fields/{field}/labels/rename': { from: 'a', to: 'b' },
  'post /v3/tables/{table}/views': { label: 'Mine', config: { fields: [] } },
  'patch /v3/tables/{table}/views/{view}': { label: 'Mine' },
  'post /v3/tables/{table}/records': { fields: { [ids.field]: 'x' } },
  'patch /v3/tables/{table}/records': { records: [{ id: ids.record, fields: { [ids.field]: 'x' } }] },
  'delete /v3/tables/{table}/records': { ids: [ids.record] },
  'post /v3/tables/{table}/records/restore': { ids: [ids.record] },
  'post /v3/tables/{table}/records/query': { filter: { fieldId: ids.field, operator: 'equals', value: 'treasure' } },
  'post /v3/tables/{table}/records/count': {},
  'post /v3/tables/{table}/records/compare': { asOf: '2026-01-01T00:00:00Z' },
  'post /v3/tables/{table}/restore-to': { asOf: '2026-01-01T00:00:00Z' },
  'post /v3/tables/{table}/records/aggregate': { aggregates: [{ fieldId: ids.field, function: 'count' }] },
  'post /v3/tables/{table}/records/groups': { groupBy: [{ fieldId: ids.field }] },
  'post /v3/tables/{table}/export': { format: 'csv' },
  'post /v3/tab/{table}/csv-export': {},
  'post /v3/tables/{table}/formulas/preview': { formula: '1' },
  'post /v3/tables/{table}/records/place': { recordId: ids.record },
  'post /v3/tables/{table}/records/bulk': { action: 'delete' },
  'patch /v3/tables/{table}/records/{record}': { fields: { [ids.field]: 'x' } },
  'post /v3/tables/{table}/records/{record}/comments': { text: 'Mine' },
  'patch /v3/tables/{table}/records/{record}/comments/{comment}': { text: 'Mine' },
  'put /v3/tables/{table}/records/{record}/comments-seen': { at: '2026-01-01T00:00:00Z' },
  'put /v3/tables/{table}/records/{record}/star': { starred: true },
  'put /v3/tables/{table}/last-look': { at: '2026-01-01T00:00:00Z' },
  'put /v3/tables/{table}/digest': { inDigest: true },
  'put /v3/tables/{table}/conditionals': { rules: [] },
  'put /v3/tables/{table}/forms/{form}': { config: true },
  'post /v3/tables/{table}/records/duplicates': { fieldIds: [ids.field] },
  'post /v3/tables/{table}/records/merge': { keep: ids.record, others: [ids.commit] },
  'post /v3/undo/{id}': { preview: true },
  'post /v3/trash/{id}/restore': { type: 'table' },
});

/** A valid query for each route that needs one. */
const queries: Readonly<Record<string, string>> = { 'delete /v3/trash/{id}': '?type=table' };

/** What an `{id}` names. */
const meantBy = (path: string): 'operation' | 'table' | 'commit' =>
  path.includes('operations') ? 'operation' : path.includes('trash') ? 'table' : 'commit';

/** Every route that names something, with its path filled in. */
const named = (replace: Readonly<Record<string, string>>) =>
  t.service.routes
    .filter((r) => r.path.includes('{'))
    .map((r) => {
      const path = r.path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
        part === 'id' ? replace[meantBy(r.path)]! : part === 'form' ? 'creation' : replace[part]!,
      );
      return {
        key: `${r.method} ${r.path}`,
        method: r.method.toUpperCase(),
        path: path + (queries[`${r.method} ${r.path}`] ?? ''),
        body: bodies()[`${r.method} ${r.path}`],
      };
    });

const told = (answer: Answer) => ({
  status: answer.status,
  error: answer.body?.error && { ...answer.body.error, id: undefined },
});

describe('ids of another organization', () => {
  it('answer exactly like ids that do not exist, on every route', async () => {
    const absent = {
      table: newId(),
      field: newId(),
      view: newId(),
      record: newId(),
      comment: newId(),
      operation: newId(),
      commit: 'tables.1.999999',
      entry: 'tables.1.999999',
    };
    const foreign = named(ids);
    const missing = named(absent);
    expect(foreign.length).toBeGreaterThan(25);
    for (const [i, route] of foreign.entries()) {
      const answered = told(await t.call(eve, route.method, route.path, route.body));
      expect(answered.status, route.key).toBe(404);
      expect(answered, route.key).toEqual(told(await t.call(eve, missing[i]!.method, missing[i]!.path, route.body)));
    }
    const { body } = await t.call(ada, 'GET', `/v3/tables/${ids.table}/records/${ids.record}`);
    expect(body.fields).toEqual({ [ids.field]: 'treasure' });
  });

  it('do not show in lists', async () => {
    expect((await t.call(eve, 'GET', '/v3/tables')).body.tables).toEqual([]);
    expect((await t.call(ada, 'GET', '/v3/tables')).body.tables).toHaveLength(1);
  });

  it('are refused to other services as well', async () => {
    await expect(t.tables.getTable({ tableId: ids.table }, { actor: eve })).rejects.toMatchObject({
      code: 'object_not_found',
    });
    await expect(t.tables.archiveTable({ tableId: ids.table, operationId: '' }, { actor: eve })).rejects.toMatchObject({
      code: 'object_not_found',
    });
  });
});

describe('rights within an organization', () => {
  it('an operation is for who began it and for those who see its table', async () => {
    const follow = (actor: Actor, operationId: string) => t.tables.followOperation({ operationId }, { actor });
    await expect(follow(ada, ids.operation)).resolves.toEqual({});
    const refused = { code: 'operations.not_found' };
    await expect(follow(nob, ids.operation)).rejects.toMatchObject(refused);
    await expect(follow(eve, ids.operation)).rejects.toMatchObject(refused);
    await expect(follow(ada, newId())).rejects.toMatchObject(refused);
  });

  it('a role without the table is told so on every route, and no table is listed', async () => {
    for (const route of named(ids)) {
      const { status, body } = await t.call(nob, route.method, route.path, route.body);
      expect([403, 404], `${route.key} ${JSON.stringify(body)}`).toContain(status);
    }
    expect((await t.call(nob, 'GET', '/v3/tables')).body.tables).toEqual([]);
  });

  it('a viewer reads, speaks of what is read, and writes nothing, whatever the role', async () => {
    const reads = new Set([
      'post /v3/tables/{table}/records/query',
      'post /v3/tables/{table}/records/duplicates',
      'post /v3/tables/{table}/records/count',
      'post /v3/tables/{table}/records/compare',
      'post /v3/tables/{table}/records/aggregate',
      'post /v3/tables/{table}/records/groups',
      'post /v3/tables/{table}/export',
      'post /v3/tab/{table}/csv-export',
      'post /v3/tables/{table}/formulas/preview',
      'post /v3/tables/{table}/records/place',
      'post /v3/tables/{table}/last-look',
    ]);
    const speaks = new Map([
      ['post /v3/tables/{table}/records/{record}/comments', 201],
      ['put /v3/tables/{table}/records/{record}/comments-seen', 204],
      ['put /v3/tables/{table}/records/{record}/star', 204],
      ['put /v3/tables/{table}/last-look', 200],
      ['put /v3/tables/{table}/digest', 200],
    ]);
    for (const route of named(ids)) {
      const { status } = await t.call(vic, route.method, route.path, route.body);
      if ((route.method === 'GET' && !/\/(deleted(-records)?|labels|uses)$/.test(route.path)) || reads.has(route.key))
        expect(status, route.key).toBe(200);
      else if (speaks.has(route.key)) expect(status, route.key).toBe(speaks.get(route.key));
      // The field has no free labels, which whoever reads it may know.
      else expect(route.path.endsWith('/labels') ? [400] : [403, 404], route.key).toContain(status);
    }
  });

  it('a member writes records but not fields or shared views', async () => {
    expect((await t.call(mia, 'POST', `/v3/tables/${ids.table}/records`, { fields: {} })).status).toBe(201);
    expect(
      (await t.call(mia, 'POST', `/v3/tables/${ids.table}/fields`, { name: 'X', type: 'text' })).body.error.code,
    ).toBe('fields.manage_forbidden');
    const refused = await t.call(mia, 'POST', `/v3/tables/${ids.table}/views`, { label: 'X', config: { fields: [] } });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toBe('You do have permissions to manage table views');
    expect(
      (
        await t.call(mia, 'POST', `/v3/tables/${ids.table}/views`, {
          label: 'Mine',
          personal: true,
          config: { fields: [] },
        })
      ).status,
    ).toBe(201);
    expect(
      (await t.call(ada, 'GET', `/v3/tables/${ids.table}`)).body.views.map((v: { label: string }) => v.label),
    ).toEqual(['All records', 'All']);
    expect((await t.call(mia, 'POST', '/v3/tables', { label: 'X', fields: [] })).body.error.message).toBe(
      "You don't have permission to create tables.",
    );
  });
});
