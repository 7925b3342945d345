import { newId, type Actor } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf, roles } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

type Named = { readonly id: string; readonly name: string };
type Made = {
  readonly id: string;
  readonly fields: readonly (Named & { readonly type: string; readonly props: object })[];
};

describe('a table is duplicated', () => {
  const organization = newId();
  const ada = actorOf(organization, 'admin');
  const mel = actorOf(organization, 'member');
  const narrow: { -readonly [K in keyof Actor]: Actor[K] } = actorOf(organization, 'builder');
  let t: TestTables;
  const call = async (method: string, path: string, body?: unknown, status = 200, who = ada) => {
    const answer = await t.call(who, method, path, body);
    expect([answer.status, JSON.stringify(answer.body).slice(0, 300)]).toEqual([status, expect.any(String)]);
    return answer.body;
  };
  const fieldOf = (table: Made, name: string) => table.fields.find((one) => one.name === name)!;
  const rowsOf = async (table: string, body: object = {}) =>
    (await call('POST', `/v3/tables/${table}/records/query?fieldKey=name`, body)).records as {
      id: string;
      fields: Record<string, unknown>;
    }[];
  let source: Made;
  let other: Made;

  beforeAll(async () => {
    const person = (actor: typeof ada, name: string) => ({ actor, name, email: `${name.toLowerCase()}@example.com` });
    t = await startTables([person(ada, 'Ada'), person(mel, 'Mel'), person(narrow, 'Nora')]);
    other = await call(
      'POST',
      '/v3/tables',
      { label: 'Firms', fields: [{ name: 'Firm', type: 'singleLineText' }] },
      201,
    );
    source = await call(
      'POST',
      '/v3/tables',
      {
        label: 'Deals',
        icon: 'coin',
        fields: [
          { name: 'Name', type: 'singleLineText' },
          { name: 'Code', type: 'identifier' },
          { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }] } },
          { name: 'Price', type: 'number', props: { decimals: 2 } },
          { name: 'Twice', type: 'formula', props: { formula: '{Price} * 2' } },
          { name: 'Firm', type: 'connectedRecord', props: { tableId: other.id } },
        ],
        uniqueField: 'Name',
      },
      201,
    );
    const path = `/v3/tables/${source.id}`;
    const parent = await call(
      'POST',
      `${path}/fields`,
      { name: 'Parent', type: 'connectedRecord', props: { tableId: source.id, multiple: false } },
      201,
    );
    await call(
      'POST',
      `${path}/fields`,
      { name: 'Of parent', type: 'lookup', props: { linkFieldId: parent.id, fieldId: fieldOf(source, 'Price').id } },
      201,
    );
    const firm = await call('POST', `/v3/tables/${other.id}/records?fieldKey=name`, { fields: { Firm: 'Acme' } }, 201);
    let before: string | undefined;
    for (const [name, price] of [
      ['One', 1.5],
      ['Two', 2],
      ['Three', 3],
    ] as const) {
      const made = await call(
        'POST',
        `${path}/records?fieldKey=name`,
        {
          fields: {
            Name: name,
            Price: price,
            Stage: 'Won',
            Firm: [firm.id],
            ...(before !== undefined && { Parent: [before] }),
          },
        },
        201,
      );
      before = made.id;
    }
    await call('POST', `${path}/views`, { type: 'gallery', label: 'Cards', config: { fields: [] } }, 201);
    source = await call('GET', path);
  });
  afterAll(async () => {
    expect(t.faults).toEqual([]);
    await t.stop();
  });

  it('with its fields, views and records in their order, which are its own from then on', async () => {
    const { table } = await call('POST', `/v3/tables/${source.id}/duplicate`, { records: true }, 201);
    expect(table).toMatchObject({ label: 'Deals (copy)', icon: 'coin' });
    const shown = ({ fields }: Made) => fields.filter(({ type }) => type !== 'reference').map(({ name }) => name);
    expect(shown(table)).toEqual(shown(source));
    const [was, is] = [await rowsOf(source.id), await rowsOf(table.id)];
    expect(is.map(({ fields }) => fields['Name'])).toEqual(['One', 'Two', 'Three']);
    expect(
      is.map(({ fields }) => [fields['Price'], fields['Twice'], fields['Stage'], fields['Firm'], fields['Code']]),
    ).toEqual(
      was.map(({ fields }) => [fields['Price'], fields['Twice'], fields['Stage'], fields['Firm'], fields['Code']]),
    );
    expect(table.views.map(({ label }: { label: string }) => label)).toEqual(['All records', 'Cards']);
    // Links within the table lead to the copies, and what is computed along them follows.
    expect(is[1]!.fields['Parent']).toEqual([is[0]!.id]);
    expect(is[2]!.fields['Of parent']).toEqual([2]);
    expect(is.some(({ id }) => was.some((one) => one.id === id))).toBe(false);
    await call('PATCH', `/v3/tables/${table.id}/records/${is[0]!.id}?fieldKey=name`, { fields: { Price: 9 } });
    expect((await rowsOf(table.id))[1]!.fields['Of parent']).toEqual([9]);
    expect((await rowsOf(source.id))[0]!.fields['Price']).toBe(1.5);
    // A unique value is one in each table, and stays one in the copy.
    const taken = await t.call(ada, 'POST', `/v3/tables/${table.id}/records?fieldKey=name`, {
      fields: { Name: 'One' },
    });
    expect(taken.body.error.code).toBe('records.not_unique');
  });

  it('and gone again with one undo', async () => {
    const { table, operationId } = await call('POST', `/v3/tables/${source.id}/duplicate`, { records: true }, 201);
    await call('POST', `/v3/undo/${operationId}`, {});
    expect((await t.call(ada, 'GET', `/v3/tables/${table.id}`)).status).toBe(404);
    expect(await rowsOf(source.id)).toHaveLength(3);
  });

  it('without its records, under another name, and by nobody who may not make tables', async () => {
    const { table } = await call('POST', `/v3/tables/${source.id}/duplicate`, { label: 'Empty' }, 201);
    expect(table.label).toBe('Empty');
    expect(await rowsOf(table.id)).toEqual([]);
    const refused = await t.call(mel, 'POST', `/v3/tables/${source.id}/duplicate`, {});
    expect(refused.body.error.code).toBe('tables.create_forbidden');
  });

  it('leaves out what its maker may not see', async () => {
    const price = fieldOf(source, 'Price').id;
    narrow.permissions = { ...roles.builder, table_fields: { [source.id]: { hidden: [price], readOnly: [] } } };
    const made = await call('POST', `/v3/tables/${source.id}/duplicate`, { records: true }, 201, narrow);
    const table: Made = made.table;
    expect(table.fields.map(({ name }: Named) => name)).not.toContain('Price');
    const rows = await rowsOf(table.id);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain('1.5');
  });
});
