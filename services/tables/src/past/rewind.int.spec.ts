import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf, roles } from '../testing/actors.ts';
import { startTables } from '../testing/service.ts';

type Difference = {
  readonly id: string;
  readonly mark: string;
  readonly fields: readonly string[];
  readonly was: { readonly fields: Readonly<Record<string, unknown>> } | null;
  readonly now: { readonly fields: Readonly<Record<string, unknown>> } | null;
};

describe('a table and a moment', () => {
  const organization = newId();
  const ada = actorOf(organization, 'admin');
  const vic = {
    ...actorOf(organization, 'member'),
    permissions: { ...roles.member, tables_enabled: { '*': 'view' as const } },
  };
  let t: Awaited<ReturnType<typeof startTables>>;
  beforeAll(async () => {
    t = await startTables([
      { actor: ada, name: 'Ada', email: 'ada@example.com' },
      { actor: vic, name: 'Vic', email: 'vic@example.com' },
    ]);
  });
  afterAll(() => t.stop());

  const must = async (method: string, path: string, body?: unknown) => {
    const answer = await t.call(ada, method, path, body);
    expect([path, answer.status, answer.status < 300 ? '' : answer.body]).toEqual([path, answer.status, '']);
    return answer.body;
  };
  const ended = async (id: string) =>
    expect.poll(async () => (await must('GET', `/v3/operations/${id}`)).state, { timeout: 20_000 }).toBe('done');

  const made = async () => {
    const table = await must('POST', '/v3/tables', {
      label: `Deals ${newId()}`,
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'Lead' }, { label: 'Won' }] } },
        { name: 'Value', type: 'number' },
      ],
    });
    const [name, stage, value] = table.fields.map(({ id }: { id: string }) => id) as [string, string, string];
    const [lead, won] = table.fields[1].props.options.map(({ id }: { id: string }) => id) as [string, string];
    const records = `/v3/tables/${table.id}/records`;
    const write = async (list: readonly object[]): Promise<readonly string[]> =>
      (await must('POST', records, { records: list.map((fields) => ({ fields })) })).records.map(
        ({ id }: { id: string }) => id,
      );
    const ids = await write([
      { [name]: 'Stays', [stage]: lead, [value]: 1 },
      { [name]: 'Changes', [stage]: lead, [value]: 2 },
      { [name]: 'Goes', [stage]: lead, [value]: 3 },
    ]);
    const { days } = await must('GET', `/v3/tables/${table.id}/days`);
    const { records: first } = await must('POST', `${records}/query`, {});
    const history = await must('GET', `/v3/tables/${table.id}/history`);
    const asOf = history.entries[0].commitId as string;
    await must('PATCH', records, { records: [{ id: ids[1], fields: { [stage]: won, [value]: 20 } }] });
    await must('DELETE', records, { ids: [ids[2]] });
    const [added] = await write([{ [name]: 'Comes', [value]: 4 }]);
    return { table, records, asOf, ids: [...ids, added!], name, stage, value, won, first, days };
  };
  const compare = async (of: Awaited<ReturnType<typeof made>>, more: object = {}) =>
    (await must('POST', `${of.records}/compare`, { asOf: of.asOf, ...more })) as {
      counts: object;
      differences: readonly Difference[];
      next?: string;
    };

  it('are compared record by record, and the whole table goes back and forth again', async () => {
    const of = await made();
    const { counts, differences } = await compare(of);
    expect(counts).toEqual({ changed: 1, removed: 1, added: 1 });
    expect(differences.map(({ id, mark, fields }) => [id, mark, fields])).toEqual([
      [of.ids[1], 'changed', [of.stage, of.value]],
      [of.ids[2], 'removed', []],
      [of.ids[3], 'added', []],
    ]);
    expect(differences[0]).toMatchObject({ was: { fields: { [of.value]: 2 } }, now: { fields: { [of.value]: 20 } } });
    expect(differences[1]).toMatchObject({ was: { fields: { [of.name]: 'Goes' } }, now: null });
    const pages: Difference[] = [];
    for (let after: string | undefined, page; page === undefined || after !== undefined; after = page.next) {
      page = await compare(of, { limit: 1, ...(after !== undefined && { after }) });
      pages.push(...page.differences);
    }
    expect(pages).toEqual(differences);
    expect(of.days).toEqual([expect.objectContaining({ changes: 1 })]);

    const { operationId } = await must('POST', `/v3/tables/${of.table.id}/restore-to`, { asOf: of.asOf });
    await ended(operationId);
    expect((await compare(of)).differences).toEqual([]);
    const { records: back } = await must('POST', `${of.records}/query`, {});
    const values = (list: readonly { id: string; fields: unknown }[]) => list.map(({ id, fields }) => [id, fields]);
    expect(values(back)).toEqual(values(of.first));
    const { operationId: undo } = await must('POST', `/v3/undo/${operationId}`, {});
    if (undo !== undefined) await ended(undo);
    await expect.poll(async () => (await compare(of)).counts).toEqual({ changed: 1, removed: 1, added: 1 });
  });

  it('give back a record or a field alone', async () => {
    const of = await made();
    const to = async (body: object) => {
      const { operationId } = await must('POST', `/v3/tables/${of.table.id}/restore-to`, { asOf: of.asOf, ...body });
      await ended(operationId);
      return (await compare(of)).differences.map(({ id, mark, fields }) => [id, mark, fields]);
    };
    const [, changed, removed, added] = of.ids;
    expect(await to({ fieldId: of.value })).toEqual([
      [changed, 'changed', [of.stage]],
      [removed, 'removed', []],
      [added, 'added', []],
    ]);
    expect(await to({ recordIds: [removed] })).toEqual([
      [changed, 'changed', [of.stage]],
      [added, 'added', []],
    ]);
    const none = await t.call(ada, 'POST', `/v3/tables/${of.table.id}/restore-to`, {
      asOf: of.asOf,
      recordIds: [removed],
    });
    expect([none.status, none.body.error.code]).toEqual([400, 'asof.nothing_differs']);
  });

  it('can be looked at by who may only look, who takes nothing back', async () => {
    const of = await made();
    const looked = await t.call(vic, 'POST', `${of.records}/compare`, { asOf: of.asOf });
    expect([looked.status, looked.body.counts]).toEqual([200, { changed: 1, removed: 1, added: 1 }]);
    const back = await t.call(vic, 'POST', `/v3/tables/${of.table.id}/restore-to`, { asOf: of.asOf });
    expect([back.status, back.body.error.code]).toEqual([403, 'records.update_forbidden']);
  });
});
