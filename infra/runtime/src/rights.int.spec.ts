import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colleague, firstRun, startTestProduct, type TestCaller, type TestProduct } from './testing.ts';

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
