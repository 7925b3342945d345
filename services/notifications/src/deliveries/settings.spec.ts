import { describe, expect, it } from 'vitest';
import { deliveriesOf } from './evolve.ts';
import { changeOf, settingKeys, settingsOf, type SettingKey, type SettingValue } from './settings.ts';

const code = (key: SettingKey, value: SettingValue): unknown => {
  try {
    return changeOf(key, value);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('settings of notifications', () => {
  it('name each kind with each way, and the parts of the digest', () => {
    const all = settingsOf(['task'], deliveriesOf(undefined));
    expect(all.map(({ setting_key }) => setting_key).toSorted()).toEqual(settingKeys.toSorted());
    const of = new Map(all.map(({ setting_key, setting_value }) => [setting_key, setting_value]));
    expect(of.get('user_mention_notification_email')).toBe(true);
    expect(of.get('user_mention_notification_tessera')).toBe(true);
    expect(of.get('user_task_notification_tessera')).toBe(false);
    expect(of.get('user_import_notification_push')).toBe(false);
    expect(of.get('user_notification_digest')).toBe('off');
  });
  it('are what they can be, and nothing else', () => {
    expect(code('user_mention_notification_email', false)).toEqual({ kind: 'mentioned', way: 'mail', on: false });
    expect(code('user_mention_notification_email', 'no')).toBe('settings.value');
    expect(code('user_notification_digest', 'off')).toEqual({ part: 'digest', value: '' });
    expect(code('user_notification_digest', 'month')).toBe('settings.value');
    expect(code('user_notification_digest_hour', 24)).toBe('settings.value');
    expect(code('user_notification_digest_weekday', 6)).toEqual({ part: 'digestWeekday', value: 6 });
    expect(code('user_notification_language', 'fr')).toBe('settings.value');
    expect(code('user_notification_timezone', 'Europe/Lisbon')).toEqual({ part: 'timezone', value: 'Europe/Lisbon' });
    expect(code('user_notification_timezone', 'Mars/Base')).toBe('settings.value');
  });
});
