import { api, everyPage, type User } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => api.get('/v3/home', { signal }),
});

/** The apps that the person may open. */
export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: async ({ signal }) => (await api.get('/v3/apps', { signal })).apps,
});

/** Everybody but those who were forgotten: they are kept for what they did, not as people of the organization. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  select: (users: readonly User[]) => users.filter((user) => !user.erased),
  queryFn: ({ signal }) =>
    everyPage(async (after) => {
      const { users: entries, next } = await api.get('/v3/users', { query: { after }, signal });
      return { entries, next };
    }),
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) =>
    everyPage(async (after) => {
      const { invitations: entries, next } = await api.get('/v3/invitations', { query: { after }, signal });
      return { entries, next };
    }),
});

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async ({ signal }) => (await api.get('/v3/preferences', { signal })).preferences,
});

/** Keeps a choice of this person on the server; null forgets it. */
export const keepPreference = (key: string, value: unknown): Promise<unknown> =>
  api.put('/v3/preferences/{key}', { path: { key }, body: { value } });
