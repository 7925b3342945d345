import { type Answered, api, type Asked, type Id } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type DocPage = Answered<'get_doc_pages_id'>;

export const pagesQuery = (search: string, archived: boolean) =>
  queryOptions({
    queryKey: ['doc-pages', search, archived],
    queryFn: async ({ signal }) =>
      (
        await api.get('/v3/doc-pages', {
          query: { ...(search !== '' && { search }), ...(archived && { archived: 'true' as const }) },
          signal,
        })
      ).pages,
    placeholderData: (previous) => previous,
  });
export const pageQuery = (id: Id) =>
  queryOptions({
    queryKey: ['doc-page', id],
    queryFn: ({ signal }) => api.get('/v3/doc-pages/{id}', { path: { id }, signal }),
  });
export const versionsQuery = (id: Id) =>
  queryOptions({
    queryKey: ['doc-page', id, 'versions'],
    queryFn: async ({ signal }) =>
      (await api.get('/v3/doc-pages/{id}/versions', { path: { id }, query: {}, signal })).versions,
    staleTime: 0,
  });

export const pagesApi = {
  create: (title: string): Promise<DocPage> => api.post('/v3/doc-pages', { body: { title } }),
  change: (id: Id, body: Asked<'patch_doc_pages_id'>): Promise<DocPage> =>
    api.patch('/v3/doc-pages/{id}', { path: { id }, body }),
  archive: async (id: Id): Promise<string | null> =>
    (await api.send('delete', '/v3/doc-pages/{id}', { path: { id } })).commit,
  restore: (id: Id): Promise<DocPage> => api.post('/v3/doc-pages/{id}/restore', { path: { id }, body: {} }),
  putBack: (id: Id, version: string): Promise<DocPage> =>
    api.post('/v3/doc-pages/{id}/versions/{version}/restore', { path: { id, version }, body: {} }),
  undo: async (commit: string): Promise<void> => {
    await api.post('/v3/undo/{id}', { path: { id: commit }, body: {} });
  },
};
