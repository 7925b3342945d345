import type { Bucket } from './buckets.ts';
import type { Cell, PartSpecs } from './cells.ts';
import type { StorageKind } from './kinds/names.ts';

/**
 * The query tree over record tables. Services resolve fields and operators against a table's schema and rights, then
 * hand this tree to the store; it is compiled to SQL and to MongoDB and checked against a plain evaluator. Values are
 * always bound, never part of the text.
 */
export type Operand = {
  readonly kind: 'field';
  readonly column: string;
  readonly storage: StorageKind;
  readonly scale?: number;
};

/**
 * Comparisons. Text compares by folded key, decimals as decimals, dates by day, instants in ms (half-open ranges are
 * made by the service), option/options by id. Empty: null. `in` for option, user and text. `hasAny/hasAll/hasNone` for
 * options and users (hasNone is true on empty). eq/lt/... on an empty cell are false; `ne` on an empty cell is true.
 */
export type Predicate =
  | { readonly op: 'and' | 'or'; readonly items: readonly Predicate[] } // and [] is true, or [] is false
  | { readonly op: 'not'; readonly item: Predicate }
  | {
      readonly op: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';
      readonly left: Operand;
      readonly value: string | number | boolean;
    }
  | { readonly op: 'contains' | 'startsWith' | 'endsWith'; readonly left: Operand; readonly value: string }
  | { readonly op: 'in' | 'hasAny' | 'hasAll' | 'hasNone'; readonly left: Operand; readonly values: readonly string[] }
  | { readonly op: 'empty' | 'notEmpty'; readonly left: Operand };

/** Empty cells come last in both directions. `rank` orders an option column by the position of its id in the list. */
export type Sort = { readonly by: Operand; readonly order: 'asc' | 'desc'; readonly rank?: readonly string[] };

/**
 * `percentFilled` is of 100, with up to four decimal places. `median` of an even number of values is the middle of the
 * two in the middle. `range` is from the least to the greatest: a number, days of dates, seconds of instants. The least
 * and greatest of texts go by their code points. Of no values there are counts of 0 and nothing else.
 */
export type AggregateFunction =
  | 'count'
  | 'filled'
  | 'empty'
  | 'percentFilled'
  | 'distinct'
  | 'sum'
  | 'average'
  | 'median'
  | 'min'
  | 'max'
  | 'range'
  | 'checked';

/** Aggregates that tell how many, of whatever kind their column is. */
export const countFunctions: ReadonlySet<AggregateFunction> = new Set([
  'count',
  'filled',
  'empty',
  'distinct',
  'checked',
]);
/** Aggregates that answer a number, of whatever kind their column is. */
export const numberFunctions: ReadonlySet<AggregateFunction> = new Set([
  ...countFunctions,
  'percentFilled',
  'median',
  'range',
]);

export type AskedAggregate = { readonly of: Operand; readonly function: AggregateFunction };

/** A level of groups: by a column's values, or by the days of a bucket that a date or moment falls into. */
export type GroupLevel = Sort & { readonly bucket?: Bucket };

/**
 * Records that match, put together by the values of one to three columns, and what they come to. Texts are the same
 * where their folded keys are, an empty checkbox is an unchecked one; other empty cells are a group of their own. A
 * record with a list is in the group of each of its ids. The same column may stand on several levels in different
 * buckets.
 */
export type GroupQuery = Pick<PageQuery, 'table' | 'where' | 'allow' | 'search' | 'deleted'> & {
  /** By which columns, the outermost first, and in which order these stand. */
  readonly groups: readonly GroupLevel[];
  /** At most 20, each over the records of a group. */
  readonly aggregates: readonly AskedAggregate[];
  /** Groups of a page, 1 to 1,000. */
  readonly limit: number;
  /** Opaque cursor of an earlier page. */
  readonly after?: string;
};

/**
 * `begins`: the outermost level of which a new value begins with this group, 0 for the first of all. `values`: one a
 * level; of texts that are the same the least by its bytes, of a list one id, of a bucket its first day as a date.
 * `aggregates` as a reader answers them.
 */
export type Group = {
  readonly begins: number;
  readonly values: readonly (Cell | null)[];
  readonly count: number;
  readonly aggregates: readonly (string | number | null)[];
};
export type GroupPage = { readonly groups: readonly Group[]; readonly next?: string };

/** A page of a record table. Without sorts: order of creation. Ties: order of creation. */
export type PageQuery = {
  readonly table: string;
  /** Columns to return, already masked by the reader's rights. */
  readonly select: readonly SelectedColumn[];
  readonly where: Predicate;
  /** The row predicate of `can`; the same shape as where, kept apart so that no caller can drop it. */
  readonly allow: Predicate;
  readonly sort: readonly Sort[];
  /**
   * Contains-search: every word of it must occur in some of these columns (folded), or satisfy what `also` says that
   * this word means beside its letters: options, people, numbers, dates.
   */
  readonly search?: {
    readonly text: string;
    readonly columns: readonly Operand[];
    readonly also?: readonly { readonly word: string; readonly or: readonly Predicate[] }[];
  };
  readonly limit: number;
  /** The page ends with the row that passes so many bytes; default 4 MB. At least one row comes. */
  readonly bytes?: number;
  /** Opaque keyset cursor of an earlier page. */
  readonly after?: string;
  /** Rows to skip after the cursor; for jumping in a long grid. At most 10,000,000. */
  readonly offset?: number;
  readonly deleted?: boolean;
  /** Rows for services tell their place in the order of creation. */
  readonly places?: true;
};

/** What a column is called in the JSON of a record's `fields`. */
export type SelectedColumn = {
  readonly column: string;
  readonly storage: StorageKind;
  readonly scale?: number;
  readonly key: string;
  /** Of a structured column: its parts. */
  readonly parts?: PartSpecs;
  /** Decimals as texts, however short. */
  readonly asText?: boolean;
  /** A column of failures (`failureColumn`): a code in it is told as `{"error": code}` in place of the value under the same key. */
  readonly failure?: true;
  /** Of a text: a longer one is cut to so many UTF-16 units, and its key is named in the record's `cut`. */
  readonly cut?: number;
};
