import { api, everyPage, type Id } from '@tessera/kit';
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Data, Role, Written } from './model.ts';

export const rolesQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: async ({ signal }) => (await api.post('/profile/list', { body: {}, signal })).profiles,
});

export const tablesQuery = queryOptions({
  queryKey: ['role-tables'],
  queryFn: async ({ signal }) => (await api.get('/v3/tables', { signal })).tables,
});

export const tableFieldsQuery = (table: Id) =>
  queryOptions({
    queryKey: ['role-table-fields', table],
    queryFn: async ({ signal }) => (await api.get('/v3/tables/{table}', { path: { table }, signal })).fields,
  });

export const appsQuery = queryOptions({
  queryKey: ['role-apps'],
  queryFn: async ({ signal }) => (await api.get('/v3/apps', { signal })).apps,
});

export const pagesQuery = queryOptions({
  queryKey: ['role-pages'],
  queryFn: async ({ signal }) =>
    (await api.get('/v3/doc-pages', { signal })).pages.map(({ id, title }) => ({ id, label: title, color: null })),
});

export const foldersQuery = queryOptions({
  queryKey: ['role-folders'],
  queryFn: async ({ signal }) => (await api.get('/v3/folders', { signal })).folders,
});

export const peopleQuery = queryOptions({
  queryKey: ['role-people'],
  queryFn: ({ signal }) =>
    everyPage(async (after) => {
      const { users, next } = await api.get('/v3/users', { query: after === undefined ? {} : { after }, signal });
      return { entries: users, next };
    }),
});

const anew = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: rolesQuery.queryKey }),
    client.invalidateQueries({ queryKey: ['users'] }),
    client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  ]);
};

export type New = { readonly name: string; readonly color: string };

/** What changes roles, each with the commit by which it can be taken back. */
export const useRoleCalls = () => {
  const client = useQueryClient();
  return {
    create: async ({ name, color }: New): Promise<string> => {
      const { id } = await api.post('/profile/create', { body: { profile_name: name, color } });
      await anew(client);
      return id;
    },
    duplicate: async (role: Role, name: string): Promise<string> => {
      const body = { profile_id: role.id_profile, profile_name: name };
      const { id } = await api.post('/v4/duplicate/profile', { body });
      await anew(client);
      return id;
    },
    update: async (id: string, change: Written): Promise<string | null> => {
      const { commit } = await api.send('post', '/profile/update', { body: { profile_id: id, ...change } });
      return commit;
    },
    remove: async (id: string, to: string): Promise<string | null> => {
      const body = { profile_id: id, users_new_profile: to };
      const { commit } = await api.send('post', '/profile/delete', { body });
      await anew(client);
      return commit;
    },
    undo: async (commit: Id): Promise<void> => {
      await api.send('post', '/v3/undo/{id}', { path: { id: commit }, body: {} });
      await anew(client);
    },
    /** Sees the workspace as the role. The page begins anew, so that nothing of what it held is shown by these eyes. */
    viewAs: async (roleId: string): Promise<void> => {
      await api.post('/v3/view-as', { body: { roleId } });
      location.assign('/home');
    },
    anew: () => anew(client),
    /** Shows a change before the server has it. */
    show: (
      id: string,
      change: Partial<Pick<Role, 'name' | 'color' | 'initial_url'>> & { profile_data?: Data },
    ): void => {
      client.setQueryData(rolesQuery.queryKey, (all) =>
        all?.map((role) => (role.id_profile === id ? { ...role, ...change } : role)),
      );
    },
  };
};
