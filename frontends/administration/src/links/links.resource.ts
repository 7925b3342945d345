import { type Answered, api, type Id } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type PublicLink = Answered<'get_public_links'>['links'][number];

export const linksQuery = queryOptions({
  queryKey: ['public-links'],
  queryFn: ({ signal }) => api.get('/v3/public-links', { signal }),
});
export const tablesQuery = queryOptions({
  queryKey: ['public-links', 'tables'],
  queryFn: async ({ signal }) => (await api.get('/v3/tables', { signal })).tables,
});

export const linksApi = {
  setActive: async (id: Id, active: boolean): Promise<string | null> =>
    (await api.send('patch', '/v3/public-links/{id}', { path: { id }, body: { active } })).commit,
  setOff: async (off: boolean): Promise<string | null> =>
    (await api.send('put', '/v3/public-links/off', { body: { off } })).commit,
  undo: async (commit: string): Promise<void> => {
    await api.post('/v3/undo/{id}', { path: { id: commit }, body: {} });
  },
};
