import { fold, isOfIds, kinds } from '@tessera/kernel';
import type { Operand, PageQuery, Predicate, SelectedColumn, Sort } from '@tessera/kernel';
import type { Cursor } from '../query/cursor.ts';
import { alsoMeant, checkColumn, checkOperator, isEverything } from '../query/check.ts';
import { isKept, narrowed, scaled } from '../query/scaled.ts';
import {
  delimiter,
  emptiesFirst,
  firstId,
  isJoined,
  isKeyed,
  storeKinds,
  toCompared,
  widthOf,
} from '../query/values.ts';
import type { Stored } from '../query/values.ts';
import { comparedColumn, edgeTable, keyColumn, recordTable, systemSpecs } from './catalog.ts';
import type { TableIndex, TableInfo } from './catalog.ts';
import { emptyEntry } from './index-tables.ts';
import { invalid } from '../refusals.ts';

/** A piece of SQL with its bound values, in order. */
export type Sql = { readonly text: string; readonly params: readonly Stored[] };

const always = '1';
const never = '0';

/** The operand as the table really stores it. Throws `query.unknown_column`. */
const resolve = (table: TableInfo, operand: Operand): Operand => {
  checkColumn(operand.column);
  const spec = table.columns.get(operand.column) ?? systemSpecs.get(operand.column);
  if (spec === undefined || spec.kind !== operand.storage)
    throw invalid('query.unknown_column', 'Unknown column', { column: operand.column });
  return { ...operand, scale: spec.scale ?? 0 };
};

const listOf = (params: Stored[], values: readonly string[]): string => {
  if (values.length > 100) {
    params.push(JSON.stringify(values));
    return '(SELECT value FROM json_each(?))';
  }
  params.push(...values);
  return `(${values.map(() => '?').join(',')})`;
};

type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';
const opposite = { eq: 'ne', ne: 'eq', lt: 'ge', ge: 'lt', gt: 'le', le: 'gt' } as const;
const symbol = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

/**
 * Decimals compare as decimals: a value between two scaled integers, or beyond them all, is no error but decides the
 * answer.
 */
const decimalSql = (column: string, op: Comparison, value: string, scale: number, params: Stored[]): string => {
  const { whole, exact } = scaled(value, scale);
  if (op === 'eq' || op === 'ne') {
    if (!exact || !isKept(whole)) return op === 'eq' ? never : `${column} IS NOT NULL`;
  } else if (!isKept(whole)) {
    return whole > 0n === (op === 'lt' || op === 'le') ? `${column} IS NOT NULL` : never;
  }
  // With a cut value the floor lies below it: above means from the next integer on, below up to the floor.
  const cut = exact ? op : op === 'ge' ? 'gt' : op === 'lt' ? 'le' : op;
  params.push(narrowed(whole));
  return `${column} ${symbol[cut]} ?`;
};

const compareSql = (
  operand: Operand,
  op: Comparison,
  value: string | number | boolean,
  negated: boolean,
  params: Stored[],
): string => {
  const effective = negated ? opposite[op] : op;
  const column = comparedColumn(operand.storage, operand.column);
  let text: string;
  if (storeKinds[operand.storage].scaled)
    text = decimalSql(column, effective, String(value), operand.scale ?? 0, params);
  else {
    params.push(toCompared(operand, value));
    text = `${column} ${symbol[effective]} ?`;
  }
  // An empty cell satisfies `ne` and everything negated but a negated `ne`.
  const emptyToo = negated ? op !== 'ne' : op === 'ne';
  if (!emptyToo) return text;
  return text === never ? `${column} IS NULL` : `(${text} OR ${column} IS NULL)`;
};

const textSql = (
  operand: Operand,
  op: 'contains' | 'startsWith' | 'endsWith',
  value: string,
  negated: boolean,
  params: Stored[],
): string => {
  const key = keyColumn(operand.column);
  const wanted = fold(value);
  let text: string;
  if (wanted === '') text = `${key} IS NOT NULL`;
  else if (op === 'contains') {
    text = `instr(${key}, ?) > 0`;
    params.push(wanted);
  } else if (op === 'startsWith') {
    text = negated ? `substr(${key}, 1, ?) = ?` : `(${key} >= ? AND substr(${key}, 1, ?) = ?)`;
    if (!negated) params.push(wanted);
    params.push([...wanted].length, wanted);
  } else {
    text = `substr(${key}, -?) = ?`;
    params.push([...wanted].length, wanted);
  }
  return negated ? `(${key} IS NULL OR NOT ${text})` : text;
};

