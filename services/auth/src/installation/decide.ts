import { conflict, forbidden, fold, read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { event, type AuthEvent, type EventOf } from '../events.ts';
import type { Installation, Organization } from '../evolve.ts';
import { adminRoleId, defaultRoles } from '../roles/permissions.ts';
import { ready } from '../ready.ts';

export type SetUp = EventOf<'installationSetUp'>;

const systemOnly = (kind: string): void => {
  if (kind !== 'system') throw forbidden('forbidden', 'Only the installation itself does this.');
};

/** The first run, in the system organization: it happens once, whoever comes first. */
export const setUpInstallation: CommandHandler<SetUp, Snapshot<Installation>, AuthEvent, { organizationId: string }> = {
  load: () => read.snapshot<Installation>('installation:1'),
  decide: (command, { version }, { meta }) => {
    systemOnly(meta.actor.kind);
    if (version > 0) throw conflict('already_set_up', 'This workspace is already set up. Sign in instead.');
    const { accountId, email, name, organizationId } = command;
    return {
      events: [
        { event: event('installationSetUp', command), advances: [{ stream: 'installation:1', version: 1 }] },
        {
          event: event('accountOpened', { accountId, email, name, organizationId }),
          advances: [{ stream: `account:${accountId}`, version: 1 }],
        },
      ],
      claims: [
        { scope: 'installation', key: '1', owner: organizationId },
        { scope: 'account.email', key: fold(email), owner: accountId },
      ],
    };
  },
  answer: (command) => ready({ organizationId: command.organizationId }),
};

/**
 * The organization with its default roles and its first administrator; doing it again changes nothing, so a start can
 * complete a first run that was cut off.
 */
export const createOrganization: CommandHandler<
  SetUp,
  Snapshot<Organization | undefined>,
  AuthEvent,
  { organizationId: string }
> = {
  load: (command) => read.snapshot<Organization | undefined>(`organization:${command.organizationId}`),
  decide: (command, { version }, { meta }) => {
    systemOnly(meta.actor.kind);
    if (version > 0) return { events: [] };
    const { organizationId, organizationName, accountId, name, email, language, timezone, currencySymbol } = command;
    return {
      events: [
        {
          event: event('organizationCreated', {
            organizationId,
            name: organizationName,
            language,
            timezone,
            currencySymbol,
          }),
          advances: [{ stream: `organization:${organizationId}`, version: 1 }],
        },
        ...defaultRoles.map(({ role }) => ({
          event: event('roleCreated', { role }),
          advances: [{ stream: `role:${role.id}`, version: 1 }],
        })),
        {
          event: event('memberJoined', {
            member: { userId: accountId, name, email, seat: 'builder', roleId: adminRoleId },
            invitationId: '',
          }),
          advances: [{ stream: `member:${accountId}`, version: 1 }],
        },
      ],
    };
  },
  answer: (command) => ready({ organizationId: command.organizationId }),
};
