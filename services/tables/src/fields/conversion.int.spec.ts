import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, until, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const mia = actorOf(organization, 'member');
let t: TestTables;
beforeAll(async () => {
  t = await startTables([
    { actor: ada, name: 'Ada', email: 'ada@example.com' },
    { actor: mia, name: 'Mia', email: 'mia@example.com' },
  ]);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

type Value = unknown;
/** A table with one field besides its name, and a record for each value. */
const tableWith = async (type: string, values: readonly Value[], props: object = {}) => {
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'T',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'X', type, props },
    ],
  });
  const table = body.id as string;
  const field = body.fields[1].id as string;
  const base = `/v3/tables/${table}`;
  const made = await t.call(ada, 'POST', `${base}/records?fieldKey=name`, {
    records: values.map((value, i) => ({ fields: { Name: `r${i}`, ...(value !== null && { X: value }) } })),
  });
  const ids = made.body.records.map((record: { id: string }) => record.id) as string[];
  const read = async (): Promise<Value[]> => {
    const { body: page } = await t.call(ada, 'POST', `${base}/records/query`, { limit: 1000 });
    return page.records.map((record: { fields: Record<string, Value> }) => record.fields[field] ?? null);
  };
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into whatever came back
  const finish = async (answer: { body: any }) => {
    if (answer.body.operationId === undefined) return answer.body;
    return until(async () => {
      const { body: op } = await t.call(ada, 'GET', `/v3/operations/${answer.body.operationId}`);
      return op.state !== 'running' && op;
    });
  };
  const convert = async (wanted: object) => {
    const answer = await t.call(ada, 'POST', `${base}/fields/${field}/convert`, wanted);
    await finish(answer);
    return answer;
  };
  const preview = async (wanted: object) =>
    (await t.call(ada, 'POST', `${base}/fields/${field}/convert/preview`, wanted)).body;
  const undo = async (id: string, body: object = {}) => {
    const answer = await t.call(ada, 'POST', `/v3/undo/${id}`, body);
    if (answer.status < 300) await finish(answer);
    return answer;
  };
  const definition = async () =>
    (await t.call(ada, 'GET', base)).body.fields.find((x: { id: string }) => x.id === field);
  return { table, field, base, ids, read, convert, preview, undo, definition };
};

const texts = ['12', ' 1.5 ', 'abc', null, '1,000.25', '7 pieces'];

