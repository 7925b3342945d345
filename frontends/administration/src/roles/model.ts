import type { Answered, Asked } from '@tessera/kit';

export type Role = Answered<'post_profile_list'>['profiles'][number];
export type Data = Role['profile_data'];
export type Written = Omit<Asked<'post_profile_update'>, 'profile_id'>;

export const adminRoleId = '1';

/** The switches in their groups; what hangs on another stands below it. */
export const groups = [
  {
    id: 'build',
    flags: [
      { flag: 'create_table' },
      { flag: 'create_dashboard' },
      { flag: 'manage_tricks' },
      { flag: 'manage_workspaces' },
    ],
  },
  {
    id: 'code',
    flags: [
      { flag: 'create_doc_pages' },
      { flag: 'delete_doc_pages', under: 'create_doc_pages' },
      { flag: 'development' },
    ],
  },
  {
    id: 'administer',
    flags: [
      { flag: 'manage_users' },
      { flag: 'manage_profile' },
      { flag: 'access_settings' },
      { flag: 'access_actions_history', under: 'access_settings' },
      { flag: 'customize_org_theme', under: 'access_settings' },
    ],
  },
] as const;
export type Flag = (typeof groups)[number]['flags'][number]['flag'];

const settingsParts: readonly Flag[] = ['access_actions_history', 'customize_org_theme'];

export const hasFlag = (data: Data, flag: Flag): boolean => data.flags[flag] === 1;

/** The rights with one switch turned, and those that go with it (administration section 4). */
export const withFlag = (data: Data, flag: Flag, on: boolean): Data => {
  const turned: Record<string, 0 | 1> = { [flag]: on ? 1 : 0 };
  if (on && settingsParts.includes(flag)) turned['access_settings'] = 1;
  if (!on && flag === 'access_settings') for (const part of settingsParts) turned[part] = 0;
  return { ...data, flags: { ...data.flags, ...turned } };
};

export const kinds = {
  tables: { enabled: 'tables_enabled', disabled: 'tables_disabled', levels: ['none', 'view', 'edit', 'full'] },
  apps: { enabled: 'dashboards_enabled', disabled: 'dashboards_disabled', levels: ['none', 'interact', 'full'] },
} as const;
export type Kind = keyof typeof kinds;
export type Level = (typeof kinds)[Kind]['levels'][number];

const enabledOf = (data: Data, kind: Kind): Readonly<Record<string, string>> => data[kinds[kind].enabled];
const disabledOf = (data: Data, kind: Kind): readonly string[] => data[kinds[kind].disabled];
const withMaps = (
  data: Data,
  kind: Kind,
  enabled: Readonly<Record<string, string>>,
  disabled: readonly string[],
): Data => ({ ...data, [kinds[kind].enabled]: enabled, [kinds[kind].disabled]: disabled }) as Data;

/** The rule for all; 'none' where there is none. */
export const everyLevel = (data: Data, kind: Kind): Level =>
  (enabledOf(data, kind)['*'] as Level | undefined) ?? 'none';

/** What a role opens of one table or app, and whether it has a rule of its own. */
export const levelOf = (data: Data, kind: Kind, id: string): { readonly level: Level; readonly own: boolean } => {
  if (disabledOf(data, kind).includes(id)) return { level: 'none', own: true };
  const own = enabledOf(data, kind)[id] as Level | undefined;
  return own === undefined ? { level: everyLevel(data, kind), own: false } : { level: own, own: true };
};

/**
 * The rights with another level for one table or app. One that is as the rule for all has no rule of its own; one that is
 * taken from it is left out by name.
 */
export const withLevel = (data: Data, kind: Kind, id: string, level: Level): Data => {
  const { [id]: _, ...others } = enabledOf(data, kind);
  const disabled = disabledOf(data, kind).filter((one) => one !== id);
  const every = everyLevel(data, kind);
  if (level === 'none') return withMaps(data, kind, others, every === 'none' ? disabled : [...disabled, id]);
  return withMaps(data, kind, level === every ? others : { ...others, [id]: level }, disabled);
};

/** The rights with another rule for all; without one what has no rule of its own is closed. */
export const withEvery = (data: Data, kind: Kind, level: Level): Data => {
  const { '*': _, ...others } = enabledOf(data, kind);
  if (level === 'none') return withMaps(data, kind, others, []);
  const own = Object.fromEntries(Object.entries(others).filter(([, one]) => one !== level));
  return withMaps(data, kind, { ...own, '*': level }, disabledOf(data, kind));
};

/** How many of these have a rule of their own. */
export const ownRules = (data: Data, kind: Kind, ids: readonly string[]): number =>
  ids.filter((id) => levelOf(data, kind, id).own).length;

export type Said = { readonly can: readonly Flag[]; readonly cannot: readonly Flag[] };

/** The switches in the order of the screen, for the sentence in plain words. */
export const said = (data: Data): Said => {
  const all = groups.flatMap(({ flags }) => flags.map(({ flag }): Flag => flag));
  return { can: all.filter((flag) => hasFlag(data, flag)), cannot: all.filter((flag) => !hasFlag(data, flag)) };
};

/** The rights as the editor of JSON shows them. */
export const toJson = (data: Data): string => JSON.stringify(data, null, 2);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Rights that somebody wrote by hand, what is left out being empty; undefined where their shape is another. The server
 * checks the rest.
 */
export const fromJson = (text: string): Data | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { flags = {}, tables_enabled = {}, dashboards_enabled = {}, ...lists } = value;
  const { tables_disabled = [], dashboards_disabled = [], admin: _admin, ...unknown } = lists;
  const maps = { flags, tables_enabled, dashboards_enabled };
  const named = { tables_disabled, dashboards_disabled };
  if (Object.keys(unknown).length > 0) return undefined;
  if (!Object.values(maps).every(isObject) || !Object.values(named).every(Array.isArray)) return undefined;
  return { admin: false, ...maps, ...named } as Data;
};
