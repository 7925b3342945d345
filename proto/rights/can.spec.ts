import {
  linkActor,
  permissionFlags,
  type Actor,
  type RolePermissions,
  type Row,
  type RowRule,
  type Seat,
} from '@tessera/kernel';
import { afterEach, describe, expect, it } from 'vitest';
import {
  accessTo,
  can,
  isNarrow,
  maskAllows,
  mayGrant,
  narrowed,
  requireRight,
  resolveRowsBy,
  rightNames,
  rightsOf,
  rowAllowed,
  roleOfSeat,
  rules,
  tableRightsOf,
  type Action,
  type TableAction,
} from './index.ts';
import { announced } from './services.ts';

const table = '01m7zamdpj3k29d3eysp40c47z';
const flags = (on: readonly string[]): RolePermissions['flags'] =>
  Object.fromEntries(permissionFlags.map((flag) => [flag, on.includes(flag) ? 1 : 0])) as RolePermissions['flags'];
const role = (more: Partial<RolePermissions>): RolePermissions => ({
  admin: false,
  flags: flags([]),
  tables_enabled: {},
  tables_disabled: [],
  dashboards_enabled: {},
  dashboards_disabled: [],
  ...more,
});
/** The roles that an organization begins with, as far as rights go. */
const roles = {
  Admin: role({ admin: true, flags: flags(permissionFlags), tables_enabled: { '*': 'full' } }),
  Builder: role({
    flags: flags(['manage_users', 'create_table', 'create_dashboard', 'manage_workspaces', 'development']),
    tables_enabled: { '*': 'full' },
  }),
  Member: role({ tables_enabled: { '*': 'edit' } }),
  none: role({}),
} as const;
type RoleName = keyof typeof roles;
const actor = (permissions: RolePermissions, seat: Seat, kind: Actor['kind'] = 'user'): Actor => ({
  organizationId: 'o',
  kind,
  id: kind === 'user' ? 'u' : 't',
  userId: 'u',
  seat,
  roleId: '1',
  permissionVersion: 1,
  permissions,
});
const who = (name: RoleName, seat: Seat, kind?: Actor['kind']) => actor(roles[name], seat, kind);

/** What the resource of an action is: a table's id, or whose it is. */
const about = (action: Action): string => (/^(imports|tokens)\./.test(action) ? 'u' : table);
// A service that comes later is tried where its rights are announced.
const { apps, auth, connectors, tables } = announced;
const all = Object.keys({ ...apps, ...auth, ...connectors, ...tables }) as Action[];
const allowed = (one: Actor) => all.filter((action) => can(one, action, about(action)).allow).toSorted();

const own = [
  'session.read',
  'session.end',
  'sessions.own',
  'second_factor.own',
  'organizations.own',
  'password.change',
  'profile.own',
  'preferences.own',
  'home.read',
  'folders.list',
];
const mine = ['imports.read', 'imports.cancel'];
const everybody = [...own, ...mine, 'users.read', 'roles.read', 'operations.follow', 'templates.view'];
const pagesSeen = ['pages.list', 'pages.view'];
const pages = [...pagesSeen, 'pages.create', 'pages.edit', 'pages.name', 'pages.delete'];
const reading = ['tables.list', 'tables.view', 'views.own', 'records.read', 'records.comment'];
const writing = [...reading, 'records.create', 'records.update', 'records.delete', 'imports.begin', 'imports.fill'];
const people = ['users.manage', 'invitations.make', 'invitations.read', 'invitations.revoke'];
const building = [
  'tables.create',
  'tables.archive',
  'trash.view',
  'fields.manage',
  'records.moderate',
  'views.manage',
  'imports.create',
  'apps.create',
  'workspaces.manage',
  'templates.install',
  'links.share',
  'links.list',
];
const tokens = ['tokens.manage', 'tokens.delete'];
const appsOpen = ['apps.list', 'apps.open'];
/** Of administrators, in person. */
const rolesManaged = ['roles.manage', 'roles.change_own', 'settings.change', 'providers.manage'];

