import type { IconType } from '@tessera/kit';
import type { RightName } from '@tessera/kit/manifest';
import {
  IconBell,
  IconExternalLink,
  IconGauge,
  IconHistory,
  IconId,
  IconKey,
  IconLayoutGrid,
  IconLink,
  IconLock,
  IconMail,
  IconSettings,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tessera/kit/icons';

export type Entry = {
  readonly id: string;
  readonly group: 'general' | 'plan' | 'data' | 'docs' | 'more';
  readonly to: string;
  readonly icon: IconType;
  /** Who may use it; everybody where there is none. */
  readonly right?: RightName;
  /** It is no page of the application. */
  readonly outside?: true;
};

/** The settings in the order of their menu (administration 2). */
export const entries: readonly Entry[] = [
  { id: 'profile', group: 'general', to: '/settings/my-profile', icon: IconUser },
  { id: 'security', group: 'general', to: '/settings/security', icon: IconLock },
  { id: 'notifications', group: 'general', to: '/settings/notifications', icon: IconBell },
  {
    id: 'organization',
    group: 'general',
    to: '/settings/organisation-settings',
    icon: IconSettings,
    right: 'canViewOrgSettings',
  },
  { id: 'users', group: 'plan', to: '/settings/users', icon: IconUsers, right: 'canManageUsers' },
  { id: 'plans', group: 'plan', to: '/settings/plans', icon: IconLayoutGrid, right: 'canManagePlan' },
  { id: 'usage', group: 'plan', to: '/settings/automation-usage', icon: IconGauge, right: 'canReadUsage' },
  { id: 'roles', group: 'data', to: '/settings/roles', icon: IconId, right: 'canManageRoles' },
  { id: 'history', group: 'data', to: '/settings/action-history', icon: IconHistory, right: 'canReadHistory' },
  { id: 'signIn', group: 'data', to: '/settings/sign-in', icon: IconKey, right: 'canManageProviders' },
  { id: 'links', group: 'data', to: '/settings/public-links', icon: IconLink, right: 'isBuilder' },
  { id: 'mail', group: 'data', to: '/settings/mail', icon: IconMail, right: 'canReadMail' },
  { id: 'api', group: 'docs', to: '/api/docs', icon: IconExternalLink, outside: true },
  { id: 'privacy', group: 'more', to: '/settings/privacy', icon: IconTrash, right: 'isAdmin' },
];
