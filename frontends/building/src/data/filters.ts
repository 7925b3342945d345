import { isWritten, typeOfField, type FilterOperator } from '@tessera/fields';
import { knownGroup } from './groups.ts';
import type { Field, Filter, Id, Sort, ViewConfig } from '@tessera/kit';

/** `part`: of a field whose values have parts, the one that is compared. */
export type Leaf = {
  readonly fieldId: Id;
  readonly part?: string | undefined;
  readonly operator: string;
  readonly value?: unknown;
};
export type Group = { readonly joint: 'and' | 'or'; readonly items: readonly Node[] };
export type Node = Leaf | Group;

export const isGroup = (node: Node): node is Group => 'joint' in node;

/** The filter of a view as the builder edits it: always one group at the top. */
export const treeOf = (filter: Filter | undefined): Group => {
  if (filter === undefined) return { joint: 'and', items: [] };
  const node = (one: Filter): Node =>
    'and' in one
      ? { joint: 'and', items: one.and.map(node) }
      : 'or' in one
        ? { joint: 'or', items: one.or.map(node) }
        : one;
  const top = node(filter);
  return isGroup(top) ? top : { joint: 'and', items: [top] };
};

/** What a condition on a field, or on a part of it, may ask. */
export const operatorsOf = (
  field: Pick<Field, 'type' | 'props'> | undefined,
  part?: string,
): readonly FilterOperator[] => {
  const type = field && typeOfField(field);
  return (part === undefined ? type?.operators : type?.partOperators?.[part]) ?? [];
};

const needsValue = (field: Field | undefined, { part, operator }: Leaf): boolean =>
  operatorsOf(field, part).find((one) => one.id === operator)?.value !== 'none';

const filled = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.some((one) => one !== null && one !== '');
  if (typeof value === 'object' && 'relative' in value)
    return !['pastDays', 'nextDays'].includes(String(value.relative)) || ('days' in value && Number(value.days) > 0);
  return true;
};

/** What the platform keeps of each record beside its fields; a program may filter by it. */
const recordFlags: ReadonlySet<Id> = new Set(['draft_flag']);

/** Whether a value stands for whoever looks. */
export const isMe = (value: unknown): boolean => typeof value === 'object' && value !== null && 'currentUser' in value;

/** Several texts typed in one line, set apart by commas; undefined for none. */
export const listOf = (typed: string): readonly string[] | undefined => {
  const list = typed
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return list.length === 0 ? undefined : [...new Set(list)];
};

/** Kinds of value that hold one of what another holds several of. */
const several: Readonly<Record<string, string>> = { text: 'texts', option: 'options', user: 'users' };
const single = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || isMe(value);

/**
 * What stays of a condition's value under an operator that takes another kind: one of what it takes several of, an end of
 * a range. Undefined where nothing does.
 */
export const carried = (value: unknown, from: FilterOperator['value'], to: FilterOperator['value']): unknown => {
  if (from === to) return value;
  const list: readonly unknown[] = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (one) => filled(one) && single(one),
  );
  if (list.length === 0) return undefined;
  if (several[from] === to) return list;
  if (several[to] === from) return list[0];
  const ends = ['number', 'date'];
  if (ends.includes(from) && to === 'range') return [list[0], ''];
  return from === 'range' && ends.includes(to) ? list[0] : undefined;
};

/** An unfinished row filters nothing. */
export const isFinished = (leaf: Leaf, fields: readonly Field[]): boolean => {
  if (recordFlags.has(leaf.fieldId)) return filled(leaf.value);
  const field = fields.find((one) => one.id === leaf.fieldId);
  if (!field || !operatorsOf(field, leaf.part).some((one) => one.id === leaf.operator)) return false;
  return !needsValue(field, leaf) || filled(leaf.value);
};

