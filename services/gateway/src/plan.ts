import { bounded, type Actor, type Clock } from '@tessera/kernel';
import { BillingServiceDefinition } from '@tessera/proto/billing/v1/service';
import type { RpcClients } from '@tessera/rpc';
import type { Admission, Admitted, Route } from '@tessera/web';

const maxAgeMs = 1_000;
const deadlineMs = 2_000;
/** Organizations whose plan is kept. */
const mostKept = 10_000;

type Known = { readonly blocked: boolean; readonly features: ReadonlySet<string> };
type Kept = { readonly at: number; readonly plan: Promise<Known | undefined> };
export type Admit = (actor: Actor, route: Route) => Promise<Admitted>;

/** What a plan says of a request. Where billing is away, reading goes on, and what grows waits. */
export const judge = (
  plan: Known | undefined,
  kind: Actor['kind'],
  { method, feature, whenBlocked }: Pick<Route, 'method' | 'feature' | 'whenBlocked'>,
): Admission => {
  if (plan === undefined) return feature === undefined || method === 'get' ? 'open' : 'away';
  if (plan.blocked) return whenBlocked === true ? 'open' : 'blocked';
  if (kind === 'token' && !plan.features.has('api')) return whenBlocked === true ? 'open' : 'feature';
  return feature === undefined || plan.features.has(feature) ? 'open' : 'feature';
};

const same = (one: Known | undefined, other: Known | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.features.size === other.features.size &&
    [...one.features].every((name) => other.features.has(name)));

/** Asks billing for the plan of an organization, at most once a second. */
export const createAdmit = ({ rpc, clock }: { readonly rpc: RpcClients; readonly clock: Clock }): Admit => {
  const billing = rpc.client(BillingServiceDefinition);
  const known = bounded<string, Kept>(mostKept);
  const ask = async (actor: Actor): Promise<Known | undefined> => {
    try {
      const { blocked, features } = await billing.tellPlan({}, { actor, deadlineMs });
      return { blocked, features: new Set(features) };
    } catch {
      return undefined;
    }
  };
  // The same actor for as long as the plan is the same: what is signed for one serves many requests.
  const carried = new WeakMap<Actor, { readonly plan: Known | undefined; readonly actor: Actor }>();
  const withPlan = (actor: Actor, plan: Known | undefined): Actor => {
    const before = carried.get(actor);
    if (before !== undefined && same(before.plan, plan)) return before.actor;
    const features = plan === undefined ? ('unknown' as const) : [...plan.features];
    const next = { ...actor, plan: { features } };
    carried.set(actor, { plan, actor: next });
    return next;
  };
  return async (actor, route) => {
    let kept = known.get(actor.organizationId);
    if (kept === undefined || clock() - kept.at > maxAgeMs) {
      kept = { at: clock(), plan: ask(actor) };
      known.set(actor.organizationId, kept);
    }
    const plan = await kept.plan;
    return { says: judge(plan, actor.kind, route), actor: withPlan(actor, plan) };
  };
};
