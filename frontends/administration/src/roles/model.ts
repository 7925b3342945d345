import type { Answered, Asked } from '@tessera/kit';

export type Role = Answered<'post_profile_list'>['profiles'][number];
export type Data = Role['profile_data'];
export type Written = Omit<Asked<'post_profile_update'>, 'profile_id'>;

export const adminRoleId = '1';
export const editorOf = (id: string): string => `/settings/roles/update/${id}/rules`;

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
  pages: { enabled: 'doc_pages_enabled', disabled: 'doc_pages_disabled', levels: ['none', 'view', 'edit', 'full'] },
} as const;
export type Kind = keyof typeof kinds;
export type Level = (typeof kinds)[Kind]['levels'][number];

type Rule = Data['tables_enabled'][string];
type Enabled = Readonly<Record<string, Rule | 'interact'>>;
const enabledOf = (data: Data, kind: Kind): Enabled => data[kinds[kind].enabled];
const levelIn = (rule: Enabled[string] | undefined): Level | undefined =>
  typeof rule === 'object' ? rule.access : rule;
const disabledOf = (data: Data, kind: Kind): readonly string[] => data[kinds[kind].disabled];
const withMaps = (data: Data, kind: Kind, enabled: Enabled, disabled: readonly string[]): Data =>
  ({ ...data, [kinds[kind].enabled]: enabled, [kinds[kind].disabled]: disabled }) as Data;

/** The rule for all; 'none' where there is none. */
export const everyLevel = (data: Data, kind: Kind): Level => levelIn(enabledOf(data, kind)['*']) ?? 'none';

/** What a role opens of one table or app, and whether it has a rule of its own. */
export const levelOf = (data: Data, kind: Kind, id: string): { readonly level: Level; readonly own: boolean } => {
  if (disabledOf(data, kind).includes(id)) return { level: 'none', own: true };
  const own = levelIn(enabledOf(data, kind)[id]);
  return own === undefined ? { level: everyLevel(data, kind), own: false } : { level: own, own: true };
};

/**
 * The rights with another level for one table or app. One that is as the rule for all has no rule of its own; one that is
 * taken from it is left out by name.
 */
export const withLevel = (data: Data, kind: Kind, id: string, level: Level): Data => {
  const { [id]: before, ...others } = enabledOf(data, kind);
  const disabled = disabledOf(data, kind).filter((one) => one !== id);
  const every = everyLevel(data, kind);
  if (level === 'none') return withMaps(data, kind, others, every === 'none' ? disabled : [...disabled, id]);
  // Fields that are left out stay so with every level.
  if (typeof before === 'object')
    return withMaps(data, kind, { ...others, [id]: { ...before, access: level as 'view' } }, disabled);
  return withMaps(data, kind, level === every ? others : { ...others, [id]: level as 'view' }, disabled);
};

/** The rights with another rule for all; without one what has no rule of its own is closed. */
export const withEvery = (data: Data, kind: Kind, level: Level): Data => {
  const { '*': _, ...others } = enabledOf(data, kind);
  if (level === 'none') return withMaps(data, kind, others, []);
  const own = Object.fromEntries(Object.entries(others).filter(([, one]) => one !== level));
  return withMaps(data, kind, { ...own, '*': level as 'view' }, disabledOf(data, kind));
};

/** What a role lets its people do with the values of a field. */
export type FieldLevel = 'write' | 'read' | 'hidden';
export const fieldLevels: readonly FieldLevel[] = ['write', 'read', 'hidden'];

const leftOut = (
  data: Data,
  table: string,
): { readonly hidden: readonly string[]; readonly fixed: readonly string[] } => {
  const rule = data.tables_enabled[table];
  return typeof rule === 'object'
    ? { hidden: rule.hidden_fields ?? [], fixed: rule.read_only_fields ?? [] }
    : { hidden: [], fixed: [] };
};
export const fieldLevel = (data: Data, table: string, field: string): FieldLevel => {
  const { hidden, fixed } = leftOut(data, table);
  return hidden.includes(field) ? 'hidden' : fixed.includes(field) ? 'read' : 'write';
};
/** How many fields of a table are hidden or only read. */
export const leftOutFields = (data: Data, table: string): number => {
  const { hidden, fixed } = leftOut(data, table);
  return hidden.length + fixed.length;
};

/** The rights with another rule for one field of a table that the role opens. */
export const withFieldLevel = (data: Data, table: string, field: string, level: FieldLevel): Data => {
  const access = levelOf(data, 'tables', table).level as 'view';
  const { hidden, fixed } = leftOut(data, table);
  const without = (ids: readonly string[]): string[] => ids.filter((id) => id !== field);
  const rule = data.tables_enabled[table];
  const rows = typeof rule === 'object' ? rule.rows : undefined;
  const next = {
    ...(rows !== undefined && { rows }),
    hidden_fields: level === 'hidden' ? [...without(hidden), field] : without(hidden),
    read_only_fields: level === 'read' ? [...without(fixed), field] : without(fixed),
  };
  const { [table]: _, ...others } = data.tables_enabled;
  const left = rows !== undefined || next.hidden_fields.length + next.read_only_fields.length > 0;
  const every = everyLevel(data, 'tables');
  const enabled = left
    ? { ...others, [table]: { access, ...next } }
    : access === every
      ? others
      : { ...others, [table]: access };
  return withMaps(data, 'tables', enabled, data.tables_disabled);
};

export type RowRule = NonNullable<Exclude<Rule, string>['rows']>;

export const ruleIn = (data: Data, table: string): RowRule | undefined => {
  const rule = data.tables_enabled[table];
  return typeof rule === 'object' ? rule.rows : undefined;
};

/** The rights with another rule for the records of a table that the role opens; without one it shows all of them. */
export const withRows = (data: Data, table: string, rows: RowRule | undefined): Data => {
  const { [table]: before, ...others } = data.tables_enabled;
  const access = levelOf(data, 'tables', table).level as 'view';
  const { rows: _, ...rest } = typeof before === 'object' ? before : { access };
  const rule = { ...rest, access, ...(rows !== undefined && { rows }) };
  const bare = Object.keys(rule).length === 1;
  const every = everyLevel(data, 'tables');
  const enabled = !bare ? { ...others, [table]: rule } : access === every ? others : { ...others, [table]: access };
  return { ...data, tables_enabled: enabled };
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
  const { flags = {}, tables_enabled = {}, dashboards_enabled = {}, ...more } = value;
  const { pages_enabled = {}, doc_pages_enabled = {}, tables_disabled = [], dashboards_disabled = [], ...lists } = more;
  const { pages_disabled = [], doc_pages_disabled = [], admin: _admin, ...unknown } = lists;
  const maps = { flags, tables_enabled, dashboards_enabled, pages_enabled, doc_pages_enabled };
  const named = { tables_disabled, dashboards_disabled, pages_disabled, doc_pages_disabled };
  if (Object.keys(unknown).length > 0) return undefined;
  if (!Object.values(maps).every(isObject) || !Object.values(named).every(Array.isArray)) return undefined;
  return { admin: false, ...maps, ...named } as Data;
};
