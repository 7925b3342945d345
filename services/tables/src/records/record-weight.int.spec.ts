import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@tessera/kernel';
import { actorOf } from '../testing/actors.ts';
import { startTables, until, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const people = [{ actor: ada, name: 'Ada', email: 'ada@example.com' }];
const long = 'x'.repeat(99_000);
/** 99 kB, whose folded key has 1.1 MB. */
const folding = '\ufdfa'.repeat(33_000);
const refused = 'records.record_too_large';

let t: TestTables;
let table: string;
let name: string;
let texts: string[];
/** A record of 40 texts of 99 kB, which is all that it holds. */
let id: string;
const path = (rest = '') => `/v3/tables/${table}${rest}`;
const ended = async (operationId: string): Promise<Record<string, unknown>> =>
  until(async () => {
    const { body } = await t.call(ada, 'GET', `/v3/operations/${operationId}`);
    return body.state !== 'running' && body;
  }, 60_000);
const filled = (ids: readonly string[], text: string | null = long) => Object.fromEntries(ids.map((id) => [id, text]));
const patch = (id: string, fields: object) => t.call(ada, 'PATCH', path(`/records/${id}`), { fields });

beforeAll(async () => {
  t = await startTables(people);
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Wide',
    fields: [
      { name: 'Name', type: 'singleLineText', unique: true },
      ...Array.from({ length: 42 }, (_, i) => ({ name: `Text ${i}`, type: 'text' })),
    ],
  });
  table = body.id;
  const [first, ...others] = (body.fields as { id: string; system?: unknown }[]).slice(0, 43);
  name = first!.id;
  texts = others.map((field) => field.id);
  await t.call(ada, 'PATCH', path(), { uniqueFieldId: name });
  const made = await t.call(ada, 'POST', path('/records'), {
    fields: { [name]: 'full', ...filled(texts.slice(0, 8)) },
  });
  id = made.body.id as string;
  for (let from = 8; from < 40; from += 8)
    expect((await patch(id, filled(texts.slice(from, from + 8)))).status).toBe(200);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

describe('a record of 4 MB', () => {
  it('takes no more by an update, an upsert or a bulk change, and may become smaller', async () => {
    const [last, more] = [texts[39]!, texts[40]!];
    const one = await patch(id, { [more]: long });
    expect([one.status, one.body.error.code, one.body.error.message]).toEqual([
      422,
      refused,
      'A record holds at most 4 MB of values.',
    ]);
    const many = await t.call(ada, 'PATCH', path('/records'), { records: [{ id, fields: { [more]: long } }] });
    expect([many.status, many.body.error.code]).toEqual([422, refused]);
    const upserted = await t.call(ada, 'POST', path('/records'), {
      records: [{ fields: { [name]: 'full', [more]: long } }],
      upsert: true,
    });
    expect([upserted.status, upserted.body.error.code]).toEqual([422, refused]);
    const bulk = await t.call(ada, 'POST', path('/records/bulk'), {
      action: 'update',
      ids: [id],
      fields: { [more]: long },
    });
    expect(await ended(bulk.body.operationId as string)).toMatchObject({ state: 'done', done: 0, skipped: 1 });
    expect((await patch(id, { [more]: 'short' })).status).toBe(200);
    expect((await patch(id, { [last]: null, [more]: long })).status).toBe(200);
    const page = await t.call(ada, 'POST', path('/records/query'), { ids: [id] });
    expect(page.body.records).toHaveLength(1);
    expect(page.body.records[0].fields[more]).toBe(long);
    expect((await patch(id, { [last]: long, [more]: null })).status).toBe(200);
  });

  it('does not get back by undo what it has no place for any more', async () => {
    const [last, more] = [texts[39]!, texts[40]!];
    const emptied = await patch(id, { [last]: null });
    expect(emptied.status).toBe(200);
    const { body: history } = await t.call(ada, 'GET', path(`/records/${id}/history`));
    const commitId = (history.entries as { commitId: string }[])[0]!.commitId;
    expect((await patch(id, { [more]: long })).status).toBe(200);
    const undone = await t.call(ada, 'POST', `/v3/undo/${commitId}`, {});
    expect(undone.status).toBe(409);
    expect(undone.body.error.details.conflicts).toMatchObject([{ recordId: id, fieldId: last, blocked: refused }]);
  });

  it('stops a conversion that would keep both forms of its texts', async () => {
    const begun = await t.call(ada, 'POST', path(`/fields/${texts[0]!}/convert`), { type: 'singleLineText' });
    expect(begun.status).toBeLessThan(300);
    const outcome = await ended(begun.body.operationId as string);
    expect(outcome).toMatchObject({ state: 'failed', error: { code: refused } });
    const { body } = await t.call(ada, 'GET', path(`/records/${id}`));
    expect(body.fields[texts[0]!]).toBe(long);
  });

  it('is not made of texts whose folded keys are far longer than they are', async () => {
    const made = await t.call(ada, 'POST', path('/records'), { fields: filled(texts.slice(0, 8), folding) });
    expect([made.status, made.body.error?.code]).toEqual([422, refused]);
    const some = await t.call(ada, 'POST', path('/records'), { fields: filled(texts.slice(0, 7), folding) });
    expect(some.status).toBe(201);
    const grown = await patch(some.body.id as string, { [texts[7]!]: folding });
    expect([grown.status, grown.body.error?.code]).toEqual([422, refused]);
  });
});
