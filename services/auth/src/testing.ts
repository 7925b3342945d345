import { newId } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { hashPassword } from './accounts/passwords.ts';
import { createContext, systemActor } from './context.ts';
import { systemOrganization, type AuthEvent } from './events.ts';
import { createOrganization } from './installation/create-organization.ts';

/** A further organization with its administrator; answers a session's token. */
export const makeOrganization = async (
  ports: ServicePorts,
  person: { organization: string; name: string; email: string },
): Promise<string> => {
  const context = createContext(ports as ServicePorts<AuthEvent>);
  const { organizationId } = await createOrganization(ports, { ...person, password: 'seven-oaks-44' });
  const account = await context.accountByEmail(person.email);
  return context.sessions.start({ ...account!, organizationId });
};

/** A first run of which only the first commit was written, as after a crash. */
export const setUpHalf = async (
  ports: ServicePorts,
  { email, password }: { email: string; password: string },
): Promise<void> => {
  const context = createContext(ports as ServicePorts<AuthEvent>);
  const accountId = newId();
  await context.keepPassword(accountId, await hashPassword(password));
  const command = {
    organizationId: newId(),
    organizationName: 'Half',
    accountId,
    name: 'Half',
    email,
    language: 'en',
    timezone: 'UTC',
    currencySymbol: '$',
  };
  await context.execute('setUpInstallation', command, { actor: systemActor(systemOrganization), origin: 'system' });
};

/** The first of the two commits of an organization with a password, as after a crash. */
export const openAccountAlone = async (ports: ServicePorts, email: string): Promise<void> => {
  const context = createContext(ports as ServicePorts<AuthEvent>);
  const account = { accountId: newId(), email, name: 'Half', organizationId: newId() };
  await context.execute('openAccount', account, { actor: systemActor(systemOrganization), origin: 'system' });
};
