import { isRejection, type CommandMeta } from '@tessera/kernel';
import { modelVersions } from '../model-versions.ts';
import type { CommittedNotice } from '../port.ts';
import { parsePayload } from '../writer/command.ts';
import { createAppender } from './append.ts';
import { createApplier } from './applier.ts';
import { createClaims } from './claims.ts';
import { defaultOperationMs } from './client.ts';
import { collectionsOf, logDatabase, modelPrefix, pause, waitForLog, type Collections } from './collections.ts';
import { createDecider } from './decide.ts';
import { createExecutor, type Executed } from './execute.ts';
import { draining, isAway, wentBack } from './failures.ts';
import { createGate, createRounds } from './gate.ts';
import { createFiller } from './filler.ts';
import { createReconciler } from './reconciler.ts';
import { createLocks } from './locks.ts';
import { createLogReads } from './log.ts';
import { createMarks } from './marks.ts';
import { createModels, nameModel, type Models } from './models.ts';
import type { MongoStore, MongoStoreOptions, MongoTiming, StoreReport } from './port.ts';
import { createPurges } from './purge.ts';
import { createStoreReads } from './reads.ts';
import { createSealer } from './seals.ts';
import { createTurn } from './turn.ts';
import { refuseLookers } from '../lookers.ts';
import { rejection } from '../refusals.ts';

const defaultTiming: MongoTiming = {
  operation: defaultOperationMs,
  command: 10_000,
  gap: 6_000,
  unapplied: 3_000,
  reconciler: 1_000,
};
const defaultKeptMs = 24 * 60 * 60_000;
const defaultLimits = { commands: 10_000, bytes: 64 * 1024 * 1024 };
/**
 * Commands on their way at once: interactive ones, long ones, and chunks of operations, which must not crowd them out.
 */
const atOnce = { interactive: 128, long: 16, operations: 2 };
/** Characters or bytes of a command that does not hold up others, and how long a round of those may, in ms. */
const shortCommand = 65_536;
const longestRound = 100;
/** How long a round may wait for those who were just answered, in ms. */
const gather = 25;

/** Rounds between two looks at models of releases that are gone. */
const tidyEvery = 60;
/** Looks that the one who makes a model may miss before another goes on. */
const turnsMissed = 2.5;
/** With fewer commits than this to apply a model is as good as whole: the rest comes before it is ready. */
const nearlyAll = 100;

/** Organizations whose positions are asked for together. */
const comparedAtOnce = 1_000;

/**
 * Opens the event store of one service over MongoDB, as one of any number of replicas. Waits for the engine, saying so
 * through `onReport`, and until the model has all that is in the log. Throws when the engine cannot promise durable
 * writes, the log is of a newer format, or a commit cannot be applied to a model that is made. A model of other versions is
 * left to the release that it is of: this one makes its own, and both go on.
 */
