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

  describe('in the digest', () => {
    const digest = (table: string, what: object, inDigest: boolean, by = ada) =>
      must('PUT', `/v3/tables/${table}/digest`, { ...what, inDigest }, by);
    const places = async (by = ada) => (await t.tables.listDigestPlaces({}, { actor: by, deadlineMs: 5_000 })).places;
    const tell = (place: string, since: number, by = ada) =>
      t.tables.tellChanges({ place, since }, { actor: by, deadlineMs: 5_000 });
    const past = async (moment: number): Promise<void> => expect.poll(() => Date.now() > moment + 5).toBe(true);

    it('is what each person chose for themselves, by the rights of now', async () => {
      const { table, name, value, write } = await made();
      const record = await write({ [name]: 'Ropes', [value]: 1 });
      const filter = { fieldId: value, operator: 'greaterThan', value: 10 };
      await digest(table, { recordId: record }, true);
      await digest(table, { filter }, true);
      await digest(table, { filter }, true);
      expect((await look(table, { filter })).inDigest).toBe(true);
      expect((await look(table, { filter }, vic)).inDigest).toBe(false);
      expect((await look(table, {})).inDigest).toBe(false);
      expect(await places(vic)).toEqual([]);
      const [ofRecord, ofFilter] = (await places()) as [string, string];
      const since = Date.now();
      await past(since);
      await must('PATCH', `/v3/tables/${table}/records`, { records: [{ id: record, fields: { [value]: 20 } }] });
      await write({ [name]: 'Buoys', [value]: 30 });
      expect(await tell(ofRecord, since)).toMatchObject({ recordId: record, recordLabel: 'Ropes', changed: 1, since });
      expect(await tell(ofFilter, since)).toMatchObject({ changed: 0, removed: 0, added: 2, many: false });
      // Who looked meanwhile hears of what came behind that.
      const now = Date.now();
      await past(now);
      await mark(table, { recordId: record, at: new Date(now).toISOString() });
      expect(await tell(ofRecord, since)).toMatchObject({ changed: 0, since: now });
      await expect(tell(ofRecord, since, vic)).rejects.toMatchObject({ code: 'object_not_found' });
      await digest(table, { filter }, false);
      expect(await places()).toEqual([ofRecord]);
      await digest(table, { recordId: record }, false);
    });

    it('has names for who may see the place alone, and goes with the person', async () => {
      const { table, name, write } = await made();
      const record = await write({ [name]: 'Ropes' });
      const out2 = await t.call(out, 'PUT', `/v3/tables/${table}/digest`, { recordId: record, inDigest: true });
      expect(out2.status).toBeGreaterThanOrEqual(403);
      await digest(table, { recordId: record }, true, vic);
      await digest(table, {}, true, vic);
      const listed = async () => (await must('GET', '/v3/digest-places', undefined, vic)).places;
      expect(await listed()).toMatchObject([
        { recordId: record, recordLabel: 'Ropes' },
        { recordId: null, viewId: null, filter: null, tableLabel: expect.stringContaining('Deals') },
      ]);
      await must('DELETE', `/v3/tables/${table}/records`, { ids: [record] });
      expect(await listed()).toMatchObject([{ recordId: record, recordLabel: null, tableLabel: null }, {}]);
      await expect(tell((await places(vic))[0]!, 0, vic)).rejects.toMatchObject({ kind: 'not_found' });
      await digest(table, { recordId: record }, false, vic);
      expect(await places(vic)).toHaveLength(1);
      await eraseMarks(t.ports, organization, vic.userId ?? vic.id);
      expect(await places(vic)).toEqual([]);
    });

    it('has at most 20 places', async () => {
      const { table } = await made();
      const views = (await must('GET', `/v3/tables/${table}`)).views as { id: string }[];
      await digest(table, { viewId: views[0]!.id }, true);
      expect(await tell((await places())[0]!, Date.now() - 1000)).toMatchObject({ viewLabel: '', added: 0 });
      for (let i = 1; i < 20; i++)
        await digest(table, { filter: { fieldId: 'any', operator: 'isEmpty', value: i } }, true);
      const refused = await t.call(ada, 'PUT', `/v3/tables/${table}/digest`, { inDigest: true });
      expect(refused.body.error.code).toBe('looks.too_many_in_digest');
    });
  });
});
