import type { Advance, EventContext, Notice, Snapshot, WriteModule } from '@tessera/kernel';
import type { ModelWriter } from '@tessera/document-store';
import type { Header } from '@tessera/proto/commit/v1/commit';
import type { SalvagedStep } from '../log/salvaged.ts';
import { contextOf } from './facts.ts';

/** Snapshots that stay in memory between groups; the others are read from the model again. */
const rememberedSnapshots = 2_000;
const collection = '$snapshots';

/** An event with its index in the commit, which stays its own when a purge takes others out. */
export type AppliedEvent<E> = {
  readonly index: number;
  readonly event: E | undefined;
  readonly advances: readonly Advance[];
};
type Entry = { organizationId: string; stream: string; version: number; state: unknown };

/**
 * Brings the read model up to a commit: folds aggregates, then projects each event and applies its ops. The one path
 * for live writes, catch-up and rebuild, so that they cannot differ. Changed snapshots reach the model at `flush`,
 * within the same transaction.
 */
export const createApplier = <E>(module: WriteModule<E>, model: ModelWriter) => {
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

  return {
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
          for (const op of projection.project(event, context, state)) model.apply(header.organizationId, op, context);
        }
        if (module.notices) notices.push(...module.notices(event, context));
      }
      return notices;
    },
    /** Applies what a salvage wrote of the model: contents and folded states as they were, without their events. */
    bringBack: (header: Header, steps: readonly SalvagedStep[]): void => {
      flush();
      const context = contextOf(module.service, header, 0, []);
      for (const { op, time = header.time, actorId = context.actorId } of steps)
        model.apply(header.organizationId, op, { ...context, time, actorId });
      remembered.clear();
    },
    /** Writes the snapshots that changed since the last flush. */
    flush,
    /** After a rollback: nothing remembered is trusted. */
    forget: (): void => {
      dirty.clear();
      remembered.clear();
    },
  };
};
