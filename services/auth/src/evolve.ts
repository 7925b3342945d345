import type { Aggregate, Seat, TableAccess } from '@tessera/kernel';
import type { TokenScope } from '@tessera/proto/rights';
import type { AuthEvent, EventOf } from './events.ts';
import type { ProviderKind } from './providers/kinds.ts';
import { isAdministrator } from './roles/permissions.ts';

export type Installation = { readonly setUp: EventOf<'installationSetUp'> | undefined };
export type Account = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The organization through which it was opened. */
  readonly organizationId: string;
  /** The others into which it came later; absent where there are none. */
  readonly also?: readonly string[];
  readonly open: boolean;
  /** The person was forgotten: neither name nor address is known. */
  readonly erased?: true;
  readonly credentialVersion: number;
  /** A login asks for a code of an app as well. */
  readonly secondFactor?: true;
};
/** The organizations that an account may be a member of. */
export const organizationsOf = ({
  organizationId,
  also = [],
}: Pick<Account, 'organizationId' | 'also'>): readonly string[] =>
  organizationId === '' ? also : [organizationId, ...also];
/** What an organization is called in addresses, in the system organization. */
export type ShortName = { readonly id: string; readonly shortName: string };
export type Organization = {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly timezone: string;
  readonly currencySymbol: string;
  /** Whether what people ask of the AI builder may leave the installation. */
  readonly ai: boolean;
  /** Nobody has tasks; absent where nobody ever said so. */
  readonly hideTasks?: boolean;
  /** The version of its logo; absent where it has none. */
  readonly logo?: string;
  /** Whoever logs in with a password needs a second step; absent where nobody ever said so, as the next two. */
  readonly mfaRequired?: boolean;
  /** People on a seat of a member see no tables in menus. */
  readonly hideTablesForMember?: boolean;
  /** People on a seat of a member find the import of a file in the menu. */
  readonly memberUploadDataShortcut?: boolean;
  /** Who is told by mail of what concerns the organization as a whole. */
  readonly importantEmails?: readonly string[];
  readonly funMode?: boolean;
  /** Days of a week on which its people work, 1 is Monday; none or absent: Monday to Friday. */
  readonly workingDays?: readonly number[];
  readonly holidays?: readonly Holiday[];
  /** All data, or the organization with it, is to be erased. */
  readonly erasure?: Erasure;
};
export type Holiday = { readonly day: string; readonly name: string };
export type Erasure = {
  readonly kind: 'data' | 'organization';
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly userId: string;
  /** It has begun: nobody comes in, and nothing aborts it. */
  readonly began?: true;
};
/** An organization that every service forgets, in the system organization. */
export type Forgetting = {
  readonly id: string;
  readonly all: boolean;
  readonly state: 'running' | 'done';
  readonly since: number;
};
export type Role = EventOf<'roleCreated'>['role'];
export type RoleNumbers = { readonly last: number };
export type Member = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly seat: Seat;
  readonly roleId: string;
  readonly active: boolean;
  /** The version of their photo; absent where they have none. */
  readonly photo?: string;
  /** What the person says of themselves beside their name; absent where they never did. */
  readonly profile?: MemberProfile;
  /** The person was forgotten: neither name nor address is known. */
  readonly erased?: true;
};
export type MemberProfile = Omit<NonNullable<EventOf<'memberProfileChanged'>['profile']>, 'name'>;
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
/** A provider by which people sign in. */
export type Provider = Omit<NonNullable<EventOf<'signInProviderSaved'>['provider']>, 'kind' | 'seat'> & {
  readonly kind: ProviderKind;
  readonly seat: Seat | '';
};
/** Who a provider proves, as a person of this organization. */
export type Identity = EventOf<'identityLinked'>;
export type ApiToken = {
  readonly id: string;
  readonly name: string;
  readonly userId: string;
  readonly lastFour: string;
  readonly createdAt: number;
  readonly deleted: boolean;
  /** The restore after which an administrator confirmed it. */
  readonly confirmedFor?: string;
  /** Milliseconds since the Unix epoch from which on it does not work; absent where it does not end by itself. */
  readonly expiresAt?: number;
  /** What it may reach at most, by table; absent where that is what its owner may. */
  readonly scopes?: readonly TokenScope[];
  /** It was switched off. */
  readonly off?: true;
  /** How often its secret was made anew; absent for the first one. */
  readonly generation?: number;
  /** When its name, its secret or whether it works was last changed, in milliseconds since the Unix epoch, and by whom. */
  readonly changedAt?: number;
  readonly changedBy?: string;
};

