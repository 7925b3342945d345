import type { AggregateFunction, Field, Id, Table, View, ViewConfig } from '@tessera/kit';
import type { GridColumn } from '../grid/grid.ts';
import { columnDefault, columnMinimum } from '../grid/model/geometry.ts';

type Entry = NonNullable<ViewConfig['fields']>[number];

/**
 * Every field of the table in the order of the view: what the view names first, then what was added since. The label
 * field leads.
 */
export const entriesOf = (
  table: Pick<Table, 'fields' | 'labelFieldId'>,
  config: ViewConfig,
): readonly (Entry & { readonly field: Field })[] => {
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

export const columnsOf = (table: Pick<Table, 'fields' | 'labelFieldId'>, config: ViewConfig): readonly GridColumn[] =>
  entriesOf(table, config)
    .filter((entry) => entry.hidden !== true)
    .map((entry) => ({
      field: entry.field,
      width: Math.max(columnMinimum, entry.width ?? columnDefault),
      ...(entry.total ? { total: entry.total } : {}),
    }));

const withEntries = (config: ViewConfig, entries: readonly (Entry & { readonly field?: Field })[]): ViewConfig => ({
  ...config,
  fields: entries.map(({ fieldId, hidden, width, total }) => ({
    fieldId,
    ...(hidden === true ? { hidden } : {}),
    ...(width === undefined ? {} : { width }),
    ...(total === undefined ? {} : { total }),
  })),
});

type TableShape = Pick<Table, 'fields' | 'labelFieldId'>;
const change = (table: TableShape, config: ViewConfig, fieldId: Id, with_: (entry: Entry) => Entry): ViewConfig =>
  withEntries(
    config,
    entriesOf(table, config).map((entry) => (entry.fieldId === fieldId ? with_(entry) : entry)),
  );

export const setWidth = (table: TableShape, config: ViewConfig, fieldId: Id, width: number): ViewConfig =>
  change(table, config, fieldId, (entry) => ({ ...entry, width: Math.max(columnMinimum, Math.round(width)) }));

export const setHidden = (table: TableShape, config: ViewConfig, fieldId: Id, hidden: boolean): ViewConfig =>
  fieldId === table.labelFieldId ? config : change(table, config, fieldId, (entry) => ({ ...entry, hidden }));

export const setTotal = (
  table: TableShape,
  config: ViewConfig,
  fieldId: Id,
  total: AggregateFunction | null,
): ViewConfig =>
  change(table, config, fieldId, ({ total: _before, ...entry }) => (total === null ? entry : { ...entry, total }));

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

const plain = (config: ViewConfig): unknown => {
  const { fields, filter, sort, frozen, rowHeight } = config;
  return {
    fields: (fields ?? []).map(({ fieldId, hidden, width, total }) => [
      fieldId,
      hidden === true,
      width ?? null,
      total ?? null,
    ]),
    filter: filter ?? null,
    sort: (sort ?? []).map(({ fieldId, order }) => [fieldId, order]),
    frozen: frozen ?? 1,
    rowHeight: rowHeight ?? 48,
  };
};

/** Whether two configurations show the same, whatever is written out and whatever is left to its default. */
export const sameConfig = (table: TableShape, a: ViewConfig, b: ViewConfig): boolean => {
  const full = (config: ViewConfig): string => JSON.stringify(plain(withEntries(config, entriesOf(table, config))));
  return full(a) === full(b);
};

/**
 * The view that an address names: its id, the shortcut `list` or none for the last used, else the first. Null when an
 * id names no view.
 */
export const viewFor = (views: readonly View[], viewId: string | undefined, last: unknown): View | null => {
  if (viewId !== undefined && viewId !== 'list') return views.find((view) => view.id === viewId) ?? null;
  return views.find((view) => view.id === last) ?? views[0] ?? null;
};
