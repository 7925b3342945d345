import { newId, type Actor } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { narrowFields as f, narrowRole } from '../testing/narrow.ts';
import { startTables, until, type Answer, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
/** May do everything, on the records of her own making and without the secret. */
const nia: Actor = { ...actorOf(organization, 'builder'), roleId: narrowRole };
let t: TestTables;
let table: string;

beforeAll(async () => {
  t = await startTables(
    [
      { actor: ada, name: 'Ada', email: 'ada@example.com' },
      { actor: nia, name: 'Nia', email: 'nia@example.com' },
    ],
    { writeModule: new URL('../testing/narrow.write.ts', import.meta.url) },
  );
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'T',
    uniqueField: 'Code',
    fields: [
      { id: f.name, name: 'Name', type: 'singleLineText' },
      { id: f.code, name: 'Code', type: 'singleLineText' },
      { id: f.amount, name: 'Amount', type: 'number' },
      { id: f.secret, name: 'Secret', type: 'singleLineText', unique: true },
    ],
  });
  table = body.id;
});
afterAll(() => t.stop());

let count = 0;
const make = async (actor: Actor, more: object = {}): Promise<{ id: string; commit: string; code: string }> => {
  const code = `c${count++}`;
  const answer = await t.call(actor, 'POST', `/v3/tables/${table}/records`, {
    fields: { [f.name]: `of ${actor.roleId}`, [f.code]: code, ...more },
  });
  expect(answer.status).toBe(201);
  return { id: answer.body.id, commit: answer.headers.get('tessera-commit')!, code };
};
const path = (rest: string): string => `/v3/tables/${table}/records${rest}`;
const whole = async (id: string): Promise<any> => (await t.call(ada, 'GET', path(`/${id}`))).body; // oxlint-disable-line typescript/no-explicit-any -- a test looks into whatever came back
const tells = (answer: Answer, ...secrets: readonly string[]): readonly string[] =>
  secrets.filter((secret) => JSON.stringify(answer.body ?? null).includes(secret));
const done = async (actor: Actor, operationId: string) =>
  until(async () => {
    const { body } = await t.call(actor, 'GET', `/v3/operations/${operationId}`);
    return body.state !== 'running' && body;
  });