// Every fold sets absolute values, so that folding an event twice is folding it once.
const installation: Aggregate<Installation, AuthEvent> = {
  kind: 'installation',
  version: 1,
  initial: { setUp: undefined },
  evolve: (state, event) => (event.$case === 'installationSetUp' ? { setUp: event.value } : state),
};

const account: Aggregate<Account | undefined, AuthEvent> = {
  kind: 'account',
  version: 3,
  initial: undefined,
  evolve: (state, event) => {
    if (event.$case === 'accountOpened') {
      const { accountId, email, name, organizationId } = event.value;
      return { id: accountId, email, name, organizationId, open: true, credentialVersion: 1 };
    }
    if (state === undefined) return state;
    if (event.$case === 'accountJoined') {
      const { organizationId } = event.value;
      const known = organizationsOf(state);
      return known.includes(organizationId) ? state : { ...state, also: [...known.slice(1), organizationId] };
    }
    if (event.$case === 'accountLeft') {
      const { organizationId } = event.value;
      const [first = '', ...also] = organizationsOf(state).filter((one) => one !== organizationId);
      const { also: _, ...without } = state;
      return { ...without, organizationId: first, ...(also.length > 0 && { also }) };
    }
    if (event.$case === 'accountClosed') return { ...state, open: false };
    if (event.$case === 'accountErased') return { ...state, name: '', email: '', open: false, erased: true };
    if (event.$case === 'secondFactorEnabled') return { ...state, secondFactor: true };
    if (event.$case === 'secondFactorDisabled') {
      const { secondFactor: _, ...without } = state;
      return without;
    }
    if (event.$case === 'passwordChanged') return { ...state, credentialVersion: event.value.credentialVersion };
    return state;
  },
};

const shortName: Aggregate<ShortName | undefined, AuthEvent> = {
  kind: 'short-name',
  version: 1,
  initial: undefined,
  evolve: (state, event) =>
    event.$case === 'organizationNamed' ? { id: event.value.organizationId, shortName: event.value.shortName } : state,
};

const organization: Aggregate<Organization | undefined, AuthEvent> = {
  kind: 'organization',
  version: 4,
  initial: undefined,
  evolve: (state, event) => {
    if (event.$case === 'organizationChanged')
      return state === undefined ? state : { ...state, ...event.value.organization };
    if (event.$case === 'organizationLogoChanged' && state !== undefined) {
      const { logo: _, ...without } = state;
      const { logo } = event.value;
      return logo === undefined ? without : { ...without, logo: logo.version };
    }
    if (event.$case === 'erasureAsked') {
      const { kind, eraseAt: at, userId } = event.value;
      return state && { ...state, erasure: { kind: kind as Erasure['kind'], at, userId } };
    }
    if (event.$case === 'erasureBegan' && state?.erasure !== undefined)
      return { ...state, erasure: { ...state.erasure, began: true } };
    if ((event.$case === 'erasureAborted' || event.$case === 'erasureEnded') && state !== undefined) {
      const { erasure: _, ...without } = state;
      return without;
    }
    if (event.$case !== 'organizationCreated') return state;
    const { organizationId, name, language, timezone, currencySymbol } = event.value;
    return { id: organizationId, name, language, timezone, currencySymbol, ai: false };
  },
};

const forgetting: Aggregate<Forgetting | undefined, AuthEvent> = {
  kind: 'forgetting',
  version: 1,
  initial: undefined,
  evolve: (state, event, context) => {
    if (event.$case === 'forgettingBegan') {
      const { organizationId: id, all } = event.value;
      return { id, all, state: 'running', since: context.time };
    }
    return event.$case === 'forgettingEnded' && state !== undefined ? { ...state, state: 'done' } : state;
  },
};

const role: Aggregate<Role | undefined, AuthEvent> = {
  kind: 'role',
  version: 3,
  initial: undefined,
  evolve: (state, event) => {
    if (event.$case === 'roleCreated' || event.$case === 'roleChanged') return event.value.role;
    return event.$case === 'roleDeleted' ? undefined : state;
  },
};

