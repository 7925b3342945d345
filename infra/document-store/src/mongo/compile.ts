import { createdPosition, fold, isOfIds, kinds, recordIdColumn } from '@tessera/kernel';
import type { Operand, PageQuery, Predicate, SelectedColumn, Sort, StorageKind } from '@tessera/kernel';
import type { Document } from 'mongodb';
import { alsoMeant, checkColumn, checkOperator } from '../query/check.ts';
import type { Cursor } from '../query/cursor.ts';
import { isKept, scaled } from '../query/scaled.ts';
import {
  emptiesFirst,
  firstId,
  isJoined,
  isKeyed,
  storeKinds,
  toCompared,
  widthOf,
  type Stored,
} from '../query/values.ts';
import type { TableInfo } from './catalog.ts';
import { toBson, toDecimal } from './cells.ts';
import { comparedField, keyField, storedField } from './names.ts';
import { invalid } from '../refusals.ts';

export const systemKinds: ReadonlyMap<string, StorageKind> = new Map([
  ['_created_at', 'instant'],
  [createdPosition, 'instant'],
  ['_created_by', 'user'],
  ['_updated_at', 'instant'],
  ['_updated_by', 'user'],
  [recordIdColumn, 'user'],
]);

/** Filters are compared by identity with these two. */
const always: Document = {};
const never: Document = { _id: { $in: [] } };

/** All of them, in one object where no field stands in two: a planner finds its way best through that. */
export const allOf = (parts: readonly Document[]): Document => {
  if (parts.includes(never)) return never;
  const rest = parts
    .filter((part) => part !== always)
    .flatMap((part) =>
      '$and' in part && Object.keys(part).length === 1 ? (part['$and'] as readonly Document[]) : [part],
    );
  if (rest.length === 0) return always;
  if (rest.length === 1) return rest[0]!;
  const joined: Document = {};
  const apart: Document[] = [];
  for (const part of rest) {
    if (Object.keys(part).some((field) => field.startsWith('$') || field in joined)) apart.push(part);
    else Object.assign(joined, part);
  }
  return apart.length === 0 ? joined : Object.keys(joined).length === 0 ? { $and: apart } : { ...joined, $and: apart };
};
const anyOf = (parts: readonly Document[]): Document => {
  if (parts.includes(always)) return always;
  const rest = parts.filter((part) => part !== never);
  return rest.length === 0 ? never : rest.length === 1 ? rest[0]! : { $or: rest };
};

/** The operand as the table really stores it. Throws `query.unknown_column`. */
export const resolve = (table: TableInfo, operand: Operand): Operand => {
  checkColumn(operand.column);
  const spec = table.columns.get(operand.column);
  const kind = spec?.kind ?? systemKinds.get(operand.column);
  if (kind === undefined || kind !== operand.storage)
    throw invalid('query.unknown_column', 'Unknown column', { column: operand.column });
  return { ...operand, scale: spec?.scale ?? 0 };
};

type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';
const opposite = { eq: 'ne', ne: 'eq', lt: 'ge', ge: 'lt', gt: 'le', le: 'gt' } as const;
const operator = { eq: '$eq', ne: '$ne', lt: '$lt', le: '$lte', gt: '$gt', ge: '$gte' } as const;

const filled = (field: string): Document => ({ [field]: { $ne: null } });
const empty = (field: string): Document => ({ [field]: { $eq: null } });

/**
 * Decimals compare as decimals: a value between two numbers of the column's scale, or beyond them all, is no error but
 * decides the answer.
 */
const decimalFilter = (column: string, op: Comparison, value: string, scale: number): Document => {
  const { whole, exact } = scaled(value, scale);
  const beyond = !isKept(whole);
  if (op === 'eq' || op === 'ne')
    return exact && !beyond ? { [column]: { [operator[op]]: toDecimal(whole, scale) } } : op === 'eq' ? never : always;
  if (beyond) return whole > 0n === (op === 'lt' || op === 'le') ? filled(column) : never;
  // With a cut value the floor lies below it: above means from the next number on, below up to the floor.
  const cut = exact ? op : op === 'ge' ? 'gt' : op === 'lt' ? 'le' : op;
  return { [column]: { [operator[cut]]: toDecimal(whole, scale) } };
};

