import {
  Breadcrumb,
  Button,
  EmptyState,
  ErrorState,
  hasRight,
  hueOf,
  Loading,
  NotFound,
  Page,
  Skeleton,
  Tile,
  useLive,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import {
  IconAppWindow,
  IconCopy,
  IconFile,
  IconFolder,
  IconPencil,
  IconPlus,
  IconStar,
  IconStarFilled,
} from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { TableTile } from '../frame/table-icon.tsx';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import classes from './places.module.css';
import { favoritesQuery, type Folder, foldersQuery, pathOf } from './places.resource.ts';
import { addPlacesTexts } from './texts.ts';
import { usePlaces } from './use-places.ts';

await addPlacesTexts();

type Card = {
  readonly id: string;
  readonly type: 'table' | 'app' | 'folder' | 'doc-page';
  readonly label: string;
  readonly color: string | null;
  readonly count?: number;
};

export const Cards = ({ label, cards }: { readonly label: string; readonly cards: readonly Card[] }) => {
  const t = useTexts('places');
  return (
    <ul className={classes['cards']} aria-label={label}>
      {cards.map((card) => (
        <li key={`${card.type} ${card.id}`}>
          <Link to={pathOf(card)} className={classes['card']}>
            {card.type === 'table' ? (
              <TableTile id={card.id} color={card.color} />
            ) : card.type === 'app' ? (
              <Tile icon={IconAppWindow} color={card.color ?? hueOf(card.id)} />
            ) : card.type === 'doc-page' ? (
              <IconFile aria-hidden="true" />
            ) : (
              <IconFolder aria-hidden="true" />
            )}
            <span>
              <span className="t-medium t-cut">{card.label}</span>
              <span className="t-caption">
                {card.count === undefined ? t(card.type) : t('count', { count: card.count })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

export const cardOf = (folder: Folder): Card => ({
  id: folder.id,
  type: 'folder',
  label: folder.label,
  color: folder.color,
  count: folder.tabs.length,
});

/** `/home/folders` and `/home/folders/{id}`. */
export const FoldersPage = () => {
  const t = useTexts('places');
  const { folderId } = useParams();
  const navigate = useNavigate();
  const places = usePlaces();
  const rights = useRights();
  const manages = hasRight(rights, 'canManageWorkspaces');
  const duplicates = manages && hasRight(rights, 'canCreateApps') && hasRight(rights, 'canCreateTables');
  const [copying, setCopying] = useState(false);
  const { data: folders, error, refetch } = useQuery(foldersQuery);
  const { data: favorites = [] } = useQuery(favoritesQuery);
  useLive(['folders'], () => void refetch());
  const [search, setSearch] = useSearchParams();
  const [editing, setEditing] = useState(false);
  const dialog = manages && search.has('new') ? 'new' : editing ? 'edit' : null;
  const setDialog = (next: 'new' | 'edit' | null): void => {
    setEditing(next === 'edit');
    setSearch(next === 'new' ? { new: '' } : {}, { replace: true });
  };
  const folder = folders?.find(({ id }) => id === folderId);
  usePageTitle(folder?.label ?? t('folders'));
  if (folders !== undefined && folderId !== undefined && folder === undefined) return <NotFound />;
  const within = (folders ?? []).filter(({ parentId }) =>
    folder === undefined ? !(folders ?? []).some(({ id }) => id === parentId) : parentId === folder.id,
  );
  const cards: readonly Card[] = [...within.map(cardOf), ...(folder?.tabs ?? [])];
  const starred = folder !== undefined && favorites.some(({ type, id }) => type === 'folder' && id === folder.id);
  const heading = folder?.label ?? t('folders');
  return (
    <Page
      back="/home"
      header={
        <Breadcrumb
          items={[
            { label: t('shell:nav.home'), to: '/home' },
            ...(folder === undefined ? [] : [{ label: t('folders'), to: '/home/folders' }]),
            { label: <h1 style={{ display: 'inline' }}>{heading}</h1> },
          ]}
        />
      }
      actions={
        <>
          {folder !== undefined && (
            <Button
              size="toolbar"
              icon={starred ? IconStarFilled : IconStar}
              aria-pressed={starred}
              onClick={() =>
                void places.setFavorites(
                  starred
                    ? favorites.filter(({ type, id }) => !(type === 'folder' && id === folder.id))
                    : [...favorites, { type: 'folder', id: folder.id }],
                )
              }
            >
              {t(starred ? 'unfavorite' : 'favorite')}
            </Button>
          )}
          {duplicates && folder !== undefined && folder.tabs.length + within.length > 0 && (
            <Button size="toolbar" icon={IconCopy} onClick={() => setCopying(true)}>
              {t('duplicate')}
            </Button>
          )}
          {manages && folder !== undefined && (
            <Button size="toolbar" icon={IconPencil} onClick={() => setDialog('edit')}>
              {t('edit')}
            </Button>
          )}
          {manages && folder === undefined && (
            <Button size="toolbar" icon={IconPlus} onClick={() => setDialog('new')}>
              {t('newFolder')}
            </Button>
          )}
        </>
      }
    >
      {error !== null && folders === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {folders === undefined && error === null && (
        <Loading>
          <Skeleton width={320} height={64} />
        </Loading>
      )}
      {folders !== undefined && cards.length === 0 && (
        <EmptyState
          title={t(folder === undefined ? 'noFolders' : 'empty')}
          actions={
            manages && (
              <Button variant="primary" onClick={() => setDialog(folder === undefined ? 'new' : 'edit')}>
                {t(folder === undefined ? 'newFolder' : 'edit')}
              </Button>
            )
          }
        >
          {t(folder !== undefined ? 'emptyText' : manages ? 'noFoldersText' : 'noFoldersMember')}
        </EmptyState>
      )}
      {cards.length > 0 && <Cards label={heading} cards={cards} />}
      {copying && folder !== undefined && <DuplicateDialog folder={folder} onClose={() => setCopying(false)} />}
      {dialog !== null && (
        <FolderDialog
          folder={dialog === 'edit' ? (folder ?? null) : null}
          onClose={() => setDialog(null)}
          onMade={(id) => void navigate(pathOf({ type: 'folder', id }))}
        />
      )}
    </Page>
  );
};
