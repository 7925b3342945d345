import type { ColumnCells, ColumnSpec, EventContext, ModelOp, ReadRequest, Row, WriteModule } from '@tessera/kernel';

/**
 * The write side of one service's `model.db`, used by the writer thread alone (docs/events.md 24). Everything is
 * synchronous. The thread opens one per service, keeps its own facts in `meta` and its snapshots as documents of the
 * collection `snapshotCollection`, and applies exactly the same ops in the same order live, at catch-up and at a
 * rebuild, so `apply` must depend on nothing but its arguments and the model's contents.
 */
export type ModelWriterOptions = {
  /**
   * Path of `model.db`; made when missing. WAL, synchronous=NORMAL, no automatic checkpoint (the caller calls
   * `checkpoint`).
   */
  readonly path: string;
  readonly collections: WriteModule<unknown>['collections'];
  /**
   * The file is nobody's model yet: no write waits for the disk, and who makes it sees to that at the end. After a loss
   * of power it is worth nothing.
   */
  readonly unfinished?: boolean;
};

/**
 * Throws the SQLite error as it is, and for a file of another layout, older or newer, an error with the code
 * `model.format`: the caller then makes the model anew.
 */
export type OpenModelWriter = (options: ModelWriterOptions) => ModelWriter;

/**
 * Snapshots of aggregates live here: id = stream name, document = `{ version, state }`. Not declared by services; no
 * index. Part of the dump.
 */
export const snapshotCollection = '$snapshots';

/** Columns of a table that are filled up to the row `after`, of those up to `upto`. */
export type Unfilled = {
  readonly organizationId: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly after: number;
  readonly upto: number;
};

export type UnfilledColumn = { readonly organizationId: string; readonly table: string; readonly column: string };

/** Rows of a table whose derived columns are to be computed, with the marks that say so. */
export type Owed = {
  readonly organizationId: string;
  readonly table: string;
  readonly ids: readonly string[];
  readonly marks: readonly number[];
};

/** The reads that the model answers; `snapshot`, `claims` and `commit` are answered by the event store itself. */
export type ModelReadRequest = Extract<
  ReadRequest,
  {
    readonly kind:
      'document' | 'documents' | 'rows' | 'count' | 'rowsWhere' | 'changedSince' | 'changedAfter' | 'linking';
  }
>;

