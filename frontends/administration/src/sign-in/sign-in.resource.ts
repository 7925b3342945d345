import { type Answered, api, type Asked } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type Provider = Answered<'get_sign_in_providers'>['providers'][number];
export type NewProvider = Asked<'post_sign_in_providers'>;
export type Change = Asked<'patch_sign_in_providers_id'>;

export const providersQuery = queryOptions({
  queryKey: ['sign-in-providers'],
  queryFn: async ({ signal }) => (await api.get('/v3/sign-in-providers', { signal })).providers,
});
export const rolesQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: async ({ signal }) => (await api.post('/profile/list', { body: {}, signal })).profiles,
});

export const providersApi = {
  make: (body: NewProvider): Promise<{ id: string }> => api.post('/v3/sign-in-providers', { body }),
  change: (id: string, body: Change): Promise<Provider> =>
    api.patch('/v3/sign-in-providers/{id}', { path: { id }, body }),
  remove: async (id: string): Promise<void> => {
    await api.delete('/v3/sign-in-providers/{id}', { path: { id } });
  },
};
