import type { CommandStore } from '@tessera/event-store';
import type { AppsEvent } from './events.ts';
import type { AppsCommands } from './write.ts';

/** The store of this service: it knows its commands, their payloads and their answers. */
export type AppsStore = CommandStore<AppsEvent, AppsCommands>;
