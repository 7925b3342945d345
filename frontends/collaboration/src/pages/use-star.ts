import { favoritesQuery, putFavorites, samePlace, toast, useErrorText, useTexts } from '@tessera/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';

/** Whether somebody keeps a page at hand, and how that is changed. */
export const useStar = (id: string) => {
  const t = useTexts('collaboration');
  const errorText = useErrorText('collaboration');
  const client = useQueryClient();
  const { data } = useQuery(favoritesQuery);
  const place = { type: 'doc-page', id } as const;
  const on = data?.some((one) => samePlace(one, place)) === true;
  const toggle = async (): Promise<void> => {
    if (data === undefined) return;
    try {
      await putFavorites(on ? data.filter((one) => !samePlace(one, place)) : [...data, place]);
    } catch (error) {
      toast({ kind: 'error', message: t('pages.notSaved'), detail: errorText(error) });
    }
    await client.invalidateQueries({ queryKey: favoritesQuery.queryKey });
  };
  return { on, toggle };
};
