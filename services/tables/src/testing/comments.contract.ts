import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Answer = { readonly status: number; readonly body: any; readonly headers: Headers }; // oxlint-disable-line typescript/no-explicit-any -- a test looks into whatever came back
export type CommentsUnderTest = {
  /** A call of somebody who has every right. */
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  close(): Promise<void>;
};

/** The conversation of a record, as a program reads and writes it: the same on each engine. */
export const commentsContract = (name: string, start: () => Promise<CommentsUnderTest>): void => {
  let under: CommentsUnderTest;
  let table: string;
  let record: string;
  let other: string;
  const call = async (method: string, path: string, body: unknown, expected: number, headers = {}) => {
    const answer = await under.send(method, path, body, headers);
    expect([path, answer.status, answer.body]).toEqual([path, expected, answer.body]);
    return answer.body;
  };
  const of = (id: string): string => `/v3/tables/${table}/records/${id}/comments`;
  const say = (text: string, id = record, headers = {}) => call('POST', of(id), { text }, 201, headers);
  const texts = async (id = record): Promise<readonly string[]> =>
    (await call('GET', of(id), undefined, 200)).comments.map((one: { text: string }) => one.text);

  beforeAll(async () => {
    under = await start();
    const made = await call('POST', '/v3/tables', { label: 'Orders', fields: [{ name: 'Name', type: 'text' }] }, 201);
    table = made.id;
    const { records } = await call(
      'POST',
      `/v3/tables/${table}/records`,
      { records: [{ fields: {} }, { fields: {} }] },
      201,
    );
    [record, other] = records.map(({ id }: { id: string }) => id);
  }, 180_000);
  afterAll(() => under.close());

  describe(`the conversation of a record ${name}`, () => {
    it('is empty before the first word, and of one record alone', async () => {
      expect(await call('GET', of(record), undefined, 200)).toEqual({
        comments: [],
        total: 0,
        unread: 0,
        seenAt: null,
      });
      const first = await say('  One\r\ntwo  ');
      expect(first).toMatchObject({ recordId: record, version: 1, text: 'One\ntwo', editedAt: null, canChange: true });
      await say('Three');
      expect(await texts()).toEqual(['Three', 'One\ntwo']);
      expect(await texts(other)).toEqual([]);
    });

    it('is read page by page, newest first', async () => {
      for (let i = 0; i < 5; i++) await say(`number ${i}`, other);
      const found: string[] = [];
      for (let after: string | undefined; ;) {
        const query = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
        const page = await call('GET', `${of(other)}?limit=2${query}`, undefined, 200);
        expect(page.total).toBe(5);
        found.push(...page.comments.map((one: { text: string }) => one.text));
        after = page.next;
        if (after === undefined) break;
      }
      expect(found).toEqual([4, 3, 2, 1, 0].map((i) => `number ${i}`));
    });

    it('keeps what a comment said before, and takes a change of the version that was seen alone', async () => {
      const made = await say('at first');
      const path = `${of(record)}/${made.id}`;
      const changed = await call('PATCH', path, { text: 'and then' }, 200, { 'if-match': '"1"' });
      expect(changed).toMatchObject({ version: 2, text: 'and then' });
      expect(changed.editedAt).not.toBeNull();
      expect((await under.send('PATCH', path, { text: 'lost' }, { 'if-match': '"1"' })).body.error.code).toBe(
        'comments.stale',
      );
      const { versions } = await call('GET', `${path}/history`, undefined, 200);
      expect(versions.map((one: { text: string }) => one.text)).toEqual(['and then', 'at first']);
    });

    it('gives a deleted comment back, where it stood', async () => {
      const before = await texts();
      const [, second] = (await call('GET', of(record), undefined, 200)).comments;
      await call('DELETE', `${of(record)}/${second.id}`, undefined, 204);
      await call('DELETE', `${of(record)}/${second.id}`, undefined, 204);
      expect(await texts()).toEqual(before.filter((text) => text !== second.text));
      expect((await under.send('PATCH', `${of(record)}/${second.id}`, { text: 'x' })).body.error.code).toBe(
        'comments.not_found',
      );
      await call('GET', `${of(record)}/${second.id}/history`, undefined, 404);
      await call('POST', `${of(record)}/${second.id}/restore`, undefined, 200);
      expect(await texts()).toEqual(before);
    });

    it('writes a repeated request once, and refuses what cannot be said', async () => {
      const key = { 'idempotency-key': newId() };
      const first = await say('once', record, key);
      expect((await say('once', record, key)).id).toBe(first.id);
      expect((await texts()).filter((text) => text === 'once')).toHaveLength(1);
      const refused = async (path: string, body: object) => (await under.send('POST', path, body)).body.error.code;
      expect(await refused(of(record), { text: ' \n ' })).toBe('comments.empty');
      expect(await refused(of(record), { text: 'x'.repeat(10_001) })).toBe('comments.too_long');
      expect(await refused(of(record), { text: 'x', id: first.id })).toBe('comments.exists');
      expect(await refused(of(newId()), { text: 'x' })).toBe('records.not_found');
      expect((await under.send('DELETE', `${of(other)}/${first.id}`)).body.error.code).toBe('comments.not_found');
    });

    it('leaves the record, its history and what can be undone as they are', async () => {
      const path = `/v3/tables/${table}`;
      const before = await call('GET', `${path}/records/${record}`, undefined, 200);
      const { position } = await call('GET', `${path}/changes`, undefined, 200);
      const entries = (await call('GET', `${path}/history`, undefined, 200)).entries.length;
      await say('only said');
      expect(await call('GET', `${path}/records/${record}`, undefined, 200)).toEqual(before);
      expect(await call('GET', `${path}/changes?since=${position}`, undefined, 200)).toMatchObject({
        changes: [],
        definition: false,
      });
      expect((await call('GET', `${path}/history`, undefined, 200)).entries).toHaveLength(entries);
    });

    it('is counted by a field, which is filtered by and refuses to be written, sorted and computed with', async () => {
      const { id: counted } = await call('POST', '/v3/tables', { label: 'Counted', fields: [] }, 201);
      const field = await call('POST', `/v3/tables/${counted}/fields`, { name: 'Talk', type: 'comments' }, 201);
      const path = `/v3/tables/${counted}/records`;
      const made = await call('POST', path, { records: [{ fields: {} }, { fields: {} }, { fields: {} }] }, 201);
      const ids: string[] = made.records.map(({ id }: { id: string }) => id);
      const [none, one, two] = ids as [string, string, string];
      expect(made.records[0].fields[field.id]).toBe(0);
      const write = (id: string) => call('POST', `${path}/${id}/comments`, { text: 'x' }, 201);
      await write(one);
      await write(two);
      const last = await write(two);
      const shown = async (body: object = {}) => {
        const { records } = await call('POST', `${path}/query`, body, 200);
        return records.map((row: { id: string; fields: Record<string, unknown> }) => [row.id, row.fields[field.id]]);
      };
      expect(await shown()).toEqual([
        [none, 0],
        [one, 1],
        [two, 2],
      ]);
      expect((await call('GET', `${path}/${two}`, undefined, 200)).fields).toEqual({ [field.id]: 2 });
      expect((await call('GET', `${path}/${two}?fieldKey=name&numbers=text`, undefined, 200)).fields).toEqual({
        Talk: '2',
      });
      expect(await shown({ fields: [] })).toEqual(ids.map((id) => [id, undefined]));
      const where = async (operator: string, value?: unknown) =>
        (await shown({ filter: { fieldId: field.id, operator, value } })).map(([id]: [string]) => id);
      expect(await where('isEmpty')).toEqual([none]);
      expect(await where('isNotEmpty')).toEqual([one, two]);
      expect(await where('equals', 0)).toEqual([none]);
      expect(await where('lessThan', 2)).toEqual([none, one]);
      expect(await where('greaterOrEqual', 2)).toEqual([two]);
      expect(await where('notEquals', 1)).toEqual([none, two]);
      await call('DELETE', `${path}/${two}/comments/${last.id}`, undefined, 204);
      expect(await where('equals', 1)).toEqual([one, two]);
      const code = async (method: string, to: string, body: object) =>
        (await under.send(method, to, body)).body.error.code;
      expect(await code('POST', `${path}/query`, { sort: [{ fieldId: field.id }] })).toBe('query.not_sortable');
      expect(await code('POST', `/v3/tables/${counted}/fields`, { name: 'F', type: 'comments', required: true })).toBe(
        'fields.required_refused',
      );
      expect(
        await code('POST', `/v3/tables/${counted}/fields`, {
          name: 'F',
          type: 'formula',
          props: { formula: '{Talk} + 1' },
        }),
      ).toBe('fields.formula_invalid');
      const refused = await under.send('PATCH', `${path}/${one}`, { fields: { [field.id]: 3 } });
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        422,
        expect.stringContaining('records.read_only'),
      ]);
    });

    it('goes to the trash with its record, and comes back with it', async () => {
      const before = await texts(other);
      await call('DELETE', `/v3/tables/${table}/records/${other}`, undefined, 204);
      await call('GET', of(other), undefined, 404);
      expect((await under.send('POST', of(other), { text: 'x' })).status).toBe(404);
      await call('POST', `/v3/tables/${table}/records/bulk`, { action: 'restore', ids: [other] }, 202);
      await expect.poll(async () => (await under.send('GET', of(other))).status, { timeout: 20_000 }).toBe(200);
      expect(await texts(other)).toEqual(before);
    });
  });
};
