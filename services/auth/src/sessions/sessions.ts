import { randomBytes } from 'node:crypto';
import { newId, type Actor, type Clock } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { credentialHash } from '@tessera/web';
import { systemOrganization } from '../events.ts';
import type { AccountDocument, MemberDocument, RoleDocument } from '../projection.ts';
import type { ApiToken, Organization } from '../evolve.ts';
import { can, maySeeAs, narrowed } from '@tessera/proto/rights';
import { permissionsOf } from '../roles/permissions.ts';
import { isConfirmed, lastRestore, mostTokens } from '../tokens/restore.ts';
import { drop } from '../small-state.ts';
import { works } from '../tokens/works.ts';
import type { Sight } from '../view-as/decide.ts';

export const sessionSeconds = 30 * 24 * 60 * 60;
const renewAfter = 10 * 60 * 1000;
/** A token in use is noted once in so long, and forgotten so long after its last use; both in milliseconds. */
const useNotedEach = 60 * 1000;
const useKept = 400 * 24 * 60 * 60 * 1000;

type Session = {
  readonly userId: string;
  readonly organizationId: string;
  readonly credentialVersion: number;
  readonly createdAt: number;
  readonly seenAt: number;
  /** What its owner knows it by; absent for one of an earlier release, until it is used. */
  readonly id?: string;
  /** How its person came in; absent for one of an earlier release. */
  readonly way?: Way;
  /** They gave a code of an app, or a recovery code. */
  readonly factor?: true;
  /** As whom it sees the workspace, until a moment in ms. */
  readonly viewAs?: Looking;
};
/** As whom a session sees the workspace. */
export type Looking = Sight & { readonly until: number };
/** Where a session or a login came from. */
export type From = { readonly ip: string; readonly userAgent: string };
/** How somebody came in. */
export const ways = ['setup', 'invitation', 'password', 'link', 'provider'] as const;
export type Way = (typeof ways)[number];
/** What a person may know of a session of theirs, kept under the person's id and its own. */
export type OwnSession = From & {
  readonly hash: string;
  readonly createdAt: number;
  readonly seenAt: number;
};
/** One login of a person. */
export type Login = From & { readonly at: number; readonly way: Way };
/** What the vault keeps of an API token, under the hash of it. */
export type TokenSecret = {
  readonly tokenId: string;
  readonly organizationId: string;
  readonly userId: string;
  /** The last restore of a backup before it was made, if there was one. */
  readonly since?: string | undefined;
  /** How often the secret of the token had been made anew by then; absent for the first one. */
  readonly generation?: number;
};

export type Resolved = {
  readonly actor: Actor;
  readonly name: string;
  /** Of a session that sees the workspace as somebody else: until when. */
  readonly until?: number;
  /** The organization wants a second step of whoever logs in with a password. */
  readonly wantsFactor?: true;
};
/** How long a login stands in its person's list, in ms, and how many are read of it. */
const loginKept = 90 * 24 * 60 * 60 * 1000;
const mostLogins = 100;
/** More sessions than a person has open. */
const mostSessions = 1_000;
const own = 'session-of';
const logins = 'login-of';
const lastPlace = 'last-organization';
/** More than a member and a role change ever. */
const hiddenStep = 1_000_000_000;
const lackingStep = 2_000_000_000;
const longestAgent = 400;
const nowhere: From = { ip: '', userAgent: '' };
/** Sorts the newest first. */
const newestFirst = (at: number): string => String(9_999_999_999_999 - at).padStart(13, '0');

type Ports = Pick<ServicePorts, 'state' | 'vault' | 'documents'> & { readonly clock: Clock };

/**
 * Sessions and tokens: random, stored by their hash, void as soon as the account's credential changes or the member is
 * disabled.
 */
