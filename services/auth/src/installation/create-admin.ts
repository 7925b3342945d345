import { fold, newId } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { checkNewPassword, hashPassword } from '../accounts/passwords.ts';
import { asSystem, createContext, systemActor } from '../context.ts';
import { systemOrganization, type AuthEvent } from '../events.ts';
import { email as emailSchema } from '../schemas.ts';
import { setUp } from './http.ts';

export type NewAdmin = {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly organization: string;
};

/**
 * Makes an account with all rights from the machine's own command line: the first run where there was none, else a new
 * administrator, or an existing person with a new password and the Admin role. Throws like the first run does.
 */
export const createAdmin = async (
  ports: ServicePorts,
  { email: address, name, password, organization }: NewAdmin,
): Promise<{ readonly made: 'organization' | 'account' | 'changed' }> => {
  const context = createContext(ports as ServicePorts<AuthEvent>);
  const email = emailSchema.parse(address);
  checkNewPassword(password, email);
  const meta = { actor: systemActor(systemOrganization), origin: 'system' } as const;
  const installation = await context.installation();
  if (installation === undefined) {
    const command = {
      organizationId: newId(),
      organizationName: organization,
      accountId: newId(),
      name,
      email,
      language: 'en',
      timezone: 'UTC',
      currencySymbol: '$',
    };
    await setUp(context, command, password, meta);
    return { made: 'organization' };
  }
  const { organizationId } = installation;
  const known = await context.accountByEmail(fold(email));
  const account = known ?? { id: newId(), name, email };
  const hash = await hashPassword(password);
  if (known === undefined)
    await context.execute('openAccount', { accountId: account.id, email, name, organizationId }, meta);
  else {
    await context.execute('changePassword', { accountId: account.id }, meta);
    // Who is at the machine lets somebody in who lost their app as well.
    await context.execute('setSecondFactor', { accountId: account.id, on: false }, meta);
    await context.factors.drop(account.id);
  }
  await context.keepPassword(account.id, hash);
  await context.execute(
    'appointAdmin',
    { userId: account.id, name: account.name, email: account.email },
    asSystem(meta, organizationId),
  );
  return { made: known === undefined ? 'account' : 'changed' };
};
