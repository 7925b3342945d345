import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId, systemActor } from '@tessera/kernel';
import { Provider } from 'oidc-provider';
import {
  caller,
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { systemOrganization } from '../events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let product: TestProduct;
let admin: TestCaller;
let idp: Server;
let issuer: string;
let providerId: string;
/** What the provider says of whoever logs in there, by what they typed. */
const people = new Map<string, { email: string; email_verified: boolean; name: string }>();

/** A browser that keeps cookies of each origin and follows nothing by itself. */
const browser = () => {
  const jars = new Map<string, Map<string, string>>();
  const go = async (address: string, form?: Record<string, string>): Promise<Response> => {
    const { origin } = new URL(address);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/Max-Age=0/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  };
  const next = (answer: Response, from: string): string => new URL(answer.headers.get('location') ?? '', from).href;
  /** Logs in at the provider; answers the address to come back to. */
  const prove = async (who: string, start = `${product.url}/api/auth/oidc/${providerId}/start`): Promise<string> => {
    let address = next(await go(start), start);
    for (let step = 0; step < 12 && !address.startsWith(product.url); step++) {
      const { pathname } = new URL(address);
      let answer = await go(address);
      if (pathname.startsWith('/interaction/')) {
        const page = await answer.text();
        const prompt = page.includes('name="login"')
          ? { prompt: 'login', login: who, password: 'x' }
          : { prompt: 'consent' };
        answer = await go(address, prompt as Record<string, string>);
      }
      address = next(answer, address);
    }
    return address;
  };
  return { go, next, prove, cookies: () => jars.get(product.url) ?? new Map<string, string>() };
};
/** Where a whole login ends, and as whom. */
const login = async (who: string, start?: string) => {
  const { go, next, prove, cookies } = browser();
  const back = await prove(who, start);
  const end = next(await go(back), back);
  const token = cookies().get('tessera');
  const session = token === undefined ? undefined : (await caller(product.url, token).call('GET', '/v3/session')).body;
  return {
    end: end.replace(product.url, ''),
    token,
    session: session as { user: { email: string; id: string; seat: string }; organization: { id: string } } | undefined,
  };
};

beforeAll(async () => {
  product = await startTestProduct({ environment: { TESSERA_DIAL_OPEN: '127.0.0.1' } });
  admin = await firstRun(product);
  idp = createServer();
  await new Promise<void>((resolve) => void idp.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(idp.address() as AddressInfo).port}`;
  const made = await admin.call('POST', '/v3/sign-in-providers', {
    kind: 'oidc',
    name: 'Marlow ID',
    at: issuer,
    client_id: 'tessera',
    client_secret: 'a secret of both',
    on: true,
  });
  expect(made.status).toBe(201);
  providerId = (made.body as { id: string }).id;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'tessera',
        client_secret: 'a secret of both',
        redirect_uris: [`${product.url}/api/auth/oidc/${providerId}/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
  });
  const answer = provider.callback();
  idp.on('request', (request, response) => void answer(request, response));
});
afterAll(async () => {
  idp.close();
  await product.stop();
});

const change = (body: object) => admin.call('PATCH', `/v3/sign-in-providers/${providerId}`, body);

