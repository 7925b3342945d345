import type { CommandStore, PurgingStore } from '@tessera/event-store';
import type { TablesEvent } from './events.ts';
import type { TablesCommands } from './write.ts';

/** The store of this service: it knows its commands, their payloads and their answers. */
export type TablesStore = CommandStore<TablesEvent, TablesCommands>;
export type PurgingTablesStore = TablesStore & Pick<PurgingStore, 'purge'>;
