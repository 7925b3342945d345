import type { Projection } from '@tessera/kernel';
import { notificationStream, type NotificationsEvent } from '../events.ts';
import type { Mutes, Notification } from './evolve.ts';

/** A notification as reads see it; `unreadBy` is its reader until they read it, `readBy` from then on. */
export type NotificationDocument = Notification & {
  readonly unreadBy: string;
  readonly readBy: string;
  readonly bookmarkedBy: string;
};

/** Far behind any time that a clock tells. */
const end = 10 ** 14;

/** Ids of documents are in the order of reading: the newest is first. */
export const documentId = ({ madeAt, id }: Pick<Notification, 'madeAt' | 'id'>): string =>
  `${String(end - madeAt).padStart(15, '0')}-${id}`;

export const inboxModel: Projection<NotificationsEvent> = {
  name: 'notifications',
  version: 2,
  project: (event, _context, state) => {
    if (event.$case === 'mutesSet') {
      const { userId, kinds, tableIds } = event.value;
      const document: Mutes = { kinds, tableIds };
      return [{ op: 'document.put', collection: 'mutes', id: userId, document }];
    }
    if (!('notificationId' in event.value)) return [];
    const folded = state(notificationStream(event.value.notificationId)) as Notification | undefined;
    if (folded === undefined) return [];
    const document: NotificationDocument = {
      ...folded,
      unreadBy: folded.isRead ? '' : folded.userId,
      readBy: folded.isRead ? folded.userId : '',
      bookmarkedBy: folded.isBookmarked === true ? folded.userId : '',
    };
    return [{ op: 'document.put', collection: 'notifications', id: documentId(folded), document }];
  },
};
