import { api } from '@tessera/kit';
import type { FoundPlace } from '@tessera/kit/manifest';

const placeOf = ({ id, title }: { readonly id: string; readonly title: string }): FoundPlace => ({
  id,
  label: title,
  to: `/doc-page/${id}`,
});

/** Pages by their titles and the beginnings of their texts. */
export const find = async (search: string, signal: AbortSignal): Promise<readonly FoundPlace[]> => {
  const { pages } = await api.get('/v3/doc-pages', { query: { search }, signal });
  return pages.map(placeOf);
};

/** Of these addresses the pages that the person may still open. */
export const opened = async (addresses: readonly string[], signal: AbortSignal): Promise<readonly FoundPlace[]> => {
  if (!addresses.some((address) => address.startsWith('/doc-page/'))) return [];
  const { pages } = await api.get('/v3/doc-pages', { signal });
  return pages.map(placeOf).filter(({ to }) => addresses.includes(to));
};
