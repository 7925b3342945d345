import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@tessera/kernel';
import { actorOf } from '../testing/actors.ts';
import { startTables, until, type TestTables } from '../testing/service.ts';

/**
 * Records as large as a Member may make them, in threads with small heaps: nothing that is asked of them may end a
 * thread, and no answer is larger than its bound.
 */
const organization = newId();
const ada = actorOf(organization, 'admin');
const people = [{ actor: ada, name: 'Ada', email: 'ada@example.com' }];
const heaps = { writer: 64, reader: 64 };
const count = 70;
const long = (letter: string): string => letter.repeat(99_000);

let t: TestTables;
let table: string;
let texts: string[];
let amount: string;
let ids: string[];
const path = (rest = '') => `/v3/tables/${table}${rest}`;
const ended = async (operationId: string): Promise<Record<string, unknown>> =>
  until(async () => {
    const { body } = await t.call(ada, 'GET', `/v3/operations/${operationId}`);
    return body.state !== 'running' && body;
  }, 60_000);
const bulk = async (body: object) => ended((await t.call(ada, 'POST', path('/records/bulk'), body)).body.operationId);

beforeAll(async () => {
  t = await startTables(people, { heaps });
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Heavy',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      ...Array.from({ length: 8 }, (_, i) => ({ name: `Text ${i}`, type: 'text' })),
      { name: 'Amount', type: 'number' },
    ],
  });
  table = body.id;
  const [, ...fields] = body.fields as { id: string }[];
  texts = fields.slice(0, 8).map((field) => field.id);
  amount = fields[8]!.id;
  ids = [];
  for (let i = 0; i < count; i++) {
    const made = await t.call(ada, 'POST', path('/records'), {
      fields: { [amount]: i, ...Object.fromEntries(texts.map((id) => [id, long('abcdefgh'[i % 8]!)])) },
    });
    expect(made.status).toBe(201);
    ids.push(made.body.id as string);
  }
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

