import type { CommandMeta } from './actor.ts';
import type { Cell, LinkChange, Row } from './cells.ts';

/**
 * How a command becomes events (docs/events.md 10). A handler has three pure parts: `load` names what it must know,
 * `decide` turns command and state into events or throws a Rejection, `answer` makes the reply from the events. The
 * store drives them: in the writer thread in the embedded mode, with expected versions and up to three tries in the
 * cluster. Nothing here touches a clock, a random source or a network.
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
      readonly after?: string | undefined;
    }
  | ({ readonly kind: 'rows'; readonly table: string; readonly ids: readonly string[] } & RowsPart)
  | { readonly kind: 'count'; readonly table: string }
  | { readonly kind: 'rowsWhere'; readonly table: string; readonly column: string; readonly keys: readonly string[] }
  | { readonly kind: 'claims'; readonly scope: string; readonly keys: readonly string[] }
  | { readonly kind: 'commit'; readonly id: string }
  | {
      readonly kind: 'changedSince';
      readonly table: string;
      readonly ids: readonly string[];
      readonly position: number;
    }
  | { readonly kind: 'changedAfter'; readonly table: string; readonly records: readonly SeenVersion[] }
  | {
      readonly kind: 'linking';
      readonly table: string;
      readonly column: string;
      readonly ids: readonly string[];
      readonly deleted?: boolean | undefined;
      readonly limit?: number | undefined;
    };

/** A row that has a link to another. */
export type Linking = { readonly id: string; readonly deleted: boolean };

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
  /** Documents whose declared index fields equal `where`, by id, those behind `after`; at most `limit`. */
  *documents<D>(
    collection: string,
    where: Readonly<Record<string, string | number | boolean>>,
    limit = 1000,
    after?: string,
  ): Loading<readonly D[]> {
    return (yield { kind: 'documents', collection, where, limit, after }) as readonly D[];
  },
  /** All of them, page by page: no bound cuts the list. `idOf` gives a document's id. */
  *everyDocument<D>(
    collection: string,
    where: Readonly<Record<string, string | number | boolean>>,
    idOf: (document: D) => string,
  ): Loading<readonly D[]> {
    const all: D[] = [];
    for (;;) {
      const after = all.length === 0 ? undefined : idOf(all.at(-1)!);
      const page = (yield { kind: 'documents', collection, where, limit: 1000, after }) as readonly D[];
      all.push(...page);
      if (page.length < 1000) return all;
    }
  },
  /**
   * Rows of a record table in the order of `ids`; undefined where none was ever made; deleted rows come with `deleted:
   * true`. A thousand rows may be a gigabyte: whoever reads many names the columns, or a bound.
   */
  *rows(table: string, ids: readonly string[], part: RowsPart = {}): Loading<readonly (Row | undefined)[]> {
    return (yield { kind: 'rows', table, ids, ...part }) as readonly (Row | undefined)[];
  },
  /** How many live rows a table has; in the cluster, those of which the model knows. */
  *count(table: string): Loading<number> {
    return (yield { kind: 'count', table }) as number;
  },
  /**
   * Live rows whose folded key of `column` is one of `keys` (for upsert by the unique field); at most one row a key, in
   * the order of keys.
   */
  *rowsWhere(table: string, column: string, keys: readonly string[]): Loading<readonly (Row | undefined)[]> {
    return (yield { kind: 'rowsWhere', table, column, keys }) as readonly (Row | undefined)[];
  },
  /** Who owns each claim (docs/events.md 11), in the order of `keys`. */
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
  /**
   * The edges of a column of links from their other end: per record of `ids`, the rows of `table` that link to it, in the
   * order of their creation, at most `limit` in all. Those in the trash come where they are asked for.
   */
  *linking(
    table: string,
    column: string,
    ids: readonly string[],
    options: { readonly deleted?: boolean; readonly limit?: number } = {},
  ): Loading<readonly (readonly Linking[])[]> {
    return (yield { kind: 'linking', table, column, ids, ...options }) as readonly (readonly Linking[])[];
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
 * What a stream belongs to: what follows the colon, up to a slash. `table:7`, `record:7` and `view:7/3` have the root
 * `7`, so they stand in one history, and other services get their events in one order (docs/events.md 16).
 */
export const rootOf = (stream: string): string => {
  const rest = stream.slice(stream.indexOf(':') + 1);
  const slash = rest.indexOf('/');
  return slash < 0 ? rest : rest.slice(0, slash);
};

/** The table of the model that has the items of a record stream as rows: all that follows the colon. */
export const tableOf = (stream: string): string => stream.slice(stream.indexOf(':') + 1);

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
   * deadline. Others are refused after three lost races (docs/events.md 10).
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

/** What a command takes and what it answers, of its handler. */
export type PayloadOf<H> = H extends { decide(command: infer C, ...rest: never[]): unknown } ? C : never;
export type AnswerOf<H> = H extends { answer(...rest: never[]): Loading<infer A> } ? A : never;

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
      /**
       * Whose wish it is: it takes the place of an earlier one of the same name, letters and digits. A table has what all
       * wish, by rank and then by name, until it has its fill. Without it: the table's own wish, which comes first.
       */
      readonly of?: { readonly name: string; readonly rank: number };
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
      /** Changes of links, beside cells that are written whole. */
      readonly links?: readonly ColumnLinks[];
    }
  | {
      readonly op: 'rows.delete' | 'rows.restore';
      readonly table: string;
      readonly ids: readonly string[];
      readonly versions: readonly number[];
    }
  /**
   * Which columns of a table are derived (derive.ts), all of them, and only these from then on. One that was none before
   * is made and filled by background work, and so is one that follows from other things than before; one that is none any
   * more stays as it is and is no part of the dump.
   */
  | {
      readonly op: 'table.derived';
      readonly table: string;
      readonly columns: readonly import('./derive.ts').DerivedColumn[];
    }
  /**
   * Cells of derived columns, of rows as they were at `versions`: a row that has another by then is left to whoever wrote
   * that. They make no version and no history.
   */
  | {
      readonly op: 'rows.derive';
      readonly table: string;
      readonly ids: readonly string[];
      readonly versions: readonly number[];
      readonly columns: readonly ColumnCells[];
    }
  /**
   * Removes rows with their history and whatever searches and indexes hold of them, as if they had never been made. The
   * event store's own, for a purge (docs/events.md 9): no projection gives it.
   */
  | { readonly op: 'rows.erase'; readonly table: string; readonly ids: readonly string[] };

