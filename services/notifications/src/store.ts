import type { CommandStore } from '@tessera/event-store';
import type { NotificationsEvent } from './events.ts';
import type { NotificationsCommands } from './write.ts';

/** The store of this service: it knows its commands, their payloads and their answers. */
export type NotificationsStore = CommandStore<NotificationsEvent, NotificationsCommands>;
