import type { Projection } from '@tessera/kernel';
import { notificationStream, type NotificationsEvent } from '../events.ts';
import type { Notification } from './evolve.ts';

/** A notification as reads see it; `unreadBy` is its reader until they read it. */
export type NotificationDocument = Notification & { readonly unreadBy: string };

/** Far behind any time that a clock tells. */
const end = 10 ** 14;

/** Ids of documents are in the order of reading: the newest is first. */
export const documentId = ({ madeAt, id }: Pick<Notification, 'madeAt' | 'id'>): string =>
  `${String(end - madeAt).padStart(15, '0')}-${id}`;

export const inboxModel: Projection<NotificationsEvent> = {
  name: 'notifications',
  version: 1,
  project: (event, _context, state) => {
    if (!('notificationId' in event.value)) return [];
    const folded = state(notificationStream(event.value.notificationId)) as Notification | undefined;
    if (folded === undefined) return [];
    const document: NotificationDocument = { ...folded, unreadBy: folded.isRead ? '' : folded.userId };
    return [{ op: 'document.put', collection: 'notifications', id: documentId(folded), document }];
  },
};
