import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import type { Answered, Asked } from './types.ts';

/** What a person keeps at hand: a table, an app, a folder, a page, or a record of a table. */
export type Favorite = Answered<'get_favorites'>['favorites'][number];
export type FavoritePlace = Asked<'put_favorites'>['favorites'][number];

/** What the person keeps at hand, in their order. */
export const favoritesQuery = queryOptions({
  queryKey: ['favorites'],
  queryFn: async ({ signal }) => (await api.get('/v3/favorites', { signal })).favorites,
});

/** Keeps these at hand in the place of those before. */
export const putFavorites = async (favorites: readonly FavoritePlace[]): Promise<void> => {
  await api.put('/v3/favorites', {
    body: {
      favorites: favorites.map(({ type, id, tableId }) => ({ type, id, ...(tableId !== undefined && { tableId }) })),
    },
  });
};

export const samePlace = (
  one: Pick<FavoritePlace, 'type' | 'id'>,
  other: Pick<FavoritePlace, 'type' | 'id'>,
): boolean => one.type === other.type && one.id === other.id;
