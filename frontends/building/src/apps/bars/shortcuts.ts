import { type IconType, useRights, useUrlModal } from '@tessera/kit';
import {
  IconAppWindow,
  IconBell,
  IconCheckbox,
  IconHome,
  IconMessage,
  IconRefresh,
  IconSearch,
  IconSettings,
  IconStar,
  IconTable,
  IconTrash,
  IconUpload,
  IconUserPlus,
} from '@tessera/kit/icons';
import type { menuShortcuts, topBarShortcuts } from '@tessera/proto/blocks';
import { useQueryClient } from '@tanstack/react-query';

export type ShortcutName = (typeof menuShortcuts)[number] | (typeof topBarShortcuts)[number];
/** What a shortcut does: it leads somewhere, or does something here. */
export type Shortcut = { readonly name: ShortcutName; readonly icon: IconType } & (
  { readonly to: string } | { readonly run: () => void }
);

/** The shortcuts that a person may use, of those that are on. Two of a menu are no buttons of a list and stay apart. */
export const useShortcuts = (names: readonly ShortcutName[]): readonly Shortcut[] => {
  const { open } = useUrlModal();
  const client = useQueryClient();
  const rights = useRights();
  const all: Readonly<Partial<Record<ShortcutName, Shortcut | false>>> = {
    notifications: { name: 'notifications', icon: IconBell, to: '/for-you' },
    chat: { name: 'chat', icon: IconMessage, to: '/chat' },
    tasks: rights.canViewTasks && { name: 'tasks', icon: IconCheckbox, to: '/tasks' },
    apps: { name: 'apps', icon: IconHome, to: '/home' },
    favorites: { name: 'favorites', icon: IconStar, to: '/home' },
    all_tables: { name: 'all_tables', icon: IconTable, to: '/home/tables' },
    all_app_pages: { name: 'all_app_pages', icon: IconAppWindow, to: '/home' },
    settings: { name: 'settings', icon: IconSettings, to: '/settings/security' },
    jump_in: { name: 'jump_in', icon: IconSearch, run: () => open('actionBar') },
    refresh: { name: 'refresh', icon: IconRefresh, run: () => void client.invalidateQueries() },
    invite_users: rights.canManageUsers && { name: 'invite_users', icon: IconUserPlus, run: () => open('invite') },
    upload_data: rights.canViewConnectorPage &&
      rights.canCreateTables && { name: 'upload_data', icon: IconUpload, to: '/connector' },
    recovery: rights.canViewTrash && { name: 'recovery', icon: IconTrash, to: '/workspaces/recovery' },
  };
  return names.flatMap((name) => all[name] || []);
};