describe('role and seat together', () => {
  const cases: readonly (readonly [RoleName, Seat, readonly string[]])[] = [
    [
      'Admin',
      'builder',
      [
        ...everybody,
        ...pages,
        ...writing,
        ...people,
        ...building,
        ...tokens,
        ...appsOpen,
        ...rolesManaged,
        'apps.edit',
        'apps.share',
        'pages.block',
        'pages.share',
        'links.switch',
        'settings.view',
        'tokens.confirm',
        'second_factor.reset',
        'second_factor.require',
        'organization.erase',
        'tables.erase',
      ],
    ],
    [
      'Admin',
      'member',
      [
        ...everybody,
        ...pages,
        ...writing,
        ...people,
        ...tokens,
        ...appsOpen,
        ...rolesManaged,
        'settings.view',
        'tokens.confirm',
        'second_factor.reset',
        'second_factor.require',
        'organization.erase',
      ],
    ],
    [
      'Admin',
      'viewer',
      [
        ...everybody,
        ...pagesSeen,
        ...reading,
        ...people,
        ...tokens,
        ...appsOpen,
        ...rolesManaged,
        'settings.view',
        'tokens.confirm',
        'second_factor.reset',
        'second_factor.require',
        'organization.erase',
      ],
    ],
    ['Builder', 'builder', [...everybody, ...writing, ...people, ...building, ...tokens]],
    ['Builder', 'member', [...everybody, ...writing, ...people, ...tokens]],
    ['Builder', 'viewer', [...everybody, ...reading, ...people, ...tokens]],
    ['Member', 'builder', [...everybody, ...writing, 'trash.view', 'links.list']],
    ['Member', 'member', [...everybody, ...writing]],
    ['Member', 'viewer', [...everybody, ...reading]],
    ['none', 'builder', everybody],
  ];
  it.each(cases)('%s on a %s seat', (name, seat, expected) =>
    expect(allowed(who(name, seat))).toEqual(expected.toSorted()),
  );

  it("a token has the rights of its person, but for what is a person's alone", () =>
    expect(allowed(who('Admin', 'builder', 'token'))).toEqual(
      [
        ...everybody,
        ...pages,
        ...writing,
        ...people,
        ...building,
        ...appsOpen,
        'apps.edit',
        'apps.share',
        'pages.block',
        'pages.share',
        'links.switch',
        'settings.view',
        'tables.erase',
      ]
        .filter((action) => !own.includes(action) || action === 'session.read')
        .toSorted(),
    ));
  it('a service does what the installation does, and a link nothing', () => {
    expect(allowed(who('Admin', 'builder', 'system'))).toEqual(['installation.act']);
    expect(allowed(who('Admin', 'builder', 'link'))).toEqual([]);
  });
  it('doc pages follow the level of each, the rule for all, and what is left out', () => {
    const writes = role({
      flags: flags(['create_doc_pages', 'delete_doc_pages']),
      doc_pages_enabled: { '*': 'edit', mine: 'full', read: 'view' },
      doc_pages_disabled: ['closed'],
    });
    const can1 = (seat: Seat, action: Action, page?: string) => can(actor(writes, seat), action, page).allow;
    const levels = (seat: Seat, page: string) =>
      (['pages.view', 'pages.edit', 'pages.delete'] as const).map((action) => can1(seat, action, page));
    expect(levels('member', 'mine')).toEqual([true, true, true]);
    expect(levels('member', 'other')).toEqual([true, true, false]);
    expect(levels('member', 'read')).toEqual([true, false, false]);
    expect(levels('member', 'closed')).toEqual([false, false, false]);
    expect(levels('viewer', 'mine')).toEqual([true, false, false]);
    expect([can1('builder', 'pages.share', 'mine'), can1('builder', 'pages.share', 'other')]).toEqual([true, false]);
    expect(can1('member', 'pages.share', 'mine')).toBe(false);
    expect(['mine', 'other'].map((page) => can1('member', 'pages.name', page))).toEqual([true, false]);
    expect(['other', 'read'].map((page) => can1('builder', 'pages.block', page))).toEqual([true, false]);
    expect(can1('member', 'pages.block', 'mine')).toBe(false);
    expect([can1('member', 'pages.create'), can1('member', 'pages.list'), can1('member', 'pages.view')]).toEqual([
      true,
      true,
      false,
    ]);
    const own = role({ flags: flags(['create_doc_pages']), doc_pages_enabled: { mine: 'full' } });
    expect((['pages.create', 'pages.list'] as const).map((one) => can(actor(own, 'member'), one).allow)).toEqual([
      false,
      true,
    ]);
  });
  it('nobody without an organization has a right', () =>
    expect(allowed({ ...who('Admin', 'builder'), organizationId: '' })).toEqual([]));
  it("what is somebody else's is an administrator's as well", () =>
    expect(
      (['Admin', 'Builder'] as const).map((name) => can(who(name, 'builder'), 'imports.read', 'other').allow),
    ).toEqual([true, false]));
  it('an action that nobody defined is denied, and a right without its resource', () => {
    expect(can(who('Admin', 'builder'), 'records.burn' as TableAction, table).allow).toBe(false);
    expect(can(who('Admin', 'builder'), 'constructor' as Action, table).allow).toBe(false);
    expect(can(who('Admin', 'builder'), 'records.read').allow).toBe(false);
    expect(can(who('Admin', 'builder'), 'imports.read').allow).toBe(false);
  });
  it('a refusal names the right', () =>
    expect(() => requireRight(who('Member', 'member'), 'users.manage')).toThrow(
      expect.objectContaining({ kind: 'forbidden', code: 'forbidden', details: { right: 'users.manage' } }),
    ));
});

