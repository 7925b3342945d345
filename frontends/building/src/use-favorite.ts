import { api, type MenuItem, toast, useErrorText, useTexts } from '@tessera/kit';
import { IconStar } from '@tessera/kit/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';

/** The entry of a menu that keeps a table or an app at hand, or no longer. It is asked for while the menu is open. */
export const useFavorite = (type: 'table' | 'app', id: string, opened: boolean): MenuItem => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const client = useQueryClient();
  const queryKey = ['favorites'];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.get('/v3/favorites', { signal })).favorites,
    enabled: opened,
  });
  const on = data.some((one) => one.type === type && one.id === id);
  const put = async (): Promise<void> => {
    const kept = data.map((one) => ({ type: one.type, id: one.id }));
    const favorites = on ? kept.filter((one) => !(one.type === type && one.id === id)) : [...kept, { type, id }];
    try {
      await api.put('/v3/favorites', { body: { favorites } });
    } catch (error) {
      toast({ kind: 'error', message: t('error.notSaved'), detail: errorText(error) });
    }
    await client.invalidateQueries({ queryKey });
  };
  return {
    id: 'favorite',
    label: t(on ? 'menu.unfavorite' : 'menu.favorite'),
    icon: IconStar,
    onSelect: () => void put(),
  };
};
