import type { Projection } from '@tessera/kernel';
import { notificationStream, type NotificationsEvent } from '../events.ts';
import { placeOf, type Mutes, type Notification } from './evolve.ts';

/**
 * A notification as reads see it; `unreadBy` is its reader until they read it, `readBy` from then on. One that is snoozed
 * is in neither, and `snoozedBy` is its reader.
 */
export type NotificationDocument = Notification & {
  readonly listedBy: string;
  readonly snoozedBy: string;
  /** It is to come back, or to be pushed. */
  readonly waits: 'return' | 'push' | '';
  readonly unreadBy: string;
  readonly readBy: string;
  readonly bookmarkedBy: string;
};

/** Far behind any time that a clock tells. */
const end = 10 ** 14;
const idAt = (at: number, id: string): string => `${String(end - at).padStart(15, '0')}-${id}`;

/** Ids of documents are in the order of reading: the newest is first. */
export const documentId = (one: Pick<Notification, 'madeAt' | 'returnedAt' | 'id'>): string =>
  idAt(placeOf(one), one.id);

const waitsOf = ({ snoozedUntil, pushes }: Notification): NotificationDocument['waits'] =>
  snoozedUntil !== undefined ? 'return' : pushes === true ? 'push' : '';

export const inboxModel: Projection<NotificationsEvent> = {
  name: 'notifications',
  version: 5,
  project: (event, _context, state) => {
    if (event.$case === 'mutesSet') {
      const { userId, kinds, tableIds, recordIds, threadIds } = event.value;
      const document: Mutes = { kinds, tableIds, recordIds, threadIds };
      return [{ op: 'document.put', collection: 'mutes', id: userId, document }];
    }
    if (!('notificationId' in event.value)) return [];
    const folded = state(notificationStream(event.value.notificationId)) as Notification | undefined;
    if (folded === undefined) return [];
    const snoozed = folded.snoozedUntil !== undefined;
    const document: NotificationDocument = {
      ...folded,
      listedBy: snoozed ? '' : folded.userId,
      unreadBy: snoozed || folded.isRead ? '' : folded.userId,
      readBy: !snoozed && folded.isRead ? folded.userId : '',
      bookmarkedBy: folded.isBookmarked === true ? folded.userId : '',
      snoozedBy: snoozed ? folded.userId : '',
      waits: waitsOf(folded),
    };
    const collection = 'notifications';
    const put = { op: 'document.put', collection, id: documentId(folded), document } as const;
    return event.$case === 'notificationReturned' && folded.leftAt !== undefined
      ? [{ op: 'document.delete', collection, id: idAt(folded.leftAt, folded.id) }, put]
      : [put];
  },
};