export const openMongoStore = async <E>(
  options: MongoStoreOptions<E> & { readonly signal?: AbortSignal },
): Promise<MongoStore<E>> => {
  const { module } = options;
  const timing = { ...defaultTiming, ...options.timing };
  const limits = { ...defaultLimits, ...options.limits };
  const now = options.now ?? Date.now;
  const report = options.onReport ?? ((): void => undefined);
  const signal = options.signal ?? new AbortController().signal;

  const db = logDatabase(options.client, options.database);
  const { c: shared, meta } = await waitForLog(options.client, options.database, report, signal);
  const versions = modelVersions(module);
  const c = collectionsOf(db, await persist(() => nameModel(shared, meta, versions), report, signal));
  const prefix = modelPrefix(c.name);
  const model = await persist(() => options.model(prefix), report, signal);
  const models = createModels(
    c,
    db,
    versions,
    { everyMs: timing.reconciler, operationMs: timing.operation, keptMs: options.keptMs ?? defaultKeptMs },
    () => void purges?.resume().catch(() => undefined),
    (error) => {
      if (!isAway(error)) report({ kind: 'failed', what: 'looking for other releases', error });
    },
  );
  const back = new Set<string>();
  const onBack = (organizationId: string, known: number, position: number): void => {
    if (back.has(organizationId)) return;
    back.add(organizationId);
    report({ kind: 'went back', organizationId, known, position });
  };
  const log = createLogReads(c, timing.operation, onBack);
  const claims = createClaims(c, timing.operation);
  const applier = createApplier(module, model, log, claims, timing.operation);
  const decider = createDecider(module, model, log, claims, applier, timing.operation);
  const marks = createMarks(c, timing.operation);
  const sealer = createSealer(c, log, timing.operation, now);
  let tidied = Number.NEGATIVE_INFINITY;
  const reconciler = createReconciler(
    module,
    c,
    log,
    applier,
    meta.epoch,
    timing,
    report,
    (organizationId, applied) => sealer.seal(organizationId, applied),
    async () => {
      if (models.together()) await models.findForeign();
      if (performance.now() - tidied < timing.reconciler * tidyEvery) return;
      await models.tidy();
      tidied = performance.now();
    },
  );
  await persist(models.announce, report, signal);
  const made = await persist(
    () => makeModel({ c, models, timing, report, signal, follow: () => reconciler.catchUp() }),
    report,
    signal,
  );
  await persist(models.findForeign, report, signal);
  const caughtUp = made + (await persist(() => reconciler.catchUp(), report, signal));

  const listeners = new Set<(committed: CommittedNotice) => void>();
  const appenders = {
    interactive: createAppender(c, meta.epoch, timing, marks.add),
    operations: createAppender(c, meta.epoch, timing, marks.add),
  };
  const purges: ReturnType<typeof createPurges<E>> = createPurges(module, {
    alone: models.alone,
    c,
    model,
    log,
    applier,
    timing,
    now,
    appender: appenders.operations,
    epoch: meta.epoch,
  });
  const execute = createExecutor({
    module,
    log,
    decider,
    applier,
    timing,
    now,
    appenders,
    locks: createLocks(),
    onApplied: ({ organizationId, header }, notices) => {
      marks.add(organizationId, header.position);
      const { position } = header;
      for (const listener of listeners)
        listener({
          service: module.service,
          organizationId,
          position,
          seq: position,
          actorId: header.userId || header.actorId,
          notices,
        });
    },
  });
  const filler = createFiller(
    module,
    c,
    model,
    applier,
    timing.operation,
    report,
    (organizationId, position, notices) => {
      for (const listener of listeners)
        listener({ service: module.service, organizationId, position, seq: position, actorId: '', notices, types: [] });
    },
  );
  const fresh = createFresh(models.together, reconciler.follow);
  reconciler.start();
  filler.start();
  await persist(purges.resume, report, signal);

  let open = true;
  let held: Promise<void> | undefined;
  let waiting = 0;
  let waitingBytes = 0;
  const drained = Promise.withResolvers<void>();
  const gates = {
    interactive: createRounds(atOnce.interactive, longestRound, gather),
    long: createGate(atOnce.long),
    operations: createGate(atOnce.operations),
  };

  const enqueue = async (
    command: { readonly type: string; readonly payload: unknown },
    meta: CommandMeta,
  ): Promise<Executed> => {
    if (!open) throw draining();
    while (held !== undefined) await held;
    if (back.size > 0) throw wentBack();
    const payload =
      typeof command.payload === 'string' || command.payload instanceof Uint8Array
        ? command.payload
        : (JSON.stringify(command.payload) ?? 'null');
    const bytes = payload.length;
    if (waiting >= limits.commands || (waitingBytes + bytes > limits.bytes && waiting > 0)) {
      throw rejection('unavailable', 'store.busy');
    }
    waiting += 1;
    waitingBytes += bytes;
    const leave =
      await gates[
        meta.operationId !== undefined ? 'operations' : bytes > shortCommand ? 'long' : 'interactive'
      ].enter();
    try {
      await fresh(meta.actor.organizationId);
      return await execute({ type: command.type, payload, parsed: parsePayload(payload), meta });
    } finally {
      leave();
      waiting -= 1;
      waitingBytes -= bytes;
      if (!open && waiting === 0) drained.resolve();
    }
  };

  const settled = async (): Promise<void> => {
    await marks.settled();
    await reconciler.round();
  };

  /** Compares positions that others know with the log's; true where it lacks some. */
  const compare = async (known: ReadonlyMap<string, number>): Promise<boolean> => {
    const all = [...known];
    for (let from = 0; from < all.length; from += comparedAtOnce) {
      const slice = all.slice(from, from + comparedAtOnce);
      const positions = await log.positionsOf(slice.map(([organizationId]) => organizationId));
      const behind = slice.filter(([organizationId, position]) => position > (positions.get(organizationId) ?? 0));
      if (behind.length === 0) continue;
      const sure = await log.positionsForSure(behind.map(([organizationId]) => organizationId));
      for (const [organizationId, position] of behind) {
        const present = sure.get(organizationId) ?? 0;
        if (position > present) onBack(organizationId, position, present);
      }
    }
    return back.size > 0;
  };

  const reads = createStoreReads(c, module, model, log, decider, timing.operation, async (organizationId, position) => {
    await compare(new Map([[organizationId, position]]));
  });

  return {
    caughtUp,
    prefix,
    fresh,
    log: { id: meta.logId, epoch: meta.epoch },
    holdUntil: (known) => {
      const until = known
        .then(
          () => undefined,
          () => undefined,
        )
        .then(() => {
          if (held === until) held = undefined;
        });
      held = until;
    },
    wentBack: compare,
    ...reads,
    history: async (organizationId, ...rest) => {
      await fresh(organizationId);
      return reads.history(organizationId, ...rest);
    },
    execute: async <A>(command: { readonly type: string; readonly payload: unknown }, meta: CommandMeta) => {
      refuseLookers(meta.actor);
      const { plain, ...result } = await enqueue(command, meta);
      return { ...result, answer: (plain ? result.answer : JSON.parse(result.answer)) as A };
    },
    purge: async (order, meta, options) => {
      if (!open) throw draining();
      if (back.size > 0) throw wentBack();
      refuseLookers(meta.actor);
      return purges.purge(order, meta, options);
    },
    onCommitted: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    settled,
    lag: reconciler.late,
    seal: async () => {
      await settled();
      for (let after = ''; ;) {
        const page = await log.organizationsAfter(after, 500);
        for (const one of page) await sealer.seal(one._id, await log.frontier(one), true);
        if (page.length < 500) return;
        after = page.at(-1)!._id;
      }
    },
    close: async () => {
      if (open) {
        open = false;
        if (waiting > 0) await drained.promise;
      }
      // A purge that is under way goes on in another process, or at the next start.
      await purges.close();
      await filler.close();
      await reconciler.close();
      await models.close();
      await marks.close();
      await model.close();
    },
  };
};