/** Rows with an edge to one of these records: the edges are entered from their targets. */
const linkingSql = (
  table: TableInfo,
  { column }: Operand,
  target: number,
  values: readonly string[],
  params: Stored[],
): string =>
  `_row IN (SELECT x.source FROM ${edgeTable(table.number, column)} AS x JOIN ${recordTable(target)} AS t ON t._row = x.target WHERE t._id IN ${listOf(params, values)})`;

const membersSql = (
  table: TableInfo,
  operand: Operand,
  op: 'in' | 'hasAny' | 'hasAll' | 'hasNone',
  values: readonly string[],
  negated: boolean,
  params: Stored[],
): string => {
  if (op === 'hasNone') return membersSql(table, operand, 'hasAny', values, !negated, params);
  const { column, storage } = operand;
  if (values.length === 0) return (op === 'hasAll') === negated ? never : always;
  const target = table.targets.get(column);
  if (target !== undefined) {
    const sets = op === 'hasAll' ? values.map((value) => [value]) : [values];
    const text = sets.map((set) => linkingSql(table, operand, target, set, params)).join(' AND ');
    return negated ? `NOT (${text})` : `(${text})`;
  }
  if (isJoined(storage)) {
    const parts = values.map((value) => {
      params.push(delimiter + value + delimiter);
      return `instr(${column}, ?) > 0`;
    });
    const text = `(${parts.join(op === 'hasAll' ? ' AND ' : ' OR ')})`;
    return negated ? `(${column} IS NULL OR NOT ${text})` : text;
  }
  const of = comparedColumn(storage, column);
  const wanted = [...new Set(values.map(kinds[storage].member))];
  if (op === 'hasAll' && wanted.length > 1) return negated ? always : never;
  return negated ? `(${of} IS NULL OR ${of} NOT IN ${listOf(params, wanted)})` : `${of} IN ${listOf(params, wanted)}`;
};

/**
 * A predicate as SQL that is never wrongly true: a negation is pushed down to the leaves, where empty cells are
 * decided, so that SQL's unknown only ever stands for false.
 */
export const predicateSql = (table: TableInfo, predicate: Predicate, params: Stored[], negated = false): string => {
  switch (predicate.op) {
    case 'and':
    case 'or': {
      const and = (predicate.op === 'and') !== negated;
      const parts = predicate.items.map((item) => predicateSql(table, item, params, negated));
      if (parts.length === 0) return and ? always : never;
      return parts.length === 1 ? parts[0]! : `(${parts.join(and ? ' AND ' : ' OR ')})`;
    }
    case 'not':
      return predicateSql(table, predicate.item, params, !negated);
    default: {
      const operand = resolve(table, predicate.left);
      checkOperator(predicate.op, operand);
      switch (predicate.op) {
        case 'empty':
        case 'notEmpty':
          return `${operand.column} IS ${(predicate.op === 'empty') === negated ? 'NOT NULL' : 'NULL'}`;
        case 'contains':
        case 'startsWith':
        case 'endsWith':
          return textSql(operand, predicate.op, predicate.value, negated, params);
        case 'in':
        case 'hasAny':
        case 'hasAll':
        case 'hasNone':
          return membersSql(table, operand, predicate.op, predicate.values, negated, params);
        default:
          return compareSql(operand, predicate.op, predicate.value, negated, params);
      }
    }
  }
};

/** Every word in some of the columns, or in what it means beside its letters. Columns that hold no text never match. */
export const searchSql = (
  table: TableInfo,
  words: readonly string[],
  search: NonNullable<PageQuery['search']>,
  params: Stored[],
): string => {
  const keys = search.columns
    .map((column) => resolve(table, column))
    .filter((column) => isKeyed(column.storage))
    .map((column) => keyColumn(column.column));
  const parts = words.map((word) => {
    const places = keys.map((key) => {
      params.push(word);
      return `instr(${key}, ?) > 0`;
    });
    for (const meant of alsoMeant(search, word)) places.push(predicateSql(table, meant, params));
    if (places.length === 0) return never;
    return places.length === 1 ? places[0]! : `(${places.join(' OR ')})`;
  });
  return parts.join(' AND ');
};

