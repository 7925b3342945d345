import type { PermissionFlag, Seat, TableAccess } from '@tessera/kernel';

/**
 * What an action asks of whoever does it. Everything that is named must hold; what is absent is not asked for. An
 * administrator holds every flag and every table, but no seat that is not theirs.
 */
export type Rule = {
  /** Who may ask at all: `member` is a person or a token that acts for one, and the default. */
  readonly who?: 'member' | 'person' | 'service';
  /** The seat that is needed at least: what is paid for. */
  readonly seat?: Seat;
  /** The flag of the role. */
  readonly flag?: PermissionFlag;
  /** The access to the table that is asked about, at least; `any` is asked of no table: one must be open at all. */
  readonly table?: TableAccess | 'any';
  /** What is asked about must be the person's own, unless they are an administrator. */
  readonly own?: true;
  /** Administrators alone. */
  readonly admin?: true;
};

/**
 * The table of rights: every action of every service, and nothing else says who may do what. The rights of building
 * section 6 need a builder's seat beside the flag of the role (MAIN-JOB 4); managing people and settings
 * (administration section 6) follows the role alone.
 */
export const rules = {
  'session.read': {},
  'session.end': { who: 'person' },
  'password.change': { who: 'person' },
  'preferences.own': { who: 'person' },
  'home.read': { who: 'person' },

  'users.read': {},
  'users.manage': { flag: 'manage_users' },
  'roles.read': {},
  'invitations.make': { flag: 'manage_users' },
  'invitations.read': { flag: 'manage_users' },
  'invitations.revoke': { flag: 'manage_users' },
  'tokens.manage': { who: 'person', flag: 'development' },
  'tokens.delete': { who: 'person', flag: 'development', own: true },
  'tokens.confirm': { who: 'person', admin: true },
  'settings.view': { flag: 'access_settings' },

  'workspaces.manage': { seat: 'builder', flag: 'manage_workspaces' },
  'apps.create': { seat: 'builder', flag: 'create_dashboard' },

  'tables.list': { table: 'any' },
  'tables.create': { seat: 'builder', flag: 'create_table' },
  'tables.view': { table: 'view' },
  'tables.archive': { table: 'full' },
  'trash.view': { seat: 'builder', table: 'any' },
  'fields.manage': { table: 'full' },
  'views.own': { table: 'view' },
  'views.manage': { seat: 'builder', flag: 'create_dashboard', table: 'view' },
  'records.read': { table: 'view' },
  'records.create': { table: 'edit' },
  'records.update': { table: 'edit' },
  'records.delete': { table: 'edit' },
  'operations.follow': {},

  'imports.create': { seat: 'builder', flag: 'create_table' },
  'imports.read': { own: true },
  'imports.cancel': { own: true },

  /** What the installation does itself, and what its services ask of one another. */
  'installation.act': { who: 'service' },
} as const satisfies Readonly<Record<string, Rule>>;

export type Action = keyof typeof rules;

/** What can be asked of a table. */
export type TableAction = Extract<
  Action,
  `tables.${string}` | `fields.${string}` | `views.${string}` | `records.${string}`
>;
