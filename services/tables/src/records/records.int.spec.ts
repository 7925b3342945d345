import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@tessera/kernel';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const bob = actorOf(organization, 'builder');
let t: TestTables;
let table: string;
let f: Readonly<Record<string, string>>;
let options: Readonly<Record<string, string>>;

beforeAll(async () => {
  t = await startTables([
    { actor: ada, name: 'Ada Lovelace', email: 'ada@example.com' },
    { actor: bob, name: 'Bob', email: 'bob@example.com' },
  ]);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});
beforeEach(async () => {
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Deals',
    uniqueField: 'Code',
    fields: [
      { name: 'Code', type: 'singleLineText' },
      { name: 'Name', type: 'singleLineText', required: true },
      { name: 'Amount', type: 'currency' },
      { name: 'Owner', type: 'user' },
      { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }] }, default: 'Open' },
      { name: 'Due', type: 'date' },
    ],
  });
  table = body.id;
  f = Object.fromEntries(body.fields.map((x: { name: string; id: string }) => [x.name, x.id]));
  options = Object.fromEntries(body.fields[4].props.options.map((o: { label: string; id: string }) => [o.label, o.id]));
});

const create = (body: unknown, headers = {}) =>
  t.call(ada, 'POST', `/v3/tables/${table}/records?fieldKey=name`, body, headers);
type Made = { readonly id: string; readonly fields: Readonly<Record<string, unknown>> };
const get = async (id: string) => (await t.call(ada, 'GET', `/v3/tables/${table}/records/${id}?fieldKey=name`)).body;

