import {
  type Favorite,
  favoritesQuery,
  hasRight,
  IconButton,
  Menu,
  type MenuEntry,
  useLive,
  useRights,
  useTexts,
} from '@tessera/kit';
import {
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconFolder,
  IconPencil,
  IconStar,
  IconTrash,
} from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { Link, NavLink } from 'react-router';
import classes from '../frame/frame.module.css';
import { PlaceTile } from './cards.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import own from './places.module.css';
import { dragKind, type Folder, foldersQuery, pathOf } from './places.resource.ts';
import { addPlacesTexts } from './texts.ts';
import { usePlaces } from './use-places.ts';

await addPlacesTexts();

const key = 'tessera:folders';
const kept = (): readonly string[] => {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
};

type Dragged = { readonly type: 'table' | 'app' | 'folder'; readonly id: string };
/** What is dragged here; null where it is none of ours. */
const draggedIn = (event: DragEvent): Dragged | null => {
  try {
    return JSON.parse(event.dataTransfer.getData(dragKind)) as Dragged;
  } catch {
    return null;
  }
};
const dragging = (dragged: Dragged) => (event: DragEvent) => {
  event.dataTransfer.setData(dragKind, JSON.stringify(dragged));
  event.dataTransfer.effectAllowed = 'move';
};

/** What the person keeps at hand. */
const Favorites = () => {
  const t = useTexts('places');
  const places = usePlaces();
  const { data = [], error } = useQuery(favoritesQuery);
  const nameOf = ({ label }: Favorite): string => label || t('unnamed');
  if (error !== null) return <p className={`t-caption ${classes['note']}`}>{t('failed')}</p>;
  if (data.length === 0) return null;
  const moved = (from: number, to: number): void => {
    const next = [...data];
    next.splice(to, 0, ...next.splice(from, 1));
    void places.setFavorites(next);
  };
  return (
    <>
      <h2 className={classes['heading']}>{t('favorites')}</h2>
      <ul aria-label={t('favorites')}>
        {data.map((one, at) => (
          <li key={`${one.type} ${one.id}`} className={own['row']}>
            <NavLink to={pathOf(one)} className={classes['nav'] ?? ''}>
              <PlaceTile {...one} />
              <span className="t-cut">{nameOf(one)}</span>
            </NavLink>
            <Menu
              anchor={
                <IconButton size="table" label={t('editOf', { folder: nameOf(one) })} icon={IconDots} tooltip={false} />
              }
              items={[
                ...(at > 0 ? [{ id: 'up', label: t('up'), onSelect: () => moved(at, at - 1) }] : []),
                ...(at < data.length - 1 ? [{ id: 'down', label: t('down'), onSelect: () => moved(at, at + 1) }] : []),
                {
                  id: 'off',
                  label: t('unfavorite'),
                  icon: IconStar,
                  onSelect: () => void places.setFavorites(data.filter((other) => other !== one)),
                },
              ]}
            />
          </li>
        ))}
      </ul>
    </>
  );
};

