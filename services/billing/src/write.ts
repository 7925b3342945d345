import type { WriteModule } from '@tessera/kernel';
import { codec, type BillingEvent } from './events.ts';
import { announcePlan, beginTrial, choosePlan, markPayment } from './subscription/decide.ts';
import { subscriptionAggregate } from './subscription/evolve.ts';
import { subscriptionModel } from './subscription/projection.ts';
import { countCalls, countCredit, countFunction, countRun, countStorage, reachUsage } from './usage/decide.ts';
import { dayAggregate, reachedAggregate, storageAggregate } from './usage/evolve.ts';
import { daysModel } from './usage/projection.ts';

const commands = {
  countRun,
  countCalls,
  countFunction,
  countCredit,
  countStorage,
  reachUsage,
  beginTrial,
  choosePlan,
  markPayment,
  announcePlan,
};
export type BillingCommands = typeof commands;

/** What the writer knows of the service. */
export const writeModule: WriteModule<BillingEvent> = {
  service: 'billing',
  events: codec,
  aggregates: [dayAggregate, storageAggregate, reachedAggregate, subscriptionAggregate],
  projections: [daysModel, subscriptionModel],
  collections: [
    { name: 'days', indexes: ['month'] },
    { name: 'storage', indexes: [] },
    { name: 'reached', indexes: [] },
    { name: 'subscriptions', indexes: [] },
  ],
  commands,
  notices: () => [],
};