/**
 * The cells of one column for the rows of an op, in the order of its ids; undefined leaves a row's cell as it is, null
 * empties it.
 */
export type ColumnCells = { readonly column: string; readonly cells: readonly (Cell | null | undefined)[] };

/** Changes of the links in one column for the rows of an op, in the order of its ids; undefined leaves a row's links. */
export type ColumnLinks = { readonly column: string; readonly changes: readonly (LinkChange | undefined)[] };

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
  /** How many runs of automations caused one another until this was written. */
  readonly causationDepth?: number | undefined;
  /** False where whoever wrote it wants no automation to start by it. */
  readonly runAutomations?: false | undefined;
  readonly advances: readonly Advance[];
};

/**
 * Folds one non-record stream; the store keeps the snapshot, as JSON, so a state is plain data that JSON carries
 * unchanged. `evolve` is total: it never throws, and ignores what it does not know.
 */
export type Aggregate<S, E> = {
  /** The part of the stream's name before the colon. */
  readonly kind: string;
  /**
   * From 1. It rises when old events fold to another state than before, be it by a new field of a contract that a state
   * carries: the store then makes the model anew from the log.
   */
  readonly version: number;
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

/** Somebody who is to be forgotten: by the account's id, '' where they never had one, and their folded e-mail addresses. */
export type Person = { readonly id: string; readonly addresses: readonly string[] };

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
  /** What follows from rows without an event (derive.ts). */
  readonly derivation?: import('./derive.ts').Derivation;
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
   * What the service knows of people by name, for a purge of one of them. Streams that it changes are folded anew, so
   * what it leaves must fold as before, but for the names and addresses.
   */
  readonly personal?: {
    /** The event without what names the person, its ids as they were; undefined where it does not concern them. Total. */
    event(event: E, person: Person): E | undefined;
    /** The same of a document of the read model, which only a salvage writes into the log. */
    document(collection: string, document: object, person: Person): object | undefined;
  };
  /**
   * The claims that contents of the read model hold: documents, and rows of one table that are not deleted, with the
   * folded state of a stream. Only a salvage asks, which has no commits to read them from.
   */
  readonly holds?: {
    document?(collection: string, id: string, document: object): readonly Claim[];
    rows?(table: string, rows: readonly Row[], state: (stream: string) => unknown): readonly Claim[];
  };
  /** What a browser may be told about a commit: topics and ids, never values (docs/events.md 22). */
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
