import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choosing } from './converge.ts';
import type { LinksUnderTest } from './links.contract.ts';

type Query = Readonly<Record<string, unknown>>;
type Record_ = { readonly id: string; readonly fields: Readonly<Record<string, unknown>> };

/** A table at any moment: what is answered of then is what was answered then. The same on each engine. */
export const pastContract = (name: string, start: () => Promise<LinksUnderTest>, seeds: readonly number[]): void => {
  describe(`a table as it was, ${name}`, () => {
    let under: LinksUnderTest;
    beforeAll(async () => {
      under = await start();
    });
    afterAll(async () => {
      await under.close();
    });

    const must = async (method: string, path: string, body?: unknown) => {
      const answer = await under.send(method, path, body);
      expect([method, path, answer.status, answer.body]).toEqual([
        method,
        path,
        answer.status < 300 ? answer.status : 200,
        answer.body,
      ]);
      return answer;
    };

    /** All that a query answers, page by page, and how many that are by its count. */
    const all = async (table: string, query: Query, more: Query = {}) => {
      const found: Record_[] = [];
      for (let after: string | undefined; ;) {
        const { body } = await must('POST', `/v3/tables/${table}/records/query`, {
          limit: 4,
          ...query,
          ...more,
          ...(after !== undefined && { after }),
        });
        found.push(...body.records);
        after = body.next;
        if (after === undefined) break;
      }
      const { sort: _sort, fields: _fields, ...condition } = query;
      const { body } = await must('POST', `/v3/tables/${table}/records/count`, { ...condition, ...more });
      return { found, total: body.total as number };
    };

    it.each(seeds)('answers what it answered then, story %i', async (seed) => {
      const choose = choosing(seed);
      const one = <T>(list: readonly T[]): T => list[choose(list.length)]!;
      const options = ['low', 'mid', 'high'].map((label) => ({ label }));
      const { body: made } = await must('POST', '/v3/tables', {
        label: `Past ${seed}`,
        fields: [
          { name: 'Text', type: 'singleLineText' },
          { name: 'Number', type: 'number', props: { decimals: 2 } },
          { name: 'Level', type: 'select', props: { options } },
          { name: 'Done', type: 'checkbox' },
          { name: 'Day', type: 'date' },
        ],
      });
      const table = made.id as string;
      const [text, number, level, done, day] = made.fields.map((field: { id: string }) => field.id) as string[];
      const levels = made.fields[2].props.options.map((option: { id: string }) => option.id) as string[];
      const fields = [text!, number!, level!, done!, day!];
      const values = (): Record<string, unknown> =>
        Object.fromEntries(
          [
            [text, one(['pear', 'Pear', 'fig', 'Äpfel', 'plum tree', null])],
            [number, one([1, 2.5, -3, 1000, null])],
            [level, one([...levels, null])],
            [done, one([true, false])],
            [day, one(['2026-01-01', '2026-03-04', null])],
          ].filter(() => choose(3) > 0),
        );
      const queries: readonly Query[] = [
        {},
        { sort: [{ fieldId: number, order: 'asc' }] },
        {
          sort: [
            { fieldId: level, order: 'desc' },
            { fieldId: text, order: 'asc' },
          ],
        },
        {
          filter: { fieldId: number, operator: 'greaterThan', value: 0 },
          sort: [{ fieldId: day, order: 'desc' }],
        },
        { search: 'p', sort: [{ fieldId: text, order: 'desc' }] },
      ].map((query) => ({ ...query, fields }));

      const live: string[] = [];
      const gone: string[] = [];
      const moments: { readonly asOf: string; readonly answers: Awaited<ReturnType<typeof all>>[] }[] = [];
      const commits: string[] = [];
      const send = async (method: string, path: string, body?: unknown) => {
        const answer = await must(method, path, body);
        const commit = answer.headers.get('tessera-commit');
        if (commit !== null) commits.push(commit);
        return answer.body;
      };
      const records = `/v3/tables/${table}/records`;
      const add = async (count: number): Promise<void> => {
        const { records: added } = await send('POST', records, {
          records: Array.from({ length: count }, () => ({ fields: values() })),
        });
        live.push(...added.map(({ id }: { id: string }) => id));
      };
      const some = (list: readonly string[]): string[] =>
        [...new Set(Array.from({ length: 1 + choose(5) }, () => one(list)))].filter((id) => id !== undefined);
      const step = async (): Promise<void> => {
        const what = choose(10);
        if (live.length < 6 || what < 2) return add(1 + choose(8));
        if (what < 7)
          return void (await send('PATCH', records, {
            records: some(live).map((id) => ({ id, fields: values() })),
          }));
        if (what === 7) {
          const ids = some(live);
          await send('DELETE', records, { ids });
          for (const id of ids) live.splice(live.indexOf(id), 1);
          gone.push(...ids);
          return;
        }
        if (gone.length > 0) {
          const ids = some(gone);
          await send('POST', `${records}/restore`, { ids });
          for (const id of ids) gone.splice(gone.indexOf(id), 1);
          live.push(...ids);
        }
      };

      await add(12);
      for (let i = 0; i < 30; i++) {
        if (i % 5 === 0) {
          const answers = [];
          for (const query of queries) answers.push(await all(table, query));
          moments.push({ asOf: commits.at(-1)!, answers });
        }
        await step();
        // What was turned back once is told again beside what changed after it.
        if (i % 7 === 0) {
          const { asOf, answers } = one(moments);
          const at = choose(queries.length);
          expect(await all(table, queries[at]!, { asOf })).toEqual(answers[at]);
        }
      }
      for (const { asOf, answers } of moments)
        for (const [at, query] of queries.entries())
          expect([seed, asOf, query, await all(table, query, { asOf })]).toEqual([seed, asOf, query, answers[at]]);
    });

    it('takes a moment, and leaves out what it does not know', async () => {
      const { body: other } = await must('POST', '/v3/tables', {
        label: 'Firms',
        fields: [{ name: 'Firm', type: 'singleLineText' }],
      });
      const { body: made } = await must('POST', '/v3/tables', {
        label: 'Deals',
        fields: [
          { name: 'Deal', type: 'singleLineText' },
          { name: 'Value', type: 'number' },
        ],
      });
      const table = made.id as string;
      const path = `/v3/tables/${table}`;
      const [deal, value] = made.fields.map((field: { id: string }) => field.id) as string[];
      const { body: link } = await must('POST', `${path}/fields`, {
        name: 'Firm',
        type: 'connectedRecord',
        props: { tableId: other.id },
      });
      const { body: formula } = await must('POST', `${path}/fields`, {
        name: 'Twice',
        type: 'formula',
        props: { formula: `{${value}} * 2` },
      });
      const { body: first } = await must('POST', `${path}/records`, { fields: { [deal!]: 'One', [value!]: 1 } });
      const { body: second } = await must('POST', `${path}/records`, { fields: { [deal!]: 'Two', [value!]: 2 } });
      const { body: history } = await must('GET', `${path}/history`);
      const asOf = history.entries[0].commitId as string;
      const query = (body: Query) => under.send('POST', `${path}/records/query`, body);
      const before = (await query({ asOf })).body;
      expect(before.records.map((one: Record_) => one.fields)).toEqual([
        { [deal!]: 'One', [value!]: 1 },
        { [deal!]: 'Two', [value!]: 2 },
      ]);

      const { body: added } = await must('POST', `${path}/fields`, { name: 'Later', type: 'singleLineText' });
      await must('PATCH', `${path}/records/${first.id}`, { fields: { [value!]: 10, [added.id]: 'new' } });
      await must('DELETE', `${path}/records/${second.id}`);
      await must('POST', `${path}/records`, { fields: { [deal!]: 'Three' } });
      expect((await query({ asOf, total: true })).body).toEqual({ ...before, total: 2 });
      expect((await query({ asOf: new Date(0).toISOString(), total: true })).body).toEqual({ records: [], total: 0 });
      const future = (await query({ asOf: new Date(Date.now() + 3_600_000).toISOString() })).body;
      expect(future.records.map((one: Record_) => one.id)).toEqual(
        (await query({})).body.records.map((one: Record_) => one.id),
      );

      const refused = async (body: Query) => {
        const { status, body: answer } = await query({ asOf, ...body });
        return [status, answer.error?.code];
      };
      for (const fieldId of [formula.id, added.id])
        expect(await refused({ sort: [{ fieldId }] })).toEqual([400, 'asof.field_unknown']);
      expect(await refused({ filter: { fieldId: link.id, operator: 'isEmpty' } })).toEqual([400, 'asof.field_unknown']);
      expect(await refused({ asOf: 'nothing.1.2' })).toEqual([400, 'asof.unknown']);
      expect(await refused({ asOf: '2026-99-99T00:00:00Z' })).toEqual([400, 'asof.unknown']);
      expect(await refused({ ids: [first.id] })).toEqual([400, 'request.invalid']);
      expect(await refused({ deleted: true })).toEqual([400, 'request.invalid']);
      expect(await refused({ after: 'x' })).toEqual([400, 'query.invalid_cursor']);
    });
  });
};
