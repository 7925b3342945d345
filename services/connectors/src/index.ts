import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';

export const connectors: ServiceDefinition = {
  name: 'connectors',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  compose: (ports) => compose(ports as Parameters<typeof compose>[0]),
};
