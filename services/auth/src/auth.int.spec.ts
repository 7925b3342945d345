import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { RpcDefinition } from '@tessera/rpc';
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
import { credentialHash } from '@tessera/web';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemActor } from './context.ts';
import { systemOrganization } from './events.ts';
import { createOrganization, type NewOrganization } from './installation/create-organization.ts';
import { openAccountAlone } from './testing.ts';

const credentials = { email: owner.email, password: owner.password };
const refusal = (code: string) => ({
  error: { id: expect.any(String) as string, code, message: expect.any(String) as string },
});
type Login = { token: string; user: { id: string }; organization: { id: string } };

let product: TestProduct;
let admin: TestCaller;
let before: readonly unknown[];
const anyone = () => caller(product.url);
beforeAll(async () => {
  product = await startTestProduct();
  before = [(await anyone().call('GET', '/setup')).body, (await anyone().call('GET', '/org/get')).body];
  admin = await firstRun(product);
});
afterAll(() => product.stop());

describe('the first run', () => {
  it('happens once and is then over', async () => {
    expect(before).toEqual([
      { needed: true, codeRequired: false },
      { id: '', name: '', logo_customizado: null, providers: [] },
    ]);
    expect(await anyone().call('POST', '/setup', owner)).toMatchObject({
      status: 409,
      body: refusal('already_set_up'),
    });
    expect((await anyone().call('GET', '/setup')).body).toEqual({ needed: false, codeRequired: false });
    expect((await anyone().call('GET', '/org/get')).body).toEqual({
      id: expect.any(String),
      name: 'Marlow Supply',
      logo_customizado: null,
      providers: [],
    });
    expect(await product.setupCode()).toBeUndefined();
  });

  it('is open to one of many who come at once, to this machine, or with the code', async () => {
    const fresh = await startTestProduct();
    try {
      const proxied = { 'x-forwarded-for': '203.0.113.9' };
      expect((await caller(fresh.url).call('GET', '/setup', undefined, proxied)).body).toEqual({
        needed: true,
        codeRequired: true,
      });
      expect(await caller(fresh.url).call('POST', '/setup', owner, proxied)).toMatchObject({
        status: 403,
        body: refusal('setup_code'),
      });
      expect(await caller(fresh.url).call('POST', '/setup', { ...owner, code: 'AAAA-AAAA' }, proxied)).toMatchObject({
        status: 403,
      });
      expect(await caller(fresh.url).call('POST', '/setup', { ...owner, password: 'short' })).toMatchObject({
        status: 400,
        body: refusal('password.too_short'),
      });
      expect(await caller(fresh.url).call('POST', '/setup', { ...owner, password: 'password1' })).toMatchObject({
        status: 400,
        body: refusal('password.common'),
      });
      const code = (await fresh.setupCode()) ?? '';
      const answers = await Promise.all(
        ['a', 'b', 'c'].map((name) =>
          caller(fresh.url).call(
            'POST',
            '/setup',
            { ...owner, email: `${name}@x.example`, code: code.toLowerCase() },
            proxied,
          ),
        ),
      );
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409]);
    } finally {
      await fresh.stop();
    }
  });
});

