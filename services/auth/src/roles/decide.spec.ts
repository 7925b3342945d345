import {
  systemActor,
  type Actor,
  type CommandMeta,
  type PermissionFlag,
  type RolePermissions,
  type Snapshot,
} from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { describe, expect, it } from 'vitest';
import { event } from '../events.ts';
import type { Invitation, Member, Role, RoleNumbers } from '../evolve.ts';
import { changeRole, createRole, deleteRole, duplicateRole, settled, type People } from './decide.ts';
import { defaultRoles, permissionsOf, wireOf } from './permissions.ts';

const roleOf = (id: string) => defaultRoles.find(({ role }) => role.id === id)!.role;
const none = permissionsOf(undefined);
const flagged = (...on: readonly PermissionFlag[]): RolePermissions => ({
  ...none,
  flags: { ...none.flags, ...Object.fromEntries(on.map((flag) => [flag, 1])) },
});
const sales: NonNullable<Role> = {
  id: '7',
  name: 'Sales',
  color: 'blue',
  initialUrl: '',
  permissions: wireOf(flagged('create_table')),
};
const meta = (roleId: string, permissions: RolePermissions): CommandMeta => ({
  origin: 'interface',
  actor: {
    ...systemActor('auth', 'o'),
    kind: 'user',
    id: 'u1',
    userId: 'u1',
    seat: 'builder',
    roleId,
    permissions,
  } as Actor,
});
const admin = meta('1', permissionsOf(roleOf('1').permissions));
/** Manages roles and people, and has nothing else to give but tables. */
const manager = meta('9', {
  ...flagged('manage_profile', 'manage_users', 'create_table'),
  tables_enabled: { '*': 'edit' },
});

const member = (userId: string, roleId: string, seat: Member['seat'] = 'member'): Member => ({
  userId,
  name: userId,
  email: '',
  seat,
  roleId,
  active: true,
});
const people = (members: readonly Member[], roles: readonly NonNullable<Role>[] = [], admins = ['u1']): People => ({
  members: new Map(members.map((one) => [one.userId, { version: 4, state: one }])),
  roles: new Map([...roles, ...defaultRoles.map(({ role }) => role), sales].map((role) => [role.id, role])),
  administrators: { version: 2, state: { former: [] } },
  admins: admins.map((userId) => ({ userId })),
});
const numbers: Snapshot<RoleNumbers> = { version: 0, state: { last: 3 } };
const stands = (version: number, state: Role): Snapshot<Role> => ({ version, state });
const role = (state: Role): Role => state;
const nobody = [] as readonly Snapshot<Invitation | undefined>[];
const making = { name: 'Buyers', color: 'teal', initialUrl: '', permissions: none, members: [] };

describe('making a role', () => {
  it('gives it the next number, and its people to it', () => {
    const { events } = given({ numbers, ...people([member('u2', '3')]) }, { meta: admin })
      .when(createRole, { ...making, members: ['u2'] })
      .decision();
    expect(events).toEqual([
      {
        event: event('roleCreated', {
          role: { id: '4', name: 'Buyers', color: 'teal', initialUrl: '', permissions: wireOf(none) },
        }),
        advances: [
          { stream: 'role:4', version: 1 },
          { stream: 'roles:1', version: 1 },
        ],
      },
      {
        event: event('memberAssigned', {
          userId: 'u2',
          seat: 'member',
          roleId: '4',
          seatBefore: 'member',
          roleIdBefore: '3',
        }),
        advances: [{ stream: 'member:u2', version: 5 }],
      },
    ]);
  });
  it('gives no right that its author lacks, and never unrestricted access', () => {
    const make = (permissions: RolePermissions, by = manager) =>
      given({ numbers, ...people([]) }, { meta: by }).when(createRole, { ...making, permissions });
    expect(make(flagged('development')).rejection().code).toBe('role.not_grantable');
    expect(make({ ...none, tables_enabled: { '*': 'full' } }).rejection().code).toBe('role.not_grantable');
    expect(make(flagged('create_table')).decision().events).toHaveLength(1);
    const [first] = make({ ...none, admin: true }, admin).decision().events;
    expect(first?.event).toMatchObject({ value: { role: { permissions: { admin: false } } } });
  });
  it('is for who manages roles', () => {
    const builder = meta('2', permissionsOf(roleOf('2').permissions));
    expect(
      given({ numbers, ...people([]) }, { meta: builder })
        .when(createRole, making)
        .rejection().kind,
    ).toBe('forbidden');
  });
});

