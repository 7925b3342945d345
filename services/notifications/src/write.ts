import type { WriteModule } from '@tessera/kernel';
import { codec, type NotificationsEvent } from './events.ts';
import { bookmarkNotification, makeNotifications, readNotifications, setMutes } from './inbox/decide.ts';
import { mutesAggregate, notificationAggregate } from './inbox/evolve.ts';
import { inboxModel } from './inbox/projection.ts';
import { beginMail, delayMail, dropMail, endMail, queueMail, replayMail, setMailAside } from './mail/decide.ts';
import { mailAggregate } from './mail/evolve.ts';
import { mailModel } from './mail/projection.ts';

const commands = {
  makeNotifications,
  readNotifications,
  bookmarkNotification,
  setMutes,
  queueMail,
  beginMail,
  delayMail,
  dropMail,
  endMail,
  replayMail,
  setMailAside,
};
export type NotificationsCommands = typeof commands;

/** What the writer thread knows of notifications. */
export const writeModule: WriteModule<NotificationsEvent> = {
  service: 'notifications',
  events: codec,
  aggregates: [notificationAggregate, mutesAggregate, mailAggregate],
  projections: [inboxModel, mailModel],
  collections: [
    { name: 'notifications', indexes: ['userId', 'unreadBy', 'readBy', 'bookmarkedBy'] },
    { name: 'mutes', indexes: [] },
    { name: 'mails', indexes: ['state'] },
  ],
  commands,
};
