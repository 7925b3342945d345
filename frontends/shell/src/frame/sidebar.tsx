import {
  Button,
  currentLanguage,
  hasRight,
  IconButton,
  type IconType,
  Kbd,
  Mark,
  type MenuIcon,
  Skeleton,
  Slot,
  Tile,
  Tooltip,
  hueOf,
  useLive,
  useRights,
  useSession,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import {
  IconAppWindow,
  IconBolt,
  IconCheckbox,
  IconCode,
  IconFileText,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMessage,
  IconPlus,
  IconSearch,
  IconSelector,
  IconTable,
  IconTemplate,
  IconTrash,
  IconUpload,
} from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import {
  cloneElement,
  type DragEvent,
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  Suspense,
  useState,
} from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { appsQuery, homeQuery } from '../home/home.resource.ts';
import { useSeesTables } from '../home/sees-tables.ts';
import { dragKind, foldersQuery, unfiled } from '../places/places.resource.ts';
import { menuEntries } from '../remotes/menu.ts';
import { ForYouLink } from '../for-you/for-you-link.tsx';
import { useFrameActions } from './actions.tsx';
import { CreateMenu, useCanCreate } from './create-menu.tsx';
import classes from './frame.module.css';
import { isInSettings } from '../settings/where.ts';
import { setSidebar, useSidebar } from './sidebar-state.ts';
import { clampWidth, narrowest, widest } from './sidebar-width.ts';
import { TableTile } from './table-icon.tsx';

const OrganizationItems = lazy(async () => ({ default: (await import('./organization-menu.tsx')).OrganizationMenu }));
/** The menu of the organization. A press that comes before its code opens it once that is there. */
const OrganizationMenu = ({ anchor }: { anchor: ReactElement<{ onClick?: () => void }> }) => {
  const [opened, setOpened] = useState(false);
  return (
    <Suspense fallback={cloneElement(anchor, { onClick: () => setOpened(true) })}>
      <OrganizationItems anchor={anchor} opened={opened} onChange={setOpened} />
    </Suspense>
  );
};
/** The logo of the organization, or ours. */
const OrganizationMark = ({ size }: { size: 20 | 24 }) => {
  const { logo_customizado: logo } = useSession().organization;
  return logo === null ? <Mark size={size} /> : <img src={logo} alt="" width={size} height={size} />;
};
const SettingsMenu = lazy(async () => (await import('../settings/load.ts')).load());
const Places = lazy(async () => ({ default: (await import('../places/sidebar-places.tsx')).SidebarPlaces }));

/** An entry can be dragged onto a folder. */
const dragged = (type: 'table' | 'app', id: string) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => event.dataTransfer.setData(dragKind, JSON.stringify({ type, id })),
});

