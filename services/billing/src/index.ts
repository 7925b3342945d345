import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';

export const billing: ServiceDefinition = {
  name: 'billing',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  compose: compose as ServiceDefinition['compose'],
};
