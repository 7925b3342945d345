import { isRejection, Rejection, type CommandMeta, type WriteModule } from '@tessera/kernel';
import type { CommittedNotice } from '../port.ts';
import { parsePayload } from '../writer/command.ts';
import { createAppender } from './append.ts';
import { createApplier } from './applier.ts';
import { createClaims } from './claims.ts';
import { defaultOperationMs } from './client.ts';
import { metaId, pause, waitForLog, type Collections, type MetaDocument } from './collections.ts';
import { createDecider } from './decide.ts';
import { createExecutor, type Executed } from './execute.ts';
import { draining, isAway } from './failures.ts';
import { createGate, createRounds } from './gate.ts';
import { createJanitor } from './janitor.ts';
import { createLocks } from './locks.ts';
import { createLogReads } from './log.ts';
import { createMarks } from './marks.ts';
import type { MongoStore, MongoStoreOptions, MongoTiming, StoreReport } from './port.ts';
import { createPurges } from './purge.ts';
import { createStoreReads } from './reads.ts';
import { createSealer } from './seals.ts';

const defaultTiming: MongoTiming = {
  operation: defaultOperationMs,
  command: 10_000,
  gap: 6_000,
  unapplied: 3_000,
  janitor: 1_000,
};
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

export const projectionVersions = (module: WriteModule<never> | WriteModule<unknown>): string =>
  JSON.stringify(
    module.projections.map((p) => [p.name, p.version]).sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
  );

/** Refuses a model that other projections made; an empty one becomes these projections'. */
const assertModel = async (c: Collections, meta: MetaDocument, projections: string): Promise<void> => {
  if (meta.projections === projections) return;
  if (meta.projections !== undefined) throw new Error('the read model was made by other projections: rebuild it first');
  await c.meta.updateOne({ _id: metaId, projections: { $exists: false } }, { $set: { projections } });
};

/**
 * Opens the event store of one service over MongoDB, as one of any number of replicas. Waits for the engine, saying so
 * through `onReport`, and until the model has all that is in the log. Throws when the engine cannot promise durable
 * writes, the log is of a newer format, or the model was made by other projections.
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

  const { c, meta } = await waitForLog(options.client, options.database, report, signal);
  await assertModel(c, meta, projectionVersions(module as WriteModule<unknown>));
  const model = await persist(options.model, report, signal);
  const log = createLogReads(c, timing.operation);
  const claims = createClaims(c, timing.operation);
  const applier = createApplier(module, model, log, claims, timing.operation);
  const decider = createDecider(module, model, log, claims, applier, timing.operation);
  const marks = createMarks(c, timing.operation);
  const sealer = createSealer(c, log, timing.operation, now);
  const janitor = createJanitor(module, c, log, applier, meta.epoch, timing, report, (organizationId, applied) =>
    sealer.seal(organizationId, applied),
  );
  const caughtUp = await persist(() => janitor.catchUp(), report, signal);

  const listeners = new Set<(committed: CommittedNotice) => void>();
  const appenders = {
    interactive: createAppender(c, meta.epoch, timing),
    operations: createAppender(c, meta.epoch, timing),
  };
  const purges = createPurges(module, {
    c,
    model,
    log,
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
  janitor.start();
  await persist(purges.resume, report, signal);

  let open = true;
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
    const payload =
      typeof command.payload === 'string' || command.payload instanceof Uint8Array
        ? command.payload
        : (JSON.stringify(command.payload) ?? 'null');
    const bytes = payload.length;
    if (waiting >= limits.commands || (waitingBytes + bytes > limits.bytes && waiting > 0)) {
      throw new Rejection('unavailable', 'store.busy', 'The server is busy. Try again in a moment.');
    }
    waiting += 1;
    waitingBytes += bytes;
    const leave =
      await gates[
        meta.operationId !== undefined ? 'operations' : bytes > shortCommand ? 'long' : 'interactive'
      ].enter();
    try {
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
    await janitor.round();
  };

  return {
    caughtUp,
    ...createStoreReads(c, module, model, log, decider, timing.operation),
    executeText: async (command, meta) => {
      const { plain, ...result } = await enqueue(command, meta);
      return plain ? { ...result, answer: JSON.stringify(result.answer) } : result;
    },
    execute: async <A>(command: { readonly type: string; readonly payload: unknown }, meta: CommandMeta) => {
      const { plain, ...result } = await enqueue(command, meta);
      return { ...result, answer: (plain ? result.answer : JSON.parse(result.answer)) as A };
    },
    purge: async (order, meta) => {
      if (!open) throw draining();
      return purges.purge(order, meta);
    },
    onCommitted: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    settled,
    lag: janitor.late,
    seal: async () => {
      await settled();
      for (let after = ''; ;) {
        const page = await log.organizationsAfter(after, 500);
        for (const { _id, position } of page) await sealer.seal(_id, await log.frontier(_id, position), true);
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
      await janitor.close();
      await marks.close();
      await model.close();
    },
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
