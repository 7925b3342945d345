import type { Announced } from '../rule.ts';

/** Who may do what with people, their seats, roles and tokens, and what the installation does itself. Managing people and settings follows the role alone. */
export const rights = {
  'session.read': {},
  'session.end': { who: 'person' },
  'sessions.own': { who: 'person' },
  'password.change': { who: 'person' },
  'second_factor.own': { who: 'person' },
  'second_factor.reset': { who: 'person', admin: true },
  'second_factor.require': { who: 'person', admin: true },
  'organizations.own': { who: 'person' },
  /** All data of an organization goes, or the organization with it. */
  'organization.erase': { who: 'person', admin: true },
  'users.read': {},
  'users.manage': { flag: 'manage_users', told: 'canManageUsers' },
  'roles.read': {},
  'roles.manage': { who: 'person', flag: 'manage_profile', told: 'canManageRoles' },
  'roles.change_own': { who: 'person', admin: true },
  'invitations.make': { flag: 'manage_users' },
  'invitations.read': { flag: 'manage_users' },
  'invitations.revoke': { flag: 'manage_users' },
  'tokens.manage': { who: 'person', flag: 'development', told: 'canManageTokens' },
  'tokens.delete': { who: 'person', flag: 'development', own: true },
  'tokens.confirm': { who: 'person', admin: true },
  'profile.own': { who: 'person' },
  /** Whoever names a provider decides who gets in: administrators alone. */
  'providers.manage': { who: 'person', admin: true, told: 'canManageProviders' },
  'settings.change': { who: 'person', flag: 'access_settings' },
  'settings.view': { flag: 'access_settings', told: 'canViewOrgSettings' },
  /** What the installation does itself, and what its services ask of one another. */
  'installation.act': { who: 'service', refusal: ['forbidden', 'Only the installation itself does this.'] },
} as const satisfies Announced;
