import type { WriteModule } from '@tessera/kernel';
import { codec, type BillingEvent } from './events.ts';
import { countRun } from './usage/decide.ts';
import { dayAggregate } from './usage/evolve.ts';
import { daysModel } from './usage/projection.ts';

const commands = { countRun };
export type BillingCommands = typeof commands;

/** What the writer knows of the service. */
export const writeModule: WriteModule<BillingEvent> = {
  service: 'billing',
  events: codec,
  aggregates: [dayAggregate],
  projections: [daysModel],
  collections: [{ name: 'days', indexes: ['month'] }],
  commands,
  notices: () => [],
};
