import type { IncomingMessage } from 'node:http';
import type { CommandStore } from '@tessera/event-store';
import {
  systemActor as serviceActor,
  type Actor,
  type CommandMeta,
  type AnswerOf,
  type ExecuteResult,
  type PayloadOf,
} from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { credentialHash, sessionCookie, type RouteAnswer } from '@tessera/web';
import type { AuthEvent } from './events.ts';
import { systemOrganization } from './events.ts';
import { organizationsOf, type Installation, type Organization, type ShortName } from './evolve.ts';
import type { AccountDocument, MemberDocument, RoleDocument } from './projection.ts';
import { createDevices } from './sessions/devices.ts';
import { createResetLinks } from './reset/links.ts';
import { createFactors } from './second-factor/factors.ts';
import { createSessions, sessionSeconds, type From, type TokenSecret, type Way } from './sessions/sessions.ts';
import { createThrottle } from './sessions/throttle.ts';
import { mostTokens } from './tokens/restore.ts';
import { rejection } from './refusals.ts';
import type { AuthCommands } from './write.ts';

/** Auth itself, acting for the installation or an organization; it holds no right but to be the system. */
export const systemActor = (organizationId: string): Actor => serviceActor('auth', organizationId);

/** The same request, done by the system in one organization. */
export const asSystem = (meta: CommandMeta, organizationId: string): CommandMeta => ({
  actor: systemActor(organizationId),
  origin: meta.origin,
  correlationId: meta.correlationId,
  request: meta.request,
});

/** Where a request comes from, as its person may read it. */
export const fromOf = ({ request }: CommandMeta): From => ({
  ip: request?.ip ?? '',
  userAgent: request?.userAgent ?? '',
});

type Entering = {
  readonly status?: number;
  readonly commitId?: string | undefined;
  /** They gave a code. */
  readonly factor?: boolean | undefined;
  /** They were logged in already, in another organization. */
  readonly again?: boolean;
};

