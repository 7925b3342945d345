import {
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let product: TestProduct;
let admin: TestCaller;
let member: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  member = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '3' });
});
afterAll(() => product.stop());

it('everybody says themselves who they are, and others see their name', async () => {
  const { body: first } = await member.call('GET', '/v3/account/profile');
  expect(first).toMatchObject({ email: 'mo@marlow.example', personal_email: null, phone: null });
  const changed = await member.call('PATCH', '/v3/account/profile', {
    display_name: 'Mo the Third',
    last_name: 'Marlow',
    phone: '+351 912 555 014',
    personal_email: 'mo@home.example',
  });
  expect([changed.status, changed.body]).toMatchObject([200, { display_name: 'Mo the Third', last_name: 'Marlow' }]);
  expect((await member.call('GET', '/v3/session')).body).toMatchObject({ user: { name: 'Mo the Third' } });
  const { users } = (await admin.call('GET', '/v3/users?search=third')).body as { users: { name: string }[] };
  expect(users).toMatchObject([{ name: 'Mo the Third' }]);
  const emptied = await member.call('PATCH', '/v3/account/profile', { phone: null, personal_email: null });
  expect(emptied.body).toMatchObject({ phone: null, personal_email: null, last_name: 'Marlow' });
  for (const wrong of [{ phone: 'call me' }, { personal_email: 'mo' }, { display_name: ' ' }, { seat: 'builder' }])
    expect((await member.call('PATCH', '/v3/account/profile', wrong)).status).toBe(400);
});

it('who may change the settings names the organization, and takes that back', async () => {
  const locale = { language: 'pt', timezone: 'Europe/Lisbon', currency_symbol: '€' };
  const changed = await admin.call('PATCH', '/v3/organization', { name: 'Marlow Group', locale_settings: locale });
  expect([changed.status, changed.body]).toMatchObject([200, { name: 'Marlow Group', locale_settings: locale }]);
  expect((await member.call('GET', '/v3/organization')).body).toMatchObject({ name: 'Marlow Group' });
  expect((await member.call('GET', '/v3/session')).body).toMatchObject({ organization: { locale_settings: locale } });
  expect((await member.call('PATCH', '/v3/organization', { name: 'Mine' })).status).toBe(403);
  const eve = await foreignAdmin(product);
  expect((await eve.call('GET', '/v3/organization')).body).not.toMatchObject({ name: 'Marlow Group' });
  await admin.call('PATCH', '/v3/organization', { locale_settings: { currency_symbol: '$' } });
  const undone = await admin.call('POST', `/v3/undo/${changed.headers.get('tessera-commit')}`, { conflicts: 'skip' });
  expect(undone.status).toBe(200);
  expect((await admin.call('GET', '/v3/organization')).body).toMatchObject({
    name: 'Marlow Supply',
    locale_settings: { currency_symbol: '$' },
  });
  for (const wrong of [
    { name: '' },
    { locale_settings: { timezone: 'Mars/Olympus' } },
    { locale_settings: { language: 'xx' } },
  ])
    expect((await admin.call('PATCH', '/v3/organization', wrong)).status).toBe(400);
});