type Term = { readonly sql: string; readonly params: readonly Stored[]; readonly order: 'asc' | 'desc' };

const first = (column: string): string => `substr(${column}, 2, instr(substr(${column}, 2), '${delimiter}') - 1)`;

const rankTerm = (column: string, rank: readonly string[], order: 'asc' | 'desc'): Term => ({
  sql: `CASE ${column} ${rank.map((_, i) => `WHEN ? THEN ${i}`).join(' ')} ELSE ${rank.length} END`,
  params: rank,
  order,
});

const termsOf = (operand: Operand, { order, rank }: Sort): readonly Term[] => {
  const { column, storage } = operand;
  if (isKeyed(storage))
    return [
      { sql: keyColumn(column), params: [], order },
      { sql: column, params: [], order },
    ];
  const plain: Term = { sql: column, params: [], order };
  if (rank === undefined || rank.length === 0) return [plain];
  if (!isOfIds(storage)) return [plain];
  return [rankTerm(isJoined(storage) ? first(column) : column, rank, order), plain];
};

/** The stored values of a sort in terms of its order terms: what stands in the cursor, with the rank put before. */
const valuesOf = (operand: Operand, sort: Sort, values: readonly Stored[]): readonly Stored[] => {
  if (isKeyed(operand.storage)) return values;
  const [value] = values;
  if (sort.rank === undefined || sort.rank.length === 0 || typeof value !== 'string') return values;
  const place = sort.rank.indexOf(isJoined(operand.storage) ? firstId(value) : value);
  return [place < 0 ? sort.rank.length : place, value];
};

/** One run of a page: rows with a leading cell, then rows without. Concatenated they are the whole order. */
export type Segment = { readonly where: Sql; readonly orderBy: Sql; readonly lead?: 'filled' | 'empty' };

/** Columns whose stored values make up a cursor of this order. */
export const cursorColumns = (table: TableInfo, sort: readonly Sort[]): readonly string[] =>
  sort.flatMap(({ by }) => {
    const operand = resolve(table, by);
    return isKeyed(operand.storage) ? [keyColumn(operand.column), operand.column] : [operand.column];
  });

const after = (terms: readonly Term[], values: readonly Stored[]): Sql => {
  // Built from the innermost term out: t1 > v1 OR (t1 = v1 AND (t2 > v2 OR ...)).
  let text = '';
  let params: Stored[] = [];
  for (let i = terms.length - 1; i >= 0; i--) {
    const term = terms[i]!;
    const value = values[i]!;
    const beyond = `${term.sql} ${term.order === 'asc' ? '>' : '<'} ?`;
    if (text === '') {
      text = beyond;
      params = [...term.params, value];
    } else {
      text = `(${beyond} OR (${term.sql} = ? AND ${text}))`;
      params = [...term.params, value, ...term.params, value, ...params];
    }
  }
  return { text, params };
};

const rowTerm: Term = { sql: '_row', params: [], order: 'asc' };

const segment = (
  condition: string,
  terms: readonly Term[],
  cursor: { readonly values: readonly Stored[] } | undefined,
  lead: Term | undefined,
): Segment => {
  const all = [...terms, rowTerm];
  const parts = condition === '' ? [] : [condition];
  const params: Stored[] = [];
  if (cursor) {
    if (lead && lead.params.length === 0) {
      // A plain bound on the leading term lets an index be entered in the middle.
      parts.push(`${lead.sql} ${lead.order === 'asc' ? '>=' : '<='} ?`);
      params.push(cursor.values[0]!);
    }
    const beyond = after(all, cursor.values);
    parts.push(beyond.text);
    params.push(...beyond.params);
  }
  return {
    where: { text: parts.join(' AND '), params },
    orderBy: {
      text: all.map((term) => (term.order === 'asc' ? term.sql : `${term.sql} DESC`)).join(', '),
      params: all.flatMap((term) => term.params),
    },
  };
};

/**
 * The runs of an order from a cursor on. Empty cells come last in both directions (see `emptiesFirst`): the leading
 * sort is split into a run with cells and a run without, so that a plain index serves both; further sorts carry `IS
 * NULL` as a term.
 */