describe('signing in', () => {
  const login = (body: object) => anyone().call('POST', '/auth/loginV2', body);
  it('answers a token that works, and the cookie of a browser', async () => {
    const { status, body, headers } = await login({
      email: ` ${owner.email.toUpperCase()} `,
      password: owner.password,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: owner.email,
      profile_settings: { initial_url: null },
      user: { name: owner.name },
      organization: { name: owner.organization },
    });
    const { token } = body as Login;
    expect(headers.getSetCookie()[0]).toBe(`tessera=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`);
    expect((await caller(product.url, token).call('GET', '/v3/session')).status).toBe(200);
    expect(
      (await caller(product.url).call('GET', '/v3/session', undefined, { cookie: `tessera=${token}` })).status,
    ).toBe(200);
    expect((await anyone().call('POST', '/auth/loginWithToken', { token })).body).toMatchObject({
      token,
      email: owner.email,
    });
  });

  it('says the same of a wrong password and an unknown address, and takes as long', async () => {
    const time = async (email: string): Promise<number> => {
      const begun = performance.now();
      expect(await login({ email, password: 'not the password' })).toMatchObject({
        status: 401,
        body: { error: { code: 'password_mismatch', message: 'Incorrect email or password.' } },
      });
      return performance.now() - begun;
    };
    const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let i = 0; i < 9; i++) {
      known.push(await time(owner.email));
      unknown.push(await time('nobody@marlow.example'));
    }
    // The derivation takes tens of milliseconds; skipping it would show as a tenth of the time.
    expect(Math.max(median(known), median(unknown)) / Math.min(median(known), median(unknown))).toBeLessThan(2);
  });

  it('refuses tokens that are none', async () => {
    expect(await anyone().call('POST', '/auth/loginWithToken', { token: 'x' })).toMatchObject({
      status: 401,
      body: refusal('invalid_token'),
    });
    expect(await caller(product.url, 'x').call('GET', '/v3/session')).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_token', message: expect.stringMatching(/^This token does not work/) } },
    });
    const browser = { cookie: 'tessera=x' };
    expect(await caller(product.url).call('GET', '/v3/session', undefined, browser)).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_token', message: 'Your session has expired. Please log in again.' } },
    });
  });

  it('is told to the browser that comes with it; that there is none is an answer as well', async () => {
    const { token } = (await login(credentials)).body as Login;
    const asked = (headers: Record<string, string>) =>
      caller(product.url).call('GET', '/auth/session', undefined, headers);
    const { body } = await caller(product.url, token).call('GET', '/v3/session');
    expect(await asked({ cookie: `tessera=${token}` })).toMatchObject({ status: 200, body: { session: body } });
    // A program shows its token at the door that refuses.
    for (const headers of [{}, { cookie: 'tessera=x' }, { cookie: 'tessera=' }, { authorization: `Bearer ${token}` }])
      expect(await asked(headers as Record<string, string>)).toMatchObject({ status: 200, body: { session: null } });
    await caller(product.url, token).call('POST', '/auth/logout');
    expect(await asked({ cookie: `tessera=${token}` })).toMatchObject({ status: 200, body: { session: null } });
  });

  it('ends with logging out', async () => {
    const { token } = (await login(credentials)).body as Login;
    const out = await caller(product.url, token).call('POST', '/auth/logout');
    expect(out).toMatchObject({ status: 204 });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await caller(product.url, token).call('GET', '/v3/session')).status).toBe(401);
  });

  it('ends everywhere with a new password, which asks for the old one', async () => {
    const bo = await colleague(product, admin, { email: 'bo@marlow.example', seat: 'member', role: '3' });
    const other = ((await login({ email: 'bo@marlow.example', password: 'seven-oaks-43' })).body as Login).token;
    expect(
      await bo.call('POST', '/auth/changePassword', { password: 'eight-oaks-43', current: 'wrong' }),
    ).toMatchObject({ status: 401, body: refusal('password_mismatch') });
    expect(
      await bo.call('POST', '/auth/changePassword', { password: '12345', current: 'seven-oaks-43' }),
    ).toMatchObject({ status: 400, body: refusal('password.too_short') });
    const { status, body } = await bo.call('POST', '/auth/changePassword', {
      password: 'eight-oaks-43',
      current: 'seven-oaks-43',
    });
    expect(status).toBe(200);
    for (const old of [bo.token, other])
      expect((await caller(product.url, old).call('GET', '/v3/session')).status).toBe(401);
    expect((await caller(product.url, (body as { newToken: string }).newToken).call('GET', '/v3/session')).status).toBe(
      200,
    );
    expect((await login({ email: 'bo@marlow.example', password: 'seven-oaks-43' })).status).toBe(401);
  });
});

describe('the session', () => {
  it('tells who, where, and which rights', async () => {
    const { body } = await admin.call('GET', '/v3/session');
    expect(body).toMatchObject({
      user: { name: owner.name, email: owner.email, seat: 'builder' },
      organization: {
        name: owner.organization,
        locale_settings: { language: 'en', timezone: 'UTC', currency_symbol: '$' },
      },
      role: { id: '1', name: 'Admin', permissions: { admin: true, tables_enabled: { '*': 'full' } } },
      rights: { isAdmin: true, canCreateTables: true, canManageUsers: true },
      baseUrl: product.url,
    });
    const member = await colleague(product, admin, { email: 'session@marlow.example', seat: 'member', role: '3' });
    expect((await member.call('GET', '/v3/session')).body).toMatchObject({
      role: { name: 'Member' },
      rights: {
        isAdmin: false,
        isBuilder: false,
        canCreateTables: false,
        canManageUsers: false,
        canViewTablesPages: true,
      },
    });
  });
});

