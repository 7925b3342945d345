import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, type Predicate } from '@tessera/kernel';
import { can, type Can } from '@tessera/proto/rights';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { createDirectory } from '@tessera/runtime/directory';
import { createHistory } from './history.ts';
import { createQueries, resolveAggregates } from './query.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
/** Of people who come later, with names that sort otherwise. */
const others = ['Zoe', 'Émile', 'eva'].map((name) => ({
  actor: actorOf(organization, 'member', 'builder'),
  name,
  email: `${name}@example.com`,
}));
let t: TestTables;
let table: string;
let f: Readonly<Record<string, string>>;

beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Mia', email: 'ada@example.com' }, ...others]);
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'T',
    fields: [
      { name: 'Region', type: 'singleLineText' },
      { name: 'Salary', type: 'number' },
    ],
  });
  table = body.id;
  f = Object.fromEntries(body.fields.map((x: { name: string; id: string }) => [x.name, x.id]));
  const records = Array.from({ length: 10 }, (_, i) => ({ fields: { Region: i < 4 ? 'north' : 'south', Salary: i } }));
  await t.call(ada, 'POST', `/v3/tables/${table}/records?fieldKey=name`, { records });
});
afterAll(() => t.stop());

/** A right that shows some rows and hides a field: what row and field rights of later will answer. */
const restricted =
  (rowPredicate: Predicate): Can =>
  (actor, action, tableId) => ({ ...can(actor, action, tableId), rowPredicate, fieldMask: new Set([f.Region!]) });

const restrictedQueries = async () => {
  const { documents, records, rpc, clock } = t.ports;
  const directory = createDirectory(rpc.client(AuthServiceDefinition), clock, 'tables');
  const { schema } = await createQueries({ documents, records, directory, clock }).open(ada, 'records.read', table);
  const region = schema.byId.get(f.Region!)!;
  const queries = createQueries({
    documents,
    records,
    directory,
    clock,
    can: restricted({ op: 'eq', left: { kind: 'field', column: region.column, storage: 'text' }, value: 'north' }),
  });
  return { queries, records, directory, schema };
};

describe('a search', () => {
  it('finds what is shown: option labels, people, numbers and dates as well as texts', async () => {
    const { body: made } = await t.call(ada, 'POST', '/v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Deal', type: 'singleLineText' },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'Won' }, { label: 'Lost' }] } },
        { name: 'Value', type: 'currency' },
        { name: 'Close', type: 'date' },
        { name: 'Owner', type: 'user' },
      ],
    });
    const year = new Date().getUTCFullYear();
    await t.call(ada, 'POST', `/v3/tables/${made.id}/records?fieldKey=name`, {
      records: [
        { fields: { Deal: 'Scanners', Stage: 'Won', Value: 184000.5, Close: `${year}-11-14`, Owner: 'Zoe' } },
        { fields: { Deal: 'Won by luck', Stage: 'Lost', Value: 12, Close: '2019-01-02', Owner: 'Mia' } },
        { fields: { Deal: 'Desks', Stage: 'Lost', Value: 2019, Close: `${year}-11-15` } },
      ],
    });
    const found = async (search: string): Promise<string[]> => {
      const { body } = await t.call(ada, 'POST', `/v3/tables/${made.id}/records/query?fieldKey=name`, {
        search,
        total: true,
      });
      const names = body.records.map((record: { fields: { Deal: string } }) => record.fields.Deal) as string[];
      expect(body.total, search).toBe(names.length);
      return names;
    };
    expect(await found('Won')).toEqual(['Scanners', 'Won by luck']);
    expect(await found('won scan')).toEqual(['Scanners']);
    expect(await found('zoe')).toEqual(['Scanners']);
    expect(await found('184,000.5')).toEqual(['Scanners']);
    expect(await found('Nov 14')).toEqual(['Scanners']);
    expect(await found('nov')).toEqual(['Scanners', 'Desks']);
    expect(await found('2019')).toEqual(['Won by luck', 'Desks']);
    expect(await found('lost 2019 mia')).toEqual(['Won by luck']);
    expect(await found('nothing like it')).toEqual([]);
  });
});

describe('a program that names fields by name', () => {
  it('may say so on every call about records, and answers that list fields name them', async () => {
    const filter = { fieldId: 'Region', operator: 'equals', value: 'north' };
    const ask = (path: string, body: unknown) =>
      t.call(ada, 'POST', `/v3/tables/${table}/records/${path}?fieldKey=name`, body);
    const page = await ask('query', { filter, sort: [{ fieldId: 'Salary', order: 'asc' }] });
    expect(page.body.records[3].fields).toEqual({ Region: 'north', Salary: 3 });
    const [{ id }] = page.body.records as [{ id: string }];
    expect((await ask('count', { filter })).body).toEqual({ total: 4 });
    const place = await ask('place', { filter, sort: [{ fieldId: 'Salary', order: 'desc' }], recordId: id });
    expect(place.body).toEqual({ place: 3 });
    const sums = await ask('aggregate', { filter, aggregates: [{ fieldId: 'Salary', function: 'sum' }] });
    expect(sums.body.values).toEqual([{ fieldId: f.Salary, fieldName: 'Salary', function: 'sum', value: 6 }]);
    for (const path of [`records/${id}/history`, 'history']) {
      const history = await t.call(ada, 'GET', `/v3/tables/${table}/${path}?fieldKey=name`);
      expect(history.status, path).toBe(200);
    }
    const [entry] = (await t.call(ada, 'GET', `/v3/tables/${table}/history`)).body.entries;
    const told = await t.call(ada, 'GET', `/v3/tables/${table}/history/${entry.id}?fieldKey=name`);
    expect(told.body.changes[0].fields.map(({ fieldName }: { fieldName: string }) => fieldName)).toContain('Region');
  });
});

