import type { WriteModule } from '@tessera/kernel';
import { codec, type BillingEvent } from './events.ts';
import { announcePlan, beginTrial, choosePlan, markPayment } from './subscription/decide.ts';
import { subscriptionAggregate } from './subscription/evolve.ts';
import { subscriptionModel } from './subscription/projection.ts';
import { countCalls, countRun } from './usage/decide.ts';
import { dayAggregate } from './usage/evolve.ts';
import { daysModel } from './usage/projection.ts';

const commands = { countRun, countCalls, beginTrial, choosePlan, markPayment, announcePlan };
export type BillingCommands = typeof commands;

/** What the writer knows of the service. */
export const writeModule: WriteModule<BillingEvent> = {
  service: 'billing',
  events: codec,
  aggregates: [dayAggregate, subscriptionAggregate],
  projections: [daysModel, subscriptionModel],
  collections: [
    { name: 'days', indexes: ['month'] },
    { name: 'subscriptions', indexes: [] },
  ],
  commands,
  notices: () => [],
};
