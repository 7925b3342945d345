import {
  api,
  FocusTrap,
  hasRight,
  Kbd,
  toast,
  useErrorText,
  useLayer,
  useReturnFocus,
  useRights,
  useSlotActions,
  useTexts,
  useUrlModal,
  withoutModal,
} from '@tessera/kit';
import {
  IconAppWindow,
  IconFileSpreadsheet,
  IconFolder,
  IconBell,
  IconHome,
  IconKeyboard,
  IconLock,
  IconSearch,
  IconTable,
  IconUserPlus,
  IconUsers,
} from '@tessera/kit/icons';
import type { FindingExtension, ManifestExtension } from '@tessera/kit/manifest';
import type { FeatureName } from '@tessera/proto/rights';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFrameActions } from '../frame/actions.tsx';
import { TableTile } from '../frame/table-icon.tsx';
import { appsQuery, homeQuery } from '../home/home.resource.ts';
import { useSeesTables } from '../home/sees-tables.ts';
import { foldersQuery, pathOf } from '../places/places.resource.ts';
import { featuresQuery } from '../plan/plan.resource.ts';
import { useManifests } from '../remotes/store.ts';
import { findEntries, type PaletteEntry } from './entries.ts';
import classes from './palette.module.css';

const recentShown = 4;
const perSection = 5;
const longestQuoted = 50;
/** Characters from which on records are searched, and how long typing rests before, in ms. */
const leastSearched = 2;
const afterTyping = 200;
/** The entry that shows further records. */
const loadMore = 'records.more';

/** What can be chosen; nothing until the tables are known, since they come first and would push the rest down. */
const useEntries = (): readonly PaletteEntry[] | null => {
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
  const actions = useFrameActions();
  const { createApp, createTable, openImport, invite, openShortcuts } = actions;
  const { data: plan } = useQuery(featuresQuery);
  return useMemo(() => {
    if (isLoading) return null;
    const isLacking = (feature: FeatureName | undefined): boolean =>
      feature !== undefined && plan?.features[feature] === 'blocked';
    const go = (to: string) => (): void => void navigate(to);
    const tables = seesTables ? (home?.tables ?? []) : [];
    const known = new Set(tables.map((table) => table.id));
    const recent = (home?.recent ?? []).filter((one) => known.has(one.id)).slice(0, recentShown);
    const recentIds = new Set(recent.map((one) => one.id));
    const command = t('palette.commands');
    return [
      ...recent.map((one) => ({
        id: `recent.${one.id}`,
        section: t('palette.recent'),
        label: one.label,
        table: { id: one.id, color: one.color },
        run: go(`/object/${one.id}`),
      })),
      ...tables
        .filter((one) => !recentIds.has(one.id))
        .map((one) => ({
          id: one.id,
          section: t('nav.tables'),
          label: one.label,
          table: { id: one.id, color: one.color },
          run: go(`/object/${one.id}`),
        })),
      ...(apps ?? []).map((one) => ({
        id: one.id,
        section: t('nav.apps'),
        label: one.label,
        icon: IconAppWindow,
        run: go(pathOf({ type: 'app', id: one.id })),
      })),
      ...(folders ?? []).map((one) => ({
        id: one.id,
        section: t('palette.folders'),
        label: one.label,
        icon: IconFolder,
        run: go(pathOf({ type: 'folder', id: one.id })),
      })),
      { id: 'home', section: command, label: t('palette.home'), icon: IconHome, run: go('/home') },
      { id: 'forYou', section: command, label: t('palette.forYou'), icon: IconBell, run: go('/for-you') },
      ...(seesTables
        ? [{ id: 'tables', section: command, label: t('palette.tables'), icon: IconTable, run: go('/home/tables') }]
        : []),
      ...(createTable
        ? [
            {
              id: 'create',
              section: command,
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
              section: command,
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
              section: command,
              label: t('create.import'),
              keywords: 'csv excel',
              icon: IconFileSpreadsheet,
              run: openImport,
            },
          ]
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
        id: 'shortcuts',
        section: command,
        label: t('kit:shortcuts.title'),
        keys: '?',
        icon: IconKeyboard,
        run: openShortcuts,
      },
      ...manifests.flatMap((manifest) =>
        manifest.commands
          .filter((one) => hasRight(rights, one.right))
          .map((one) => ({
            ...(isLacking(one.feature) && { icon: IconLock, detail: t('palette.lacking') }),
            id: one.id,
            section: command,
            label: t(one.label),
            ...(one.keywords === undefined ? {} : { keywords: t(one.keywords) }),
            ...(one.keys === undefined ? {} : { keys: one.keys }),
            run: () =>
              isLacking(one.feature)
                ? open('managePlan', { upgradeToFeature: one.feature ?? '' })
                : one.run({ navigate: (to) => void navigate(to), openModal: open }),
          })),
      ),
      ...extra.map(({ id, label, run }) => ({
        id: `extension.${id}`,
        section: command,
        label,
        run: () => run({ navigate: (to) => void navigate(to), openModal: open }),
      })),
    ];
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
  ]);
};

