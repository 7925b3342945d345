import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId, type Actor } from '@tessera/kernel';
import { actorOf } from '../testing/actors.ts';
import { startTables, until, type Answer, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const bob = actorOf(organization, 'builder');
const mia = actorOf(organization, 'member');
let t: TestTables;
let table: string;
let f: Readonly<Record<string, string>>;

beforeAll(async () => {
  t = await startTables([
    { actor: ada, name: 'Ada', email: 'ada@example.com' },
    { actor: bob, name: 'Bob', email: 'bob@example.com' },
    { actor: mia, name: 'Mia', email: 'mia@example.com' },
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
      { name: 'Name', type: 'singleLineText' },
      { name: 'Amount', type: 'number' },
      { name: 'Code', type: 'singleLineText' },
      { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }] } },
    ],
  });
  table = body.id;
  f = Object.fromEntries(body.fields.map((x: { name: string; id: string }) => [x.name, x.id]));
});

const path = (rest = '') => `/v3/tables/${table}${rest}`;
const commit = (answer: Answer): string => answer.headers.get('tessera-commit')!;
const create = (fields: object, actor: Actor = ada) =>
  t.call(actor, 'POST', path('/records?fieldKey=name'), { fields });
const patch = (id: string, fields: object, actor: Actor = ada) =>
  t.call(actor, 'PATCH', path(`/records/${id}?fieldKey=name`), { fields });
const fieldsOf = async (id: string) => (await t.call(ada, 'GET', path(`/records/${id}?fieldKey=name`))).body.fields;
const undo = (id: string, body: object = {}, actor: Actor = ada) => t.call(actor, 'POST', `/v3/undo/${id}`, body);
const total = async () => (await t.call(ada, 'POST', path('/records/count'), {})).body.total as number;
const finished = (id: string) =>
  until(async () => {
    const a = await t.call(ada, 'GET', `/v3/operations/${id}`);
    return a.body.state !== 'running' && a.body;
  });