describe('a record that the right does not show', () => {
  it('answers every write as one that is not there, and stays as it is', async () => {
    const theirs = await make(ada, { [f.secret]: 'hush' });
    const before = await whole(theirs.id);
    const absent = newId();
    const doors = (id: string): readonly (readonly [string, string, unknown])[] => [
      ['PATCH', path(`/${id}`), { fields: { [f.name]: 'mine' } }],
      ['PATCH', path(''), { records: [{ id, fields: { [f.name]: 'mine' } }] }],
      ['PATCH', path(`/${id}`), { fields: { [f.name]: 'mine' }, version: 7 }],
      ['DELETE', path(`/${id}`), undefined],
      ['DELETE', path(''), { ids: [id] }],
      ['POST', path('/restore'), { ids: [id] }],
      ['GET', path(`/${id}`), undefined],
      ['GET', path(`/${id}/history`), undefined],
    ];
    const real = doors(theirs.id);
    for (const [i, [method, address, body]] of doors(absent).entries()) {
      const like = await t.call(nia, method, address, body);
      const answer = await t.call(nia, method, real[i]![1], real[i]![2]);
      expect([answer.status, answer.body.error.code, answer.body.error.message], address).toEqual([
        like.status,
        like.body.error.code,
        like.body.error.message,
      ]);
      expect(tells(answer, 'hush', 'of admin')).toEqual([]);
    }
    expect(await whole(theirs.id)).toEqual(before);
  });

  it('is not found by an upsert: its key is taken, and no more is told', async () => {
    const theirs = await make(ada, { [f.secret]: 'quiet' });
    const answer = await t.call(nia, 'POST', path(''), {
      upsert: true,
      records: [{ fields: { [f.code]: theirs.code, [f.name]: 'mine' } }],
    });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'records.not_unique']);
    expect(tells(answer, theirs.id, 'quiet', 'of admin')).toEqual([]);
    expect((await whole(theirs.id)).fields[f.name]).toBe('of admin');
    const own = await make(nia);
    expect(
      (
        await t.call(nia, 'POST', path(''), {
          upsert: true,
          records: [{ fields: { [f.code]: own.code, [f.name]: 'changed' } }],
        })
      ).status,
    ).toBe(201);
    expect((await whole(own.id)).fields[f.name]).toBe('changed');
  });

  it('is left alone by bulk work, named or matched', async () => {
    const [theirs, own] = [await make(ada), await make(nia)];
    for (const selection of [
      { ids: [theirs.id, own.id] },
      { filter: { fieldId: f.code, operator: 'isAnyOf', value: [theirs.code, own.code] } },
    ]) {
      const update = await t.call(nia, 'POST', path('/bulk'), {
        action: 'update',
        fields: { [f.amount]: 5 },
        ...selection,
      });
      expect(await done(nia, update.body.operationId)).toMatchObject({ state: 'done', done: 1 });
      expect([(await whole(theirs.id)).fields[f.amount], (await whole(own.id)).fields[f.amount]]).toEqual([
        undefined,
        5,
      ]);
      const remove = await t.call(nia, 'POST', path('/bulk'), { action: 'delete', ...selection });
      await done(nia, remove.body.operationId);
      expect([
        (await t.call(ada, 'GET', path(`/${theirs.id}`))).status,
        (await t.call(ada, 'GET', path(`/${own.id}`))).status,
      ]).toEqual([200, 404]);
      const restore = await t.call(nia, 'POST', path('/bulk'), { action: 'restore', ...selection });
      await done(nia, restore.body.operationId);
    }
  });

  it('is not shown as it was, nor is what of it is hidden now', async () => {
    const [theirs, own] = [await make(ada, { [f.secret]: 'was hush' }), await make(nia)];
    await t.call(ada, 'PATCH', path(''), {
      records: [theirs, own].map(({ id }) => ({ id, fields: { [f.secret]: `now ${id}`, [f.name]: 'now' } })),
    });
    const asked = async (actor: Actor, more: object = {}) =>
      t.call(actor, 'POST', path('/query'), { asOf: own.commit, total: true, limit: 1000, ...more });
    const seen = await asked(nia);
    const ids = seen.body.records.map(({ id }: { id: string }) => id);
    expect([seen.status, ids.includes(own.id), ids.includes(theirs.id)]).toEqual([200, true, false]);
    expect(seen.body.records.find(({ id }: { id: string }) => id === own.id).fields[f.name]).toBe('of narrow');
    expect(tells(seen, 'was hush', 'of admin')).toEqual([]);
    expect(seen.body.total).toBe(ids.length);
    expect((await t.call(nia, 'POST', path('/count'), { asOf: own.commit })).body.total).toBe(ids.length);
    expect(tells(await asked(ada), 'was hush', 'of admin')).toEqual(['was hush', 'of admin']);
    for (const more of [{ sort: [{ fieldId: f.secret }] }, { fields: [f.secret] }])
      expect((await asked(nia, more)).body.error.code).toBe('fields.not_found');
  });

  it('is neither undone nor shown by an undo of what another did', async () => {
    const theirs = await make(ada);
    const change = await t.call(ada, 'PATCH', path(`/${theirs.id}`), { fields: { [f.name]: 'newer' } });
    for (const id of [change.headers.get('tessera-commit')!, theirs.commit]) {
      const preview = await t.call(nia, 'POST', `/v3/undo/${id}`, { preview: true });
      expect(preview.body).toMatchObject({ records: 0, fields: 0, conflicts: [], recordIds: [] });
      expect((await t.call(nia, 'POST', `/v3/undo/${id}`, {})).body.error.code).toBe('undo.nothing');
    }
    expect((await whole(theirs.id)).fields[f.name]).toBe('newer');
  });

  it('is left out of the undo and the redo of a batch that has others as well', async () => {
    const [theirs, own] = [await make(ada), await make(nia)];
    const both = await t.call(ada, 'PATCH', path(''), {
      records: [theirs, own].map(({ id }) => ({ id, fields: { [f.name]: 'both' } })),
    });
    const undo = await t.call(nia, 'POST', `/v3/undo/${both.headers.get('tessera-commit')!}`, {});
    expect(undo.body).toMatchObject({ records: 1, recordIds: [own.id] });
    expect([(await whole(theirs.id)).fields[f.name], (await whole(own.id)).fields[f.name]]).toEqual([
      'both',
      'of narrow',
    ]);
    const redo = await t.call(nia, 'POST', `/v3/undo/${undo.body.commitId}`, {});
    expect(redo.body).toMatchObject({ records: 1, recordIds: [own.id] });
    expect((await whole(own.id)).fields[f.name]).toBe('both');
  });

  it('does not stand in the history of the table, nor in its counts', async () => {
    const theirs = await make(ada);
    const own = await make(nia);
    const both = await t.call(ada, 'PATCH', path(''), {
      records: [theirs, own].map(({ id }) => ({ id, fields: { [f.amount]: 9 } })),
    });
    const { entries } = (await t.call(nia, 'GET', `/v3/tables/${table}/history`)).body as {
      entries: { id: string; records: number }[];
    };
    expect(entries.find((e) => e.id === theirs.commit)).toBeUndefined();
    expect(entries.find((e) => e.id === own.commit)?.records).toBe(1);
    expect(entries.find((e) => e.id === both.headers.get('tessera-commit'))?.records).toBe(1);
    expect((await t.call(nia, 'GET', `/v3/tables/${table}/changes?since=0`)).status).toBe(403);
  });

  it('and an edit of hidden fields alone is none in it: not in the list, not as an entry, not in a count', async () => {
    const [own, other] = [await make(nia), await make(nia)];
    const edit = async (writes: readonly { id: string; fields: object }[]) =>
      (await t.call(ada, 'PATCH', path(''), { records: writes })).headers.get('tessera-commit')!;
    const hidden = await edit([{ id: own.id, fields: { [f.secret]: 'unheard' } }]);
    const both = await edit([
      { id: own.id, fields: { [f.secret]: 'unheard too', [f.amount]: 3 } },
      { id: other.id, fields: { [f.secret]: 'unheard as well' } },
    ]);
    const history = `/v3/tables/${table}/history`;
    const list = await t.call(nia, 'GET', history);
    const ids = list.body.entries.map((one: { id: string }) => one.id);
    expect([ids.includes(hidden), ids.includes(both)]).toEqual([false, true]);
    expect(list.body.entries.find((one: { id: string }) => one.id === both)).toMatchObject({
      records: 1,
      recordId: own.id,
      recordLabel: 'of ' + narrowRole,
      fieldNames: ['Amount'],
      value: { fieldId: f.amount, after: 3 },
    });
    expect((await t.call(nia, 'GET', `${history}/${hidden}`)).status).toBe(404);
    const entry = await t.call(nia, 'GET', `${history}/${both}`);
    expect(entry.body.changes.map((one: { recordId: string }) => one.recordId)).toEqual([own.id]);
    expect(entry.body.changes[0].fields.map((one: { fieldName: string }) => one.fieldName)).toEqual(['Amount']);
    for (const answer of [list, entry]) expect(tells(answer, 'unheard', f.secret, 'of admin')).toEqual([]);
    // Whole actions on records that the right does not show are not there.
    const theirs = await make(ada);
    expect((await t.call(nia, 'GET', `${history}/${theirs.commit}`)).status).toBe(404);
  });

  it('shows in no page, count, search, total or list of duplicates', async () => {
    await make(ada, { [f.amount]: 1_000_000, [f.name]: 'needle' });
    const everything = await t.call(nia, 'POST', path('/query'), { limit: 1000, total: true });
    expect(
      new Set(
        everything.body.records.map((r: { fields: Record<string, string> }) =>
          r.fields[f.name]!.startsWith('of admin'),
        ),
      ),
    ).toEqual(new Set([false]));
    expect((await t.call(nia, 'POST', path('/query'), { search: 'needle' })).body.records).toEqual([]);
    const max = await t.call(nia, 'POST', path('/aggregate'), { aggregates: [{ fieldId: f.amount, function: 'max' }] });
    expect(Number(max.body.values[0].value)).toBeLessThan(1_000_000);
    const groups = await t.call(nia, 'POST', path('/groups'), {
      groupBy: [{ fieldId: f.name }],
      aggregates: [{ fieldId: f.amount, function: 'max' }],
      limit: 1000,
    });
    expect(groups.body.groups.length).toBeGreaterThan(0);
    expect(tells(groups, 'of admin', 'needle')).toEqual([]);
    expect(groups.body.groups.reduce((sum: number, group: { count: number }) => sum + group.count, 0)).toBe(
      everything.body.total,
    );
    const twice = await t.call(nia, 'PATCH', `/v3/tables/${table}/fields/${f.name}`, { unique: true });
    expect(twice.body.error.code).toBe('fields.duplicates');
    expect(tells(twice, 'of admin', 'needle')).toEqual([]);
  });
});