/** What is searched for, once typing rests; empty for too little. */
const useAsked = (wanted: string): string => {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted.length < leastSearched ? '' : wanted), afterTyping);
    return () => clearTimeout(timer);
  }, [wanted]);
  return wanted.length < leastSearched ? '' : asked;
};

const freshMs = 10_000;

type Found = { readonly entries: readonly PaletteEntry[]; readonly searching: boolean };

/** Records that have what is typed in one of their texts, of all tables that the person may read. */
const useFoundRecords = (asked: string, most: number): Found => {
  const t = useTexts('shell');
  const navigate = useNavigate();
  const { data, isFetching } = useQuery({
    queryKey: ['palette-records', asked, most],
    queryFn: async ({ signal }) =>
      (await api.post('/v3/search', { body: { search: asked, limit: most }, signal })).records,
    enabled: asked !== '',
    staleTime: freshMs,
  });
  const entries = useMemo(
    () =>
      (asked === '' ? [] : (data ?? [])).map((one) => ({
        id: `record.${one.tableId}.${one.id}`,
        section: t('palette.records'),
        label: one.label === '' ? t('palette.unnamed') : one.label,
        detail: one.tableLabel,
        table: { id: one.tableId, color: undefined },
        run: () => void navigate(`/object/${one.tableId}/record/${one.id}`),
      })),
    [t, navigate, asked, data],
  );
  return { entries, searching: isFetching };
};

const isFinding = (one: ManifestExtension): one is FindingExtension => one.slot === 'palette.search';

/** What the other front ends find: chats, tasks, pages. One that fails finds nothing. */
const useFoundPlaces = (asked: string): Found => {
  const t = useTexts('shell');
  const navigate = useNavigate();
  const rights = useRights();
  const manifests = useManifests();
  const finding = useMemo(
    () =>
      manifests
        .flatMap(({ extensions = [] }) => extensions)
        .filter(isFinding)
        .filter(({ right }) => hasRight(rights, right)),
    [manifests, rights],
  );
  const { data, isFetching } = useQuery({
    queryKey: ['palette-found', asked, finding.map(({ id }) => id)],
    queryFn: async ({ signal }) =>
      Promise.allSettled(finding.map(async (one) => (await one.load()).find(asked, signal))),
    enabled: asked !== '' && finding.length > 0,
    staleTime: freshMs,
  });
  const entries = useMemo(
    () =>
      (asked === '' ? [] : (data ?? [])).flatMap((answer, at) => {
        const { id, label } = finding[at]!;
        const section = t(label);
        return (answer.status === 'fulfilled' ? answer.value : [])
          .slice(0, perSection)
          .map((place) => ({ ...place, id: `${id}.${place.id}`, section, run: () => void navigate(place.to) }));
      }),
    [t, navigate, asked, finding, data],
  );
  return { entries, searching: isFetching };
};