/** What auth's routes share. */
export const createContext = (ports: ServicePorts<AuthEvent>) => {
  const sessions = createSessions(ports);
  const cookie = sessionCookie(ports.settings.baseUrl);
  const devices = createDevices(ports);
  const resetLinks = createResetLinks(ports);
  const factors = createFactors(ports);
  const throttle = createThrottle({ limits: ports.limits, on: ports.settings.rateLimits, devices });
  const { documents, vault } = ports;
  const store: CommandStore<AuthEvent, AuthCommands> = ports.store;

  const beginnings = new Set<Promise<void>>();
  /** Work that no answer waits for; `besides` resolves when all of it is done. */
  const beside = (failed: string, work: Promise<void>): void => {
    const one = work
      .catch((error: unknown) => ports.log.warn(failed, { error: String(error) }))
      .finally(() => beginnings.delete(one));
    beginnings.add(one);
  };

  const organization = (id: string) => documents.get<Organization>(id, 'organizations', id);

  /**
   * Where an account comes in: the organization that is wanted, else the one where it was last, else the first one in which
   * it is an active member. Undefined where there is none.
   */
  const entrance = async (
    account: Pick<AccountDocument, 'id' | 'organizationId' | 'also'>,
    wanted?: string,
  ): Promise<{ readonly organizationId: string; readonly roleId: string } | undefined> => {
    const all = organizationsOf(account);
    const last = wanted ?? (all.length > 1 ? await sessions.lastPlaceOf(account.id) : undefined);
    const first = last !== undefined && all.includes(last) ? [last] : [];
    const others = wanted === undefined ? all.filter((one) => one !== last) : [];
    let erasing = false;
    for (const organizationId of [...first, ...others]) {
      const member = await documents.get<MemberDocument>(organizationId, 'members', account.id);
      if (member?.active !== true) continue;
      if ((await organization(organizationId))?.erasure?.began !== true)
        return { organizationId, roleId: member.roleId };
      erasing = true;
    }
    if (erasing) throw rejection('unavailable', 'erasure.running');
    return undefined;
  };

  /**
   * Answers like auth/loginV2, with the session in a cookie as well, and in another that the account knows this browser.
   */
  const enter = async (
    account: Pick<AccountDocument, 'id' | 'name' | 'email' | 'organizationId' | 'credentialVersion'>,
    roleId: string,
    { raw, meta, way }: { readonly raw: IncomingMessage; readonly meta: CommandMeta; readonly way: Way },
    extra: Entering = {},
  ): Promise<RouteAnswer> => {
    const token = await sessions.start(account, fromOf(meta), way, extra.factor, extra.again);
    const answer = await loginAnswer(account, roleId, token, extra);
    const known = await devices.cookieFor(account.email, raw.headers);
    return { ...answer, headers: { ...answer.headers, 'set-cookie': [cookie.set(token, sessionSeconds), known] } };
  };

  /** Lets in whoever knows the password, or asks them for a code first: no way in goes around this. */
  const signIn = async (
    account: Pick<AccountDocument, 'id' | 'name' | 'email' | 'organizationId' | 'credentialVersion' | 'secondFactor'>,
    roleId: string,
    by: { readonly raw: IncomingMessage; readonly meta: CommandMeta; readonly way: Way },
    extra: Entering = {},
  ): Promise<RouteAnswer> =>
    account.secondFactor === true
      ? { body: { verifySession: await factors.await(account, by.way) } }
      : enter(account, roleId, by, extra);

  const loginAnswer = async (
    account: Pick<AccountDocument, 'id' | 'name' | 'email' | 'organizationId'>,
    roleId: string,
    token: string,
    extra: { status?: number; commitId?: string | undefined } = {},
  ): Promise<RouteAnswer> => {
    const [home, role] = await Promise.all([
      organization(account.organizationId),
      documents.get<RoleDocument>(account.organizationId, 'roles', roleId),
    ]);
    return {
      ...(extra.status === undefined ? {} : { status: extra.status }),
      headers: {
        'set-cookie': cookie.set(token, sessionSeconds),
        ...(extra.commitId === undefined ? {} : { 'tessera-commit': extra.commitId }),
      },
      body: {
        token,
        email: account.email,
        profile_settings: { initial_url: role?.role.initialUrl === '' ? null : (role?.role.initialUrl ?? null) },
        user: { id: account.id, name: account.name, email: account.email },
        organization: { id: account.organizationId, name: home?.name ?? '' },
      },
    };
  };

  return {
    ports,
    sessions,
    cookie,
    devices,
    resetLinks,
    factors,
    enter,
    throttle,
    beside,
    besides: async (): Promise<void> => void (await Promise.all(beginnings)),
    signIn,
    loginAnswer,
    organization,
    entrance,
    /** An organization by its short name or its id. */
    organizationNamed: async (name: string): Promise<Organization | undefined> => {
      const [named] = await documents.find<ShortName>(
        systemOrganization,
        'short-names',
        { shortName: name.toLowerCase() },
        1,
      );
      return organization(named?.id ?? name);
    },
    shortNameOf: async (id: string): Promise<string> =>
      (await documents.get<ShortName>(systemOrganization, 'short-names', id))?.shortName ?? '',
    installation: async () => (await documents.get<Installation>(systemOrganization, 'installation', '1'))?.setUp,
    accountByEmail: async (emailKey: string) =>
      (await documents.find<AccountDocument>(systemOrganization, 'accounts', { emailKey }, 1))[0],
    account: (id: string) => documents.get<AccountDocument>(systemOrganization, 'accounts', id),
    /** Decides and writes one of auth's commands. */
    execute: <T extends keyof AuthCommands>(
      type: T,
      payload: PayloadOf<AuthCommands[T]>,
      meta: CommandMeta,
    ): Promise<ExecuteResult<AnswerOf<AuthCommands[T]>>> => store.execute({ type, payload }, meta),
    passwordOf: async (accountId: string) => (await vault.get<{ hash: string }>('', 'password', accountId))?.hash,
    keepPassword: (accountId: string, hash: string) => vault.put('', 'password', accountId, { hash }),
    dropPassword: (accountId: string) => vault.delete('', 'password', accountId),
    /** The secret of a link or token, by its hash. */
    secret: <V>(bucket: 'invitation' | 'api-token', token: string) => vault.get<V>('', bucket, credentialHash(token)),
    resetLink: (token: string): string => `${ports.settings.baseUrl}/new-password/${token}`,
    invitationLink: (token: string): string => `${ports.settings.baseUrl}/invitation/${token}`,
    /** The token of an invitation that goes out by mail, kept for that mail as long as the invitation lives. */
    keepForMail: (organizationId: string, invitationId: string, token: string, expiresAt: number): Promise<void> =>
      vault.put(organizationId, 'invitation-mail', invitationId, { token }, { expiresAt }),
    mailedToken: async (organizationId: string, invitationId: string): Promise<string | undefined> =>
      (await vault.get<{ token: string }>(organizationId, 'invitation-mail', invitationId))?.token,
    dropForMail: (organizationId: string, invitationId: string): Promise<void> =>
      vault.delete(organizationId, 'invitation-mail', invitationId),
    keepSecret: (bucket: 'invitation' | 'api-token', token: string, value: object) =>
      vault.put('', bucket, credentialHash(token), value),
    /** Forgets the secrets that an API token had before this one. */
    dropOtherSecrets: async (tokenId: string, token: string): Promise<void> => {
      const kept = credentialHash(token);
      for (const { key, value } of await vault.list<TokenSecret>('', 'api-token', '', mostTokens))
        if (value.tokenId === tokenId && key !== kept) await vault.delete('', 'api-token', key);
    },
  };
};
export type Context = ReturnType<typeof createContext>;

/** A write's answer with its commit named. */
export const written = (result: { readonly commitId?: string | undefined }, answer: RouteAnswer): RouteAnswer =>
  result.commitId === undefined
    ? answer
    : { ...answer, headers: { ...answer.headers, 'tessera-commit': result.commitId } };
