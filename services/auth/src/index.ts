import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';
import { rotateDeviceKey } from './sessions/devices.ts';

export const auth: ServiceDefinition = {
  name: 'auth',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  keeps: [
    'password',
    'second-factor',
    'second-factor-setup',
    'verify-session',
    'password-reset',
    'password-reset-mail',
    'invitation',
    'invitation-mail',
    'api-token',
    'token-use',
    'restore',
    'auth',
    'session',
    'session-of',
    'login-of',
    'last-organization',
    'provider-secret',
    'provider-login',
  ],
  ofOrganization: true,
  rotateKeys: async (ports) => ({ devices: await rotateDeviceKey(ports) }),
  compose: (ports) => compose(ports as Parameters<typeof compose>[0]),
};
export { erasePerson, findPerson, type KnownPerson } from './accounts/erase.ts';
export { createAdmin, type NewAdmin } from './installation/create-admin.ts';
export { findOrganization } from './installation/find-organization.ts';
export { createOrganization, type NewOrganization, type OrganizationMade } from './installation/create-organization.ts';
export { closeAccess } from './tokens/restore.ts';
export { confirmTokens, listUnconfirmed, type Unconfirmed } from './tokens/unconfirmed.ts';
