import type { ColumnCells, EventContext, ModelOp, Row } from '@tessera/kernel';
import type { ModelReadRequest } from '../model-writer.ts';
import type { DocumentReader, RecordReader } from '../port.ts';

/** What an adapter gives to the contract suites: writes as the event store makes them, and the readers. */
export type StoreAdapter = {
  /** Applies the ops of one commit; resolves when readers see them. */
  write(
    organizationId: string,
    ops: readonly ModelOp[],
    at?: Partial<Pick<EventContext, 'time' | 'actorId' | 'position'>>,
  ): Promise<void>;
  /**
   * Throws away what it applied, as a commit that failed does. Absent where nothing is applied that is not in the log
   * yet.
   */
  writeAndFail?(organizationId: string, ops: readonly ModelOp[]): Promise<void>;
  read(organizationId: string, request: ModelReadRequest): Promise<unknown>;
  versions(organizationId: string, table: string, ids: readonly string[]): Promise<readonly number[]>;
  /** Positions of the commits that wrote a record, newest first. */
  history(
    organizationId: string,
    table: string,
    id: string,
    page: { readonly before?: number; readonly limit: number },
  ): Promise<readonly number[]>;
  readonly records: RecordReader;
  readonly documents: DocumentReader;
  /** Fills derived columns, a few rows at a time; answers how many rows it filled. */
  fillRows(reads: ReadonlySet<string>, compute: (rows: readonly Row[]) => readonly ColumnCells[]): Promise<number>;
  /** Finishes background work: search index, indexes. */
  settle(): Promise<void>;
  /** The ordered logical dump. */
  dump(): Promise<readonly string[]>;
  close(): Promise<void>;
};

/** Collections that the suites use. */
export const contractCollections = [
  { name: 'things', indexes: ['color', 'size', 'ready'] },
  { name: 'plain', indexes: [] },
] as const;

/** Makes a fresh, empty store with `contractCollections`. */
export type OpenAdapter = () => Promise<StoreAdapter>;