/** The highest number that a role was ever given: none is given twice. Every organization begins with three. */
const roles: Aggregate<RoleNumbers, AuthEvent> = {
  kind: 'roles',
  version: 1,
  initial: { last: 3 },
  evolve: (state, event) =>
    event.$case === 'roleCreated' ? { last: Math.max(state.last, Number(event.value.role?.id ?? 0)) } : state,
};

const member: Aggregate<Member | undefined, AuthEvent> = {
  kind: 'member',
  version: 2,
  initial: undefined,
  evolve: (state, event) => {
    if (event.$case === 'memberJoined' && event.value.member !== undefined) {
      return { ...event.value.member, seat: event.value.member.seat as Seat, active: true };
    }
    if (state === undefined) return state;
    if (event.$case === 'memberDisabled') return { ...state, active: false };
    if (event.$case === 'memberEnabled') return { ...state, active: true };
    if (event.$case === 'memberPhotoChanged') {
      const { photo: _, ...without } = state;
      const { photo } = event.value;
      return photo === undefined ? without : { ...without, photo: photo.version };
    }
    if (event.$case === 'memberErased') {
      const { profile: _, photo: _photo, ...without } = state;
      return { ...without, name: '', email: '', active: false, erased: true };
    }
    if (event.$case === 'memberProfileChanged' && event.value.profile !== undefined) {
      const { name, ...profile } = event.value.profile;
      return { ...state, name, profile };
    }
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
  version: 1,
  initial: { former: [] },
  evolve: (state, event) => {
    if (
      event.$case !== 'memberAssigned' &&
      event.$case !== 'memberDisabled' &&
      event.$case !== 'memberEnabled' &&
      event.$case !== 'memberErased'
    )
      return state;
    const { userId } = event.value;
    const others = state.former.filter((one) => one !== userId);
    const gone =
      event.$case === 'memberDisabled' ||
      event.$case === 'memberErased' ||
      (event.$case === 'memberAssigned' && !isAdministrator({ ...event.value, active: true }));
    return { former: gone ? [...others, userId] : others };
  },
};

const invitation: Aggregate<Invitation | undefined, AuthEvent> = {
  kind: 'invitation',
  version: 1,
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
  version: 1,
  initial: undefined,
  evolve: (state, event, context) => {
    if (event.$case === 'apiTokenMade') {
      const { tokenId, name, userId, lastFour, expiresAt, scopes } = event.value;
      return {
        id: tokenId,
        name,
        userId,
        lastFour,
        createdAt: context.time,
        deleted: false,
        ...(expiresAt !== 0 && { expiresAt }),
        ...(scopes.length > 0 && {
          scopes: scopes.map(({ id, access }) => ({ table: id, access: access as TableAccess })),
        }),
      };
    }
    if (state === undefined) return state;
    if (event.$case === 'apiTokenDeleted') return { ...state, deleted: true };
    if (event.$case === 'apiTokenConfirmed') return { ...state, confirmedFor: event.value.restoreId };
    const changed = { changedAt: context.time, changedBy: context.actorId };
    if (event.$case === 'apiTokenRenamed') return { ...state, ...changed, name: event.value.name };
    if (event.$case === 'apiTokenDisabled') return { ...state, ...changed, off: true };
    if (event.$case === 'apiTokenEnabled') {
      const { off: _, ...on } = state;
      return { ...on, ...changed };
    }
    if (event.$case === 'apiTokenRegenerated')
      return { ...state, ...changed, lastFour: event.value.lastFour, generation: event.value.generation };
    return state;
  },
};

const provider: Aggregate<Provider | undefined, AuthEvent> = {
  kind: 'provider',
  version: 1,
  initial: undefined,
  evolve: (state, event) => {
    if (event.$case === 'signInProviderSaved') return event.value.provider as Provider;
    return event.$case === 'signInProviderRemoved' ? undefined : state;
  },
};

const identity: Aggregate<Identity | undefined, AuthEvent> = {
  kind: 'identity',
  version: 1,
  initial: undefined,
  evolve: (state, event) => (event.$case === 'identityLinked' ? event.value : state),
};

export const aggregates = [
  installation,
  account,
  shortName,
  organization,
  forgetting,
  role,
  roles,
  member,
  administrators,
  invitation,
  token,
  provider,
  identity,
] as const;
