import { createdPosition, fold, invalid } from '@tessera/kernel';
import type { Operand, PageQuery, Predicate, StorageKind } from '@tessera/kernel';

/** Bounds of a query tree (SECURITY.md 4): the edge has tighter ones; these protect the store from any caller. */
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
} as const;

const systemKinds: Readonly<Record<string, StorageKind>> = {
  _created_at: 'instant',
  [createdPosition]: 'instant',
  _created_by: 'user',
  _updated_at: 'instant',
  _updated_by: 'user',
};
const columnName = /^c\d{1,9}_\d{1,9}$/;

/**
 * Checks that a column has the shape of a generated name; everything else would be text inside a statement. Throws
 * `query.unknown_column`.
 */
export const checkColumn = (column: string): void => {
  if (!columnName.test(column) && systemKinds[column] === undefined)
    throw invalid('query.unknown_column', 'Unknown column', { column });
};

export const isSystemColumn = (column: string): boolean => column in systemKinds;

const unsupported = (op: string, operand: Operand) =>
  invalid('query.unsupported_operator', `${op} does not apply to ${operand.storage}`, { op, storage: operand.storage });

/**
 * Which operators a storage kind has; the same for every store and the evaluator. Throws `query.unsupported_operator`.
 */
export const checkOperator = (op: string, operand: Operand): void => {
  const { storage } = operand;
  const list = storage === 'options' || storage === 'users';
  const single = storage === 'option' || storage === 'user';
  if (op === 'contains' || op === 'startsWith' || op === 'endsWith') {
    if (storage !== 'text') throw unsupported(op, operand);
  } else if (op === 'hasAny' || op === 'hasAll' || op === 'hasNone') {
    if (!list && !single) throw unsupported(op, operand);
  } else if (op === 'in') {
    if (storage !== 'text' && !single && !list) throw unsupported(op, operand);
  } else if (list && op !== 'empty' && op !== 'notEmpty') throw unsupported(op, operand);
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
  for (const { by } of query.sort ?? []) checkColumn(by.column);
  for (const { column } of query.search?.columns ?? []) checkColumn(column);
  for (const { or } of query.search?.also ?? []) for (const meant of or) checkPredicate(meant, 0, count);
  if ((query.select?.length ?? 0) > limits.select) throw invalid('query.too_large', 'Too many columns');
  for (const { column, storage, cut } of query.select ?? []) {
    checkColumn(column);
    if (cut !== undefined && !(storage === 'text' && Number.isInteger(cut) && cut > 0))
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
