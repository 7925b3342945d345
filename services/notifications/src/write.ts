import type { WriteModule } from '@tessera/kernel';
import { codec, type NotificationsEvent } from './events.ts';
import { changeDeliveries } from './deliveries/decide.ts';
import { deliveriesAggregate } from './deliveries/evolve.ts';
import { deliveriesModel } from './deliveries/projection.ts';
import {
  bookmarkNotification,
  endPushes,
  forwardNotification,
  makeNotifications,
  readNotifications,
  returnNotifications,
  setMutes,
  snoozeNotification,
} from './inbox/decide.ts';
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
  snoozeNotification,
  returnNotifications,
  forwardNotification,
  endPushes,
  changeDeliveries,
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
  aggregates: [notificationAggregate, mutesAggregate, deliveriesAggregate, mailAggregate],
  projections: [inboxModel, deliveriesModel, mailModel],
  collections: [
    {
      name: 'notifications',
      indexes: ['id', 'listedBy', 'unreadBy', 'readBy', 'bookmarkedBy', 'snoozedBy', 'waits'],
    },
    { name: 'mutes', indexes: [] },
    { name: 'deliveries', indexes: ['digests'] },
    { name: 'mails', indexes: ['state'] },
  ],
  commands,
};