describe('creating', () => {
  it('answers the record as reading it does', async () => {
    const made = await create({
      fields: { Code: 'A1', Name: 'Acme', Amount: '12.50', Owner: 'ada@example.com', Due: '2026-02-28' },
    });
    expect(made.status).toBe(201);
    expect(made.body.fields).toEqual({
      Code: 'A1',
      Name: 'Acme',
      Amount: 12.5,
      Owner: ada.id,
      Stage: options.Open,
      Due: '2026-02-28',
    });
    expect(await get(made.body.id)).toEqual(made.body);
    expect(made.headers.get('tessera-commit')).toMatch(/^tables\.1\.\d+$/);
  });

  it('refuses what breaks a rule with every error by row, and writes nothing', async () => {
    const refused = await create({
      records: [
        { fields: { Name: 'ok' } },
        { fields: { Amount: 'many' } },
        { fields: { Name: 'x', Nope: 1 } },
        { fields: { Name: 'x', Stage: 'Lost' } },
      ],
    });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details.errors.map((e: { index: number; code: string }) => [e.index, e.code])).toEqual([
      [1, 'number.invalid'],
      [2, 'fields.not_found'],
      [3, 'select.unknown'],
      [1, 'records.required'],
    ]);
    expect((await t.call(ada, 'POST', `/v3/tables/${table}/records/count`, {})).body.total).toBe(0);
  });

  it('asks for required fields, except of the interface, which makes a draft that claims nothing', async () => {
    expect((await create({ fields: { Code: 'A' } })).body.error).toMatchObject({ code: 'records.required' });
    const draft = await t.interfaceCall(ada, 'POST', `/v3/tables/${table}/records?fieldKey=name`, {
      fields: { Code: 'A' },
    });
    expect(draft.body.fields).toEqual({ Code: 'A', Stage: options.Open, draft_flag: true });
    expect((await create({ fields: { Code: 'A', Name: 'real' } })).status).toBe(201);
    const completed = await t.interfaceCall(
      ada,
      'PATCH',
      `/v3/tables/${table}/records/${draft.body.id}?fieldKey=name`,
      { fields: { Name: 'now' } },
    );
    expect(completed.body.error).toMatchObject({ code: 'records.not_unique' });
    const other = await t.interfaceCall(ada, 'PATCH', `/v3/tables/${table}/records/${draft.body.id}?fieldKey=name`, {
      fields: { Name: 'now', Code: 'B' },
    });
    expect(other.body.fields).toEqual({ Code: 'B', Name: 'now', Stage: options.Open });
    expect((await create({ fields: { Code: 'b', Name: 'other' } })).status).toBe(409);
  });

  it('keeps unique values apart by their folded key, across requests at once', async () => {
    const answers = await Promise.all(['Zoë', 'zoe', ' ZOE '].map((Code) => create({ fields: { Code, Name: 'x' } })));
    expect(answers.map((a) => a.status).sort()).toEqual([201, 409, 409]);
  });

  it('takes ids from clients once', async () => {
    const id = newId();
    expect((await create({ id, fields: { Name: 'a' } })).body.id).toBe(id);
    expect((await create({ id, fields: { Name: 'b' } })).body.error.code).toBe('records.exists');
  });

  it('answers a repeated idempotency key as the first time, and refuses it for another request', async () => {
    const key = { 'idempotency-key': newId() };
    const first = await create({ fields: { Name: 'once' } }, key);
    const again = await create({ fields: { Name: 'once' } }, key);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect((await create({ fields: { Name: 'else' } }, key)).body.error.code).toBe('idempotency.mismatch');
    expect((await t.call(ada, 'POST', `/v3/tables/${table}/records/count`, {})).body.total).toBe(1);
  });

  it('writes 1,000 in one commit and refuses 1,001', async () => {
    const records = Array.from({ length: 1000 }, (_, i) => ({ fields: { Name: `n${i}` } }));
    const made = await create({ records });
    expect(made.body.records).toHaveLength(1000);
    expect(made.body.records[999].fields.Name).toBe('n999');
    expect((await create({ records: [...records, { fields: { Name: 'x' } }] })).status).toBe(413);
  });

  it('refuses more than 1 MB of cells, and more than 100 kB in one', async () => {
    expect((await create({ fields: { Name: 'x'.repeat(100_001) } })).body.error.details.errors[0].code).toMatch(
      /too_l/,
    );
    const wide = Array.from({ length: 12 }, (_, i) => ({ fields: { Name: `${i}${'x'.repeat(90_000)}` } }));
    const refused = await create({ records: wide });
    expect([413, 422]).toContain(refused.status);
  });

  it('with partial writes what fits and lists what does not', async () => {
    await create({ fields: { Code: 'taken', Name: 'x' } });
    const made = await create({
      partial: true,
      records: [
        { fields: { Name: 'a' } },
        { fields: { Name: 'b', Amount: 'no' } },
        { fields: { Name: 'c', Code: 'TAKEN' } },
        { fields: { Name: 'd' } },
      ],
    });
    expect(made.body.records.map((r: { fields: { Name: string } }) => r.fields.Name)).toEqual(['a', 'd']);
    expect(made.body.errors.map((e: { index: number; code: string }) => [e.index, e.code])).toEqual([
      [1, 'number.invalid'],
      [2, 'records.not_unique'],
    ]);
  });

  it('with upsert changes records by their key and makes the others; empty keys are refused', async () => {
    const first = (await create({ fields: { Code: 'K1', Name: 'one', Amount: 1 } })).body;
    const made = await create({
      upsert: true,
      records: [{ fields: { Code: 'k1', Amount: 2 } }, { fields: { Code: 'K2', Name: 'two' } }],
    });
    expect(made.status).toBe(201);
    expect(made.body.records[0]).toMatchObject({ id: first.id, version: 2, fields: { Name: 'one', Amount: 2 } });
    expect(made.body.records[1]).toMatchObject({ version: 1, fields: { Code: 'K2' } });
    const refused = await create({ upsert: true, records: [{ fields: { Name: 'x' } }] });
    expect(refused.body.error.code).toBe('records.key_empty');
  });

  it('with upsert and partial lists also what is wrong because another row is refused, and writes the others', async () => {
    const { body: seats } = await t.call(ada, 'POST', '/v3/tables', {
      label: 'Seats',
      uniqueField: 'Guest',
      fields: [
        { name: 'Guest', type: 'singleLineText' },
        { name: 'Seat', type: 'singleLineText', unique: true },
      ],
    });
    const write = (records: readonly Readonly<Record<string, string>>[], more: object = {}) =>
      t.call(ada, 'POST', `/v3/tables/${seats.id}/records?fieldKey=name`, {
        ...more,
        records: records.map((fields) => ({ fields })),
      });
    await write([
      { Guest: 'Ana', Seat: '1' },
      { Guest: 'Bo', Seat: '2' },
      { Guest: 'Cy', Seat: '3' },
      { Guest: 'Di', Seat: '4' },
    ]);
    const { status, body } = await write(
      [
        { Guest: 'Ana', Seat: '3' },
        { Guest: 'Bo', Seat: '1' },
        { Guest: 'Di', Seat: '5' },
      ],
      { upsert: true, partial: true },
    );
    expect(status).toBe(201);
    expect(body.errors.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
      [0, 'records.not_unique'],
      [1, 'records.not_unique'],
    ]);
    expect(body.records.map((one: { fields: object }) => one.fields)).toEqual([{ Guest: 'Di', Seat: '5' }]);
    const { body: left } = await t.call(ada, 'GET', `/v3/tables/${seats.id}/records?fieldKey=name`);
    expect(left.records.map((one: { fields: { Seat: string } }) => one.fields.Seat)).toEqual(['1', '2', '3', '5']);
  });

  it('refuses unknown keys', async () => {
    expect((await create({ fields: { Name: 'x' }, version: 3, organization: 'y' })).body.error.code).toBe(
      'request.invalid',
    );
    expect((await create({ records: [{ fields: { Name: 'x' }, createdBy: 'me' }] })).body.error.code).toBe(
      'request.invalid',
    );
  });
});

