import type { Reaction } from '@tessera/event-store';
import { bounded } from '@tessera/kernel';
import type { BillingPublicEvent, PlanSpan } from '@tessera/proto/billing/v1/events';
import type { ServicePorts } from './service.ts';

/** What the plan of an organization allows now. Without billing, and before it was heard of, that is everything. */
export type Allowed = {
  readonly blocked: boolean;
  /** Records that a table may come to; undefined where there is no limit. */
  readonly mostRecords?: number | undefined;
};

export type Plans = {
  /** Follows what billing announces, for as long as nothing else is said. */
  readonly reaction: Reaction;
  allowed(organizationId: string): Promise<Allowed>;
  /** Whether the plan is blocked; what cannot be told opens. */
  isBlocked(organizationId: string): Promise<boolean>;
};

const maxAgeMs = 1_000;
/** Organizations whose plan is kept in memory. */
const mostKept = 10_000;
const everything: Allowed = { blocked: false };

type Announced = Extract<NonNullable<BillingPublicEvent['event']>, { $case: 'planAnnounced' }>;

/** Where a service keeps what it was told of plans: one of its `keeps`. */
export const plansBucket = (service: string): string => `${service}-plans`;

const spanAt = (spans: readonly PlanSpan[], now: number): Allowed => {
  const span = spans.findLast(({ from }) => from <= now);
  return span === undefined ? everything : { blocked: span.blocked, mostRecords: span.mostRecords };
};

/** What a service knows of plans without asking billing, which asks it. */
export const createPlans = (
  { state, clock, settings }: Pick<ServicePorts, 'state' | 'clock' | 'settings'>,
  service: string,
): Plans => {
  const bucket = plansBucket(service);
  const known = bounded<string, { readonly at: number; readonly spans: Promise<readonly PlanSpan[]> }>(mostKept);
  const find = async (organizationId: string): Promise<readonly PlanSpan[]> =>
    (await state.get<readonly PlanSpan[]>(organizationId, bucket, 'plan')) ?? [];
  const allowed = async (organizationId: string): Promise<Allowed> => {
    if (!settings.billing) return everything;
    let entry = known.get(organizationId);
    if (entry === undefined || clock() - entry.at > maxAgeMs) {
      const spans = find(organizationId);
      entry = { at: clock(), spans };
      known.set(organizationId, entry);
      spans.catch(() => known.delete(organizationId));
    }
    return spanAt(await entry.spans, clock());
  };
  return {
    allowed,
    isBlocked: async (organizationId) => {
      try {
        return (await allowed(organizationId)).blocked;
      } catch {
        return false;
      }
    },
    reaction: {
      name: `${service}.plans`,
      source: 'billing',
      types: ['planAnnounced'],
      handle: async (event, { organizationId }) => {
        await state.put(organizationId, bucket, 'plan', (event as Announced).value.spans);
        known.delete(organizationId);
      },
    },
  };
};
