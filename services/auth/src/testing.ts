import { newId } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { hashPassword } from './accounts/passwords.ts';
import { asSystem, createContext, systemActor } from './context.ts';
import { systemOrganization, type AuthEvent } from './events.ts';

/**
 * A further organization with its administrator, for tests that show that one organization never sees another. Answers
 * a session's token.
 */
export const makeOrganization = async (
  ports: ServicePorts,
  { organization, name, email }: { organization: string; name: string; email: string },
): Promise<string> => {
  const context = createContext(ports as ServicePorts<AuthEvent>);
  const meta = { actor: systemActor(systemOrganization), origin: 'system' } as const;
  const [organizationId, accountId] = [newId(), newId()];
  await context.keepPassword(accountId, await hashPassword('seven-oaks-44'));
  await context.execute('openAccount', { accountId, email, name, organizationId }, meta);
  const command = {
    organizationId,
    organizationName: organization,
    accountId,
    name,
    email,
    language: 'en',
    timezone: 'UTC',
    currencySymbol: '$',
  };
  await context.execute('createOrganization', command, asSystem(meta, organizationId));
  return context.sessions.start(accountId, organizationId, 1);
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
