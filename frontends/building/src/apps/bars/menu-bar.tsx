import {
  Button,
  hueStyle,
  IconButton,
  Kbd,
  Slot,
  Tile,
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
  IconId,
  IconLayoutSidebar,
  IconMenu2,
  IconMessage,
  IconPencil,
  IconSearch,
  IconTable,
} from '@tessera/kit/icons';
import { menuShortcuts, menuTree, type MenuBar as Config, type MenuItem } from '@tessera/proto/blocks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { later } from '../../later.tsx';
import { barIcon } from './icons.ts';
import { addressIn, addressOf, usePlaces, within, type Wanted } from './places.ts';
import { useShortcuts } from './shortcuts.ts';
import { BarLogo } from './top-bar.tsx';
import { Waiting } from './waiting.tsx';
import classes from './bars.module.css';

/** Loaded with the first press. */
const Favorites = later(async () => (await import('./dialogs.ts')).FavoritesDialog);

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

/** Shortcuts that stand below the lines. */
const ofFoot = ['create_new', 'show_all', 'login'] as const;

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
  record: IconId,
};

/** A line that leads somewhere, with the mark of where one is: there, or the same page without the menu. */
const Line = ({
  to,
  plain = to,
  large = false,
  children,
}: {
  readonly to: string;
  readonly plain?: string;
  readonly large?: boolean;
  readonly children: ReactNode;
}) => {
  const { pathname } = useLocation();
  // What stands within the menu of an app is not the app.
  const here = [to, plain].some(
    (one) => pathname === one || (pathname.startsWith(`${one}/`) && !pathname.startsWith(`${one}/bundle/`)),
  );
  return (
    <Link
      to={to}
      className={classes['line']}
      data-large={large || undefined}
      {...(here && { 'aria-current': 'page' as const })}
    >
      {children}
    </Link>
  );
};

/** The lines of a menu: what somebody may not open is not listed, nor a folder of which nothing is left. */
export const MenuLines = ({
  bar,
  menuOf,
  folded,
  onFold,
  onFavorites,
}: {
  readonly bar: Config;
  readonly menuOf: string;
  readonly folded: readonly string[];
  readonly onFold: (id: string) => void;
  readonly onFavorites: () => void;
}) => {
  const t = useTexts('building');
  const rights = useRights();
  const { find, favorites } = usePlaces(wantedBy(bar.items));
  const shown = favorites.filter(({ type }) => type !== 'table' || rights.canViewTablesPages);
  const line = (key: string, type: keyof typeof icons, id: string, label: string, color: string, tableId?: string) => (
    <Line
      key={key}
      to={addressIn(menuOf, type, id, tableId)}
      plain={addressOf(type, id, tableId)}
      large={bar.large_icons}
    >
      {bar.show_app_icons && <Tile icon={icons[type]} color={color} />}
      <span className="t-cut">{label}</span>
      {type === 'chat_channel' && <Slot name="menu.count" given={{ entry: `chat/channel/${id}` }} />}
    </Line>
  );
  const draw = (item: MenuItem): readonly React.ReactElement[] => {
    if (item.type === 'favorites')
      return [
        <div key={item.id} role="group" aria-label={t('apps.bars.favorites')}>
          <p className={classes['heading']}>
            {t('apps.bars.favorites')}
            <IconButton size="table" label={t('apps.bars.editFavorites')} icon={IconPencil} onClick={onFavorites} />
          </p>
          {shown.length === 0 ? (
            <button type="button" className={classes['line']} onClick={onFavorites}>
              <span className="t-secondary">{t('apps.bars.noFavorites')}</span>
            </button>
          ) : (
            shown.map((one) => line(one.id, one.type, one.id, one.label || t('unnamed'), one.color, one.tableId))
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

/** The menu of an app, in the place of the product's own. */
export const MenuBar = ({
  bar,
  menuOf,
  phone,
  onShowAll,
  onLeave,
}: {
  readonly bar: Config;
  readonly menuOf: string;
  readonly phone: boolean;
  /** One went somewhere: on a phone the menu closes. */
  readonly onLeave: () => void;
  /** The product's own menu comes back. */
  readonly onShowAll: () => void;
}) => {
  const t = useTexts('building');
  const [kept, keep] = useKept(menuOf);
  const { pathname } = useLocation();
  const at = useRef(pathname);
  useEffect(() => {
    if (at.current !== pathname) onLeave();
    at.current = pathname;
  }, [pathname, onLeave]);
  const [keeping, setKeeping] = useState(false);
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
          <BarLogo logo={bar.logo} />
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
                  <Waiting of={one.name} />
                </>
              );
              return 'to' in one ? (
                <Line key={one.name} to={within(menuOf, one.to)}>
                  {content}
                </Line>
              ) : (
                <button key={one.name} type="button" className={classes['line']} onClick={one.run}>
                  {content}
                </button>
              );
            })}
          </div>
        )}
        <MenuLines bar={bar} menuOf={menuOf} folded={kept.folded} onFold={fold} onFavorites={() => setKeeping(true)} />
      </nav>
      {ofFoot.some((name) => bar.shortcuts[name] === true) && (
        <div className={classes['foot']}>
          {bar.shortcuts.create_new === true && <Slot name="frame.part" given={{ part: 'create' }} />}
          {bar.shortcuts.login === true && <Slot name="frame.part" given={{ part: 'person' }} />}
          {bar.shortcuts.show_all === true && !phone && (
            <Button variant="quiet" icon={IconLayoutSidebar} onClick={onShowAll}>
              {t('apps.bars.shortcut.show_all')}
            </Button>
          )}
        </div>
      )}
      {keeping && <Favorites onClose={() => setKeeping(false)} />}
    </aside>
  );
};