export type ModelWriter = {
  /**
   * One transaction at a time. `commit` throws the SQLite error as it is (`errcode`), and the caller then calls
   * `rollback`.
   */
  begin(): void;
  commit(): void;
  /**
   * Also drops whatever the writer remembered of the transaction (tables and columns made in it). Harmless when none is
   * open.
   */
  rollback(): void;
  /**
   * One change. `rows.insert` stores the row's created position; `rows.update`, `.delete` and `.restore` add to the
   * history index.
   */
  apply(organizationId: string, op: ModelOp, context: EventContext): void;
  /**
   * The result in the shape that the kernel's `read` helpers name. An unknown table or collection reads as empty, never
   * throws.
   */
  read(organizationId: string, request: ModelReadRequest): unknown;
  /**
   * Present version of each record, deleted ones too, 0 where none was ever made or the table does not exist; in the
   * order of `ids`.
   */
  versions(organizationId: string, table: string, ids: readonly string[]): readonly number[];
  /** Some rows that an organization has, of one table, deleted ones too; undefined where it has none. */
  anyRows(
    organizationId: string,
    limit: number,
  ): { readonly table: string; readonly ids: readonly string[] } | undefined;
  /** Takes documents of an organization out, snapshots too, at most `limit` of each collection; answers how many they were. */
  dropDocuments(organizationId: string, limit: number): number;
  /** Its record tables are no more, once it has no rows. */
  forgetTables(organizationId: string): void;
  /** Small facts of the caller (applied seq, projection versions); part of the transaction, not part of the dump. */
  meta(key: string): string | undefined;
  setMeta(key: string, value: string): void;
  /** The derived columns that are not filled yet. */
  unfilled(): readonly UnfilledColumn[];
  /** What is to be filled next of some columns of a table; undefined where they are whole. */
  nextFill(organizationId: string, table: string, columns: readonly string[]): Unfilled | undefined;
  /** All rows of derived columns are computed anew by background work. */
  refill(organizationId: string, table: string, columns: readonly string[]): void;
  /** Derived columns of rows are computed by background work; within the transaction. */
  owe(organizationId: string, table: string, ids: readonly string[]): void;
  /** Rows that are owed, of one table, the newest first; undefined where none are. */
  owed(limit: number): Owed | undefined;
  /** They are computed, within the transaction. */
  paid(owed: Owed): void;
  /**
   * Fills the next rows, at most `limit`, within the transaction; answers how many they were. When none is left the
   * columns are no longer unfilled.
   */
  fill(
    unfilled: Unfilled,
    reads: ReadonlySet<string>,
    limit: number,
    compute: (rows: readonly Row[]) => readonly ColumnCells[],
  ): number;
  /**
   * Background work outside a transaction (search feed, index builds) for about `budgetMs`; true while more is left.
   * With `pressed` others wait for the writer: what may gather is left to gather, and does not count as left.
   */
  work(budgetMs: number, pressed?: boolean): boolean;
  /**
   * A table is sorted by these columns: where it has no index for it, one is built by `work`, if it has fewer than eight
   * or one that was of no use for ten minutes. It is derived from use, not from the log, and no part of the dump.
   */
  useIndex(organizationId: string, table: string, columns: readonly string[]): void;
  /** Pages in the WAL, and those of them that are not in the file yet. */
  wal(): { readonly frames: number; readonly pending: number };
  /** A passive checkpoint when more than `pages` of the WAL are not in the file yet. */
  checkpoint(pages: number): void;
  /**
   * Moves all of the WAL into the file and waits at most so many ms for readers of it, so that what is written next begins
   * it again.
   */
  restart(waitMs: number): void;
  /**
   * Moves all of the WAL into the file and empties it and the page cache; false, at once, when a reader or another
   * checkpoint is in the way.
   */
  truncate(): boolean;
  /** Whether `work` has so much left that people feel it: rows of a bulk that no search index has read. */
  behind(): boolean;
  /** Whether `work` has still to take words of erased rows out of search indexes. */
  erasing(): boolean;
  /**
   * The ordered logical dump, line by line: documents and rows with their system columns and history index, no meta, no
   * derived search index.
   */
  dump(line: (text: string) => void): void;
  /** A consistent copy of the file to a path that does not exist yet. */
  copyTo(path: string): void;
  close(): void;
};

/** Reads the history index of a `model.db` on a connection of its own, in a reader thread. */
export type HistoryReader = {
  /** Positions of the commits that wrote this record, its creation included, newest first, `before` exclusive. */
  positions(
    organizationId: string,
    table: string,
    id: string,
    page: { readonly before?: number; readonly limit: number },
  ): readonly number[];
  close(): void;
};

export type OpenHistoryReader = (path: string) => HistoryReader;

/** A `model.db` read as a whole, by a salvage. Iterations hold a statement open; one of a kind at a time. */
export type ModelContents = {
  meta(key: string): string | undefined;
  /** Every document, those of `snapshotCollection` too. */
  documents(): Iterable<{
    readonly organizationId: string;
    readonly collection: string;
    readonly id: string;
    readonly document: object;
  }>;
  document(organizationId: string, collection: string, id: string): object | undefined;
  /** Every record table with its columns and wished indexes, in the order of making. */
  tables(): Iterable<{
    readonly organizationId: string;
    readonly table: string;
    readonly columns: readonly ColumnSpec[];
    readonly indexes: readonly { readonly columns: readonly string[] }[];
  }>;
  /** Every record of a table, deleted ones too, in the order of creation. */
  rows(organizationId: string, table: string): Iterable<Row>;
  row(organizationId: string, table: string, id: string): Row | undefined;
  close(): void;
};

/** Opens a model for reading alone, whether its writer closed it or not. */
export type OpenModelContents = (path: string) => ModelContents;
