import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';

export const audit: ServiceDefinition = { name: 'audit', compose };
