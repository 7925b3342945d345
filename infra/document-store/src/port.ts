import type { AskedAggregate, GroupPage, GroupQuery, PageQuery, Predicate, Row, SelectedColumn } from '@tessera/kernel';

/** Reads of one service's own documents. */
export type DocumentReader = {
  get<D>(organizationId: string, collection: string, id: string): Promise<D | undefined>;
  /** By a declared index; ordered by id, those behind `after`. At most `limit`, 1,000 without it. */
  find<D>(
    organizationId: string,
    collection: string,
    where: Readonly<Record<string, string | number | boolean>>,
    limit?: number,
    after?: string,
  ): Promise<readonly D[]>;
};

/**
 * Reads of one service's record tables. JSON comes finished, as bytes for the wire: `{"id","version","fields":{key:
 * value},"createdAt","updatedAt"}`.
 */
export type RecordReader = {
  /**
   * The last commit that touched a table: a read that begins now has it and whatever came before. Undefined where the
   * engine cannot tell without asking, or there is no such table.
   */
  position(organizationId: string, table: string): number | undefined;
  /** Whether derived columns of a table lack what follows from its rows or from others: background work is at it. */
  computing(organizationId: string, table: string): Promise<boolean>;
  /**
   * One live record as JSON text, undefined if there is none. The embedded store answers at once (a point read of a
   * cached statement), others with a promise.
   */
  one(
    organizationId: string,
    table: string,
    id: string,
    select: readonly SelectedColumn[],
    allow?: Predicate,
  ): string | undefined | Promise<string | undefined>;
  /**
   * A page: `{"records":[...],"next":"..."}` as text; `next` is absent on the last page. Throws `query.cancelled`,
   * `query.too_slow` or `unavailable` (kind unavailable), `query.invalid_cursor` and other refusals (kind invalid).
   */
  page(organizationId: string, query: PageQuery, options?: ReadOptions): Promise<string>;
  /** Rows for services, in the order of the query. */
  rows(
    organizationId: string,
    query: PageQuery,
    options?: ReadOptions,
  ): Promise<{ readonly rows: readonly Row[]; readonly next?: string }>;
  count(organizationId: string, query: Omit<PageQuery, 'select' | 'limit'>, options?: ReadOptions): Promise<number>;
  /**
   * One value an aggregate, in order: counts as numbers, other numbers as decimal strings (an average with four places
   * more than its column), dates and instants as text, null for nothing.
   */
  aggregate(
    organizationId: string,
    query: Omit<PageQuery, 'select' | 'limit' | 'sort'>,
    aggregates: readonly AskedAggregate[],
    options?: ReadOptions,
  ): Promise<readonly (string | number | null)[]>;
  /**
   * A page of groups in their order, those alone that have records; `next` is absent on the last page. Each page looks
   * at all records that match. Refuses as `page` does, and with `query.invalid_groups`.
   */
  groups(organizationId: string, query: GroupQuery, options?: ReadOptions): Promise<GroupPage>;
  /**
   * Place of a record in a query's order, from 0; undefined if it does not match. For "scroll to" and records walked
   * with Up and Down.
   */
  placeOf(
    organizationId: string,
    query: Omit<PageQuery, 'limit' | 'after' | 'offset'>,
    id: string,
    options?: ReadOptions,
  ): Promise<number | undefined>;
};
/**
 * `deadlineMs` from the call on, waiting included; default 10 s. `asker` is whose read it is: long reads of one wait for
 * those of others.
 */
export type ReadOptions = { readonly signal?: AbortSignal; readonly deadlineMs?: number; readonly asker?: string };

/**
 * Small state that is not derived from the log (docs/events.md 6: sessions, presence, recents, limits, upload handles,
 * secrets). Durable where `durable`; keys are within one organization, or '' for the installation.
 */
export type StateStore = {
  get<V>(organizationId: string, bucket: string, key: string): Promise<V | undefined>;
  put(
    organizationId: string,
    bucket: string,
    key: string,
    value: unknown,
    options?: { readonly expiresAt?: number },
  ): Promise<void>;
  /** Writes only if the present value has this etag (undefined: absent); answers whether it did. */
  compareAndPut(
    organizationId: string,
    bucket: string,
    key: string,
    expected: string | undefined,
    value: unknown,
    options?: { readonly expiresAt?: number },
  ): Promise<boolean>;
  getWithEtag<V>(
    organizationId: string,
    bucket: string,
    key: string,
  ): Promise<{ readonly value: V; readonly etag: string } | undefined>;
  delete(organizationId: string, bucket: string, key: string): Promise<void>;
  /** For a purge: when it resolves, files of the store hold nothing of what was deleted before. Rewrites all of them. */
  wipe(): Promise<void>;
  list<V>(
    organizationId: string,
    bucket: string,
    prefix: string,
    limit: number,
  ): Promise<readonly { readonly key: string; readonly value: V }[]>;
};
