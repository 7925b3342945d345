import { type Answered, api } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';
import { queries } from '../session/session.resource.ts';

export type Mail = Answered<'get_mails'>['mails'][number];

/** So many more at a time, as long as there are. */
const aPage = 100;

/** The newest first, a page at a time. */
export const mailsQuery = {
  queryKey: ['mails'],
  queryFn: ({ pageParam: after, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    api.get('/v3/mails', { query: { limit: aPage, after }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Answered<'get_mails'>) => next,
};

/** Whether this installation sends mail. */
export const sendsMailQuery = queryOptions({
  queryKey: ['mails', 'sends'],
  queryFn: async ({ signal }) => (await api.get('/v3/mails', { query: { limit: 1 }, signal })).sends,
});

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['mails', id],
    queryFn: ({ signal }) => api.get('/v3/mails/{id}', { path: { id }, signal }),
    // It may hold a link that lets somebody in: kept no longer than it is shown.
    gcTime: 0,
  });

/** Sends a mail that was kept or set aside. */
export const sendMail = async (id: string): Promise<void> => {
  await api.post('/v3/mails/{id}/replay', { path: { id } });
  await queries.invalidateQueries({ queryKey: mailsQuery.queryKey });
};
