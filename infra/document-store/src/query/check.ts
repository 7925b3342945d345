import { createdPosition, fold, isDated, recordIdColumn } from '@tessera/kernel';
import type { GroupQuery, Operand, PageQuery, Predicate, StorageKind } from '@tessera/kernel';
import type { Asked } from '../kinds/kind.ts';
import { checkAggregate } from './aggregate.ts';
import { isKeyed, storeKinds } from './values.ts';
import { invalid } from '../refusals.ts';

/** Bounds of a query tree (docs/security.md 4): the edge has tighter ones; these protect the store from any caller. */
const limits = {
  depth: 20,
  leaves: 2000,
  values: 10_000,
  pageRows: 10_000,
  offset: 10_000_000,
  sorts: 10,
  searchWords: 10,
  searchLength: 200,
  select: 1000,
  groupLevels: 3,
  groupAggregates: 20,
  groups: 10_000,
} as const;

const systemKinds: Readonly<Record<string, StorageKind>> = {
  _created_at: 'instant',
  [createdPosition]: 'instant',
  _created_by: 'user',
  _updated_at: 'instant',
  _updated_by: 'user',
  [recordIdColumn]: 'user',
};
const columnName = /^c\d{1,9}_\d{1,9}(?:_[a-z]{2}[A-Za-z0-9]{0,30})?$/;

/**
 * Checks that a column has the shape of a generated name; everything else would be text inside a statement. Throws
 * `query.unknown_column`.
 */
export const checkColumn = (column: string): void => {
  if (!columnName.test(column) && systemKinds[column] === undefined)
    throw invalid('query.unknown_column', 'Unknown column', { column });
};

export const isSystemColumn = (column: string): boolean => column in systemKinds;

type Leaf = Extract<Predicate, { readonly left: Operand }>;

const askedBy: Readonly<Record<Exclude<Leaf['op'], 'empty' | 'notEmpty'>, Asked>> = {
  eq: 'order',
  ne: 'order',
  lt: 'order',
  le: 'order',
  gt: 'order',
  ge: 'order',
  contains: 'parts',
  startsWith: 'parts',
  endsWith: 'parts',
  in: 'in',
  hasAny: 'has',
  hasAll: 'has',
  hasNone: 'has',
};

const unsupported = (op: string, operand: Operand) =>
  invalid('query.unsupported_operator', `${op} does not apply to ${operand.storage}`, { op, storage: operand.storage });

/**
 * Which operators a storage kind has; the same for every store and the evaluator. Throws `query.unsupported_operator`.
 */
export const checkOperator = (op: Leaf['op'], operand: Operand): void => {
  if (op === 'empty' || op === 'notEmpty') return;
  if (!storeKinds[operand.storage].asked.has(askedBy[op])) throw unsupported(op, operand);
};

const checkPredicate = (predicate: Predicate, depth: number, count: { leaves: number }): void => {
  if (depth > limits.depth) throw invalid('query.too_deep', 'The filter is nested too deeply');
  switch (predicate.op) {
    case 'and':
    case 'or':
      for (const item of predicate.items) checkPredicate(item, depth + 1, count);
      return;
    case 'not':
      checkPredicate(predicate.item, depth + 1, count);
      return;
    default:
      if (++count.leaves > limits.leaves) throw invalid('query.too_large', 'The filter has too many conditions');
      checkColumn(predicate.left.column);
      checkOperator(predicate.op, predicate.left);
      if ('values' in predicate && predicate.values.length > limits.values)
        throw invalid('query.too_large', 'The filter has too many values');
  }
};

/** The parts of a query that decide which rows it has and in which order. */
export type QueryCore = Pick<PageQuery, 'table' | 'where' | 'allow'> &
  Partial<Pick<PageQuery, 'sort' | 'search' | 'deleted'>>;

/**
 * Checks names, operators and bounds of a query before it is compiled or evaluated. Throws a Rejection of kind invalid.
 */
