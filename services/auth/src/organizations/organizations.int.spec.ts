import {
  caller,
  colleague,
  firstRun,
  foreignAdmin,
  owner,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasePerson, findPerson } from '../accounts/erase.ts';
import { codeOf, stepAt } from '../second-factor/totp.ts';

let product: TestProduct;
let admin: TestCaller;
let eve: TestCaller;
beforeAll(async () => {
  product = await startTestProduct({ environment: { TESSERA_OPEN_ORGANIZATIONS: 'on' } });
  admin = await firstRun(product);
  eve = await foreignAdmin(product);
});
afterAll(() => product.stop());

const password = 'seven-oaks-43';
const anyone = () => caller(product.url);
const refused = (status: number, code: string) => ({ status, body: { error: { code } } });
type Entered = { token: string; organization: { id: string; name: string }; verifySession?: string };
type Listed = {
  organizations: { id: string; name: string; short_name: string; current: boolean }[];
  can_create: boolean;
};
const organizationsOf = async (who: TestCaller): Promise<Listed> =>
  (await who.call('GET', '/v3/account/organizations')).body;
const enter = (answer: { body: never }): TestCaller => caller(product.url, (answer.body as Entered).token);
const nameIn = async (who: TestCaller): Promise<string> =>
  ((await who.call('GET', '/v3/session')).body as { organization: { name: string } }).organization.name;
const invite = async (by: TestCaller, email: string): Promise<string> => {
  const { body } = await by.call('POST', '/v3/invitations', { email, seat: 'member', role: '3' });
  return (body as { link: string }).link.split('/').at(-1)!;
};
/** Lets somebody of the first organization into the other one by an invitation. */
const joinElsewhere = async (email: string) =>
  anyone().call('POST', `/invitations/${await invite(eve, email)}/accept`, { email, password });

describe('an organization has a short name', () => {
  it('out of its name, and another one where that is taken', async () => {
    const { organizations } = await organizationsOf(admin);
    expect(organizations).toMatchObject([{ name: owner.organization, short_name: 'marlowsupply', current: true }]);
    expect((await anyone().call('GET', '/org/get?org=marlowsupply')).body).toMatchObject({ name: owner.organization });
    const [one] = organizations;
    expect((await anyone().call('GET', `/org/get?org=${one!.id}`)).body).toMatchObject({ id: one!.id });
    expect((await anyone().call('GET', '/org/get?org=nobody')).body).toMatchObject({ id: '', name: '' });
    const second = enter(await admin.call('POST', '/v3/organizations', { name: 'Marlow Supply' }));
    const names = (await organizationsOf(second)).organizations.map(({ short_name: name }) => name);
    expect(names).toEqual(['marlowsupply', 'marlowsupply2']);
    admin = enter(await second.call('POST', '/auth/switch', { organization: 'marlowsupply' }));
  });
});

