import { api } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

/** What the plan has, by its names; asked where something is left to be shown by it. */
export const featuresQuery = queryOptions({
  queryKey: ['plan', 'features'],
  queryFn: ({ signal }) => api.get('/v3/features', { signal }),
  staleTime: 60_000,
});