describe('many records of 0.8 MB', () => {
  type Page = { records: { id: string; cut?: string[]; fields: Record<string, string> }[]; next?: string };
  const walk = async (ask: (after: string | undefined) => Promise<{ status: number; body: Page }>) => {
    const found: Page['records'] = [];
    for (let after: string | undefined; ;) {
      const { status, body } = await ask(after);
      expect(status).toBe(200);
      expect(JSON.stringify(body).length).toBeLessThan(5_000_000);
      found.push(...body.records);
      if (body.next === undefined) return found;
      after = body.next;
    }
  };
  const query =
    (body: object, texts_ = '') =>
    async (after: string | undefined) =>
      t.call(ada, 'POST', path(`/records/query${texts_}`), { ...body, after });

  it('are read page by page, in any order, and by their ids', async () => {
    for (const body of [{ limit: 1000 }, { limit: 200, sort: [{ fieldId: amount, order: 'desc' }] }, { ids }]) {
      const found = await walk(query(body));
      expect(found.map((record) => record.id).toSorted()).toEqual(ids.toSorted());
    }
    const listed = await walk(async (after) =>
      t.call(ada, 'GET', path(`/records?limit=1000${after === undefined ? '' : `&after=${after}`}`)),
    );
    expect(listed.map((record) => record.id)).toEqual(ids);
  });

  it('come short in one page, and name what is cut', async () => {
    const { body } = await t.call(ada, 'POST', path('/records/query?texts=short'), { limit: 200 });
    expect(body.next).toBeUndefined();
    expect(body.records).toHaveLength(count);
    expect(body.records[0].fields[texts[0]!]).toBe('a'.repeat(500));
    expect(body.records[0].cut.toSorted()).toEqual(texts.toSorted());
    const one = await t.call(ada, 'GET', path(`/records/${ids[0]!}?texts=short`));
    expect(one.body).toEqual(body.records[0]);
  });

  it('are changed together; an answer that would be too large says which version each has', async () => {
    const records = ids.map((id, i) => ({ id, fields: { [amount]: i + 1 } }));
    const whole = await t.call(ada, 'PATCH', path('/records'), { records });
    expect(whole.status).toBe(200);
    expect(whole.body.records).toEqual(ids.map((id) => ({ id, version: 2 })));
    const short = await t.call(ada, 'PATCH', path('/records?texts=short'), { records });
    expect(short.body.records[5].fields[texts[5]!]).toBe('f'.repeat(500));
    expect(short.body.records[5].cut).toHaveLength(8);
    const one = await t.call(ada, 'PATCH', path(`/records/${ids[1]!}`), { fields: { [amount]: 0 } });
    expect(one.body.fields[texts[0]!]).toBe(long('b'));
    const tooMuch = await t.call(ada, 'PATCH', path('/records'), {
      records: ids.map((id) => ({ id, fields: Object.fromEntries(texts.map((field) => [field, null])) })),
    });
    expect([tooMuch.status, tooMuch.body.error.code]).toEqual([413, 'records.too_large']);
  });

  it('have a history, and the table a list of changes, page by page', async () => {
    const changed = new Set<string>();
    let position = 0;
    for (let more = true; more;) {
      const { status, body } = await t.call(ada, 'GET', path(`/changes?since=${position}`));
      expect(status).toBe(200);
      for (const change of body.changes as { id: string }[]) changed.add(change.id);
      ({ position, more } = body);
    }
    expect([...changed].toSorted()).toEqual(ids.toSorted());
    for (let i = 0; i < 10; i++)
      await t.call(ada, 'PATCH', path(`/records/${ids[0]!}`), {
        fields: Object.fromEntries(texts.slice(0, 4).map((id) => [id, long('xy'[i % 2]!)])),
      });
    const versions: number[] = [];
    for (let before: string | undefined; ;) {
      const { status, body } = await t.call(
        ada,
        'GET',
        path(`/records/${ids[0]!}/history${before === undefined ? '' : `?before=${before}`}`),
      );
      expect(status).toBe(200);
      expect(JSON.stringify(body).length).toBeLessThan(6_000_000);
      versions.push(...(body.entries as { version: number }[]).map((entry) => entry.version));
      if (body.next === undefined) break;
      before = body.next;
    }
    expect(versions).toEqual(
      Array.from({ length: 13 }, (_, i) => 13 - i).filter((version) => versions.includes(version)),
    );
    expect(versions.at(-1)).toBe(1);
  });

  it.runIf(everyVariant)('are changed, deleted, brought back and undone in bulk', async () => {
    const changed = await bulk({ action: 'update', fields: { [texts[0]!]: long('z') } });
    expect(changed).toMatchObject({ state: 'done', done: count });
    const cut = await t.call(ada, 'POST', path('/records/query?texts=short'), { limit: 200 });
    expect(new Set((cut.body as Page).records.map((record) => record.fields[texts[0]!]))).toEqual(
      new Set(['z'.repeat(500)]),
    );
    // No text grows beyond what a cell holds: where it would, the record is left as it is.
    const grown = await bulk({ action: 'update', mode: 'append', fields: { [texts[1]!]: long('z') } });
    expect(grown).toMatchObject({ state: 'done', done: 0, skipped: count });
    expect(await bulk({ action: 'update', ids, fields: { [amount]: 7 } })).toMatchObject({
      state: 'done',
      done: count,
    });
    const gone = await t.call(ada, 'POST', path('/records/bulk'), { action: 'delete' });
    expect(await ended(gone.body.operationId)).toMatchObject({ state: 'done', done: count });
    const undone = await t.call(ada, 'POST', `/v3/undo/${gone.body.operationId as string}`, {});
    if (undone.body.operationId !== undefined) await ended(undone.body.operationId);
    expect((await t.call(ada, 'POST', path('/records/count'), {})).body.total).toBe(count);
    expect((await t.call(ada, 'DELETE', path('/records'), { ids })).body.deleted).toHaveLength(count);
    expect((await t.call(ada, 'POST', path('/records/restore'), { ids })).body.restored).toHaveLength(count);
  });
});
