import { type Answered, api, type Asked, type Id } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type Token = Answered<'get_api_token_id'>;
export type Scope = NonNullable<Token['scopes']>[number];
export type Access = Scope['access'];
export type NewToken = Asked<'post_api_token'>;

export const tokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: ({ signal }) => api.get('/v3/api-token', { signal }),
  staleTime: 0,
});

/** The tables that this person may see, with what they may do there. */
export const tablesQuery = queryOptions({
  queryKey: ['api-tables'],
  queryFn: async ({ signal }) => (await api.get('/v3/tables', { signal })).tables,
});

export const makeToken = (body: NewToken): Promise<Token> => api.post('/v3/api-token', { body });

export const changeToken = (id: Id, body: Asked<'put_api_token_id'>): Promise<unknown> =>
  api.put('/v3/api-token/{id}', { path: { id }, body });

export const regenerateToken = (id: Id): Promise<Token> => api.post('/v3/api-token/{id}/generate', { path: { id } });

export const deleteToken = (id: Id): Promise<unknown> => api.delete('/v3/api-token/{id}', { path: { id } });
