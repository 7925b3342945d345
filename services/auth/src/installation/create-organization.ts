import { randomBytes } from 'node:crypto';
import { fold, newId } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { z } from 'zod';
import { checkNewPassword, hashPassword } from '../accounts/passwords.ts';
import { asSystem, createContext, systemActor, type Context } from '../context.ts';
import { systemOrganization, type AuthEvent } from '../events.ts';
import type { InvitationSecret } from '../invitations/http.ts';
import type { AccountDocument } from '../projection.ts';
import { currencySymbol, email, language, organizationName, password, personName, timezone } from '../schemas.ts';
import { giveShortName } from '../organization/naming.ts';
import type { Founding, SetUp } from './decide.ts';
import { setUp } from './http.ts';
import { conflict } from '../refusals.ts';

const schema = z.strictObject({
  organization: organizationName,
  email,
  /** With it the administrator's account is made at once; without it they come by an invitation. */
  password: password.optional(),
  name: personName.optional(),
  language: language.default('en'),
  timezone: timezone.default('UTC'),
  currencySymbol: currencySymbol.default('$'),
});
export type NewOrganization = z.input<typeof schema>;
export type OrganizationMade = {
  readonly organizationId: string;
  /** Where the administrator chooses a name and a password; absent where the account is made already. */
  readonly link?: string;
};

const meta = { actor: systemActor(systemOrganization), origin: 'system' } as const;

const taken = () =>
  conflict(
    'email_taken',
    'An account with this e-mail address exists already. Leave the password out: its owner joins by the invitation.',
  );

/** An account whose organization was not made any more, because the process ended between the two commits. */
const cutOff = async (context: Context, known: AccountDocument | undefined): Promise<boolean> =>
  known !== undefined && (await context.organization(known.organizationId)) === undefined;

/**
 * Makes an organization from the machine's own command line, with its roles and its first administrator: an account
 * with the password that is given, or an invitation for the address. In an empty installation it is the first run.
 * Doing it again completes what was cut off. Throws if a password is given for the address of an account.
 */
export const createOrganization = async (ports: ServicePorts, wanted: NewOrganization): Promise<OrganizationMade> => {
  const context = createContext(ports as ServicePorts<AuthEvent>);
  const { organization, email: address, password: secret, name, ...settings } = schema.parse(wanted);
  const known = await context.accountByEmail(fold(address));
  const continues = await cutOff(context, known);
  // A password is that of an account, so only whoever has none gets one here; it continues what was cut off, too.
  if (known !== undefined && !continues && secret !== undefined) throw taken();
  if (secret !== undefined) checkNewPassword(secret, address);

  const first = (await context.installation()) === undefined;
  if (secret === undefined) {
    if (first) throw conflict('not_set_up');
    const [organizationId, invitationId] = [newId(), newId()];
    const link = randomBytes(32).toString('base64url');
    // A link to an invitation that was never made opens nothing; an invitation without a link could not be used.
    await context.keepSecret('invitation', link, { organizationId, invitationId } satisfies InvitationSecret);
    const command: Founding = { organizationId, name: organization, invitationId, email: address, ...settings };
    await context.execute('foundOrganization', command, asSystem(meta, organizationId));
    await giveShortName(context, organizationId, organization, meta);
    return { organizationId, link: `${ports.settings.baseUrl}/invitation/${link}` };
  }

  const command: SetUp = {
    organizationId: known?.organizationId ?? newId(),
    organizationName: organization,
    accountId: known?.id ?? newId(),
    name: known?.name ?? name ?? address.split('@')[0]!,
    email: known?.email ?? address,
    ...settings,
  };
  if (first) {
    await setUp(context, command, secret, meta);
    return { organizationId: command.organizationId };
  }
  const { accountId, organizationId } = command;
  const hashed = await hashPassword(secret);
  if (!continues) {
    await context.keepPassword(accountId, hashed);
    try {
      await context.execute(
        'openAccount',
        { accountId, email: command.email, name: command.name, organizationId },
        meta,
      );
    } catch (error) {
      await context.dropPassword(accountId);
      throw error;
    }
  }
  const { commitId } = await context.execute('createOrganization', command, asSystem(meta, organizationId));
  // Somebody who asked at the same moment has made it: it has their name, and their password stays.
  if (commitId === undefined) throw taken();
  if (continues) await context.keepPassword(accountId, hashed);
  await giveShortName(context, organizationId, organization, meta);
  return { organizationId };
};
