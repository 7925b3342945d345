import type { CommandMeta, EventContext, ExecuteResult, Notice, StoredCommit } from '@tessera/kernel';

/** The event log and command execution of one service, as its code sees them. Every call is bounded to one organization. */
export type ServiceStore<E = unknown> = {
  /**
   * Decides and writes one command (EVENTS.md 6, 10): resolves after the log's fsync and after the model reflects it. `payload` may be JSON text, which
   * is parsed in the writer. Throws a Rejection; `unavailable` when the queue is full, the disk is full or the store drains.
   */
  execute<A>(command: { readonly type: string; readonly payload: unknown | string | Uint8Array }, meta: CommandMeta): Promise<ExecuteResult<A>>;
  /** Like `execute`, with the answer as the JSON text that the writer made: for large answers that go on to a browser as they are. */
  executeText(command: { readonly type: string; readonly payload: unknown | string | Uint8Array }, meta: CommandMeta): Promise<ExecuteResult<string>>;
  /** One commit with its decoded events. */
  commit(organizationId: string, commitId: string): Promise<StoredCommit<E> | undefined>;
  /** Commits by position, ascending or descending, `from` exclusive. At most 500. */
  commits(organizationId: string, range: { readonly after?: number; readonly before?: number; readonly order: 'asc' | 'desc'; readonly limit: number }): Promise<readonly StoredCommit<E>[]>;
  /** Headers only, newest first, of one operation, one root stream (`table:<id>` covers `record:<id>`), one actor. */
  headers(organizationId: string, by: { readonly operationId?: string; readonly root?: string; readonly actorId?: string; readonly before?: number; readonly limit: number }): Promise<readonly CommitHeader[]>;
  /**
   * Commits that advanced one record (`record:<table>` and its id) or stream, newest first: its history. Where the write module has `focus`, events
   * come narrowed to the item.
   */
  history(organizationId: string, stream: string, item: string | undefined, page: { readonly before?: number; readonly limit: number }): Promise<readonly StoredCommit<E>[]>;
  /** The newest position of an organization. */
  position(organizationId: string): Promise<number>;
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
};

/** A durable reaction to another service's (or one's own) events: at least once, in order per stream, deduplicated by event id (infra/messaging). */
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
};

/** An event as a reaction gets it. `seq` is its commit's place in the source's log. */
export type TailedEvent<E = unknown> = { readonly seq: number; readonly type: string; readonly event: E; readonly context: EventContext };
export type TailPage<E = unknown> = {
  readonly events: readonly TailedEvent<E>[];
  /** The place up to which the log was looked at; pass it as the next `after`. */
  readonly through: number;
  /** True when the log had nothing more. */
  readonly end: boolean;
  /** Rises when the log was restored or cut: places after `epochFrom` that were seen in an older epoch named other commits. */
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
