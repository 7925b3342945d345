import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { historyRoutes } from './log/http.ts';

export const compose = (ports: ServicePorts): ComposedService => ({ name: 'audit', routes: historyRoutes(ports) });
