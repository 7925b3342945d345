import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { createDirectory } from '@tessera/runtime/directory';
import type { BillingEvent } from './events.ts';
import { readCatalog } from './config.ts';
import { billingRpc } from './plans/grpc.ts';
import { planRoutes } from './plans/http.ts';
import { createStandings } from './subscription/query.ts';
import { usageRoutes } from './usage/http.ts';
import { createWarnings } from './usage/warnings.ts';
import { usageReactions } from './usage/reactions.ts';

export const compose = (ports: ServicePorts<BillingEvent>): ComposedService => {
  const directory = createDirectory(ports.rpc.client(AuthServiceDefinition), ports.clock, 'billing');
  const catalog = ports.settings.billing ? readCatalog() : undefined;
  const standing = createStandings(ports, catalog);
  const warnings = createWarnings({ ...ports, directory, standing });
  return {
    name: 'billing',
    routes: [...planRoutes(standing, catalog), ...usageRoutes({ ...ports, directory, standing })],
    rpc: [billingRpc({ ...ports, directory, standing, warnings })],
    reactions: usageReactions({ store: ports.store, directory, warnings }),
    stop: warnings.stop,
  };
};
