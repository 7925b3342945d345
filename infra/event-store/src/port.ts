import type { CommandMeta, EventContext, ExecuteResult, StoredCommit } from '@tessera/kernel';

/** The event log and command execution of one service, as its code sees them. Every call is bounded to one organization. */
export type ServiceStore<E = unknown> = {
  /**
   * Decides and writes one command (EVENTS.md 6, 10): resolves after the log's fsync and after the model reflects it. `payload` may be JSON text, which
   * is parsed in the writer. Throws a Rejection; `unavailable` when the queue is full, the disk is full or the store drains.
   */
  execute<A>(command: { readonly type: string; readonly payload: unknown | string | Uint8Array }, meta: CommandMeta): Promise<ExecuteResult<A>>;
  /** One commit with its decoded events. */
  commit(organizationId: string, commitId: string): Promise<StoredCommit<E> | undefined>;
  /** Commits by position, ascending or descending, `from` exclusive. At most 500. */
  commits(organizationId: string, range: { readonly after?: number; readonly before?: number; readonly order: 'asc' | 'desc'; readonly limit: number }): Promise<readonly StoredCommit<E>[]>;
  /** Headers only, newest first, of one operation, one root stream (`table:<id>` covers `record:<id>`), one actor. */
  headers(organizationId: string, by: { readonly operationId?: string; readonly root?: string; readonly actorId?: string; readonly before?: number; readonly limit: number }): Promise<readonly CommitHeader[]>;
  /** Commits that advanced one record or stream, newest first: its history. */
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
