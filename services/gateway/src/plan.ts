import { bounded, type Actor, type Clock } from '@tessera/kernel';
import { BillingServiceDefinition } from '@tessera/proto/billing/v1/service';
import type { RpcClients } from '@tessera/rpc';
import type { Admission, Route } from '@tessera/web';

const maxAgeMs = 1_000;
const deadlineMs = 2_000;
/** Organizations whose plan is kept. */
const mostKept = 10_000;

type Known = { readonly blocked: boolean; readonly features: ReadonlySet<string> };
type Kept = { readonly at: number; readonly plan: Promise<Known | undefined> };
export type Admit = (actor: Actor, route: Route) => Promise<Admission>;

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
  return async (actor, route) => {
    let kept = known.get(actor.organizationId);
    if (kept === undefined || clock() - kept.at > maxAgeMs) {
      kept = { at: clock(), plan: ask(actor) };
      known.set(actor.organizationId, kept);
    }
    return judge(await kept.plan, actor.kind, route);
  };
};
