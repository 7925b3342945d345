import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';
import { bucket as payloads } from './runs/payloads.ts';
import { bucket as walked } from './runs/schedule.ts';

export const automations: ServiceDefinition = {
  name: 'automations',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  keeps: [payloads, walked],
  compose: (ports) => compose(ports as Parameters<typeof compose>[0]),
};