describe('invitations', () => {
  it('show their link once, name the inviter, work once', async () => {
    const made = await admin.call('POST', '/v3/invitations', { seat: 'member', role: '3' });
    expect(made).toMatchObject({ status: 201, body: { seat: 'member', role: '3', email: null } });
    expect(made.headers.get('tessera-commit')).toMatch(/^auth\.\d+\.\d+$/);
    const { link, id, expiresAt } = made.body as { link: string; id: string; expiresAt: string };
    expect(link.startsWith(`${product.url}/invitation/`)).toBe(true);
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
    const token = link.split('/').at(-1)!;
    expect((await anyone().call('GET', `/invitations/${token}`)).body).toEqual({
      state: 'open',
      organization: owner.organization,
      inviter: owner.name,
    });
    const list = await admin.call('GET', '/v3/invitations');
    expect((list.body as { invitations: { id: string }[] }).invitations[0]).toMatchObject({ id, state: 'open' });
    expect(JSON.stringify(list.body)).not.toContain(token);
    const people = ['first', 'second'].map((name) => ({
      name,
      email: `${name}@marlow.example`,
      password: 'seven-oaks-43',
    }));
    const joined = await Promise.all(
      people.map((person) => anyone().call('POST', `/invitations/${token}/accept`, person)),
    );
    expect(joined.map((answer) => answer.status).toSorted()).toEqual([201, 409]);
    expect(joined.find((answer) => answer.status === 409)?.body).toMatchObject(refusal('invitation.used'));
    expect((await anyone().call('GET', `/invitations/${token}`)).body).toMatchObject({ state: 'used' });
    const users = ((await admin.call('GET', '/v3/users')).body as { users: { email: string }[] }).users.map(
      (user) => user.email,
    );
    expect(people.filter((person) => users.includes(person.email))).toHaveLength(1);
  });

  it('leave the address of whoever came second free to use', async () => {
    const links = await Promise.all(
      [0, 1].map(() => admin.call('POST', '/v3/invitations', { seat: 'member', role: '3' })),
    );
    const [one, two] = links.map((answer) => (answer.body as { link: string }).link.split('/').at(-1)!);
    const join = (token: string | undefined, email: string) =>
      anyone().call('POST', `/invitations/${token}/accept`, { name: 'X', email, password: 'seven-oaks-43' });
    const answers = await Promise.all([join(one, 'racer-a@marlow.example'), join(one, 'racer-b@marlow.example')]);
    const loser = answers[0]!.status === 409 ? 'racer-a@marlow.example' : 'racer-b@marlow.example';
    expect((await join(two, loser)).status).toBe(201);
  });

  it('are taken back, bound to their address, and refused to who has an account', async () => {
    const invite = async (email?: string) => {
      const { body } = await admin.call('POST', '/v3/invitations', {
        seat: 'member',
        role: '3',
        ...(email === undefined ? {} : { email }),
      });
      return { id: (body as { id: string }).id, token: (body as { link: string }).link.split('/').at(-1)! };
    };
    const accept = (token: string, email: string) =>
      anyone().call('POST', `/invitations/${token}/accept`, { name: 'X', email, password: 'seven-oaks-43' });
    const revoked = await invite();
    expect((await admin.call('DELETE', `/v3/invitations/${revoked.id}`)).status).toBe(204);
    expect(await accept(revoked.token, 'late@marlow.example')).toMatchObject({
      status: 409,
      body: refusal('invitation.revoked'),
    });
    expect((await anyone().call('GET', `/invitations/${revoked.token}`)).body).toMatchObject({ state: 'revoked' });
    expect(await accept((await invite('named@marlow.example')).token, 'other@marlow.example')).toMatchObject({
      status: 400,
      body: refusal('invitation.other_email'),
    });
    expect(await accept((await invite()).token, owner.email)).toMatchObject({
      status: 409,
      body: refusal('email_taken'),
    });
    expect(await anyone().call('GET', `/invitations/${'x'.repeat(43)}`)).toMatchObject({
      status: 404,
      body: refusal('invitation.not_found'),
    });
  });

  it('are over after seven days, by the list, their page and the door', async () => {
    const { body } = await admin.call('POST', '/v3/invitations', { seat: 'member', role: '3' });
    const { id, link, expiresAt } = body as { id: string; link: string; expiresAt: string };
    const token = link.split('/').at(-1)!;
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse(expiresAt));
    try {
      expect((await anyone().call('GET', `/invitations/${token}`)).body).toMatchObject({ state: 'expired' });
      expect(
        (
          (await admin.call('GET', '/v3/invitations')).body as { invitations: { id: string; state: string }[] }
        ).invitations.find((one) => one.id === id)?.state,
      ).toBe('expired');
      const late = await anyone().call('POST', `/invitations/${token}/accept`, {
        name: 'X',
        email: 'week@marlow.example',
        password: 'seven-oaks-43',
      });
      expect(late).toMatchObject({ status: 409, body: refusal('invitation.expired') });
    } finally {
      now.mockRestore();
    }
    expect((await anyone().call('GET', `/invitations/${token}`)).body).toMatchObject({ state: 'open' });
  });

  it('give no more than the inviter has', async () => {
    const builder = await colleague(product, admin, { email: 'builder@marlow.example', seat: 'builder', role: '2' });
    const member = await colleague(product, admin, { email: 'member@marlow.example', seat: 'member', role: '3' });
    expect(await builder.call('POST', '/v3/invitations', { seat: 'builder', role: '1' })).toMatchObject({
      status: 403,
      body: refusal('role.not_grantable'),
    });
    expect(await member.call('POST', '/v3/invitations', { seat: 'member', role: '3' })).toMatchObject({
      status: 403,
      body: refusal('forbidden'),
    });
    expect(await admin.call('POST', '/v3/invitations', { seat: 'member', role: '77' })).toMatchObject({
      status: 404,
      body: { error: { code: 'role.not_found', message: 'Role not found' } },
    });
  });
});

