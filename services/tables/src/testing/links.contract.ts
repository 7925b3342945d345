import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Answer = { readonly status: number; readonly body: any; readonly headers: Headers }; // oxlint-disable-line typescript/no-explicit-any -- a test looks into whatever came back
export type LinksUnderTest = {
  /** A call of somebody who has every right. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  close(): Promise<void>;
};

type Made = { readonly id: string; readonly fields: Readonly<Record<string, string>> };

/** Links between records, as a program makes and reads them: the same on each engine. */
export const linksContract = (name: string, start: () => Promise<LinksUnderTest>): void => {
  let under: LinksUnderTest;
  const call = async (method: string, path: string, body?: unknown, expected?: number) => {
    const answer = await under.send(method, path, body);
    if (expected !== undefined) expect([path, answer.status, answer.body]).toEqual([path, expected, answer.body]);
    return answer.body;
  };
  const tableOf = async (label: string): Promise<Made> => {
    const body = await call('POST', '/v3/tables', { label, fields: [{ name: 'Name', type: 'singleLineText' }] }, 201);
    return { id: body.id, fields: { Name: body.fields[0].id } };
  };
  const make = async (table: string, ...names: string[]): Promise<readonly string[]> =>
    (
      await call(
        'POST',
        `/v3/tables/${table}/records?fieldKey=name`,
        { records: names.map((Name) => ({ fields: { Name } })) },
        201,
      )
    ).records.map(({ id }: { id: string }) => id);
  const link = async (from: string, to: string, more: object = {}, type = 'connectedRecord') => {
    const { name = `Link ${newId()}`, ...props } = more as { readonly name?: string };
    const made = await call('POST', `/v3/tables/${from}/fields`, { name, type, props: { tableId: to, ...props } }, 201);
    return { own: made.id as string, other: made.props.referenceFieldId as string };
  };
  const fieldsOf = async (table: string, record: string, expand = false) =>
    (await call('GET', `/v3/tables/${table}/records/${record}${expand ? '?expand=labels' : ''}`, undefined, 200))
      .fields;
  const set = (table: string, record: string, fields: object, expected = 200) =>
    call('PATCH', `/v3/tables/${table}/records/${record}`, { fields }, expected);

  let orders: Made;
  let customers: Made;
  beforeAll(async () => {
    under = await start();
    orders = await tableOf('Orders');
    customers = await tableOf('Customers');
  }, 180_000);
  afterAll(() => under.close());

  describe(`a link field ${name}`, () => {
    it('is made with its other side, and goes to the trash and comes back with it', async () => {
      const answer = await under.send('POST', `/v3/tables/${orders.id}/fields`, {
        name: 'Customer',
        type: 'connectedRecord',
        props: { tableId: customers.id, multiple: false, other: { name: 'Orders of them' } },
      });
      expect(answer.status).toBe(201);
      expect(answer.body.props).toMatchObject({ tableId: customers.id, multiple: false });
      const there = await call('GET', `/v3/tables/${customers.id}`);
      expect(there.fields.at(-1)).toMatchObject({
        id: answer.body.props.referenceFieldId,
        type: 'reference',
        name: 'Orders of them',
        props: { tableId: orders.id, ofFieldId: answer.body.id },
      });
      await call('DELETE', `/v3/tables/${orders.id}/fields/${answer.body.id}`, undefined, 204);
      expect((await call('GET', `/v3/tables/${customers.id}`)).fields).toHaveLength(1);
      await call('POST', `/v3/tables/${customers.id}/fields/${there.fields.at(-1).id}/restore`, undefined, 200);
      expect((await call('GET', `/v3/tables/${orders.id}`)).fields).toHaveLength(2);
    });

    it('shows its links on both sides, with labels where they are asked for', async () => {
      const { own, other } = await link(orders.id, customers.id, { name: 'Buyers' });
      const [maren, bo] = await make(customers.id, 'Maren', 'Bo');
      const [first, second] = await make(orders.id, '1', '2');
      expect((await set(orders.id, first!, { [own]: [bo, maren] })).fields[own]).toEqual([bo, maren]);
      await set(orders.id, second!, { [own]: maren });
      expect((await fieldsOf(orders.id, first!, true))[own]).toEqual([
        { id: bo, label: 'Bo' },
        { id: maren, label: 'Maren' },
      ]);
      expect((await fieldsOf(customers.id, maren!, true))[other]).toEqual([
        { id: first, label: '1' },
        { id: second, label: '2' },
      ]);
      const page = await call(
        'POST',
        `/v3/tables/${customers.id}/records/query?expand=labels`,
        { fields: [other] },
        200,
      );
      expect(page.records.find((one: { id: string }) => one.id === bo).fields[other]).toEqual([
        { id: first, label: '1' },
      ]);
      await set(orders.id, first!, { [own]: { remove: [bo], add: [] } });
      expect((await fieldsOf(customers.id, bo!))[other]).toBeUndefined();
    });

    it('is written from the other side', async () => {
      const { own, other } = await link(orders.id, customers.id);
      const [maren] = await make(customers.id, 'Maren');
      const [first, second, third] = await make(orders.id, '1', '2', '3');
      expect((await set(customers.id, maren!, { [other]: [second, first] })).fields[other]).toEqual([first, second]);
      expect((await fieldsOf(orders.id, first!))[own]).toEqual([maren]);
      await set(customers.id, maren!, { [other]: [third] });
      expect((await fieldsOf(orders.id, first!))[own]).toBeUndefined();
      const made = await call(
        'POST',
        `/v3/tables/${customers.id}/records`,
        { fields: { [customers.fields['Name']!]: 'New', [other]: [first] } },
        201,
      );
      expect(made.fields[other]).toEqual([first]);
      expect((await fieldsOf(orders.id, first!))[own]).toEqual([made.id]);
    });

    it('keeps what two people add at once, and hides records in the trash until they come back', async () => {
      const { own, other } = await link(orders.id, customers.id);
      const made = await make(customers.id, ...Array.from({ length: 8 }, (_, i) => `C${i}`));
      const [first] = await make(orders.id, '1');
      await Promise.all(made.map((id) => set(orders.id, first!, { [own]: { add: [id] } })));
      expect(new Set((await fieldsOf(orders.id, first!))[own])).toEqual(new Set(made));
      await call('DELETE', `/v3/tables/${customers.id}/records/${made[3]}`, undefined, 204);
      const left = made.filter((_, i) => i !== 3);
      expect(new Set((await fieldsOf(orders.id, first!))[own])).toEqual(new Set(left));
      // A whole value that leaves out what nobody sees leaves it where it is.
      await set(orders.id, first!, { [own]: left });
      await call('POST', `/v3/tables/${customers.id}/records/restore`, { ids: [made[3]] }, 200);
      expect(new Set((await fieldsOf(orders.id, first!))[own])).toEqual(new Set(made));
      await call('DELETE', `/v3/tables/${orders.id}/records/${first}`, undefined, 204);
      expect((await fieldsOf(customers.id, made[0]!))[other]).toBeUndefined();
    });

    it('is taken back as its inverse, and names what was deleted since', async () => {
      const { own, other } = await link(orders.id, customers.id);
      const [a, b, c, d] = await make(customers.id, 'A', 'B', 'C', 'D');
      const [first] = await make(orders.id, '1');
      await set(orders.id, first!, { [own]: [a, b, c] });
      const removed = await under.send('PATCH', `/v3/tables/${orders.id}/records/${first}`, {
        fields: { [own]: { remove: [b] } },
      });
      await set(orders.id, first!, { [own]: { add: [d] } });
      const undo = (commitId: string) => under.send('POST', `/v3/undo/${commitId}`, { conflicts: 'skip' });
      const back = await undo(removed.headers.get('tessera-commit')!);
      expect([back.status, back.body]).toEqual([200, back.body]);
      expect((await fieldsOf(orders.id, first!))[own]).toEqual([a, b, c, d]);
      const both = await under.send('PATCH', `/v3/tables/${orders.id}/records/${first}`, {
        fields: { [own]: [d] },
      });
      await call('DELETE', `/v3/tables/${customers.id}/records/${b}`, undefined, 204);
      const partly = await undo(both.headers.get('tessera-commit')!);
      expect(partly.body.conflicts).toMatchObject([{ recordId: first, fieldId: own, blocked: 'links.not_found' }]);
      const fromThere = await under.send('PATCH', `/v3/tables/${customers.id}/records/${d}`, {
        fields: { [other]: [] },
      });
      expect((await fieldsOf(orders.id, first!))[own] ?? []).not.toContain(d);
      await undo(fromThere.headers.get('tessera-commit')!);
      expect((await fieldsOf(orders.id, first!))[own]).toContain(d);
    });

    it('tells in the history how many links were added and removed, and never which', async () => {
      const { own } = await link(orders.id, customers.id);
      const [maren, bo] = await make(customers.id, 'Maren', 'Bo');
      const made = await call('POST', `/v3/tables/${orders.id}/records`, { fields: { [own]: [maren] } }, 201);
      await set(orders.id, made.id, { [own]: [bo] });
      const { body } = await under.send('GET', `/v3/tables/${orders.id}/records/${made.id}/history`);
      const told = JSON.stringify(body);
      expect(told).toContain('{"added":1,"removed":1}');
      expect(told).toContain('{"count":1}');
      for (const id of [maren!, bo!]) expect(told).not.toContain(id);
    });

    it('is filtered by what stands at the end of links, on either side', async () => {
      const { own, other } = await link(orders.id, customers.id);
      const [maren, bo] = await make(customers.id, 'Maren of the path', 'Bo of the path');
      const [first, second, third] = await make(orders.id, 'p1', 'p2', 'p3');
      await set(orders.id, first!, { [own]: [maren, bo] });
      await set(orders.id, second!, { [own]: [bo] });
      const ids = async (table: string, filter: object): Promise<readonly string[]> =>
        (await call('POST', `/v3/tables/${table}/records/query`, { filter }, 200)).records.map(
          ({ id }: { id: string }) => id,
        );
      const name = customers.fields['Name']!;
      const by = (value: string, match?: string) => ({
        path: [own, name],
        operator: 'contains',
        value,
        ...(match !== undefined && { match }),
      });
      expect(await ids(orders.id, by('maren of'))).toEqual([first]);
      expect(await ids(orders.id, by('of the path'))).toEqual([first, second]);
      expect(await ids(orders.id, by('bo of', 'all'))).toEqual([second]);
      expect(await ids(orders.id, by('bo of', 'none'))).toContain(third);
      expect(await ids(orders.id, by('maren of', 'none'))).not.toContain(first);
      expect(await ids(orders.id, { and: [{ fieldId: own, operator: 'isNotEmpty' }, by('maren of')] })).toEqual([
        first,
      ]);
      expect(
        await ids(customers.id, { path: [other, orders.fields['Name']!], operator: 'equals', value: 'p2' }),
      ).toEqual([bo]);
      expect(await ids(customers.id, { fieldId: other, operator: 'hasAnyOf', value: [first] })).toEqual([maren, bo]);
      expect(await ids(customers.id, { fieldId: other, operator: 'isNotEmpty' })).toEqual([maren, bo]);
      // Two links along: the orders that share a customer with p2.
      expect(
        await ids(orders.id, { path: [own, other, orders.fields['Name']!], operator: 'equals', value: 'p2' }),
      ).toEqual([first, second]);
    });

    it('is written by unique value and by name, and says which names mean none or several', async () => {
      const codes = await call(
        'POST',
        '/v3/tables',
        {
          label: 'Coded',
          uniqueField: 'Code',
          fields: [
            { name: 'Name', type: 'singleLineText' },
            { name: 'Code', type: 'singleLineText' },
          ],
        },
        201,
      );
      const named = async (Name: string, Code: string) =>
        (await call('POST', `/v3/tables/${codes.id}/records?fieldKey=name`, { fields: { Name, Code } }, 201)).id;
      const acme = await named('Acme, Inc.', 'A-1');
      const bolt = await named('Bolt', 'A-2');
      const twin = await named('Twin', 'A-3');
      const other = await named('Twin', 'A-4');
      // Its code is the name of another: the unique value comes first.
      const odd = await named('Odd', 'Bolt');
      const { own, other: back } = await link(orders.id, codes.id);
      const [first, second] = await make(orders.id, '1', '2');
      const one = async (value: unknown) => (await set(orders.id, first!, { [own]: value })).fields[own];
      expect(await one('acme, inc.')).toEqual([acme]);
      expect(await one('"Acme, Inc.", a-2')).toEqual([acme, bolt]);
      expect(await one(['A-4', 'Acme, Inc.'])).toEqual([other, acme]);
      expect(await one('Bolt')).toEqual([odd]);
      expect(await one([{ id: bolt }])).toEqual([bolt]);
      const several = await set(orders.id, first!, { [own]: 'Twin' }, 422);
      expect(several.error).toMatchObject({ code: 'links.ambiguous' });
      for (const id of [twin, other]) expect(several.error.message).toContain(id);
      const misses = await call(
        'PATCH',
        `/v3/tables/${orders.id}/records`,
        {
          records: [
            { id: first, fields: { [own]: 'Nobody' } },
            { id: second, fields: { [own]: 'A-1, Nowhere' } },
          ],
        },
        422,
      );
      expect(misses.error.details.errors).toMatchObject([
        { index: 0, fieldId: own, code: 'links.unknown', params: { text: 'Nobody' } },
        { index: 1, fieldId: own, code: 'links.unknown', params: { text: 'Nowhere' } },
      ]);
      expect((await fieldsOf(orders.id, first!))[own]).toEqual([bolt]);
      // From the other side, and with a new record.
      const [sole] = await make(orders.id, 'Order with a name of its own');
      expect((await set(codes.id, twin, { [back]: 'order with a name of its own' })).fields[back]).toEqual([sole]);
      const made = await call('POST', `/v3/tables/${orders.id}/records`, { fields: { [own]: 'A-1' } }, 201);
      expect(made.fields[own]).toEqual([acme]);
    });

    it('is found by the names of its records, on either side', async () => {
      const { own } = await link(orders.id, customers.id);
      const [zelda] = await make(customers.id, 'Zelda Quux');
      const [first, second] = await make(orders.id, 'quartz', 'quuxless');
      await set(orders.id, first!, { [own]: [zelda] });
      const ids = async (table: string, search: string): Promise<readonly string[]> =>
        (await call('POST', `/v3/tables/${table}/records/query`, { search }, 200)).records.map(
          ({ id }: { id: string }) => id,
        );
      expect(await ids(orders.id, 'zelda')).toEqual([first]);
      expect(await ids(orders.id, 'quux')).toEqual([first, second]);
      expect(await ids(orders.id, 'quartz zelda')).toEqual([first]);
      expect(await ids(orders.id, 'quuxless zelda')).toEqual([]);
      expect(await ids(customers.id, 'quartz')).toEqual([zelda]);
      const { total } = await call('POST', `/v3/tables/${orders.id}/records/count`, { search: 'zelda' }, 200);
      expect(total).toBe(1);
    });

    it('is made with its table, several to one table as well', async () => {
      const made = await call(
        'POST',
        '/v3/tables',
        {
          label: 'Visits',
          fields: [
            { name: 'Visit', type: 'singleLineText' },
            { name: 'Host', type: 'connectedRecord', props: { tableId: customers.id, multiple: false } },
            { name: 'Guests', type: 'connectedRecord', props: { tableId: customers.id } },
          ],
        },
        201,
      );
      const [, host, guests] = made.fields;
      const [ada, bo] = await make(customers.id, 'Host Ada', 'Guest Bo');
      const visit = await call(
        'POST',
        `/v3/tables/${made.id}/records`,
        { fields: { [host.id]: ada, [guests.id]: [bo, ada] } },
        201,
      );
      expect((await fieldsOf(customers.id, ada!))[host.props.referenceFieldId]).toEqual([visit.id]);
      expect((await fieldsOf(customers.id, bo!))[guests.props.referenceFieldId]).toEqual([visit.id]);
      const there = (await call('GET', `/v3/tables/${customers.id}`)).fields.map(({ name }: { name: string }) => name);
      expect(there).toEqual(expect.arrayContaining(['Visits', 'Visits 2']));
      const refused = await under.send('POST', '/v3/tables', {
        label: 'Nowhere',
        fields: [{ name: 'To', type: 'connectedRecord', props: { tableId: newId() } }],
      });
      expect([refused.status, refused.body.error.code]).toEqual([400, 'links.table_unknown']);
    });

    it('is refused where nobody looks whether its records may be linked', async () => {
      const { own } = await link(orders.id, customers.id);
      const [first] = await make(orders.id, '1');
      const bulk = await under.send('POST', `/v3/tables/${orders.id}/records/bulk`, {
        action: 'update',
        ids: [first],
        fields: { [own]: [newId()] },
      });
      expect([bulk.status, bulk.body.error.code]).toEqual([400, 'bulk.mode_refused']);
      const field = await under.send('POST', `/v3/tables/${orders.id}/fields`, {
        name: `Default ${newId()}`,
        type: 'connectedRecord',
        props: { tableId: customers.id },
        default: [newId()],
      });
      expect([field.status, field.body.error.code]).toEqual([400, 'fields.default_refused']);
    });

    it('shows nothing of a table in the trash and says so, until it comes back', async () => {
      const parts = await tableOf('Parts');
      const { own, other } = await link(orders.id, parts.id);
      const [wheel] = await make(parts.id, 'Wheel');
      const [first] = await make(orders.id, '1');
      await set(orders.id, first!, { [own]: [wheel] });
      await call('DELETE', `/v3/tables/${parts.id}`, undefined, 204);
      const record = await call('GET', `/v3/tables/${orders.id}/records/${first}`, undefined, 200);
      expect([record.fields[own], record.links[own]]).toEqual([undefined, { tableInTrash: true }]);
      expect((await set(orders.id, first!, { [own]: { add: [wheel] } }))?.fields[own]).toBeUndefined();
      await call('POST', `/v3/tables/${parts.id}/restore`, undefined, 200);
      expect((await fieldsOf(orders.id, first!))[own]).toEqual([wheel]);
      expect((await fieldsOf(parts.id, wheel!))[other]).toEqual([first]);
    });

    it('refuses records that are not there, by name', async () => {
      const { own } = await link(orders.id, customers.id, { multiple: false });
      const [maren, bo] = await make(customers.id, 'Maren', 'Bo');
      const [first] = await make(orders.id, '1');
      expect((await set(orders.id, first!, { [own]: [newId()] }, 422)).error.code).toBe('links.not_found');
      expect((await set(orders.id, first!, { [own]: [first] }, 422)).error.code).toBe('links.not_found');
      expect((await set(orders.id, first!, { [own]: [maren, bo] }, 422)).error.code).toBe('links.one_only');
      await set(orders.id, first!, { [own]: [maren] });
      expect((await set(orders.id, first!, { [own]: [bo] })).fields[own]).toEqual([bo]);
    });

    it('gives a record to one alone where the other side is one, whoever comes at once', async () => {
      const { own, other } = await link(orders.id, customers.id, {}, 'oneToOneConnection');
      const [maren] = await make(customers.id, 'Maren');
      const made = await make(orders.id, ...Array.from({ length: 6 }, (_, i) => `${i}`));
      const answers = await Promise.all(
        made.map((id) => under.send('PATCH', `/v3/tables/${orders.id}/records/${id}`, { fields: { [own]: [maren] } })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code)).toEqual(
        Array.from({ length: 5 }, () => 'links.taken'),
      );
      const [winner] = (await fieldsOf(customers.id, maren!))[other];
      const loser = made.find((id) => id !== winner)!;
      await set(customers.id, maren!, { [other]: [loser] });
      expect((await fieldsOf(orders.id, winner))[own]).toBeUndefined();
      expect((await fieldsOf(orders.id, loser))[own]).toEqual([maren]);
    });
  });
};
