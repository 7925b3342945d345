import type { Advance, Derived, EventContext, ModelOp, Notice, Row, Snapshot, WriteModule } from '@tessera/kernel';
import type { ModelWriter, Owed } from '@tessera/document-store';
import type { Header } from '@tessera/proto/commit/v1/commit';
import type { SalvagedStep } from '../log/salvaged.ts';
import { contextOf } from './facts.ts';
import { createFollow } from './follow.ts';

/** Snapshots that stay in memory between groups; the others are read from the model again. */
const rememberedSnapshots = 2_000;
const collection = '$snapshots';

/** An event with its index in the commit, which stays its own when a purge takes others out. */
export type AppliedEvent<E> = {
  readonly index: number;
  readonly event: E | undefined;
  readonly advances: readonly Advance[];
};
/** A commit that stands in the log, with the documents that a salvage brought back in it. */
export type RewrittenCommit<E> = {
  readonly header: Header;
  readonly applied: readonly AppliedEvent<E>[];
  readonly salvaged: readonly SalvagedStep[];
};
type StateOf = (stream: string) => unknown;
type Entry = { organizationId: string; stream: string; version: number; state: unknown };

/**
 * Brings the read model up to a commit: folds aggregates, then projects each event and applies its ops. The one path
 * for live writes, catch-up and rebuild, so that they cannot differ. Changed snapshots reach the model at `flush`,
 * within the same transaction.
 */
