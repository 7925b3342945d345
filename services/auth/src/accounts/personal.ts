import { fold, type Person, type WriteModule } from '@tessera/kernel';
import type { AuthEvent } from '../events.ts';

const nobody = { name: '', email: '' } as const;

const noProfile = { name: '', firstName: '', lastName: '', personalEmail: '', phone: '' } as const;

const isThem = ({ id, addresses }: Person, userId: string, email: string): boolean =>
  (id !== '' && userId === id) || (email !== '' && addresses.includes(fold(email)));

/** What the installation says of an organization: its names go with it. */
const ofOrganization = (one: AuthEvent, { id }: Person): AuthEvent | undefined => {
  if (one.$case !== 'installationSetUp' && one.$case !== 'organizationNamed') return undefined;
  if (id === '' || one.value.organizationId !== id) return undefined;
  return one.$case === 'installationSetUp'
    ? { ...one, value: { ...one.value, organizationName: '' } }
    : { ...one, value: { ...one.value, shortName: '', before: '' } };
};

/**
 * What auth's events tell of a person. An invitation of theirs is over: without its address anybody could accept it.
 * Events that only concern them stay as they are, so that their commits lose the request they came by.
 */
const event = (one: AuthEvent, person: Person): AuthEvent | undefined => {
  const named = ofOrganization(one, person);
  if (named !== undefined) return named;
  switch (one.$case) {
    case 'installationSetUp':
    case 'accountOpened':
      return isThem(person, one.value.accountId, one.value.email)
        ? ({ ...one, value: { ...one.value, ...nobody } } as AuthEvent)
        : undefined;
    case 'accountClosed':
      return isThem(person, one.value.accountId, one.value.email)
        ? { ...one, value: { ...one.value, email: '' } }
        : undefined;
    case 'accountJoined':
    case 'accountLeft':
    case 'passwordChanged':
    case 'passwordResetAsked':
    case 'secondFactorEnabled':
    case 'secondFactorDisabled':
      return isThem(person, one.value.accountId, '') ? one : undefined;
    case 'memberJoined': {
      const { member } = one.value;
      return member !== undefined && isThem(person, member.userId, member.email)
        ? { ...one, value: { ...one.value, member: { ...member, ...nobody } } }
        : undefined;
    }
    case 'memberPhotoChanged': {
      const { photo } = one.value;
      return isThem(person, one.value.userId, '')
        ? { ...one, value: { ...one.value, photo: photo && { ...photo, data: '' } } }
        : undefined;
    }
    case 'memberProfileChanged':
      return isThem(person, one.value.userId, '')
        ? { ...one, value: { ...one.value, profile: noProfile, before: noProfile } }
        : undefined;
    case 'invitationMade': {
      const { inviterId, email } = one.value;
      const invited = isThem(person, '', email);
      const inviting = isThem(person, inviterId, '');
      return invited || inviting
        ? {
            ...one,
            value: {
              ...one.value,
              ...(invited && { email: '', expiresAt: 0 }),
              ...(inviting && { inviterName: '' }),
            },
          }
        : undefined;
    }
    case 'invitationAccepted':
    case 'identityLinked':
    case 'viewAsStarted':
    case 'viewAsStopped':
    case 'erasureAsked':
      return isThem(person, one.value.userId, '') ? one : undefined;
    case 'apiTokenMade':
      return isThem(person, one.value.userId, '')
        ? { ...one, value: { ...one.value, name: '', lastFour: '' } }
        : undefined;
    default:
      return undefined;
  }
};

type Named = Partial<
  Record<'name' | 'email' | 'emailKey' | 'inviterName' | 'lastFour' | 'data' | 'shortName', string>
> & {
  readonly setUp?: Named;
  readonly state?: Named;
};

/** The same of a document or a folded state, by the ids that it has. */
const cleaned = (document: object, person: Person): object | undefined => {
  const known = document as Named &
    Partial<Record<'id' | 'accountId' | 'userId' | 'inviterId' | 'invitationId' | 'usedBy', string>>;
  for (const inner of ['setUp', 'state'] as const) {
    const value = known[inner];
    if (typeof value !== 'object' || value === null) continue;
    const left = cleaned(value, person);
    return left === undefined ? undefined : { ...document, [inner]: left };
  }
  if (known.inviterId !== undefined) {
    const invited = isThem(person, '', known.email ?? '');
    const inviting = isThem(person, known.inviterId, '');
    if (!invited && !inviting) return undefined;
    return { ...document, ...(invited && { email: '', expiresAt: 0 }), ...(inviting && { inviterName: '' }) };
  }
  if (!isThem(person, known.userId ?? known.accountId ?? known.id ?? '', known.email ?? '')) return undefined;
  const left: Record<string, unknown> = { ...document };
  for (const key of ['name', 'email', 'emailKey', 'lastFour', 'data', 'shortName']) if (key in left) left[key] = '';
  delete left['profile'];
  delete left['photo'];
  return left;
};

export const personal: NonNullable<WriteModule<AuthEvent>['personal']> = {
  event,
  document: (_collection, document, person) => cleaned(document, person),
};