describe('taking back a change', () => {
  it('puts the values back, and its own undo brings them again', async () => {
    const { id } = (await create({ Name: 'a', Amount: 1 })).body;
    const changed = await patch(id, { Name: 'b', Amount: null });
    const undone = await undo(commit(changed));
    expect(undone.body).toMatchObject({ kind: 'cellsChanged', records: 1, fields: 2, conflicts: [] });
    expect(await fieldsOf(id)).toEqual({ Name: 'a', Amount: 1 });
    await undo(undone.body.commitId);
    expect(await fieldsOf(id)).toEqual({ Name: 'b' });
    const { entries } = (await t.call(ada, 'GET', path(`/records/${id}/history`))).body;
    expect(entries.map((e: { origin: string }) => e.origin)).toEqual(['undo', 'undo', 'api', 'api']);
  });

  it('lists long texts as they begin, says so, and tells those that are asked for in full', async () => {
    const long = (end: string): string => `${'word '.repeat(10_000)}${end}`;
    const note = (await t.call(ada, 'POST', path('/fields'), { name: 'Note', type: 'text' })).body.id;
    const { id } = (await create({ Name: 'a', Note: long('first'), Amount: 1 })).body;
    const changed = await patch(id, { Note: null, Amount: null });
    await patch(id, { Note: long('second'), Amount: 3 }, bob);
    const refused = (await undo(commit(changed))).body.error.details.conflicts;
    const cut = { fieldId: note, current: long('').slice(0, 500) };
    expect(refused).toMatchObject([
      { ...cut, undoTo: cut.current, cut: ['current', 'undoTo'] },
      { fieldId: f.Amount, current: 3, undoTo: 1 },
    ]);
    expect(refused[1]).not.toHaveProperty('cut');
    const asked = { preview: true, whole: [{ recordId: id, fieldId: note }] };
    expect((await undo(commit(changed), asked)).body.conflicts).toMatchObject([
      { ...cut, undoTo: long('first'), cut: ['current'] },
    ]);
  });

  it('leaves what others changed since unless told, and lists it first', async () => {
    const { id } = (await create({ Name: 'a', Amount: 1 })).body;
    const changed = await patch(id, { Name: 'b', Amount: 2 });
    await patch(id, { Amount: 3 }, bob);
    const preview = await undo(commit(changed), { preview: true });
    const conflict = {
      recordId: id,
      recordLabel: 'b',
      fieldId: f.Amount,
      fieldName: 'Amount',
      current: 3,
      undoTo: 1,
      changedBy: 'Bob',
    };
    expect(preview.body.conflicts).toMatchObject([conflict]);
    const refused = await undo(commit(changed));
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'undo.conflicts',
      details: { records: 1, fields: 2, conflicts: [conflict] },
    });
    expect(await fieldsOf(id)).toEqual({ Name: 'b', Amount: 3 });
    await undo(commit(changed), { conflicts: 'skip' });
    expect(await fieldsOf(id)).toEqual({ Name: 'a', Amount: 3 });
    await undo(commit(changed), { conflicts: 'overwrite' });
    expect(await fieldsOf(id)).toEqual({ Name: 'a', Amount: 1 });
    expect((await undo(commit(changed))).body.error.code).toBe('undo.nothing');
  });

  it('names who deleted a record that it would have changed', async () => {
    const { id } = (await create({ Name: 'a' })).body;
    const changed = await patch(id, { Name: 'b' });
    await t.call(bob, 'DELETE', path(`/records/${id}`));
    expect((await undo(commit(changed))).body.error.details.conflicts).toMatchObject([
      { recordId: id, fieldName: 'Name', blocked: 'record_deleted', changedBy: 'Bob' },
    ]);
  });

  it('of records just made deletes them, except those that were edited', async () => {
    const made = await t.call(ada, 'POST', path('/records?fieldKey=name'), {
      records: [{ fields: { Name: 'a' } }, { fields: { Name: 'b' } }],
    });
    const [, b] = made.body.records;
    await patch(b.id, { Amount: 5 }, bob);
    expect((await undo(commit(made))).body.error.details.conflicts).toMatchObject([
      { recordId: b.id, fieldName: 'Amount', current: 5, changedBy: 'Bob', deletes: true },
    ]);
    const undone = await undo(commit(made), { conflicts: 'skip' });
    expect(undone.body).toMatchObject({ records: 2, skipped: 1 });
    expect(await total()).toBe(1);
    await undo(undone.body.commitId);
    expect(await total()).toBe(2);
  });

  it('of a deletion restores the records, unless another took a unique value', async () => {
    const [a, b] = [(await create({ Code: 'A' })).body, (await create({ Code: 'B' })).body];
    const deleted = await t.call(ada, 'DELETE', path('/records'), { ids: [a.id, b.id] });
    await create({ Code: 'a' }, bob);
    const refused = await undo(commit(deleted));
    expect(refused.body.error.details.conflicts).toMatchObject([
      { recordId: a.id, fieldName: 'Code', blocked: 'records.not_unique' },
    ]);
    await undo(commit(deleted), { conflicts: 'overwrite' });
    expect(await total()).toBe(2);
    expect((await fieldsOf(b.id)).Code).toBe('B');
  });

  it("is decided with today's rights", async () => {
    const renamed = await t.call(ada, 'PATCH', path(), { label: 'Other' });
    expect((await undo(commit(renamed), {}, mia)).status).toBe(403);
    const { id } = (await create({ Name: 'a' })).body;
    expect((await undo(commit(await patch(id, { Name: 'b' })), {}, mia)).status).toBe(200);
  });

  it('skips a field that is gone by now', async () => {
    const { id } = (await create({ Name: 'a', Amount: 1 })).body;
    const changed = await patch(id, { Name: 'b', Amount: 2 });
    await t.call(ada, 'DELETE', path(`/fields/${f.Amount}`));
    await undo(commit(changed));
    await t.call(ada, 'POST', path(`/fields/${f.Amount}/restore`));
    expect(await fieldsOf(id)).toEqual({ Name: 'a', Amount: 2 });
  });
});

