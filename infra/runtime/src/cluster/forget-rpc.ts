import { systemActor } from '@tessera/kernel';
import { ErasureServiceDefinition } from '@tessera/proto/log/v1/erasure';
import { can } from '@tessera/proto/rights';
import type { RpcClients, RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { createForgetter } from '../forgetting.ts';
import { forbidden } from '../refusals.ts';
import type { Forgetters } from '../service.ts';

/** What services tell each other by the broker may be on its way for a while. */
const settleMs = 60_000;
const deadlineMs = 10_000;

/** Lets other services, and nobody else, ask this one to forget an organization. */
export const forgetRegistration = (forget: ReturnType<typeof createForgetter>): RpcRegistration => {
  const handlers: RpcHandlers<typeof ErasureServiceDefinition> = {
    forget: async ({ organizationId, all }, { actor }) => {
      if (!can(actor, 'installation.act').allow || actor.organizationId !== '') throw forbidden('log.forbidden');
      return forget(organizationId, all);
    },
  };
  return { definition: ErasureServiceDefinition, handlers };
};

/** The services of an installation over the network. `of` gives the clients of one, since the contract names none. */
export const remoteForgetters = (
  asking: string,
  services: readonly string[],
  of: (service: string) => RpcClients,
): Forgetters => ({
  services,
  settleMs,
  forget: (service, organizationId, all) =>
    of(service)
      .client(ErasureServiceDefinition)
      .forget({ organizationId, all }, { actor: systemActor(asking, ''), deadlineMs }),
});
