import { newId, type Seat } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { actorOf, roles } from '../testing/actors.ts';
import { accessTo, can, rightsOf, type TableAction } from './can.ts';

const table = newId();
const organization = newId();
const actions: readonly TableAction[] = [
  'tables.create',
  'tables.view',
  'tables.archive',
  'fields.manage',
  'views.manage',
  'views.own',
  'records.read',
  'records.create',
  'records.update',
  'records.delete',
];
const allowed = (role: keyof typeof roles, seat: Seat) =>
  actions.filter((action) => can(actorOf(organization, role, seat), action, table).allow);

describe('the default roles', () => {
  it('Admin may do everything', () => expect(allowed('admin', 'builder')).toEqual(actions));
  it('Builder may do everything with tables', () => expect(allowed('builder', 'builder')).toEqual(actions));
  it('Member reads and writes records and keeps views of their own', () =>
    expect(allowed('member', 'member')).toEqual([
      'tables.view',
      'views.own',
      'records.read',
      'records.create',
      'records.update',
      'records.delete',
    ]));
  it.each(['admin', 'builder', 'member'] as const)('%s on a viewer seat reads only', (role) =>
    expect(allowed(role, 'viewer')).toEqual(['tables.view', 'views.own', 'records.read']),
  );
  it('a role that lists no table may do nothing', () => expect(allowed('none', 'builder')).toEqual([]));
});

describe('the table-level rights of building section 6', () => {
  const rights = (role: keyof typeof roles, seat: Seat) => rightsOf(actorOf(organization, role, seat), table);
  const all = {
    canManageFieldsAndConfig: true,
    canCreateRecords: true,
    canEditRecords: true,
    canDeleteRecords: true,
    canManageViews: true,
    isReadOnly: false,
  };
  it('canManageFieldsAndConfig needs full access', () =>
    expect([
      rights('builder', 'builder').canManageFieldsAndConfig,
      rights('member', 'member').canManageFieldsAndConfig,
    ]).toEqual([true, false]));
  it('canCreateRecords, canEditRecords and canDeleteRecords need edit access', () =>
    expect(rights('member', 'member')).toEqual({ ...all, canManageFieldsAndConfig: false, canManageViews: false }));
  it('canManageViews needs the right to create apps', () =>
    expect([rights('builder', 'builder').canManageViews, rights('member', 'member').canManageViews]).toEqual([
      true,
      false,
    ]));
  it('isReadOnly is what a viewer has', () =>
    expect(rights('admin', 'viewer')).toEqual(
      Object.fromEntries(Object.keys(all).map((key) => [key, key === 'isReadOnly'])),
    ));
  it("everything is an admin's", () => expect(rights('admin', 'builder')).toEqual(all));
});

describe('access to one table', () => {
  const withTables = (
    tables_enabled: Readonly<Record<string, 'view' | 'edit' | 'full'>>,
    tables_disabled: readonly string[] = [],
    seat: Seat = 'builder',
  ) =>
    accessTo(
      { ...actorOf(organization, 'builder', seat), permissions: { ...roles.builder, tables_enabled, tables_disabled } },
      table,
    );
  it('an entry of its own wins over the wildcard', () =>
    expect(withTables({ '*': 'full', [table]: 'view' })).toBe('view'));
  it('a disabled id wins over both', () =>
    expect(withTables({ '*': 'full', [table]: 'full' }, [table])).toBeUndefined());
  it('a seat caps what the role gives', () =>
    expect([withTables({ '*': 'full' }, [], 'member'), withTables({ '*': 'full' }, [], 'viewer')]).toEqual([
      'edit',
      'view',
    ]));
  it('an unknown level gives nothing', () => expect(withTables({ '*': 'root' as 'full' })).toBeUndefined());
  it("names of Object's own are no tables", () =>
    expect(accessTo(actorOf(organization, 'none'), 'constructor')).toBeUndefined());
  it('an action that nobody defined is denied', () =>
    expect(can(actorOf(organization, 'admin'), 'records.burn' as TableAction, table).allow).toBe(false));
});
