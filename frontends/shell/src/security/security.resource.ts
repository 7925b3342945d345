import { type Answered, api } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';
import { queries } from '../session/session.resource.ts';

export type OwnSession = Answered<'get_sessions'>['sessions'][number];

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api.get('/v3/sessions', { signal })).sessions,
});

export const loginsQuery = queryOptions({
  queryKey: ['logins'],
  queryFn: async ({ signal }) => (await api.get('/v3/logins', { signal })).logins,
});

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => api.get('/v3/second-factor', { signal }),
});

const again = (): Promise<void> => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });

export const endSession = async (id: string): Promise<void> => {
  await api.delete('/v3/sessions/{id}', { path: { id } });
  await again();
};

/** Ends every session but this one; answers how many. */
export const endOtherSessions = async (): Promise<number> => {
  const { ended } = await api.delete('/v3/sessions');
  await again();
  return ended;
};