const Branch = ({
  folder,
  all,
  depth,
  open,
  onToggle,
  onEdit,
}: {
  readonly folder: Folder;
  readonly all: readonly Folder[];
  readonly depth: number;
  readonly open: readonly string[];
  readonly onToggle: (id: string) => void;
  readonly onEdit: (folder: Folder) => void;
}) => {
  const t = useTexts('places');
  const places = usePlaces();
  const manages = hasRight(useRights(), 'canManageWorkspaces');
  const { data: favorites = [] } = useQuery(favoritesQuery);
  const [over, setOver] = useState(false);
  const opened = open.includes(folder.id);
  const starred = favorites.some(({ type, id }) => type === 'folder' && id === folder.id);
  const items: readonly MenuEntry[] = [
    {
      id: 'star',
      label: t(starred ? 'unfavorite' : 'favorite'),
      icon: IconStar,
      onSelect: () =>
        void places.setFavorites(
          starred
            ? favorites.filter(({ type, id }) => !(type === 'folder' && id === folder.id))
            : [...favorites, { type: 'folder', id: folder.id }],
        ),
    },
    ...(manages
      ? [
          { id: 'edit', label: t('edit'), icon: IconPencil, onSelect: () => onEdit(folder) },
          {
            id: 'remove',
            label: t('remove'),
            icon: IconTrash,
            danger: true,
            onSelect: () => void places.remove(folder),
          },
        ]
      : []),
  ];
  return (
    <li>
      <div
        className={own['row']}
        data-over={over || undefined}
        {...(manages && {
          draggable: true,
          onDragStart: dragging({ type: 'folder', id: folder.id }),
          onDragOver: (event: DragEvent) => {
            if (!event.dataTransfer.types.includes(dragKind)) return;
            event.preventDefault();
            setOver(true);
          },
          onDragLeave: () => setOver(false),
          onDrop: (event: DragEvent) => {
            setOver(false);
            const dragged = draggedIn(event);
            if (dragged === null || dragged.id === folder.id) return;
            event.preventDefault();
            void places.moveInto(folder, dragged);
          },
        })}
      >
        <button
          type="button"
          className={own['toggle']}
          style={{ marginInlineStart: depth * 20 }}
          aria-expanded={opened}
          aria-label={t(opened ? 'close' : 'open', { folder: folder.label })}
          onClick={() => onToggle(folder.id)}
        >
          {opened ? <IconChevronDown aria-hidden="true" /> : <IconChevronRight aria-hidden="true" />}
        </button>
        <NavLink to={pathOf({ type: 'folder', id: folder.id })} className={classes['nav'] ?? ''}>
          <IconFolder aria-hidden="true" />
          <span className="t-cut">{folder.label}</span>
        </NavLink>
        <Menu
          anchor={
            <IconButton size="table" label={t('editOf', { folder: folder.label })} icon={IconDots} tooltip={false} />
          }
          items={items}
        />
      </div>
      {opened && (
        <ul aria-label={folder.label}>
          {all
            .filter(({ parentId }) => parentId === folder.id)
            .map((one) => (
              <Branch
                key={one.id}
                folder={one}
                all={all}
                depth={depth + 1}
                open={open}
                onToggle={onToggle}
                onEdit={onEdit}
              />
            ))}
          {folder.tabs.map((tab) => (
            <li key={tab.id} {...(manages && { draggable: true, onDragStart: dragging(tab) })}>
              <NavLink
                to={pathOf(tab)}
                className={classes['nav'] ?? ''}
                style={{ paddingInlineStart: 28 + depth * 20 }}
              >
                <PlaceTile {...tab} />
                <span className="t-cut">{tab.label}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

/** Favorites and the tree of folders. */
export const SidebarPlaces = () => {
  const t = useTexts('places');
  const { data: folders = [], refetch } = useQuery(foldersQuery);
  // What a folder holds shows or not as apps go to the trash and come back.
  useLive(['folders', 'apps'], () => void refetch());
  const [open, setOpen] = useState(kept);
  const [edited, setEdited] = useState<Folder | null>(null);
  const toggle = (id: string): void => {
    const next = open.includes(id) ? open.filter((one) => one !== id) : [...open, id];
    setOpen(next);
    try {
      localStorage.setItem(key, JSON.stringify(next.slice(-500)));
    } catch {
      // Storage may be blocked: it then lasts as long as the page.
    }
  };
  // One whose folder the person does not see stands at the top.
  const tops = folders.filter(({ parentId }) => !folders.some(({ id }) => id === parentId));
  return (
    <>
      <Favorites />
      {folders.length > 0 && (
        <>
          <h2 className={classes['heading']}>
            <Link to="/home/folders">{t('folders')}</Link>
          </h2>
          <ul aria-label={t('folders')}>
            {tops.map((one) => (
              <Branch
                key={one.id}
                folder={one}
                all={folders}
                depth={0}
                open={open}
                onToggle={toggle}
                onEdit={setEdited}
              />
            ))}
          </ul>
        </>
      )}
      {edited !== null && <FolderDialog folder={edited} onClose={() => setEdited(null)} />}
    </>
  );
};