export const createSessions = ({ state, vault, documents, clock }: Ports) => {
  const actorOf = async (
    organizationId: string,
    userId: string,
    as?: { readonly tokenId: string; readonly scopes?: ApiToken['scopes'] },
  ): Promise<Resolved | undefined> => {
    const member = await documents.get<MemberDocument>(organizationId, 'members', userId);
    if (member === undefined || !member.active) return undefined;
    const [role, organization] = await Promise.all([
      documents.get<RoleDocument>(organizationId, 'roles', member.roleId),
      documents.get<Organization>(organizationId, 'organizations', organizationId),
    ]);
    if (role === undefined || organization?.erasure?.began === true) return undefined;
    const hidden = organization?.hideTasks === true;
    const owner: Actor = {
      organizationId,
      kind: as === undefined ? 'user' : 'token',
      id: as?.tokenId ?? userId,
      userId,
      seat: member.seat,
      roleId: member.roleId,
      // Whoever remembers the person sees by it that something is other than before.
      permissionVersion: member.version + role.version + (hidden ? hiddenStep : 0),
      permissions: permissionsOf(role.role.permissions),
      ...(hidden && { hides: ['task'] as const }),
    };
    const actor = as?.scopes === undefined ? owner : { ...owner, permissions: narrowed(owner, as.scopes) };
    return { actor, name: member.name, ...(organization?.mfaRequired === true && { wantsFactor: true as const }) };
  };

  /**
   * The same person with the eyes of another. Asked anew each time: where they may not any more, or there is nobody to look
   * as, they see with their own.
   */
  const seenBy = async (own: Resolved, { seat, roleId, userId, until }: Looking): Promise<Resolved> => {
    if (until <= clock()) return own;
    const { organizationId } = own.actor;
    const seen =
      userId === undefined ? undefined : await documents.get<MemberDocument>(organizationId, 'members', userId);
    if (userId !== undefined && seen?.active !== true) return own;
    const role = await documents.get<RoleDocument>(organizationId, 'roles', seen?.roleId ?? roleId);
    if (role === undefined) return own;
    const permissions = permissionsOf(role.role.permissions);
    const sight = { seat: seen?.seat ?? seat, userId };
    const may = can(own.actor, userId === undefined ? 'roles.manage' : 'users.manage').allow;
    if (!may || !maySeeAs(own.actor, permissions, sight)) return own;
    const actor: Actor = {
      ...own.actor,
      seat: sight.seat,
      roleId: role.role.id,
      permissionVersion: own.actor.permissionVersion + role.version + (seen?.version ?? 0),
      permissions,
      viewing: userId === undefined ? {} : { userId },
    };
    return { ...own, actor, until };
  };

  const end = async (hash: string): Promise<void> => {
    const session = await state.get<Session>('', 'session', hash);
    await state.delete('', 'session', hash);
    if (session?.id !== undefined) await state.delete('', own, `${session.userId}.${session.id}`);
  };

  const resolveSession = async (hash: string): Promise<Resolved | undefined> => {
    const session = await state.get<Session>('', 'session', hash);
    if (session === undefined) return undefined;
    const now = clock();
    if (now - session.seenAt > sessionSeconds * 1000) return undefined;
    const account = await documents.get<AccountDocument>(systemOrganization, 'accounts', session.userId);
    if (account === undefined || account.credentialVersion !== session.credentialVersion) return undefined;
    const present = await actorOf(session.organizationId, session.userId);
    // A provider asks for its own second step.
    const lacks = present?.wantsFactor === true && account.secondFactor !== true && session.way !== 'provider';
    const resolved: Resolved | undefined =
      present !== undefined && lacks
        ? {
            ...present,
            actor: {
              ...present.actor,
              lacks: 'second_factor',
              permissionVersion: present.actor.permissionVersion + lackingStep,
            },
          }
        : present;
    if (resolved !== undefined && (session.id === undefined || now - session.seenAt > renewAfter)) {
      const id = session.id ?? newId();
      const ends = { expiresAt: now + sessionSeconds * 1000 };
      const key = `${session.userId}.${id}`;
      const { ip, userAgent } = (await state.get<OwnSession>('', own, key)) ?? nowhere;
      const known: OwnSession = { ip, userAgent, hash, createdAt: session.createdAt, seenAt: now };
      await state.put('', own, key, known, ends);
      // One that was ended meanwhile stays so.
      const before = await state.getWithEtag<Session>('', 'session', hash);
      if (before !== undefined)
        await state.compareAndPut('', 'session', hash, before.etag, { ...before.value, id, seenAt: now }, ends);
    }
    return resolved === undefined || session.viewAs === undefined ? resolved : seenBy(resolved, session.viewAs);
  };

  /** Marks a session, or takes its mark away; answers the mark that it had. */
  const mark = async (hash: string, viewAs: Looking | undefined): Promise<Looking | undefined> => {
    const before = await state.getWithEtag<Session>('', 'session', hash);
    if (before === undefined) return undefined;
    const { viewAs: had, ...session } = before.value;
    const ends = { expiresAt: before.value.seenAt + sessionSeconds * 1000 };
    const next = viewAs === undefined ? session : { ...session, viewAs };
    // Whoever notes its use at the same moment is first.
    if (!(await state.compareAndPut('', 'session', hash, before.etag, next, ends))) return mark(hash, viewAs);
    return had;
  };

  /** Who acts by a token; `secret` is what the vault has of it. */
  const actorOfToken = async (secret: TokenSecret): Promise<Resolved | undefined> => {
    const { organizationId, userId, tokenId } = secret;
    const token = await documents.get<ApiToken>(organizationId, 'tokens', tokenId);
    if (token === undefined || token.userId !== userId || !works(token, clock())) return undefined;
    if (!isConfirmed(await lastRestore(vault), secret, token)) return undefined;
    return actorOf(organizationId, userId, { tokenId, scopes: token.scopes });
  };

  /**
   * The same for work that goes on, which knows the token by its id. The vault has it under its hash, so that it is looked
   * for, but only where a backup was restored and nobody has confirmed the token.
   */
  const actorOfTokenId = async (named: TokenSecret): Promise<Resolved | undefined> => {
    const known = await actorOfToken(named);
    if (known !== undefined || (await lastRestore(vault)) === undefined) return known;
    const all = await vault.list<TokenSecret>('', 'api-token', '', mostTokens);
    for (const { value } of all) {
      const found = value.tokenId === named.tokenId ? await actorOfToken(value) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const resolveToken = async (hash: string): Promise<Resolved | undefined> => {
    const secret = await vault.get<TokenSecret>('', 'api-token', hash);
    if (secret === undefined) return undefined;
    const { organizationId, tokenId, generation } = secret;
    const token = await documents.get<ApiToken>(organizationId, 'tokens', tokenId);
    if (token?.generation !== generation) return undefined;
    const resolved = await actorOfToken(secret);
    if (resolved !== undefined) await noteUse(organizationId, tokenId);
    return resolved;
  };

  const lastUseOf = async (organizationId: string, tokenId: string): Promise<number | undefined> =>
    (await state.get<{ at: number }>(organizationId, 'token-use', tokenId))?.at;

  // No event: who asks for a token's last use wants to know whether anything uses it, to the minute.
  const noteUse = async (organizationId: string, tokenId: string): Promise<void> => {
    const now = clock();
    const before = await lastUseOf(organizationId, tokenId);
    if (before !== undefined && now - before < useNotedEach) return;
    await state.put(organizationId, 'token-use', tokenId, { at: now }, { expiresAt: now + useKept });
  };

  return {
    actorOf,
    /** Who acts by an API token; undefined once it, or its person, is gone. */
    actorOfTokenId,
    /** When an API token was last used, to the minute, in milliseconds since the Unix epoch; undefined for never. */
    lastUseOf,
    /** Who stands behind a credential, by its hash; undefined if it is unknown, ended or expired. */
    resolve: async (hash: string): Promise<Resolved | undefined> =>
      (await resolveSession(hash)) ?? (await resolveToken(hash)),
    resolveSession,
    /** From now on a session sees the workspace as somebody else, or, without, with its own eyes; answers how it did before. */
    mark,
    /** How the person of a session came in, whether with a code, and when. */
    cameBy: async (hash: string): Promise<{ readonly way?: Way; readonly factor?: true; readonly at?: number }> => {
      const { way, factor, createdAt: at } = (await state.get<Session>('', 'session', hash)) ?? {};
      return {
        ...(way !== undefined && { way }),
        ...(factor === true && { factor }),
        ...(at !== undefined && { at }),
      };
    },
    /** The organization in which an account began its last session. */
    lastPlaceOf: async (userId: string): Promise<string | undefined> =>
      (await state.get<{ organizationId: string }>('', lastPlace, userId))?.organizationId,
    /**
     * Starts a session; answers the token, which nobody can read again. `again`: its person was logged in already, so that it
     * is no login of its own.
     */
    start: async (
      account: Pick<AccountDocument, 'id' | 'organizationId' | 'credentialVersion'>,
      { ip, userAgent }: From = nowhere,
      way?: Way,
      factor?: boolean,
      again?: boolean,
    ): Promise<string> => {
      const { id: userId, organizationId, credentialVersion } = account;
      const token = randomBytes(32).toString('base64url');
      const hash = credentialHash(token);
      const now = clock();
      const ends = { expiresAt: now + sessionSeconds * 1000 };
      const id = newId();
      const from: From = { ip, userAgent: userAgent.slice(0, longestAgent) };
      await state.put('', own, `${userId}.${id}`, { ...from, hash, createdAt: now, seenAt: now }, ends);
      const session: Session = {
        userId,
        organizationId,
        credentialVersion,
        createdAt: now,
        seenAt: now,
        id,
        ...(way !== undefined && { way }),
        ...(factor === true && { factor }),
      };
      await state.put('', 'session', hash, session, ends);
      await state.put('', lastPlace, userId, { organizationId });
      if (way !== undefined && again !== true) {
        const login: Login = { ...from, at: now, way };
        await state.put('', logins, `${userId}.${newestFirst(now)}.${id}`, login, { expiresAt: now + loginKept });
      }
      return token;
    },
    end: (token: string): Promise<void> => end(credentialHash(token)),
    /** The same by the hash of its token. */
    endHashed: end,
    /** The sessions of a person that work, the last one used first. */
    ofPerson: async (account: Pick<AccountDocument, 'id' | 'credentialVersion'>) => {
      const found = await state.list<OwnSession>('', own, `${account.id}.`, mostSessions);
      const alive = await Promise.all(
        found.map(async ({ key, value }) => {
          const session = await state.get<Session>('', 'session', value.hash);
          if (session?.credentialVersion === account.credentialVersion)
            return [{ ...value, id: key.slice(account.id.length + 1) }];
          await state.delete('', own, key);
          return [];
        }),
      );
      return alive.flat().toSorted((a, b) => b.seenAt - a.seenAt);
    },
    /** Ends one session of a person; answers whether there was one. */
    endOfPerson: async (userId: string, id: string): Promise<boolean> => {
      const found = await state.get<OwnSession>('', own, `${userId}.${id}`);
      if (found === undefined) return false;
      await end(found.hash);
      return true;
    },
    /** Ends every session of a person but the one of this hash, those of an earlier release too; answers how many. */
    endOthers: (userId: string, kept: string): Promise<number> =>
      drop<Session>(state, 'session', (session, key) => session.userId === userId && key !== kept),
    /** Who came in by a person's account in the last 90 days, the newest first. */
    loginsOf: async (userId: string): Promise<readonly Login[]> =>
      (await state.list<Login>('', logins, `${userId}.`, mostLogins)).map(({ value }) => value),
  };
};

/** What is kept of somebody's sessions and logins, deleted: for a person who is forgotten. */
export const dropSessionsOf = async (state: ServicePorts['state'], userId: string): Promise<void> => {
  await drop<Session>(state, 'session', (session) => session.userId === userId);
  for (const bucket of [own, logins]) await drop(state, bucket, () => true, `${userId}.`);
  await state.delete('', lastPlace, userId);
};
