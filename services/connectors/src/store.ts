import type { CommandStore } from '@tessera/event-store';
import type { ConnectorsEvent } from './events.ts';
import type { ConnectorsCommands } from './write.ts';

/** The store of this service: it knows its commands, their payloads and their answers. */
export type ConnectorsStore = CommandStore<ConnectorsEvent, ConnectorsCommands>;
