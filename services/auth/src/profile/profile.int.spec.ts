import {
  caller,
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

it('a photo is shown to the people of the organization alone, and a logo to anyone', async () => {
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const bytesOf = async (path: string, who: TestCaller | null): Promise<[number, string | null, string]> => {
    const response = await fetch(`${product.url}${path}`, {
      headers: who === null ? {} : { authorization: `Bearer ${who.token}` },
    });
    return [
      response.status,
      response.headers.get('content-type'),
      Buffer.from(await response.arrayBuffer()).toString('base64'),
    ];
  };
  const saved = await member.call('PUT', '/v3/account/photo', { data });
  const { url } = saved.body as { url: string };
  expect(saved.status).toBe(200);
  expect(await bytesOf(url, admin)).toEqual([200, 'image/png', data]);
  expect((await bytesOf(url, null))[0]).toBe(401);
  expect((await bytesOf(url, await foreignAdmin(product)))[0]).toBe(404);
  const { users } = (await admin.call('GET', '/v3/users?search=mo@')).body as { users: { photo_url: string | null }[] };
  expect(users[0]?.photo_url).toBe(url);
  for (const wrong of [Buffer.from('<svg/>').toString('base64'), 'not base64!', 'A'.repeat(200_000), ''])
    expect((await member.call('PUT', '/v3/account/photo', { data: wrong })).status).toBe(400);
  expect((await member.call('DELETE', '/v3/account/photo')).status).toBe(204);
  expect((await bytesOf(url, admin))[0]).toBe(404);

  expect((await member.call('PUT', '/v3/organization/logo', { data })).status).toBe(403);
  const logo = ((await admin.call('PUT', '/v3/organization/logo', { data })).body as { url: string }).url;
  expect(await bytesOf(logo, null)).toEqual([200, 'image/png', data]);
  expect((await caller(product.url).call('GET', '/org/get')).body).toMatchObject({ logo_customizado: logo });
  // What else is changed leaves the logo as it is.
  await admin.call('PATCH', '/v3/organization', { name: 'Marlow Group' });
  expect((await admin.call('GET', '/v3/organization')).body).toMatchObject({ logo_customizado: logo });
  expect((await admin.call('DELETE', '/v3/organization/logo')).status).toBe(204);
  expect((await caller(product.url).call('GET', '/org/get')).body).toMatchObject({ logo_customizado: null });
});
