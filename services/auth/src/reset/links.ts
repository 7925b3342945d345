import { randomBytes } from 'node:crypto';
import type { Clock } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { credentialHash } from '@tessera/web';
import type { AccountDocument } from '../projection.ts';
import { drop } from '../small-state.ts';

/** How long a link to a new password works, in ms. */
export const linkLife = 60 * 60 * 1000;

/** What the vault keeps of a link, under the hash of its token. */
export type ResetLink = {
  readonly resetId: string;
  readonly accountId: string;
  /** The credential that it replaces: once there is another, the link works no more. */
  readonly credentialVersion: number;
};
/** What the mail of a link needs, under the link's id. */
export type MailedLink = ResetLink & { readonly organizationId: string; readonly token: string };

type Ports = Pick<ServicePorts, 'vault' | 'state'> & { readonly clock: Clock };
type Vault = ServicePorts['vault'];

const links = 'password-reset';
const mails = 'password-reset-mail';

/** Links to a new password: random, kept by their hash for an hour, and for their mail as long. */
export const createResetLinks = ({ vault, clock }: Ports) => ({
  make: async (account: AccountDocument, resetId: string): Promise<void> => {
    const token = randomBytes(32).toString('base64url');
    const link: ResetLink = { resetId, accountId: account.id, credentialVersion: account.credentialVersion };
    const ends = { expiresAt: clock() + linkLife };
    await vault.put('', links, credentialHash(token), link, ends);
    const mailed: MailedLink = { ...link, organizationId: account.organizationId, token };
    await vault.put('', mails, resetId, mailed, ends);
  },
  find: (token: string): Promise<ResetLink | undefined> => vault.get<ResetLink>('', links, credentialHash(token)),
  mailed: (resetId: string): Promise<MailedLink | undefined> => vault.get<MailedLink>('', mails, resetId),
  used: async (token: string, { resetId }: ResetLink): Promise<void> => {
    await vault.delete('', links, credentialHash(token));
    await vault.delete('', mails, resetId);
  },
});

/** Ends the links of one account, or of all of them. */
export const dropResetLinks = async (vault: Vault, ofAccount?: string): Promise<void> => {
  for (const bucket of [links, mails])
    await drop<ResetLink>(vault, bucket, ({ accountId }) => ofAccount === undefined || accountId === ofAccount);
};
