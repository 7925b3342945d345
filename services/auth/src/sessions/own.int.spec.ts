import {
  caller,
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { credentialHash } from '@tessera/web';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createContext } from '../context.ts';
import { inWords, type OwnSessions } from './own.ts';

type Login = { way: string; browser: string | null; ip: string };

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

let product: TestProduct;
let admin: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
});
afterAll(() => product.stop());

const password = 'seven-oaks-43';
const signIn = async (email: string, userAgent: string): Promise<TestCaller> => {
  const { status, body } = await caller(product.url).call(
    'POST',
    '/auth/loginV2',
    { email, password },
    { 'user-agent': userAgent },
  );
  expect(status).toBe(200);
  return caller(product.url, (body as { token: string }).token);
};
const sessionsOf = async (who: TestCaller): Promise<OwnSessions> =>
  ((await who.call('GET', '/v3/sessions')).body as { sessions: OwnSessions }).sessions;
const works = async ({ token }: TestCaller): Promise<boolean> =>
  (await caller(product.url, token).call('GET', '/v3/session')).status === 200;
const ended = (who: TestCaller) =>
  vi.waitFor(async () => expect(await works(who)).toBe(false), { interval: 20, timeout: 20_000 });

describe('a person’s sessions', () => {
  it('are told with browser, system and address, and end one by one', async () => {
    const email = 'ro@marlow.example';
    await colleague(product, admin, { email, seat: 'member', role: '3' });
    const desk = await signIn(email, firefox);
    const phone = await signIn(email, iphone);
    const all = await sessionsOf(desk);
    expect(all).toHaveLength(3);
    expect(all.filter(({ current }) => current)).toMatchObject([
      { browser: 'Firefox 140', system: 'Windows', device: 'desktop', ip: expect.stringMatching(/127\.0\.0\.1|::1/) },
    ]);
    const other = all.find(({ device }) => device === 'mobile')!;
    expect(other).toMatchObject({ browser: 'Safari 18', system: 'iOS', current: false });
    expect(JSON.stringify(all)).not.toContain(credentialHash(desk.token));

    expect((await desk.call('DELETE', `/v3/sessions/${other.id}`)).status).toBe(204);
    await ended(phone);
    expect(await desk.call('DELETE', `/v3/sessions/${other.id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'session.not_found' } },
    });
    expect((await sessionsOf(desk)).map(({ id }) => id)).not.toContain(other.id);
    expect(await works(desk)).toBe(true);
  });

  it('end all at once but the one that asks, those of an earlier release too', async () => {
    const email = 'so@marlow.example';
    const first = await colleague(product, admin, { email, seat: 'member', role: '3' });
    const [second, third] = [await signIn(email, firefox), await signIn(email, iphone)];
    const { state } = product.ports('auth');
    const hash = credentialHash(third.token);
    const { id: _, ...earlier } = (await state.get<{ id?: string }>('', 'session', hash))!;
    await state.put('', 'session', hash, earlier);
    expect((await second.call('DELETE', '/v3/sessions')).body).toEqual({ ended: 2 });
    for (const one of [first, third]) await ended(one);
    expect(await sessionsOf(second)).toMatchObject([{ current: true }]);
    expect(await works(admin)).toBe(true);
  });

  it('of an earlier release are told once they are used', async () => {
    const email = 'ti@marlow.example';
    const first = await colleague(product, admin, { email, seat: 'member', role: '3' });
    const { state } = product.ports('auth');
    const hash = credentialHash(first.token);
    const { id, ...earlier } = (await state.get<{ id: string; userId: string }>('', 'session', hash))!;
    await state.put('', 'session', hash, earlier);
    await state.delete('', 'session-of', `${earlier.userId}.${id}`);
    await createContext(product.ports('auth') as never).sessions.resolve(hash);
    expect(await sessionsOf(first)).toMatchObject([{ current: true, browser: null, ip: '' }]);
  });

  it('are their own: nobody reads or ends those of others', async () => {
    const [mine] = await sessionsOf(admin);
    const lee = await colleague(product, admin, { email: 'lee@marlow.example', seat: 'builder', role: '2' });
    const eve = await foreignAdmin(product);
    for (const one of [lee, eve]) {
      expect((await one.call('DELETE', `/v3/sessions/${mine!.id}`)).status).toBe(404);
      expect((await sessionsOf(one)).map(({ id }) => id)).not.toContain(mine!.id);
    }
    const { body } = await admin.call('POST', '/v3/api-token', { name: 'Program' });
    const program = caller(product.url, (body as { token: string }).token);
    for (const path of ['/v3/sessions', '/v3/logins']) expect((await program.call('GET', path)).status).toBe(403);
    expect(await works(admin)).toBe(true);
  });

  it('go from the list with their password', async () => {
    const email = 'vi@marlow.example';
    const changing = await colleague(product, admin, { email, seat: 'member', role: '3' });
    await signIn(email, iphone);
    const changed = await changing.call('POST', '/auth/changePassword', {
      current: password,
      password: 'tall-fjord-77',
    });
    const after = caller(product.url, (changed.body as { newToken: string }).newToken);
    expect(await sessionsOf(after)).toMatchObject([{ current: true }]);
  });
});

it('logins of 90 days are told, the newest first', async () => {
  const email = 'uma@marlow.example';
  await colleague(product, admin, { email, seat: 'member', role: '3' });
  await signIn(email, firefox);
  const uma = await signIn(email, iphone);
  const { logins } = (await uma.call('GET', '/v3/logins')).body as { logins: Login[] };
  expect(logins.map(({ way, browser }) => [way, browser])).toEqual([
    ['password', 'Safari 18'],
    ['password', 'Firefox 140'],
    ['invitation', null],
  ]);
});

it('what a program calls itself is no browser', () => {
  expect(inWords('curl/8.4')).toEqual({ browser: null, system: null, device: null });
  expect(inWords('')).toEqual({ browser: null, system: null, device: null });
});
