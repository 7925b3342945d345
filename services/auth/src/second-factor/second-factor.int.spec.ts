import {
  caller,
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContext } from '../context.ts';
import { codeOf, stepAt } from './totp.ts';

let product: TestProduct;
let admin: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
});
afterAll(() => product.stop());

const password = 'seven-oaks-43';
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** What an app makes of the secret that it was given. */
const appOf = (secret: string) => {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  // Each step works once, so that a test goes on to the next one.
  return (ahead = 1) => codeOf(key, stepAt(Date.now()) + ahead);
};
const post = (path: string, body: object) => caller(product.url).call('POST', path, body);
const signIn = async (email: string): Promise<{ token?: string; verifySession?: string }> => {
  const { status, body } = await post('/auth/loginV2', { email, password });
  expect(status).toBe(200);
  return body;
};
const verify = (verifySession: string | undefined, verifyCode: string) =>
  post('/auth/mfa-login', { verifySession, verifyCode });
const refused = (code: string, status: number) => ({ status, body: { error: { code } } });

/** Somebody whose login takes two steps, with their app and their recovery codes. */
const withFactor = async (name: string) => {
  const email = `${name}@marlow.example`;
  const who = await colleague(product, admin, { email, seat: 'member', role: '3' });
  const setup = await who.call('POST', '/v3/second-factor/setup', { current: password });
  expect(setup.status).toBe(200);
  const { secret, address } = setup.body as { secret: string; address: string };
  expect(address).toBe(`otpauth://totp/Tessera:${encodeURIComponent(email)}?secret=${secret}&issuer=Tessera`);
  const app = appOf(secret);
  const on = await who.call('POST', '/v3/second-factor', { code: app(0) });
  expect(on.status).toBe(200);
  return { email, who, app, recovery: (on.body as { recovery_codes: string[] }).recovery_codes };
};

describe('a login in two steps', () => {
  it('asks for a code after the password, and lets nobody in without one', async () => {
    const { email, app } = await withFactor('ro');
    const answer = await signIn(email);
    expect(Object.keys(answer)).toEqual(['verifySession']);
    const { verifySession } = answer;
    expect((await caller(product.url, verifySession).call('GET', '/v3/session')).status).toBe(401);
    expect(await verify(verifySession, '000000')).toMatchObject(refused('second_factor.code', 400));
    const code = app();
    const done = await verify(verifySession, code);
    expect(done.status).toBe(200);
    const { token } = done.body as { token: string };
    expect((await caller(product.url, token).call('GET', '/v3/session')).status).toBe(200);
    // Neither the code nor what the password gave works again.
    expect(await verify(verifySession, app())).toMatchObject(refused('second_factor.expired', 401));
    expect(await verify((await signIn(email)).verifySession, code)).toMatchObject(refused('second_factor.code', 400));
  });

  it('takes each of ten recovery codes once', async () => {
    const { email, who, recovery } = await withFactor('so');
    expect(new Set(recovery).size).toBe(10);
    const [first, second] = recovery;
    expect((await verify((await signIn(email)).verifySession, first!)).status).toBe(200);
    expect(await verify((await signIn(email)).verifySession, first!)).toMatchObject(refused('second_factor.code', 400));
    const { verifySession } = await signIn(email);
    expect((await verify(verifySession, second!.toUpperCase().replace('-', ' '))).status).toBe(200);
    expect((await who.call('GET', '/v3/second-factor')).body).toEqual({ on: true, recovery_left: 8 });
  });

  it('lets one of two in who come with one code at once', async () => {
    const { email, app } = await withFactor('ti');
    const sessions = [await signIn(email), await signIn(email)];
    const code = app();
    const answers = await Promise.all(sessions.map(({ verifySession }) => verify(verifySession, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('is begun and ended with the password alone', async () => {
    const { email, who } = await withFactor('uma');
    const wrong = { current: 'not-this-one' };
    expect(await who.call('POST', '/v3/second-factor/off', wrong)).toMatchObject(refused('password_mismatch', 401));
    expect(await who.call('POST', '/v3/second-factor/setup', { current: password })).toMatchObject(
      refused('second_factor.already_on', 409),
    );
    expect((await who.call('POST', '/v3/second-factor/off', { current: password })).status).toBe(204);
    expect((await signIn(email)).token).toBeDefined();
    expect(await who.call('POST', '/v3/second-factor/off', { current: password })).toMatchObject(
      refused('second_factor.not_on', 409),
    );
    expect(await who.call('POST', '/v3/second-factor/setup', wrong)).toMatchObject(refused('password_mismatch', 401));
  });

  it('is not on before the app has shown a code', async () => {
    const who = await colleague(product, admin, { email: 'vi@marlow.example', seat: 'member', role: '3' });
    await who.call('POST', '/v3/second-factor/setup', { current: password });
    expect(await who.call('POST', '/v3/second-factor', { code: '123456' })).toMatchObject(
      refused('second_factor.code', 400),
    );
    expect((await signIn('vi@marlow.example')).token).toBeDefined();
  });

  it('is not gone around by a link to a new password', async () => {
    const { email, app } = await withFactor('wim');
    const context = createContext(product.ports('auth') as never);
    await context.resetLinks.make((await context.accountByEmail(email))!, 'r1');
    const { token } = (await context.resetLinks.mailed('r1'))!;
    const done = await post('/auth/change-password', { token, password: 'tall-fjord-77' });
    expect(done).toMatchObject({ status: 200, body: { verifySession: expect.any(String) } });
    expect(done.headers.getSetCookie()).toEqual([]);
    expect((await verify((done.body as { verifySession: string }).verifySession, app())).status).toBe(200);
  });

  it('is seen and turned off by administrators of the organization, and by nobody else', async () => {
    const { email, who } = await withFactor('xia');
    type Users = { users: { id: string; email: string; second_factor?: boolean }[] };
    const of = async (by: TestCaller) =>
      ((await by.call('GET', '/v3/users')).body as Users).users.find((one) => one.email === email);
    const { id, second_factor: on } = (await of(admin))!;
    expect(on).toBe(true);
    expect((await of(who))!.second_factor).toBeUndefined();
    const off = `/v3/account/user/${id}/second-factor/off`;
    const lee = await colleague(product, admin, { email: 'lee@marlow.example', seat: 'builder', role: '2' });
    expect((await lee.call('POST', off)).status).toBe(403);
    expect((await (await foreignAdmin(product)).call('POST', off)).status).toBe(404);
    expect((await admin.call('POST', off)).status).toBe(204);
    expect((await signIn(email)).token).toBeDefined();
  });
});
