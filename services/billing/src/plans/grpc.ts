import { BillingServiceDefinition } from '@tessera/proto/billing/v1/service';
import { feature, featureNames } from '@tessera/proto/rights';
import type { RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { Standings } from '../subscription/query.ts';

/** The plan of the caller's organization, for whoever is asked to do something by it. */
export const billingRpc = (standing: Standings): RpcRegistration => {
  const handlers: RpcHandlers<BillingServiceDefinition> = {
    tellPlan: async (_request, { actor }) => {
      const { plan } = await standing(actor);
      return {
        blocked: plan.id === 'blocked',
        features: featureNames.filter((name) => feature(plan, name) === 'on'),
      };
    },
  };
  return { definition: BillingServiceDefinition as unknown as RpcRegistration['definition'], handlers };
};
