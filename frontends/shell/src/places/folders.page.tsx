import {
  Breadcrumb,
  Button,
  EmptyState,
  ErrorState,
  favoritesQuery,
  hasRight,
  Loading,
  NotFound,
  Page,
  Skeleton,
  useLive,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconCopy, IconPencil, IconPlus, IconStar, IconStarFilled } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { cardOf, Cards, type Card } from './cards.tsx';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { HomeTabs } from './home-tabs.tsx';
import { foldersQuery, pathOf } from './places.resource.ts';
import { addPlacesTexts } from './texts.ts';
import { usePlaces } from './use-places.ts';

await addPlacesTexts();

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
      toolbar={folder === undefined && <HomeTabs />}
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
