import type { Actor } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import type { Readers, Reader } from '../deliveries/readers.ts';
import type { KnownTo } from '../inbox/known.ts';
import type { NotificationDocument } from '../inbox/projection.ts';
import { mayRead, shown } from '../inbox/titles.ts';
import type { Contents, ContentsOf } from './contents.ts';
import type { ChangesOf } from '../digest/changes.ts';
import type { Listed } from './letters.ts';
import { digestMail, noticeMail } from './told.ts';

/** Of what is unread so much is looked at for a digest. */
const mostUnread = 200;

type Parts = { readonly readersOf: Readers; readonly knownTo: KnownTo; readonly changesOf: ChangesOf };

/** What a digest is about: whose it is, and what of the unread is new, in ms. */
export const digestReference = (userId: string, from: number, until: number): string => `${userId}:${from}:${until}`;

/**
 * What somebody is told by mail, made when it is sent: what they read meanwhile, and what they may not read now, is not
 * in it.
 */
export const createNotices = (
  { documents, settings: { baseUrl } }: Pick<ServicePorts, 'documents' | 'settings'>,
  { readersOf, knownTo, changesOf }: Parts,
): ContentsOf => {
  const at = (path: string): string => new URL(path, baseUrl).href;
  const settings = at('/settings/notifications');

  /** Those that their reader may read, as a mail has them. */
  const listed = async (
    actor: Actor,
    all: readonly NotificationDocument[],
    { language }: Reader,
  ): Promise<readonly Listed[]> => {
    const known = await knownTo(actor, all);
    return all
      .filter((one) => mayRead(one, known(one)))
      .map((one) => {
        const { title, link } = shown(one, known(one), language);
        return { title, link: at(link ?? '/for-you') };
      });
  };

  const notice = async (organizationId: string, id: string): Promise<Contents> => {
    const [one] = await documents.find<NotificationDocument>(organizationId, 'notifications', { id }, 1);
    if (one === undefined || one.unreadBy === '') return 'gone';
    const reader = await readersOf(organizationId, one.userId);
    if (reader === undefined || !reader.deliveries.mailKinds.includes(one.kind)) return 'gone';
    const [told] = await listed(reader.actor, [one], reader);
    return told === undefined ? 'gone' : { to: reader.email, letter: noticeMail(told, settings, reader.language) };
  };

  const digest = async (organizationId: string, reference: string): Promise<Contents> => {
    const [userId = '', from] = reference.split(':');
    const reader = await readersOf(organizationId, userId);
    if (reader === undefined || reader.deliveries.digest === '') return 'gone';
    const where = { unreadBy: userId };
    const all = await documents.find<NotificationDocument>(organizationId, 'notifications', where, mostUnread);
    // Told before, and nothing came since.
    const isNew = all.some((one) => one.at > Number(from));
    const unread = isNew ? await listed(reader.actor, all, reader) : [];
    const { digest: every } = reader.deliveries;
    const changes = (await changesOf(reader.actor, Number(from), every)).map(({ path, ...one }) => ({
      ...one,
      link: at(path),
    }));
    if (unread.length === 0 && changes.length === 0) return 'gone';
    return {
      to: reader.email,
      letter: digestMail({ every, unread, changes, all: at('/for-you'), settings }, reader.language),
    };
  };

  return (organizationId, { kind, reference }) =>
    kind === 'notice' ? notice(organizationId, reference) : digest(organizationId, reference);
};
