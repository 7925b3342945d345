import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LinksUnderTest } from './links.contract.ts';

/** Values of linked records: the same on each engine. */
export const linkedContract = (name: string, start: () => Promise<LinksUnderTest>): void => {
  let under: LinksUnderTest;
  const call = async (method: string, path: string, body?: unknown, expected?: number) => {
    const answer = await under.send(method, path, body);
    if (expected !== undefined) expect([path, answer.status, answer.body]).toEqual([path, expected, answer.body]);
    return answer.body;
  };
  const table = async (label: string, fields: readonly object[]): Promise<string> =>
    (await call('POST', '/v3/tables', { label, fields }, 201)).id;
  const field = async (of: string, body: object): Promise<any> => call('POST', `/v3/tables/${of}/fields`, body, 201); // oxlint-disable-line typescript/no-explicit-any -- whatever came back
  const make = async (of: string, ...records: readonly object[]): Promise<readonly string[]> =>
    (
      await call(
        'POST',
        `/v3/tables/${of}/records?fieldKey=name`,
        { records: records.map((fields) => ({ fields })) },
        201,
      )
    ).records.map(({ id }: { id: string }) => id);
  const set = (of: string, id: string, fields: object) =>
    call('PATCH', `/v3/tables/${of}/records/${id}?fieldKey=name`, { fields }, 200);
  const valuesOf = async (of: string, id: string) =>
    (await call('GET', `/v3/tables/${of}/records/${id}?fieldKey=name`, undefined, 200)).fields;
  /** Background work may have the last word. */
  const becomes = async (of: string, id: string, values: object): Promise<void> =>
    expect
      .poll(
        async () => {
          const fields = await valuesOf(of, id);
          return Object.fromEntries(Object.keys(values).map((key) => [key, fields[key] ?? null]));
        },
        { timeout: 20_000 },
      )
      .toEqual(values);

  let orders: string;
  let items: string;
  let items_of: { id: string; props: { referenceFieldId: string } };
  let price: string;

  beforeAll(async () => {
    under = await start();
    orders = await table('Orders', [{ name: 'Name', type: 'singleLineText' }]);
    items = await table('Items', [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Price', type: 'number', props: { decimals: 2 } },
      { name: 'Paid', type: 'checkbox' },
      { name: 'Due', type: 'date' },
      { name: 'Kind', type: 'select', props: { options: [{ label: 'Wood' }, { label: 'Iron' }] } },
    ]);
    price = (await call('GET', `/v3/tables/${items}`)).fields[1].id;
    items_of = await field(items, {
      name: 'Order',
      type: 'connectedRecord',
      props: { tableId: orders, multiple: false, other: { name: 'Items' } },
    });
  }, 180_000);
  afterAll(() => under.close());

  const idOf = async (of: string, named: string): Promise<string> =>
    (await call('GET', `/v3/tables/${of}`)).fields.find((one: { name: string }) => one.name === named).id;

  describe(`values of linked records ${name}`, () => {
    it('are there for records that are, and follow each change of the records and the links', async () => {
      const [first, second] = await make(orders, { Name: '1' }, { Name: '2' });
      const [a, b, c] = await make(
        items,
        { Name: 'a', Price: 10, Paid: true, Due: '2026-01-05', Kind: 'Wood', Order: [first] },
        { Name: 'b', Price: 2.5, Due: '2026-01-02', Order: [first] },
        { Name: 'c', Price: 100 },
      );
      const other = items_of.props.referenceFieldId;
      const rollup = (named: string, of: string, made: string) =>
        field(orders, { name: named, type: 'rollup', props: { linkFieldId: other, fieldId: of, function: made } });
      await rollup('Total', price, 'sum');
      await rollup('Mean', price, 'average');
      await rollup('First', await idOf(items, 'Due'), 'min');
      await rollup('All paid', await idOf(items, 'Paid'), 'and');
      await rollup('Names', await idOf(items, 'Name'), 'join');
      await rollup('Kinds', await idOf(items, 'Kind'), 'unique');
      await field(orders, { name: 'How many', type: 'count', props: { linkFieldId: other } });
      await field(orders, { name: 'Prices', type: 'lookup', props: { linkFieldId: other, fieldId: price } });
      await becomes(orders, first!, {
        Total: 12.5,
        Mean: 6.25,
        First: '2026-01-02',
        'All paid': false,
        Names: 'a, b',
        Kinds: ['Wood'],
        'How many': 2,
        Prices: [10, 2.5],
      });
      await becomes(orders, second!, { Total: null, 'How many': 0, Prices: null });
      await set(items, b!, { Price: 5, Paid: true });
      expect(await valuesOf(orders, first!)).toMatchObject({ Total: 15, 'All paid': true, Prices: [10, 5] });
      await set(items, c!, { Order: [first] });
      expect(await valuesOf(orders, first!)).toMatchObject({ Total: 115, 'How many': 3, 'All paid': false });
      await set(items, a!, { Order: [second] });
      expect(await valuesOf(orders, first!)).toMatchObject({ Total: 105, 'How many': 2 });
      expect(await valuesOf(orders, second!)).toMatchObject({ Total: 10, Kinds: ['Wood'] });
      await call('DELETE', `/v3/tables/${items}/records/${c}`, undefined, 204);
      expect(await valuesOf(orders, first!)).toMatchObject({ Total: 5, 'How many': 1 });
      await call('POST', `/v3/tables/${items}/records/restore`, { ids: [c] }, 200);
      expect(await valuesOf(orders, first!)).toMatchObject({ Total: 105, 'How many': 2 });
    });

    it('are shown as the amounts that they are made of, where nothing else is said', async () => {
      const linkFieldId = items_of.props.referenceFieldId;
      const cost = await field(items, { name: 'Cost', type: 'currency', props: { decimals: 2, currency_symbol: '€' } });
      const sum = { linkFieldId, fieldId: cost.id, function: 'sum' };
      const shown = { number_format: 'currency', currency_symbol: '€', thousands: true };
      expect(await field(orders, { name: 'Costs', type: 'rollup', props: sum })).toMatchObject({ props: shown });
      const plain = { number_format: 'number', thousands: false };
      expect(await field(orders, { name: 'Plain costs', type: 'rollup', props: { ...sum, ...plain } })).toMatchObject({
        props: plain,
      });
      const counted = await field(orders, {
        name: 'Costly',
        type: 'rollup',
        props: { ...sum, function: 'counta' },
      });
      expect(counted.props).not.toHaveProperty('number_format');
      // What is made of it in turn, on the other side, is an amount as well.
      const back = { linkFieldId: items_of.id, fieldId: await idOf(orders, 'Costs'), function: 'max' };
      expect(await field(items, { name: 'Cost of order', type: 'rollup', props: back })).toMatchObject({
        props: shown,
      });
    });

    it('can be read by formulas and by fields that look further, on both sides, and an undo takes them along', async () => {
      await field(orders, { name: 'With tax', type: 'formula', props: { formula: '{Total} * 1.1' } });
      await field(orders, { name: 'Most', type: 'formula', props: { formula: 'MAX({Prices})' } });
      await field(items, {
        name: 'Taxed order',
        type: 'lookup',
        props: { linkFieldId: items_of.id, fieldId: await idOf(orders, 'With tax') },
      });
      await field(orders, {
        name: 'Further',
        type: 'rollup',
        props: {
          linkFieldId: items_of.props.referenceFieldId,
          fieldId: await idOf(items, 'Taxed order'),
          function: 'max',
        },
      });
      const [order] = await make(orders, { Name: '3' });
      const [item] = await make(items, { Name: 'd', Price: 20, Order: [order] });
      await becomes(orders, order!, { Total: 20, 'With tax': 22, Most: 20, Further: 22 });
      expect(await valuesOf(items, item!)).toMatchObject({ 'Taxed order': [22] });
      const changed = await under.send('PATCH', `/v3/tables/${items}/records/${item}?fieldKey=name`, {
        fields: { Price: 30 },
      });
      expect(await valuesOf(items, item!)).toMatchObject({ 'Taxed order': [33] });
      expect(await valuesOf(orders, order!)).toMatchObject({ Further: 33, Most: 30 });
      await call('POST', `/v3/undo/${changed.headers.get('tessera-commit')!}`, { conflicts: 'skip' }, 200);
      expect(await valuesOf(orders, order!)).toMatchObject({ Further: 22, Total: 20 });
    });

    it('are filtered, sorted, totalled and found like stored ones', async () => {
      const total = await idOf(orders, 'Total');
      const prices = await idOf(orders, 'Prices');
      const query = (body: object) => call('POST', `/v3/tables/${orders}/records/query?fieldKey=name`, body, 200);
      const { records } = await query({
        filter: { fieldId: total, operator: 'greaterThan', value: 15 },
        sort: [{ fieldId: total, order: 'desc' }],
      });
      expect(records.map((one: { fields: object }) => one.fields)).toMatchObject([{ Total: 105 }, { Total: 20 }]);
      expect((await query({ filter: { fieldId: prices, operator: 'equals', value: 20 } })).records).toHaveLength(1);
    });

    it('are refused where they would be computed from themselves, or from what is not there', async () => {
      const code = async (of: string, body: object) =>
        (await under.send('POST', `/v3/tables/${of}/fields`, body)).body?.error?.code;
      const linkFieldId = items_of.props.referenceFieldId;
      const fieldId = price;
      const lookup = (props: object) => ({ name: 'X', type: 'lookup', props });
      expect(await code(orders, lookup({ linkFieldId: price, fieldId }))).toBe('fields.link_unknown');
      expect(await code(orders, lookup({ linkFieldId, fieldId: items_of.id }))).toBe('fields.source_refused');
      expect(await code(orders, lookup({ linkFieldId, fieldId: linkFieldId }))).toBe('fields.source_unknown');
      expect(
        await code(orders, {
          name: 'X',
          type: 'rollup',
          props: { linkFieldId, fieldId: await idOf(items, 'Name'), function: 'sum' },
        }),
      ).toBe('fields.function_unfit');
      const formula = await idOf(orders, 'With tax');
      const answer = await under.send('PATCH', `/v3/tables/${orders}/fields/${formula}`, {
        props: { formula: '{Further} * 2' },
      });
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'fields.circular']);
    });

    it('meet a filter where they have one', async () => {
      const other = items_of.props.referenceFieldId;
      const filter = { fieldId: price, operator: 'greaterThan', value: 6 };
      await field(orders, { name: 'Dear', type: 'count', props: { linkFieldId: other, filter } });
      await field(orders, {
        name: 'Dear names',
        type: 'rollup',
        props: { linkFieldId: other, fieldId: await idOf(items, 'Name'), function: 'join', filter },
      });
      const [order] = await make(orders, { Name: '4' });
      const [item] = await make(
        items,
        { Name: 'low', Price: 1, Order: [order] },
        { Name: 'high', Price: 7, Order: [order] },
      );
      await becomes(orders, order!, { Dear: 1, 'Dear names': 'high' });
      await set(items, item!, { Price: 8 });
      expect(await valuesOf(orders, order!)).toMatchObject({ Dear: 2 });
      await becomes(orders, order!, { Dear: 2, 'Dear names': 'low, high' });
    });

    it('are told where somebody asks what uses a field', async () => {
      const { uses } = await call('GET', `/v3/tables/${items}/fields/${price}/uses`, undefined, 200);
      expect(uses).toContainEqual(
        expect.objectContaining({ kind: 'field', name: 'Orders: Total', as: ['computed'], breaks: true }),
      );
      const own = await call('GET', `/v3/tables/${orders}/fields/${await idOf(orders, 'Total')}/uses`, undefined, 200);
      expect(own.uses).toContainEqual(expect.objectContaining({ kind: 'field', name: 'With tax' }));
      const link = items_of.props.referenceFieldId;
      const along = await call('GET', `/v3/tables/${orders}/fields/${link}/uses`, undefined, 200);
      expect(along.uses.map(({ name }: { name: string }) => name)).toContain('How many');
    });

    it('follow one record that many others look up, beyond what one commit computes', async () => {
      const rates = await table('Rates', [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Rate', type: 'number' },
      ]);
      const sales = await table('Sales', [{ name: 'Name', type: 'singleLineText' }]);
      const to = await field(sales, { name: 'At', type: 'connectedRecord', props: { tableId: rates } });
      await field(sales, {
        name: 'Now',
        type: 'lookup',
        props: { linkFieldId: to.id, fieldId: await idOf(rates, 'Rate') },
      });
      await field(sales, { name: 'Double', type: 'formula', props: { formula: 'SUM({Now}) * 2' } });
      await field(rates, {
        name: 'All',
        type: 'rollup',
        props: { linkFieldId: to.props.referenceFieldId, fieldId: await idOf(sales, 'Double'), function: 'sum' },
      });
      const [rate] = await make(rates, { Name: 'r', Rate: 1 });
      const many = 450;
      await make(sales, ...Array.from({ length: many }, (_, i) => ({ Name: String(i), At: [rate] })));
      await becomes(rates, rate!, { All: many * 2 });
      await set(rates, rate!, { Rate: 5 });
      // As long as one of them is behind, the answer says so.
      const behind = { fieldId: await idOf(sales, 'Double'), operator: 'lessThan', value: 10 };
      await expect
        .poll(
          async () => {
            const page = await call('POST', `/v3/tables/${sales}/records/query`, { filter: behind, limit: 1 }, 200);
            if (page.records.length > 0) expect(page.stale).toBe(true);
            return page.records.length;
          },
          { timeout: 20_000, interval: 1 },
        )
        .toBe(0);
      await becomes(rates, rate!, { All: many * 10 });
      const filter = { fieldId: await idOf(sales, 'Double'), operator: 'equals', value: 10 };
      expect((await call('POST', `/v3/tables/${sales}/records/count`, { filter }, 200)).total).toBe(many);
    });

    it('tell that a field is gone, and come back with it; another type of the source is told as well', async () => {
      const [order] = await make(orders, { Name: '5' });
      await make(items, { Name: 'e', Price: 3, Order: [order] });
      await becomes(orders, order!, { Total: 3, 'With tax': 3.3 });
      await call('DELETE', `/v3/tables/${items}/fields/${price}`, undefined, 204);
      await becomes(orders, order!, {
        Total: { error: 'field_gone' },
        'With tax': { error: 'field_gone' },
        'How many': 1,
      });
      await call('POST', `/v3/tables/${items}/fields/${price}/restore`, undefined, 200);
      await becomes(orders, order!, { Total: 3, 'With tax': 3.3 });
      await call('DELETE', `/v3/tables/${items}/fields/${items_of.id}`, undefined, 204);
      await becomes(orders, order!, { Total: { error: 'field_gone' }, 'How many': { error: 'field_gone' } });
      await call('POST', `/v3/tables/${items}/fields/${items_of.id}/restore`, undefined, 200);
      await becomes(orders, order!, { Total: 3, 'How many': 1 });
      await call('POST', `/v3/tables/${items}/fields/${price}/convert`, { type: 'singleLineText' });
      await becomes(orders, order!, { Total: { error: 'broken' }, 'How many': 1 });
      expect((await valuesOf(orders, order!))['Names']).toBe('e');
    });
  });
};
