import { newId } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';

export const mailBucket = 'public-link-mails';
/** A mail that nobody could send is kept so long for an administrator, in ms. */
const mailLife = 30 * 24 * 60 * 60 * 1000;

/** What the vault keeps of a mail about a link: to whom it goes is in no event (docs/events.md 7). */
export type LinkMail = {
  readonly linkId: string;
  readonly email: string;
  readonly kind: 'share' | 'receipt';
  /** Of an address that somebody sent: who. */
  readonly senderId?: string;
  /** Of a receipt: what leads to the answer. */
  readonly answered?: string;
};

export const createLinkMails = ({ vault, clock }: Pick<ServicePorts, 'vault' | 'clock'>) => ({
  /** Keeps it; answers the id that its event names it by. */
  keep: async (organizationId: string, mail: LinkMail): Promise<string> => {
    const mailId = newId();
    await vault.put(organizationId, mailBucket, mailId, mail, { expiresAt: clock() + mailLife });
    return mailId;
  },
  get: (organizationId: string, mailId: string): Promise<LinkMail | undefined> =>
    vault.get<LinkMail>(organizationId, mailBucket, mailId),
});

/** An address that the mail server is given: nothing in it may mean something to one. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 &&
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/.test(text);