describe('a provider of an organization', () => {
  it('lets in whoever is here, by the address that it proves, and knows them from then on', async () => {
    const ana = await colleague(product, admin, { email: 'ana@marlow.example', seat: 'member', role: '3' });
    const { user } = (await ana.call('GET', '/v3/session')).body as { user: { id: string } };
    people.set('a1', { email: 'ana@marlow.example', email_verified: true, name: 'Ana' });
    const first = await login('a1', `${product.url}/api/auth/oidc/${providerId}/start?to=%2Fsettings%2Fsecurity`);
    expect(first.end).toBe('/settings/security');
    expect(first.session?.user).toMatchObject({ id: user.id, seat: 'member' });
    // What it calls them counts now, and no address.
    people.set('a1', { email: 'other@marlow.example', email_verified: false, name: 'Ana' });
    expect((await login('a1')).session?.user.id).toBe(user.id);
    // The address that somebody else has at the provider now is not that person.
    people.set('a2', { email: 'ana@marlow.example', email_verified: true, name: 'Another' });
    expect(await login('a2')).toMatchObject({ end: '/login?refused=oauth_mismatch', session: undefined });
    const logins = await caller(product.url, first.token).call('GET', '/v3/logins');
    expect((logins.body as { logins: { way: string }[] }).logins[0]?.way).toBe('provider');
  });

  it('lets nobody in whose address it does not prove, and nobody new', async () => {
    people.set('m1', { email: 'maren@marlow.example', email_verified: false, name: 'Maren' });
    people.set('n1', { email: 'new@marlow.example', email_verified: true, name: 'New' });
    for (const who of ['m1', 'n1'])
      expect(await login(who)).toMatchObject({ end: '/login?refused=oauth_mismatch', session: undefined });
  });

  it('lets new people in once role, seat and domains are named, and of these domains alone', async () => {
    const half = await change({ joins: true });
    expect(half.status).toBe(400);
    expect((half.body as { error: { code: string } }).error.code).toBe('provider.incomplete');
    expect((await change({ joins: true, role: '3', seat: 'viewer', domains: ['marlow.example'] })).status).toBe(200);
    people.set('n2', { email: 'eve@evil.example', email_verified: true, name: 'Eve' });
    expect((await login('n2')).session).toBeUndefined();
    const joined = await login('n1');
    expect([joined.end, joined.session?.user]).toMatchObject(['/', { email: 'new@marlow.example', seat: 'viewer' }]);
    expect((await login('n1')).session?.user.id).toBe(joined.session?.user.id);
    const users = await admin.call('GET', '/v3/users');
    expect(JSON.stringify(users.body)).toContain('new@marlow.example');
  });

  it('leads nowhere but into this product', async () => {
    for (const to of ['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example']) {
      const start = await caller(product.url).call(
        'GET',
        `/auth/oidc/${providerId}/start?to=${encodeURIComponent(to)}`,
      );
      expect([to, start.status]).toEqual([to, 400]);
    }
  });

  it('finishes what a process left that ended between the account and the person', async () => {
    const ports = product.ports('auth');
    const { organization } = (await admin.call('GET', '/v3/session')).body as { organization: { id: string } };
    await ports.store.execute(
      {
        type: 'openAccount',
        payload: { accountId: newId(), email: 'cut@marlow.example', name: 'Cut', organizationId: organization.id },
      },
      { actor: systemActor('auth', systemOrganization), origin: 'system' },
    );
    people.set('c1', { email: 'cut@marlow.example', email_verified: true, name: 'Cut' });
    expect((await login('c1')).session?.user).toMatchObject({ email: 'cut@marlow.example', seat: 'viewer' });
  });

  it('opens nothing in another organization, whatever address it proves', async () => {
    const eve = await foreignAdmin(product);
    const { user } = (await eve.call('GET', '/v3/session')).body as { user: { email: string } };
    await change({ domains: ['marlow.example', 'elsewhere.example'] });
    people.set('f1', { email: user.email, email_verified: true, name: 'Eve' });
    expect((await login('f1')).session).toBeUndefined();
    expect(JSON.stringify((await eve.call('GET', '/v3/sign-in-providers')).body)).toBe('{"providers":[]}');
    expect((await eve.call('PATCH', `/v3/sign-in-providers/${providerId}`, { on: false })).status).toBe(404);
  });

  it('asks for the second step of an account that takes two', async () => {
    const begun = await login('n1');
    const one = caller(product.url, begun.token);
    const { session } = begun;
    const ports = product.ports('auth');
    await ports.store.execute(
      { type: 'setSecondFactor', payload: { accountId: session!.user.id, on: true } },
      { actor: systemActor('auth', systemOrganization), origin: 'system' },
    );
    expect((await one.call('GET', '/v3/session')).status).toBe(200);
    const again = await login('n1');
    expect(again.end).toMatch(/^\/login#verifySession=[\w-]{20,}$/);
    expect(again.token).toBeUndefined();
  });

  it('believes only the browser that began, once, and no state of its own making', async () => {
    const refused = '/login?refused=oauth_mismatch';
    const own = browser();
    const back = await own.prove('a1');
    const other = browser();
    const end = (answer: Response): string => own.next(answer, back).replace(product.url, '');
    expect(end(await other.go(back))).toBe(refused);
    expect(end(await own.go(back.replace(/state=[^&]+/, 'state=guessed')))).toBe(refused);
    expect(end(await own.go(back.replace(/code=[^&]+/, 'code=guessed')))).toBe(refused);
    // It was used by the last one.
    expect(end(await own.go(back))).toBe(refused);
    expect(own.cookies().has('tessera')).toBe(false);
  });

  it('comes back with a form as well', async () => {
    const own = browser();
    const back = new URL(await own.prove('a1'));
    const form = Object.fromEntries(back.searchParams);
    back.search = '';
    const answer = await own.go(back.href, form);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(own.cookies().has('tessera')).toBe(true);
  });

  it('is seen on the login page without its secret, and lets nobody in once it is off', async () => {
    const page = await caller(product.url).call('GET', '/org/get');
    expect(page.body).toMatchObject({ providers: [{ id: providerId, kind: 'oidc', name: 'Marlow ID' }] });
    const all = await admin.call('GET', '/v3/sign-in-providers');
    expect(JSON.stringify(all.body)).not.toContain('a secret of both');
    await change({ on: false });
    expect(await caller(product.url).call('GET', '/org/get')).toMatchObject({ body: { providers: [] } });
    expect((await login('a1')).session).toBeUndefined();
    const posted = await caller(product.url).call('POST', '/auth/loginV2', {
      oauthProvider: 'google',
      oauthToken: 'x',
    });
    expect([posted.status, (posted.body as { error: { code: string } }).error.code]).toEqual([401, 'oauth_mismatch']);
    expect((await admin.call('DELETE', `/v3/sign-in-providers/${providerId}`)).status).toBe(204);
    expect((await change({ on: true })).status).toBe(404);
  });

  it('is refused where its address cannot be one', async () => {
    for (const at of ['http://id.marlow.example', 'ftp://x', 'x']) {
      const answer = await admin.call('POST', '/v3/sign-in-providers', {
        kind: 'oidc',
        name: 'X',
        at,
        client_id: 'x',
        client_secret: 'x',
      });
      expect([answer.status, (answer.body as { error: { code: string } }).error.code]).toEqual([
        400,
        'provider.issuer',
      ]);
    }
  });
});
