import type { CommandStore } from '@tessera/event-store';
import type { BillingEvent } from './events.ts';
import type { BillingCommands } from './write.ts';

/** The store of this service: it knows its commands, their payloads and their answers. */
export type BillingStore = CommandStore<BillingEvent, BillingCommands>;
