import {
  caller,
  colleague,
  firstRun,
  owner,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createContext } from '../context.ts';
import { dropResetLinks, linkLife } from './links.ts';

type Mails = { readonly mails: readonly { readonly id: string; readonly kind: string; readonly state: string }[] };

let product: TestProduct;
let admin: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
});
afterAll(() => product.stop());

const post = (path: string, body: object) => caller(product.url).call('POST', path, body);
const signIn = async (email: string, password: string): Promise<number> =>
  (await post('/auth/loginV2', { email, password })).status;
const works = async (token: string): Promise<boolean> =>
  (await caller(product.url, token).call('GET', '/v3/session')).status === 200;
const resets = async (): Promise<Mails['mails']> =>
  ((await admin.call('GET', '/v3/mails')).body as Mails).mails.filter(({ kind }) => kind === 'password-reset');
const textOf = async (id: string): Promise<string | undefined> =>
  ((await admin.call('GET', `/v3/mails/${id}`)).body as { contents: { text: string } | null }).contents?.text;

/** Asks for a link and answers its token, as the mail has it. */
const ask = async (email: string): Promise<{ readonly token: string; readonly mail: string }> => {
  const before = new Set((await resets()).map(({ id }) => id));
  expect(await post('/auth/reset-password', { email })).toMatchObject({ status: 204, body: undefined });
  const mail = await vi.waitFor(
    async () => {
      const one = (await resets()).find(({ id }) => !before.has(id));
      if (one === undefined) throw new Error('the mail is not there yet');
      return one.id;
    },
    { interval: 20, timeout: 40_000 },
  );
  const [, token = ''] = /\/new-password\/([\w-]+)/.exec((await textOf(mail)) ?? '') ?? [];
  expect(token).not.toBe('');
  return { token, mail };
};
const expired = { status: 401, body: { error: { code: 'invalid_token' } } };

describe('a forgotten password', () => {
  it('is replaced by the link of a mail, once; every session ends and the link is kept nowhere', async () => {
    const email = 'ro@marlow.example';
    const ro = await colleague(product, admin, { email, seat: 'member', role: '3' });
    const { token, mail } = await ask(email);
    expect((await post('/auth/reset-link', { token })).body).toEqual({ email });
    const weak = await post('/auth/change-password', { token, password: 'abc' });
    expect(weak).toMatchObject({ status: 400, body: { error: { code: 'password.too_short' } } });

    const done = await post('/auth/change-password', { token, password: 'tall-fjord-77' });
    expect(done.status).toBe(200);
    const { newToken } = done.body as { newToken: string };
    expect(await works(newToken)).toBe(true);
    expect(done.headers.getSetCookie().some((one) => one.startsWith(`tessera=${newToken};`))).toBe(true);
    await vi.waitFor(async () => expect(await works(ro.token)).toBe(false), { interval: 20, timeout: 20_000 });
    expect(await signIn(email, 'seven-oaks-43')).toBe(401);
    expect(await signIn(email, 'tall-fjord-77')).toBe(200);

    expect(await post('/auth/change-password', { token, password: 'tall-fjord-78' })).toMatchObject(expired);
    expect(await post('/auth/reset-link', { token })).toMatchObject(expired);
    expect(await textOf(mail)).toBeUndefined();
    expect(await signIn(email, 'tall-fjord-77')).toBe(200);
  });

  it('ends the links that were sent before, however it was changed', async () => {
    const email = 'so@marlow.example';
    const so = await colleague(product, admin, { email, seat: 'member', role: '3' });
    const [first, second] = [await ask(email), await ask(email)];
    const changed = await so.call('POST', '/auth/changePassword', {
      current: 'seven-oaks-43',
      password: 'tall-fjord-77',
    });
    expect(changed.status).toBe(200);
    for (const { token } of [first, second])
      expect(await post('/auth/change-password', { token, password: 'tall-fjord-78' })).toMatchObject(expired);
  });

  it('is changed by one of two who come with the same link at once', async () => {
    const email = 'ti@marlow.example';
    await colleague(product, admin, { email, seat: 'member', role: '3' });
    const { token } = await ask(email);
    const tries = ['tall-fjord-77', 'tall-fjord-78'];
    const answers = await Promise.all(tries.map((password) => post('/auth/change-password', { token, password })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect(await signIn(email, tries[won]!)).toBe(200);
    expect(await signIn(email, tries[1 - won]!)).toBe(401);
  });

  it('of nobody, or of somebody who is kept out, gets the same answer and no mail', async () => {
    const email = 'out@marlow.example';
    await colleague(product, admin, { email, seat: 'member', role: '3' });
    const { token } = await ask(email);
    const { users } = (await admin.call('GET', '/v3/users')).body as { users: { id: string; email: string }[] };
    const { id } = users.find((one) => one.email === email)!;
    expect((await admin.call('PUT', `/v3/account/user/${id}`, { active: false })).status).toBe(204);
    const before = (await resets()).length;
    for (const address of ['nobody@marlow.example', email])
      expect(await post('/auth/reset-password', { email: address })).toMatchObject({ status: 204, body: undefined });
    expect(await post('/auth/change-password', { token, password: 'tall-fjord-77' })).toMatchObject(expired);
    // One that was asked for later has come, and neither of those.
    await ask(owner.email);
    expect(await resets()).toHaveLength(before + 1);
  });

  it('has links that end after an hour, and those of one account end with it', async () => {
    const ports = product.ports('auth');
    const account = (await createContext(ports as never).accountByEmail(owner.email))!;
    const at = Date.now();
    const early = createContext({ ...ports, clock: () => at - linkLife } as never).resetLinks;
    await early.make(account, 'r-early');
    expect(await early.mailed('r-early')).toBeUndefined();
    expect(linkLife).toBe(3_600_000);
    const { resetLinks } = createContext(ports as never);
    for (const id of ['u1', 'u2']) await resetLinks.make({ ...account, id }, `r-${id}`);
    await dropResetLinks(ports.vault, 'u1');
    expect(await resetLinks.mailed('r-u1')).toBeUndefined();
    expect(await resetLinks.mailed('r-u2')).toMatchObject({ accountId: 'u2' });
    await dropResetLinks(ports.vault);
    expect(await resetLinks.mailed('r-u2')).toBeUndefined();
  });
});

it('links are counted by the address that they go to, whether anybody has it or not', async () => {
  const limited = await startTestProduct({
    environment: { TESSERA_RATE_LIMITS: 'on', TESSERA_TRUSTED_PROXIES: '1', TESSERA_BASE_URL: 'https://work.example' },
  });
  try {
    const code = await limited.setupCode();
    await caller(limited.url).call('POST', '/setup', { ...owner, code }, { 'x-forwarded-for': '10.9.9.9' });
    for (const email of [owner.email, 'nobody@marlow.example']) {
      const answers: number[] = [];
      for (let i = 0; i < 4; i++) {
        const from = { 'x-forwarded-for': `203.0.113.${i}` };
        const { status } = await caller(limited.url).call('POST', '/auth/reset-password', { email }, from);
        answers.push(status);
      }
      expect(answers).toEqual([204, 204, 204, 429]);
    }
  } finally {
    await limited.stop();
  }
});