const Tables = () => {
  const t = useTexts('shell');
  const { data, error } = useQuery(homeQuery);
  const folders = useQuery(foldersQuery);
  if (error && !data) return <p className={`t-caption ${classes['note']}`}>{t('nav.tablesFailed')}</p>;
  if (!data || folders.isPending)
    return (
      <>
        {[120, 88, 104].map((width) => (
          <div key={width} className={classes['nav']}>
            <Skeleton width={20} height={20} />
            <Skeleton width={width} />
          </div>
        ))}
      </>
    );
  return (
    <ul aria-label={t('nav.tables')}>
      {unfiled(data.tables, folders.data).map((table) => (
        <li key={table.id} {...dragged('table', table.id)}>
          <NavLink to={`/object/${table.id}`} className={classes['nav'] ?? ''}>
            <TableTile id={table.id} color={table.color} />
            <span className="t-cut">{table.label}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
};

/** The apps that the person may open; nothing where there are none. */
const Apps = () => {
  const t = useTexts('shell');
  const { data, refetch } = useQuery(appsQuery);
  const folders = useQuery(foldersQuery);
  useLive(['apps'], () => void refetch());
  const apps = data === undefined || folders.isPending ? [] : unfiled(data, folders.data);
  if (apps.length === 0) return null;
  return (
    <>
      <h2 className={classes['heading']}>{t('nav.apps')}</h2>
      <ul aria-label={t('nav.apps')}>
        {apps.map((app) => (
          <li key={app.id} {...dragged('app', app.id)}>
            <NavLink to={`/app/${app.id}`} className={classes['nav'] ?? ''}>
              <Tile icon={IconAppWindow} color={app.color ?? hueOf(app.id)} />
              <span className="t-cut">{app.label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
};

/** Pages of other front ends, as /remotes.json names them. */
const useMenuEntries = () => {
  const rights = useRights();
  return menuEntries().filter(({ right }) => hasRight(rights, right));
};

const pictures: Readonly<Record<MenuIcon, IconType>> = {
  tasks: IconCheckbox,
  chat: IconMessage,
  automations: IconBolt,
  functions: IconCode,
  templates: IconTemplate,
  pages: IconFileText,
};
const pictureOf = (icon: MenuIcon | undefined): IconType => (icon === undefined ? IconAppWindow : pictures[icon]);

const MenuEntries = () => {
  // Drawn anew in another language.
  useTexts('shell');
  return useMenuEntries().map(({ id, label, to, icon }) => {
    const Icon = pictureOf(icon);
    return (
      <NavLink key={id} to={to} className={classes['nav'] ?? ''}>
        <Icon aria-hidden="true" />
        <span className="t-cut">{label[currentLanguage()]}</span>
        <Slot name="menu.count" given={{ entry: id }} />
      </NavLink>
    );
  });
};

const trashAddress = '/workspaces/recovery';

const useCreateShortcut = (open: () => void): void => {
  const t = useTexts('shell');
  const enabled = useCanCreate();
  useShortcut({ keys: 'c', label: t('create.title'), group: t('kit:shortcuts.general') }, open, { enabled });
};

/** The lists of the sidebar, shared with the drawer on a phone. */
export const SidebarContent = ({ onSearch }: { onSearch: () => void }) => {
  const t = useTexts('shell');
  const { organization } = useSession();
  const rights = useRights();
  const seesTables = useSeesTables();
  const canCreate = useCanCreate();
  const { creating, openImport } = useFrameActions();
  const [making, setMaking] = useState(false);
  useCreateShortcut(() => setMaking(true));
  return (
    <>
      <div className={classes['org']}>
        <OrganizationMenu
          anchor={
            <button
              type="button"
              className={classes['orgButton']}
              aria-label={t('menu.label', { organization: organization.name })}
            >
              <OrganizationMark size={20} />
              <span className="t-cut">{organization.name}</span>
              <IconSelector aria-hidden="true" />
            </button>
          }
        />
        <span className={classes['collapse']}>
          <IconButton
            icon={IconLayoutSidebarLeftCollapse}
            label={t('nav.collapse')}
            keys={'mod+\\'}
            onClick={() => setSidebar({ collapsed: true })}
          />
        </span>
      </div>
      <button type="button" className={classes['search']} onClick={onSearch}>
        <IconSearch aria-hidden="true" />
        {t('nav.search')}
        <Kbd keys="mod+k" />
      </button>
      <ForYouLink className={classes['nav']}>
        <span className="t-cut">{t('forYou.title')}</span>
      </ForYouLink>
      <MenuEntries />
      <NavLink to="/home" end className={classes['nav'] ?? ''}>
        <IconHome aria-hidden="true" />
        <span className="t-cut">{t('nav.home')}</span>
      </NavLink>
      {organization.member_upload_data_shortcut && !hasRight(rights, 'isBuilder') && openImport !== null && (
        <NavLink to="/connector" className={classes['nav'] ?? ''}>
          <IconUpload aria-hidden="true" />
          <span className="t-cut">{t('nav.upload')}</span>
        </NavLink>
      )}
      <div className={classes['lists']}>
        <Suspense>
          <Places />
        </Suspense>
        {hasRight(rights, 'canViewApps') && <Apps />}
        {seesTables && (
          <>
            <h2 className={classes['heading']}>
              <Link to="/home/tables">{t('nav.tables')}</Link>
            </h2>
            <Tables />
          </>
        )}
        <Slot name="sidebar" given={{}} />
      </div>
      {/* Below what scrolls: a list that grows does not push it away. */}
      {hasRight(rights, 'canViewTrash') && (
        <NavLink to={trashAddress} className={`${classes['nav']} ${classes['trash']}`}>
          <IconTrash aria-hidden="true" />
          <span className="t-cut">{t('nav.trash')}</span>
        </NavLink>
      )}
      {canCreate && (
        <div className={classes['foot']}>
          <CreateMenu
            side="top-start"
            opened={making}
            onChange={setMaking}
            anchor={
              <Button
                icon={IconPlus}
                className={classes['create'] ?? ''}
                aria-keyshortcuts="C"
                working={creating && t('create.working')}
              >
                {t('create.title')}
                <Kbd keys="c" />
              </Button>
            }
          />
        </div>
      )}
    </>
  );
};

const Narrow = ({ onSearch }: { onSearch: () => void }) => {
  const t = useTexts('shell');
  const entries = useMenuEntries();
  const rights = useRights();
  const seesTables = useSeesTables();
  const { organization } = useSession();
  const canCreate = useCanCreate();
  const [making, setMaking] = useState(false);
  useCreateShortcut(() => setMaking(true));
  return (
    <>
      <div className={classes['narrowHead']}>
        <OrganizationMenu
          anchor={
            <button
              type="button"
              className={classes['narrow']}
              aria-label={t('menu.label', { organization: organization.name })}
            >
              <OrganizationMark size={24} />
            </button>
          }
        />
      </div>
      <Tooltip label={t('nav.search')} keys="mod+k" side="right">
        <button type="button" className={classes['narrow']} aria-label={t('nav.search')} onClick={onSearch}>
          <IconSearch aria-hidden="true" />
        </button>
      </Tooltip>
      <Tooltip label={t('forYou.title')} side="right">
        <ForYouLink className={classes['narrow']} />
      </Tooltip>
      <Tooltip label={t('nav.home')} side="right">
        <NavLink to="/home" end className={classes['narrow'] ?? ''} aria-label={t('nav.home')}>
          <IconHome aria-hidden="true" />
        </NavLink>
      </Tooltip>
      {seesTables && (
        <Tooltip label={t('nav.tables')} side="right">
          <NavLink to="/home/tables" className={classes['narrow'] ?? ''} aria-label={t('nav.tables')}>
            <IconTable aria-hidden="true" />
          </NavLink>
        </Tooltip>
      )}
      {entries.map(({ id, label, to, icon }) => {
        const Icon = pictureOf(icon);
        return (
          <Tooltip key={id} label={label[currentLanguage()]} side="right">
            <NavLink to={to} className={classes['narrow'] ?? ''} aria-label={label[currentLanguage()]}>
              <Icon aria-hidden="true" />
            </NavLink>
          </Tooltip>
        );
      })}
      {hasRight(rights, 'canViewTrash') && (
        <Tooltip label={t('nav.trash')} side="right">
          <NavLink to={trashAddress} className={classes['narrow'] ?? ''} aria-label={t('nav.trash')}>
            <IconTrash aria-hidden="true" />
          </NavLink>
        </Tooltip>
      )}
      <span style={{ flex: 1 }} />
      <Tooltip label={t('nav.expand')} side="right">
        <button
          type="button"
          className={classes['narrow']}
          aria-label={t('nav.expand')}
          onClick={() => setSidebar({ collapsed: false })}
        >
          <IconLayoutSidebarLeftExpand aria-hidden="true" />
        </button>
      </Tooltip>
      {canCreate && (
        <div className={classes['foot']}>
          <CreateMenu
            side="right-start"
            opened={making}
            onChange={setMaking}
            anchor={
              <button
                type="button"
                className={classes['narrowCreate']}
                aria-label={t('create.title')}
                aria-keyshortcuts="C"
              >
                <IconPlus aria-hidden="true" />
              </button>
            }
          />
        </div>
      )}
    </>
  );
};

const Resizer = () => {
  const t = useTexts('shell');
  const { width } = useSidebar();
  const [active, setActive] = useState(false);
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!active) return;
    if (event.clientX < narrowest / 2) setSidebar({ collapsed: true });
    else setSidebar({ width: event.clientX, collapsed: false });
  };
  const key = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 8 : event.key === 'ArrowLeft' ? -8 : 0;
    if (by === 0) return;
    event.preventDefault();
    setSidebar({ width: clampWidth(width + by) });
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('nav.resize')}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      className={classes['resizer']}
      data-active={active || undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setActive(true);
      }}
      onPointerMove={drag}
      onPointerUp={() => setActive(false)}
      onDoubleClick={() => setSidebar({ width: 240 })}
      onKeyDown={key}
    />
  );
};

/** The sidebar of 200 to 320 px, or 56 when collapsed. */
export const Sidebar = ({ collapsed, onSearch }: { collapsed: boolean; onSearch: () => void }) => {
  const t = useTexts('shell');
  const { pathname, search } = useLocation();
  return (
    <nav className={classes['side']} aria-label={t('nav.label')}>
      {collapsed ? (
        <Narrow onSearch={onSearch} />
      ) : isInSettings(pathname, search) ? (
        <Suspense>
          <SettingsMenu />
        </Suspense>
      ) : (
        <SidebarContent onSearch={onSearch} />
      )}
      {!collapsed && <Resizer />}
    </nav>
  );
};
