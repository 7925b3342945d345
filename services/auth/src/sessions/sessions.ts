import { randomBytes } from 'node:crypto';
import type { Actor, Clock } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { credentialHash } from '@tessera/web';
import { systemOrganization } from '../events.ts';
import type { AccountDocument, MemberDocument, RoleDocument } from '../projection.ts';
import type { ApiToken } from '../evolve.ts';
import { permissionsOf } from '../roles/permissions.ts';
import { isConfirmed, lastRestore, mostTokens } from '../tokens/restore.ts';

export const sessionSeconds = 30 * 24 * 60 * 60;
const renewAfter = 60 * 60 * 1000;

type Session = {
  readonly userId: string;
  readonly organizationId: string;
  readonly credentialVersion: number;
  readonly createdAt: number;
  readonly seenAt: number;
};
/** What the vault keeps of an API token, under the hash of it. */
export type TokenSecret = {
  readonly tokenId: string;
  readonly organizationId: string;
  readonly userId: string;
  /** The last restore of a backup before it was made, if there was one. */
  readonly since?: string | undefined;
};

export type Resolved = { readonly actor: Actor; readonly name: string };
type Ports = Pick<ServicePorts, 'state' | 'vault' | 'documents'> & { readonly clock: Clock };

/**
 * Sessions and tokens: random, stored by their hash, void as soon as the account's credential changes or the member is
 * disabled.
 */
export const createSessions = ({ state, vault, documents, clock }: Ports) => {
  const actorOf = async (
    organizationId: string,
    userId: string,
    as?: { readonly tokenId: string },
  ): Promise<Resolved | undefined> => {
    const member = await documents.get<MemberDocument>(organizationId, 'members', userId);
    if (member === undefined || !member.active) return undefined;
    const role = await documents.get<RoleDocument>(organizationId, 'roles', member.roleId);
    if (role === undefined) return undefined;
    const actor: Actor = {
      organizationId,
      kind: as === undefined ? 'user' : 'token',
      id: as?.tokenId ?? userId,
      userId,
      seat: member.seat,
      roleId: member.roleId,
      permissionVersion: member.version + role.version,
      permissions: permissionsOf(role.role.permissions),
    };
    return { actor, name: member.name };
  };

  const resolveSession = async (hash: string): Promise<Resolved | undefined> => {
    const session = await state.get<Session>('', 'session', hash);
    if (session === undefined) return undefined;
    const now = clock();
    if (now - session.seenAt > sessionSeconds * 1000) return undefined;
    const account = await documents.get<AccountDocument>(systemOrganization, 'accounts', session.userId);
    if (account === undefined || account.credentialVersion !== session.credentialVersion) return undefined;
    const resolved = await actorOf(session.organizationId, session.userId);
    if (resolved !== undefined && now - session.seenAt > renewAfter) {
      await state.put('', 'session', hash, { ...session, seenAt: now }, { expiresAt: now + sessionSeconds * 1000 });
    }
    return resolved;
  };

  /** Who acts by a token; `secret` is what the vault has of it. */
  const actorOfToken = async (secret: TokenSecret): Promise<Resolved | undefined> => {
    const { organizationId, userId, tokenId } = secret;
    const token = await documents.get<ApiToken>(organizationId, 'tokens', tokenId);
    if (token === undefined || token.userId !== userId || !isConfirmed(await lastRestore(vault), secret, token))
      return undefined;
    return actorOf(organizationId, userId, { tokenId });
  };

  /**
   * The same for work that goes on, which knows the token by its id. The vault has it under its hash, so that it is looked
   * for, but only where a backup was restored and nobody has confirmed the token.
   */
  const actorOfTokenId = async (named: TokenSecret): Promise<Resolved | undefined> => {
    const known = await actorOfToken(named);
    if (known !== undefined || (await lastRestore(vault)) === undefined) return known;
    const all = await vault.list<TokenSecret>('', 'api-token', '', mostTokens);
    const found = all.find(({ value }) => value.tokenId === named.tokenId);
    return found === undefined ? undefined : actorOfToken(found.value);
  };

  const resolveToken = async (hash: string): Promise<Resolved | undefined> => {
    const secret = await vault.get<TokenSecret>('', 'api-token', hash);
    return secret === undefined ? undefined : actorOfToken(secret);
  };

  return {
    actorOf,
    /** Who acts by an API token; undefined once it, or its person, is gone. */
    actorOfTokenId,
    /** Who stands behind a credential, by its hash; undefined if it is unknown, ended or expired. */
    resolve: async (hash: string): Promise<Resolved | undefined> =>
      (await resolveSession(hash)) ?? (await resolveToken(hash)),
    resolveSession,
    /** Starts a session; answers the token, which nobody can read again. */
    start: async (userId: string, organizationId: string, credentialVersion: number): Promise<string> => {
      const token = randomBytes(32).toString('base64url');
      const now = clock();
      const session: Session = { userId, organizationId, credentialVersion, createdAt: now, seenAt: now };
      await state.put('', 'session', credentialHash(token), session, { expiresAt: now + sessionSeconds * 1000 });
      return token;
    },
    end: (token: string): Promise<void> => state.delete('', 'session', credentialHash(token)),
  };
};