/**
 * Makes this release's model where it is not whole yet, beside the one that others serve: one process does it, and the
 * others wait; where it ends another goes on from there. Answers how many commits this one applied. Throws where a
 * commit cannot be applied: the release never gets ready then, and the one that serves goes on.
 */
const makeModel = async (parts: {
  readonly c: Collections;
  readonly models: Models;
  readonly timing: MongoTiming;
  readonly report: (report: StoreReport) => void;
  readonly signal: AbortSignal;
  readonly follow: () => Promise<number>;
}): Promise<number> => {
  const { c, models, timing, report, signal, follow } = parts;
  if (await models.ready()) return 0;
  const turn = createTurn(c, `make-${c.name}`, timing.operation, timing.reconciler * turnsMissed);
  let commits = 0;
  try {
    while (!(await models.ready())) {
      signal.throwIfAborted();
      if (!(await turn.mine())) {
        await pause(timing.reconciler, signal);
        continue;
      }
      const beat = setInterval(() => void turn.mine().catch(() => undefined), timing.reconciler);
      try {
        await models.begin();
        report({ kind: 'making', what: 'a read model beside the one in use', commits });
        await models.findForeign();
        for (let more = await follow(); ; more = await follow()) {
          commits += more;
          if (more < nearlyAll) break;
          await models.findForeign();
        }
        await models.done();
        report({ kind: 'making', what: 'the read model has all of the log', commits });
      } finally {
        clearInterval(beat);
      }
    }
  } finally {
    await turn.leave();
  }
  return commits;
};

/** Brings a model up to what others have written of an organization; calls that come together ask once. */
const createFresh = (together: () => boolean, follow: (organizationId: string) => Promise<void>) => {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();
  const start = (organizationId: string): Promise<void> => {
    const begun = follow(organizationId).finally(() => running.delete(organizationId));
    running.set(organizationId, begun);
    return begun;
  };
  return async (organizationId: string): Promise<void> => {
    if (!together()) return;
    const present = running.get(organizationId);
    if (present === undefined) return start(organizationId);
    // The one that runs may have looked before what this caller is to see.
    let next = waiting.get(organizationId);
    if (next === undefined) {
      next = present
        .catch(() => undefined)
        .then(() => {
          waiting.delete(organizationId);
          return start(organizationId);
        });
      waiting.set(organizationId, next);
    }
    return next;
  };
};

/** The call's result, however long the engine stays away; says so each time. */
const persist = async <T>(
  call: () => Promise<T>,
  report: (report: StoreReport) => void,
  signal: AbortSignal,
): Promise<T> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const away = isAway(error) || (isRejection(error) && error.kind === 'unavailable');
      if (!away || signal.aborted) throw error;
      report({ kind: 'waiting', error: error instanceof Error ? error.message : String(error) });
      await pause(1_000, signal);
    }
  }
};
