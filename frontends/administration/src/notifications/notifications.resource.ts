import { type Answered, api, type Asked } from '@tessera/kit';
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