describe('taking back changes of the definition', () => {
  const definition = async () => {
    const { body } = await t.call(ada, 'GET', path());
    if (body.error !== undefined) return { gone: body.error.code };
    // Taking back is a change too, so versions rise.
    return { ...body, views: body.views.map(({ version: _version, ...view }: { version: number }) => view) };
  };

  it('of views leaves nobody without one, and passes no limit', async () => {
    const views = async (): Promise<readonly { id: string }[]> => (await t.call(ada, 'GET', path('/views'))).body.views;
    const add = (label: string) => t.call(ada, 'POST', path('/views'), { label, config: { fields: [] } });
    const [first] = await views();
    const made = await add('Only');
    expect((await t.call(ada, 'DELETE', path(`/views/${first!.id}`))).status).toBe(204);
    const refused = await undo(commit(made));
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'views.last']);
    expect(await views()).toHaveLength(1);
    const other = await add('Other');
    expect((await undo(commit(made))).status).toBe(200);
    expect(await views()).toMatchObject([{ id: other.body.id }]);
    const deleted = await t.call(ada, 'DELETE', path(`/views/${(await add('Gone')).body.id}`));
    for (let i = 1; i < 200; i++) expect((await add(`V${i}`)).status).toBe(201);
    const over = await undo(commit(deleted));
    expect([over.status, over.body.error?.code]).toEqual([400, 'views.too_many']);
  });

  it('goes for every kind of change and for its redo', async () => {
    const steps: readonly (() => Promise<Answer>)[] = [
      () => t.call(ada, 'PATCH', path(), { label: 'New', color: 'teal', labelFieldId: f.Code }),
      () => t.call(ada, 'PATCH', path(), { uniqueFieldId: null }),
      () => t.call(ada, 'POST', path('/fields'), { name: 'Extra', type: 'date', index: 1 }),
      () =>
        t.call(ada, 'PATCH', path(`/fields/${f.Amount}`), {
          name: 'Sum',
          description: 'x',
          required: true,
          props: { decimals: 2 },
        }),
      () => t.call(ada, 'PUT', path('/fields/order'), { fieldIds: [f.Code, f.Stage, f.Name, f.Amount] }),
      () => t.call(ada, 'DELETE', path(`/fields/${f.Name}`)),
      () => t.call(ada, 'DELETE', path(`/fields/${f.Code}`)),
      () => t.call(ada, 'POST', path('/views'), { label: 'V', config: { fields: [] } }),
      () => t.call(ada, 'DELETE', path()),
    ];
    for (const [i, step] of steps.entries()) {
      const { version: _v0, updatedAt: _u0, ...before } = await definition();
      const done = await step();
      expect(done.status, `step ${i} ${JSON.stringify(done.body)}`).toBeLessThan(300);
      const after = await definition();
      const undone = await undo(commit(done));
      expect(undone.status, `step ${i} ${JSON.stringify(undone.body)}`).toBe(200);
      expect(await definition(), `step ${i}`).toMatchObject(before);
      const redone = await undo(undone.body.commitId);
      const { version: _v1, updatedAt: _u1, ...again } = after;
      expect(await definition(), `step ${i}`).toMatchObject(again);
      await undo(redone.body.commitId);
    }
  });

  it('says what cannot be taken back and why', async () => {
    const off = await t.call(ada, 'PATCH', path(`/fields/${f.Code}`), { unique: false });
    const refused = await undo(commit(off));
    expect(refused.body.error).toMatchObject({
      code: 'undo.not_undoable',
      message: expect.stringContaining('checked'),
    });
  });
});

