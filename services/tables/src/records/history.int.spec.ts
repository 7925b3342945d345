import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, until, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const bob = actorOf(organization, 'builder');
const vera = actorOf(organization, 'member', 'viewer');
let t: TestTables;
let table: string;
let f: Readonly<Record<string, string>>;
let won: string;

beforeAll(async () => {
  t = await startTables([
    { actor: ada, name: 'Ada Lovelace', email: 'ada@example.com' },
    { actor: bob, name: 'Bob', email: 'bob@example.com' },
    { actor: vera, name: 'Vera', email: 'vera@example.com' },
  ]);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});
beforeEach(async () => {
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Deals',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }] } },
      { name: 'Amount', type: 'number' },
      { name: 'Notes', type: 'text' },
    ],
  });
  table = body.id;
  f = Object.fromEntries(body.fields.map((x: { name: string; id: string }) => [x.name, x.id]));
  won = body.fields[1].props.options[1].id;
});

const make = async (count: number, more: object = {}): Promise<readonly string[]> => {
  const { body } = await t.call(ada, 'POST', `/v3/tables/${table}/records`, {
    records: Array.from({ length: count }, (_, i) => ({ fields: { [f.Name!]: `Deal ${i + 1}`, ...more } })),
  });
  return body.records.map(({ id }: { id: string }) => id);
};
const change = (who: typeof ada, writes: readonly { id: string; fields: object }[]) =>
  t.call(who, 'PATCH', `/v3/tables/${table}/records`, { records: writes });
// oxlint-disable-next-line typescript/no-explicit-any -- a test looks into whatever came back
const history = async (query = ''): Promise<any> =>
  (await t.call(ada, 'GET', `/v3/tables/${table}/history${query}`)).body;
const entry = async (id: string, query = '') => t.call(ada, 'GET', `/v3/tables/${table}/history/${id}${query}`);

