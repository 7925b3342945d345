import type { CommandStore } from '@tessera/event-store';
import type { AutomationsEvent } from './events.ts';
import type { AutomationsCommands } from './write.ts';

/** The store of this service: it knows its commands, their payloads and their answers. */
export type AutomationsStore = CommandStore<AutomationsEvent, AutomationsCommands>;