describe('changing', () => {
  const patch = (id: string, body: unknown, headers = {}) =>
    t.call(bob, 'PATCH', `/v3/tables/${table}/records/${id}?fieldKey=name`, body, headers);

  it('merges disjoint fields by version and answers both values for the same one', async () => {
    const { id } = (await create({ fields: { Name: 'a', Amount: 1 } })).body;
    await patch(id, { fields: { Amount: 2 } });
    expect((await patch(id, { fields: { Name: 'b' }, version: 1 })).body).toMatchObject({
      version: 3,
      fields: { Name: 'b', Amount: 2 },
    });
    const refused = await patch(id, { fields: { Amount: 5 }, version: 1 });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'records.conflict',
      details: { conflicts: [{ recordId: id, fieldId: f.Amount, yours: 5, theirs: 2, base: 1 }] },
    });
    expect((await patch(id, { fields: { Amount: 6 } })).body.fields.Amount).toBe(6);
  });

  it('finds what was changed since however many commits ago that was', { timeout: 120_000 }, async () => {
    const { id } = (await create({ fields: { Name: 'a', Amount: 0 } })).body;
    await patch(id, { fields: { Name: 'theirs' } });
    // Behind each other in the writer: a commit each.
    const amounts = Array.from({ length: 1_200 }, (_, i) => ({ fields: { Amount: i + 1 } }));
    for (let i = 0; i < amounts.length; i += 100)
      await Promise.all(amounts.slice(i, i + 100).map((body) => patch(id, body)));
    const refused = await patch(id, { fields: { Name: 'yours' }, version: 1 });
    expect(refused.body.error).toMatchObject({
      code: 'records.conflict',
      details: { conflicts: [{ fieldId: f.Name, yours: 'yours', theirs: 'theirs', base: 'a' }] },
    });
    expect((await get(id)).fields).toMatchObject({ Name: 'theirs' });
    expect((await patch(id, { fields: { Code: 'mine' }, version: 1 })).body.fields).toMatchObject({
      Name: 'theirs',
      Code: 'mine',
    });
  });

  it('merges edits of different fields that come at the same moment', async () => {
    const made = await t.call(ada, 'POST', '/v3/tables', {
      label: 'Eight',
      fields: Array.from({ length: 8 }, (_, i) => ({ name: `F${i}`, type: 'singleLineText' })),
    });
    const records = `/v3/tables/${made.body.id}/records`;
    const { id } = (await t.call(ada, 'POST', `${records}?fieldKey=name`, { fields: { F0: 'a' } })).body;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        t.call(bob, 'PATCH', `${records}/${id}?fieldKey=name`, { fields: { [`F${i}`]: `new ${i}` }, version: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const { fields } = (await t.call(ada, 'GET', `${records}/${id}?fieldKey=name`)).body;
    expect(Object.values(fields)).toEqual(Array.from({ length: 8 }, (_, i) => `new ${i}`));
  });

  it('keeps to a strict If-Match', async () => {
    const { id } = (await create({ fields: { Name: 'a' } })).body;
    const read = await t.call(ada, 'GET', `/v3/tables/${table}/records/${id}`);
    expect(read.headers.get('etag')).toBe('"1"');
    expect((await patch(id, { fields: { Amount: 1 } }, { 'if-match': '"1"' })).headers.get('etag')).toBe('"2"');
    expect((await patch(id, { fields: { Amount: 2 } }, { 'if-match': '"1"' })).status).toBe(412);
    const remove = async (version: string) =>
      (await t.call(ada, 'DELETE', `/v3/tables/${table}/records/${id}`, undefined, { 'if-match': version })).status;
    expect(await remove('"1"')).toBe(412);
    expect(await remove('"2"')).toBe(204);
  });

  it('and reads tell the commit up to which they are true', async () => {
    const at = (answer: { readonly headers: Headers }) => Number(answer.headers.get('tessera-position'));
    const read = async () =>
      Promise.all([
        t.call(ada, 'POST', `/v3/tables/${table}/records/query`, { limit: 1 }),
        t.call(ada, 'POST', `/v3/tables/${table}/records/count`, {}),
        t.call(ada, 'GET', `/v3/tables/${table}/records?limit=1`),
      ]);
    const made = await create({ fields: { Name: 'a' } });
    expect((await read()).map(at)).toEqual([at(made), at(made), at(made)]);
    const deleted = await t.call(ada, 'DELETE', `/v3/tables/${table}/records`, { ids: [made.body.id] });
    expect(at(deleted)).toBeGreaterThan(at(made));
    expect((await read()).map(at)).toEqual([at(deleted), at(deleted), at(deleted)]);
  });

  it('writes nothing when nothing differs', async () => {
    const { id } = (await create({ fields: { Name: 'a', Amount: 1 } })).body;
    const same = await patch(id, { fields: { Name: 'a', Amount: '1.00' } });
    expect([same.body.version, same.headers.get('tessera-commit')]).toEqual([1, null]);
  });

  it('changes several at once, all or nothing', async () => {
    const [a, b] = (
      await create({ records: [{ fields: { Name: 'a', Code: '1' } }, { fields: { Name: 'b', Code: '2' } }] })
    ).body.records;
    const change = (records: unknown) => t.call(ada, 'PATCH', `/v3/tables/${table}/records?fieldKey=name`, { records });
    expect(
      (
        await change([
          { id: a.id, fields: { Amount: 1 } },
          { id: b.id, fields: { Name: null } },
        ])
      ).body.error.code,
    ).toBe('records.required');
    expect((await get(a.id)).version).toBe(1);
    const swapped = await change([
      { id: a.id, fields: { Code: '2' } },
      { id: b.id, fields: { Code: '1' } },
    ]);
    expect(swapped.body.records.map((r: { fields: { Code: string } }) => r.fields.Code)).toEqual(['2', '1']);
    expect((await change([{ id: a.id, fields: { Code: '1' } }])).status).toBe(409);
    expect((await change([{ id: newId(), fields: {} }])).body.error.code).toBe('records.not_found');
  });
});

