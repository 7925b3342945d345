import { isChoice, isList, isPerson, typeOfField } from '@tessera/fields';
import type { Field, Filter, Id, SelectOption, Table, User, ViewConfig } from '@tessera/kit';

/** What a board says of one of its columns. `key`: the option or person; null for records without a value. */
export type Lane = {
  readonly key: string | null;
  readonly hidden?: boolean;
  readonly folded?: boolean;
  readonly color?: string;
  /** How many records are too many. */
  readonly limit?: number;
};

/** A column as it is drawn. */
export type BoardColumn = Lane & {
  /** Empty for records without a value. */
  readonly name: string;
  readonly color: string;
  readonly user?: User;
};

export const canBeColumns = (field: Field): boolean => {
  const kind = typeOfField(field)?.storage;
  return isChoice(kind) || isPerson(kind);
};

/** Whether a record may have several of the field's values. */
export const takesSeveral = (field: Field): boolean => isList(typeOfField(field)?.storage);

/** The field whose values are the columns: the one that is chosen, else the first that takes one option, else any. */
export const boardField = (table: Pick<Table, 'fields'>, config: ViewConfig): Field | undefined => {
  const able = table.fields.filter(canBeColumns);
  const rank = (field: Field): number => {
    const kind = typeOfField(field)?.storage;
    return (isChoice(kind) ? 0 : 2) + (isList(kind) ? 1 : 0);
  };
  return able.find(({ id }) => id === config['kanban_field']) ?? able.toSorted((a, b) => rank(a) - rank(b))[0];
};

const isLane = (one: unknown): one is Lane => typeof one === 'object' && one !== null && 'key' in one;

export const lanesOf = (config: ViewConfig): readonly Lane[] => {
  const lanes = config['kanban_columns'];
  return Array.isArray(lanes) ? lanes.filter(isLane) : [];
};

/** More people than this have a column only where they have records or the view names them. */
const mostPeople = 30;

/**
 * The columns of a board in their order, with the hidden ones: first as the view has them, then what it does not name.
 * `present`: the values that records have.
 */
export const columnsOf = (
  field: Field,
  config: ViewConfig,
  users: readonly User[],
  present: ReadonlySet<string>,
): readonly BoardColumn[] => {
  const lanes = new Map(lanesOf(config).map((lane) => [lane.key, lane]));
  const people = users.filter(({ erased, active }) => !erased && active);
  const values: readonly { readonly key: string; readonly name: string; readonly color: string; user?: User }[] =
    isPerson(typeOfField(field)?.storage)
      ? users
          .filter((user) => present.has(user.id) || lanes.has(user.id) || (people.length <= mostPeople && user.active))
          .map((user) => ({ key: user.id, name: user.name, color: 'neutral', user }))
      : (field.props.options ?? []).map(({ id, label, color }: SelectOption) => ({ key: id, name: label, color }));
  const none = { key: null, name: '', color: 'neutral' };
  const all = config['kanban_disable_default_column'] === true ? values : [none, ...values];
  const known = new Map<string | null, (typeof all)[number]>(all.map((one) => [one.key, one]));
  const named = [...lanes.keys()].flatMap((key) => known.get(key) ?? []);
  return [...named, ...all.filter(({ key }) => !lanes.has(key))].map((one) => ({ ...one, ...lanes.get(one.key) }));
};

/** Changes what a view says of one column. */
export const withLane = (
  config: ViewConfig,
  columns: readonly BoardColumn[],
  key: string | null,
  change: (lane: Lane) => Lane,
): ViewConfig => withLanes(config, columns, (lanes) => lanes.map((lane) => (lane.key === key ? change(lane) : lane)));

/** Puts a column at another place; `to` counts the columns without it. */
export const withLaneAt = (
  config: ViewConfig,
  columns: readonly BoardColumn[],
  key: string | null,
  to: number,
): ViewConfig =>
  withLanes(config, columns, (lanes) => {
    const moved = lanes.filter((lane) => lane.key === key);
    const rest = lanes.filter((lane) => lane.key !== key);
    return [...rest.slice(0, to), ...moved, ...rest.slice(to)];
  });

const withLanes = (
  config: ViewConfig,
  columns: readonly BoardColumn[],
  change: (lanes: readonly Lane[]) => readonly Lane[],
): ViewConfig => {
  const said = new Map(lanesOf(config).map((lane) => [lane.key, lane]));
  const lanes = change(columns.map(({ key }) => said.get(key) ?? { key }));
  return {
    ...config,
    kanban_columns: lanes.map(({ key, hidden, folded, color, limit }) => ({
      key,
      ...(hidden === true ? { hidden } : {}),
      ...(folded === true ? { folded } : {}),
      ...(color === undefined ? {} : { color }),
      ...(limit === undefined ? {} : { limit }),
    })),
  };
};

/** The condition of a column beside those of the view. */
export const filterOfColumn = (field: Field, key: string | null, filter: Filter | undefined): Filter => {
  const own: Filter =
    key === null
      ? { fieldId: field.id, operator: 'isEmpty' }
      : takesSeveral(field)
        ? { fieldId: field.id, operator: 'hasAnyOf', value: [key] }
        : { fieldId: field.id, operator: 'equals', value: key };
  return filter === undefined ? own : { and: [own, filter] };
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** Whether a value of the field belongs into a column. */
export const isIn = (field: Field, value: unknown, key: string | null): boolean => {
  if (takesSeveral(field)) return key === null ? listOf(value).length === 0 : listOf(value).includes(key);
  return key === null ? value === null || value === undefined || value === '' : value === key;
};

/** The value that a record gets by going from a column into another one. */
export const movedValue = (field: Field, value: unknown, from: string | null, to: string | null): unknown => {
  if (!takesSeveral(field)) return to;
  if (to === null) return [];
  const rest = listOf(value).filter((one) => one !== from && one !== to);
  return [...rest, to];
};

/** The field whose total stands over each column: the first that the view totals. */
export const totalOf = (table: Pick<Table, 'fields'>, config: ViewConfig): { field: Field; fn: string } | undefined => {
  for (const { fieldId, total } of config.fields ?? []) {
    const field = table.fields.find(({ id }) => id === fieldId);
    if (field && total !== undefined) return { field, fn: total };
  }
  return undefined;
};

/** A key of a column as the key of a map and of the page. */
export const laneId = (key: string | null): string => key ?? 'none';
export const fieldById = (table: Pick<Table, 'fields'>, id: unknown): Field | undefined =>
  table.fields.find((field) => field.id === (id as Id));
