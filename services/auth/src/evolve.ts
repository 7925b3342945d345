import type { Aggregate, Seat } from '@tessera/kernel';
import type { AuthEvent, EventOf } from './events.ts';
import { isAdministrator } from './roles/permissions.ts';

export type Installation = { readonly setUp: EventOf<'installationSetUp'> | undefined };
export type Account = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly organizationId: string;
  readonly open: boolean;
  readonly credentialVersion: number;
};
export type Organization = {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly timezone: string;
  readonly currencySymbol: string;
};
export type Role = EventOf<'roleCreated'>['role'];
export type Member = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly seat: Seat;
  readonly roleId: string;
  readonly active: boolean;
};
export type Administrators = { readonly former: readonly string[] };
export type Invitation = {
  readonly id: string;
  readonly email: string;
  readonly seat: Seat;
  readonly roleId: string;
  readonly expiresAt: number;
  readonly inviterId: string;
  readonly inviterName: string;
  readonly state: 'open' | 'used' | 'revoked';
  readonly usedBy: string;
};
export type ApiToken = {
  readonly id: string;
  readonly name: string;
  readonly userId: string;
  readonly lastFour: string;
  readonly createdAt: number;
  readonly deleted: boolean;
  /** The restore after which an administrator confirmed it. */
  readonly confirmedFor?: string;
};

// Every fold sets absolute values, so that folding an event twice is folding it once.
const installation: Aggregate<Installation, AuthEvent> = {
  kind: 'installation',
  initial: { setUp: undefined },
  evolve: (state, event) => (event.$case === 'installationSetUp' ? { setUp: event.value } : state),
};

const account: Aggregate<Account | undefined, AuthEvent> = {
  kind: 'account',
  initial: undefined,
  evolve: (state, event) => {
    if (event.$case === 'accountOpened') {
      const { accountId, email, name, organizationId } = event.value;
      return { id: accountId, email, name, organizationId, open: true, credentialVersion: 1 };
    }
    if (state === undefined) return state;
    if (event.$case === 'accountClosed') return { ...state, open: false };
    if (event.$case === 'passwordChanged') return { ...state, credentialVersion: event.value.credentialVersion };
    return state;
  },
};

const organization: Aggregate<Organization | undefined, AuthEvent> = {
  kind: 'organization',
  initial: undefined,
  evolve: (state, event) => {
    if (event.$case !== 'organizationCreated') return state;
    const { organizationId, name, language, timezone, currencySymbol } = event.value;
    return { id: organizationId, name, language, timezone, currencySymbol };
  },
};

const role: Aggregate<Role | undefined, AuthEvent> = {
  kind: 'role',
  initial: undefined,
  evolve: (state, event) => (event.$case === 'roleCreated' ? event.value.role : state),
};

const member: Aggregate<Member | undefined, AuthEvent> = {
  kind: 'member',
  initial: undefined,
  evolve: (state, event) => {
    if (event.$case === 'memberJoined' && event.value.member !== undefined) {
      return { ...event.value.member, seat: event.value.member.seat as Seat, active: true };
    }
    if (state === undefined) return state;
    if (event.$case === 'memberDisabled') return { ...state, active: false };
    if (event.$case === 'memberEnabled') return { ...state, active: true };
    if (event.$case === 'memberAssigned')
      return { ...state, seat: event.value.seat as Seat, roleId: event.value.roleId };
    return state;
  },
};

/**
 * Who ceased to be an administrator and is none again. Every change of who administers advances this one stream, so that
 * two that happen at once cannot both find the other's administrator still there.
 */
const administrators: Aggregate<Administrators, AuthEvent> = {
  kind: 'administrators',
  initial: { former: [] },
  evolve: (state, event) => {
    if (event.$case !== 'memberAssigned' && event.$case !== 'memberDisabled' && event.$case !== 'memberEnabled')
      return state;
    const { userId } = event.value;
    const others = state.former.filter((one) => one !== userId);
    const gone =
      event.$case === 'memberDisabled' ||
      (event.$case === 'memberAssigned' && !isAdministrator({ ...event.value, active: true }));
    return { former: gone ? [...others, userId] : others };
  },
};

const invitation: Aggregate<Invitation | undefined, AuthEvent> = {
  kind: 'invitation',
  initial: undefined,
  evolve: (state, event) => {
    if (event.$case === 'invitationMade') {
      const { invitationId, email, seat, roleId, expiresAt, inviterId, inviterName } = event.value;
      return {
        id: invitationId,
        email,
        seat: seat as Seat,
        roleId,
        expiresAt,
        inviterId,
        inviterName,
        state: 'open',
        usedBy: '',
      };
    }
    if (state === undefined) return state;
    if (event.$case === 'invitationAccepted') return { ...state, state: 'used', usedBy: event.value.userId };
    if (event.$case === 'invitationRevoked') return { ...state, state: 'revoked' };
    return state;
  },
};

const token: Aggregate<ApiToken | undefined, AuthEvent> = {
  kind: 'token',
  initial: undefined,
  evolve: (state, event, context) => {
    if (event.$case === 'apiTokenMade') {
      const { tokenId, name, userId, lastFour } = event.value;
      return { id: tokenId, name, userId, lastFour, createdAt: context.time, deleted: false };
    }
    if (state === undefined) return state;
    if (event.$case === 'apiTokenDeleted') return { ...state, deleted: true };
    return event.$case === 'apiTokenConfirmed' ? { ...state, confirmedFor: event.value.restoreId } : state;
  },
};

export const aggregates = [
  installation,
  account,
  organization,
  role,
  member,
  administrators,
  invitation,
  token,
] as const;