describe('the trash', () => {
  it('takes records, gives their unique values away, and gives them back if these are still free', async () => {
    const { id } = (await create({ fields: { Name: 'a', Code: 'X' } })).body;
    expect((await t.call(ada, 'DELETE', `/v3/tables/${table}/records`, { ids: [id] })).body).toEqual({ deleted: [id] });
    expect((await t.call(ada, 'GET', `/v3/tables/${table}/records/${id}`)).status).toBe(404);
    const trash = await t.call(ada, 'POST', `/v3/tables/${table}/records/query`, { deleted: true });
    expect(trash.body.records.map((r: { id: string }) => r.id)).toEqual([id]);
    const taker = (await create({ fields: { Name: 'b', Code: 'x' } })).body;
    expect((await t.call(ada, 'POST', `/v3/tables/${table}/records/restore`, { ids: [id] })).body.error.code).toBe(
      'records.not_unique',
    );
    await t.call(ada, 'DELETE', `/v3/tables/${table}/records/${taker.id}`);
    expect((await t.call(ada, 'POST', `/v3/tables/${table}/records/restore`, { ids: [id] })).body).toEqual({
      restored: [id],
    });
    expect((await get(id)).version).toBe(3);
  });
});

describe('asking', () => {
  it('filters, sorts, pages, counts, totals and finds the place', async () => {
    const records = Array.from({ length: 25 }, (_, i) => ({
      fields: { Name: `n${String(i).padStart(2, '0')}`, Amount: i, Stage: i % 2 === 0 ? 'Won' : 'Open' },
    }));
    const made = (await create({ records })).body.records;
    const filter = {
      and: [
        { fieldId: f.Stage, operator: 'equals', value: 'won' },
        { or: [{ fieldId: f.Amount, operator: 'lessThan', value: 20 }] },
      ],
    };
    const query = { filter, sort: [{ fieldId: f.Amount, order: 'desc' }], limit: 4, total: true };
    const page = (await t.call(ada, 'POST', `/v3/tables/${table}/records/query`, query)).body;
    expect(page.records.map((r: Made) => r.fields[f.Amount!])).toEqual([18, 16, 14, 12]);
    expect(page.total).toBe(10);
    const next = (await t.call(ada, 'POST', `/v3/tables/${table}/records/query`, { ...query, after: page.next })).body;
    expect(next.records.map((r: Made) => r.fields[f.Amount!])).toEqual([10, 8, 6, 4]);
    const aggregates = [
      { fieldId: f.Amount, function: 'sum' },
      { fieldId: f.Name, function: 'count' },
    ];
    expect(
      (await t.call(ada, 'POST', `/v3/tables/${table}/records/aggregate`, { filter, aggregates })).body.values.map(
        (v: { value: number }) => v.value,
      ),
    ).toEqual([90, 10]);
    expect(
      (
        await t.call(ada, 'POST', `/v3/tables/${table}/records/place`, {
          filter,
          sort: query.sort,
          recordId: made[10].id,
        })
      ).body,
    ).toEqual({ place: 4 });
    expect((await t.call(ada, 'POST', `/v3/tables/${table}/records/count`, { search: 'N07' })).body.total).toBe(1);
    const some = (
      await t.call(ada, 'POST', `/v3/tables/${table}/records/query`, { ids: [made[3].id, newId(), made[1].id] })
    ).body.records;
    expect(some.map((r: { id: string }) => r.id)).toEqual([made[3].id, made[1].id]);
    const list = (await t.call(ada, 'GET', `/v3/tables/${table}/records?limit=2`)).body;
    expect(list.records.map((r: { id: string }) => r.id)).toEqual([made[0].id, made[1].id]);
  });

  it("knows the current user and the days of the organization's time zone", async () => {
    await create({
      records: [
        {
          fields: {
            Name: 'mine',
            Owner: ada.id,
            Due: new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now()),
          },
        },
        { fields: { Name: 'his', Owner: bob.id } },
      ],
    });
    const ask = async (filter: unknown) =>
      (await t.call(ada, 'POST', `/v3/tables/${table}/records/query?fieldKey=name`, { filter })).body.records?.map(
        (r: Made) => r.fields.Name,
      );
    expect(await ask({ fieldId: 'Owner', operator: 'equals', value: { currentUser: true } })).toEqual(['mine']);
    expect(await ask({ fieldId: 'Due', operator: 'isWithin', value: { relative: 'today' } })).toEqual(['mine']);
  });

  it('refuses operators, fields and depths that do not exist', async () => {
    const ask = async (filter: unknown) =>
      (await t.call(ada, 'POST', `/v3/tables/${table}/records/query`, { filter })).body.error.code;
    expect(await ask({ fieldId: f.Amount, operator: 'contains', value: 'x' })).toBe('filter.operator_unknown');
    expect(await ask({ fieldId: newId(), operator: 'equals', value: 'x' })).toBe('fields.not_found');
    expect(await ask({ fieldId: f.Amount, operator: 'equals', value: 'x' })).toBe('filter.value_invalid');
    let deep: unknown = { fieldId: f.Amount, operator: 'isEmpty' };
    for (let i = 0; i < 6; i++) deep = { and: [deep] };
    expect(await ask(deep)).toBe('request.invalid');
  });

  it('says of a label that may be several options that it is ambiguous, as a write does', async () => {
    const options = ['mW', 'MW'].map((label) => ({ label }));
    const { body } = await t.call(ada, 'POST', '/v3/tables', {
      label: 'Power',
      fields: [{ name: 'Unit', type: 'select', props: { options } }],
    });
    const unit = body.fields[0].id;
    const path = `/v3/tables/${body.id}/records`;
    const filter = { fieldId: unit, operator: 'equals', value: 'mw' };
    const asked = await t.call(ada, 'POST', `${path}/query`, { filter });
    expect([asked.status, asked.body.error.code]).toEqual([400, 'select.ambiguous']);
    expect((await t.call(ada, 'POST', `${path}/query`, { filter: { ...filter, value: 'MW' } })).status).toBe(200);
    const written = await t.call(ada, 'POST', path, { fields: { [unit]: 'mw' } });
    expect(written.body.error.code).toBe('select.ambiguous');
  });

  it("tells a record's history with names and values, newest first", async () => {
    const { id } = (await create({ fields: { Name: 'a', Amount: 1 } })).body;
    await t.call(bob, 'PATCH', `/v3/tables/${table}/records/${id}?fieldKey=name`, {
      fields: { Amount: 2.5, Name: 'b' },
    });
    await t.call(ada, 'DELETE', `/v3/tables/${table}/records/${id}`);
    const { entries } = (await t.call(ada, 'GET', `/v3/tables/${table}/records/${id}/history`)).body;
    expect(entries.map((e: { kind: string; version: number }) => [e.kind, e.version])).toEqual([
      ['deleted', 3],
      ['changed', 2],
      ['created', 1],
    ]);
    expect(entries[1]).toMatchObject({ actor: { id: bob.id, name: 'Bob' }, origin: 'api' });
    expect(entries[1].changes).toEqual(
      expect.arrayContaining([
        { fieldId: f.Amount, fieldName: 'Amount', before: 1, after: 2.5 },
        { fieldId: f.Name, fieldName: 'Name', before: 'a', after: 'b' },
      ]),
    );
    expect((await t.call(ada, 'GET', `/v3/tables/${table}/records/${newId()}/history`)).status).toBe(404);
  });
});