export const segments = (
  table: TableInfo,
  sort: readonly Sort[],
  cursor: (Cursor & { readonly values: readonly Stored[] }) | undefined,
): readonly Segment[] => {
  const operands = sort.map(({ by }) => resolve(table, by));
  const [lead] = operands;
  if (lead === undefined) return [segment('', [], cursor && { values: [cursor.row] }, undefined)];
  const rest: Term[] = [];
  const restValues: Stored[] = [];
  const leadTerms = termsOf(lead, sort[0]!);
  let at = widthOf(lead.storage);
  const leadValues = cursor && valuesOf(lead, sort[0]!, cursor.values.slice(0, at));
  for (let i = 1; i < sort.length; i++) {
    const operand = operands[i]!;
    const width = widthOf(operand.storage);
    const terms = termsOf(operand, sort[i]!);
    if (cursor) {
      const values = cursor.values.slice(at, at + width);
      at += width;
      restValues.push(values[0] === null ? 1 : 0);
      // Among empty cells there is no further order: the comparison goes on with the next sort.
      if (values[0] === null) {
        rest.push(emptyTerm(operand, sort[i]!));
        continue;
      }
      restValues.push(...valuesOf(operand, sort[i]!, values));
    }
    rest.push(emptyTerm(operand, sort[i]!), ...terms);
  }
  const ordered = cursor ? fullRest(operands, sort) : rest;
  const filled = (from: boolean): Segment => {
    const made = segment(
      `${lead.column} IS NOT NULL`,
      [...leadTerms, ...rest],
      from && cursor && leadValues ? { values: [...leadValues, ...restValues, cursor.row] } : undefined,
      leadTerms[0],
    );
    return {
      where: made.where,
      orderBy: segment('', [...leadTerms, ...ordered], undefined, undefined).orderBy,
      lead: 'filled',
    };
  };
  const empty = (from: boolean): Segment => {
    const made = segment(
      `${lead.column} IS NULL`,
      rest,
      from && cursor ? { values: [...restValues, cursor.row] } : undefined,
      undefined,
    );
    return { where: made.where, orderBy: segment('', ordered, undefined, undefined).orderBy, lead: 'empty' };
  };
  const first = emptiesFirst(sort[0]!);
  if (cursor === undefined) return first ? [empty(false), filled(false)] : [filled(false), empty(false)];
  if (cursor.values[0] === null) return first ? [empty(true), filled(false)] : [empty(true)];
  return first ? [filled(true)] : [filled(true), empty(false)];
};

const emptyTerm = ({ column }: Operand, sort: Sort): Term => ({
  sql: `(${column} IS NULL)`,
  params: [],
  order: emptiesFirst(sort) ? 'desc' : 'asc',
});

const fullRest = (operands: readonly Operand[], sort: readonly Sort[]): readonly Term[] =>
  operands.slice(1).flatMap((operand, i) => [emptyTerm(operand, sort[i + 1]!), ...termsOf(operand, sort[i + 1]!)]);

/** The list of a SELECT: system columns, then those asked for. Throws `query.unknown_column`. */
export const selectList = (table: TableInfo, system: string, select: readonly SelectedColumn[]): string => {
  for (const { column, storage } of select) {
    const spec = table.columns.get(column) ?? systemSpecs.get(column);
    if (spec === undefined || spec.kind !== storage)
      throw invalid('query.unknown_column', 'Unknown column', { column });
  }
  // SQLite counts characters: one more than asked for tells that there was more.
  return [
    system,
    ...select.map(({ column, cut }) => (cut === undefined ? column : `substr(${column}, 1, ${cut + 1})`)),
  ].join(', ');
};

/** Columns that a filter fixes to one value, by the names that indexes use. */
const fixed = (predicate: Predicate): readonly string[] =>
  predicate.op === 'and'
    ? predicate.items.flatMap(fixed)
    : predicate.op === 'eq'
      ? [comparedColumn(predicate.left.storage, predicate.left.column)]
      : [];

/** Texts that a filter asks for as they are: the column that they came from, its name in indexes, and their key. */
export const fixedTexts = (
  predicate: Predicate,
): readonly { readonly of: string; readonly column: string; readonly value: string | number }[] => {
  if (predicate.op === 'and') return predicate.items.flatMap(fixedTexts);
  if (predicate.op !== 'eq' || !isKeyed(predicate.left.storage)) return [];
  const { column: of, storage } = predicate.left;
  return [{ of, column: comparedColumn(storage, of), value: toCompared(predicate.left, predicate.value) }];
};

