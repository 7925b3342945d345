import { BillingServiceDefinition } from '@tessera/proto/billing/v1/service';
import { feature, featureNames } from '@tessera/proto/rights';
import type { RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import type { BillingEvent } from '../events.ts';
import type { BillingStore } from '../store.ts';
import type { Standings } from '../subscription/query.ts';
import { dayOf } from '../usage/days.ts';
import type { Warnings } from '../usage/warnings.ts';

type Ports = Pick<ServicePorts<BillingEvent>, 'clock'> & {
  readonly store: BillingStore;
  readonly directory: Directory;
  readonly standing: Standings;
  readonly warnings: Warnings;
};

/** The plan of the caller's organization, for whoever is asked to do something by it; and what the edge counts. */
export const billingRpc = ({ store, clock, directory, standing, warnings }: Ports): RpcRegistration => {
  const handlers: RpcHandlers<BillingServiceDefinition> = {
    tellPlan: async (_request, { actor }) => {
      const { plan } = await standing(actor);
      warnings.look(actor.organizationId);
      return {
        blocked: plan.id === 'blocked',
        features: featureNames.filter((name) => feature({ plan }, name) === 'on'),
      };
    },
    countCalls: async ({ key, calls }, { actor }) => {
      const { timezone } = await directory.facts(actor);
      await store.execute(
        { type: 'countCalls', payload: { calls, day: dayOf(clock(), timezone) } },
        { actor, origin: 'system', idempotencyKey: `calls.${key}`, requestHash: key },
      );
      return {};
    },
  };
  return { definition: BillingServiceDefinition as unknown as RpcRegistration['definition'], handlers };
};
