import { newId, type Actor } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf, roles } from '../testing/actors.ts';
import { narrowFields as f, narrowRole } from '../testing/narrow.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
/** Sees the records of her own making alone. */
const nia: Actor = { ...actorOf(organization, 'builder'), roleId: narrowRole };
/** May not see the table of customers at all. */
let sam: Actor;
let t: TestTables;
let orders: string;
let customers: string;
/** Names of customers that Nia may not open, and what tells of them. */
let secret: string;
let own: string;
let order: string;
let plain: string;

const post = async (actor: Actor, path: string, body: unknown, status = 200) => {
  const answer = await t.call(actor, 'POST', path, body);
  expect([path, answer.status, answer.body]).toEqual([path, status, answer.body]);
  return answer.body;
};
type Told = {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly links?: Readonly<Record<string, object>>;
};
const query = async (actor: Actor, request: object): Promise<readonly Told[]> =>
  (await post(actor, `/v3/tables/${orders}/records/query?expand=labels`, request)).records;
const idsOf = (records: readonly { readonly id: string }[]): readonly string[] => records.map(({ id }) => id);

beforeAll(async () => {
  const id = newId();
  sam = {
    ...actorOf(organization, 'member', 'member', id),
    roleId: 'apart',
  };
  t = await startTables(
    [
      { actor: ada, name: 'Ada', email: 'ada@example.com' },
      { actor: nia, name: 'Nia', email: 'nia@example.com' },
      { actor: sam, name: 'Sam', email: 'sam@example.com' },
    ],
    { writeModule: new URL('../testing/narrow.write.ts', import.meta.url) },
  );
  const table = async (label: string, name: string, uniqueField?: string) =>
    (
      await post(
        ada,
        '/v3/tables',
        {
          label,
          ...(uniqueField !== undefined && { uniqueField }),
          fields: [{ id: name, name: 'Name', type: 'singleLineText' }],
        },
        201,
      )
    ).id as string;
  orders = await table('Orders', f.name);
  customers = await table('Customers', f.amount);
  // Sam's right is checked where it is asked for: the same object is handed in with every call.
  (sam as { permissions: unknown }).permissions = { ...roles.member, tables_disabled: [customers] };
  own = (
    await post(
      ada,
      `/v3/tables/${orders}/fields`,
      { id: f.code, name: 'Customer', type: 'connectedRecord', props: { tableId: customers } },
      201,
    )
  ).id;
  secret = (await post(ada, `/v3/tables/${customers}/records`, { fields: { [f.amount]: 'Hidden Harriet' } }, 201)).id;
  order = (await post(nia, `/v3/tables/${orders}/records`, { fields: { [f.name]: 'Order' } }, 201)).id;
  plain = (await post(nia, `/v3/tables/${orders}/records`, { fields: { [f.name]: 'Plain' } }, 201)).id;
  const linked = await t.call(ada, 'PATCH', `/v3/tables/${orders}/records/${order}`, { fields: { [own]: [secret] } });
  expect(linked.status).toBe(200);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

describe.each([
  ['records of the other table', () => nia],
  ['the other table', () => sam],
])('who may not see %s', (_name, who) => {
  const told = (answer: unknown): void => {
    expect(JSON.stringify(answer)).not.toContain('Harriet');
    expect(JSON.stringify(answer)).not.toContain(secret);
  };

  it('reads that there is a record that they cannot open', async () => {
    const records = await query(who(), {});
    told(records);
    expect(records.find(({ id }) => id === order)?.links?.[own]).toEqual({ hidden: 1 });
  });

  it('does not find it by its name, in a search', async () => {
    expect(idsOf(await query(ada, { search: 'harriet' }))).toEqual([order]);
    expect(await query(who(), { search: 'harriet' })).toEqual([]);
  });

  it('does not find out by a condition who links to it', async () => {
    const asked = (operator: string) => ({ filter: { fieldId: own, operator, value: [secret] } });
    expect(idsOf(await query(ada, asked('hasAnyOf')))).toEqual([order]);
    for (const operator of ['hasAnyOf', 'hasAllOf']) expect(await query(who(), asked(operator))).toEqual([]);
    expect(idsOf(await query(who(), asked('hasNoneOf')))).toEqual([order, plain]);
  });

  it('cannot link it by its name or its id, which is told as of one that is not there', async () => {
    for (const value of ['Hidden Harriet', [secret]]) {
      const answer = await t.call(who(), 'PATCH', `/v3/tables/${orders}/records/${plain}`, {
        fields: { [own]: value },
      });
      const absent = await t.call(who(), 'PATCH', `/v3/tables/${orders}/records/${plain}`, {
        fields: { [own]: typeof value === 'string' ? 'Nobody' : [newId()] },
      });
      expect([answer.status, answer.body.error.code]).toEqual([422, absent.body.error.code]);
    }
  });

  it('keeps what they cannot see when they write all that they see', async () => {
    const answer = await t.call(who(), 'PATCH', `/v3/tables/${orders}/records/${order}`, { fields: { [own]: [] } });
    expect(answer.status).toBe(200);
    told(answer.body);
    const [record] = await query(ada, { filter: { fieldId: f.name, operator: 'equals', value: 'Order' } });
    expect(record?.fields[own]).toEqual([{ id: secret, label: 'Hidden Harriet' }]);
  });

  it('reads in the history how many links changed and nothing else', async () => {
    const answer = await t.call(who(), 'GET', `/v3/tables/${orders}/records/${order}/history`);
    expect(answer.status).toBe(200);
    told(answer.body);
  });
});