describe('the history of a table', () => {
  it('names the record, the field and the values before and after of one edit', async () => {
    const [id] = await make(1, { [f.Amount!]: 1 });
    await change(bob, [{ id: id!, fields: { [f.Amount!]: 2.5 } }]);
    expect((await history()).entries[0]).toMatchObject({
      kind: 'cellsChanged',
      actor: { name: 'Bob' },
      records: 1,
      recordId: id,
      recordLabel: 'Deal 1',
      live: true,
      fieldNames: ['Amount'],
      value: { fieldId: f.Amount, before: 1, after: 2.5 },
    });
  });

  it('says the one value that many records got, and none where they differ or several fields changed', async () => {
    const ids = await make(20);
    const last = async () => (await history()).entries[0];
    await change(
      ada,
      ids.map((id) => ({ id, fields: { [f.Stage!]: won } })),
    );
    expect(await last()).toMatchObject({ records: 20, fieldNames: ['Stage'], value: { fieldId: f.Stage, after: won } });
    expect((await last()).value).not.toHaveProperty('before');
    await change(
      ada,
      ids.map((id, i) => ({ id, fields: { [f.Amount!]: i } })),
    );
    expect((await last()).value).toBeUndefined();
    await change(
      ada,
      ids.slice(0, 1).map((id) => ({ id, fields: { [f.Amount!]: 7, [f.Stage!]: null } })),
    );
    expect(await last()).toMatchObject({ records: 1, fieldNames: expect.arrayContaining(['Stage', 'Amount']) });
    expect((await last()).value).toBeUndefined();
  });

  it('says it of bulk work over several commits as well, by its plan', async () => {
    for (let part = 0; part < 3; part++) await make(1000);
    const { body } = await t.call(bob, 'POST', `/v3/tables/${table}/records/bulk`, {
      action: 'update',
      fields: { [f.Stage!]: won },
      filter: { fieldId: f.Name, operator: 'isNotEmpty' },
    });
    await until(async () => {
      const state = (await t.call(bob, 'GET', `/v3/operations/${body.operationId}`)).body;
      return state.state !== 'running' && state;
    });
    expect((await history()).entries[0]).toMatchObject({
      id: body.operationId,
      records: 3000,
      actor: { name: 'Bob' },
      value: { fieldId: f.Stage, after: won },
    });
    const seen: string[] = [];
    for (let next = '', pages = 0; pages < 100; pages++) {
      const page = (await entry(body.operationId, next === '' ? '' : `?after=${next}`)).body;
      expect(page.changes.length).toBeLessThanOrEqual(50);
      seen.push(...page.changes.map((one: { recordId: string }) => one.recordId));
      if (page.next === undefined) break;
      next = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([3000, 3000]);
  });

  it('tells of an entry what it did to each record; long texts come as they begin', async () => {
    const ids = await make(60, { [f.Notes!]: 'x'.repeat(9000) });
    const [, made] = (await history()).entries.toReversed();
    const first = (await entry(made.id)).body;
    expect(first.entry).toMatchObject({ id: made.id, kind: 'recordsCreated', records: 60 });
    expect(first.changes[0]).toMatchObject({ recordId: ids[0], recordLabel: 'Deal 1', kind: 'created', live: true });
    const notes = first.changes[0].fields.find((one: { fieldId: string }) => one.fieldId === f.Notes);
    expect([notes.before, notes.after.length]).toEqual([null, 500]);
    expect((await entry(made.id, '?only=entry')).body).toEqual({ entry: first.entry, changes: [] });
    const second = (await entry(made.id, `?after=${first.next}`)).body;
    expect([first.changes.length, second.changes.length, second.next]).toEqual([50, 10, undefined]);
    expect((await entry(newId())).status).toBe(404);
    expect((await entry('9.9')).status).toBe(404);
    expect((await entry(made.id, '?after=x')).status).toBe(400);
    const other = await t.call(ada, 'POST', '/v3/tables', { label: 'Other', fields: [{ name: 'A', type: 'number' }] });
    expect((await t.call(ada, 'GET', `/v3/tables/${other.body.id}/history/${made.id}`)).status).toBe(404);
  });

  it('is narrowed by person and by kind', async () => {
    const ids = await make(3);
    await change(bob, [{ id: ids[0]!, fields: { [f.Amount!]: 1 } }]);
    await change(ada, [{ id: ids[1]!, fields: { [f.Amount!]: 2 } }]);
    const deleted = await t.call(bob, 'DELETE', `/v3/tables/${table}/records/${ids[2]}`);
    await t.call(ada, 'POST', `/v3/undo/${deleted.headers.get('tessera-commit')}`, {});
    const kinds = async (query: string) => (await history(query)).entries.map((one: { kind: string }) => one.kind);
    expect(await kinds(`?actor=${bob.id}`)).toEqual(['recordsDeleted', 'cellsChanged']);
    expect(await kinds('?kind=deleted')).toEqual(['recordsDeleted']);
    expect(await kinds('?kind=changed,added')).toEqual(['cellsChanged', 'cellsChanged', 'recordsCreated']);
    expect(await kinds(`?kind=changed&actor=${ada.id}`)).toEqual(['cellsChanged']);
    expect(await kinds('?kind=undone')).toEqual(['recordsRestored']);
    expect(await kinds('?kind=table')).toEqual(['tableCreated']);
    // What was undone is known also where the undo itself is filtered out.
    expect((await history('?kind=deleted')).entries[0]).toMatchObject({ undone: true, undoable: false });
    expect((await t.call(ada, 'GET', `/v3/tables/${table}/history?kind=all`)).status).toBe(400);
  });
});

describe('records in the trash', () => {
  it('stand by the time of their deletion, with who deleted them and what they were called', async () => {
    const ids = await make(4);
    const remove = (who: typeof ada, id: string) => t.call(who, 'DELETE', `/v3/tables/${table}/records/${id}`);
    await remove(ada, ids[2]!);
    await change(ada, [{ id: ids[0]!, fields: { [f.Name!]: 'Renamed' } }]);
    await remove(bob, ids[0]!);
    await remove(ada, ids[3]!);
    const path = `/v3/tables/${table}/deleted-records`;
    const first = (await t.call(ada, 'GET', `${path}?limit=2`)).body;
    const second = (await t.call(ada, 'GET', `${path}?limit=2&after=${encodeURIComponent(first.next)}`)).body;
    expect([...first.records, ...second.records].map((one) => [one.id, one.label, one.deletedBy.name])).toEqual([
      [ids[3], 'Deal 4', 'Ada Lovelace'],
      [ids[0], 'Renamed', 'Bob'],
      [ids[2], 'Deal 3', 'Ada Lovelace'],
    ]);
    expect((await history()).entries[0]).toMatchObject({ recordId: ids[3], recordLabel: 'Deal 4', live: false });
    expect((await t.call(vera, 'GET', path)).status).toBe(403);
  });
});
