import {
  Button,
  hueStyle,
  IconButton,
  Kbd,
  Menu,
  Tile,
  toast,
  useErrorText,
  useRights,
  useSession,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import {
  IconChevronDown,
  IconChevronRight,
  IconFile,
  IconFolder,
  IconLayoutSidebar,
  IconMenu2,
  IconMessage,
  IconPlus,
  IconSearch,
  IconTable,
} from '@tessera/kit/icons';
import { menuShortcuts, menuTree, type MenuBar as Config, type MenuItem } from '@tessera/proto/blocks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { appsApi } from '../apps.resource.ts';
import { barIcon } from './icons.ts';
import { addressOf, usePlaces, type Wanted } from './places.ts';
import { useShortcuts } from './shortcuts.ts';
import classes from './bars.module.css';

/** Before a menu that is pointed at opens, and before it closes again. */
const opensAfterMs = 150;
const closesAfterMs = 300;

type Kept = { readonly folded: readonly string[]; readonly hidden: boolean };
const nothing: Kept = { folded: [], hidden: false };

/** What a person folded and hid, by menu. */
const useKept = (menuOf: string) => {
  const { user } = useSession();
  const key = `tessera.menu.${user.id}.${menuOf}`;
  const read = (): Kept => {
    try {
      return { ...nothing, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept>) };
    } catch {
      return nothing;
    }
  };
  const [kept, setKept] = useState(read);
  const keep = (parts: Partial<Kept>): void => {
    const next = { ...kept, ...parts };
    setKept(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // It holds for as long as the page does.
    }
  };
  return [kept, keep] as const;
};

const wantedBy = (items: readonly MenuItem[]): readonly Wanted[] => [
  ...new Set(items.flatMap(({ type }) => (type === 'folder' || type === 'folder_end' ? [] : [type]))),
];

const icons = {
  app: barIcon(null),
  table: IconTable,
  workspace: IconFolder,
  chat_channel: IconMessage,
  folder: IconFolder,
  'doc-page': IconFile,
};

/** The lines of a menu: what somebody may not open is not listed, nor a folder of which nothing is left. */
export const MenuLines = ({
  bar,
  folded,
  onFold,
}: {
  readonly bar: Config;
  readonly folded: readonly string[];
  readonly onFold: (id: string) => void;
}) => {
  const t = useTexts('building');
  const { find, favorites } = usePlaces(wantedBy(bar.items));
  const line = (key: string, type: keyof typeof icons, id: string, label: string, color: string) => (
    <NavLink
      key={key}
      to={addressOf(type, id)}
      className={classes['line'] ?? ''}
      data-large={bar.large_icons || undefined}
    >
      {bar.show_app_icons && <Tile icon={icons[type]} color={color} />}
      <span className="t-cut">{label}</span>
    </NavLink>
  );
  const draw = (item: MenuItem): readonly React.ReactElement[] => {
    if (item.type === 'favorites')
      return [
        <div key={item.id} role="group" aria-label={t('apps.bars.favorites')}>
          <p className={classes['heading']}>{t('apps.bars.favorites')}</p>
          {favorites.length === 0 ? (
            <NavLink to="/home" className={classes['line'] ?? ''}>
              <span className="t-secondary">{t('apps.bars.noFavorites')}</span>
            </NavLink>
          ) : (
            favorites.map((one) => line(one.id, one.type as 'app', one.id, one.label, one.color))
          )}
        </div>,
      ];
    if (item.type === 'folder' || item.type === 'folder_end') return [];
    const id = item.type === 'app' ? item.app_id : item.type === 'table' ? item.table_id : item.item_id;
    const found = find(item.type, id);
    return found === undefined ? [] : [line(item.id, item.type, id, found.label, found.color)];
  };
  return menuTree(bar.items).map(({ item, within }) => {
    if (item.type !== 'folder') return draw(item);
    const inside = within.flatMap(draw);
    if (inside.length === 0) return null;
    const { name, is_collapsable: folds } = item.folder_config;
    const closed = folds && folded.includes(item.id);
    return (
      <div key={item.id} role="group" aria-label={name}>
        {folds ? (
          <button type="button" className={classes['line']} aria-expanded={!closed} onClick={() => onFold(item.id)}>
            {closed ? <IconChevronRight aria-hidden="true" /> : <IconChevronDown aria-hidden="true" />}
            <span className="t-cut">{name}</span>
            {closed && <span className={classes['count']}>{inside.length}</span>}
          </button>
        ) : (
          <p className={classes['heading']}>{name}</p>
        )}
        {!closed && <div className={classes['within']}>{inside}</div>}
      </div>
    );
  });
};