/** Search and commands from anywhere: arrows choose, Enter goes, Esc closes. */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const id = useId();
  const { params } = useUrlModal('actionBar');
  const entries = useEntries();
  const [search, setSearch] = useState(params['cmd'] ?? '');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useLayer('modal', true, onClose);
  useReturnFocus(true);

  const wanted = search.trim();
  const asked = useAsked(wanted);
  const [more, setMore] = useState('');
  const most = more === asked ? perSection * 10 : perSection * 2;
  const records = useFoundRecords(asked, most);
  const places = useFoundPlaces(asked);
  const searching = records.searching || places.searching;
  const shown = useMemo(() => {
    const own = findEntries(entries ?? [], search, search.trim() === '' ? 50 : perSection * 4);
    const hasMore = records.entries.length >= most && more !== asked;
    const load: PaletteEntry = {
      id: loadMore,
      section: t('palette.records'),
      label: t('palette.more'),
      run: () => setMore(asked),
    };
    // What is found comes last: what is shown already stays where it is.
    return [...own, ...places.entries, ...records.entries, ...(hasMore ? [load] : [])];
  }, [entries, search, asked, more, most, records.entries, places.entries, t]);
  const at = Math.min(active, shown.length - 1);
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [at, shown]);

  const run = (entry: PaletteEntry | undefined): void => {
    if (!entry) return;
    if (entry.id === loadMore) return void entry.run();
    // The palette leaves the address first, so that Back does not open it again.
    void navigate({ search: withoutModal(location.search) }, { replace: true });
    Promise.resolve(entry.run()).catch((error: unknown) =>
      toast({ kind: 'error', message: entry.label, detail: errorText(error) }),
    );
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || (event.key === 'Tab' && !event.shiftKey))
      setActive((at + 1) % Math.max(1, shown.length));
    else if (event.key === 'ArrowUp' || event.key === 'Tab')
      setActive((at - 1 + shown.length) % Math.max(1, shown.length));
    else if (event.key === 'Enter') run(shown[at]);
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes['scrim']} onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <FocusTrap>
        <div className={classes['palette']} role="dialog" aria-modal="true" aria-label={t('palette.label')}>
          <div className={classes['search']}>
            <IconSearch aria-hidden="true" />
            <input
              data-autofocus
              onKeyDown={keyDown}
              type="text"
              role="combobox"
              aria-label={t('palette.label')}
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder={t('palette.placeholder')}
              value={search}
              onChange={(event) => {
                setSearch(event.target.value);
                setActive(0);
              }}
            />
          </div>
          <div
            ref={list}
            id={`${id}-list`}
            className={classes['list']}
            role="listbox"
            aria-label={t('palette.results')}
          >
            {shown.map((entry, index) => {
              const Icon = entry.icon;
              return (
                <div key={entry.id} role="presentation">
                  {entry.section !== shown[index - 1]?.section && (
                    <div className={classes['heading']} role="presentation">
                      {entry.section}
                    </div>
                  )}
                  <div
                    id={`${id}-${index}`}
                    role="option"
                    aria-selected={index === at}
                    data-active={index === at || undefined}
                    className={classes['option']}
                    onPointerMove={() => setActive(index)}
                    onClick={() => run(entry)}
                  >
                    {entry.table ? (
                      <TableTile id={entry.table.id} color={entry.table.color} />
                    ) : Icon ? (
                      <Icon aria-hidden="true" />
                    ) : (
                      <IconSearch aria-hidden="true" />
                    )}
                    <span className="t-cut">{entry.label}</span>
                    {entry.detail !== undefined && <span className={classes['detail']}>{entry.detail}</span>}
                    {entry.keys !== undefined && (
                      <span className={classes['end']}>
                        <Kbd keys={entry.keys} />
                      </span>
                    )}
                  </div>
                </div>
              );
            })}
          </div>
          {searching && (
            <p className={classes['searching']} role="status">
              {t('palette.searching')}
            </p>
          )}
          {shown.length === 0 &&
            entries !== null &&
            !searching &&
            (asked === wanted || wanted.length < leastSearched) && (
              <p className={classes['none']} role="status">
                {t('palette.none', { query: search.trim().slice(0, longestQuoted) })}
              </p>
            )}
          <div className={classes['hints']} aria-hidden="true">
            <span>
              <Kbd keys="arrowup" cap />
              <Kbd keys="arrowdown" cap />
              {t('palette.move')}
            </span>
            <span>
              <Kbd keys="enter" cap />
              {t('palette.open')}
            </span>
            <span>
              <Kbd keys="escape" cap />
              {t('palette.close')}
            </span>
          </div>
        </div>
      </FocusTrap>
    </div>
  );
};
