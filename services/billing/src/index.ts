import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';

export { setPlan, type PlanToSet } from './subscription/operator.ts';

export const billing: ServiceDefinition = {
  name: 'billing',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  ofOrganization: true,
  compose: compose as ServiceDefinition['compose'],
};
