import { type Answered, api, type Asked, type Id } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type TemplateEntry = Answered<'post_template_list'>['templates'][number];
export type Template = Answered<'get_template_id'>;
export type OwnTemplate = Answered<'get_template_my'>['templates'][number];
export type Install = Answered<'get_template_install_id'>;
export type Language = 'en' | 'pt' | 'es' | 'all';

const stale = 60_000;
const lookMs = 500;

export const categoriesQuery = queryOptions({
  queryKey: ['template-categories'],
  queryFn: async ({ signal }) => (await api.get('/template/category/list', { signal })).categories,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Templates of a language; all words and categories are looked for in them here, since they are few. */
export const templatesQuery = (language: Language, search: string) =>
  queryOptions({
    queryKey: ['templates', language, search],
    queryFn: async ({ signal }) =>
      (await api.post('/template/list', { body: { language, ...(search !== '' && { search }) }, signal })).templates,
    staleTime: stale,
  });

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['template', id],
    queryFn: ({ signal }) => api.get('/template/{id}', { path: { id }, signal }),
    staleTime: stale,
  });

export const installTemplate = (slug: string, data: boolean): Promise<Install> =>
  api.post('/template/install', { body: { slug, data } });

/** How far an installation is; asked until it has ended. */
export const installQuery = (id: Id | null) =>
  queryOptions({
    queryKey: ['template-install', id],
    queryFn: ({ signal }) => api.get('/template/install/{id}', { path: { id: id! }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? lookMs : false),
  });

/** Takes an installation back as a whole: its tables and apps go to the trash. */
export const removeInstall = (operationId: Id, overwrite: boolean): Promise<unknown> =>
  api.post('/v3/undo/{id}', {
    path: { id: `apps.${operationId}` },
    body: overwrite ? { conflicts: 'overwrite' } : {},
  });

export const mineQuery = queryOptions({
  queryKey: ['templates', 'mine'],
  queryFn: async ({ signal }) => (await api.get('/template/my', { signal })).templates,
});

export const foldersToShareQuery = queryOptions({
  queryKey: ['folders'],
  queryFn: async ({ signal }) => (await api.get('/v3/folders', { signal })).folders,
});

export const ownApi = {
  save: (body: Asked<'post_template_save'>): Promise<unknown> => api.post('/template/save', { body }),
  remove: async (id: Id): Promise<string | null> =>
    (await api.send('post', '/template/delete', { body: { template_id: id } })).commit,
  undo: (commit: string): Promise<unknown> => api.post('/v3/undo/{id}', { path: { id: commit }, body: {} }),
};
