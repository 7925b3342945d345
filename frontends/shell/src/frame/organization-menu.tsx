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
  useSlotActions,
  useTexts,
  useTheme,
  useUrlModal,
} from '@tessera/kit';
import {
  IconAppWindow,
  IconArrowsExchange,
  IconDeviceDesktop,
  IconExternalLink,
  IconKey,
  IconKeyboard,
  IconLanguage,
  IconLock,
  IconLogout,
  IconMail,
  IconMoon,
  IconSun,
  IconUserPlus,
  IconUsers,
} from '@tessera/kit/icons';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { languageNames } from '../auth/auth-frame.tsx';
import { isInstalled } from '../installed/install.ts';
import { keepPreference } from '../home/home.resource.ts';
import { signOut } from '../session/session.resource.ts';
import { useFrameActions } from './actions.tsx';

const themeIcons = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop } as const;

/** The organization and the person: people, theme, language, shortcuts, log out. */
export const OrganizationMenu = ({
  anchor,
  opened,
  onChange,
}: {
  anchor: ReactElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
}) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const { user } = useSession();
  const rights = useRights();
  const [theme, setTheme] = useTheme();
  const language = useLanguage();
  const { invite, openShortcuts } = useFrameActions();
  const extra = useSlotActions('settings.menu');
  const navigate = useNavigate();
  const { open } = useUrlModal();
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
    ...(hasRight(rights, 'canReadMail')
      ? [{ id: 'mail', label: t('mail.title'), icon: IconMail, to: '/settings/mail' }]
      : []),
    ...(invite ? [{ id: 'invite', label: t('menu.invite'), icon: IconUserPlus, onSelect: invite }] : []),
    {
      id: 'organizations',
      label: t('menu.organizations'),
      icon: IconArrowsExchange,
      onSelect: () => open('organizations'),
    },
    ...(isInstalled()
      ? []
      : [{ id: 'app', label: t('menu.openInApp'), icon: IconExternalLink, onSelect: () => open('openInApp') }]),
    { id: 'security', label: t('menu.security'), icon: IconLock, to: '/settings/security' },
    { id: 'password', label: t('changePassword.title'), icon: IconKey, onSelect: () => open('changePassword') },
    { id: 'shortcuts', label: t('kit:shortcuts.title'), icon: IconKeyboard, keys: '?', onSelect: openShortcuts },
    { id: 'api', label: t('menu.api'), icon: IconExternalLink, onSelect: () => window.location.assign('/api/docs') },
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
    ...(extra.length === 0 ? [] : [{ id: 'extra', divider: true as const }]),
    ...extra.map(({ id, label, run }) => ({
      id: `extension.${id}`,
      label,
      icon: IconAppWindow,
      onSelect: () => void run({ navigate: (to) => void navigate(to), openModal: open }),
    })),
    { id: 'end', divider: true },
    { id: 'leave', label: t('menu.logOut'), icon: IconLogout, onSelect: () => leave.mutate() },
  ];
  return <Menu anchor={anchor} items={items} width={240} opened={opened} onChange={onChange} />;
};