/**
 * A built index that leads straight to the page, its columns fixed by the filter, then the sort; `place` is that of the
 * sort's column in it.
 */
export const leadingIndex = (
  table: TableInfo,
  query: {
    readonly where: Predicate;
    readonly allow: Predicate;
    readonly sort: readonly Sort[];
    readonly deleted?: boolean;
  },
): (TableIndex & { readonly place: number }) | undefined => {
  const [sort] = query.sort;
  if (sort === undefined || sort.rank !== undefined || query.deleted === true || table.indexes.length === 0)
    return undefined;
  const known = new Set([...fixed(query.where), ...fixed(query.allow)]);
  const lead = comparedColumn(sort.by.storage, sort.by.column);
  for (const index of table.indexes) {
    const place = index.columns.findIndex((column) => !known.has(column));
    if (place >= 0 && index.columns[place] === lead) return { ...index, place };
  }
  return undefined;
};

/**
 * Whether an index alone decides which rows a page has: each condition is one of a column that the index holds fixed
 * before the sort's, or a comparison of the sort's own. Whatever else is asked is looked up row by row in the table.
 */
export const leadsAlone = (
  { columns, place }: { readonly columns: readonly string[]; readonly place: number },
  { where, allow, sort }: { readonly where: Predicate; readonly allow: Predicate; readonly sort: readonly Sort[] },
): boolean => {
  const before = new Set(columns.slice(0, place));
  const told = (predicate: Predicate): boolean => {
    if (predicate.op === 'and') return predicate.items.every(told);
    if (!('left' in predicate)) return false;
    const { column, storage } = predicate.left;
    if (predicate.op === 'eq') return before.has(comparedColumn(storage, column));
    return column === sort[0]?.by.column && ['lt', 'le', 'gt', 'ge', 'notEmpty'].includes(predicate.op);
  };
  return told(where) && told(allow);
};

/**
 * What a run of a page is read from: the table, or an index table joined with it under the same column names, so that
 * the same conditions and order enter the index. Columns behind the sort's own come from the table: the index has marks
 * for their empty cells.
 */
export const sourceOf = (table: TableInfo, index: ReturnType<typeof leadingIndex>, lead: Segment['lead']): string => {
  const rows = recordTable(table.number);
  if (index?.beside === undefined || lead === undefined) return rows;
  const { beside, columns, place } = index;
  const leading = columns[place]!;
  const known = new Map(columns.slice(0, place).map((column) => [column, `x.${column}`]));
  const own = columns[place + 1];
  // A text stands in the index by its key and by its bytes.
  const sorted = own !== undefined && leading === keyColumn(own) ? [leading, own] : [leading];
  for (const column of sorted) known.set(column, lead === 'filled' ? `x.${column}` : 'NULL');
  const where =
    lead === 'filled'
      ? `x.${leading} < ${emptyEntry}`
      : sorted.map((column) => `x.${column} = ${emptyEntry}`).join(' AND ');
  const system = [
    '_id',
    '_version',
    '_created_at',
    '_created_by',
    '_updated_at',
    '_updated_by',
    '_created_position',
    '_updated_position',
  ];
  const all = [
    ...system,
    ...[...table.columns.values()].flatMap(({ column, kind }) =>
      isKeyed(kind) ? [column, keyColumn(column)] : [column],
    ),
  ];
  const list = all.map((column) => `${known.get(column) ?? `r.${column}`} AS ${column}`);
  return `(SELECT x._row AS _row, 0 AS _deleted, ${list.join(', ')} FROM ${beside} AS x LEFT JOIN ${rows} AS r ON r._row = x._row WHERE ${where})`;
};

/** Whether each operand names its column as the table has it; a scale that differs would compare other numbers. */
export const sameScales = (table: TableInfo, operands: readonly Operand[]): boolean =>
  operands.every(({ column, scale = 0 }) => (table.columns.get(column)?.scale ?? 0) === scale);

/** Whether a query asks for all live records of its table in the order of one text. */
export const byText = (query: PageQuery): boolean =>
  query.sort.length === 1 && isKeyed(query.sort[0]!.by.storage) && isEverything(query);
