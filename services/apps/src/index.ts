import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';

export const apps: ServiceDefinition = { name: 'apps', compose };
