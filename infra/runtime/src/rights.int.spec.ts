import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colleague, firstRun, owner, startTestProduct, type TestCaller, type TestProduct } from './testing.ts';

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
