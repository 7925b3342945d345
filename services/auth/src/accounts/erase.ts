import { findAll } from '@tessera/document-store/pages';
import { fold, type Person } from '@tessera/kernel';
import type { PurgeProgress } from '@tessera/event-store';
import type { ServicePorts } from '@tessera/runtime';
import { asSystem, createContext, systemActor } from '../context.ts';
import { systemOrganization, type AuthEvent } from '../events.ts';
import { organizationsOf } from '../evolve.ts';
import { lastAdmin } from '../members/decide.ts';
import { adminRoleId, isAdministrator } from '../roles/permissions.ts';
import type { AccountDocument, ErasedDocument, MemberDocument } from '../projection.ts';
import { dropResetLinks } from '../reset/links.ts';
import { dropSessionsOf, type TokenSecret } from '../sessions/sessions.ts';
import { dropFactors } from '../second-factor/factors.ts';
import { drop } from '../small-state.ts';

/** Somebody to be forgotten. `organizations` is absent for an address that has no account. */
export type KnownPerson = Person & { readonly organizations?: readonly string[]; readonly erased?: true };

type Ports = Pick<ServicePorts<AuthEvent>, 'documents'>;
const meta = { actor: systemActor(systemOrganization), origin: 'system' } as const;

/**
 * Finds whom an account's id or an e-mail address means; undefined for an id that nobody ever had. An address without an
 * account may stand in invitations.
 */
export const findPerson = async ({ documents }: Ports, idOrEmail: string): Promise<KnownPerson | undefined> => {
  const address = fold(idOrEmail.trim());
  const isAddress = address.includes('@');
  const account = isAddress
    ? (await documents.find<AccountDocument>(systemOrganization, 'accounts', { emailKey: address }, 1))[0]
    : await documents.get<AccountDocument>(systemOrganization, 'accounts', idOrEmail);
  if (account !== undefined) {
    const { id, emailKey } = account;
    return { id, addresses: emailKey === '' ? [] : [emailKey], organizations: organizationsOf(account) };
  }
  if (isAddress) return { id: '', addresses: [address] };
  const gone = await documents.get<ErasedDocument>(systemOrganization, 'erased', idOrEmail);
  return gone && { id: idOrEmail, addresses: [], organizations: organizationsOf(gone), erased: true };
};

/** Throws `last_admin` where nobody but this person administers an organization: before any other one is changed. */
const requireOthers = async ({ documents }: Ports, organizationId: string, userId: string): Promise<void> => {
  const admins = await findAll<MemberDocument>(
    documents,
    organizationId,
    'members',
    { roleId: adminRoleId },
    (one) => one.userId,
  );
  const active = admins.filter(isAdministrator);
  if (active.some((one) => one.userId === userId) && active.length === 1) throw lastAdmin();
};

/**
 * The first part of forgetting a person: nobody can sign in or act as them any more, and auth names them nowhere. Their id
 * stays for what they did. Answers how many commits were rewritten. Throws `last_admin`, before anything is changed.
 */
export const erasePerson = async (
  ports: ServicePorts,
  person: KnownPerson,
  onProgress?: (progress: PurgeProgress) => void,
): Promise<number> => {
  const context = createContext(ports as ServicePorts<AuthEvent>);
  const { id, addresses, organizations } = person;
  if (organizations !== undefined && id !== '') {
    for (const organizationId of organizations) await requireOthers(ports, organizationId, id);
    for (const organizationId of organizations)
      await context.execute('eraseMember', { userId: id, addresses }, asSystem(meta, organizationId));
    await context.dropPassword(id);
    await dropResetLinks(ports.vault, id);
    await dropFactors(ports.vault, id);
    await drop<TokenSecret>(ports.vault, 'api-token', (token) => token.userId === id);
    await dropSessionsOf(ports.state, id);
    await ports.vault.wipe();
  }
  const { commits } = await ports.store.purge({ person: { id, addresses } }, meta, {
    ...(onProgress && { onProgress }),
  });
  if (id !== '') await context.execute('eraseAccount', { accountId: id }, meta);
  return commits;
};
