import type { StorageKind } from './cells.ts';

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

export type AggregateFunction =
  'count' | 'filled' | 'empty' | 'distinct' | 'sum' | 'average' | 'min' | 'max' | 'checked';

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
};

/** What a column is called in the JSON of a record's `fields`. */
export type SelectedColumn = {
  readonly column: string;
  readonly storage: StorageKind;
  readonly scale?: number;
  readonly key: string;
  /** Decimals as texts, however short. */
  readonly asText?: boolean;
  /** Of a text: a longer one is cut to so many UTF-16 units, and its key is named in the record's `cut`. */
  readonly cut?: number;
};
