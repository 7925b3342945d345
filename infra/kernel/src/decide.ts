import type { CommandMeta } from './actor.ts';
import type { Cell, Row } from './cells.ts';

/**
 * How a command becomes events (EVENTS.md 10). A handler has three pure parts: `load` names what it must know, `decide`
 * turns command and state into events or throws a Rejection, `answer` makes the reply from the events. The store drives
 * them: in the writer thread in the embedded mode, with expected versions and up to three tries in the cluster. Nothing
 * here touches a clock, a random source or a network.
 */

/** One read that a loading asks for; the store answers it as of the moment of deciding. */
export type ReadRequest =
  | { readonly kind: 'snapshot'; readonly stream: string }
  | { readonly kind: 'document'; readonly collection: string; readonly id: string }
  | {
      readonly kind: 'documents';
      readonly collection: string;
      readonly where: Readonly<Record<string, string | number | boolean>>;
      readonly limit: number;
    }
  | ({ readonly kind: 'rows'; readonly table: string; readonly ids: readonly string[] } & RowsPart)
  | { readonly kind: 'rowsWhere'; readonly table: string; readonly column: string; readonly keys: readonly string[] }
  | { readonly kind: 'claims'; readonly scope: string; readonly keys: readonly string[] }
  | { readonly kind: 'commit'; readonly id: string }
  | {
      readonly kind: 'changedSince';
      readonly table: string;
      readonly ids: readonly string[];
      readonly position: number;
    }
  | { readonly kind: 'changedAfter'; readonly table: string; readonly records: readonly SeenVersion[] };

/** A record that somebody saw at version `after`, and that has version `through` now. */
export type SeenVersion = { readonly id: string; readonly after: number; readonly through: number };
/** A column, or `'*'` for a deletion or restoration, and the position of the first commit that wrote it since. */
export type ChangedColumn = { readonly column: string; readonly position: number };

/** What a reading of rows takes of them; without it, all columns of all rows. */
export type RowsPart = {
  /** Of the cells, only those of these columns; what a table does not have is passed over. */
  readonly columns?: readonly string[] | undefined;
  /** Texts end after so many characters, and one more that tells that there was more. */
  readonly cut?: number | undefined;
  /** The reading ends with the row whose cells pass so many bytes: then fewer rows come than were asked for. */
  readonly bytes?: number | undefined;
  /** Each row tells in `bytes` what its record weighs, of whatever columns come. */
  readonly weighed?: boolean | undefined;
};

/** A loading yields reads and receives their results; use the typed helpers of `read` with `yield*`. */
export type Loading<S> = Generator<ReadRequest, S, unknown>;

/** A stream's folded state with its version; version 0 and undefined state when nothing was ever written. */
export type Snapshot<S> = { readonly version: number; readonly state: S | undefined };

/** A stored commit as undo sees it. */
export type StoredCommit<E = unknown> = {
  readonly id: string;
  readonly position: number;
  readonly time: number;
  /** The type of the command that made it. */
  readonly commandType?: string;
  readonly meta: Omit<CommandMeta, 'actor'> & {
    readonly actor: { readonly kind: string; readonly id: string; readonly userId?: string | undefined };
  };
  readonly events: readonly E[];
};

export const read = {
  /** The folded state of a non-record stream (`table:<id>`). */
  *snapshot<S>(stream: string): Loading<Snapshot<S>> {
    return (yield { kind: 'snapshot', stream }) as Snapshot<S>;
  },
  /** A document of the service's own read model, or undefined. */
  *document<D>(collection: string, id: string): Loading<D | undefined> {
    return (yield { kind: 'document', collection, id }) as D | undefined;
  },
  /** Documents whose declared index fields equal `where`, at most `limit`. */
  *documents<D>(
    collection: string,
    where: Readonly<Record<string, string | number | boolean>>,
    limit = 1000,
  ): Loading<readonly D[]> {
    return (yield { kind: 'documents', collection, where, limit }) as readonly D[];
  },
  /**
   * Rows of a record table in the order of `ids`; undefined where none was ever made; deleted rows come with `deleted:
   * true`. A thousand rows may be a gigabyte: whoever reads many names the columns, or a bound.
   */
  *rows(table: string, ids: readonly string[], part: RowsPart = {}): Loading<readonly (Row | undefined)[]> {
    return (yield { kind: 'rows', table, ids, ...part }) as readonly (Row | undefined)[];
  },
  /**
   * Live rows whose folded key of `column` is one of `keys` (for upsert by the unique field); at most one row a key, in
   * the order of keys.
   */
  *rowsWhere(table: string, column: string, keys: readonly string[]): Loading<readonly (Row | undefined)[]> {
    return (yield { kind: 'rowsWhere', table, column, keys }) as readonly (Row | undefined)[];
  },
  /** Who owns each claim (EVENTS.md 11), in the order of `keys`. */
  *claims(scope: string, keys: readonly string[]): Loading<readonly (string | undefined)[]> {
    return (yield { kind: 'claims', scope, keys }) as readonly (string | undefined)[];
  },
  /** A commit of this service and organization, for undo and for answers to a repeated idempotency key. */
  *commit<E>(id: string): Loading<StoredCommit<E> | undefined> {
    return (yield { kind: 'commit', id }) as StoredCommit<E> | undefined;
  },
  /**
   * Per row: the ids of the columns that commits after `position` wrote (undo's conflicts), `'*'` for a deletion or
   * restoration; in the order of `ids`.
   */
  *changedSince(table: string, ids: readonly string[], position: number): Loading<readonly (readonly string[])[]> {
    return (yield { kind: 'changedSince', table, ids, position }) as readonly (readonly string[])[];
  },
  /**
   * Per record: the columns that its versions above `after`, up to `through`, wrote, however many these are; in the
   * order of `records`.
   */
  *changedAfter(table: string, records: readonly SeenVersion[]): Loading<readonly (readonly ChangedColumn[])[]> {
    return (yield { kind: 'changedAfter', table, records }) as readonly (readonly ChangedColumn[])[];
  },
};