describe("the stack of one's own actions", () => {
  const stack = async (actor = ada) =>
    (await t.call(actor, 'GET', path('/undo-stack'))).body as {
      undo: { id: string; kind: string }[];
      redo: { id: string; kind: string }[];
    };

  it('walks back and forth, and something new empties the redo', async () => {
    const { id } = (await create({ Amount: 0 })).body;
    for (const Amount of [1, 2, 3]) await patch(id, { Amount });
    await patch(id, { Name: 'bob was here' }, bob);
    for (const left of [2, 1, 0]) {
      await undo((await stack()).undo[0]!.id);
      expect((await fieldsOf(id)).Amount).toBe(left);
    }
    expect((await stack()).redo).toHaveLength(3);
    for (const right of [1, 2]) {
      await undo((await stack()).redo[0]!.id);
      expect((await fieldsOf(id)).Amount).toBe(right);
    }
    await undo((await stack()).undo[0]!.id);
    expect((await fieldsOf(id)).Amount).toBe(1);
    await patch(id, { Amount: 9 });
    const now = await stack();
    expect(now.redo).toEqual([]);
    await undo(now.undo[0]!.id);
    expect((await fieldsOf(id)).Amount).toBe(1);
    expect((await stack(bob)).undo).toHaveLength(1);
  });
});

