import { read, type CommandHandler, type Decision, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { subscriptionStream, type BillingEvent } from '../events.ts';
import type { Span } from './at.ts';
import { subscriptionAggregate, type Recurrency, type Subscription } from './evolve.ts';

type Handler<C> = CommandHandler<C, Snapshot<Subscription>, BillingEvent, object>;

const nothing: Decision<BillingEvent> = { events: [] };
const one = (event: BillingEvent, version: number): Decision<BillingEvent> => ({
  events: [{ event, advances: [{ stream: subscriptionStream, version: version + 1 }] }],
});
const load = () => read.snapshot<Subscription>(subscriptionStream);
function* answer() {
  return {};
}

export type BeginTrial = { readonly until: number };
/** What billing does as it first hears of an organization; done again it is nothing. */
export const beginTrial: Handler<BeginTrial> = {
  load,
  decide: ({ until }, { state = subscriptionAggregate.initial, version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    return state.planId === '' ? one({ $case: 'trialBegan', value: { until } }, version) : nothing;
  },
  answer,
};

export type ChoosePlan = { readonly planId: string; readonly recurrency: Recurrency | null };
/** Its inverse chooses the plan before. That the plan is in the file, who asks has looked at. */
export const choosePlan: Handler<ChoosePlan> = {
  load,
  decide: ({ planId, recurrency }, { state = subscriptionAggregate.initial, version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state.planId === planId && state.recurrency === recurrency) return nothing;
    return one({ $case: 'planChosen', value: { planId, recurrency: recurrency ?? '' } }, version);
  },
  answer,
};

export const paymentStates = ['late', 'blocked', 'reactivated'] as const;
export type MarkPayment = { readonly state: (typeof paymentStates)[number] };
/** `reactivated` is the inverse of the others. Late twice is late since the first. */
export const markPayment: Handler<MarkPayment> = {
  load,
  decide: ({ state: wanted }, { state = subscriptionAggregate.initial, version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    switch (wanted) {
      case 'late':
        return state.lateSince > 0 ? nothing : one({ $case: 'paymentLate', value: {} }, version);
      case 'blocked':
        return state.blocked ? nothing : one({ $case: 'planBlocked', value: {} }, version);
      case 'reactivated':
        return state.blocked || state.lateSince > 0 ? one({ $case: 'planReactivated', value: {} }, version) : nothing;
    }
  },
  answer,
};

export type AnnouncePlan = { readonly spans: readonly Span[] };
/** Tells the services what the plan allows from when on; what they were told last is nothing. */
export const announcePlan: Handler<AnnouncePlan> = {
  load,
  decide: ({ spans }, { state = subscriptionAggregate.initial, version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (isAnnounced(state, spans)) return nothing;
    return one({ $case: 'planAnnounced', value: { spans: spans.map((span) => ({ ...span })) } }, version);
  },
  answer,
};

/** Whether the others know these spans already. */
export const isAnnounced = ({ announced }: Pick<Subscription, 'announced'>, spans: readonly Span[]): boolean =>
  announced.length === spans.length &&
  spans.every(({ from, blocked, mostRecords }, at) => {
    const told = announced[at]!;
    return told.from === from && told.blocked === blocked && told.mostRecords === mostRecords;
  });
