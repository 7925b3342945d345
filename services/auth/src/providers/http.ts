import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { fold, isRejection, newId, type CommandMeta } from '@tessera/kernel';
import { findAll } from '@tessera/document-store/pages';
import { requireRight } from '@tessera/proto/rights';
import {
  cookieNamed,
  credentialHash,
  plainCookie,
  readBody,
  route,
  type RouteAnswer,
  type RouteSet,
} from '@tessera/web';
import { z } from 'zod';
import { asSystem, written, type Context } from '../context.ts';
import { systemOrganization } from '../events.ts';
import { organizationsOf, type Provider } from '../evolve.ts';
import type { AccountDocument, IdentityDocument, MemberDocument } from '../projection.ts';
import { forbidden, invalid, notFound, refuses } from '../refusals.ts';
import { id, roleId, seat } from '../schemas.ts';
import { mismatch } from './decide.ts';
import { domainOf, isOf, issuerOf, providerKinds } from './kinds.ts';
import { isPrivateKey } from './apple.ts';
import { createOpenId, newExpected, type Expected, type ProviderSecret } from './protocol.ts';
import type { Proven } from './proven.ts';

/** A login on its way to a provider and back. */
type Pending = Expected & {
  readonly providerId: string;
  readonly organizationId: string;
  /** The browser that began it, by the hash of its cookie. */
  readonly browser: string;
  readonly to: string;
};

const pendingLife = 10 * 60 * 1000;
const secrets = 'provider-secret';
const pending = 'provider-login';
const longestForm = 64 * 1024;

const name = z.string().trim().min(1).max(80);
const clientId = z.string().trim().min(1).max(300);
const clientSecret = z.string().min(1).max(10_000);
const short = z.string().trim().max(40);
const parts = {
  name,
  at: z.string().trim().max(500).meta({
    description: 'The issuer’s address; of Microsoft the id of the tenant; nothing for Google and Apple',
  }),
  client_id: clientId,
  client_secret: clientSecret.meta({ description: 'Of Apple the private key, as PEM. It is never answered.' }),
  team_id: short.meta({ description: 'Of Apple alone' }),
  key_id: short.meta({ description: 'Of Apple alone' }),
  on: z.boolean(),
  domains: z.array(z.string().max(254)).max(50).meta({
    description: 'Domains of the e-mail addresses that it may prove; none for those of whoever is here already',
  }),
  joins: z.boolean().meta({
    description: 'Whether people who come for the first time are let in; wants a role, a seat and domains',
  }),
  role: roleId.nullable(),
  seat: seat.nullable(),
};
const told = z
  .strictObject({
    id: z.string(),
    kind: z.enum(providerKinds),
    name: z.string(),
    at: z.string(),
    issuer: z.string(),
    client_id: z.string(),
    has_secret: z.boolean(),
    team_id: z.string(),
    key_id: z.string(),
    on: z.boolean(),
    domains: z.array(z.string()),
    joins: z.boolean(),
    role: z.string().nullable(),
    seat: seat.nullable(),
    callback: z.string().meta({ description: 'What the provider must know as the address to come back to' }),
  })
  .meta({ id: 'SignInProvider' });
type Told = z.output<typeof told>;
type Given = { readonly [Part in keyof typeof parts]?: z.output<(typeof parts)[Part]> | undefined };

/** Browsers leave out control characters, so that two slashes could be made of what stands between them. */
const path = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/, 'not a path of this product');
/** What providers add to a callback is theirs to name. */
const came = z.looseObject({ state: z.string().max(200).optional() });

const identityOf = (issuer: string, subject: string): string => hash('sha256', `${issuer}\n${subject}`);

