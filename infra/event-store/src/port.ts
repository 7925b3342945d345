import type {
  AnswerOf,
  CommandMeta,
  EventContext,
  ExecuteResult,
  Notice,
  PayloadOf,
  Person,
  StoredCommit,
} from '@tessera/kernel';

/**
 * The event log and command execution of one service, as its code sees them. Every call is bounded to one organization.
 */
export type ServiceStore<E = unknown> = {
  /**
   * Decides and writes one command (docs/events.md 6, 10): resolves after the log's fsync and after the model reflects
   * it. `payload` may be JSON text, which is parsed in the writer. Throws a Rejection; `unavailable` when the queue is
   * full, the disk is full or the store drains.
   */
  execute<A>(
    command: { readonly type: string; readonly payload: unknown | string | Uint8Array },
    meta: CommandMeta,
  ): Promise<ExecuteResult<A>>;
  /** One commit with its decoded events. */
  commit(organizationId: string, commitId: string): Promise<StoredCommit<E> | undefined>;
  /**
   * Commits by position, ascending or descending, `from` exclusive. At most 500, and about 4 MB of events: a page that
   * is shorter than asked for is not the last one, an empty one is.
   */
  commits(
    organizationId: string,
    range: {
      readonly after?: number;
      readonly before?: number;
      readonly order: 'asc' | 'desc';
      readonly limit: number;
    },
  ): Promise<readonly StoredCommit<E>[]>;
  /** Headers only, newest first, of one operation, one root stream (`table:<id>` covers `record:<id>`), one actor. */
  headers(
    organizationId: string,
    by: {
      readonly operationId?: string;
      readonly root?: string;
      readonly actorId?: string;
      readonly before?: number;
      readonly limit: number;
    },
  ): Promise<readonly CommitHeader[]>;
  /**
   * Commits that advanced one record (`record:<table>` and its id) or stream, newest first: its history. Where the
   * write module has `focus`, events come narrowed to the item. Pages end as those of `commits` do.
   */
  history(
    organizationId: string,
    stream: string,
    item: string | undefined,
    page: { readonly before?: number; readonly limit: number },
  ): Promise<readonly StoredCommit<E>[]>;
  /** The newest position of an organization. */
  position(organizationId: string): Promise<number>;
  /** Every organization that ever wrote here: what work is under way in any of them is looked for at a start. */
  organizations(): Promise<readonly string[]>;
};

/** What a service reads of its own log. */
export type ServiceLog<E = unknown> = Omit<ServiceStore<E>, 'execute'>;

/**
 * A store that knows the commands of its service, `M` the table of their handlers: an unknown command, or a payload that
 * is not its own, does not compile, and the answer is the handler's. A payload that is JSON text already is believed.
 */
export type CommandStore<E, M> = ServiceLog<E> & {
  execute<T extends keyof M & string>(
    command: { readonly type: T; readonly payload: PayloadOf<M[T]> | string | Uint8Array },
    meta: CommandMeta,
  ): Promise<ExecuteResult<AnswerOf<M[T]>>>;
};

/**
 * What must leave no trace: records of one record stream, `record:<table>`, at most 1,000 or all that it ever had, the
 * name, addresses and requests of a person, or everything that the organization of the actor ever had.
 */
export type PurgeOrder =
  | { readonly stream: string; readonly items: readonly string[] | 'all' }
  | { readonly person: Person }
  | { readonly everything: true };
export type Purged = {
  readonly purgeId: string;
  /** Commits that held the records and were rewritten without them. */ readonly commits: number;
};

/** How far a purge has come: commits rewritten, and where it is known how many are to be looked at yet. */
export type PurgeProgress = { readonly commits: number; readonly left?: number };

/** A store that can forget (docs/events.md 9). */
export type PurgingStore<E = unknown> = ServiceStore<E> & {
  /**
   * Removes records for good, live or deleted: from every commit that holds them, from the read model, its history and
   * search, from idempotency answers, and from what the files still hold of deleted contents. Of a person, the commits of
   * every organization lose what names them and the requests that they sent; nothing else that they did changes. Of an
   * organization no event, document, row, claim or key is left; its commits stay as empty places. Nobody
   * may write to a stream or an organization that goes as a whole: it is refused before. Resolves when all of that
   * is done. A purge that was accepted goes on after a restart, whether somebody waits for it or not; asked for again
   * with the same `operationId`, or anew, it does what is left. Copies elsewhere (backups, other services, files) are
   * their owners' to remove. Throws a Rejection: `purge.unsupported` where the write module has no `erase`,
   * `purge.stream`, `purge.items`, `store.draining`.
   */
  purge(
    order: PurgeOrder,
    meta: Pick<CommandMeta, 'actor' | 'operationId'>,
    /**
     * `wait: false` resolves as soon as the purge is accepted, with no commits counted. `onProgress` is told at
     * the beginning and at most once a second after it.
     */
    options?: { readonly wait?: boolean; readonly onProgress?: (progress: PurgeProgress) => void },
  ): Promise<Purged>;
};

export type CommitHeader = {
  readonly id: string;
  readonly position: number;
  readonly time: number;
  readonly commandType: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly userId?: string | undefined;
  readonly origin: string;
  readonly operationId?: string | undefined;
  /** Event types with the number of items that each advanced. */
  readonly events: readonly { readonly type: string; readonly items: number }[];
  /** For an undo: the commit or operation that it took back. */
  readonly causationId?: string | undefined;
  /** The address of the request, until it is erased. */
  readonly ip?: string | undefined;
};

