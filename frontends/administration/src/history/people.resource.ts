import { api } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

/** Everybody of the organization, former members included. */
export const peopleQuery = queryOptions({
  queryKey: ['history-people'],
  queryFn: async ({ signal }) => (await api.get('/v3/users', { signal })).users,
});
