import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller, colleague, firstRun, owner, startTestProduct, type TestCaller, type TestProduct } from './testing.ts';

let product: TestProduct;
let admin: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
});
afterAll(() => product.stop());

const codeOf = ({ body }: { readonly body: never }): string | undefined =>
  (body as { error?: { code?: string } } | undefined)?.error?.code;

describe('a role that builds on a seat that does not', () => {
  it.each(['member', 'viewer'] as const)('makes nothing by any route on a %s seat', async (seat) => {
    const { body } = await admin.call('POST', '/v3/tables', { label: `Of ${seat}`, fields: [] });
    const { id } = body as { id: string };
    const one = await colleague(product, admin, { email: `${seat}@marlow.example`, seat, role: '2' });
    const refused = await Promise.all([
      one.call('POST', '/v3/tables', { label: 'Theirs', fields: [] }),
      one.call('POST', `/v3/tables/${id}/fields`, { name: 'More', type: 'text' }),
      one.call('POST', `/v3/tables/${id}/views`, { label: 'Shared', config: { fields: [] } }),
      one.call('DELETE', `/v3/tables/${id}`),
      one.call('POST', '/connector/identifier', { connector_id: 'csv' }),
    ]);
    expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [403, 'tables.create_forbidden'],
      [403, 'fields.manage_forbidden'],
      [403, 'views.manage_forbidden'],
      [403, 'tables.archive_forbidden'],
      [403, 'connectors.forbidden'],
    ]);
    const { body: session } = await one.call('GET', '/v3/session');
    expect((session as { rights: object }).rights).toMatchObject({
      canCreateTables: false,
      canCreateApps: false,
      canViewConnectorPage: false,
      isBuilder: false,
    });
  });
});

describe('the administrators of an organization', () => {
  const people = async () =>
    ((await admin.call('GET', '/v3/users')).body as { users: { id: string; email: string; seat: string }[] }).users;
  const change = async (by: TestCaller, email: string, body: object) =>
    by.call('PUT', `/v3/account/user/${(await people()).find((one) => one.email === email)!.id}`, body);

  it('the only one takes neither role nor seat nor account from themselves', async () => {
    for (const body of [{ role: '3' }, { seat: 'member' }, { seat: 'viewer' }, { active: false }]) {
      const answer = await change(admin, owner.email, body);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'last_admin']);
    }
    // One on a lower seat could not give the seat back, so does not count.
    await colleague(product, admin, { email: 'low@marlow.example', seat: 'member', role: '1' });
    expect(codeOf(await change(admin, owner.email, { seat: 'viewer' }))).toBe('last_admin');
  });

  it('two who leave at once do not both leave', async () => {
    const second = await colleague(product, admin, { email: 'two@marlow.example', seat: 'builder', role: '1' });
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        change(admin, owner.email, { seat: 'viewer' }),
        change(second, 'two@marlow.example', { role: '2' }),
      ]);
      expect(answers.map(codeOf).filter((code) => code !== undefined)).toEqual(['last_admin']);
      // Whoever stayed gives it back.
      const [by, email] = codeOf(answers[0]) === undefined ? [second, owner.email] : [admin, 'two@marlow.example'];
      expect((await change(by, email, { seat: 'builder', role: '1' })).status).toBe(204);
    }
  });
});

describe('work that goes on', () => {
  const rows = 30_000;
  let table: string;
  let field: string;
  beforeAll(async () => {
    const { body } = await admin.call('POST', '/v3/tables', {
      label: 'Long',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    ({ id: table } = body as { id: string });
    field = (body as { fields: { id: string }[] }).fields[0]!.id;
    for (let i = 0; i < rows / 1000; i++)
      await admin.call('POST', `/v3/tables/${table}/records`, {
        records: Array.from({ length: 1000 }, (_, n) => ({ fields: { [field]: `${i * 1000 + n}` } })),
      });
  });

  let builders = 0;
  /** Somebody who builds, with an API token of theirs. */
  const withToken = async () => {
    const email = `long-${builders++}@marlow.example`;
    const person = await colleague(product, admin, { email, seat: 'builder', role: '2' });
    const made = (await person.call('POST', '/v3/api-token', { name: 'script' })).body as {
      id_api_token: string;
      token: string;
    };
    const { user } = (await person.call('GET', '/v3/session')).body as { user: { id: string } };
    return { person, userId: user.id, tokenId: made.id_api_token, program: caller(product.url, made.token) };
  };
  type Someone = Awaited<ReturnType<typeof withToken>>;

  const ways: readonly (readonly [string, (one: Someone) => Promise<{ readonly status: number }>])[] = [
    ['whose person is disabled', ({ userId }) => admin.call('PUT', `/v3/account/user/${userId}`, { active: false })],
    ['that is deleted', ({ person, tokenId }) => person.call('DELETE', `/v3/api-token/${tokenId}`)],
    [
      'whose person may build no more',
      ({ userId }) => admin.call('PUT', `/v3/account/user/${userId}`, { seat: 'viewer' }),
    ],
  ];

  it.each(ways)('an operation begun by a token %s stops at the next slice', async (_what, end) => {
    const someone = await withToken();
    const begun = await someone.program.call('POST', `/v3/tables/${table}/records/bulk`, {
      action: 'update',
      fields: { [field]: `by ${someone.userId}` },
    });
    const { operationId } = begun.body as { operationId: string };
    type Operation = { state: string; done: number; error?: string };
    const operation = async () => (await admin.call('GET', `/v3/operations/${operationId}`)).body as Operation;
    await expect.poll(async () => (await operation()).done, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
    expect((await end(someone)).status).toBe(204);
    await expect.poll(async () => (await operation()).state, { timeout: 20_000 }).toBe('failed');
    const { body } = await admin.call('POST', `/v3/tables/${table}/records/count`, {
      filter: { fieldId: field, operator: 'equals', value: `by ${someone.userId}` },
    });
    expect((body as { total: number }).total).toBeLessThan(rows);
  });
});