describe('flags that go with each other', () => {
  it('come on together and go off together', () => {
    const on = settled(flagged('access_actions_history'));
    expect(on.flags.access_settings).toBe(1);
    const off = settled({ ...on, flags: { ...on.flags, access_settings: 0 } }, on);
    expect([off.flags.access_settings, off.flags.access_actions_history]).toEqual([0, 0]);
  });
});

describe('changing a role', () => {
  const known = stands(3, sales);
  it('says what it was, and nothing where nothing changes', () => {
    const change = given({ role: known, ...people([]) }, { meta: admin });
    const { events } = change.when(changeRole, { roleId: '7', name: 'Sellers' }).decision();
    expect(events).toEqual([
      {
        event: event('roleChanged', { role: { ...sales, name: 'Sellers' }, before: sales }),
        advances: [{ stream: 'role:7', version: 4 }],
      },
    ]);
    expect(change.when(changeRole, { roleId: '7', name: 'Sales' }).decision().events).toEqual([]);
  });
  it.each([
    ['their own', meta('7', flagged('manage_profile', 'create_table')), sales, 'role.own'],
    ['one with more rights', meta('9', flagged('manage_profile')), sales, 'role.not_grantable'],
    ['that of administrators', manager, roleOf('1'), 'role.not_grantable'],
  ])('is refused for %s', (_which, by, state, code) => {
    expect(
      given({ role: stands(3, state), ...people([]) }, { meta: by })
        .when(changeRole, { roleId: state.id, name: 'Other' })
        .rejection().code,
    ).toBe(code);
  });
  it('leaves the rights of the admin role, which may be named anew', () => {
    const change = given({ role: stands(1, roleOf('1')), ...people([]) }, { meta: admin });
    expect(change.when(changeRole, { roleId: '1', permissions: none }).rejection().code).toBe('role.admin');
    expect(change.when(changeRole, { roleId: '1', name: 'Owners' }).decision().events).toHaveLength(1);
  });
  it('moves nobody out of the last administration', () => {
    const last = people([member('u1', '1', 'builder')]);
    expect(
      given({ role: known, ...last }, { meta: admin })
        .when(changeRole, { roleId: '7', members: ['u1'] })
        .rejection().code,
    ).toBe('last_admin');
  });
});

describe('deleting a role', () => {
  const state = (members: readonly Member[], to: Role | 'gone' = roleOf('3')) => ({
    role: stands(3, sales),
    to: role(to === 'gone' ? undefined : to),
    invitations: nobody,
    ...people(members),
  });
  it('gives its people the other one', () => {
    const { events } = given(state([member('u2', '7'), member('u3', '7')]), { meta: admin })
      .when(deleteRole, { roleId: '7', to: '3' })
      .decision();
    expect(events.map(({ event: one }) => one.$case)).toEqual(['roleDeleted', 'memberAssigned', 'memberAssigned']);
  });
  it('needs another role, and is nothing for the admin role', () => {
    const remove = (roleState: ReturnType<typeof state>, roleId: string, to: string) =>
      given(roleState, { meta: admin }).when(deleteRole, { roleId, to }).rejection().code;
    expect(remove(state([], sales), '7', '7')).toBe('role.same');
    expect(remove(state([], 'gone'), '7', '44')).toBe('role.not_found');
    expect(remove({ ...state([]), role: stands(1, roleOf('1')) }, '1', '3')).toBe('role.admin');
  });
});

it('a copy has the rights, another number and nobody', () => {
  const { events } = given(
    { numbers: { version: 1, state: { last: 8 } } as Snapshot<RoleNumbers>, role: role(sales) },
    { meta: admin },
  )
    .when(duplicateRole, { roleId: '7' })
    .decision();
  expect(events[0]?.event).toEqual(event('roleCreated', { role: { ...sales, id: '9', name: 'Sales (copy)' } }));
  expect(
    given({ numbers, role: role(roleOf('1')) }, { meta: admin })
      .when(duplicateRole, { roleId: '1' })
      .rejection().code,
  ).toBe('role.admin');
});
