import type { WriteModule } from '@tessera/kernel';
import type { MongoModel } from '@tessera/document-store';
import type { Db, MongoClient } from 'mongodb';
import type { CommittedNotice, OutboxSource, PurgingStore } from '../port.ts';

export type MongoStoreOptions<E> = {
  /** Shared by all stores of a process; the store neither opens nor closes it. */
  readonly client: MongoClient;
  /** The service's database. */
  readonly database: string;
  readonly module: WriteModule<E>;
  /**
   * Opens the model over the same database, once the engine answers; `prefix` begins the names of its collections. The
   * store closes it with itself.
   */
  readonly model: (prefix: string) => Promise<MongoModel>;
  /** Commands and bytes of payload that may wait before more are refused as `unavailable`. */
  readonly limits?: { readonly commands?: number; readonly bytes?: number };
  readonly timing?: Partial<MongoTiming>;
  /** How long the model of a release that is gone is kept, in ms; a day. */
  readonly keptMs?: number;
  /**
   * Told when the store waits for the engine, and of what it found wrong or repaired behind the callers' backs; for the
   * log.
   */
  readonly onReport?: (report: StoreReport) => void;
  /** Milliseconds since the epoch; for tests. */
  readonly now?: () => number;
};

/** All in ms. */
export type MongoTiming = {
  /** What one call of the engine may take, there and here. */
  readonly operation: number;
  /** What a command may take before its caller is told that it failed or that its fate is not known. */
  readonly command: number;
  /** A missing position is filled by another process once it was missed for so long; longer than `operation`. */
  readonly gap: number;
  /** A commit that nobody says to have applied is applied by another process once it was seen for so long. */
  readonly unapplied: number;
  /** How often the reconciler looks, and each process who else is there. */
  readonly reconciler: number;
};

export type StoreReport =
  | { readonly kind: 'waiting'; readonly error: string }
  | { readonly kind: 'filled'; readonly organizationId: string; readonly position: number }
  | { readonly kind: 'applied'; readonly organizationId: string; readonly position: number }
  | { readonly kind: 'failed'; readonly what: string; readonly error: unknown }
  /** A read model of this release's versions is made, by this process or another, beside the one in use. */
  | { readonly kind: 'making'; readonly what: string; readonly commits: number }
  /** The log ends at `position`, and `known` was acknowledged: the database was taken back to an earlier state. */
  | { readonly kind: 'went back'; readonly organizationId: string; readonly known: number; readonly position: number };

/**
 * The event store of one service on MongoDB, one of any number of replicas over one database. Beside `PurgingStore`'s
 * refusals, all of kind `unavailable`: `store.unavailable` (nothing was written), `store.uncertain` (whether it was
 * written is not known: ask again with the same idempotency key), `store.unfinished` (it was written, `details` has its
 * `commitId` and `position`, but could not be answered in time) and `store.went_back` (the log lacks what was
 * acknowledged: nothing is written to it before an operator has decided).
 */
export type MongoStore<E = unknown> = PurgingStore<E> &
  Omit<OutboxSource, 'onCommitted'> & {
    /** Commits of this process, after the model has them. */
    onCommitted(listener: (committed: CommittedNotice) => void): () => void;
    /** What names this log as it is: another after a restore, and after the loss of commits was accepted. */
    readonly log: { readonly id: string; readonly epoch: number };
    /**
     * Compares the log with how far it was seen to be, by organization. Where it lacks something it says so once, and
     * refuses every command from then on. Answers whether it does.
     */
    wentBack(known: ReadonlyMap<string, number>): Promise<boolean>;
    /** Commands that come from now on wait until this has come to its end, however it ends. */
    holdUntil(known: Promise<unknown>): void;
    /** Commits that the model lacked at the opening and got then. */
    readonly caughtUp: number;
    /** Begins the names of the model's collections. */
    readonly prefix: string;
    /**
     * Resolves when the model has what any release had written of an organization before the call. At once where none
     * with another model runs.
     */
    fresh(organizationId: string): Promise<void>;
    /** Resolves when what this process wrote counts as applied everywhere and whole segments are sealed. */
    settled(): Promise<void>;
    /**
     * Commits, over all organizations, that have been in the log for a round of the reconciler and that readers may not
     * see yet.
     */
    lag(): number;
    /** Seals the rest of every organization's log now. */
    seal(): Promise<void>;
    /** Refuses new commands, finishes those accepted, then ends the background work. */
    close(): Promise<void>;
  };

/** What maintenance needs: a database of its service that no replica is writing to, where the function says so. */
export type MongoMaintenance<E = unknown> = {
  readonly db: Db;
  readonly module: WriteModule<E>;
  readonly model: MongoModel;
};