describe('what a browser is told', () => {
  it('canCreateTables and what else builds need the seat, people and settings do not', () => {
    const told = rightsOf(who('Builder', 'member'));
    expect(told).toMatchObject({ canCreateTables: false, canCreateApps: false, canViewConnectorPage: false });
    expect(told).toMatchObject({ canManageUsers: true, canViewTablesPages: true, isBuilder: false, isAdmin: false });
  });
  it('the table-level rights of building section 6', () => {
    const everything = {
      canManageFieldsAndConfig: true,
      canCreateRecords: true,
      canEditRecords: true,
      canDeleteRecords: true,
      canManageViews: true,
      isReadOnly: false,
    };
    expect(tableRightsOf(who('Admin', 'builder'), table)).toEqual(everything);
    for (const name of ['Builder', 'Member'] as const) {
      expect(tableRightsOf(who(name, 'member'), table)).toEqual({
        ...everything,
        canManageFieldsAndConfig: false,
        canManageViews: false,
      });
    }
    expect(tableRightsOf(who('Admin', 'viewer'), table)).toEqual(
      Object.fromEntries(Object.keys(everything).map((key) => [key, key === 'isReadOnly'])),
    );
  });
  it('a seat proposes its role', () =>
    expect(roleOfSeat).toEqual({ builder: 'Builder', member: 'Member', viewer: 'Member' }));
});

describe('access to one table', () => {
  const withTables = (
    tables_enabled: Readonly<Record<string, 'view' | 'edit' | 'full'>>,
    tables_disabled: readonly string[] = [],
    seat: Seat = 'builder',
  ) => accessTo(actor({ ...roles.Builder, tables_enabled, tables_disabled }, seat), table);
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
    expect(accessTo(who('none', 'builder'), 'constructor')).toBeUndefined());
});

describe('what services announce', () => {
  it('is in the table of rights whole: no two services announce one action', () => {
    const names = Object.values(announced).flatMap((rights) => Object.keys(rights));
    expect(Object.keys(rules).toSorted()).toEqual(names.toSorted());
  });
  it('is told to a browser under one name each', () => {
    expect(new Set(rightNames).size).toBe(rightNames.length);
    expect(Object.keys(rightsOf(who('none', 'viewer')))).toEqual(rightNames);
  });
});

