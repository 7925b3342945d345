import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { createDirectory } from '@tessera/runtime/directory';
import type { BillingEvent } from './events.ts';
import { planRoutes } from './plans/http.ts';
import { usageRoutes } from './usage/http.ts';
import { usageReactions } from './usage/reactions.ts';

export const compose = (ports: ServicePorts<BillingEvent>): ComposedService => {
  const directory = createDirectory(ports.rpc.client(AuthServiceDefinition), ports.clock, 'billing');
  return {
    name: 'billing',
    routes: [...planRoutes(), ...usageRoutes({ ...ports, directory })],
    reactions: usageReactions({ store: ports.store, directory }),
  };
};
