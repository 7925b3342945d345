import {
  api,
  type Asked,
  type FavoritePlace,
  favoritesQuery,
  putFavorites,
  toast,
  useErrorText,
  useTexts,
} from '@tessera/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Folder, foldersQuery, type Tab } from './places.resource.ts';

type Change = Asked<'patch_folders_id'>;
type Place = Pick<Tab, 'id' | 'type'>;
/** As they are sent. */
export const bare = (tabs: readonly Place[]): Place[] => tabs.map(({ id, type }) => ({ id, type }));

/** What is done with folders and favorites. What fails is said; what is done with folders can be undone from its message. */
export const usePlaces = () => {
  const t = useTexts('places');
  const errorText = useErrorText('places');
  const client = useQueryClient();
  return useMemo(() => {
    const again = (): Promise<void> => client.invalidateQueries({ queryKey: foldersQuery.queryKey });
    const told = (message: string, commit: string | null): void =>
      void toast({
        message,
        ...(commit !== null && {
          undo: async () => {
            await api.post('/v3/undo/{id}', { path: { id: commit }, body: {} });
            await again();
          },
        }),
      });
    const failed = (error: unknown): void =>
      void toast({ kind: 'error', message: t('notSaved'), detail: errorText(error) });
    const change = async (id: string, body: Change, message: string): Promise<boolean> => {
      try {
        const { commit } = await api.send('patch', '/v3/folders/{id}', { path: { id }, body });
        await again();
        told(message, commit);
        return true;
      } catch (error) {
        failed(error);
        return false;
      }
    };
    return {
      change,
      create: async (body: Asked<'post_folders'>): Promise<string | null> => {
        try {
          const { data, commit } = await api.send('post', '/v3/folders', { body });
          await again();
          told(t('created', { folder: data.label }), commit);
          return data.id;
        } catch (error) {
          failed(error);
          return null;
        }
      },
      remove: async (folder: Folder): Promise<boolean> => {
        try {
          const { commit } = await api.send('delete', '/v3/folders/{id}', { path: { id: folder.id } });
          await again();
          told(t('deleted', { folder: folder.label }), commit);
          return true;
        } catch (error) {
          failed(error);
          return false;
        }
      },
      /** Puts a table, an app or a folder into a folder. */
      moveInto: async (folder: Folder, dragged: Place | { readonly id: string; readonly type: 'folder' }) => {
        const message = t('moved', { folder: folder.label });
        if (dragged.type === 'folder') await change(dragged.id, { parentId: folder.id }, message);
        else if (!folder.tabs.some(({ id }) => id === dragged.id))
          await change(folder.id, { tabs: [...bare(folder.tabs), ...bare([dragged])] }, message);
      },
      setFavorites: async (favorites: readonly FavoritePlace[]): Promise<void> => {
        try {
          await putFavorites(favorites);
        } catch (error) {
          failed(error);
        }
        await client.invalidateQueries({ queryKey: favoritesQuery.queryKey });
      },
    };
  }, [t, errorText, client]);
};
