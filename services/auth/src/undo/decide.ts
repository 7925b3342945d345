import {
  read,
  undoHandlers,
  undoneNothing,
  type Actor,
  type DecidedEvent,
  type Inverses,
  type Loading,
  type NotUndoable,
  type Seat,
  type Snapshot,
  type StoredCommit,
  type UndoCommand,
  type UndoConflict,
  type Undone,
} from '@tessera/kernel';
import { can, mayGrant, requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent, type EventOf } from '../events.ts';
import type { Administrators, Invitation, Member, Organization, Role } from '../evolve.ts';
import { administratorsStream, lastAdmin } from '../members/decide.ts';
import { wholeOf } from '../organization/decide.ts';
import { managed } from '../roles/decide.ts';
import { adminRoleId, isAdministrator, permissionsOf } from '../roles/permissions.ts';
import { forbidden } from '../refusals.ts';

export type UndoState = {
  readonly commit: StoredCommit<AuthEvent> | undefined;
  readonly members: ReadonlyMap<string, Snapshot<Member | undefined>>;
  readonly invitations: ReadonlyMap<string, Snapshot<Invitation | undefined>>;
  readonly roles: ReadonlyMap<string, Role>;
  /** Of each role that the commit changed: the version of its stream, and what stands there. */
  readonly changedRoles: ReadonlyMap<string, Snapshot<Role>>;
  readonly administrators: Snapshot<Administrators>;
  readonly organization: Snapshot<Organization | undefined>;
  readonly admins: readonly { readonly userId: string }[];
  /** Who takes it back, as a member. */
  readonly own: Member | undefined;
};

/** What is known when an event is taken back; members and administrators are folded on as inverses give events. */
type Context = Omit<UndoState, 'members' | 'commit'> & {
  readonly actor: Actor;
  readonly overwrite: boolean;
  readonly now: number;
  readonly members: Map<string, { readonly version: number; readonly state: Member }>;
  administratorsVersion: number;
};

const never = (notUndoable: string) => (): NotUndoable => ({ notUndoable });

/** One change of a member as an event, on their stream and, where it changes who administers, on that of all of them. */
const onMember = (
  context: Context,
  { version, state }: { readonly version: number; readonly state: Member },
  change: AuthEvent,
  next: Member,
): DecidedEvent<AuthEvent> => {
  const { userId } = state;
  const shared = isAdministrator(state) !== isAdministrator(next);
  if (shared && isAdministrator(state)) {
    const former = context.administrators.state?.former ?? [];
    if (!context.admins.some((one) => one.userId !== userId && !former.includes(one.userId))) throw lastAdmin();
  }
  context.members.set(userId, { version: version + 1, state: next });
  return {
    event: change,
    advances: [
      { stream: `member:${userId}`, version: version + 1 },
      ...(shared ? [{ stream: administratorsStream, version: ++context.administratorsVersion }] : []),
    ],
  };
};

/** Throws unless the actor may manage people, and this one as they are and as they would be. */
const requireManage = (
  context: Context,
  ...holds: readonly { readonly roleId: string; readonly seat: Seat }[]
): void => {
  requireRight(context.actor, 'users.manage');
  if (
    holds.some(
      ({ roleId, seat }) => !mayGrant(context.actor, permissionsOf(context.roles.get(roleId)?.permissions), seat),
    )
  )
    throw forbidden('role.not_grantable', 'You cannot change a person who has rights that you do not have.');
};

const memberAssigned = (value: EventOf<'memberAssigned'>, context: Context): Undone<AuthEvent> => {
  const known = context.members.get(value.userId);
  if (known === undefined || known.state.erased) return undoneNothing;
  const { state } = known;
  const conflicts: UndoConflict[] = [];
  const label = { recordId: state.userId, recordLabel: state.name, fieldId: '' };
  let next = { seat: state.seat, roleId: state.roleId };
  const nameOf = (roleId: string): string => context.roles.get(roleId)?.name ?? '';
  if (value.seat !== value.seatBefore && state.seat !== value.seatBefore) {
    const clash = state.seat !== value.seat;
    if (clash) conflicts.push({ ...label, fieldName: 'seat', current: state.seat, undoTo: value.seatBefore });
    if (!clash || context.overwrite) next = { ...next, seat: value.seatBefore as Seat };
  }
  if (value.roleId !== value.roleIdBefore && state.roleId !== value.roleIdBefore) {
    const clash = state.roleId !== value.roleId;
    const gone = !context.roles.has(value.roleIdBefore);
    const conflict = { ...label, fieldName: 'role', current: nameOf(state.roleId), undoTo: nameOf(value.roleIdBefore) };
    if (gone) conflicts.push({ ...conflict, undoTo: null, blocked: 'role.not_found' });
    else if (clash) conflicts.push(conflict);
    if (!gone && (!clash || context.overwrite)) next = { ...next, roleId: value.roleIdBefore };
  }
  // Who may not manage people is told nothing of them.
  requireManage(context, state, next);
  const counted = { conflicts, records: 1, fields: 0, skipped: conflicts.length > 0 && !context.overwrite ? 1 : 0 };
  if (next.seat === state.seat && next.roleId === state.roleId)
    return { ...undoneNothing, ...counted, records: conflicts.length > 0 ? 1 : 0 };
  const change = event('memberAssigned', {
    userId: state.userId,
    ...next,
    seatBefore: state.seat,
    roleIdBefore: state.roleId,
  });
  return { ...undoneNothing, ...counted, events: [onMember(context, known, change, { ...state, ...next })] };
};