const CreateNew = () => {
  const t = useTexts('building');
  const rights = useRights();
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText('building');
  const create = async (): Promise<void> => {
    try {
      const { id } = await appsApi.create(t('apps.bars.untitled'));
      await client.invalidateQueries({ queryKey: ['choices', 'apps'] });
      void navigate(`/app/${id}?edit`);
    } catch (error) {
      toast({ kind: 'error', message: t('apps.notSaved'), detail: errorText(error) });
    }
  };
  const items = [
    ...(rights.canCreateApps
      ? [{ id: 'app', label: t('apps.bars.newApp'), icon: barIcon(null), onSelect: () => void create() }]
      : []),
    ...(rights.canViewConnectorPage && rights.canCreateTables
      ? [{ id: 'import', label: t('apps.bars.shortcut.upload_data'), icon: IconTable, to: '/connector' }]
      : []),
    ...(rights.canManageWorkspaces
      ? [{ id: 'folder', label: t('apps.bars.newFolder'), icon: IconFolder, to: '/home/folders?new' }]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <Menu
      side="top-start"
      width="target"
      items={items}
      anchor={
        <Button className={classes['create'] ?? ''} icon={IconPlus}>
          {t('apps.bars.shortcut.create_new')}
        </Button>
      }
    />
  );
};

/** The menu of an app, in the place of the product's own. */
export const MenuBar = ({
  bar,
  menuOf,
  phone,
  onShowAll,
}: {
  readonly bar: Config;
  readonly menuOf: string;
  readonly phone: boolean;
  /** The product's own menu comes back. */
  readonly onShowAll: () => void;
}) => {
  const t = useTexts('building');
  const [kept, keep] = useKept(menuOf);
  const [peeking, setPeeking] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const on = menuShortcuts.filter((name) => bar.shortcuts[name] === true);
  const shortcuts = useShortcuts(on.filter((name) => name !== 'jump_in'));
  const [jump] = useShortcuts(on.filter((name) => name === 'jump_in'));
  const hidden = !phone && bar.allow_hide_menu && kept.hidden;
  const toggle = (): void => {
    setPeeking(false);
    keep({ hidden: !kept.hidden });
  };
  useShortcut({ keys: '[', label: t('apps.bars.toggle'), group: t('apps.keys') }, () => {
    if (bar.allow_hide_menu && !phone) toggle();
  });
  const peek = (open: boolean): void => {
    clearTimeout(timer.current);
    if (!hidden || !bar.show_when_hovered) return;
    timer.current = setTimeout(() => setPeeking(open), open ? opensAfterMs : closesAfterMs);
  };
  const fold = (id: string): void =>
    keep({ folded: kept.folded.includes(id) ? kept.folded.filter((one) => one !== id) : [...kept.folded, id] });
  if (hidden && !peeking)
    return (
      <button
        type="button"
        className={classes['edge']}
        aria-label={t('apps.bars.show')}
        aria-expanded={false}
        onClick={toggle}
        onPointerEnter={() => peek(true)}
        onPointerLeave={() => peek(false)}
      />
    );
  return (
    <aside
      className={classes['menu']}
      aria-label={bar.title === '' ? t('apps.bars.menu') : bar.title}
      data-peeking={(hidden && peeking) || undefined}
      data-phone={phone || undefined}
      style={hueStyle(bar.bottom_bg_color)}
      onPointerEnter={() => peek(true)}
      onPointerLeave={() => peek(false)}
    >
      <div className={classes['top']} style={hueStyle(bar.top_bg_color)}>
        <div className={classes['title']}>
          <span className="t-strong t-cut">{bar.title}</span>
          {bar.allow_hide_menu && !phone && (
            <IconButton
              label={t(kept.hidden ? 'apps.bars.keep' : 'apps.bars.hide')}
              keys="["
              icon={IconMenu2}
              onClick={toggle}
            />
          )}
        </div>
        {jump !== undefined && 'run' in jump && (
          <button type="button" className={classes['jump']} onClick={jump.run}>
            <IconSearch aria-hidden="true" />
            <span>{t('apps.bars.shortcut.jump_in')}</span>
            <Kbd keys="mod+k" />
          </button>
        )}
      </div>
      <nav className={classes['lines']} aria-label={t('apps.bars.menu')}>
        {shortcuts.length > 0 && (
          <div className={classes['shortcuts']}>
            {shortcuts.map((one) => {
              const Icon = one.icon;
              const content = (
                <>
                  <Icon aria-hidden="true" />
                  <span className="t-cut">{t(`apps.bars.shortcut.${one.name}`)}</span>
                </>
              );
              return 'to' in one ? (
                <NavLink key={one.name} to={one.to} className={classes['line'] ?? ''}>
                  {content}
                </NavLink>
              ) : (
                <button key={one.name} type="button" className={classes['line']} onClick={one.run}>
                  {content}
                </button>
              );
            })}
          </div>
        )}
        <MenuLines bar={bar} folded={kept.folded} onFold={fold} />
      </nav>
      {(bar.shortcuts.create_new === true || bar.shortcuts.show_all === true) && (
        <div className={classes['foot']}>
          {bar.shortcuts.create_new === true && <CreateNew />}
          {bar.shortcuts.show_all === true && !phone && (
            <Button variant="quiet" icon={IconLayoutSidebar} onClick={onShowAll}>
              {t('apps.bars.shortcut.show_all')}
            </Button>
          )}
        </div>
      )}
    </aside>
  );
};