describe('people', () => {
  const idOf = async (email: string): Promise<string> =>
    ((await admin.call('GET', '/v3/users')).body as { users: { id: string; email: string }[] }).users.find(
      (user) => user.email === email,
    )!.id;
  it('lose at once what is taken from them', async () => {
    const cy = await colleague(product, admin, { email: 'cy@marlow.example', seat: 'builder', role: '2' });
    expect((await cy.call('GET', '/v3/invitations')).status).toBe(200);
    const id = await idOf('cy@marlow.example');
    expect((await admin.call('PUT', `/v3/account/user/${id}`, { role: '3', seat: 'member' })).status).toBe(204);
    expect((await cy.call('GET', '/v3/invitations')).status).toBe(403);
    expect((await admin.call('PUT', `/v3/account/user/${id}`, { active: false })).status).toBe(204);
    expect((await cy.call('GET', '/v3/session')).status).toBe(401);
    expect(
      await anyone().call('POST', '/auth/loginV2', { email: 'cy@marlow.example', password: 'seven-oaks-43' }),
    ).toMatchObject({ status: 403, body: refusal('empty_seat') });
  });
  it('leave an administrator in the house', async () => {
    expect(await admin.call('PUT', `/v3/account/user/${await idOf(owner.email)}`, { role: '3' })).toMatchObject({
      status: 409,
      body: refusal('last_admin'),
    });
  });
  it('are listed with their roles', async () => {
    const { body } = await admin.call('POST', '/profile/list', {});
    expect(
      (body as { profiles: { name: string; members: { user_name: string }[] }[] }).profiles.find(
        (role) => role.name === 'Admin',
      )?.members,
    ).toMatchObject([{ user_name: owner.name }]);
  });
});

