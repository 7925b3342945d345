import { read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { emailClaim } from '../accounts/decide.ts';
import { event, type AuthEvent, type EventOf } from '../events.ts';
import type { Installation, Organization } from '../evolve.ts';
import { adminRoleId, defaultRoles } from '../roles/permissions.ts';
import { invitationLife } from '../invitations/decide.ts';
import { ready } from '../ready.ts';
import { conflict } from '../refusals.ts';

export type SetUp = EventOf<'installationSetUp'>;
/** An organization whose first administrator comes by an invitation. */
export type Founding = EventOf<'organizationCreated'> & {
  readonly invitationId: string;
  readonly email: string;
};

export const installationClaim = (owner: string) => ({ scope: 'installation', key: '1', owner });

/** The first run, in the system organization: it happens once, whoever comes first. */
export const setUpInstallation: CommandHandler<SetUp, Snapshot<Installation>, AuthEvent, { organizationId: string }> = {
  load: () => read.snapshot<Installation>('installation:1'),
  decide: (command, { version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (version > 0) throw conflict('already_set_up');
    const { accountId, email, name, organizationId } = command;
    return {
      events: [
        { event: event('installationSetUp', command), advances: [{ stream: 'installation:1', version: 1 }] },
        {
          event: event('accountOpened', { accountId, email, name, organizationId }),
          advances: [{ stream: `account:${accountId}`, version: 1 }],
        },
      ],
      claims: [installationClaim(organizationId), emailClaim(email, accountId)],
    };
  },
  answer: (command) => ready({ organizationId: command.organizationId }),
};

/** The organization with its default roles, as its first commit says them. */
const founded = (organization: EventOf<'organizationCreated'>) => [
  {
    event: event('organizationCreated', organization),
    advances: [{ stream: `organization:${organization.organizationId}`, version: 1 }],
  },
  ...defaultRoles.map(({ role }) => ({
    event: event('roleCreated', { role }),
    advances: [{ stream: `role:${role.id}`, version: 1 }],
  })),
];

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
    requireRight(meta.actor, 'installation.act');
    if (version > 0) return { events: [] };
    const { organizationId, organizationName, accountId, name, email, language, timezone, currencySymbol } = command;
    return {
      events: [
        ...founded({ organizationId, name: organizationName, language, timezone, currencySymbol }),
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

/**
 * The organization with its default roles and an invitation for its first administrator. Nobody invites: it is the
 * installation that does, so the invitation bears the product's name.
 */
export const foundOrganization: CommandHandler<
  Founding,
  Snapshot<Organization | undefined>,
  AuthEvent,
  { organizationId: string }
> = {
  load: (command) => read.snapshot<Organization | undefined>(`organization:${command.organizationId}`),
  decide: (command, { version }, { meta, now }) => {
    requireRight(meta.actor, 'installation.act');
    if (version > 0) return { events: [] };
    const { invitationId, email, ...organization } = command;
    return {
      events: [
        ...founded(organization),
        {
          event: event('invitationMade', {
            invitationId,
            email,
            seat: 'builder',
            roleId: adminRoleId,
            expiresAt: now + invitationLife,
            inviterId: '',
            inviterName: 'Tessera',
          }),
          advances: [{ stream: `invitation:${invitationId}`, version: 1 }],
        },
      ],
    };
  },
  answer: (command) => ready({ organizationId: command.organizationId }),
};
