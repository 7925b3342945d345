import { type Answered, api, type Asked, type Filter } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

type Answer = Answered<'get_user_settings_get'>;
export type SettingKey = Answer['settings'][number]['setting_key'];
export type SettingValue = Answer['settings'][number]['setting_value'];
export type NotificationSettings = { readonly sendsMail: boolean; readonly of: ReadonlyMap<SettingKey, SettingValue> };

const read = ({ settings, sends_mail }: Answer): NotificationSettings => ({
  sendsMail: sends_mail,
  of: new Map(settings.map(({ setting_key, setting_value }) => [setting_key, setting_value])),
});

export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: async ({ signal }) => read(await api.get('/user-settings/get', { signal })),
});

export const update = async (body: Asked<'post_user_settings_update'>): Promise<NotificationSettings> =>
  read(await api.post('/user-settings/update', { body }));

export type Mutes = Answered<'get_notifications_mutes'>;

export const readMutes = (signal?: AbortSignal): Promise<Mutes> =>
  api.get('/v3/notifications/mutes', signal === undefined ? {} : { signal });
export const mutesQuery = queryOptions({ queryKey: ['mutes'], queryFn: ({ signal }) => readMutes(signal) });

/** Changes what is muted, as it is now: the kinds are set elsewhere. */
export const putMutes = async (change: (before: Mutes) => Mutes): Promise<Mutes> =>
  api.put('/v3/notifications/mutes', { body: change(await readMutes()) });

export type DigestPlace = Answered<'get_digest_places'>['places'][number];

export const placesQuery = queryOptions({
  queryKey: ['digest-places'],
  queryFn: async ({ signal }) => (await api.get('/v3/digest-places', { signal })).places,
});

/** The digest tells nothing of a place any more. */
export const leaveOut = ({ tableId, recordId, viewId, filter }: DigestPlace) =>
  api.put('/v3/tables/{table}/digest', {
    path: { table: tableId },
    body: {
      inDigest: false,
      ...(recordId !== null && { recordId }),
      ...(viewId !== null && { viewId }),
      ...(filter !== null && { filter: filter as Filter }),
    },
  });