describe('a field that the right does not show', () => {
  it('leaves in no answer: records, the table, its views, its history, other services', async () => {
    const own = await make(nia);
    const written = await t.call(ada, 'PATCH', path(`/${own.id}`), { fields: { [f.secret]: 'shy' } });
    await t.call(ada, 'POST', `/v3/tables/${table}/views`, {
      label: 'V',
      config: {
        fields: [{ fieldId: f.secret }, { fieldId: f.name }],
        filter: {
          and: [
            { fieldId: f.secret, operator: 'equals', value: 'shy' },
            { fieldId: f.name, operator: 'isNotEmpty' },
          ],
        },
        sort: [{ fieldId: f.secret, order: 'asc' }],
      },
    });
    const answers = [
      await t.call(nia, 'GET', path(`/${own.id}`)),
      await t.call(nia, 'POST', path('/query'), {}),
      await t.call(nia, 'GET', `/v3/tables/${table}`),
      await t.call(nia, 'GET', `/v3/tables/${table}/views`),
      await t.call(nia, 'GET', path(`/${own.id}/history`)),
      await t.call(nia, 'GET', `/v3/tables/${table}/history`),
      await t.call(nia, 'PATCH', path(`/${own.id}`), { fields: { [f.amount]: 1 } }),
      await t.call(nia, 'POST', `/v3/undo/${written.headers.get('tessera-commit')!}`, { preview: true }),
    ];
    for (const answer of answers) expect(tells(answer, 'shy', f.secret, 'Secret')).toEqual([]);
    expect(answers[3]!.body.views.at(-1).config).toEqual({
      fields: [{ fieldId: f.name }],
      filter: { and: [{ fieldId: f.name, operator: 'isNotEmpty' }] },
      sort: [],
    });
    const { fields, narrow } = await t.tables.getTable({ tableId: table }, { actor: nia });
    expect([fields.map((field) => field.id), narrow]).toEqual([[f.name, f.code, f.amount], true]);
  });

  it('cannot be written, filtered, sorted, summed, chosen or changed: it is as one that is not there', async () => {
    const own = await make(nia);
    const absent = newId();
    const doors = (id: string): readonly (readonly [string, string, unknown])[] => [
      ['PATCH', path(`/${own.id}`), { fields: { [id]: 'x' } }],
      ['POST', path(''), { fields: { [id]: 'x' } }],
      ['POST', path('/bulk'), { action: 'update', fields: { [id]: 'x' } }],
      ['POST', path('/query'), { filter: { fieldId: id, operator: 'isNotEmpty' } }],
      ['POST', path('/query'), { sort: [{ fieldId: id }] }],
      ['POST', path('/query'), { fields: [id] }],
      ['POST', path('/count'), { filter: { fieldId: id, operator: 'isNotEmpty' } }],
      ['POST', path('/aggregate'), { aggregates: [{ fieldId: id, function: 'filled' }] }],
      ['POST', path('/groups'), { groupBy: [{ fieldId: id }] }],
      ['POST', path('/groups'), { groupBy: [{ fieldId: f.name }], aggregates: [{ fieldId: id, function: 'filled' }] }],
      ['PATCH', `/v3/tables/${table}/fields/${id}`, { name: 'Y' }],
      ['PATCH', `/v3/tables/${table}/fields/${id}`, { unique: true }],
      ['DELETE', `/v3/tables/${table}/fields/${id}`, undefined],
      ['PATCH', `/v3/tables/${table}`, { labelFieldId: id }],
    ];
    const real = doors(f.secret);
    for (const [i, [method, address, body]] of doors(absent).entries()) {
      const like = await t.call(nia, method, address, body);
      const answer = await t.call(nia, method, real[i]![1], real[i]![2]);
      const without = ({ body: { error } }: Answer) => [
        error.code,
        error.message.replaceAll(absent, '').replaceAll(f.secret, ''),
      ];
      expect([answer.status, ...without(answer)], `${method} ${address} ${JSON.stringify(body)}`).toEqual([
        like.status,
        ...without(like),
      ]);
    }
  });

  it('is not named by what stands in the way', async () => {
    const own = await make(nia);
    await t.call(ada, 'PATCH', path(`/${own.id}`), { fields: { [f.secret]: 'once' } });
    await t.call(nia, 'DELETE', path(`/${own.id}`));
    const thief = await make(ada, { [f.secret]: 'once' });
    const restore = await t.call(nia, 'POST', path('/restore'), { ids: [own.id] });
    expect([restore.status, restore.body.error.code]).toEqual([409, 'records.not_unique']);
    expect(tells(restore, f.secret, 'Secret', 'once', thief.id)).toEqual([]);
    await t.call(ada, 'PATCH', `/v3/tables/${table}/fields/${f.secret}`, { required: true });
    const create = await t.call(nia, 'POST', path(''), { fields: { [f.name]: 'x' } });
    expect([create.status, create.body.error.code]).toEqual([422, 'records.required']);
    expect(tells(create, f.secret, 'Secret')).toEqual([]);
    await t.call(ada, 'PATCH', `/v3/tables/${table}/fields/${f.secret}`, { required: false });
  });

  it('keeps its place when the others are put into another order', async () => {
    const order = await t.call(nia, 'PUT', `/v3/tables/${table}/fields/order`, {
      fieldIds: [f.amount, f.code, f.name],
    });
    expect(order.status).toBe(200);
    expect((await t.call(ada, 'GET', `/v3/tables/${table}`)).body.fields.map((x: { id: string }) => x.id)).toEqual([
      f.amount,
      f.code,
      f.name,
      f.secret,
    ]);
  });

  it('is no field for a formula, and a record that is not shown has no answer', async () => {
    const own = await make(nia);
    const theirs = await make(ada, { [f.secret]: 'whisper' });
    const preview = (formula: string, ids: readonly string[]) =>
      t.call(nia, 'POST', `/v3/tables/${table}/formulas/preview`, { formula, recordIds: ids });
    for (const name of ['Secret', 'secret', f.secret]) {
      const { body } = await preview(`{${name}}`, [own.id]);
      expect(body).toMatchObject({ type: null, values: [], errors: [{ code: 'formula.unknown_field' }] });
    }
    const answer = await preview('{Name} & RECORD_ID()', [theirs.id, own.id]);
    expect(answer.body.values).toMatchObject([{ error: 'no_such_record' }, `of ${narrowRole}${own.id}`]);
    expect(tells(answer, 'whisper', 'of admin')).toEqual([]);
  });
});
