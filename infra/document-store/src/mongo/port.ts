import type { ColumnCells, Derived, EventContext, ModelOp, Row, WriteModule } from '@tessera/kernel';
import type { Db } from 'mongodb';
import type { MongoUnfilled } from './fills.ts';
import type { ModelReadRequest } from '../model-writer.ts';

/**
 * The read model of one service on MongoDB, in the service's database. Every replica opens its own over the same
 * collections. No call locks: ops are guarded (a row is written only if its stored version is lower, a document or
 * snapshot only if its stored place in the log is not later), so that ops of several replicas may arrive late, twice or
 * mixed, and the contents are those of the log in order.
 */
export type MongoModel = {
  /**
   * Applies ops in order within a row or document, in bulk across. Idempotent and guarded as above. Resolves when
   * readers see them.
   */
  apply(
    ops: readonly { readonly organizationId: string; readonly op: ModelOp; readonly context: EventContext }[],
  ): Promise<void>;
  /**
   * The result in the shape that the kernel's `read` helpers name. An unknown table or collection reads as empty, never
   * throws.
   */
  read(organizationId: string, request: ModelReadRequest): Promise<unknown>;
  /**
   * Present version of each record, deleted ones too, 0 where none was ever made or the table does not exist; in the
   * order of `ids`.
   */
  versions(organizationId: string, table: string, ids: readonly string[]): Promise<readonly number[]>;
  /** Folded states of streams, in their order; undefined where none was put. */
  snapshots(
    organizationId: string,
    streams: readonly string[],
  ): Promise<readonly ({ readonly version: number; readonly state: unknown } | undefined)[]>;
  /** Keeps a state unless the stored one has a higher version. */
  putSnapshots(
    organizationId: string,
    items: readonly { readonly stream: string; readonly version: number; readonly state: unknown }[],
  ): Promise<void>;
  /** The derived columns that are not filled yet. */
  owing(): Promise<readonly { readonly organizationId: string; readonly table: string; readonly column: string }[]>;
  /** The tables that have derived columns to fill, with those furthest behind of each, of `among`. */
  unfilled(
    among?: (organizationId: string, table: string, column: string) => boolean,
  ): Promise<readonly MongoUnfilled[]>;
  /** All rows of derived columns are computed anew by whoever fills; because of a commit. */
  refill(organizationId: string, table: string, columns: readonly string[], position: number): Promise<void>;
  /**
   * Computes rows with what `compute` reads of others, and writes what differs; again, where others wrote them meanwhile.
   */
  derive(
    organizationId: string,
    table: string,
    ids: readonly string[],
    derived: Pick<Derived, 'columns' | 'reads'>,
    compute: (rows: readonly Row[]) => Promise<readonly ColumnCells[]>,
  ): Promise<void>;
  /**
   * Fills the next rows of one, at most `limit`; answers how many they were. Rows that somebody writes meanwhile are left
   * to them. Two may do it at once. `guarded`: it reads other rows, so rows that somebody computes meanwhile are computed again.
   */
  fill(
    unfilled: MongoUnfilled,
    reads: ReadonlySet<string>,
    limit: number,
    compute: (rows: readonly Row[]) => readonly ColumnCells[] | Promise<readonly ColumnCells[]>,
    guarded?: boolean,
  ): Promise<number>;
  /** Positions of the commits that wrote this record, its creation included, newest first, `before` exclusive. */
  historyPositions(
    organizationId: string,
    table: string,
    id: string,
    page: { readonly before?: number; readonly limit: number },
  ): Promise<readonly number[]>;
  /**
   * The ordered logical dump, line by line, in the format of the embedded store's: equal contents give equal lines on
   * both.
   */
  dump(line: (text: string) => void): Promise<void>;
  /**
   * Takes everything of an organization out: documents, states, rows and their history; with `tables` its tables as well,
   * once nothing is left that a replica could be late with.
   */
  forget(organizationId: string, tables: boolean): Promise<void>;
  /** Empties the model, for a rebuild from the log. */
  drop(): Promise<void>;
  /** Ends background work; the client stays open, as it is the caller's. */
  close(): Promise<void>;
};

export type MongoModelOptions = {
  /**
   * The service's database, of a client with majority write concern; `openMongoModel` makes collections and indexes
   * that are missing.
   */
  readonly db: Db;
  /** Begins the names of the model's collections, where the database has several models; '' without. */
  readonly prefix?: string;
  readonly collections: WriteModule<unknown>['collections'];
};

export type OpenMongoModel = (options: MongoModelOptions) => Promise<MongoModel>;