describe('an API token', () => {
  it('made again with the same key is the same token', async () => {
    const key = { 'idempotency-key': 'token-1' };
    const [first, again] = [
      await admin.call('POST', '/v3/api-token', { name: 'retried' }, key),
      await admin.call('POST', '/v3/api-token', { name: 'retried' }, key),
    ];
    expect((again.body as { id_api_token: string }).id_api_token).toBe(
      (first.body as { id_api_token: string }).id_api_token,
    );
    const { token } = again.body as { token: string };
    expect((await caller(product.url, token).call('GET', '/v3/session')).status).toBe(200);
    expect(
      (await admin.call('DELETE', `/v3/api-token/${(first.body as { id_api_token: string }).id_api_token}`)).status,
    ).toBe(204);
  });

  it('is shown once, acts for its maker, but is no person, and dies when deleted', async () => {
    const made = await admin.call('POST', '/v3/api-token', { name: 'script' });
    expect(made.status).toBe(201);
    const { token, id_api_token: id } = made.body as { token: string; id_api_token: string };
    const list = (await admin.call('GET', '/v3/api-token')).body as { tokens: { token: string; name: string }[] };
    expect(list.tokens).toMatchObject([{ name: 'script', token: `…${token.slice(-4)}` }]);
    const program = caller(product.url, token);
    expect((await program.call('GET', '/v3/session')).body).toMatchObject({ user: { email: owner.email } });
    expect(await program.call('POST', '/v3/api-token', { name: 'more' })).toMatchObject({
      status: 403,
      body: refusal('session.required'),
    });
    expect((await admin.call('DELETE', `/v3/api-token/${id}`)).status).toBe(204);
    expect((await program.call('GET', '/v3/session')).status).toBe(401);
  });
});

describe('every route of auth', () => {
  const id = '01m7z2k51dds483b3ntvz44n99';
  const closed: [string, string, object?][] = [
    ['POST', '/auth/logout'],
    ['POST', '/auth/changePassword', { password: 'a', current: 'b' }],
    ['GET', '/v3/session'],
    ['GET', '/v3/users'],
    ['PUT', `/v3/account/user/${id}`, {}],
    ['POST', '/profile/list', {}],
    ['POST', '/v3/invitations', { seat: 'member', role: '3' }],
    ['GET', '/v3/invitations'],
    ['DELETE', `/v3/invitations/${id}`],
    ['POST', '/v3/api-token', { name: 'x' }],
    ['GET', '/v3/api-token'],
    ['DELETE', `/v3/api-token/${id}`],
  ];
  it.each(closed)('%s %s is closed without a session', async (method, path, body) => {
    expect(await anyone().call(method, path, body)).toMatchObject({ status: 401, body: refusal('invalid_token') });
  });
  it.each<[string, string, object]>([
    ['POST', '/setup', { ...owner, admin: true }],
    ['POST', '/auth/loginV2', { ...credentials, organization: 'not a word' }],
    ['POST', '/auth/loginWithToken', { token: 1 }],
    ['POST', '/auth/logout', { all: true }],
    ['POST', '/auth/changePassword', { password: 'abcdefg' }],
    ['PUT', `/v3/account/user/${id}`, { admin: true }],
    ['POST', '/profile/list', { q: 1 }],
    ['POST', '/v3/invitations', { seat: 'owner', role: '3' }],
    ['POST', '/v3/invitations', { seat: 'member', role: '3', email: 'not an address' }],
    ['POST', '/v3/api-token', { name: '' }],
    ['POST', `/invitations/${'x'.repeat(43)}/accept`, { name: 'x' }],
    ['PUT', '/v3/account/user/nobody', {}],
    ['DELETE', '/v3/invitations/nobody', {}],
  ])('%s %s refuses a body or address that is not valid', async (method, path, body) => {
    expect(await admin.call(method, path, body)).toMatchObject({ status: 400, body: refusal('request.invalid') });
  });
  it('shows another organization nothing, and answers its ids like ids that do not exist', async () => {
    const eve = await foreignAdmin(product);
    const session = (await eve.call('GET', '/v3/session')).body as { organization: { name: string } };
    expect(session.organization.name).toBe('Elsewhere');
    expect(((await eve.call('GET', '/v3/users')).body as { users: unknown[] }).users).toHaveLength(1);
    expect(JSON.stringify((await eve.call('POST', '/profile/list', {})).body)).not.toContain(owner.name);
    const { body } = await admin.call('POST', '/v3/invitations', { seat: 'member', role: '3' });
    expect(await eve.call('DELETE', `/v3/invitations/${(body as { id: string }).id}`)).toMatchObject({
      status: 404,
      body: refusal('invitation.not_found'),
    });
    expect(((await eve.call('GET', '/v3/invitations')).body as { invitations: unknown[] }).invitations).toEqual([]);
    const member = ((await admin.call('GET', '/v3/users')).body as { users: { id: string }[] }).users[0]!.id;
    expect(await eve.call('PUT', `/v3/account/user/${member}`, { active: false })).toMatchObject({
      status: 404,
      body: refusal('user.not_found'),
    });
    const made = (await admin.call('POST', '/v3/api-token', { name: 'theirs' })).body as { id_api_token: string };
    expect(await eve.call('DELETE', `/v3/api-token/${made.id_api_token}`)).toMatchObject({
      status: 404,
      body: refusal('api_token.not_found'),
    });
  });
});