describe('a public link', () => {
  const reads = linkActor('org', 'link', { tableId: table, right: 'read', fields: ['a'] });
  const adds = linkActor('org', 'link', { tableId: table, right: 'add', fields: ['a'] });
  const all = Object.keys(rules) as Action[];
  const allowed = (actor: Actor, resource: string) =>
    all.filter((action) => can(actor, action, resource).allow).toSorted();

  it('may look at one table and read or add rows of it, and nothing else', () => {
    expect(allowed(reads, table)).toEqual(['records.read', 'tables.view']);
    expect(allowed(adds, table)).toEqual(['records.create', 'tables.view']);
    expect([...allowed(reads, 'other'), ...allowed(adds, 'other')]).toEqual([]);
    expect(all.filter((action) => can(reads, action).allow)).toEqual([]);
  });
  it('may change the one row that its visitor made, and see no other', () => {
    const changes = linkActor('org', 'link', { tableId: table, right: 'change', recordId: 'r', fields: ['a'] });
    expect(allowed(changes, table)).toEqual(['records.read', 'records.update', 'tables.view']);
    expect(allowed(changes, 'other')).toEqual([]);
    const row = (id: string) => ({ id, version: 1, deleted: false, cells: {} }) as unknown as Row;
    for (const action of ['records.read', 'records.update'] as const) {
      const grant = can(changes, action, table);
      expect([rowAllowed(grant, row('r')), rowAllowed(grant, row('s')), grant.writeMask]).toEqual([
        true,
        false,
        new Set(['a']),
      ]);
    }
    const ofNone = linkActor('org', 'link', { tableId: table, right: 'change', fields: ['a'] });
    expect(rowAllowed(can(ofNone, 'records.update', table), row('r'))).toBe(false);
  });
  it('is shown its fields alone', () => {
    for (const [actor, action] of [
      [reads, 'records.read'],
      [adds, 'records.create'],
      [reads, 'tables.view'],
    ] as const)
      expect(can(actor, action, table).fieldMask).toEqual(new Set(['a']));
  });
  it('has no row of a view before somebody tells which they are', () => {
    const ofView = linkActor('org', 'link', { tableId: table, viewId: 'v', right: 'read', fields: ['a'] });
    expect(
      rowAllowed(can(ofView, 'records.read', table), {
        id: 'r',
        version: 1,
        deleted: false,
        cells: {},
      } as unknown as Row),
    ).toBe(false);
  });
  it('may nothing without a scope', () => {
    expect(allowed({ ...reads, link: undefined }, table)).toEqual([]);
  });
});

describe('fields that a role leaves out of a table', () => {
  const rules = { [table]: { hidden: ['salary'], readOnly: ['grade'] } };
  const careful = actor(role({ tables_enabled: { '*': 'edit' }, table_fields: rules }), 'member');
  const masks = (one: Actor, id: string): readonly (readonly boolean[])[] => {
    const { fieldMask, writeMask } = can(one, 'records.update', id);
    return ['name', 'grade', 'salary'].map((field) => [maskAllows(fieldMask, field), maskAllows(writeMask, field)]);
  };

  it('are hidden, or seen and not written, in that table alone', () => {
    expect(masks(careful, table)).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ]);
    expect(masks(careful, 'other').flat()).toEqual([true, true, true, true, true, true]);
    expect(isNarrow(can(careful, 'records.read', table))).toBe(true);
  });
  it('are left out for its tokens too, and for no administrator', () => {
    const permissions = narrowed(careful, [{ table, access: 'full' }]);
    expect(masks({ ...careful, kind: 'token', permissions }, table)[2]).toEqual([false, false]);
    const admin = actor(role({ admin: true, table_fields: rules }), 'builder');
    expect(masks(admin, table)[2]).toEqual([true, true]);
  });
  it('cannot be given by whoever lacks them', () => {
    const give = (more: Partial<RolePermissions>): boolean => mayGrant(careful, role(more), 'viewer');
    expect(give({ tables_enabled: { [table]: 'view' } })).toBe(false);
    expect(give({ tables_enabled: { '*': 'view' } })).toBe(false);
    expect(give({ tables_enabled: { '*': 'view' }, tables_disabled: [table] })).toBe(true);
    expect(give({ tables_enabled: { [table]: 'view' }, table_fields: rules })).toBe(true);
    const stricter = { [table]: { hidden: ['salary', 'grade'], readOnly: ['name'] } };
    expect(give({ tables_enabled: { [table]: 'view' }, table_fields: stricter })).toBe(true);
    const looser = { [table]: { hidden: [], readOnly: ['salary', 'grade'] } };
    expect(give({ tables_enabled: { [table]: 'view' }, table_fields: looser })).toBe(false);
  });
});

