import { type Answered, api, type Id } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type Build = Answered<'get_builder_create_app_id'>;
export type Part = NonNullable<Build['proposal']>['parts'][number];

/** How often a proposal that is on its way is asked for. */
const lookMs = 2_000;

export const readyQuery = queryOptions({
  queryKey: ['builder'],
  queryFn: ({ signal }) => api.get('/builder/create-app', { signal }),
});

export const buildQuery = (id: Id | null) =>
  queryOptions({
    queryKey: ['build', id],
    queryFn: ({ signal }) => api.get('/builder/create-app/{id}', { path: { id: id! }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? lookMs : false),
  });

export const builderApi = {
  ask: (description: string, attachments: readonly string[]): Promise<Build> =>
    api.post('/builder/create-app', {
      body: { description, ...(attachments.length > 0 && { attachments: [...attachments] }) },
    }),
  accept: (id: Id, without: readonly string[]): Promise<Build> =>
    api.post('/builder/create-app/{id}/accept', { path: { id }, body: { without: [...without] } }),
  drop: (id: Id): Promise<unknown> => api.delete('/builder/create-app/{id}', { path: { id } }),
};
