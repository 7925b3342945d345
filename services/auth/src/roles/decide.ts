import {
  read,
  type Actor,
  type CommandHandler,
  type DecidedEvent,
  type Loading,
  type RolePermissions,
  type Snapshot,
} from '@tessera/kernel';
import { can, mayGrant, requireFeature, requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import type { Administrators, Invitation, Member, Role, RoleNumbers } from '../evolve.ts';
import { administratorsStream, lastAdmin } from '../members/decide.ts';
import { ready } from '../ready.ts';
import { forbidden, invalid, notFound } from '../refusals.ts';
import { adminRoleId, isAdministrator, permissionsOf, wireOf } from './permissions.ts';

type Kept = NonNullable<Role>;
export const numbersStream = 'roles:1';
export const mostMoved = 1000;

/** What people say of a role; what is absent stays as it was. */
export type RoleParts = {
  readonly name?: string | undefined;
  readonly color?: string | undefined;
  /** '' for none. */
  readonly initialUrl?: string | undefined;
  readonly permissions?: RolePermissions | undefined;
  /** Who has it from now on, beside those who have it. */
  readonly members?: readonly string[] | undefined;
};
export type People = {
  readonly members: ReadonlyMap<string, Snapshot<Member | undefined>>;
  readonly roles: ReadonlyMap<string, Role>;
  readonly administrators: Snapshot<Administrators>;
  readonly admins: readonly { readonly userId: string }[];
};

function* loadPeople(userIds: readonly string[], roleIds: readonly string[]): Loading<People> {
  const members = new Map<string, Snapshot<Member | undefined>>();
  const wanted = new Set(roleIds);
  for (const userId of userIds) {
    const member = yield* read.snapshot<Member | undefined>(`member:${userId}`);
    members.set(userId, member);
    if (member.state !== undefined) wanted.add(member.state.roleId);
  }
  const roles = new Map<string, Role>();
  for (const id of wanted) roles.set(id, (yield* read.snapshot<Role | undefined>(`role:${id}`)).state);
  const administrators = yield* read.snapshot<Administrators>(administratorsStream);
  const admins = yield* read.everyDocument<Member>('members', { roleId: adminRoleId }, (one) => one.userId);
  return { members, roles, administrators, admins: admins.filter(isAdministrator) };
}

/** Gives people another role. Throws where the actor may not, or nobody would administer any more. */
const move = (actor: Actor, people: People, to: Kept): readonly DecidedEvent<AuthEvent>[] => {
  const former = new Set(people.administrators.state?.former);
  const left = new Set(people.admins.flatMap(({ userId }) => (former.has(userId) ? [] : [userId])));
  let { version: shared } = people.administrators;
  const events: DecidedEvent<AuthEvent>[] = [];
  for (const [userId, { version, state }] of people.members) {
    if (state === undefined || state.erased) throw notFound('user.not_found');
    if (state.roleId === to.id) continue;
    const before = permissionsOf(people.roles.get(state.roleId)?.permissions);
    if (!mayGrant(actor, permissionsOf(to.permissions), state.seat) || !mayGrant(actor, before, state.seat))
      throw forbidden('role.not_grantable', 'You cannot change a person who has rights that you do not have.');
    const next = { ...state, roleId: to.id };
    const administers = isAdministrator(next);
    if (isAdministrator(state) && !administers) left.delete(userId);
    if (administers) left.add(userId);
    const changes = administers !== isAdministrator(state);
    events.push({
      event: event('memberAssigned', {
        userId,
        seat: state.seat,
        roleId: to.id,
        seatBefore: state.seat,
        roleIdBefore: state.roleId,
      }),
      advances: [
        { stream: `member:${userId}`, version: version + 1 },
        ...(changes ? [{ stream: administratorsStream, version: ++shared }] : []),
      ],
    });
  }
  if (events.length > mostMoved) throw invalid('role.too_many_people');
  if (events.length > 0 && left.size === 0) throw lastAdmin();
  return events;
};

/** Flags that go with each other: history and theme are parts of the settings. */
export const settled = (wanted: RolePermissions, before?: RolePermissions): RolePermissions => {
  const { flags } = wanted;
  const parts = ['access_actions_history', 'customize_org_theme'] as const;
  const lost = before?.flags.access_settings === 1 && flags.access_settings === 0;
  const settings = !lost && parts.some((part) => flags[part] === 1) ? 1 : flags.access_settings;
  return {
    ...wanted,
    // It comes with the role that is there from the beginning, and with no other.
    admin: false,
    flags: {
      ...flags,
      access_settings: settings,
      ...(lost && { access_actions_history: 0, customize_org_theme: 0 }),
    },
  };
};

/** Throws unless every right of a role is one that the actor holds. */
const requireGrantable = (actor: Actor, permissions: RolePermissions): void => {
  if (!mayGrant(actor, permissions, 'viewer')) throw forbidden('role.not_grantable');
};

/** Rules for rows are written as JSON alone, which a plan may lack: those that were there stay. */
const requireRowRules = (actor: Actor, wanted: RolePermissions, before?: RolePermissions): void => {
  const told = (rule: unknown): string => JSON.stringify(rule) ?? '';
  const rules = Object.entries(wanted.table_rows ?? {});
  if (rules.some(([table, rule]) => told(rule) !== told(before?.table_rows?.[table])))
    requireFeature(actor, 'advancedDevFeatures');
};

/** The role as somebody may change it. Throws where it is theirs, has more rights than they, or is not there. */
export const managed = (actor: Actor, role: Role): Kept => {
  requireRight(actor, 'roles.manage');
  if (role === undefined) throw notFound('role.not_found');
  if (role.id === actor.roleId && !can(actor, 'roles.change_own').allow) throw forbidden('role.own');
  requireGrantable(actor, permissionsOf(role.permissions));
  return role;
};

type Create = {
  readonly name: string;
  readonly color: string;
  readonly initialUrl: string;
  readonly permissions: RolePermissions;
  readonly members: readonly string[];
};
type CreateState = People & { readonly numbers: Snapshot<RoleNumbers> };

const created = (numbers: Snapshot<RoleNumbers>, role: Kept): DecidedEvent<AuthEvent> => ({
  event: event('roleCreated', { role }),
  advances: [
    { stream: `role:${role.id}`, version: 1 },
    { stream: numbersStream, version: numbers.version + 1 },
  ],
});
const nextNumber = ({ state }: Snapshot<RoleNumbers>): string => String((state?.last ?? 3) + 1);
const idOfNew = (events: readonly AuthEvent[]): string => {
  const [first] = events;
  return first?.$case === 'roleCreated' ? (first.value.role?.id ?? '') : '';
};

/** Makes a role; the people named with it have it from then on. */
export const createRole: CommandHandler<Create, CreateState, AuthEvent, { id: string }> = {
  load: function* ({ members }) {
    const numbers = yield* read.snapshot<RoleNumbers>(numbersStream);
    return { numbers, ...(yield* loadPeople(members, [])) };
  },
  decide: ({ name, color, initialUrl, permissions }, { numbers, ...people }, { meta }) => {
    requireRight(meta.actor, 'roles.manage');
    const given = settled(permissions);
    requireGrantable(meta.actor, given);
    requireRowRules(meta.actor, given);
    const role = { id: nextNumber(numbers), name, color, initialUrl, permissions: wireOf(given) };
    if (people.members.size > 0) requireRight(meta.actor, 'users.manage');
    return { events: [created(numbers, role), ...move(meta.actor, people, role)] };
  },
  answer: (_command, events) => ready({ id: idOfNew(events) }),
};

type Named = { readonly roleId: string };

/** A role with the same rights and nobody in it. */
export const duplicateRole: CommandHandler<
  Named & { readonly name?: string | undefined },
  { readonly numbers: Snapshot<RoleNumbers>; readonly role: Role },
  AuthEvent,
  { id: string }
> = {
  load: function* ({ roleId }) {
    const numbers = yield* read.snapshot<RoleNumbers>(numbersStream);
    return { numbers, role: (yield* read.snapshot<Role | undefined>(`role:${roleId}`)).state };
  },
  decide: ({ name }, { numbers, role }, { meta }) => {
    const from = managed(meta.actor, role);
    if (from.id === adminRoleId) throw forbidden('role.admin');
    const copy = { ...from, id: nextNumber(numbers), name: name ?? `${from.name} (copy)`.slice(0, 120) };
    return { events: [created(numbers, copy)] };
  },
  answer: (_command, events) => ready({ id: idOfNew(events) }),
};

type ChangeState = People & { readonly role: Snapshot<Role> };

/** Changes what is given of a role. The rights of the admin role stay. */
export const changeRole: CommandHandler<Named & RoleParts, ChangeState, AuthEvent, null> = {
  load: function* ({ roleId, members = [] }) {
    const role = yield* read.snapshot<Role>(`role:${roleId}`);
    return { role, ...(yield* loadPeople(members, [])) };
  },
  decide: ({ roleId, permissions, members: _members, ...parts }, { role: known, ...people }, { meta }) => {
    const before = managed(meta.actor, known.state);
    const held = permissionsOf(before.permissions);
    const wanted = permissions === undefined ? held : settled(permissions, held);
    if (before.id === adminRoleId && permissions !== undefined) throw forbidden('role.admin');
    if (permissions !== undefined) {
      requireGrantable(meta.actor, wanted);
      requireRowRules(meta.actor, wanted, held);
    }
    const role: Kept = {
      ...before,
      name: parts.name ?? before.name,
      color: parts.color ?? before.color,
      initialUrl: parts.initialUrl ?? before.initialUrl,
      permissions: permissions === undefined ? before.permissions : wireOf(wanted),
    };
    const same = JSON.stringify(role) === JSON.stringify(before);
    if (people.members.size > 0) requireRight(meta.actor, 'users.manage');
    return {
      events: [
        ...(same
          ? []
          : [
              {
                event: event('roleChanged', { role, before }),
                advances: [{ stream: `role:${roleId}`, version: known.version + 1 }],
              },
            ]),
        ...move(meta.actor, people, role),
      ],
    };
  },
  answer: () => ready(null),
};

type DeleteState = People & {
  readonly role: Snapshot<Role>;
  readonly to: Role;
  readonly invitations: readonly Snapshot<Invitation | undefined>[];
};

/** Deletes a role; its people get the other one, and who was invited to it is not any more. */
export const deleteRole: CommandHandler<Named & { readonly to: string }, DeleteState, AuthEvent, null> = {
  load: function* ({ roleId, to }) {
    const role = yield* read.snapshot<Role>(`role:${roleId}`);
    const people = yield* read.everyDocument<Member>('members', { roleId }, (one) => one.userId);
    const invitations: Snapshot<Invitation | undefined>[] = [];
    for (const one of yield* read.everyDocument<Invitation>('invitations', {}, (one) => one.id))
      if (one.state === 'open' && one.roleId === roleId)
        invitations.push(yield* read.snapshot<Invitation | undefined>(`invitation:${one.id}`));
    const moved = people.flatMap(({ userId, erased }) => (erased ? [] : [userId]));
    const found = yield* loadPeople(moved, [to]);
    return { role, to: found.roles.get(to), invitations, ...found };
  },
  decide: ({ roleId }, { role: known, to, invitations, ...people }, { meta }) => {
    const role = managed(meta.actor, known.state);
    if (role.id === adminRoleId) throw forbidden('role.admin');
    if (to === undefined) throw notFound('role.not_found');
    if (to.id === role.id) throw invalid('role.same');
    if (people.members.size > 0) requireRight(meta.actor, 'users.manage');
    const revoked = invitations.flatMap(({ version, state }): DecidedEvent<AuthEvent>[] => {
      if (state?.state !== 'open') return [];
      const { id: invitationId } = state;
      const advances = [{ stream: `invitation:${invitationId}`, version: version + 1 }];
      return [{ event: event('invitationRevoked', { invitationId }), advances }];
    });
    return {
      events: [
        {
          event: event('roleDeleted', { role }),
          advances: [{ stream: `role:${roleId}`, version: known.version + 1 }],
        },
        ...move(meta.actor, people, to),
        ...revoked,
      ],
    };
  },
  answer: () => ready(null),
};

/** Whether a role may be changed by somebody, as a screen asks beforehand. */
export const mayManage = (actor: Actor, role: Kept): boolean =>
  can(actor, 'roles.manage').allow &&
  (role.id !== actor.roleId || can(actor, 'roles.change_own').allow) &&
  mayGrant(actor, permissionsOf(role.permissions), 'viewer');
