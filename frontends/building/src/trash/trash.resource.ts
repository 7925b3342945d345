import { type Answered, api, type Id } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type TrashItem = Answered<'get_trash'>['items'][number];

export const trashQuery = queryOptions({
  queryKey: ['trash'],
  queryFn: async ({ signal }) => (await api.get<Answered<'get_trash'>>('/v3/trash', { signal })).items,
  staleTime: 0,
});

export const restoreItem = ({ id, type }: TrashItem): Promise<void> =>
  api.post(`/v3/trash/${encodeURIComponent(id)}/restore`, { type });

export const archiveTable = (id: Id): Promise<void> => api.delete(`/v3/tables/${encodeURIComponent(id)}`);
