import {
  colleague,
  firstRun,
  owner,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

type Session = { readonly userId: string; readonly createdAt: number };

let product: TestProduct;
let admin: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
});
afterAll(() => product.stop());

const code = ({ body }: { readonly body: unknown }): string =>
  (body as { error?: { code: string } } | undefined)?.error?.code ?? '';
const ask = (by: TestCaller, password?: string) => by.call('POST', '/v3/organization/delete', { password });

it('is asked for and aborted by administrators alone', async () => {
  const builder = await colleague(product, admin, { email: 'bo@marlow.example', seat: 'builder', role: '2' });
  expect((await builder.call('GET', '/v3/organization/erasure')).status).toBe(403);
  expect((await ask(builder, 'seven-oaks-43')).status).toBe(403);
  expect((await ask(admin, owner.password)).status).toBe(200);
  expect((await builder.call('GET', '/v3/session')).body).toMatchObject({
    organization: { delete_kind: 'organization', delete_at: expect.any(String) },
  });
  expect((await builder.call('POST', '/v3/organization/abort')).status).toBe(403);
  expect((await admin.call('POST', '/v3/organization/abort')).status).toBe(204);
});

it('is confirmed by a login of the last ten minutes where nobody has a password', async () => {
  const { state, vault } = product.ports('auth');
  const other = await colleague(product, admin, { email: 'no-word@marlow.example', seat: 'builder', role: '1' });
  const { user } = (await other.call('GET', '/v3/session')).body as { user: { id: string } };
  await vault.delete('', 'password', user.id);
  const erasure = async () => (await other.call('GET', '/v3/organization/erasure')).body;
  expect(await erasure()).toMatchObject({ confirm: 'sign_in', anew: true });
  for (const { key, value } of await state.list<Session>('', 'session', '', 100))
    if (value.userId === user.id)
      await state.put('', 'session', key, { ...value, createdAt: value.createdAt - 11 * 60_000 });
  expect(await erasure()).toMatchObject({ confirm: 'sign_in', anew: false });
  expect(code(await ask(other))).toBe('erasure.sign_in');
  // A password that somebody guesses is no way around it.
  expect(code(await ask(other, owner.password))).toBe('erasure.sign_in');
});

it('keeps what was said of the organization, its important e-mails and holidays, and takes them back as one', async () => {
  const change = await admin.call('PATCH', '/v3/organization', {
    fun_mode: true,
    working_days: [7, 1, 2],
    holidays: [
      { day: '2026-12-25', name: 'Christmas' },
      { day: '2026-01-01', name: '' },
    ],
  });
  expect(change.body).toMatchObject({
    fun_mode: true,
    working_days: [1, 2, 7],
    holidays: [{ day: '2026-01-01' }, { day: '2026-12-25' }],
  });
  const path = '/v4/account/settings/infra-notification';
  const many = Array.from({ length: 31 }, (_, n) => `a${n}@marlow.example`);
  expect((await admin.call('POST', path, { emails: many })).status).toBe(400);
  expect((await admin.call('POST', path, { emails: ['nobody'] })).status).toBe(400);
  expect((await admin.call('PATCH', '/v3/organization', { working_days: [] })).status).toBe(400);
  expect((await admin.call('POST', path, { emails: ['ops@marlow.example'] })).status).toBe(200);
  expect((await admin.call('GET', path)).body).toEqual({ emails: ['ops@marlow.example'] });
  const undone = await admin.call('POST', `/v3/undo/${change.headers.get('tessera-commit')}`, {});
  expect(undone.status).toBe(200);
  expect((await admin.call('GET', '/v3/organization')).body).toMatchObject({
    fun_mode: false,
    working_days: [1, 2, 3, 4, 5],
    holidays: [],
    important_emails: ['ops@marlow.example'],
  });
});
