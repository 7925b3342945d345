import {
  hasRight,
  setLanguage,
  type ThemeChoice,
  useRights,
  useSlotActions,
  useTexts,
  useTheme,
  useUrlModal,
} from '@tessera/kit';
import {
  IconAppWindow,
  IconBell,
  IconCopy,
  IconExternalLink,
  IconFileSpreadsheet,
  IconFileText,
  IconFolder,
  IconHome,
  IconKeyboard,
  IconLanguage,
  IconLock,
  IconMessage,
  IconMoon,
  IconTable,
  IconUserPlus,
  IconUsers,
} from '@tessera/kit/icons';
import type { PlaceCommand } from '@tessera/kit/manifest';
import type { FeatureName } from '@tessera/proto/rights';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { languageNames } from '../auth/auth-frame.tsx';
import { useFrameActions } from '../frame/actions.tsx';
import { appsQuery, homeQuery, keepPreference } from '../home/home.resource.ts';
import { useSeesTables } from '../home/sees-tables.ts';
import { foldersQuery, pathOf } from '../places/places.resource.ts';
import { featuresQuery } from '../plan/plan.resource.ts';
import { useManifests } from '../remotes/store.ts';
import { type PaletteEntry, recentOf } from './entries.ts';
import type { Around } from './use-around.ts';
import { useDuplicates } from './use-duplicates.ts';

const recentShown = 4;

