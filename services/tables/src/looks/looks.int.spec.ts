import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseMarks } from '../erase.ts';
import { actorOf, roles } from '../testing/actors.ts';
import { startTables } from '../testing/service.ts';

describe('what changed since somebody last looked', () => {
  const organization = newId();
  const ada = actorOf(organization, 'admin');
  const vic = {
    ...actorOf(organization, 'member'),
    permissions: { ...roles.member, tables_enabled: { '*': 'view' as const } },
  };
  const out = { ...actorOf(organization, 'member'), permissions: { ...roles.member, tables_enabled: {} } };
  let t: Awaited<ReturnType<typeof startTables>>;
  beforeAll(async () => {
    t = await startTables([
      { actor: ada, name: 'Ada', email: 'ada@example.com' },
      { actor: vic, name: 'Vic', email: 'vic@example.com' },
      { actor: out, name: 'Out', email: 'out@example.com' },
    ]);
  });
  afterAll(() => t.stop());

  const must = async (method: string, path: string, body?: unknown, by = ada) => {
    const answer = await t.call(by, method, path, body);
    expect([path, answer.status, answer.status < 300 ? '' : answer.body]).toEqual([path, answer.status, '']);
    return answer.body;
  };
  const made = async () => {
    const table = await must('POST', '/v3/tables', {
      label: `Deals ${newId()}`,
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Value', type: 'number' },
      ],
    });
    const [name, value] = table.fields.map(({ id }: { id: string }) => id) as [string, string];
    const write = async (fields: object): Promise<string> =>
      (await must('POST', `/v3/tables/${table.id}/records`, { records: [{ fields }] })).records[0].id;
    return { table: table.id as string, name, value, write };
  };
  const look = (table: string, what: object, by = ada) => must('POST', `/v3/tables/${table}/last-look`, what, by);
  const mark = (table: string, what: object, by = ada) => must('PUT', `/v3/tables/${table}/last-look`, what, by);

  it('is kept for each of a table, a view, a record and a filter, and for each person apart', async () => {
    const { table, name, value, write } = await made();
    const record = await write({ [name]: 'Ropes', [value]: 1 });
    const places = [
      {},
      { viewId: newId() },
      { recordId: record },
      { filter: { fieldId: value, operator: 'greaterThan', value: 1 } },
      { filter: { fieldId: value, operator: 'greaterThan', value: 2 } },
    ];
    const { at, now } = await look(table, {});
    expect(at).toBeNull();
    for (const [i, place] of places.entries()) {
      const moment = new Date(Date.parse(now) - 1000 * (i + 1)).toISOString();
      expect(await mark(table, { ...place, at: moment })).toEqual({ at: moment });
    }
    for (const [i, place] of places.entries())
      expect((await look(table, place)).at).toBe(new Date(Date.parse(now) - 1000 * (i + 1)).toISOString());
    expect((await look(table, {}, vic)).at).toBeNull();
    // Nobody looked later than now, and what was marked too early is taken back.
    const ahead = await mark(table, { at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(Date.parse(ahead.at)).toBeLessThanOrEqual(Date.now());
    await mark(table, { at: null });
    expect((await look(table, {})).at).toBeNull();
  });

  it('is of what somebody may read alone, and is forgotten with them', async () => {
    const { table, name, write } = await made();
    const record = await write({ [name]: 'Ropes' });
    const path = `/v3/tables/${table}/last-look`;
    expect((await t.call(out, 'POST', path, {})).status).toBeGreaterThanOrEqual(403);
    expect((await t.call(out, 'PUT', path, { at: null })).status).toBeGreaterThanOrEqual(403);
    expect((await t.call(ada, 'POST', path, { recordId: newId() })).status).toBe(404);
    expect((await t.call(ada, 'PUT', path, { at: 'yesterday' })).status).toBe(400);
    await mark(table, { recordId: record, at: new Date().toISOString() }, vic);
    expect((await look(table, { recordId: record }, vic)).at).not.toBeNull();
    await eraseMarks(t.ports, organization, vic.userId ?? vic.id);
    expect((await look(table, { recordId: record }, vic)).at).toBeNull();
  });

  it('forgets the oldest beyond 200 places of a table', { timeout: 60_000 }, async () => {
    const { table } = await made();
    const views = Array.from({ length: 201 }, () => newId());
    for (const [i, viewId] of views.entries()) await mark(table, { viewId, at: new Date(i * 1000).toISOString() });
    expect((await look(table, { viewId: views[0] })).at).toBeNull();
    expect((await look(table, { viewId: views[1] })).at).not.toBeNull();
    expect((await look(table, { viewId: views[200] })).at).not.toBeNull();
  });

  it('counts what came into a filter as added, where that is asked for, and leaves out what still is not in it', async () => {
    const { table, name, value, write } = await made();
    const ids = [];
    for (const [one, much] of [
      ['Grows', 1],
      ['Large', 50],
      ['Small', 2],
    ] as const)
      ids.push(await write({ [name]: one, [value]: much }));
    const [grows, large, small] = ids as [string, string, string];
    const { now } = await look(table, {});
    await expect.poll(() => Date.now() > Date.parse(now) + 5).toBe(true);
    await must('PATCH', `/v3/tables/${table}/records`, {
      records: [
        { id: grows, fields: { [value]: 20 } },
        { id: large, fields: { [value]: 60 } },
        { id: small, fields: { [value]: 3 } },
      ],
    });
    const fresh = await write({ [name]: 'New', [value]: 70 });
    const filter = { fieldId: value, operator: 'greaterThan', value: 10 };
    const compare = (more: object) =>
      must('POST', `/v3/tables/${table}/records/compare`, { asOf: now, filter, ...more });
    const marks = (answer: { differences: { id: string; mark: string }[] }) =>
      answer.differences.map((one) => [one.id, one.mark]);
    const all = await compare({ entered: true });
    expect(marks(all)).toEqual([
      [large, 'changed'],
      [grows, 'added'],
      [fresh, 'added'],
    ]);
    expect(all.counts).toEqual({ changed: 1, removed: 0, added: 2 });
    expect(marks(await compare({}))).toEqual([
      [large, 'changed'],
      [fresh, 'added'],
    ]);
    const first = await compare({ entered: true, limit: 2 });
    expect(marks(first)).toHaveLength(2);
    expect(marks(await compare({ entered: true, limit: 2, after: first.next }))).toEqual([[fresh, 'added']]);
  });
});
