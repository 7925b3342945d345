import { type Answered, api, type Id } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type TrashItem = Answered<'get_trash'>['items'][number];

export const trashQuery = queryOptions({
  queryKey: ['trash'],
  queryFn: async ({ signal }) => (await api.get('/v3/trash', { signal })).items,
  staleTime: 0,
});

export const restoreItem = ({ id, type }: TrashItem): Promise<unknown> =>
  api.post('/v3/trash/{id}/restore', { path: { id }, body: { type } });

export const archiveTable = (id: Id): Promise<void> => api.delete('/v3/tables/{table}', { path: { table: id } });

/** Deletes it with all that it holds; nothing brings it back. */
export const eraseItem = ({ id, type }: TrashItem): Promise<void> =>
  api.delete('/v3/trash/{id}', { path: { id }, query: { type } });
