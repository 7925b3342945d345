import { type Answered, api, type Asked } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type Profile = Answered<'get_account_profile'>;
export type Organization = Answered<'get_organization'>;

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.get('/v3/account/profile', { signal }),
});
export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => api.get('/v3/organization', { signal }),
});

export const settingsApi = {
  profile: (body: Asked<'patch_account_profile'>): Promise<Profile> => api.patch('/v3/account/profile', { body }),
  organization: async (body: Asked<'patch_organization'>) => {
    const { data, commit } = await api.send('patch', '/v3/organization', { body });
    return { organization: data, commit };
  },
  photo: async (data: string | null): Promise<void> => {
    if (data === null) await api.delete('/v3/account/photo', {});
    else await api.put('/v3/account/photo', { body: { data } });
  },
  logo: async (data: string | null): Promise<void> => {
    if (data === null) await api.delete('/v3/organization/logo', {});
    else await api.put('/v3/organization/logo', { body: { data } });
  },
  undo: async (commit: string): Promise<void> => {
    await api.post('/v3/undo/{id}', { path: { id: commit }, body: {} });
  },
};