export const createApplier = <E>(module: WriteModule<E>, model: ModelWriter) => {
  const { derivation } = module;
  const follow = derivation && createFollow(derivation, model);
  const aggregates = new Map(module.aggregates.map((a) => [a.kind, a]));
  const remembered = new Map<string, Entry>();
  const dirty = new Map<string, Entry>();
  let lastContext: EventContext | undefined;

  const entryOf = (organizationId: string, stream: string): Entry => {
    const key = `${organizationId}\0${stream}`;
    let entry = dirty.get(key) ?? remembered.get(key);
    if (entry === undefined) {
      const stored = model.read(organizationId, { kind: 'document', collection, id: stream }) as
        { version: number; state?: unknown } | undefined;
      entry = { organizationId, stream, version: stored?.version ?? 0, state: stored?.state };
    }
    remembered.delete(key);
    remembered.set(key, entry);
    if (remembered.size > rememberedSnapshots) remembered.delete(remembered.keys().next().value!);
    return entry;
  };

  const fold = (event: E | undefined, advance: Advance & { readonly version: number }, context: EventContext): void => {
    const entry = entryOf(context.organizationId, advance.stream);
    // A version that was already folded is a repetition; a projection must not run twice for it either, which appending
    // in order guarantees.
    const aggregate = aggregates.get(advance.stream.slice(0, advance.stream.indexOf(':')));
    const before = entry.version === 0 ? aggregate?.initial : entry.state;
    const state = aggregate === undefined || event === undefined ? before : aggregate.evolve(before, event, context);
    const key = `${context.organizationId}\0${advance.stream}`;
    const next = { ...entry, version: advance.version, state };
    remembered.set(key, next);
    dirty.set(key, next);
  };

  const flush = (): void => {
    for (const { organizationId, stream, version, state } of dirty.values()) {
      model.apply(
        organizationId,
        { op: 'document.put', collection, id: stream, document: { version, state } },
        lastContext!,
      );
    }
    dirty.clear();
  };

  /** An op of a projection; what follows from the rows that it writes is due. */
  const applyOp = (organizationId: string, op: ModelOp, context: EventContext, state: StateOf): void =>
    follow === undefined ? model.apply(organizationId, op, context) : follow.apply(organizationId, op, context, state);

  /** Computes all that is due after a commit; answers what browsers may be told of it. */
  const settle = (organizationId: string, context: EventContext, state: StateOf): Notice[] =>
    [...(follow?.settle(organizationId, context, state) ?? [])].flatMap(([table, ids]) =>
      derivation!.notices(table, [...ids]),
    );

  return {
    /** What of a table follows from the rest of it, as of the open transaction. */
    derived: (organizationId: string, table: string): Derived | undefined =>
      derivation?.of(table, (stream) => entryOf(organizationId, stream).state),
    /** The folded state as of the open transaction. */
    snapshot: (organizationId: string, stream: string): Snapshot<unknown> => {
      const { version, state } = entryOf(organizationId, stream);
      return { version, state };
    },
    /** Applies one commit's events in order; answers what browsers may be told of it. */
    apply: (header: Header, events: readonly AppliedEvent<E>[]): Notice[] => {
      const notices: Notice[] = [];
      const state = (stream: string): unknown => entryOf(header.organizationId, stream).state;
      for (const { index, event, advances } of events) {
        const context = contextOf(module.service, header, index, advances);
        lastContext = context;
        for (const advance of advances) if (!('ids' in advance)) fold(event, advance, context);
        if (event === undefined) continue;
        for (const projection of module.projections) {
          for (const op of projection.project(event, context, state))
            applyOp(header.organizationId, op, context, state);
        }
        if (module.notices) notices.push(...module.notices(event, context));
      }
      if (lastContext !== undefined && events.length > 0)
        notices.push(...settle(header.organizationId, lastContext, state));
      return notices;
    },
    /** Computes rows that are owed. */
    payOff: ({ organizationId, table, ids }: Owed): void => {
      const context: EventContext = {
        organizationId,
        commitId: '',
        // No commit's: whoever follows the table by positions is told apart.
        position: 0,
        index: 0,
        time: 0,
        actorId: '',
        origin: '',
        advances: [],
      };
      follow?.owed(organizationId, table, ids, context, (stream) => entryOf(organizationId, stream).state);
    },
    /** What a filling computes; rows carry all derived columns as they are. */
    filled: (organizationId: string, table: string, derived: Derived, rows: readonly Row[]) =>
      follow!.filled(organizationId, table, derived, rows, (stream) => entryOf(organizationId, stream).state),
    settleFilled: (organizationId: string): void => follow?.settleFilled(organizationId),
    /** Applies what a salvage wrote of the model: contents and folded states as they were, without their events. */
    bringBack: (header: Header, steps: readonly SalvagedStep[]): void => {
      flush();
      const context = contextOf(module.service, header, 0, []);
      for (const { op, time = header.time, actorId = context.actorId } of steps)
        model.apply(header.organizationId, op, { ...context, time, actorId });
      remembered.clear();
      // What followed from them was left behind.
      for (const { op } of steps) {
        if (op.op !== 'table.create') continue;
        const derived = derivation?.of(op.table, (stream) => entryOf(header.organizationId, stream).state);
        if (derived !== undefined)
          model.apply(
            header.organizationId,
            { op: 'table.derived', table: op.table, columns: derived.columns },
            context,
          );
      }
    },
    /**
     * Folds one stream anew from its commits and those of salvages, in order, and projects its events again: what a
     * purge of a person changed in them. A stream whose state is as before is left. Within the open transaction.
     */
    refold: (organizationId: string, stream: string, commits: readonly RewrittenCommit<E>[]): void => {
      flush();
      const aggregate = aggregates.get(stream.slice(0, stream.indexOf(':')));
      const before = JSON.stringify(entryOf(organizationId, stream).state);
      let entry: Entry = { organizationId, stream, version: 0, state: undefined };
      const ops: { readonly op: ModelOp; readonly context: EventContext }[] = [];
      const stateOf = (name: string): unknown => (name === stream ? entry.state : entryOf(organizationId, name).state);
      for (const { header, applied, salvaged } of commits) {
        for (const { op, time = header.time } of salvaged) {
          if (op.op !== 'document.put') continue;
          const context = { ...contextOf(module.service, header, 0, []), time };
          if (op.collection !== collection) ops.push({ op, context });
          else if (op.id === stream) entry = { ...entry, ...(op.document as { version: number; state?: unknown }) };
        }
        for (const { index, event, advances } of applied) {
          const advance = advances.find((a) => a.stream === stream);
          if (advance === undefined || 'ids' in advance) continue;
          const context = contextOf(module.service, header, index, advances);
          const known = entry.version === 0 ? aggregate?.initial : entry.state;
          const state =
            aggregate === undefined || event === undefined ? known : aggregate.evolve(known, event, context);
          entry = { ...entry, version: advance.version, state };
          if (event === undefined) continue;
          for (const projection of module.projections)
            for (const op of projection.project(event, context, stateOf)) ops.push({ op, context });
        }
      }
      if (aggregate !== undefined && JSON.stringify(entry.state) === before) return;
      for (const { op, context } of ops) {
        model.apply(organizationId, op, context);
        lastContext = context;
      }
      const key = `${organizationId}\0${stream}`;
      remembered.set(key, entry);
      dirty.set(key, entry);
      flush();
    },
    /** Writes the snapshots that changed since the last flush. */
    flush,
    /** After a rollback: nothing remembered is trusted. */
    forget: (): void => {
      follow?.forget();
      dirty.clear();
      remembered.clear();
    },
  };
};