/** What can be chosen; nothing until the tables are known, since they come first and would push the rest down. */
export const useEntries = (around: Around, searching: boolean): readonly PaletteEntry[] | null => {
  const t = useTexts('shell');
  const navigate = useNavigate();
  const rights = useRights();
  const seesTables = useSeesTables();
  const { open } = useUrlModal();
  const { data: home, isLoading } = useQuery(homeQuery);
  const { data: apps } = useQuery(appsQuery);
  const { data: folders } = useQuery(foldersQuery);
  const manifests = useManifests();
  const extra = useSlotActions('palette');
  const { createApp, createTable, openImport, invite, openShortcuts } = useFrameActions();
  const { data: plan } = useQuery(featuresQuery);
  const duplicates = useDuplicates();
  const [theme, setTheme] = useTheme();
  return useMemo(() => {
    if (isLoading || !around.settled) return null;
    const isLacking = (feature: FeatureName | undefined): boolean =>
      feature !== undefined && plan?.features[feature] === 'blocked';
    const go = (to: string) => (): void => void navigate(to);
    const context = { navigate: (to: string) => void navigate(to), openModal: open };
    const nothing = (): void => undefined;
    const command = t('palette.commands');
    const making = t('palette.create');
    const may = (right: Parameters<typeof hasRight>[1]): boolean => hasRight(rights, right);

    const tables = (seesTables ? (home?.tables ?? []) : []).map((one): PaletteEntry => ({
      id: one.id,
      section: t('nav.tables'),
      label: one.label,
      table: { id: one.id, color: one.color },
      to: `/object/${one.id}`,
      run: go(`/object/${one.id}`),
    }));
    const placed =
      (type: 'app' | 'folder', section: string, icon: PaletteEntry['icon']) =>
      (one: { readonly id: string; readonly label: string }): PaletteEntry => {
        const to = pathOf({ type, id: one.id });
        return { id: one.id, section, label: one.label, ...(icon && { icon }), to, run: go(to) };
      };
    const ownApps = (apps ?? []).map(placed('app', t('nav.apps'), IconAppWindow));
    const ownFolders = (folders ?? []).map(placed('folder', t('palette.folders'), IconFolder));
    const others = around.places.map(({ id, label, to }): PaletteEntry => ({
      id,
      section: '',
      label,
      icon: to.startsWith('/chat/') ? IconMessage : IconFileText,
      to,
      run: go(to),
    }));
    const opened = [
      ...(home?.recent ?? []).map(({ id, openedAt }) => ({ to: `/object/${id}`, at: Date.parse(openedAt) })),
      ...around.opened,
    ];
    const recent = recentOf([...tables, ...ownApps, ...ownFolders, ...others], opened)
      .slice(0, searching ? opened.length : recentShown)
      .map((entry) => ({ ...entry, id: `recent.${entry.id}`, section: t('palette.recent') }));
    const shown = new Set(recent.map(({ to }) => to));
    const places = [...tables, ...ownApps, ...ownFolders].filter(({ to }) => !shown.has(to));

    const onPage = (one: PlaceCommand): PaletteEntry => ({
      id: `page.${one.id}`,
      section: t('palette.onPage'),
      label: one.label,
      icon: IconFileText,
      ...(one.keywords === undefined ? {} : { keywords: one.keywords }),
      ...(one.within === undefined ? {} : { within: one.within.map(onPage) }),
      run: () => (one.to === undefined ? one.run?.(context) : void navigate(one.to)),
    });
    const here = around.commands.map(onPage);

    const makes: readonly PaletteEntry[] = [
      ...(createTable
        ? [
            {
              id: 'create',
              section: making,
              label: t('create.blank'),
              keywords: t('create.title'),
              icon: IconTable,
              run: createTable,
            },
          ]
        : []),
      ...(createApp
        ? [
            {
              id: 'createApp',
              section: making,
              label: t('create.blankApp'),
              keywords: t('create.title'),
              icon: IconAppWindow,
              run: () => createApp(),
            },
          ]
        : []),
      ...(openImport
        ? [
            {
              id: 'import',
              section: making,
              label: t('create.import'),
              keywords: 'csv excel',
              icon: IconFileSpreadsheet,
              run: openImport,
            },
          ]
        : []),
      ...(may('canManageWorkspaces') && createApp && createTable && (folders ?? []).length > 0
        ? [
            {
              id: 'duplicateFolder',
              section: making,
              label: t('palette.duplicateFolder'),
              icon: IconCopy,
              within: (folders ?? []).map((folder) => ({
                id: folder.id,
                section: t('palette.folders'),
                label: folder.label,
                icon: IconFolder,
                lasting: duplicates(folder),
                run: nothing,
              })),
              run: nothing,
            },
          ]
        : []),
    ];

    const commands: readonly PaletteEntry[] = [
      { id: 'home', section: command, label: t('palette.home'), icon: IconHome, run: go('/home') },
      { id: 'forYou', section: command, label: t('palette.forYou'), icon: IconBell, run: go('/for-you') },
      ...(seesTables
        ? [{ id: 'tables', section: command, label: t('palette.tables'), icon: IconTable, run: go('/home/tables') }]
        : []),
      ...(invite
        ? [
            { id: 'invite', section: command, label: t('menu.invite'), icon: IconUserPlus, run: invite },
            { id: 'people', section: command, label: t('menu.people'), icon: IconUsers, run: go('/settings/users') },
          ]
        : []),
      {
        id: 'security',
        section: command,
        label: t('menu.security'),
        icon: IconLock,
        run: go('/settings/security'),
      },
      {
        id: 'theme',
        section: command,
        label: t('menu.theme'),
        icon: IconMoon,
        within: (['light', 'dark', 'system'] as const).map((choice: ThemeChoice) => ({
          id: choice,
          section: t('menu.theme'),
          label: t(`theme.${choice}`),
          icon: IconMoon,
          ...(choice === theme && { detail: t('palette.now') }),
          run: () => {
            setTheme(choice);
            keepPreference('theme', choice).catch(() => undefined);
          },
        })),
        run: nothing,
      },
      {
        id: 'language',
        section: command,
        label: t('language'),
        icon: IconLanguage,
        within: (['en', 'pt', 'es'] as const).map((language) => ({
          id: language,
          section: t('language'),
          label: languageNames[language],
          icon: IconLanguage,
          run: () => {
            keepPreference('language', language).catch(() => undefined);
            return setLanguage(language);
          },
        })),
        run: nothing,
      },
      {
        id: 'shortcuts',
        section: command,
        label: t('kit:shortcuts.title'),
        keys: '?',
        icon: IconKeyboard,
        run: openShortcuts,
      },
      ...(may('canManageTokens')
        ? [
            {
              id: 'apiDocs',
              section: command,
              label: t('menu.api'),
              icon: IconExternalLink,
              run: () => void window.open('/api/docs', '_blank', 'noopener'),
            },
          ]
        : []),
      ...manifests.flatMap((manifest) =>
        manifest.commands
          .filter((one) => may(one.right))
          .map((one) => ({
            ...(isLacking(one.feature) && { icon: IconLock, detail: t('palette.lacking') }),
            id: one.id,
            section: command,
            label: t(one.label),
            ...(one.keywords === undefined ? {} : { keywords: t(one.keywords) }),
            ...(one.keys === undefined ? {} : { keys: one.keys }),
            run: () =>
              isLacking(one.feature) ? open('managePlan', { upgradeToFeature: one.feature ?? '' }) : one.run(context),
          })),
      ),
      ...extra.map(({ id, label, run }) => ({
        id: `extension.${id}`,
        section: command,
        label,
        run: () => run(context),
      })),
    ];
    return [...(around.late ? [] : here), ...recent, ...places, ...makes, ...commands, ...(around.late ? here : [])];
  }, [
    t,
    navigate,
    rights,
    seesTables,
    open,
    home,
    apps,
    folders,
    isLoading,
    manifests,
    extra,
    createApp,
    createTable,
    openImport,
    invite,
    openShortcuts,
    plan,
    around,
    searching,
    duplicates,
    theme,
    setTheme,
  ]);
};