describe('one person in several organizations', () => {
  it('joins by their own password, and is in each with a role of its own', async () => {
    const email = 'mo@marlow.example';
    const mo = await colleague(product, admin, { email, seat: 'builder', role: '2' });
    const token = await invite(eve, email);
    const accept = (body: object) => anyone().call('POST', `/invitations/${token}/accept`, { email, ...body });
    expect(await accept({ password: 'not-theirs-1' })).toMatchObject(refused(401, 'password_mismatch'));
    expect(await accept({ name: 'Mo', password: 'not-theirs-1' })).toMatchObject(refused(409, 'email_taken'));
    const joined = await accept({ password });
    expect(joined).toMatchObject({ status: 201, body: { organization: { name: 'Elsewhere' } } });
    const there = enter(joined);
    expect((await there.call('GET', '/v3/session')).body).toMatchObject({
      user: { seat: 'member' },
      role: { id: '3' },
    });
    expect((await organizationsOf(there)).organizations.map(({ name, current }) => [name, current])).toEqual([
      ['Marlow Supply', false],
      ['Elsewhere', true],
    ]);
    // What they are in one says nothing of the other.
    const made = await mo.call('POST', '/v3/tables', { label: 'Only here', fields: [] });
    expect(made.status).toBe(201);
    const { id } = made.body as { id: string };
    expect((await mo.call('GET', `/v3/tables/${id}`)).status).toBe(200);
    expect((await there.call('GET', `/v3/tables/${id}`)).status).toBe(404);
    expect((await accept({ password })).status).toBe(409);
  });

  it('logs in where they were last, or where they say', async () => {
    const email = 'ada@marlow.example';
    await colleague(product, admin, { email, seat: 'member', role: '3' });
    const login = (more: object = {}) => anyone().call('POST', '/auth/loginV2', { email, password, ...more });
    expect((await joinElsewhere(email)).status).toBe(201);
    expect((await login()).body).toMatchObject({ organization: { name: 'Elsewhere' } });
    expect((await login({ organization: 'marlowsupply' })).body).toMatchObject({
      organization: { name: 'Marlow Supply' },
    });
    expect((await login()).body).toMatchObject({ organization: { name: 'Marlow Supply' } });
    expect(await login({ organization: 'nobody' })).toMatchObject(refused(403, 'empty_seat'));
    expect(await login({ organization: 'not a word' })).toMatchObject({ status: 400 });
  });

  it('comes from one into another by a session that replaces the one before', async () => {
    const email = 'ben@marlow.example';
    const ben = await colleague(product, admin, { email, seat: 'member', role: '3' });
    expect(await ben.call('POST', '/auth/switch', { organization: 'elsewhere' })).toMatchObject(
      refused(404, 'organization.not_found'),
    );
    await joinElsewhere(email);
    expect(await ben.call('POST', '/auth/switch', { organization: 'marlowsupply' })).toMatchObject(
      refused(409, 'organization.here'),
    );
    const there = enter(await ben.call('POST', '/auth/switch', { organization: 'elsewhere' }));
    expect(await nameIn(there)).toBe('Elsewhere');
    await expect.poll(async () => (await ben.call('GET', '/v3/session')).status).toBe(401);
    // Who was deactivated comes in no more, and stays in the other one.
    const { users } = (await eve.call('GET', '/v3/users')).body as { users: { id: string; email: string }[] };
    const { id } = users.find((one) => one.email === email)!;
    const back = enter(await there.call('POST', '/auth/switch', { organization: 'marlowsupply' }));
    expect((await eve.call('PUT', `/v3/account/user/${id}`, { active: false })).status).toBe(204);
    expect(await back.call('POST', '/auth/switch', { organization: 'elsewhere' })).toMatchObject(
      refused(403, 'empty_seat'),
    );
    expect(await nameIn(back)).toBe('Marlow Supply');
    expect((await organizationsOf(back)).organizations).toHaveLength(1);
  });

  it('gives the code that their login asks for, once', async () => {
    const email = 'cleo@marlow.example';
    const cleo = await colleague(product, admin, { email, seat: 'member', role: '3' });
    await joinElsewhere(email);
    const setup = await cleo.call('POST', '/v3/second-factor/setup', { current: password });
    const { secret } = setup.body as { secret: string };
    const bits = [...secret].map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    );
    const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    const code = (ahead: number) => codeOf(key, stepAt(Date.now()) + ahead);
    expect((await cleo.call('POST', '/v3/second-factor', { code: code(0) })).status).toBe(200);
    // This session came in before there was a code to ask for.
    const asked = await cleo.call('POST', '/auth/switch', { organization: 'elsewhere' });
    expect(Object.keys(asked.body as object)).toEqual(['verifySession']);
    const { verifySession } = asked.body as unknown as { verifySession: string };
    const there = enter(await anyone().call('POST', '/auth/mfa-login', { verifySession, verifyCode: code(1) }));
    expect(await nameIn(there)).toBe('Elsewhere');
    const back = enter(await there.call('POST', '/auth/switch', { organization: 'marlowsupply' }));
    expect(await nameIn(back)).toBe('Marlow Supply');
    // Of one organization nobody turns off what guards the other one.
    const { users } = (await eve.call('GET', '/v3/users')).body as { users: { id: string; email: string }[] };
    const { id } = users.find((one) => one.email === email)!;
    expect(await eve.call('POST', `/v3/account/user/${id}/second-factor/off`)).toMatchObject(
      refused(409, 'second_factor.elsewhere'),
    );
  });
});

describe('a person who is forgotten', () => {
  it('is so in every organization', async () => {
    const email = 'dora@marlow.example';
    await colleague(product, admin, { email, seat: 'member', role: '3', name: 'Dora Plantada' });
    await joinElsewhere(email);
    const ports = product.ports('auth');
    const person = await findPerson(ports, email);
    expect(person?.organizations).toHaveLength(2);
    await erasePerson(ports, person!);
    for (const one of [admin, eve])
      expect(JSON.stringify((await one.call('GET', '/v3/users')).body)).not.toMatch(/dora|plantada/i);
    expect(await anyone().call('POST', '/auth/loginV2', { email, password })).toMatchObject(
      refused(401, 'password_mismatch'),
    );
    expect((await findPerson(ports, person!.id))?.organizations).toHaveLength(2);
  });
});

describe('an organization that asks for two-step login', () => {
  it('answers nothing else to whoever has not set it up', async () => {
    const head = enter(await admin.call('POST', '/v3/organizations', { name: 'Vault' }));
    const mia = await colleague(product, head, { email: 'mia@vault.example', seat: 'member', role: '3' });
    expect((await mia.call('PATCH', '/v3/organization', { org_mfa_required: true })).status).toBe(403);
    const asked = await head.call('PATCH', '/v3/organization', { org_mfa_required: true });
    expect(asked).toMatchObject({ status: 200, body: { org_mfa_required: true } });
    await expect
      .poll(async () => (await mia.call('GET', '/v3/session')).body, { timeout: 10_000 })
      .toMatchObject({ lacks: 'second_factor' });
    for (const [method, path] of [
      ['GET', '/v3/tables'],
      ['GET', '/v3/users'],
      ['POST', '/v3/tables'],
      ['GET', '/v3/account/profile'],
    ] as const)
      expect(await mia.call(method, path, method === 'POST' ? { label: 'x', fields: [] } : undefined)).toMatchObject(
        refused(403, 'second_factor.required'),
      );
    const setup = await mia.call('POST', '/v3/second-factor/setup', { current: password });
    expect(setup.status).toBe(200);
    // A token is a program's, and its owner chose it while they could.
    expect((await head.call('GET', '/v3/session')).body).toMatchObject({ lacks: 'second_factor' });
    expect((await head.call('POST', '/auth/logout')).status).toBe(204);
  });
});

describe('an organization of the operator', () => {
  it('is created by people only where they are let', async () => {
    const closed = await startTestProduct();
    try {
      const first = await firstRun(closed);
      expect((await organizationsOf(first)).can_create).toBe(false);
      expect(await first.call('POST', '/v3/organizations', { name: 'Mine' })).toMatchObject(
        refused(403, 'organizations.closed'),
      );
    } finally {
      await closed.stop();
    }
  });
});
