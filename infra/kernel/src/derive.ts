import type { ColumnSpec, Row } from './cells.ts';
import type { ColumnCells, Notice } from './decide.ts';

/**
 * A column that is computed. A change of `follows` says that its values follow from other things than before, also where
 * it keeps its name: the store fills it anew. Undefined is as ''.
 */
export type DerivedColumn = ColumnSpec & { readonly follows?: string };

/** Rows at the other end of links, which cells are computed from. */
export type Join = {
  /** What `Linked` calls it; one of its own within a table. */
  readonly name: string;
  /** The table that the rows are of. */
  readonly table: string;
  /** The column of links: of the own table (`owning`), or of the other one (`other`). */
  readonly side: 'owning' | 'other';
  readonly column: string;
  /** The columns of the other rows that are read. */
  readonly reads: ReadonlySet<string>;
};

/** What says of a join that a column of its rows changed; its name alone says that rows came, went or were changed for others. */
export const behind = (join: string, column: string): string => `${join}\n${column}`;

/** The rows that stand at the other end of a row, those in the trash left out: in the order of its list, or of their creation. */
export type Linked = (join: string, row: Row) => readonly Row[];

/**
 * What of a record table follows from the rest of it, and from rows that it is linked to: columns of the read model that
 * no event carries. They are computed where the rows are written, in the transaction that applies a commit, and for rows
 * that were there before by background work; a model that is made anew has the same in the end.
 */
export type Derived = {
  /** All derived columns. */
  readonly columns: readonly DerivedColumn[];
  /** The columns of the own row that they are computed from, derived and system ones too. */
  readonly reads: ReadonlySet<string>;
  /** What is read of other rows; none where all follows from the own one. */
  readonly joins: readonly Join[];
  /** The derived columns of other rows that one is computed from: those are filled first. */
  awaits(column: string): readonly { readonly table: string; readonly column: string }[];
  /** The derived columns that a change of some columns, or of rows behind some joins (`behind`, or their names), can concern. */
  affected(changed: ReadonlySet<string>): ReadonlySet<string>;
  /**
   * The cells of rows, whose cells are at least `reads`: of all derived columns, or of those that a change of some
   * columns, or of rows behind some joins (`behind`, or their names), can concern. Pure; a cell for each row, null for an empty one.
   */
  compute(rows: readonly Row[], changed?: ReadonlySet<string>, linked?: Linked): readonly ColumnCells[];
};

/** A table whose rows are computed from those of another, and how. */
export type Dependent = { readonly table: string; readonly join: Join };

/** How a service says what follows. */
export type Derivation = {
  /** From 1. It rises when the same definitions and rows come to other cells: the store then makes the model anew. */
  readonly version: number;
  /** Undefined for a table of which nothing follows. `state(stream)` as projections have it; the same states give the same object. */
  of(table: string, state: (stream: string) => unknown): Derived | undefined;
  /** What is computed from rows of a table. */
  dependents(table: string, state: (stream: string) => unknown): readonly Dependent[];
  /** What a browser may be told where derived columns of these records were computed, of any of them without `ids`. */
  notices(table: string, ids?: readonly string[]): readonly Notice[];
};
