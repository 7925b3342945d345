import { api, type Home, type Invitation, type User } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => api.get<Home>('/v3/home', { signal }),
});

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => (await api.get<{ users: readonly User[] }>('/v3/users', { signal })).users,
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }) =>
    (await api.get<{ invitations: readonly Invitation[] }>('/v3/invitations', { signal })).invitations,
});

type Preferences = { readonly preferences: Readonly<Record<string, unknown>> };

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async ({ signal }) => (await api.get<Preferences>('/v3/preferences', { signal })).preferences,
});

/** Keeps a choice of this person on the server; null forgets it. */
export const keepPreference = (key: string, value: unknown): Promise<unknown> =>
  api.put(`/v3/preferences/${encodeURIComponent(key)}`, { value });