/** Signing in by an organization's own provider, which proves people to that organization alone. */
export const providerRoutes = (context: Context): RouteSet => {
  const { ports } = context;
  const { documents, vault, settings, clock } = ports;
  const openId = createOpenId(ports);
  const tls = settings.baseUrl.startsWith('https:');
  const browser = plainCookie(settings.baseUrl, 'login');
  // Apple comes back with a form of its own page, which brings no cookie that is bound to this site.
  const browserCookie = (value: string, seconds: number, elsewhere: boolean): string => {
    const text = browser.set(value, seconds);
    return elsewhere && tls ? text.replace('SameSite=Lax', 'SameSite=None') : text;
  };
  const callbackOf = (providerId: string): string => `${settings.baseUrl}/api/auth/oidc/${providerId}/callback`;

  const find = (organizationId: string, providerId: string) =>
    documents.get<Provider>(organizationId, 'providers', providerId);
  const tell = async (one: Provider): Promise<Told> => ({
    id: one.id,
    kind: one.kind,
    name: one.name,
    at: one.at,
    issuer: one.issuer,
    client_id: one.clientId,
    has_secret: (await vault.get<ProviderSecret>('', secrets, one.id)) !== undefined,
    team_id: one.teamId,
    key_id: one.keyId,
    on: one.on,
    domains: [...one.domains],
    joins: one.joins,
    role: one.roleId || null,
    seat: one.seat || null,
    callback: callbackOf(one.id),
  });

  /** What a provider is to be, from what it is and what is said. Throws where that is none. */
  const wanted = (before: Provider, given: Given): Provider => {
    const at = given.at ?? before.at;
    const issuer = issuerOf(before.kind, at);
    if (issuer === undefined) throw invalid('provider.issuer');
    const domains = (given.domains ?? before.domains).map((one) => domainOf(one));
    if (domains.includes(undefined)) throw invalid('provider.domain');
    const next: Provider = {
      ...before,
      name: given.name ?? before.name,
      at,
      issuer,
      clientId: given.client_id ?? before.clientId,
      teamId: given.team_id ?? before.teamId,
      keyId: given.key_id ?? before.keyId,
      on: given.on ?? before.on,
      domains: [...new Set(domains as readonly string[])],
      joins: given.joins ?? before.joins,
      roleId: given.role === undefined ? before.roleId : (given.role ?? ''),
      seat: given.seat === undefined ? before.seat : (given.seat ?? ''),
    };
    if (next.kind === 'apple') {
      if (next.teamId === '' || next.keyId === '') throw invalid('provider.apple');
      if (given.client_secret !== undefined && !isPrivateKey(given.client_secret)) throw invalid('provider.apple');
    }
    return next;
  };
  const keep = async (organizationId: string, providerId: string, secret: string | undefined): Promise<void> => {
    if (secret !== undefined)
      await vault.put('', secrets, providerId, { organizationId, secret } satisfies ProviderSecret);
  };

  /** A provider that lets people in now, with its secret. */
  const usable = async (providerId: string) => {
    const kept = await vault.get<ProviderSecret>('', secrets, providerId);
    const provider = kept && (await find(kept.organizationId, providerId));
    if (kept === undefined || provider === undefined) throw notFound('provider.not_found');
    if (!provider.on) throw mismatch();
    return { ...kept, provider };
  };

  /** Who of this organization a provider proves somebody to be. Throws where it is nobody, and nobody may come. */
  const personOf = async (
    provider: Provider,
    organizationId: string,
    { subject, email, name: called }: Proven,
    meta: CommandMeta,
  ): Promise<{ readonly account: AccountDocument; readonly member: MemberDocument }> => {
    const identity = identityOf(provider.issuer, subject);
    const here = async (userId: string) => {
      const [account, member] = await Promise.all([
        context.account(userId),
        documents.get<MemberDocument>(organizationId, 'members', userId),
      ]);
      if (member !== undefined && !member.active) throw forbidden('empty_seat');
      // What an organization's provider says of somebody's account elsewhere counts for nothing.
      return account !== undefined && organizationsOf(account).includes(organizationId) && member !== undefined
        ? { account, member }
        : undefined;
    };
    const linked = await documents.get<IdentityDocument>(organizationId, 'identities', identity);
    const before = linked && (await documents.get<MemberDocument>(organizationId, 'members', linked.userId));
    // Somebody who was forgotten here comes as somebody new.
    if (linked !== undefined && before?.erased !== true) {
      const found = await here(linked.userId);
      if (found === undefined) throw mismatch();
      return found;
    }
    if (email === '' || (provider.domains.length > 0 && !isOf(email, provider.domains))) throw mismatch();
    const own = asSystem(meta, organizationId);
    const come = { providerId: provider.id, identity, email };
    const account = await context.accountByEmail(fold(email));
    const known = account && (await here(account.id));
    if (account !== undefined && known !== undefined) {
      // An address that was given to somebody else is not that person.
      const others = await findAll<IdentityDocument>(
        documents,
        organizationId,
        'identities',
        { userId: account.id },
        (one) => one.identity,
      );
      if (others.some(({ providerId }) => providerId === provider.id)) throw mismatch();
      await context.execute('comeByProvider', { ...come, userId: account.id }, own);
      return known;
    }
    // An account of this organization and of nobody in it is what was left when a process ended between two commits.
    if (!provider.joins || (account !== undefined && account.organizationId !== organizationId)) throw mismatch();
    const userId = account?.id ?? newId();
    const calls = called === '' ? email : called;
    const there = asSystem(meta, systemOrganization);
    if (account === undefined)
      await context.execute('openAccount', { accountId: userId, email, name: calls, organizationId }, there);
    try {
      await context.execute('comeByProvider', { ...come, userId, name: calls }, own);
    } catch (error) {
      // What may have been written stays.
      if (isRejection(error) && error.kind !== 'unavailable')
        await context.execute('closeAccount', { accountId: userId }, there);
      throw error;
    }
    const found = await here(userId);
    if (found === undefined) throw mismatch();
    return found;
  };

  const goTo = (location: string, cookies: readonly string[] = []): RouteAnswer => ({
    status: 303,
    headers: { location, ...(cookies.length > 0 && { 'set-cookie': cookies }) },
  });

  const back = async (
    providerId: string,
    given: URLSearchParams,
    { raw, meta }: { readonly raw: IncomingMessage; readonly meta: CommandMeta },
  ): Promise<RouteAnswer> => {
    const cleared = browser.clear();
    try {
      const { provider, secret, organizationId } = await usable(providerId);
      const key = credentialHash(given.get('state') ?? '');
      const found = await vault.get<Pending>('', pending, key);
      const own = cookieNamed(raw.headers.cookie, browser.name);
      if (found === undefined || own === undefined || credentialHash(own) !== found.browser) throw mismatch();
      // It is used once, whatever comes of it.
      await vault.delete('', pending, key);
      if (found.providerId !== providerId) throw mismatch();
      const proven = await openId
        .finish(provider, secret, callbackOf(providerId), given, found)
        .catch((error: unknown) => {
          ports.log.warn('a provider did not prove who came', { providerId, error: String(error) });
          throw mismatch();
        });
      const { account, member } = await personOf(provider, organizationId, proven, meta);
      const answer = await context.signIn({ ...account, organizationId }, member.roleId, {
        raw,
        meta,
        way: 'provider',
      });
      const body = answer.body as { verifySession?: string; profile_settings?: { initial_url: string | null } };
      if (body.verifySession !== undefined)
        return goTo(`/login#verifySession=${encodeURIComponent(body.verifySession)}`, [cleared]);
      const cookies = answer.headers?.['set-cookie'] ?? [];
      return goTo(found.to === '' ? (body.profile_settings?.initial_url ?? '/') : found.to, [
        ...(typeof cookies === 'string' ? [cookies] : cookies),
        cleared,
      ]);
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (code !== 'oauth_mismatch' && code !== 'empty_seat' && code !== 'email_taken' && code !== 'member.exists')
        throw error;
      return goTo(`/login?refused=${code === 'empty_seat' ? code : 'oauth_mismatch'}`, [cleared]);
    }
  };

  const tag = 'auth';
  return [
    route({
      method: 'get',
      path: '/v3/sign-in-providers',
      tag,
      summary: 'The providers by which people of this organization sign in',
      description: 'Their secrets are not answered.',
      access: 'session',
      allows: 'providers.manage',
      responses: { 200: z.strictObject({ providers: z.array(told) }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'providers.manage');
        const all = await findAll<Provider>(documents, actor.organizationId, 'providers', {}, (one) => one.id);
        return { body: { providers: await Promise.all(all.map(tell)) } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/sign-in-providers',
      tag,
      summary: 'Name a provider by which people sign in',
      description:
        'Any provider of OpenID Connect by its issuer, or Google, Microsoft and Apple. It proves people to this organization alone. Who is here already is known by the address that the provider proves; who comes for the first time is let in only where role, seat and domains are named.',
      access: 'session',
      allows: 'providers.manage',
      body: z
        .strictObject({ kind: z.enum(providerKinds), ...parts })
        .partial()
        .required({
          kind: true,
          name: true,
          client_id: true,
          client_secret: true,
        }),
      refuses: refuses(...ofProvider),
      responses: { 201: z.strictObject({ id: z.string() }) },
      handle: async ({ actor, body, meta }) => {
        requireRight(actor, 'providers.manage');
        const { kind, ...given } = body;
        const provider = wanted({ ...none, id: newId(), kind }, given);
        const result = await context.execute('saveProvider', { provider }, meta);
        await keep(actor.organizationId, provider.id, given.client_secret);
        return written(result, { status: 201, body: { id: provider.id } });
      },
    }),
    route({
      method: 'patch',
      path: '/v3/sign-in-providers/{id}',
      tag,
      summary: 'Change a provider',
      description: 'What is left out stays, the secret too.',
      access: 'session',
      allows: 'providers.manage',
      params: z.strictObject({ id }),
      body: z.strictObject(parts).partial(),
      refuses: refuses('provider.not_found', ...ofProvider),
      responses: { 200: told },
      handle: async ({ actor, params, body, meta }) => {
        requireRight(actor, 'providers.manage');
        const before = await find(actor.organizationId, params.id);
        if (before === undefined) throw notFound('provider.not_found');
        const provider = wanted(before, body);
        const result = await context.execute('saveProvider', { provider }, meta);
        await keep(actor.organizationId, params.id, body.client_secret);
        return written(result, { body: await tell(provider) });
      },
    }),
    route({
      method: 'delete',
      path: '/v3/sign-in-providers/{id}',
      tag,
      summary: 'Remove a provider',
      description: 'Nobody signs in by it any more. Sessions stay.',
      access: 'session',
      allows: 'providers.manage',
      params: z.strictObject({ id }),
      refuses: refuses('provider.not_found'),
      responses: { 204: 'empty' },
      handle: async ({ params, meta }) => {
        const result = await context.execute('removeProvider', { id: params.id }, meta);
        await vault.delete('', secrets, params.id);
        return written(result, { status: 204 });
      },
    }),
    route({
      method: 'get',
      path: '/auth/oidc/{id}/start',
      tag,
      summary: 'Sign in by a provider: goes there',
      description: 'A page for browsers. `to` is where the login leads.',
      access: 'public',
      allows: 'none',
      cost: 10,
      params: z.strictObject({ id }),
      query: z.strictObject({ to: path.optional() }),
      refuses: refuses('provider.not_found'),
      responses: { 303: 'empty' },
      handle: async ({ params, query }) => {
        try {
          const { provider, secret, organizationId } = await usable(params.id);
          const expected = newExpected();
          const address = await openId.begin(provider, secret, callbackOf(params.id), expected);
          const own = newExpected().state;
          const value: Pending = {
            ...expected,
            providerId: params.id,
            organizationId,
            browser: credentialHash(own),
            to: query.to ?? '',
          };
          await vault.put('', pending, credentialHash(expected.state), value, { expiresAt: clock() + pendingLife });
          return goTo(address.href, [browserCookie(own, pendingLife / 1000, provider.kind === 'apple')]);
        } catch (error) {
          if (isRejection(error) && error.kind === 'not_found') throw error;
          ports.log.warn('a login by a provider could not begin', { providerId: params.id, error: String(error) });
          return goTo('/login?refused=oauth_mismatch');
        }
      },
    }),
    route({
      method: 'get',
      path: '/auth/oidc/{id}/callback',
      tag,
      summary: 'Back from a provider',
      description: 'A page for browsers. Opens a session, or goes to the login with the reason why not.',
      access: 'public',
      allows: 'none',
      cost: 10,
      params: z.strictObject({ id }),
      query: came,
      refuses: refuses('provider.not_found'),
      responses: { 303: 'empty' },
      handle: ({ params, raw, meta }) =>
        back(params.id, new URL(raw.url ?? '/', settings.baseUrl).searchParams, { raw, meta }),
    }),
    route({
      method: 'post',
      path: '/auth/oidc/{id}/callback',
      tag,
      summary: 'Back from a provider, with a form of its page',
      description: 'The same for providers that come back with a form, as Apple does.',
      access: 'public',
      fromElsewhere: true,
      allows: 'none',
      cost: 10,
      rawBody: true,
      params: z.strictObject({ id }),
      refuses: refuses('provider.not_found'),
      responses: { 303: 'empty' },
      handle: async ({ params, raw, meta }) =>
        back(params.id, new URLSearchParams((await readBody(raw, longestForm)).toString('utf8')), { raw, meta }),
    }),
  ];
};

const ofProvider = [
  'provider.issuer',
  'provider.domain',
  'provider.apple',
  'provider.incomplete',
  'role.not_found',
  'role.not_grantable',
] as const;
const none: Omit<Provider, 'id' | 'kind'> = {
  name: '',
  at: '',
  issuer: '',
  clientId: '',
  teamId: '',
  keyId: '',
  on: false,
  domains: [],
  joins: false,
  roleId: '',
  seat: '',
};
