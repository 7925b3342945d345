import {
  caller,
  colleague,
  owner,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { askOperator } from '../../../../infra/runtime/src/operator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let product: TestProduct;
let admin: TestCaller;
beforeAll(async () => {
  // One proxy in front: a test says from which address it comes.
  product = await startTestProduct({
    environment: { TESSERA_RATE_LIMITS: 'on', TESSERA_TRUSTED_PROXIES: '1', TESSERA_BASE_URL: 'https://work.example' },
  });
  const code = await product.setupCode();
  const { body } = await caller(product.url).call('POST', '/setup', { ...owner, code }, from('10.9.9.9'));
  admin = caller(product.url, (body as { token: string }).token);
});
afterAll(() => product.stop());

const from = (address: string, cookie?: string) => ({
  'x-forwarded-for': address,
  ...(cookie === undefined ? {} : { cookie }),
});
const signIn = (email: string, password: string, address: string, cookie?: string) =>
  caller(product.url).call('POST', '/auth/loginV2', { email, password }, from(address, cookie));
const deviceOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .find((one) => one.startsWith('__Host-tessera-device-'))!
    .split(';')[0]!;

describe('signing in while others guess', () => {
  it('ten wrong passwords from anywhere lock nobody out of a browser that the account knows', async () => {
    const first = await signIn(owner.email, owner.password, '198.51.100.1');
    expect(first.status).toBe(200);
    const device = deviceOf(first.headers);
    expect(first.headers.getSetCookie().every((one) => /HttpOnly; SameSite=Lax; Secure/.test(one))).toBe(true);
    const guesses: number[] = [];
    for (let i = 0; i < 10; i++) guesses.push((await signIn(owner.email, 'wrong', `203.0.113.${i}`)).status);
    expect(guesses).toEqual([...Array<number>(9).fill(401), 429]);
    expect((await signIn(owner.email, owner.password, '198.51.100.2')).status).toBe(429);
    // A cookie that was altered, or is another account's, is none.
    const forged = device.replace(/=(.)/, (_all, letter: string) => `=${letter === 'A' ? 'B' : 'A'}`);
    expect((await signIn(owner.email, owner.password, '198.51.100.2', forged)).status).toBe(429);
    const again = await signIn(owner.email, owner.password, '198.51.100.2', device);
    expect(again.status).toBe(200);
    // It stays the same browser: signing in anew does not give new attempts.
    expect(deviceOf(again.headers).split('.')[0]).toBe(device.split('.')[0]);

    // Keys that are changed meanwhile lock nobody out either: what the one before signed holds.
    expect((await askOperator(product.dataFolder, 'rotate-keys', undefined as never))?.answer).toEqual({
      devices: 2,
      files: 2,
      uploads: 2,
    });
    expect((await signIn(owner.email, owner.password, '198.51.100.2', device)).status).toBe(200);
  });

  it('more people than ten sign in from one address in a moment', async () => {
    const people = Array.from({ length: 14 }, (_, i) => `p${i}@marlow.example`);
    for (const [i, email] of people.entries()) {
      const { body } = await admin.call('POST', '/v3/invitations', { seat: 'member', role: '3' });
      const secret = (body as { link: string }).link.split('/').at(-1);
      const joined = await caller(product.url).call(
        'POST',
        `/invitations/${secret}/accept`,
        { name: 'P', email, password: 'seven-oaks-43' },
        from(`10.0.0.${i}`),
      );
      expect(joined.status).toBe(201);
    }
    const answers = await Promise.all(people.map((email) => signIn(email, 'seven-oaks-43', '198.51.100.77')));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  });
});

describe('an invitation', () => {
  const invite = async (by: TestCaller, seat = 'member', role = '3') => {
    const { body } = await by.call('POST', '/v3/invitations', { seat, role });
    const { id, link } = body as { id: string; link: string };
    return { id, secret: link.split('/').at(-1)! };
  };
  const accept = (secret: string, email: string, password: string, address: string) =>
    caller(product.url).call('POST', `/invitations/${secret}/accept`, { name: 'X', email, password }, from(address));
  const errorOf = ({ status, body }: { status: number; body: never }) => {
    const { code, message } = (body as { error: { code: string; message: string } }).error;
    return { status, code, message };
  };

  it('takes the password of whoever has an account, each try of which counts as one to log in', async () => {
    const { secret } = await invite(admin);
    const email = 'p0@marlow.example';
    expect(errorOf(await accept(secret, email, 'seven-oaks-43', '192.0.2.1'))).toMatchObject({
      status: 409,
      code: 'member.exists',
    });
    expect(errorOf(await accept(secret, email, 'seven-oaks-44', '192.0.2.2'))).toMatchObject({
      status: 409,
      code: 'email_taken',
    });
    for (let i = 3; i < 20; i++) await accept(secret, email, 'wrong', `192.0.2.${i}`);
    expect(errorOf(await accept(secret, email, 'seven-oaks-43', '192.0.2.40')).status).toBe(429);
    expect((await signIn(email, 'seven-oaks-43', '192.0.2.41')).status).toBe(429);
  });

  it.each([
    ['may not come in any more', { active: false }, { active: true }],
    ['may not invite any more', { role: '3' }, { role: '2' }],
    ['sits below what they invited to', { seat: 'viewer' }, { seat: 'builder' }],
  ])('ends when its inviter %s', async (_what, change, back) => {
    const email = `inviter-${JSON.stringify(change).length}@marlow.example`;
    const inviter = await colleague(product, admin, { email, seat: 'builder', role: '2' });
    const { id, secret } = await invite(inviter);
    const people = (await admin.call('GET', '/v3/users')).body as { users: { id: string; email: string }[] };
    const person = people.users.find((one) => one.email === email)!.id;
    expect((await admin.call('PUT', `/v3/account/user/${person}`, change)).status).toBe(204);

    const shown = await caller(product.url).call('GET', `/invitations/${secret}`, undefined, from('192.0.2.50'));
    expect((shown.body as { state: string }).state).toBe('revoked');
    const listed = (await admin.call('GET', '/v3/invitations')).body as {
      invitations: { id: string; state: string }[];
    };
    expect(listed.invitations.find((one) => one.id === id)?.state).toBe('revoked');
    const refused = await accept(secret, `new-${person}@marlow.example`, 'seven-oaks-45', `192.0.3.${email.length}`);
    expect(errorOf(refused)).toMatchObject({ status: 409, code: 'invitation.revoked' });
    expect((await signIn(`new-${person}@marlow.example`, 'seven-oaks-45', '192.0.2.60')).status).toBe(401);

    await admin.call('PUT', `/v3/account/user/${person}`, back);
  });

  it('of somebody who was disabled and let in again is theirs again', async () => {
    const inviter = await colleague(product, admin, { email: 'back@marlow.example', seat: 'builder', role: '2' });
    const { secret } = await invite(inviter);
    const people = (await admin.call('GET', '/v3/users')).body as { users: { id: string; email: string }[] };
    const { id } = people.users.find((one) => one.email === 'back@marlow.example')!;
    for (const active of [false, true]) await admin.call('PUT', `/v3/account/user/${id}`, { active });
    expect((await accept(secret, 'late@marlow.example', 'seven-oaks-45', '192.0.2.80')).status).toBe(201);
  });
});