describe('operations', () => {
  it('change thousands of records with progress and one undo, and one redo', async () => {
    for (let i = 0; i < 3; i++)
      await t.call(ada, 'POST', path('/records?fieldKey=name'), {
        records: Array.from({ length: 1000 }, (_, n) => ({ fields: { Name: `${i}-${n}`, Amount: n % 2 } })),
      });
    const filter = { fieldId: f.Amount, operator: 'equals', value: 1 };
    const bulk = await t.call(ada, 'POST', path('/records/bulk'), {
      action: 'update',
      filter,
      fields: { [f.Amount!]: 0 },
    });
    expect(bulk.status).toBe(202);
    expect(bulk.body.total).toBe(1500);
    expect(await finished(bulk.body.operationId)).toMatchObject({ state: 'done', done: 1500, total: 1500 });
    const sum = async () =>
      (await t.call(ada, 'POST', path('/records/aggregate'), { aggregates: [{ fieldId: f.Amount, function: 'sum' }] }))
        .body.values[0].value as number;
    expect(await sum()).toBe(0);
    const { entries } = (await t.call(ada, 'GET', path('/history'))).body;
    expect(entries[0]).toMatchObject({
      id: bulk.body.operationId,
      kind: 'cellsChanged',
      records: 1500,
      fieldIds: [f.Amount],
      undone: false,
    });
    const preview = await undo(bulk.body.operationId, { preview: true });
    expect(preview.body).toMatchObject({ records: 1500, conflicts: [] });
    const undone = await undo(bulk.body.operationId);
    expect([200, 202]).toContain(undone.status);
    expect(await finished(undone.body.operationId)).toMatchObject({ kind: 'undo', state: 'done', done: 1500 });
    expect(await sum()).toBe(1500);
    expect((await t.call(ada, 'GET', path('/history'))).body.entries[1]).toMatchObject({
      id: bulk.body.operationId,
      undone: true,
    });
    expect((await undo(bulk.body.operationId)).body.error.code).toBe('undo.nothing');
    const redone = await undo(undone.body.operationId);
    await finished(redone.body.operationId);
    expect(await sum()).toBe(0);
  });

  it('delete and restore what matches, leave what is excepted, append and clear', async () => {
    const { records } = (
      await t.call(ada, 'POST', path('/records?fieldKey=name'), {
        records: Array.from({ length: 10 }, (_, n) => ({ fields: { Name: `n${n}` } })),
      })
    ).body;
    const run = async (body: object) =>
      finished((await t.call(ada, 'POST', path('/records/bulk'), body)).body.operationId);
    expect(
      await run({ action: 'update', mode: 'append', fields: { [f.Name!]: 'more' }, ids: [records[0].id] }),
    ).toMatchObject({ done: 1 });
    expect((await fieldsOf(records[0].id)).Name).toBe('n0 more');
    await run({ action: 'update', mode: 'clear', fields: { [f.Name!]: null }, except: [records[0].id] });
    expect((await fieldsOf(records[1].id)).Name).toBeUndefined();
    expect(await run({ action: 'delete', except: [records[0].id] })).toMatchObject({ done: 9 });
    expect(await total()).toBe(1);
    expect(await run({ action: 'restore' })).toMatchObject({ done: 9 });
    expect(await total()).toBe(10);
    expect(
      (
        await t.call(ada, 'POST', path('/records/bulk'), {
          action: 'update',
          mode: 'append',
          fields: { [f.Amount!]: 1 },
        })
      ).body.error.code,
    ).toBe('bulk.mode_refused');
  });

  it("of the caller's making gather what one action did, and nobody else joins them", async () => {
    const { id } = (await create({ Name: 'a' })).body;
    const headers = { 'tessera-operation': newId() };
    const changed = await t.call(
      ada,
      'PATCH',
      path('/records'),
      { records: [{ id, fields: { [f.Name!]: 'b' } }] },
      headers,
    );
    const added = await t.call(ada, 'POST', path('/records'), { records: [{ fields: { [f.Name!]: 'c' } }] }, headers);
    expect([changed, added].map((a) => a.headers.get('tessera-operation'))).toEqual([
      headers['tessera-operation'],
      headers['tessera-operation'],
    ]);
    expect((await t.call(bob, 'POST', path('/records'), { records: [{ fields: {} }] }, headers)).body.error.code).toBe(
      'operations.exists',
    );
    const { undo: stack } = (await t.call(ada, 'GET', path('/undo-stack'))).body;
    expect(stack[0]).toMatchObject({ id: headers['tessera-operation'], records: 2 });
    const undone = await undo(stack[0].id);
    await finished(undone.body.operationId);
    expect(await total()).toBe(1);
    expect(await fieldsOf(id)).toEqual({ Name: 'a' });
  });

  it('take options that an action added along with the values that name them, and bring both again', async () => {
    const { id } = (await create({ Name: 'a', Stage: 'Open' })).body;
    const headers = { 'tessera-operation': newId() };
    const stage = async () =>
      (await t.call(ada, 'GET', path())).body.fields.find((field: { id: string }) => field.id === f.Stage);
    const labels = async () => (await stage()).props.options.map((option: { label: string }) => option.label);
    const option = { id: newId(), label: 'Lost', color: 'rose' };
    const props = { ...(await stage()).props, options: [...(await stage()).props.options, option] };
    const added = await t.call(ada, 'PATCH', path(`/fields/${f.Stage}`), { props }, headers);
    expect([added.status, added.headers.get('tessera-operation')]).toEqual([200, headers['tessera-operation']]);
    const changed = { records: [{ id, fields: { [f.Stage!]: option.id } }] };
    expect((await t.call(ada, 'PATCH', path('/records'), changed, headers)).status).toBe(200);
    const top = async () => (await t.call(ada, 'GET', path('/undo-stack'))).body;
    const { undo: stack } = await top();
    expect(stack[0]).toMatchObject({ id: headers['tessera-operation'], records: 1 });
    await finished((await undo(stack[0].id)).body.operationId);
    expect([await labels(), (await fieldsOf(id)).Stage]).toEqual([['Open', 'Won'], props.options[0].id]);
    await finished((await undo((await top()).redo[0].id)).body.operationId);
    expect([await labels(), (await fieldsOf(id)).Stage]).toEqual([['Open', 'Won', 'Lost'], option.id]);
  });

  it('an import that made its table is undone as a whole, and redone', async () => {
    const operationId = newId();
    const made = await t.tables.createTable(
      {
        label: 'Imported',
        fields: [{ ...emptyField, name: 'N' }],
        operationId,
        uniqueFieldId: '',
        labelFieldId: '',
        idempotencyKey: newId(),
      },
      { actor: ada },
    );
    const { ColumnBatch } = await import('@tessera/proto/tables/v1/service');
    for (let chunk = 0; chunk < 2; chunk++) {
      const batch = ColumnBatch.encode({
        columns: [
          {
            fieldId: made.fields[0]!.id,
            generation: 1,
            states: new Uint8Array(0),
            cells: { $case: 'text', value: { values: ['a', 'b', 'c'] } },
          },
        ],
      }).finish();
      const request = {
        tableId: made.tableId,
        schemaVersion: 1,
        operationId,
        chunk,
        count: 3,
        batch,
        runAutomations: false,
        leaveOut: false,
      };
      const first = await t.tables.appendRecords(request, { actor: ada });
      expect(await t.tables.appendRecords(request, { actor: ada })).toEqual(first);
    }
    expect((await t.call(ada, 'POST', `/v3/tables/${made.tableId}/records/count`, {})).body.total).toBe(6);
    const [first] = (await t.call(ada, 'GET', `/v3/tables/${made.tableId}/records`)).body.records;
    const field = made.fields[0]!.id;
    await t.call(bob, 'PATCH', `/v3/tables/${made.tableId}/records/${first.id}`, { fields: { [field]: 'edited' } });
    const preview = await undo(operationId, { preview: true });
    expect(preview.body).toMatchObject({
      records: 6,
      conflicts: [
        { recordId: first.id, recordLabel: 'edited', fieldName: 'N', current: 'edited', undoTo: 'a', changedBy: 'Bob' },
      ],
    });
    // A record that somebody added is named as well; what is in the trash already does not stand in the way.
    const records = `/v3/tables/${made.tableId}/records`;
    const { body: added } = await t.call(bob, 'POST', records, { fields: { [field]: 'mine' } });
    const both = (await undo(operationId, { preview: true })).body.conflicts;
    expect(
      both.map((c: { recordLabel: string; fieldName: string; changedBy: string }) => [
        c.recordLabel,
        c.fieldName,
        c.changedBy,
      ]),
    ).toEqual([
      ['mine', '', 'Bob'],
      ['edited', 'N', 'Bob'],
    ]);
    await t.call(bob, 'DELETE', `${records}/${added.id}`);
    expect(
      (await undo(operationId, { preview: true })).body.conflicts.map((c: { recordId: string }) => c.recordId),
    ).toEqual([first.id]);
    expect((await undo(operationId)).body.error.code).toBe('undo.conflicts');
    const kept = await undo(operationId, { conflicts: 'skip' });
    expect(kept.body).toMatchObject({ state: 'done', skipped: 1 });
    expect(
      (await t.call(ada, 'GET', `/v3/tables/${made.tableId}/records`)).body.records.map((r: { id: string }) => r.id),
    ).toEqual([first.id]);
    await undo(kept.body.operationId);
    const undone = await t.tables.undoOperation({ operationId, preview: false }, { actor: ada });
    expect(undone).toMatchObject({ records: 6 });
    expect((await t.call(ada, 'GET', `/v3/tables/${made.tableId}`)).status).toBe(404);
    await undo(undone.commitId);
    expect((await t.call(ada, 'POST', `/v3/tables/${made.tableId}/records/count`, {})).body.total).toBe(6);
  });
});

const emptyField = {
  id: '',
  name: '',
  type: 'singleLineText',
  props: undefined,
  required: false,
  unique: false,
  description: '',
  defaultValue: undefined,
  generation: 0,
  number: 0,
  uniqueEpoch: 0,
  keptScale: undefined,
  propsJson: '',
  propsVersion: 0,
};
