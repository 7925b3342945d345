import {
  hasRight,
  type MenuEntry,
  Menu,
  setLanguage,
  type ThemeChoice,
  toast,
  useErrorText,
  useLanguage,
  useRights,
  useSession,
  useTexts,
  useTheme,
} from '@tessera/kit';
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserPlus,
  IconUsers,
} from '@tessera/kit/icons';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { languageNames } from '../auth/auth-frame.tsx';
import { keepPreference } from '../home/home.resource.ts';
import { signOut } from '../session/session.resource.ts';
import { useFrameActions } from './actions.tsx';

const themeIcons = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop } as const;

/** The organization and the person: people, theme, language, shortcuts, log out. */
export const OrganizationMenu = ({ anchor }: { anchor: ReactElement }) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const { user } = useSession();
  const rights = useRights();
  const [theme, setTheme] = useTheme();
  const language = useLanguage();
  const { invite, openShortcuts } = useFrameActions();
  const leave = useMutation({
    mutationFn: signOut,
    onError: (error) => toast({ kind: 'error', message: t('menu.logOutFailed'), detail: errorText(error) }),
  });

  // Works at once here; the server keeps it for this person's other browsers, which does not matter enough to report.
  const choose = (key: 'theme' | 'language', choice: string, apply: () => void): void => {
    apply();
    keepPreference(key, choice).catch(() => undefined);
  };
  const items: readonly MenuEntry[] = [
    { id: 'who', heading: user.email },
    ...(hasRight(rights, 'canManageUsers')
      ? [{ id: 'people', label: t('menu.people'), icon: IconUsers, to: '/settings/users' }]
      : []),
    ...(invite ? [{ id: 'invite', label: t('menu.invite'), icon: IconUserPlus, onSelect: invite }] : []),
    { id: 'shortcuts', label: t('kit:shortcuts.title'), icon: IconKeyboard, keys: '?', onSelect: openShortcuts },
    { id: 'theme', heading: t('menu.theme') },
    ...(['light', 'dark', 'system'] as const).map((choice: ThemeChoice) => ({
      id: choice,
      label: t(`theme.${choice}`),
      icon: themeIcons[choice],
      checked: theme === choice,
      keepOpen: true,
      onSelect: () => choose('theme', choice, () => setTheme(choice)),
    })),
    { id: 'language', heading: t('language') },
    ...(['en', 'pt', 'es'] as const).map((choice) => ({
      id: choice,
      label: languageNames[choice],
      icon: IconLanguage,
      checked: language === choice,
      keepOpen: true,
      onSelect: () => choose('language', choice, () => void setLanguage(choice)),
    })),
    { id: 'end', divider: true },
    { id: 'leave', label: t('menu.logOut'), icon: IconLogout, onSelect: () => leave.mutate() },
  ];
  return <Menu anchor={anchor} items={items} width={240} />;
};
