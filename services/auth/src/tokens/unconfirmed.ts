import type { ServicePorts } from '@tessera/runtime';
import { asSystem, createContext, systemActor } from '../context.ts';
import { systemOrganization, type AuthEvent } from '../events.ts';
import type { ApiToken } from '../evolve.ts';
import type { MemberDocument } from '../projection.ts';
import type { TokenSecret } from '../sessions/sessions.ts';
import { isConfirmed, lastRestore } from './restore.ts';
import { notFound } from '../refusals.ts';

/** More tokens than an installation has. */
const mostTokens = 100_000;

/** A token that waits for its confirmation. */
export type Unconfirmed = Pick<ApiToken, 'id' | 'name' | 'lastFour' | 'createdAt' | 'userId'> & {
  readonly organizationId: string;
  readonly userName: string;
};

type Ports = Pick<ServicePorts, 'vault' | 'documents'>;

/** Tokens that the last restore disabled, of one organization or of all, the oldest first. */
export const unconfirmed = async ({ vault, documents }: Ports, organizationId?: string): Promise<Unconfirmed[]> => {
  const restore = await lastRestore(vault);
  if (restore === undefined) return [];
  const waiting: Unconfirmed[] = [];
  for (const { value } of await vault.list<TokenSecret>('', 'api-token', '', mostTokens)) {
    if (organizationId !== undefined && value.organizationId !== organizationId) continue;
    const token = await documents.get<ApiToken>(value.organizationId, 'tokens', value.tokenId);
    if (token === undefined || token.generation !== value.generation || isConfirmed(restore, value, token)) continue;
    const { id, name, lastFour, createdAt, userId } = token;
    const member = await documents.get<MemberDocument>(value.organizationId, 'members', userId);
    const userName = member?.name ?? '';
    waiting.push({ id, name, lastFour, createdAt, userId, organizationId: value.organizationId, userName });
  }
  return waiting.sort((a, b) => a.createdAt - b.createdAt);
};

/** For the machine's command line: tokens of every organization that wait. */
export const listUnconfirmed = (ports: ServicePorts): Promise<Unconfirmed[]> => unconfirmed(ports);

/** Confirms one of them, or with `all` each; answers which. Throws `api_token.not_found`. */
export const confirmTokens = async (
  ports: ServicePorts,
  { tokenId }: { readonly tokenId: string },
): Promise<Unconfirmed[]> => {
  const context = createContext(ports as ServicePorts<AuthEvent>);
  const chosen = (await unconfirmed(ports)).filter(({ id }) => tokenId === 'all' || id === tokenId);
  if (chosen.length === 0 && tokenId !== 'all') throw notFound('api_token.not_found');
  const restoreId = await lastRestore(ports.vault);
  // Nothing was ever restored: every token works.
  if (restoreId === undefined) return [];
  const meta = { actor: systemActor(systemOrganization), origin: 'system' } as const;
  for (const { id, organizationId } of chosen)
    await context.execute('confirmApiToken', { tokenId: id, restoreId }, asSystem(meta, organizationId));
  return chosen;
};
