/**
 * State that replicas share and that may be lost at any moment: what it guards is slower or stricter without it, never
 * wrong and never open. Nothing here is the truth of anything (docs/events.md 6, docs/security.md 9).
 */

/** Rate limits: token buckets by name. */
export type RateLimits = {
  /**
   * The buckets of one rule: `capacity` points at once, `perSecond` refilled. The same name and settings mean the same
   * buckets in every replica.
   */
  limiter(name: string, rule: { readonly capacity: number; readonly perSecond: number }): RateLimiter;
};
export type RateLimiter = {
  /**
   * Takes points; answers 0, or the whole seconds (1 at least) after which there are enough again, and then none are
   * taken. More than the capacity counts as the capacity. Never rejects and never lets all through: without the shared
   * store each process limits by itself.
   */
  take(key: string, points: number): number | Promise<number>;
  /** As `take` answers, and takes nothing: for what counts only once it is known to be wrong. */
  wait(key: string, points: number): number | Promise<number>;
};

/** A right that one process has at a time, until it releases it or lets it lapse. */
export type Lease = {
  /** Higher than that of every earlier holder: who writes with it can be refused by what it writes to. */
  readonly token: number;
  /**
   * By this process's own monotonic clock, begun before the store was asked: false after the time to live without a
   * renewal.
   */
  held(): boolean;
  /**
   * Begins the time to live anew. False when the lease is gone or the store cannot be asked; `held` then says how long
   * it may still be counted on.
   */
  renew(): Promise<boolean>;
  release(): Promise<void>;
};
export type Leases = {
  /** Undefined while another holds it, or when the store cannot be asked. `ttlMs` from 100 on. */
  acquire(name: string, ttlMs: number): Promise<Lease | undefined>;
};

/** docs/events.md 26: an answer of auth is never older than this when it is used. */
export const cacheAtMostMs = 5_000;

/** Answers that may be up to a few seconds old. */
export type Cache = {
  /** Undefined when there is none, when it is over its time, or when the store cannot be asked. */
  get<V>(organizationId: string, bucket: string, key: string): Promise<V | undefined>;
  /** Keeps a JSON value for `ttlMs`, `cacheAtMostMs` at most. A failure is no one's business: nothing is kept. */
  put(organizationId: string, bucket: string, key: string, value: unknown, ttlMs: number): Promise<void>;
  delete(organizationId: string, bucket: string, key: string): Promise<void>;
};

/**
 * How far logs were seen to be, told apart from the logs themselves: what went back behind it has lost something. A lost
 * store knows nothing, and says nothing against any log.
 */
export type Heads = {
  /** Notes positions by organization, where they are higher than what is noted. Rejects while the store is away. */
  raise(log: string, positions: ReadonlyMap<string, number>): Promise<void>;
  /** What is noted of a log. Rejects while the store is away. */
  of(log: string): Promise<ReadonlyMap<string, number>>;
};

export type SharedState = {
  readonly heads: Heads;
  readonly limits: RateLimits;
  readonly leases: Leases;
  readonly cache: Cache;
  /** Whether the shared store answers. */
  ready(): boolean;
  /** Whether it does within so many ms. */
  connected(ms: number): Promise<boolean>;
  close(): Promise<void>;
};