/** Facts that the store hands to a decider. */
export type DecideEnv = {
  /** The commit's time in ms, monotonic per organization. */
  readonly now: number;
  readonly meta: CommandMeta;
  /** A new id; deterministic in tests. */
  readonly newId: () => string;
};

/**
 * A unique key held by `owner`; the append fails with `conflict` when another owner holds it. `key` is already
 * normalised; the store hashes it.
 */
export type Claim = { readonly scope: string; readonly key: string; readonly owner: string };

/**
 * Which streams an event advances. Record streams are written `record:<table>`, with one item per record in `ids` and
 * the version that each reaches in `versions` (omitted: all 1, for records made by this event). Others name the whole
 * stream and its one version.
 */
export type Advance =
  | { readonly stream: string; readonly version: number }
  | { readonly stream: string; readonly ids: readonly string[]; readonly versions?: readonly number[] };

export type DecidedEvent<E> = { readonly event: E; readonly advances: readonly Advance[] };

/** What a decision writes. No events means that nothing changed: the answer is given and no commit is made. */
export type Decision<E> = {
  readonly events: readonly DecidedEvent<E>[];
  readonly claims?: readonly Claim[];
  readonly releases?: readonly Claim[];
};

/** One command type: `C` its payload, `S` what it loads, `E` the service's event union, `A` its JSON answer. */
export type CommandHandler<C, S, E, A> = {
  /**
   * Means the same whatever others wrote to its streams meanwhile: where it loses a race it is decided again until its
   * deadline. Others are refused after three lost races (EVENTS.md 10).
   */
  readonly merges?: true;
  load(command: C, meta: CommandMeta): Loading<S>;
  decide(command: C, state: S, env: DecideEnv): Decision<E>;
  /**
   * The reply, made after the model was brought up to the commit; also made again for a repeated idempotency key (then
   * `command` is the repeated one).
   */
  answer(
    command: C,
    events: readonly E[],
    commit: { readonly id: string; readonly position: number; readonly time: number } | undefined,
    meta: CommandMeta,
  ): Loading<A>;
};

/** Erases the payload types where handlers of many commands stand in one record. */
// oxlint-disable-next-line typescript/no-explicit-any -- the one place where handlers of different commands meet; execute() types each call
export type AnyHandler<E> = CommandHandler<any, any, E, any>;

/**
 * A change of the read model as data, so that a projection is pure and every store can apply it. Every op is within one
 * organization.
 */
export type ModelOp =
  | { readonly op: 'document.put'; readonly collection: string; readonly id: string; readonly document: object }
  | { readonly op: 'document.delete'; readonly collection: string; readonly id: string }
  | {
      readonly op: 'table.create';
      readonly table: string;
      readonly columns: readonly import('./cells.ts').ColumnSpec[];
    }
  | { readonly op: 'table.columns'; readonly table: string; readonly add: readonly import('./cells.ts').ColumnSpec[] }
  | {
      readonly op: 'table.indexes';
      readonly table: string;
      readonly indexes: readonly { readonly columns: readonly string[] }[];
    }
  | {
      readonly op: 'rows.insert';
      readonly table: string;
      readonly ids: readonly string[];
      readonly columns: readonly ColumnCells[];
    }
  | {
      readonly op: 'rows.update';
      readonly table: string;
      readonly ids: readonly string[];
      readonly versions: readonly number[];
      readonly columns: readonly ColumnCells[];
    }
  | {
      readonly op: 'rows.delete' | 'rows.restore';
      readonly table: string;
      readonly ids: readonly string[];
      readonly versions: readonly number[];
    }
  /**
   * Removes rows with their history and whatever searches and indexes hold of them, as if they had never been made. The
   * event store's own, for a purge (EVENTS.md 9): no projection gives it.
   */
  | { readonly op: 'rows.erase'; readonly table: string; readonly ids: readonly string[] };