const setActive =
  (active: boolean) =>
  ({ userId }: { readonly userId: string }, context: Context): Undone<AuthEvent> => {
    const known = context.members.get(userId);
    if (known === undefined || known.state.erased) return undoneNothing;
    requireManage(context, known.state);
    if (known.state.active === active) return undoneNothing;
    const change = event(active ? 'memberEnabled' : 'memberDisabled', { userId });
    return { ...undoneNothing, records: 1, events: [onMember(context, known, change, { ...known.state, active })] };
  };

const onInvitation = (id: string, version: number, change: AuthEvent): Undone<AuthEvent> => ({
  ...undoneNothing,
  records: 1,
  events: [{ event: change, advances: [{ stream: `invitation:${id}`, version: version + 1 }] }],
});

const invitationMade = ({ invitationId }: EventOf<'invitationMade'>, context: Context): Undone<AuthEvent> => {
  const known = context.invitations.get(invitationId);
  if (known?.state === undefined) return undoneNothing;
  requireRight(context.actor, 'invitations.revoke');
  const { state, version } = known;
  if (state.state === 'revoked') return undoneNothing;
  if (state.state === 'used')
    return {
      ...undoneNothing,
      records: 1,
      skipped: 1,
      conflicts: [{ ...invitationName(state), current: 'used', undoTo: 'revoked', blocked: 'invitation.used' }],
    };
  return onInvitation(invitationId, version, event('invitationRevoked', { invitationId }));
};

const invitationName = ({ id, email }: Invitation) => ({
  recordId: id,
  recordLabel: email,
  fieldId: '',
  fieldName: 'invitation',
});

/**
 * The invitation is open again until the day on which it would have ended. Whoever takes the revocation back answers for
 * it from then on: it ends with their right.
 */
const invitationRevoked = ({ invitationId }: EventOf<'invitationRevoked'>, context: Context): Undone<AuthEvent> => {
  const known = context.invitations.get(invitationId);
  if (known?.state?.state !== 'revoked') return undoneNothing;
  requireRight(context.actor, 'invitations.make');
  const { id: _id, state: _state, usedBy: _usedBy, ...kept } = known.state;
  const blocked = (code: string): Undone<AuthEvent> => ({
    ...undoneNothing,
    records: 1,
    skipped: 1,
    conflicts: [{ ...invitationName(known.state!), current: 'revoked', undoTo: 'open', blocked: code }],
  });
  const role = context.roles.get(kept.roleId);
  if (role === undefined) return blocked('role.not_found');
  if (kept.expiresAt <= context.now) return blocked('invitation.expired');
  if (!mayGrant(context.actor, permissionsOf(role.permissions), kept.seat)) throw forbidden('role.not_grantable');
  const inviter = {
    inviterId: context.actor.userId ?? context.actor.id,
    inviterName: context.own?.name ?? kept.inviterName,
  };
  return onInvitation(invitationId, known.version, event('invitationMade', { invitationId, ...kept, ...inviter }));
};

const onRole = (id: string, version: number, change: AuthEvent): Undone<AuthEvent> => ({
  ...undoneNothing,
  records: 1,
  events: [{ event: change, advances: [{ stream: `role:${id}`, version: version + 1 }] }],
});

