import { notificationKinds, type NotificationKind } from '../inbox/evolve.ts';
import { languages } from '../languages.ts';
import { invalid } from '../refusals.ts';
import type { DeliveriesChange } from './decide.ts';
import type { Deliveries } from './evolve.ts';

/** What the keys of settings call a kind (the administration document 3: `user_mention_notification_email`). */
const named = {
  assigned: 'assignment',
  mentioned: 'mention',
  import: 'import',
  operation: 'operation',
  automation: 'automation',
  task: 'task',
  message: 'message',
  usage: 'usage',
  late: 'time_limit',
} as const satisfies Record<NotificationKind, string>;
const ways = { tessera: 'inbox', email: 'mail', push: 'push' } as const;
type WayName = keyof typeof ways;
const wayNames = Object.keys(ways) as readonly WayName[];

type WayKey = `user_${(typeof named)[NotificationKind]}_notification_${WayName}`;
const keyOf = (kind: NotificationKind, way: WayName): WayKey => `user_${named[kind]}_notification_${way}`;

const parts = {
  user_notification_digest: 'digest',
  user_notification_digest_hour: 'digestHour',
  user_notification_digest_weekday: 'digestWeekday',
  user_notification_language: 'language',
  user_notification_timezone: 'timezone',
} as const;
type PartKey = keyof typeof parts;
const partKeys = Object.keys(parts) as readonly PartKey[];

const wayOf = new Map<string, { readonly kind: NotificationKind; readonly way: (typeof ways)[WayName] }>(
  notificationKinds.flatMap((kind) => wayNames.map((way) => [keyOf(kind, way), { kind, way: ways[way] }] as const)),
);

export type SettingKey = WayKey | PartKey;
export type SettingValue = boolean | number | string;
export const settingKeys = [...wayOf.keys(), ...partKeys] as SettingKey[];

/** All settings of a person, in the order of their keys. */
export const settingsOf = (
  muted: readonly string[],
  deliveries: Deliveries,
): readonly { readonly setting_key: SettingKey; readonly setting_value: SettingValue }[] => [
  ...notificationKinds.flatMap((kind) =>
    wayNames.map((name) => {
      const on = {
        tessera: !muted.includes(kind),
        email: deliveries.mailKinds.includes(kind),
        push: deliveries.pushKinds.includes(kind),
      };
      return { setting_key: keyOf(kind, name), setting_value: on[name] };
    }),
  ),
  ...partKeys.map((key) => {
    const value = deliveries[parts[key]];
    return { setting_key: key, setting_value: key === 'user_notification_digest' && value === '' ? 'off' : value };
  }),
];

const isZone = (text: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
const within = (value: SettingValue, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most;

/** What one setting asks for; refused where it cannot have this value. */
export const changeOf = (key: SettingKey, value: SettingValue): DeliveriesChange => {
  const found = wayOf.get(key);
  if (found !== undefined && typeof value === 'boolean') return { ...found, on: value };
  switch (key) {
    case 'user_notification_digest':
      if (value === 'off') return { part: 'digest', value: '' };
      if (value === 'day' || value === 'week') return { part: 'digest', value };
      break;
    case 'user_notification_digest_hour':
      if (within(value, 23)) return { part: 'digestHour', value };
      break;
    case 'user_notification_digest_weekday':
      if (within(value, 6)) return { part: 'digestWeekday', value };
      break;
    case 'user_notification_language':
      if (value === '' || languages.some((one) => one === value)) return { part: 'language', value: String(value) };
      break;
    case 'user_notification_timezone':
      if (typeof value === 'string' && (value === '' || isZone(value))) return { part: 'timezone', value };
      break;
  }
  throw invalid('settings.value');
};