/** What the server is asked: finished rows only, groups without any left out. */
export const filterOf = (tree: Group, fields: readonly Field[]): Filter | undefined => {
  const build = (node: Node): Filter | undefined => {
    if (!isGroup(node))
      return isFinished(node, fields)
        ? {
            fieldId: node.fieldId,
            ...(node.part === undefined ? {} : { part: node.part }),
            operator: node.operator,
            ...(needsValue(
              fields.find((one) => one.id === node.fieldId),
              node,
            )
              ? { value: node.value }
              : {}),
          }
        : undefined;
    const items = node.items.flatMap((one) => build(one) ?? []);
    if (items.length === 0) return undefined;
    return node.joint === 'and' ? { and: items } : { or: items };
  };
  return build(tree);
};

export const leavesOf = (filter: Filter | undefined): readonly Leaf[] => {
  if (filter === undefined) return [];
  if ('and' in filter) return filter.and.flatMap(leavesOf);
  if ('or' in filter) return filter.or.flatMap(leavesOf);
  return [filter];
};

/** Filter and sort as far as the fields exist: a view may name fields that were deleted since. */
export const known = (filter: Filter | undefined, fields: readonly Field[]): Filter | undefined =>
  filter === undefined ? undefined : filterOf(treeOf(filter), fields);
export const knownSort = (sort: readonly Sort[] | undefined, fields: readonly Field[]): readonly Sort[] =>
  (sort ?? []).filter(({ fieldId, part }) =>
    fields.some(
      (field) => field.id === fieldId && (part === undefined || typeOfField(field)?.parts?.[part] !== undefined),
    ),
  );

/**
 * A view's configuration as it may be saved: without what it says of fields that went, or became of another type, while
 * it was changed.
 */
export const savable = (config: ViewConfig, fields: readonly Field[]): ViewConfig => {
  const { filter: before, sort, group: levels, fields: columns = [], ...rest } = config;
  const group = knownGroup(levels, fields);
  const filter = known(before, fields);
  const sorts = knownSort(sort, fields);
  return {
    ...rest,
    fields: columns.filter((one) => fields.some((field) => field.id === one.fieldId)),
    ...(filter === undefined ? {} : { filter }),
    ...(sorts.length > 0 ? { sort: sorts } : {}),
    ...(group.length > 0 ? { group } : {}),
  };
};

/** The values that a new record needs to stand in the filtered view; rows joined by "or" promise nothing. */
export const prefill = (
  filter: Filter | undefined,
  fields: readonly Field[],
  currentUser: Id,
): Readonly<Record<Id, unknown>> => {
  const values: Record<Id, unknown> = {};
  const take = (one: Filter): void => {
    if ('and' in one) return one.and.forEach(take);
    if ('or' in one) {
      if (one.or.length === 1 && one.or[0]) take(one.or[0]);
      return;
    }
    const field = fields.find((known) => known.id === one.fieldId);
    const type = field && typeOfField(field);
    if (!type || !isWritten(type) || one.fieldId in values) return;
    const { operator, value, part } = one;
    if (part !== undefined) return;
    const me = isMe(value);
    if (operator === 'isTrue') values[one.fieldId] = true;
    else if (operator === 'equals') {
      if (me) values[one.fieldId] = currentUser;
      else if (typeof value !== 'object') values[one.fieldId] = value;
    } else if (operator === 'hasAllOf') values[one.fieldId] = value;
    else if ((operator === 'isAnyOf' || operator === 'hasAnyOf') && Array.isArray(value) && value.length === 1)
      values[one.fieldId] = operator === 'isAnyOf' ? value[0] : value;
  };
  if (filter) take(filter);
  return values;
};

/** Whether a change of these fields can move a record within, or out of, what is shown. */
export const concerns = (fieldIds: readonly Id[], filter: Filter | undefined, sort: readonly Sort[]): boolean => {
  const ids = new Set([...leavesOf(filter).map((leaf) => leaf.fieldId), ...sort.map((one) => one.fieldId)]);
  return fieldIds.some((id) => ids.has(id));
};
