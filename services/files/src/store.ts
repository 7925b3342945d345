import type { CommandStore } from '@tessera/event-store';
import type { FilesEvent } from './events.ts';
import type { FilesCommands } from './write.ts';

/** The store of this service: it knows its commands, their payloads and their answers. */
export type FilesStore = CommandStore<FilesEvent, FilesCommands>;