const compareFilter = (
  operand: Operand,
  op: Comparison,
  value: string | number | boolean,
  negated: boolean,
): Document => {
  const effective = negated ? opposite[op] : op;
  const field = comparedField(operand.storage, operand.column);
  const found = storeKinds[operand.storage].scaled
    ? decimalFilter(field, effective, String(value), operand.scale ?? 0)
    : { [field]: { [operator[effective]]: toBson(operand.storage, 0, toCompared(operand, value)) } };
  // An empty cell satisfies `ne`, as MongoDB has it, and whatever negates an order; $lt and the like leave it out.
  return negated && effective !== 'eq' && effective !== 'ne' ? anyOf([found, empty(field)]) : found;
};

/**
 * A text as a pattern that matches just it: every character that could mean something is escaped, none is left bare
 * that a cstring cannot hold.
 */
export const literalPattern = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  text
    .replace(/[\u0000-\u001f\u007f]/g, (c) => `\u0000${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/[^A-Za-z0-9\u0000\u0080-\u{10ffff}]/gu, '\\$&')
    .replaceAll('\u0000', '\\x');

/** The smallest text above every text that begins with `prefix`; undefined when there is none. */
export const above = (prefix: string): string | undefined => {
  const letters = [...prefix];
  for (let last = letters.pop(); last !== undefined; last = letters.pop()) {
    const code = last.codePointAt(0)!;
    if (code < 0x10ffff) return letters.join('') + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
  }
  return undefined;
};

const prefixed = (wanted: string): Document => {
  const end = above(wanted);
  return end === undefined ? { $gte: wanted } : { $gte: wanted, $lt: end };
};

const textFilter = (
  operand: Operand,
  op: 'contains' | 'startsWith' | 'endsWith',
  value: string,
  negated: boolean,
): Document => {
  const field = keyField(operand.column);
  const wanted = fold(value);
  if (wanted === '') return negated ? empty(field) : filled(field);
  // A folded text has no line break, so that $ is its end.
  const condition =
    op === 'startsWith'
      ? prefixed(wanted)
      : { $regex: op === 'contains' ? literalPattern(wanted) : `${literalPattern(wanted)}$` };
  return { [field]: negated ? { $not: condition } : condition };
};

const membersFilter = (
  operand: Operand,
  op: 'in' | 'hasAny' | 'hasAll' | 'hasNone',
  values: readonly string[],
  negated: boolean,
): Document => {
  if (op === 'hasNone') return membersFilter(operand, 'hasAny', values, !negated);
  const { column, storage } = operand;
  if (values.length === 0) return (op === 'hasAll') === negated ? never : always;
  const field = comparedField(storage, column);
  const wanted = [...new Set(values.map((value) => kinds[storage].member(String(value))))];
  if (op === 'hasAll' && wanted.length > 1) {
    if (!isJoined(storage)) return negated ? always : never;
    return { [field]: negated ? { $not: { $all: wanted } } : { $all: wanted } };
  }
  return { [field]: negated ? { $nin: wanted } : { $in: wanted } };
};

/**
 * A predicate as a filter. A negation is pushed down to the leaves, where empty cells are decided. Values only ever
 * stand behind an operator.
 */
export const predicateFilter = (table: TableInfo, predicate: Predicate, negated = false): Document => {
  switch (predicate.op) {
    case 'and':
    case 'or': {
      const parts = predicate.items.map((item) => predicateFilter(table, item, negated));
      return (predicate.op === 'and') !== negated ? allOf(parts) : anyOf(parts);
    }
    case 'not':
      return predicateFilter(table, predicate.item, !negated);
    default: {
      const operand = resolve(table, predicate.left);
      checkOperator(predicate.op, operand);
      switch (predicate.op) {
        case 'empty':
        case 'notEmpty':
          return (predicate.op === 'empty') === negated ? filled(operand.column) : empty(operand.column);
        case 'contains':
        case 'startsWith':
        case 'endsWith':
          return textFilter(operand, predicate.op, predicate.value, negated);
        case 'in':
        case 'hasAny':
        case 'hasAll':
        case 'hasNone':
          return membersFilter(operand, predicate.op, predicate.values, negated);
        default:
          return compareFilter(operand, predicate.op, predicate.value, negated);
      }
    }
  }
};

/** Every word in some of the columns, or in what it means beside its letters. Columns that hold no text never match. */
export const searchFilter = (
  table: TableInfo,
  words: readonly string[],
  search: NonNullable<PageQuery['search']>,
): Document => {
  const fields = search.columns
    .map((column) => resolve(table, column))
    .filter(({ storage }) => isKeyed(storage))
    .map(({ column }) => keyField(column));
  return allOf(
    words.map((word) =>
      anyOf([
        ...fields.map((field) => ({ [field]: { $regex: literalPattern(word) } })),
        ...alsoMeant(search, word).map((meant) => predicateFilter(table, meant)),
      ]),
    ),
  );
};

/** A field of a sort, stored or computed, and the value that a cursor has for it. */
type Term = { readonly field: string; readonly order: 'asc' | 'desc'; readonly value?: unknown };

/** One run of a page: rows with a leading cell, then rows without. Concatenated they are the whole order. */
export type Segment = {
  readonly where: Document;
  readonly computed: Document | undefined;
  readonly beyond: Document | undefined;
  readonly sort: Readonly<Record<string, 1 | -1>>;
};

/** Fields whose stored values make up a cursor of this order, with what they are. */
export const cursorFields = (
  table: TableInfo,
  sort: readonly Sort[],
): readonly { readonly field: string; readonly kind: StorageKind; readonly scale: number }[] =>
  sort.flatMap(({ by }) => {
    const { column, storage, scale = 0 } = resolve(table, by);
    const own = { field: storedField(storage, column), kind: storage, scale };
    return isKeyed(storage) ? [{ ...own, field: keyField(column) }, own] : [own];
  });

/** Place of the cell's id, or of the first of its list, in a rank; behind all that are not in it. */
const rankOf = ({ column, storage }: Operand, rank: readonly string[]): Document => {
  const cell = isJoined(storage) ? { $arrayElemAt: [`$${column}`, 0] } : `$${column}`;
  return {
    $let: {
      vars: { at: { $indexOfArray: [{ $literal: rank }, cell] } },
      in: { $cond: [{ $lt: ['$$at', 0] }, rank.length, '$$at'] },
    },
  };
};

const ranked = ({ storage }: Operand, { rank }: Sort): boolean =>
  rank !== undefined && rank.length > 0 && isOfIds(storage);

/** The order terms of one sort and what must be computed for them; `values` are those of a cursor. */
const termsOf = (
  operand: Operand,
  sort: Sort,
  place: number,
  computed: Document,
  values: readonly Stored[] | undefined,
): readonly Term[] => {
  const { column, storage, scale = 0 } = operand;
  const { order } = sort;
  const field = storedField(storage, column);
  const last = values?.at(-1) ?? null;
  const own: Term = { field, order, value: toBson(storage, scale, last) };
  if (isKeyed(storage)) return [{ field: keyField(column), order, value: values?.[0] ?? null }, own];
  if (!ranked(operand, sort)) return [own];
  const rank = sort.rank!;
  const name = `s${place}`;
  computed[name] = rankOf(operand, rank);
  const at = typeof last === 'string' ? rank.indexOf(isJoined(storage) ? firstId(last) : last) : -1;
  return [{ field: name, order, value: at < 0 ? rank.length : at }, own];
};

/** Rows behind a place: t1 > v1 OR (t1 = v1 AND (t2 > v2 OR ...)). */
const behind = (terms: readonly Term[]): Document => {
  const [term, ...rest] = terms;
  const beyond = { [term!.field]: { [term!.order === 'asc' ? '$gt' : '$lt']: term!.value } };
  return rest.length === 0
    ? beyond
    : { $or: [beyond, { $and: [{ [term!.field]: { $eq: term!.value } }, behind(rest)] }] };
};

const sortOf = (terms: readonly Term[]): Readonly<Record<string, 1 | -1>> =>
  Object.fromEntries(terms.map(({ field, order }) => [field, order === 'asc' ? 1 : -1]));

/**
 * The runs of an order from a cursor on. Empty cells come last in both directions (see `emptiesFirst`): the leading
 * sort is split into a run with cells and a run without, so that a plain index serves both; further sorts carry a
 * computed flag as a term.
 */
export const segments = (
  table: TableInfo,
  sort: readonly Sort[],
  cursor: (Cursor & { readonly values: readonly Stored[] }) | undefined,
): readonly Segment[] => {
  const operands = sort.map(({ by }) => resolve(table, by));
  const row: Term = { field: '_row', order: 'asc', value: cursor?.row };
  const [lead] = operands;
  if (lead === undefined)
    return [{ where: always, computed: undefined, beyond: cursor && behind([row]), sort: sortOf([row]) }];
  const computed: Document = {};
  const leadComputed: Document = {};
  let at = 0;
  const take = (operand: Operand): readonly Stored[] | undefined => {
    const width = widthOf(operand.storage);
    at += width;
    return cursor?.values.slice(at - width, at);
  };
  const leadTerms = termsOf(lead, sort[0]!, 0, leadComputed, take(lead));
  const rest: Term[] = [];
  const restBehind: Term[] = [];
  for (let i = 1; i < sort.length; i++) {
    const values = take(operands[i]!);
    // Rows that tie on a column have the same cell: to sort by it again says nothing, and a sort has a field but once.
    if (operands.findIndex(({ column }) => column === operands[i]!.column) < i) continue;
    const terms = termsOf(operands[i]!, sort[i]!, i, computed, values);
    const isEmpty = values !== undefined && values[0] === null;
    const flag: Term = { field: `n${i}`, order: emptiesFirst(sort[i]!) ? 'desc' : 'asc', value: isEmpty ? 1 : 0 };
    computed[flag.field] = {
      $cond: [{ $gt: [`$${storedField(operands[i]!.storage, operands[i]!.column)}`, null] }, 0, 1],
    };
    rest.push(flag, ...terms);
    // Among empty cells there is no further order: the comparison goes on with the next sort.
    restBehind.push(flag, ...(isEmpty ? [] : terms));
  }
  const made = (
    where: Document,
    terms: readonly Term[],
    extra: Document,
    beyond: readonly Term[] | undefined,
  ): Segment => {
    const all = { ...extra, ...computed };
    return {
      where,
      computed: Object.keys(all).length === 0 ? undefined : all,
      beyond: beyond && behind([...beyond, row]),
      sort: sortOf([...terms, row]),
    };
  };
  const leadField = leadTerms[0]!.field;
  const plainLead = !(leadField in leadComputed);
  const hasCell = filled(storedField(lead.storage, lead.column));
  const from = cursor !== undefined && cursor.values[0] !== null;
  // A plain bound on the leading field lets an index be entered in the middle.
  const bound =
    from && plainLead
      ? { [leadField]: { [leadTerms[0]!.order === 'asc' ? '$gte' : '$lte']: leadTerms[0]!.value } }
      : always;
  const withCells = made(
    allOf([hasCell, bound]),
    [...leadTerms, ...rest],
    leadComputed,
    from ? [...leadTerms, ...restBehind] : undefined,
  );
  const without = made(
    empty(storedField(lead.storage, lead.column)),
    rest,
    {},
    cursor !== undefined && !from ? restBehind : undefined,
  );
  const first = emptiesFirst(sort[0]!);
  if (cursor === undefined) return first ? [without, withCells] : [withCells, without];
  if (from) return first ? [withCells] : [withCells, without];
  return first ? [without, withCells] : [without];
};

/** Throws `query.unknown_column` for a column that the table does not have so. */
export const checkSelected = (table: TableInfo, select: readonly SelectedColumn[]): void => {
  for (const { column, storage } of select) {
    checkColumn(column);
    if ((table.columns.get(column)?.kind ?? systemKinds.get(column)) !== storage)
      throw invalid('query.unknown_column', 'Unknown column', { column });
  }
};