/**
 * The cells of one column for the rows of an op, in the order of its ids; undefined leaves a row's cell as it is, null
 * empties it.
 */
export type ColumnCells = { readonly column: string; readonly cells: readonly (Cell | null | undefined)[] };

/** The header facts that projections and reactions get with each event. */
export type EventContext = {
  readonly organizationId: string;
  readonly commitId: string;
  readonly position: number;
  /** Index of the event in its commit. */
  readonly index: number;
  readonly time: number;
  readonly actorId: string;
  readonly origin: string;
  readonly operationId?: string | undefined;
  readonly advances: readonly Advance[];
};

/**
 * Folds one non-record stream; the store keeps the snapshot, as JSON, so a state is plain data that JSON carries
 * unchanged. `evolve` is total: it never throws, and ignores what it does not know.
 */
export type Aggregate<S, E> = {
  /** The part of the stream's name before the colon. */
  readonly kind: string;
  readonly initial: S;
  evolve(state: S, event: E, context: EventContext): S;
};

/**
 * Events to model ops. `version` rises when the shape of the model changes: the store then rebuilds it from the log.
 * `state(stream)` is the folded state of a non-record stream after this event, undefined if it was never written.
 */
export type Projection<E> = {
  readonly name: string;
  readonly version: number;
  project(event: E, context: EventContext, state: (stream: string) => unknown): readonly ModelOp[];
};

/** What undo makes of one stored commit: the command that would take it back, or why there is none (EVENTS.md 13). */
export type Inverse = { readonly type: string; readonly payload: unknown } | { readonly notUndoable: string };

/**
 * All that the store must know of a service. Lives in the service's `write.ts`; must be importable by a worker thread:
 * pure modules only.
 */
export type WriteModule<E> = {
  readonly service: string;
  readonly events: {
    encode(event: E): { readonly type: string; readonly bytes: Uint8Array };
    /** Undefined for a type that this version does not know: a later one wrote it, and it is passed over. */
    decode(type: string, bytes: Uint8Array): E | undefined;
  };
  // oxlint-disable-next-line typescript/no-explicit-any -- aggregates of different streams have different states
  readonly aggregates: readonly Aggregate<any, E>[];
  readonly projections: readonly Projection<E>[];
  /** Document collections with the fields that are indexed for `documents`. */
  readonly collections: readonly { readonly name: string; readonly indexes: readonly string[] }[];
  readonly commands: Readonly<Record<string, AnyHandler<E>>>;
  /**
   * The part of an event that concerns one item of a record stream, of the same type: what a record's history carries
   * of a bulk event.
   */
  focus?(event: E, item: string): E;
  /**
   * The event as if these items of the stream had never been in it, for a purge; undefined when nothing is left of it.
   */
  erase?(event: E, stream: string, items: ReadonlySet<string>): E | undefined;
  /**
   * The claims that contents of the read model hold: documents, and rows of one table that are not deleted, with the
   * folded state of a stream. Only a salvage asks, which has no commits to read them from.
   */
  readonly holds?: {
    document?(collection: string, id: string, document: object): readonly Claim[];
    rows?(table: string, rows: readonly Row[], state: (stream: string) => unknown): readonly Claim[];
  };
  /** What a browser may be told about a commit: topics and ids, never values (EVENTS.md 22). */
  notices?(event: E, context: EventContext): readonly Notice[];
};

/**
 * A live notice. `topic` is `table:<id>`, `tables`, `operation:<id>`, or `rights:...`, which no browser hears; `ids` the records touched, or "many" above a
 * bound.
 */
export type Notice = {
  readonly topic: string;
  readonly kind: 'created' | 'changed' | 'deleted' | 'definition' | 'progress';
  readonly ids?: readonly string[] | 'many';
};

/** Executes one command of one service. Throws a Rejection. */
export type Execute = <A>(
  service: string,
  command: { readonly type: string; readonly payload: unknown },
  meta: CommandMeta,
) => Promise<ExecuteResult<A>>;
export type ExecuteResult<A> = {
  readonly answer: A;
  readonly commitId?: string | undefined;
  readonly position?: number | undefined;
  readonly repeated?: boolean;
};