describe('a further organization', () => {
  const make = (wanted: Partial<NewOrganization>) =>
    createOrganization(product.ports('auth'), {
      organization: 'Brisk',
      email: 'bo@brisk.example',
      password: 'seven-oaks-45',
      ...wanted,
    });
  const login = (email: string, password: string) => anyone().call('POST', '/auth/loginV2', { email, password });
  it('has its first administrator by a password, who holds every right there', async () => {
    const { organizationId, link } = await make({ language: 'pt', name: 'Bo' });
    expect(link).toBeUndefined();
    const { body } = await login('bo@brisk.example', 'seven-oaks-45');
    expect(body).toMatchObject({ organization: { id: organizationId, name: 'Brisk' }, user: { name: 'Bo' } });
    const session = await caller(product.url, (body as Login).token).call('GET', '/v3/session');
    expect(session.body).toMatchObject({
      organization: { locale_settings: { language: 'pt' } },
      rights: { isAdmin: true, isBuilder: true },
    });
    // The page of the first run is of the first organization still.
    expect((await anyone().call('GET', '/org/get')).body).toMatchObject({ name: owner.organization });
  });
  it('has its first administrator by an invitation for their address', async () => {
    const { link, organizationId } = await make({
      email: 'cy@clear.example',
      organization: 'Clear',
      password: undefined,
    });
    const token = link!.split('/').at(-1)!;
    expect((await anyone().call('GET', `/invitations/${token}`)).body).toEqual({
      state: 'open',
      organization: 'Clear',
      inviter: 'Tessera',
      email: 'cy@clear.example',
    });
    const accept = (email: string) =>
      anyone().call('POST', `/invitations/${token}/accept`, { name: 'Cy', email, password: 'seven-oaks-46' });
    expect(await accept('else@clear.example')).toMatchObject({ body: refusal('invitation.other_email') });
    const { body } = await accept('cy@clear.example');
    expect(body).toMatchObject({ organization: { id: organizationId, name: 'Clear' } });
    const cy = caller(product.url, (body as Login).token);
    expect((await cy.call('GET', '/v3/session')).body).toMatchObject({ rights: { isAdmin: true } });
    expect((await cy.call('POST', '/v3/invitations', { seat: 'builder', role: '1' })).status).toBe(201);
  });
  it('of somebody who has an account is theirs by an invitation, and their password stays', async () => {
    const email = owner.email.toUpperCase();
    await expect(make({ email, password: 'seven-oaks-47' })).rejects.toMatchObject({ code: 'email_taken' });
    const { organizationId, link } = await make({ email, organization: 'Second', password: undefined });
    const token = link!.split('/').at(-1)!;
    const joined = await anyone().call('POST', `/invitations/${token}/accept`, { email, password: owner.password });
    expect(joined).toMatchObject({ status: 201, body: { organization: { id: organizationId, name: 'Second' } } });
    const first = { email: owner.email, password: owner.password, organization: 'marlowsupply' };
    expect((await anyone().call('POST', '/auth/loginV2', first)).status).toBe(200);
  });
  it('is refused with an address or a password that the first run would refuse', async () => {
    await expect(make({ email: 'nobody' })).rejects.toThrow(/Invalid e-mail/);
    await expect(make({ email: 'di@brisk.example', password: '123456' })).rejects.toMatchObject({
      code: 'password.common',
    });
    expect((await login('di@brisk.example', '123456')).status).toBe(401);
  });
  it('that was cut off after its account is completed by doing it again', async () => {
    const email = 'ed@even.example';
    await openAccountAlone(product.ports('auth'), email);
    const { organizationId } = await make({ email, organization: 'Even', password: 'seven-oaks-48' });
    expect((await login(email, 'seven-oaks-48')).body).toMatchObject({
      organization: { id: organizationId, name: 'Even' },
    });
  });
  it('that was cut off is completed by one of two who do it again at once, with the password of that one', async () => {
    const email = 'gil@grand.example';
    await openAccountAlone(product.ports('auth'), email);
    const asked = ['seven-oaks-51', 'seven-oaks-52'];
    const made = await Promise.allSettled(
      asked.map((secret) => make({ email, organization: secret, password: secret })),
    );
    expect(made.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (const [i, { status }] of made.entries())
      expect((await login(email, asked[i]!)).status).toBe(status === 'fulfilled' ? 200 : 401);
  });
  it('is made once for an address that two ask for at once', async () => {
    const made = await Promise.allSettled(
      ['One', 'Two'].map((organization) => make({ organization, email: 'fay@fair.example' })),
    );
    expect(made.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await login('fay@fair.example', 'seven-oaks-45')).status).toBe(200);
  });
});