describe('what changed since a position', () => {
  const since = async (position?: number) =>
    t.call(ada, 'GET', `/v3/tables/${table}/changes${position === undefined ? '' : `?since=${position}`}`);

  it('names each record once, deletions included, and where to go on', async () => {
    const { position } = (await since()).body;
    const kept = (await create({ fields: { Code: 'C1', Name: 'One' } })).body.id;
    const gone = (await create({ fields: { Code: 'C2', Name: 'Two' } })).body.id;
    await t.call(ada, 'PATCH', `/v3/tables/${table}/records/${kept}?fieldKey=name`, { fields: { Name: 'Uno' } });
    await t.call(ada, 'DELETE', `/v3/tables/${table}/records/${gone}`);
    const { body } = await since(position);
    expect(body).toMatchObject({ definition: false, more: false });
    expect(body.changes).toEqual([
      { id: kept, version: 2, kind: 'created' },
      { id: gone, version: 2, kind: 'deleted' },
    ]);
    expect((await since(body.position)).body).toEqual({
      changes: [],
      definition: false,
      position: body.position,
      more: false,
    });
  });
  it('says that a position beyond the end of the log is none, as after a restored backup', async () => {
    const { position } = (await since()).body;
    expect((await since(position + 1)).status).toBe(409);
    expect((await since(position + 1)).body.error.code).toBe('changes.unknown_position');
  });
});
