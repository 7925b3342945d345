import { permissionFlags, type Actor, type PermissionFlag, type RolePermissions, type Seat } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { can, mayGrant, rightsOf, type Action, type Rights } from '@tessera/proto/rights';
import { defaultRoles, permissionsOf } from './permissions.ts';

const none: RolePermissions = permissionsOf(undefined);
const flagged = (flags: readonly PermissionFlag[], extra: Partial<RolePermissions> = {}): RolePermissions => ({
  ...none,
  flags: Object.fromEntries(
    permissionFlags.map((flag) => [flag, flags.includes(flag) ? 1 : 0]),
  ) as RolePermissions['flags'],
  ...extra,
});
const actor = (seat: Seat, permissions: RolePermissions, kind: Actor['kind'] = 'user'): Actor => ({
  organizationId: 'o',
  kind,
  id: 'u',
  userId: 'u',
  seat,
  roleId: '9',
  permissionVersion: 1,
  permissions,
});
const role = (name: string) => permissionsOf(defaultRoles.find((one) => one.role.name === name)?.role.permissions);
const everyone: [string, Actor][] = [
  ['Admin', actor('builder', role('Admin'))],
  ['Builder', actor('builder', role('Builder'))],
  ['Member', actor('member', role('Member'))],
];

describe('the rights of building section 6', () => {
  it.each<[keyof Rights, PermissionFlag, boolean]>([
    ['canCreateTables', 'create_table', true],
    ['canViewConnectorPage', 'create_table', true],
    ['canCreateApps', 'create_dashboard', true],
    ['canManageWorkspaces', 'manage_workspaces', true],
    ['canManageUsers', 'manage_users', false],
    ['canViewOrgSettings', 'access_settings', false],
  ])('%s comes from %s (builder seat needed: %s)', (right, flag, builders) => {
    expect(rightsOf(actor('builder', flagged([flag])))[right]).toBe(true);
    expect(rightsOf(actor('builder', flagged(permissionFlags.filter((other) => other !== flag))))[right]).toBe(false);
    expect(rightsOf(actor('member', flagged([flag])))[right]).toBe(!builders);
    expect(rightsOf(actor('builder', { ...none, admin: true }))[right]).toBe(true);
  });
  it('canViewTablesPages comes from any table that the role opens', () => {
    expect(rightsOf(actor('viewer', flagged([], { tables_enabled: { t1: 'view' } }))).canViewTablesPages).toBe(true);
    expect(rightsOf(actor('builder', none)).canViewTablesPages).toBe(false);
  });
  it('canViewTrash takes a builder, and any table that the role opens', () => {
    const some = flagged([], { tables_enabled: { t1: 'full' } });
    expect(['builder', 'member', 'viewer'].map((seat) => rightsOf(actor(seat as Seat, some)).canViewTrash)).toEqual([
      true,
      false,
      false,
    ]);
    expect(rightsOf(actor('builder', none)).canViewTrash).toBe(false);
  });
  it('isBuilder is the seat, isAdmin the role', () => {
    expect(rightsOf(actor('builder', none))).toMatchObject({ isBuilder: true, isAdmin: false });
    expect(rightsOf(actor('member', { ...none, admin: true }))).toMatchObject({ isBuilder: false, isAdmin: true });
  });
});

describe('can', () => {
  it.each<[Action, Record<string, boolean>]>([
    ['session.read', { Admin: true, Builder: true, Member: true }],
    ['users.read', { Admin: true, Builder: true, Member: true }],
    ['roles.read', { Admin: true, Builder: true, Member: true }],
    ['password.change', { Admin: true, Builder: true, Member: true }],
    ['users.manage', { Admin: true, Builder: true, Member: false }],
    ['invitations.make', { Admin: true, Builder: true, Member: false }],
    ['invitations.read', { Admin: true, Builder: true, Member: false }],
    ['invitations.revoke', { Admin: true, Builder: true, Member: false }],
    ['tokens.manage', { Admin: true, Builder: true, Member: false }],
  ])('%s', (action, expected) => {
    for (const [name, who] of everyone) expect({ [name]: can(who, action).allow }).toEqual({ [name]: expected[name] });
  });
  it('denies what it does not know, and every action to links, the system and actors without an organization', () => {
    const admin = role('Admin');
    expect(can(actor('builder', admin), 'users.erase' as Action).allow).toBe(false);
    for (const kind of ['link', 'system'] as const)
      expect(can(actor('builder', admin, kind), 'users.read').allow).toBe(false);
    expect(can({ ...actor('builder', admin), organizationId: '' }, 'users.read').allow).toBe(false);
  });
  it('lets no token change a password or make tokens', () => {
    const token = actor('builder', role('Admin'), 'token');
    expect([can(token, 'password.change').allow, can(token, 'tokens.manage').allow]).toEqual([false, false]);
  });
});

describe('giving rights', () => {
  const [admin, builder, member] = everyone.map(([, who]) => who) as [Actor, Actor, Actor];
  it('goes down and sideways, never up', () => {
    expect(mayGrant(admin, role('Admin'), 'builder')).toBe(true);
    expect(mayGrant(builder, role('Builder'), 'builder')).toBe(true);
    expect(mayGrant(builder, role('Member'), 'member')).toBe(true);
    expect(mayGrant(builder, role('Admin'), 'builder')).toBe(false);
    expect(mayGrant(member, role('Builder'), 'member')).toBe(false);
    expect(mayGrant(member, role('Member'), 'builder')).toBe(false);
  });
  it('looks at every flag', () => {
    for (const flag of permissionFlags)
      expect(
        mayGrant(
          actor('builder', flagged(permissionFlags.filter((other) => other !== flag))),
          flagged([flag]),
          'viewer',
        ),
      ).toBe(false);
  });
  it('looks at the maps: no wildcard from one table, no more than the own access, nothing that is withheld by name', () => {
    const own = actor('builder', flagged([], { tables_enabled: { '*': 'edit', t1: 'full' }, tables_disabled: ['t9'] }));
    const grant = (tables_enabled: RolePermissions['tables_enabled'], tables_disabled: readonly string[] = []) =>
      mayGrant(own, flagged([], { tables_enabled, tables_disabled }), 'viewer');
    expect([grant({ t1: 'full' }), grant({ t2: 'edit' }), grant({ '*': 'edit' }, ['t9'])]).toEqual([true, true, true]);
    expect([
      grant({ t2: 'full' }),
      grant({ t9: 'view' }),
      grant({ '*': 'edit' }),
      grant({ '*': 'full' }, ['t9']),
    ]).toEqual([false, false, false, false]);
    expect(
      mayGrant(
        actor('builder', flagged([], { tables_enabled: { t1: 'full' } })),
        flagged([], { tables_enabled: { '*': 'view' } }),
        'viewer',
      ),
    ).toBe(false);
    expect(mayGrant(own, flagged([], { dashboards_enabled: { '*': 'interact' } }), 'viewer')).toBe(false);
  });
});