describe('rows that a role leaves out of a table', () => {
  const mine: RowRule = { fieldId: 'owner', operator: 'equals', value: { currentUser: true } };
  const careful = actor(role({ tables_enabled: { '*': 'edit' }, table_rows: { [table]: mine } }), 'member');
  const row = (owner: string): Row =>
    ({ id: 'r', version: 1, deleted: false, cells: { c1_1: owner } }) as unknown as Row;
  const shown = (one: Actor, id = table): readonly boolean[] =>
    ['u', 'other'].map((owner) => rowAllowed(can(one, 'records.read', id), row(owner)));
  const nothing: Parameters<typeof resolveRowsBy>[0] = () => ({ op: 'or', items: [] });
  const byOwner: typeof nothing = (_rule, _table, { id }) => ({
    op: 'eq',
    left: { kind: 'field', column: 'c1_1', storage: 'text' },
    value: id,
  });
  afterEach(() => resolveRowsBy(nothing));

  it('are none of its rows where nobody knows its columns, or where they cannot be told', () => {
    expect(shown(careful)).toEqual([false, false]);
    resolveRowsBy(() => {
      throw new Error('a field that is gone');
    });
    expect(shown(careful)).toEqual([false, false]);
    expect(isNarrow(can(careful, 'records.read', table))).toBe(true);
  });
  it('are told for the person who acts, in that table alone, for every action on it', () => {
    resolveRowsBy(byOwner);
    expect(shown(careful)).toEqual([true, false]);
    expect(shown(careful, 'other')).toEqual([true, true]);
    for (const action of ['records.create', 'records.update', 'records.delete'] as const)
      expect(rowAllowed(can(careful, action, table), row('other'))).toBe(false);
  });
  it('are left out beside fields', () => {
    resolveRowsBy(byOwner);
    const fields = { [table]: { hidden: ['salary'], readOnly: [] } };
    const both = actor({ ...careful.permissions, table_fields: fields }, 'member');
    expect(shown(both)).toEqual([true, false]);
    expect(maskAllows(can(both, 'records.read', table).fieldMask, 'salary')).toBe(false);
  });
  it('are left out for its tokens too, and for no administrator', () => {
    const permissions = narrowed(careful, [{ table, access: 'full' }]);
    expect(shown({ ...careful, kind: 'token', permissions })).toEqual([false, false]);
    expect(shown(actor(role({ admin: true, table_rows: { [table]: mine } }), 'builder'))).toEqual([true, true]);
  });
  it.each(['links.share', 'fields.manage'] as const)('leave nobody what is of every row: %s', (action) => {
    const rows = { [table]: mine };
    const may = (more: Partial<RolePermissions>, id = table): boolean =>
      can(actor(role({ tables_enabled: { '*': 'full' }, table_rows: rows, ...more }), 'builder'), action, id).allow;
    expect([may({}), may({}, 'other'), may({ admin: true })]).toEqual([false, true, true]);
  });
  it('cannot be given by whoever lacks them', () => {
    const give = (rule?: RowRule): boolean =>
      mayGrant(
        careful,
        role({ tables_enabled: { [table]: 'view' }, ...(rule && { table_rows: { [table]: rule } }) }),
        'viewer',
      );
    const open: RowRule = { fieldId: 'state', operator: 'equals', value: 'open' };
    expect(give()).toBe(false);
    expect(give(open)).toBe(false);
    expect(give({ or: [mine, open] })).toBe(false);
    expect(give(mine)).toBe(true);
    expect(give({ operator: 'equals', value: { currentUser: true }, fieldId: 'owner' })).toBe(true);
    expect(give({ and: [open, mine] })).toBe(true);
    expect(give({ and: [open, { and: [mine] }] })).toBe(true);
    expect(mayGrant(careful, role({ tables_enabled: { '*': 'view' } }), 'viewer')).toBe(false);
    expect(mayGrant(careful, role({ tables_enabled: { '*': 'view' }, tables_disabled: [table] }), 'viewer')).toBe(true);
  });
});

describe('what an organization hides', () => {
  it('is nobody’s, whatever their role and seat say, and takes nothing else', () => {
    const ana: Actor = {
      organizationId: 'o',
      kind: 'user',
      id: 'ana',
      seat: 'builder',
      roleId: '1',
      permissionVersion: 1,
      permissions: roles.Admin,
    };
    const asked = (actor: Actor) =>
      (['tasks.read', 'tasks.write', 'chat.use'] as const).map((action) => can(actor, action).allow);
    expect(asked(ana)).toEqual([true, true, true]);
    expect(asked({ ...ana, hides: ['task'] })).toEqual([false, false, true]);
    expect(rightsOf({ ...ana, hides: ['task'] }).canViewTasks).toBe(false);
  });
});
