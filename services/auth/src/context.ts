import type { IncomingMessage } from 'node:http';
import { systemActor as serviceActor, type Actor, type CommandMeta, type ExecuteResult } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { credentialHash, sessionCookie, type RouteAnswer } from '@tessera/web';
import type { AuthEvent } from './events.ts';
import { systemOrganization } from './events.ts';
import type { Installation, Organization } from './evolve.ts';
import type { AccountDocument, RoleDocument } from './projection.ts';
import { createDevices } from './sessions/devices.ts';
import { createSessions, sessionSeconds } from './sessions/sessions.ts';
import { createThrottle } from './sessions/throttle.ts';

/** Auth itself, acting for the installation or an organization; it holds no right but to be the system. */
export const systemActor = (organizationId: string): Actor => serviceActor('auth', organizationId);

/** The same request, done by the system in one organization. */
export const asSystem = (meta: CommandMeta, organizationId: string): CommandMeta => ({
  actor: systemActor(organizationId),
  origin: meta.origin,
  correlationId: meta.correlationId,
  request: meta.request,
});

/** What auth's routes share. */
export const createContext = (ports: ServicePorts<AuthEvent>) => {
  const sessions = createSessions(ports);
  const cookie = sessionCookie(ports.settings.baseUrl);
  const devices = createDevices(ports);
  const throttle = createThrottle({ limits: ports.limits, on: ports.settings.rateLimits, devices });
  const { documents, store, vault } = ports;

  const organization = (id: string) => documents.get<Organization>(id, 'organizations', id);

  /**
   * Answers like auth/loginV2, with the session in a cookie as well, and in another that the account knows this browser.
   */
  const signIn = async (
    account: Pick<AccountDocument, 'id' | 'name' | 'email' | 'organizationId' | 'credentialVersion'>,
    roleId: string,
    raw: IncomingMessage,
    extra: { status?: number; commitId?: string | undefined } = {},
  ): Promise<RouteAnswer> => {
    const token = await sessions.start(account.id, account.organizationId, account.credentialVersion);
    const answer = await loginAnswer(account, roleId, token, extra);
    const known = await devices.cookieFor(account.email, raw.headers);
    return { ...answer, headers: { ...answer.headers, 'set-cookie': [cookie.set(token, sessionSeconds), known] } };
  };

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
    throttle,
    signIn,
    loginAnswer,
    organization,
    installation: async () => (await documents.get<Installation>(systemOrganization, 'installation', '1'))?.setUp,
    accountByEmail: async (emailKey: string) =>
      (await documents.find<AccountDocument>(systemOrganization, 'accounts', { emailKey }, 1))[0],
    account: (id: string) => documents.get<AccountDocument>(systemOrganization, 'accounts', id),
    execute: <A>(type: string, payload: object, meta: CommandMeta): Promise<ExecuteResult<A>> =>
      store.execute<A>({ type, payload }, meta),
    passwordOf: async (accountId: string) => (await vault.get<{ hash: string }>('', 'password', accountId))?.hash,
    keepPassword: (accountId: string, hash: string) => vault.put('', 'password', accountId, { hash }),
    dropPassword: (accountId: string) => vault.delete('', 'password', accountId),
    /** The secret of a link or token, by its hash. */
    secret: <V>(bucket: 'invitation' | 'api-token', token: string) => vault.get<V>('', bucket, credentialHash(token)),
    keepSecret: (bucket: 'invitation' | 'api-token', token: string, value: object) =>
      vault.put('', bucket, credentialHash(token), value),
  };
};
export type Context = ReturnType<typeof createContext>;

/** A write's answer with its commit named. */
export const written = (result: { readonly commitId?: string | undefined }, answer: RouteAnswer): RouteAnswer =>
  result.commitId === undefined
    ? answer
    : { ...answer, headers: { ...answer.headers, 'tessera-commit': result.commitId } };
