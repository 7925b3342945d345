import { api, toast, useErrorText, useTexts } from '@tessera/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const queryKey = ['favorites'];

/** Whether somebody keeps a page at hand, and how that is changed. */
export const useStar = (id: string) => {
  const t = useTexts('collaboration');
  const errorText = useErrorText('collaboration');
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.get('/v3/favorites', { signal })).favorites,
  });
  const on = data?.some((one) => one.type === 'doc-page' && one.id === id) === true;
  const toggle = async (): Promise<void> => {
    if (data === undefined) return;
    const kept = data.map((one) => ({ type: one.type, id: one.id }));
    const favorites = on
      ? kept.filter((one) => !(one.type === 'doc-page' && one.id === id))
      : [...kept, { type: 'doc-page' as const, id }];
    try {
      await api.put('/v3/favorites', { body: { favorites } });
    } catch (error) {
      toast({ kind: 'error', message: t('pages.notSaved'), detail: errorText(error) });
    }
    await client.invalidateQueries({ queryKey });
  };
  return { on, toggle };
};