describe('converting a field', () => {
  it('is shown beforehand: how many values stay whole and are lost, with examples, and nothing is written', async () => {
    const { preview, read, definition, ids } = await tableWith('text', texts);
    expect(await preview({ type: 'number' })).toEqual({
      type: 'number',
      total: 6,
      filled: 5,
      fits: 3,
      changed: 0,
      lost: 2,
      examples: [
        { recordId: ids[2], recordLabel: 'r2', before: 'abc', after: null, outcome: 'lost', reason: 'number.invalid' },
        {
          recordId: ids[5],
          recordLabel: 'r5',
          before: '7 pieces',
          after: null,
          outcome: 'lost',
          reason: 'number.invalid',
        },
      ],
    });
    expect(await preview({ type: 'number', props: { decimals: 0 } })).toMatchObject({ fits: 1, changed: 2, lost: 2 });
    expect(await preview({ type: 'select' })).toMatchObject({ fits: 5, lost: 0, options: 5 });
    expect(await read()).toEqual(['12', ' 1.5 ', 'abc', null, '1,000.25', '7 pieces']);
    expect((await definition()).type).toBe('text');
  });

  it("turns its values, stands in each record's history, filters and sorts anew, and one undo brings every value back", async () => {
    const { base, field, ids, read, convert, undo, definition } = await tableWith('text', texts);
    const {
      body: { operationId, field: shown },
    } = await convert({ type: 'number' });
    expect(shown).toMatchObject({ id: field, type: 'number', name: 'X' });
    expect(await read()).toEqual([12, 1.5, null, null, 1000.25, null]);
    const page = await t.call(ada, 'POST', `${base}/records/query`, {
      filter: { fieldId: field, operator: 'greaterThan', value: 10 },
      sort: [{ fieldId: field, order: 'desc' }],
    });
    expect(page.body.records.map((r: { fields: Record<string, Value> }) => r.fields[field])).toEqual([1000.25, 12]);
    const history = (await t.call(ada, 'GET', `${base}/records/${ids[2]}/history`)).body.entries;
    expect(history.map((e: { kind: string; changes: object[] }) => [e.kind, e.changes.length])).toEqual([
      ['created', 2],
    ]);
    const kept = (await t.call(ada, 'GET', `${base}/records/${ids[0]}/history`)).body.entries;
    expect(kept[0]).toMatchObject({
      kind: 'changed',
      operationId,
      changes: [{ fieldId: field, before: '12', after: 12 }],
    });
    const { undo: stack } = (await t.call(ada, 'GET', `${base}/undo-stack`)).body;
    expect(stack[0]).toMatchObject({ id: operationId, kind: 'fieldConversionEnded' });

    expect((await t.call(ada, 'POST', `/v3/undo/${operationId}`, { preview: true })).body).toMatchObject({
      conflicts: [],
      records: 5,
    });
    const undone = await undo(operationId);
    expect(undone.status).toBeLessThan(300);
    expect(await read()).toEqual(['12', ' 1.5 ', 'abc', null, '1,000.25', '7 pieces']);
    expect((await definition()).type).toBe('text');
    const { redo } = (await t.call(ada, 'GET', `${base}/undo-stack`)).body;
    expect(redo[0].id).toBe(undone.body.operationId);
    await undo(redo[0].id);
    expect(await read()).toEqual([12, 1.5, null, null, 1000.25, null]);
    expect((await definition()).type).toBe('number');
  });

  it('taken back keeps what was changed and added since, converted back, or overwrites it when told to', async () => {
    const { base, field, ids, read, convert, undo } = await tableWith('text', texts);
    const {
      body: { operationId },
    } = await convert({ type: 'number' });
    await t.call(ada, 'PATCH', `${base}/records/${ids[2]}`, { fields: { [field]: 99 } });
    await t.call(ada, 'PATCH', `${base}/records/${ids[0]}`, { fields: { [field]: 13 } });
    await t.call(ada, 'POST', `${base}/records`, { fields: { [field]: 5.5 } });
    const asked = await undo(operationId);
    expect([asked.status, asked.body.error.code]).toEqual([409, 'undo.conflicts']);
    expect(asked.body.error.details.conflicts).toMatchObject([
      { recordId: ids[0], recordLabel: 'r0', fieldId: field, current: 13, undoTo: '12', changedBy: 'Ada' },
      { recordId: ids[2], current: 99, undoTo: 'abc' },
    ]);
    const kept = await undo(operationId, { conflicts: 'skip' });
    expect(await read()).toEqual(['13', ' 1.5 ', '99', null, '1,000.25', '7 pieces', '5.5']);
    await undo(kept.body.operationId);
    expect(await read()).toEqual([13, 1.5, 99, null, 1000.25, null, 5.5]);

    const other = await tableWith('text', texts);
    const second = (await other.convert({ type: 'number' })).body.operationId;
    await t.call(ada, 'PATCH', `${other.base}/records/${other.ids[0]}`, { fields: { [other.field]: 13 } });
    await t.call(ada, 'POST', `${other.base}/records`, { fields: { [other.field]: 5.5 } });
    await other.undo(second, { conflicts: 'overwrite' });
    expect(await other.read()).toEqual(['12', ' 1.5 ', 'abc', null, '1,000.25', '7 pieces', '5.5']);
  });

  it('reaches records in the trash, which come back converted', async () => {
    const { base, ids, read, convert } = await tableWith('text', ['1', '2']);
    await t.call(ada, 'DELETE', `${base}/records/${ids[1]}`);
    await convert({ type: 'number' });
    await t.call(ada, 'POST', `${base}/records/restore`, { ids: [ids[1]] });
    expect(await read()).toEqual([1, 2]);
  });

  it('makes options of the values of a text, and lists of single choices', async () => {
    const { convert, read, definition, undo } = await tableWith('singleLineText', ['red', 'blue', 'Red', null]);
    const { body } = await convert({ type: 'select' });
    const options = (await definition()).props.options as { id: string; label: string }[];
    expect(options.map((o) => o.label)).toEqual(['Red', 'blue', 'red']);
    const id = (label: string) => options.find((o) => o.label === label)!.id;
    expect(await read()).toEqual([id('red'), id('blue'), id('Red'), null]);
    const second = await convert({ type: 'multipleSelect' });
    expect(await read()).toEqual([[id('red')], [id('blue')], [id('Red')], null]);
    await undo(second.body.operationId);
    await undo(body.operationId);
    expect(await read()).toEqual(['red', 'blue', 'Red', null]);
  });

  it('gives a number more decimal places than its column keeps', async () => {
    const { base, field, ids, preview, convert, read, definition } = await tableWith('currency', [1.25, 2], {
      decimals: 2,
    });
    expect((await t.call(ada, 'PATCH', `${base}/fields/${field}`, { props: { decimals: 4 } })).body.error.code).toBe(
      'fields.scale_fixed',
    );
    expect(await preview({ props: { decimals: 4 } })).toMatchObject({
      type: 'currency',
      fits: 2,
      changed: 0,
      lost: 0,
      examples: [],
    });
    await convert({ props: { decimals: 4 } });
    expect((await t.call(ada, 'PATCH', `${base}/records/${ids[0]}`, { fields: { [field]: '1.2345' } })).status).toBe(
      200,
    );
    expect(await read()).toEqual([1.2345, 2]);
    expect((await definition()).props.decimals).toBe(4);
    expect(
      (await t.call(ada, 'POST', `${base}/fields/${field}/convert`, { props: { decimals: 4 } })).body.error.code,
    ).toBe('fields.conversion_needless');
  });

  it('leaves saved views usable: a condition that the new type does not know is left out, and is back with the old type', async () => {
    const { base, field, convert, undo } = await tableWith('text', ['1', 'x']);
    const config = {
      fields: [],
      filter: { and: [{ fieldId: field, operator: 'startsWith', value: 'x' }] },
      sort: [{ fieldId: field, order: 'asc' }],
    };
    const view = (await t.call(ada, 'POST', `${base}/views`, { label: 'V', config })).body.id;
    const shown = async () =>
      (await t.call(ada, 'GET', base)).body.views.find((v: { id: string }) => v.id === view).config;
    const { body } = await convert({ type: 'number' });
    expect(await shown()).toEqual({ fields: [], sort: [{ fieldId: field, order: 'asc' }] });
    await undo(body.operationId);
    expect(await shown()).toEqual(config);
  });

  it('is refused for unique fields, what the system sets, types without a rule, and those who may not change fields', async () => {
    const { base, field } = await tableWith('singleLineText', ['a']);
    const tried = async (wanted: object, who = ada) =>
      (await t.call(who, 'POST', `${base}/fields/${field}/convert`, wanted)).body.error.code;
    expect(await tried({ type: 'criado_em' })).toBe('fields.conversion_unavailable');
    expect(await tried({ type: 'nothing' })).toBe('fields.type_unknown');
    expect(await tried({ type: 'number' }, mia)).toBe('fields.manage_forbidden');
    await t.call(ada, 'PATCH', `${base}/fields/${field}`, { unique: true });
    expect(await tried({ type: 'number' })).toBe('fields.conversion_unique');
  });

  it('meets writes that come meanwhile: nothing that is written is lost, in either form', async () => {
    const { base, field, ids, read, convert, undo } = await tableWith(
      'text',
      Array.from({ length: 1000 }, (_, i) => String(i)),
    );
    for (let i = 0; i < 4; i++)
      await t.call(ada, 'POST', `${base}/records`, {
        records: Array.from({ length: 1000 }, (_, n) => ({ fields: { [field]: String(n) } })),
      });
    let converting = true;
    const writing = (async () => {
      let n = 0;
      for (; converting; n++) {
        const value = `${5000 + n}`;
        const id = ids[n % 1000]!;
        const change = await t.call(ada, 'PATCH', `${base}/records/${id}`, { fields: { [field]: value } });
        const made = await t.call(ada, 'POST', `${base}/records`, { fields: { [field]: value } });
        expect([change.status, made.status]).toEqual([200, 201]);
      }
      return n;
    })();
    const { body } = await convert({ type: 'number' });
    converting = false;
    const written = await writing;
    expect(written).toBeGreaterThan(0);
    const count = async (filter: object) => (await t.call(ada, 'POST', `${base}/records/count`, { filter })).body.total;
    expect(await count({ fieldId: field, operator: 'isEmpty' })).toBe(0);
    expect(await count({ fieldId: field, operator: 'greaterOrEqual', value: 5000 })).toBe(
      Math.min(written, 1000) + written,
    );
    await undo(body.operationId, { conflicts: 'skip' });
    expect(await count({ fieldId: field, operator: 'isEmpty' })).toBe(0);
    expect((await read())[0]).toBe('5000');
  });

  it('of people makes bulk work and the undo of a change wait: what they write is in the new form', async () => {
    const { base, field, convert, undo } = await tableWith('user', []);
    for (let i = 0; i < 6; i++)
      await t.call(ada, 'POST', `${base}/records`, {
        records: Array.from({ length: 1000 }, () => ({ fields: { [field]: mia.id } })),
      });
    const count = async (value: string) =>
      (await t.call(ada, 'POST', `${base}/records/count`, { filter: { fieldId: field, operator: 'equals', value } }))
        .body.total;
    const ended = (id: string) =>
      until(async () => {
        const { body } = await t.call(ada, 'GET', `/v3/operations/${id}`);
        return body.state !== 'running' && body;
      });
    // Begun before the conversion: it is found half done by it.
    const began = (await t.call(ada, 'POST', `${base}/records/bulk`, { action: 'update', fields: { [field]: ada.id } }))
      .body.operationId;
    const converted = convert({ type: 'singleLineText' });
    const during = await until(async () => {
      const answer = await t.call(ada, 'POST', `${base}/records/bulk`, {
        action: 'update',
        fields: { [field]: ada.id },
      });
      return (answer.status === 409 || (await t.call(ada, 'GET', base)).body.fields[1].type !== 'user') && answer;
    });
    const { body } = await converted;
    const first = await ended(began);
    expect(first.state).toBe('done');
    expect([409, 202]).toContain(during.status);
    if (during.status === 202) await ended(during.body.operationId);
    // The id of a person is a text like any other for what begins once the field is a text; what began before writes
    // the name.
    const sums = await Promise.all(['Ada', 'Mia', ada.id].map(count));
    expect(
      during.status === 202
        ? [
            [0, 0, 6000],
            [6000, 0, 0],
          ]
        : [[6000, 0, 0]],
    ).toContainEqual(sums);
    await undo(body.operationId, { conflicts: 'skip' });
  });
});