describe('a row predicate and a field mask of another right', () => {
  it('hold for pages, counts, aggregates, places and single records', async () => {
    const { queries, records } = await restrictedQueries();
    const { query, schema, grant } = await queries.authorizedQuery(ada, table, { limit: 100 });
    const page = JSON.parse(await records.page(organization, query)) as { records: { id: string; fields: object }[] };
    expect(page.records.map((r) => r.fields)).toEqual(Array.from({ length: 4 }, () => ({ [f.Region!]: 'north' })));
    expect(await records.count(organization, query)).toBe(4);
    const [filled] = resolveAggregates(schema, grant, [{ fieldId: f.Region!, function: 'filled' }]);
    expect(await records.aggregate(organization, query, [{ of: filled!.of, function: 'filled' }])).toEqual([4]);
    const south = JSON.parse(await records.page(organization, { ...query, allow: { op: 'and', items: [] } })) as {
      records: { id: string }[];
    };
    const hidden = south.records[9]!.id;
    expect(await records.placeOf(organization, query, hidden)).toBeUndefined();
    expect(await records.one(organization, table, hidden, query.select, grant.rowPredicate)).toBeUndefined();
  });

  it('make a hidden field as absent as one that never was: to filter, sort, choose, sum', async () => {
    const { queries } = await restrictedQueries();
    const tried = (request: Parameters<typeof queries.authorizedQuery>[2]) =>
      queries.authorizedQuery(ada, table, request).then(
        () => undefined,
        (error: { code: string; message: string }) => [error.code, error.message.replace(/".*"/, '')],
      );
    const absent = await tried({ sort: [{ fieldId: newId() }] });
    expect(absent).toEqual(['fields.not_found', 'There is no field .']);
    expect(await tried({ sort: [{ fieldId: f.Salary! }] })).toEqual(absent);
    expect(await tried({ filter: { fieldId: f.Salary!, operator: 'greaterThan', value: 3 } })).toEqual(absent);
    expect(await tried({ fields: [f.Salary!] })).toEqual(absent);
    const { schema, grant, query } = await queries.authorizedQuery(ada, table, { search: '3' });
    expect(() => resolveAggregates(schema, grant, [{ fieldId: f.Salary!, function: 'sum' }])).toThrow(
      expect.objectContaining({ code: 'fields.not_found' }),
    );
    expect(query.search?.columns).toHaveLength(1);
  });

  it('keep a hidden field out of history', async () => {
    const { queries, directory } = await restrictedQueries();
    const { schema, grant, query } = await queries.authorizedQuery(ada, table, { limit: 1 });
    const {
      records: [first],
    } = JSON.parse(await t.ports.records.page(organization, query)) as { records: { id: string }[] };
    const { entries } = await createHistory({ store: t.ports.store, directory, records: t.ports.records }).ofRecord(
      ada,
      schema,
      grant,
      first!.id,
      undefined,
    );
    expect(entries[0]!.changes.map((c) => c.fieldName)).toEqual(['Region']);
  });
});

describe('drafts', () => {
  it('are filtered by their flag and count in totals', async () => {
    await t.call(ada, 'PATCH', `/v3/tables/${table}/fields/${f.Region}`, { required: true });
    await t.interfaceCall(ada, 'POST', `/v3/tables/${table}/records`, { fields: {} });
    const count = async (value: number) =>
      (
        await t.call(ada, 'POST', `/v3/tables/${table}/records/count`, {
          filter: { fieldId: 'draft_flag', operator: 'equals', value },
        })
      ).body.total;
    expect([
      await count(1),
      await count(0),
      (await t.call(ada, 'POST', `/v3/tables/${table}/records/count`, {})).body.total,
    ]).toEqual([1, 10, 11]);
  });
});

describe('a sort', () => {
  it('by people goes by their names, page by page, both ways, and those without come last', async () => {
    const { body } = await t.call(ada, 'POST', '/v3/tables', {
      label: 'P',
      fields: [
        { name: 'Owner', type: 'user' },
        { name: 'By', type: 'criado_por' },
      ],
    });
    const [owner, by] = body.fields.map((field: { id: string }) => field.id) as [string, string];
    const names = new Map([[ada.id, 'Mia'], ...others.map(({ actor, name }) => [actor.id, name] as const)]);
    await t.call(ada, 'POST', `/v3/tables/${body.id}/records`, {
      records: [...others.map(({ actor }) => actor.id), null, ada.id].map((id) => ({ fields: { [owner]: id } })),
    });
    const sorted = async (order: 'asc' | 'desc') => {
      const found: (string | undefined)[] = [];
      for (let after: string | undefined; ;) {
        const page = (
          await t.call(ada, 'POST', `/v3/tables/${body.id}/records/query`, {
            sort: [
              { fieldId: by, order },
              { fieldId: owner, order },
            ],
            limit: 2,
            ...(after !== undefined && { after }),
          })
        ).body;
        found.push(
          ...page.records.map((record: { fields: Record<string, string> }) => names.get(record.fields[owner]!)),
        );
        after = page.next;
        if (after === undefined) return found;
      }
    };
    expect(await sorted('asc')).toEqual(['Émile', 'eva', 'Mia', 'Zoe', undefined]);
    expect(await sorted('desc')).toEqual(['Zoe', 'Mia', 'eva', 'Émile', undefined]);
  });
});