const roleParts = ['name', 'color', 'initialUrl', 'permissions'] as const;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const roleChanged = ({ role, before }: EventOf<'roleChanged'>, context: Context): Undone<AuthEvent> => {
  if (role === undefined || before === undefined) return undoneNothing;
  const known = context.changedRoles.get(role.id);
  requireRight(context.actor, 'roles.manage');
  if (known?.state === undefined) return undoneNothing;
  const now = managed(context.actor, known.state);
  const next = { ...now };
  const conflicts: UndoConflict[] = [];
  for (const part of roleParts) {
    if (same(role[part], before[part]) || same(now[part], before[part])) continue;
    const clash = !same(now[part], role[part]);
    const told = (of: typeof now): string => (part === 'permissions' ? 'permissions' : of[part]);
    if (clash)
      conflicts.push({
        recordId: now.id,
        recordLabel: now.name,
        fieldId: '',
        fieldName: part,
        current: told(now),
        undoTo: told(before),
      });
    if (!clash || context.overwrite) Object.assign(next, { [part]: before[part] });
  }
  const counted = { conflicts, records: 1, skipped: conflicts.length > 0 && !context.overwrite ? 1 : 0 };
  if (same(next, now)) return { ...undoneNothing, ...counted, records: conflicts.length > 0 ? 1 : 0 };
  if (!mayGrant(context.actor, permissionsOf(next.permissions), 'viewer')) throw forbidden('role.not_grantable');
  return { ...onRole(now.id, known.version, event('roleChanged', { role: next, before: now })), ...counted };
};

const roleDeleted = ({ role }: EventOf<'roleDeleted'>, context: Context): Undone<AuthEvent> => {
  requireRight(context.actor, 'roles.manage');
  const known = role === undefined ? undefined : context.changedRoles.get(role.id);
  if (role === undefined || known === undefined || known.state !== undefined) return undoneNothing;
  if (!mayGrant(context.actor, permissionsOf(role.permissions), 'viewer')) throw forbidden('role.not_grantable');
  return onRole(role.id, known.version, event('roleCreated', { role }));
};

const organizationParts = [
  'name',
  'language',
  'timezone',
  'currencySymbol',
  'ai',
  'hideTasks',
  'mfaRequired',
  'hideTablesForMember',
  'memberUploadDataShortcut',
  'importantEmails',
  'funMode',
  'workingDays',
  'holidays',
] as const;

const organizationChanged = (
  { organizationId, organization, before }: EventOf<'organizationChanged'>,
  context: Context,
): Undone<AuthEvent> => {
  requireRight(context.actor, 'settings.change');
  const { state, version } = context.organization;
  if (state === undefined || organization === undefined || before === undefined) return undoneNothing;
  const { id: _, ...kept } = state;
  const now = wholeOf(kept);
  const [said, was] = [wholeOf(organization), wholeOf(before)];
  const parts: Partial<typeof now>[] = [];
  const conflicts: UndoConflict[] = [];
  for (const part of organizationParts) {
    if (same(said[part], was[part]) || same(now[part], was[part])) continue;
    if (part === 'mfaRequired') requireRight(context.actor, 'second_factor.require');
    const clash = !same(now[part], said[part]);
    if (clash)
      conflicts.push({
        recordId: organizationId,
        recordLabel: now.name,
        fieldId: '',
        fieldName: part,
        current: now[part],
        undoTo: was[part],
      });
    if (!clash || context.overwrite) parts.push({ [part]: was[part] });
  }
  const next = Object.assign({ ...now }, ...parts) as typeof now;
  const counted = { conflicts, records: 1, skipped: conflicts.length > 0 && !context.overwrite ? 1 : 0 };
  if (same(next, now)) return { ...undoneNothing, ...counted, records: conflicts.length > 0 ? 1 : 0 };
  return {
    ...undoneNothing,
    ...counted,
    events: [
      {
        event: event('organizationChanged', { organizationId, organization: next, before: now }),
        advances: [{ stream: `organization:${organizationId}`, version: version + 1 }],
      },
    ],
  };
};

const secretStays = 'A secret that was ended stays ended.';
const changedAgain = 'Whoever owns the token names it and switches it on and off.';
const looked = 'What somebody looked at they have seen.';
const decided = 'Who gets in is decided anew by an administrator, and not by an undo.';
const begun = 'An organization and its people are not unmade.';

/**
 * How each event is taken back (docs/events.md 13); complete by its type. Nothing brings a password, a token or a session
 * back.
 */
