import type { CommandStore } from '@tessera/event-store';
import type { TasksEvent } from './events.ts';
import type { TasksCommands } from './write.ts';

/** The store of this service: it knows its commands, their payloads and their answers. */
export type TasksStore = CommandStore<TasksEvent, TasksCommands>;
