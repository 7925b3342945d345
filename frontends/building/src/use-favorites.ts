import {
  type FavoritePlace,
  favoritesQuery,
  type MenuItem,
  putFavorites,
  samePlace,
  toast,
  useErrorText,
  useTexts,
} from '@tessera/kit';
import { IconStar } from '@tessera/kit/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';

/**
 * The entry of a menu that keeps a table, an app or a record at hand, or no longer. They are asked for where `asked`; else
 * it knows what somebody else asked for, as the sidebar does.
 */
export const useFavorites = (asked: boolean): ((place: FavoritePlace) => MenuItem) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const client = useQueryClient();
  const { data = [] } = useQuery({ ...favoritesQuery, enabled: asked });
  return (place) => {
    const on = data.some((one) => samePlace(one, place));
    const put = async (): Promise<void> => {
      try {
        const now = await client.fetchQuery({ ...favoritesQuery, staleTime: 0 });
        const others = now.filter((one) => !samePlace(one, place));
        await putFavorites(on ? others : [...others, place]);
      } catch (error) {
        toast({ kind: 'error', message: t('error.notSaved'), detail: errorText(error) });
      }
      await client.invalidateQueries({ queryKey: favoritesQuery.queryKey });
    };
    return {
      id: 'favorite',
      label: t(on ? 'menu.unfavorite' : 'menu.favorite'),
      icon: IconStar,
      onSelect: () => void put(),
    };
  };
};
