import { api } from '@tessera/kit';
import type { FoundPlace } from '@tessera/kit/manifest';

/** Pages by their titles and the beginnings of their texts. */
export const find = async (search: string, signal: AbortSignal): Promise<readonly FoundPlace[]> => {
  const { pages } = await api.get('/v3/doc-pages', { query: { search }, signal });
  return pages.map(({ id, title }) => ({ id, label: title, to: `/doc-page/${id}` }));
};
