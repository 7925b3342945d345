import { type Answered, api, type Language } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';
import { queries } from '../session/session.resource.ts';

export type ForYou = Answered<'get_notifications'>;
export type Notification = ForYou['notifications'][number];

export type Filter = 'unread' | 'bookmarked' | 'read';

const ask = (language: Language, limit: number, signal: AbortSignal, filter?: Filter): Promise<ForYou> =>
  api.get('/v3/notifications', { query: { language, limit, filter }, signal });

const onHome = 5;
const queryKey = ['notifications'];

/** The newest few, and how many are unread: what the home page and the frame show. */
export const newestQuery = (language: Language) =>
  queryOptions({
    queryKey: [...queryKey, 'newest', language],
    queryFn: ({ signal }) => ask(language, onHome, signal),
  });

/** So many more at a time, as long as there are. */
export const aPage = 50;

/** The newest, so many of them; what was there before stays on screen meanwhile. */
export const listQuery = (language: Language, limit: number, filter?: Filter) =>
  queryOptions({
    queryKey: [...queryKey, 'list', language, limit, filter],
    queryFn: ({ signal }) => ask(language, limit, signal, filter),
    placeholderData: (before) => before,
  });

/** Something is new, or was read elsewhere. */
export const refreshNotifications = (): Promise<void> => queries.invalidateQueries({ queryKey });

export const markRead = async (id: string): Promise<void> => {
  await api.post('/v3/notifications/{id}/read', { path: { id } });
  await refreshNotifications();
};

export const markAllRead = async (): Promise<void> => {
  await api.post('/v3/notifications/read');
  await refreshNotifications();
};

export const bookmark = async (id: string, bookmarked: boolean): Promise<void> => {
  await api.post('/v3/notifications/{id}/bookmark', { path: { id }, body: { bookmarked } });
  await refreshNotifications();
};

export type Mutes = Answered<'get_notifications_mutes'>;

export const mutesQuery = queryOptions({
  queryKey: ['mutes'],
  queryFn: ({ signal }) => api.get('/v3/notifications/mutes', { signal }),
});

export const putMutes = async (mutes: Mutes): Promise<void> => {
  queries.setQueryData(mutesQuery.queryKey, await api.put('/v3/notifications/mutes', { body: mutes }));
};
