import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';

export const auth: ServiceDefinition = {
  name: 'auth',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  compose: compose as ServiceDefinition['compose'],
};
export { createAdmin, type NewAdmin } from './installation/create-admin.ts';
export { createOrganization, type NewOrganization, type OrganizationMade } from './installation/create-organization.ts';
export { closeAccess } from './tokens/restore.ts';
export { confirmTokens, listUnconfirmed, type Unconfirmed } from './tokens/unconfirmed.ts';
