import type { CommandStore } from '@tessera/event-store';
import type { ChatEvent } from './events.ts';
import type { ChatCommands } from './write.ts';

/** The store of this service: it knows its commands, their payloads and their answers. */
export type ChatStore = CommandStore<ChatEvent, ChatCommands>;