export const inverses: Inverses<AuthEvent, Context> = {
  installationSetUp: never(begun),
  organizationCreated: never(begun),
  organizationChanged,
  accountOpened: never(begun),
  accountJoined: never(begun),
  organizationNamed: never('Addresses lead by it: it is chosen anew.'),
  accountClosed: never(secretStays),
  accountErased: never('The person was forgotten.'),
  passwordChanged: never(secretStays),
  passwordResetAsked: never('What was sent is not called back. The link ends by itself after an hour.'),
  secondFactorEnabled: never(secretStays),
  secondFactorDisabled: never(secretStays),
  roleCreated: never('Delete the role: its people then get another one.'),
  roleChanged,
  roleDeleted,
  memberJoined: never('Somebody who joined is deactivated, and not unmade.'),
  memberAssigned,
  memberDisabled: setActive(true),
  memberEnabled: setActive(false),
  memberErased: never('The person was forgotten.'),
  memberProfileChanged: never('Everybody says themselves who they are.'),
  memberPhotoChanged: never('A picture is chosen anew.'),
  organizationLogoChanged: never('A picture is chosen anew.'),
  viewAsStarted: never(looked),
  viewAsStopped: never(looked),
  invitationMade,
  invitationAccepted: never('An invitation is used once.'),
  invitationRevoked,
  apiTokenMade: never('Delete the token: what it could read may be read already.'),
  apiTokenDeleted: never(secretStays),
  apiTokenConfirmed: never(secretStays),
  apiTokenRenamed: never(changedAgain),
  apiTokenEnabled: never(changedAgain),
  apiTokenDisabled: never(changedAgain),
  apiTokenRegenerated: never(secretStays),
  signInProviderSaved: never(decided),
  signInProviderRemoved: never(secretStays),
  identityLinked: never('Whoever came by a provider was here.'),
  erasureAsked: never('It is aborted in the settings.'),
  erasureAborted: never('Whoever asks for it confirms that it is them.'),
  erasureBegan: never('What is erased is gone.'),
  erasureEnded: never('What is erased is gone.'),
  forgettingBegan: never('What is erased is gone.'),
  forgettingEnded: never('What is erased is gone.'),
  accountLeft: never('The organization is gone.'),
};

function* load({ commitId }: UndoCommand, actor: Actor): Loading<UndoState> {
  const commit = yield* read.commit<AuthEvent>(commitId);
  const members = new Map<string, Snapshot<Member | undefined>>();
  const invitations = new Map<string, Snapshot<Invitation | undefined>>();
  const roleIds = new Set<string>();
  const changedRoles = new Map<string, Snapshot<Role>>();
  const roles = new Map<string, Role>();
  for (const { value } of commit?.events ?? []) {
    if ('role' in value && value.role !== undefined) {
      changedRoles.set(value.role.id, yield* read.snapshot<Role>(`role:${value.role.id}`));
      // The same undo brings it back, before anybody gets it again.
      roles.set(value.role.id, value.role);
    }
    if ('userId' in value && !members.has(value.userId)) {
      const member = yield* read.snapshot<Member | undefined>(`member:${value.userId}`);
      members.set(value.userId, member);
      if (member.state !== undefined) roleIds.add(member.state.roleId);
    }
    if ('roleIdBefore' in value) roleIds.add(value.roleIdBefore).add(value.roleId);
    if ('invitationId' in value && value.invitationId !== '' && !invitations.has(value.invitationId)) {
      const invitation = yield* read.snapshot<Invitation | undefined>(`invitation:${value.invitationId}`);
      invitations.set(value.invitationId, invitation);
      if (invitation.state !== undefined) roleIds.add(invitation.state.roleId);
    }
  }
  for (const id of roleIds) {
    const { state } = yield* read.snapshot<Role | undefined>(`role:${id}`);
    if (state !== undefined) roles.set(id, state);
  }
  const administrators = yield* read.snapshot<Administrators>(administratorsStream);
  const admins = yield* read.everyDocument<Member>('members', { roleId: adminRoleId }, (one) => one.userId);
  const own = yield* read.snapshot<Member | undefined>(`member:${actor.userId ?? actor.id}`);
  const organization = yield* read.snapshot<Organization | undefined>(`organization:${actor.organizationId}`);
  return {
    organization,
    commit,
    members,
    invitations,
    roles,
    changedRoles,
    administrators,
    admins: admins.filter(isAdministrator),
    own: own.state,
  };
}

/** The commands that take changes of people and invitations back, with the rights of whoever asks now. */
export const { undoCommit, undoPreview } = undoHandlers<AuthEvent, UndoCommand, UndoState, Context>({
  inverses,
  load: (command, { actor }) => load(command, actor),
  context: ({ members, commit: _commit, ...state }, { actor, overwrite, now }) => {
    // All that can be taken back is managing people, roles and settings: who may not is not even told what a commit was.
    if (!can(actor, 'roles.manage').allow && !can(actor, 'settings.change').allow) requireRight(actor, 'users.manage');
    return {
      ...state,
      actor,
      overwrite,
      now,
      members: new Map(
        [...members].flatMap(([id, { version, state: member }]) =>
          member === undefined ? [] : [[id, { version, state: member }] as const],
        ),
      ),
      administratorsVersion: state.administrators.version,
    };
  },
});
