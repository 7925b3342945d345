import { type Answered, api, type Language } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';
import { queries } from '../session/session.resource.ts';

export type ForYou = Answered<'get_notifications'>;
export type Notification = ForYou['notifications'][number];

export type Filter = 'unread' | 'bookmarked' | 'read' | 'snoozed';

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

/** Puts one off until a time, or has it back with null. */
export const snooze = async (id: string, until: string | null): Promise<void> => {
  await api.post('/v3/notifications/{id}/snooze', { path: { id }, body: { until } });
  await refreshNotifications();
};

export type Receiver = Answered<'get_notifications_id_forward'>['people'][number];

/** Whom one can be forwarded to, and who of them may open what it tells of. */
export const receiversQuery = (id: string, search: string) =>
  queryOptions({
    queryKey: ['receivers', id, search],
    queryFn: ({ signal }) => api.get('/v3/notifications/{id}/forward', { path: { id }, query: { search }, signal }),
    placeholderData: (before) => before,
  });

export const forward = (id: string, userId: string): Promise<unknown> =>
  api.post('/v3/notifications/{id}/forward', { path: { id }, body: { userId } });