export const checkQuery = (
  query: QueryCore & Partial<Pick<PageQuery, 'select' | 'limit' | 'offset' | 'bytes'>>,
): void => {
  const count = { leaves: 0 };
  checkPredicate(query.where, 0, count);
  checkPredicate(query.allow, 0, count);
  if ((query.sort?.length ?? 0) > limits.sorts) throw invalid('query.too_large', 'Too many sorts');
  for (const { by } of query.sort ?? []) {
    checkColumn(by.column);
    if (storeKinds[by.storage].asked.size === 0) throw unsupported('sort', by);
  }
  for (const { column } of query.search?.columns ?? []) checkColumn(column);
  for (const { or } of query.search?.also ?? []) for (const meant of or) checkPredicate(meant, 0, count);
  if ((query.select?.length ?? 0) > limits.select) throw invalid('query.too_large', 'Too many columns');
  for (const { column, storage, cut } of query.select ?? []) {
    checkColumn(column);
    if (cut !== undefined && !(isKeyed(storage) && Number.isInteger(cut) && cut > 0))
      throw invalid('query.invalid_cut', 'Only texts can be cut, to a number of characters', { column });
  }
  if (
    query.limit !== undefined &&
    !(Number.isInteger(query.limit) && query.limit >= 0 && query.limit <= limits.pageRows)
  ) {
    throw invalid('query.invalid_limit', `A page has 0 to ${limits.pageRows} rows`, { limit: query.limit });
  }
  if (
    query.offset !== undefined &&
    !(Number.isInteger(query.offset) && query.offset >= 0 && query.offset <= limits.offset)
  ) {
    throw invalid('query.invalid_offset', `An offset is 0 to ${limits.offset}`, { offset: query.offset });
  }
};

/** The same of a query for groups. */
export const checkGroups = (query: GroupQuery): void => {
  const { table, where, allow, search, deleted, groups, aggregates, limit } = query;
  checkQuery({
    table,
    where,
    allow,
    sort: groups,
    ...(search !== undefined && { search }),
    ...(deleted !== undefined && { deleted }),
  });
  const columns = new Set(groups.map(({ by, bucket }) => `${by.column} ${bucket?.unit ?? ''}`));
  if (groups.length === 0 || groups.length > limits.groupLevels || columns.size < groups.length)
    throw invalid('query.invalid_groups', `Records are grouped by 1 to ${limits.groupLevels} different columns`);
  for (const { by, bucket } of groups)
    if (bucket !== undefined && !isDated(by.storage)) throw unsupported('bucket', by);
  if (aggregates.length > limits.groupAggregates)
    throw invalid('query.too_large', `A group has at most ${limits.groupAggregates} aggregates`);
  for (const { of, function: fn } of aggregates) {
    checkColumn(of.column);
    checkAggregate(of, fn);
  }
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= limits.groups))
    throw invalid('query.invalid_limit', `A page has 1 to ${limits.groups} groups`, { limit });
};

/** What a word of a search means beside its letters; nothing for most words. */
export const alsoMeant = (search: NonNullable<PageQuery['search']>, word: string): readonly Predicate[] =>
  (search.also ?? []).flatMap((meant) => (meant.word === word ? meant.or : []));

/**
 * The folded words of a contains-search; every one must occur. Empty when there is nothing to look for. Throws
 * `query.too_large`.
 */
export const searchWords = (text: string): readonly string[] => {
  const folded = fold(text);
  if (folded === '') return [];
  if (folded.length > limits.searchLength) throw invalid('query.too_large', 'The search text is too long');
  const words = [...new Set(folded.split(' '))];
  if (words.length > limits.searchWords) throw invalid('query.too_large', 'The search has too many words');
  return words;
};

const isTrue = (predicate: Predicate): boolean => predicate.op === 'and' && predicate.items.every(isTrue);
/** Whether a query asks for all live records of its table. */
export const isEverything = (query: QueryCore): boolean =>
  isTrue(query.where) && isTrue(query.allow) && query.search === undefined && query.deleted !== true;
