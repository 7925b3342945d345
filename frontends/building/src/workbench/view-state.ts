import { partsOf, typeOfShortcut } from '@tessera/proto/views';
import type { AggregateFunction, Field, Id, Table, View, ViewConfig } from '@tessera/kit';

export type TableShape = Pick<Table, 'fields' | 'labelFieldId'>;
/** What a view says of a field. */
export type Entry = NonNullable<ViewConfig['fields']>[number];

/**
 * Every field of the table in the order of the view: what the view names first, then what was added since. The label
 * field leads.
 */
export const entriesOf = (table: TableShape, config: ViewConfig): readonly (Entry & { readonly field: Field })[] => {
  const byId = new Map(table.fields.map((field) => [field.id, field]));
  const named = (config.fields ?? []).flatMap((entry) => {
    const field = byId.get(entry.fieldId);
    return field ? [{ ...entry, field }] : [];
  });
  const known = new Set(named.map((entry) => entry.fieldId));
  const all = [
    ...named,
    ...table.fields.filter((field) => !known.has(field.id)).map((field) => ({ fieldId: field.id, field })),
  ];
  const label = all
    .filter((entry) => entry.fieldId === table.labelFieldId)
    .map((entry) => ({ ...entry, hidden: false }));
  return [...label, ...all.filter((entry) => entry.fieldId !== table.labelFieldId)];
};

/** The entries of fields that are shown. */
export const shownEntries = (table: TableShape, config: ViewConfig): ReturnType<typeof entriesOf> =>
  entriesOf(table, config).filter((entry) => entry.hidden !== true);

const withEntries = (config: ViewConfig, entries: readonly (Entry & { readonly field?: Field })[]): ViewConfig => ({
  ...config,
  fields: entries.map(({ fieldId, hidden, width, total }) => ({
    fieldId,
    ...(hidden === true ? { hidden } : {}),
    ...(width === undefined ? {} : { width }),
    ...(total === undefined ? {} : { total }),
  })),
});

/** Changes what a view says of one field. */
export const changeEntry = (
  table: TableShape,
  config: ViewConfig,
  fieldId: Id,
  with_: (entry: Entry) => Entry,
): ViewConfig =>
  withEntries(
    config,
    entriesOf(table, config).map((entry) => (entry.fieldId === fieldId ? with_(entry) : entry)),
  );

export const setHidden = (table: TableShape, config: ViewConfig, fieldId: Id, hidden: boolean): ViewConfig =>
  fieldId === table.labelFieldId ? config : changeEntry(table, config, fieldId, (entry) => ({ ...entry, hidden }));

/** Shows or hides every field at once; the label field stays. */
export const setAllHidden = (table: TableShape, config: ViewConfig, hidden: boolean): ViewConfig =>
  withEntries(
    config,
    entriesOf(table, config).map((entry) => ({ ...entry, hidden: hidden && entry.fieldId !== table.labelFieldId })),
  );

export const setTotal = (
  table: TableShape,
  config: ViewConfig,
  fieldId: Id,
  total: AggregateFunction | null,
): ViewConfig =>
  changeEntry(table, config, fieldId, ({ total: _before, ...entry }) => (total === null ? entry : { ...entry, total }));

/**
 * Moves a field before the one that stands at place `to` of the list without it; the label field keeps the first place.
 */
export const moveField = (
  table: TableShape,
  config: ViewConfig,
  fieldId: Id,
  to: number,
  visibleOnly: boolean,
): ViewConfig => {
  const entries = entriesOf(table, config);
  const moving = entries.find((entry) => entry.fieldId === fieldId);
  if (!moving || fieldId === table.labelFieldId) return config;
  const others = entries.filter((entry) => entry.fieldId !== fieldId);
  const counted = visibleOnly ? others.filter((entry) => entry.hidden !== true) : others;
  const before = counted[Math.max(to, 1)];
  const at = before ? others.indexOf(before) : others.length;
  return withEntries(config, [...others.slice(0, at), moving, ...others.slice(at)]);
};

/** A value with the keys of its objects in one order, and without what is not there. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(ordered)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, one]) => one !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, ordered(one)]),
        )
      : value;

/**
 * Whether two configurations show the same, whatever is written out and whatever is left to what is `usual` for the type
 * of view. Of one whose fields are columns those that are not named are shown too.
 */
export const sameConfig = (
  table: TableShape,
  a: ViewConfig,
  b: ViewConfig,
  usual: Readonly<Record<string, unknown>>,
  type?: string,
): boolean => {
  const columns = type === undefined || partsOf(type, 'columns').includes('fields');
  const full = (config: ViewConfig): string => {
    const { sort = [], fields: named = [], ...rest } = config;
    const { fields = [] } = columns ? withEntries(config, entriesOf(table, config)) : { fields: named };
    return JSON.stringify(ordered({ ...usual, ...rest, sort, fields }));
  };
  return full(a) === full(b);
};

/**
 * The view that an address names: its id, the shortcut of a type for its first view, `list` or none for the last used,
 * else the first. Null when an id names no view.
 */
export const viewFor = (views: readonly View[], viewId: string | undefined, last: unknown): View | null => {
  const type = viewId === undefined ? undefined : typeOfShortcut(viewId);
  if (type !== undefined) return views.find((view) => view.type === type) ?? null;
  if (viewId !== undefined && viewId !== 'list') return views.find((view) => view.id === viewId) ?? null;
  return views.find((view) => view.id === last) ?? views[0] ?? null;
};