/**
 * A durable reaction to another service's (or one's own) events: at least once, in order per stream, deduplicated by
 * event id (infra/messaging).
 */
export type Reaction<E = unknown> = {
  /** Durable name; a renamed reaction starts again from the beginning. */
  readonly name: string;
  readonly source: string;
  readonly types: readonly string[];
  handle(event: E, context: EventContext): Promise<void>;
};

/** A commit was made durable. For live push and to wake reactions; never the only way to learn of it. */
export type CommittedNotice = {
  readonly service: string;
  readonly organizationId: string;
  readonly position: number;
  /** Place in the service's log, for those who tail it. */
  readonly seq: number;
  readonly actorId: string;
  readonly notices: readonly Notice[];
  /** Types of its events, where the store tells them: who follows other types need not look. */
  readonly types?: readonly string[];
};

/** An event as a reaction gets it. `seq` is its commit's place in the source's log. */
export type TailedEvent<E = unknown> = {
  readonly seq: number;
  readonly type: string;
  readonly event: E;
  readonly context: EventContext;
  /** W3C traceparent of the request that made the commit. */ readonly trace?: string | undefined;
};
export type TailPage<E = unknown> = {
  readonly events: readonly TailedEvent<E>[];
  /** The place up to which the log was looked at; pass it as the next `after`. */
  readonly through: number;
  /** True when the log had nothing more. */
  readonly end: boolean;
  /**
   * Rises when the log was restored or cut: places after `epochFrom` that were seen in an older epoch named other
   * commits.
   */
  readonly epoch: number;
  readonly epochFrom: number;
};

/** What messaging and the runtime use of an event store beside the services' own ports. */
export type EventSource = {
  /** Events of these types after a place in the service's log, in order. `limit` bounds the commits looked at. */
  tail(service: string, after: number, limit: number, types: readonly string[]): Promise<TailPage>;
  /** Calls the listener after each durable commit; answers the function that ends it. */
  onCommitted(listener: (committed: CommittedNotice) => void): () => void;
};

/**
 * A commit as it is stored, undecoded: what travels between services. `checksum` covers `header` and `body` as they are
 * here.
 */
export type RawCommit = {
  readonly organizationId: string;
  readonly position: number;
  /** The epoch in which it was written; with the position it makes the commit's id. */
  readonly epoch: number;
  readonly header: Uint8Array;
  readonly body: Uint8Array;
  /** How the body is stored: 0 plain, 1 zstd. */
  readonly encoding: number;
  readonly checksum: Uint8Array;
};

export type RawPage = {
  /**
   * In the order of their positions, without a gap: the first follows `position`, an open gap ends the page. Empty
   * commits (filled places) are in it.
   */
  readonly commits: readonly RawCommit[];
  /** The newest position up to which nothing is missing, read no later than the commits. */
  readonly head: number;
  /**
   * Rises when the log was restored: positions after `epochFrom` that were seen in an older epoch named other commits.
   * `epochFrom` is per organization.
   */
  readonly epoch: number;
  readonly epochFrom: number;
};

/** `position` is the newest up to which nothing is missing; `time` that of the newest commit in ms. */
export type OrganizationHead = { readonly organizationId: string; readonly position: number; readonly time: number };

/**
 * One service's log as other processes read it, organization by organization: its outbox, and over the network the
 * consumers that lack a part. There is no order between organizations. Every call has a deadline of the store's own and
 * throws a Rejection of kind `unavailable` when the log cannot be read.
 */
export type CommitReads = {
  /**
   * Organizations with at least one commit in the order of their ids, after `after` (exclusive; '' from the first), at
   * most `limit`. With `committedSince` only those that got a commit at or after that moment (ms); this form is asked
   * several times a second and must not read the others.
   */
  organizationsAfter(after: string, limit: number, committedSince?: number): Promise<readonly OrganizationHead[]>;
  /**
   * Commits after a position (exclusive), at most `limit` and about 4 MB; at least one when there is one. An
   * organization without any has head 0. `epoch`: the one in which the asker saw that position, which a log that ends
   * before it takes for a sign that it was taken back.
   */
  commitsAfter(organizationId: string, position: number, limit: number, epoch?: number): Promise<RawPage>;
  /**
   * The newest position before `before` (exclusive) whose commit advanced a stream of this root (what follows the
   * colon: `table:7` and `record:7` have root `7`); 0 if none did.
   */
  previousOfRoot(organizationId: string, root: string, before: number): Promise<number>;
};

/** What the outbox follows. */
export type OutboxSource = CommitReads & {
  /**
   * Organizations that got a commit at or after a moment (ms), in the order of their ids, as `organizationsAfter`, each
   * with the newest position that was given out: that one may still be open. Costs one read a page.
   */
  placesSince(time: number, after: string, limit: number): Promise<readonly OrganizationHead[]>;
  /**
   * Called soon after commits of this process, and of other replicas where the store learns of them; a hint that may be
   * lost. Answers the function that ends it.
   */
  onCommitted(
    listener: (committed: { readonly organizationId: string; readonly position: number }) => void,
  ): () => void;
};
