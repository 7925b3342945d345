import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { homeRoutes } from './home/http.ts';
import { preferenceRoutes } from './preferences/http.ts';

export const compose = (ports: ServicePorts): ComposedService => ({
  name: 'apps',
  routes: [...preferenceRoutes(ports), ...homeRoutes(ports)],
});
