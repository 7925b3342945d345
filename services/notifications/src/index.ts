import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';
import { bucket as followed, quiet } from './inbox/reactions.ts';
import { eraseSubscriptions, pushBuckets } from './push/subscriptions.ts';

export const notifications: ServiceDefinition = {
  name: 'notifications',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  keeps: [followed, quiet, ...pushBuckets],
  erase: eraseSubscriptions,
  compose: (ports) => compose(ports as Parameters<typeof compose>[0]),
};