describe('what auth answers to other services', () => {
  const client = () =>
    product.ports('apps').rpc.client(AuthServiceDefinition as typeof AuthServiceDefinition & RpcDefinition);
  const system = systemActor('');
  const resolve = async (token: string) =>
    (await client().resolveActor({ credentialHash: credentialHash(token) }, { actor: system })).actor;
  it('is who stands behind a credential, by its hash, to services alone', async () => {
    const actor = await resolve(admin.token);
    expect(actor).toMatchObject({
      kind: 'user',
      seat: 'builder',
      roleId: '1',
      permissions: { admin: true, tablesEnabled: [{ id: '*', access: 'full' }] },
    });
    expect(await resolve('nobody’s')).toBeUndefined();
    const asPerson = { ...system, kind: 'user' as const };
    await expect(
      client().resolveActor({ credentialHash: credentialHash(admin.token) }, { actor: asPerson }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(
      client().getActor({ organizationId: actor!.organizationId, userId: actor!.id, tokenId: '' }, { actor: asPerson }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    expect(
      (
        await client().getActor(
          { organizationId: actor!.organizationId, userId: actor!.id, tokenId: '' },
          { actor: system },
        )
      ).userName,
    ).toBe(owner.name);
  });
  it('are the people and the organization of the caller', async () => {
    const { organizationId } = (await resolve(admin.token))!;
    const { users } = await client().listUsers(
      { after: '', limit: 0, knownPosition: 0 },
      { actor: systemActor(organizationId) },
    );
    expect(users.find((user) => user.email === owner.email)).toMatchObject({
      name: owner.name,
      active: true,
      seat: 'builder',
      roleId: '1',
      roleName: 'Admin',
    });
    expect(await client().getOrganization({}, { actor: systemActor(organizationId) })).toEqual({
      id: organizationId,
      name: owner.organization,
      language: 'en',
      timezone: 'UTC',
      currencySymbol: '$',
      hideTasks: false,
      shortName: 'marlowsupply',
      workingDays: [1, 2, 3, 4, 5],
      holidays: [],
      importantEmails: [],
      ai: false,
    });
    expect(
      (
        await client().listUsers(
          { after: '', limit: 0, knownPosition: 0 },
          { actor: systemActor('01m7z2k51dds483b3ntvz44n99') },
        )
      ).users,
    ).toEqual([]);
    await expect(
      client().getOrganization({}, { actor: systemActor('01m7z2k51dds483b3ntvz44n99') }),
    ).rejects.toMatchObject({ code: 'organization.not_found' });
  });
});

describe('secrets', () => {
  it('are nowhere in the logs of events: no password, token, link or hash', async () => {
    const { readFileSync, readdirSync } = await import('node:fs');
    const made = (await admin.call('POST', '/v3/api-token', { name: 'planted' })).body as { token: string };
    const planted = [
      owner.password,
      'seven-oaks-43',
      made.token,
      admin.token,
      credentialHash(made.token),
      credentialHash(admin.token),
      'argon2id',
    ];
    const folder = `${product.dataFolder}/auth`;
    for (const file of readdirSync(folder)) {
      const bytes = readFileSync(`${folder}/${file}`);
      for (const secret of planted)
        expect({ file, secret, found: bytes.includes(secret) }).toEqual({ file, secret, found: false });
    }
    const { store } = product.ports('auth');
    const { organization } = (await admin.call('GET', '/v3/session')).body as { organization: { id: string } };
    const commits = [
      ...(await store.commits(systemOrganization, { order: 'asc', limit: 500 })),
      ...(await store.commits(organization.id, { order: 'asc', limit: 500 })),
    ];
    expect(commits.length).toBeGreaterThan(10);
    for (const secret of planted) expect(JSON.stringify(commits)).not.toContain(secret);
    expect(product.log.join('')).not.toContain(owner.password);
  });
});
