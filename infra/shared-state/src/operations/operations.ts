import type { Logger } from '@tessera/telemetry';
import { heldElsewhere, holding } from '../holding.ts';
import type { Leases } from '../port.ts';
import { createAttempts } from './attempts.ts';
import { patiently, type Patience } from './patience.ts';

/** The part of a small durable store that operations are kept in. */
export type SmallState = {
  get<V>(organizationId: string, bucket: string, key: string): Promise<V | undefined>;
  put(
    organizationId: string,
    bucket: string,
    key: string,
    value: unknown,
    options?: { readonly expiresAt?: number },
  ): Promise<void>;
  delete(organizationId: string, bucket: string, key: string): Promise<void>;
  list<V>(
    organizationId: string,
    bucket: string,
    prefix: string,
    limit: number,
  ): Promise<readonly { readonly key: string; readonly value: V }[]>;
};

export type OperationsPorts = {
  readonly state: SmallState;
  readonly leases: Leases;
  readonly clock: () => number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Every organization that the service's log has. */
  organizations(): Promise<readonly string[]>;
  /** How often a replica looks for operations that nobody carries out, and how long a lease holds unrenewed, in ms. */
  readonly timing?: { readonly sweepMs: number; readonly leaseMs: number };
};

/** What stands in the list of running operations; `at` is when it began, in ms. */
export type Entry = { readonly organizationId: string; readonly at: number };

/** What the service's log says of a listed operation: `unknown` where it says nothing yet. */
export type Found<Job> = { readonly job: Job } | 'ended' | 'unknown';

/** What a service says of its operations. The plan, checkpoints and the end stand in its own log, as its own events. */
export type OperationKind<E extends Entry, Job> = {
  /** `operation`, `import`: in names of leases and lines of the log. */
  readonly name: string;
  /**
   * Buckets of small state: the list of what runs, and the wishes to cancel, where the log does not carry these.
   */
  readonly buckets: { readonly running: string; readonly cancelled?: string };
  readonly patience: Patience;
  /** The key in the list, and the operation that a key means. */
  keyOf(organizationId: string, id: string): string;
  idOf(key: string): string;
  find(id: string, entry: E): Promise<Found<Job>>;
  /** Operations of an organization that the log has as running, with the entry that each would have in the list. */
  underWay(organizationId: string): Promise<readonly { readonly id: string; readonly entry: () => Promise<E> }[]>;
  /** Carries an operation on that nobody carries out, by `run`. */
  carryOn(id: string, entry: E, job: Job): Promise<unknown>;
};

/** Why work ends before its end: somebody cancelled it, or this process lets go of it and another may take it up. */
export type Reason = 'cancelled' | 'stopping';

/** One operation, as the process that carries it out sees it. */
export type Run = {
  readonly reason: Reason | undefined;
  /** Aborts when there is a reason. */
  readonly signal: AbortSignal;
  stop(reason: Reason): void;
  /**
   * Whether a chunk may begin; if so it has begun. `aside`: it ended the process twice and waits for an operator;
   * `discard`: the operator gave it up; `cancelled`: it waits, and somebody cancelled it meanwhile.
   */
  begin(
    work: { readonly organizationId: string; readonly kind: string },
    chunk: number,
  ): Promise<'go' | 'aside' | 'discard' | 'cancelled'>;
  /** Whether somebody cancelled it at another replica; then it stops. */
  heed(): Promise<void>;
  patiently<T>(step: () => Promise<T>): Promise<T>;
};

const usualTiming = { sweepMs: 5_000, leaseMs: 9_000 };
/** A start that wrote its entry and nothing else for so long is taken for dead. */
const startMs = 60_000;
/** More than run at once. */
const mostListed = 10_000;
/** A wish to cancel that nobody saw is forgotten after an hour; whoever asked waits for 15 s. */
const wishMs = 3_600_000;
const cancelMs = 15_000;
const lookMs = 100;

/**
 * Durable operations of one service (docs/events.md 12): which run, who carries each out, and what becomes of those that
 * a stop or a crash interrupted. One process at a time carries one out, by a lease; others look every few seconds for
 * what nobody carries out. What an operation is and how far it is stands in the service's log; the list of what runs is
 * small state that may be lost, and is made again from the log.
 */
export const createOperations = <E extends Entry, Job>(
  { state, leases, clock, log, organizations, timing = usualTiming }: OperationsPorts,
  kind: OperationKind<E, Job>,
) => {
  const { name, buckets } = kind;
  const attempts = createAttempts(state, clock);
  const active = new Map<string, { readonly run: Run; readonly result: Promise<unknown> }>();
  let stopping = false;
  let sweeper: NodeJS.Timeout | undefined;

  const { cancelled } = buckets;
  const cancelAsked = async (id: string): Promise<boolean> =>
    cancelled !== undefined && (await state.get('', cancelled, id)) !== undefined;

  const newRun = (id: string): Run => {
    const abort = new AbortController();
    let reason: Reason | undefined;
    const stop = (why: Reason): void => {
      reason ??= why;
      abort.abort();
    };
    return {
      get reason() {
        return reason;
      },
      signal: abort.signal,
      stop,
      begin: async (work, chunk) => {
        const may = await attempts.begin(id, work, chunk);
        if (may !== 'aside') return may;
        if (await cancelAsked(id)) return 'cancelled';
        log.error(`an ${name} ended the process twice and waits for an operator`, { operationId: id, ...work });
        return 'aside';
      },
      heed: async () => {
        if (await cancelAsked(id)) stop('cancelled');
      },
      patiently: (step) => patiently(step, kind.patience, clock, () => reason !== undefined),
    };
  };

  /**
   * Does the work of an operation unless another replica does, and answers `heldElsewhere` then; the same promise for
   * all who ask while it lasts.
   */
  const run = <R>(id: string, work: (run: Run) => Promise<R>): Promise<R | typeof heldElsewhere> => {
    const known = active.get(id);
    if (known !== undefined) return known.result as Promise<R | typeof heldElsewhere>;
    const mine = newRun(id);
    if (stopping) mine.stop('stopping');
    const carryOut = async (lost: AbortSignal): Promise<R> => {
      lost.addEventListener('abort', () => mine.stop('stopping'));
      return work(mine).finally(() => attempts.release(id));
    };
    const result = holding(leases, `${name}:${id}`, carryOut, timing.leaseMs).finally(() => active.delete(id));
    active.set(id, { run: mine, result });
    return result;
  };

  const lookAfter = async (key: string, entry: E): Promise<void> => {
    const id = kind.idOf(key);
    if (active.has(id)) return;
    const found = await kind.find(id, entry);
    // One that is being started elsewhere stands in the list before it stands in the log.
    if (found === 'unknown' && clock() - entry.at < startMs) return;
    if (found === 'unknown' || found === 'ended') return state.delete('', buckets.running, key);
    if ((await attempts.waits(id)) && !(await cancelAsked(id))) return;
    if (active.has(id)) return;
    log.info(`looking after an ${name}`, { operationId: id });
    kind
      .carryOn(id, entry, found.job)
      .catch((error: unknown) => log.error(`an ${name} could not go on`, { operationId: id, error }));
  };

  const sweep = async (): Promise<void> => {
    for (const { key, value } of await state.list<E>('', buckets.running, '', mostListed))
      await lookAfter(key, value).catch((error: unknown) =>
        log.error(`an ${name} could not be looked after`, { operationId: kind.idOf(key), error }),
      );
  };

  /** Those under way in the log that the list lacks enter it again. */
  const listAgain = async (): Promise<void> => {
    const listed = new Set((await state.list<E>('', buckets.running, '', mostListed)).map(({ key }) => kind.idOf(key)));
    for (const organizationId of await organizations())
      for (const { id, entry } of await kind.underWay(organizationId)) {
        if (listed.has(id)) continue;
        log.warn(`an ${name} under way was missing in the list: it is taken up`, { operationId: id });
        await state.put('', buckets.running, kind.keyOf(organizationId, id), await entry());
      }
  };

  return {
    run,
    /**
     * Enters an operation in the list: before the log has it, since an operation without an entry would not go on after
     * a crash, and an entry without an operation is dropped.
     */
    enlist: (id: string, entry: E): Promise<void> =>
      state.put('', buckets.running, kind.keyOf(entry.organizationId, id), entry),
    /** Takes an operation off the list that did not begin. */
    drop: (organizationId: string, id: string): Promise<void> =>
      state.delete('', buckets.running, kind.keyOf(organizationId, id)),
    /** Forgets all small state of an operation that has ended. */
    ended: async (organizationId: string, id: string): Promise<void> => {
      await state.delete('', buckets.running, kind.keyOf(organizationId, id));
      if (cancelled !== undefined) await state.delete('', cancelled, id);
      await attempts.forget(id);
    },
    /** Whether it ended the process twice and waits for an operator. */
    waits: (id: string): Promise<boolean> => attempts.waits(id),
    /**
     * Stops an operation wherever it runs, and resolves when it stands still, which `isEnded` tells of one that runs
     * elsewhere. False if it did not within 15 s.
     */
    cancel: async (id: string, isEnded: () => Promise<boolean>): Promise<boolean> => {
      const here = active.get(id);
      if (here !== undefined) {
        here.run.stop('cancelled');
        await here.result.catch(() => undefined);
        // It may just have been set aside instead, which is no end.
        if (cancelled === undefined || (await isEnded())) return true;
      }
      if (cancelled === undefined) throw new Error(`an ${name} is cancelled in the log`);
      await state.put('', cancelled, id, true, { expiresAt: clock() + wishMs });
      // Nobody carries out what waits for an operator: it is taken up to be ended.
      if (await attempts.waits(id)) await sweep();
      for (const until = clock() + cancelMs; clock() < until;) {
        if (await isEnded()) return true;
        await new Promise((resolve) => {
          setTimeout(resolve, lookMs);
        });
      }
      return false;
    },
    /** Takes up what a stop or a crash left, here or in another replica, at once and from time to time. */
    start: async (): Promise<void> => {
      await listAgain().catch((error: unknown) =>
        log.warn(`${name}s under way could not be looked for in the log`, { error }),
      );
      await sweep();
      sweeper = setInterval(
        () =>
          void sweep().catch((error: unknown) =>
            log.warn(`${name}s that stand still could not be looked for`, { error }),
          ),
        timing.sweepMs,
      );
      sweeper.unref();
    },
    /** Lets go of everything at the next chunk; a later start takes it up. */
    stop: async (): Promise<void> => {
      clearInterval(sweeper);
      stopping = true;
      const all = [...active.values()];
      for (const one of all) one.run.stop('stopping');
      await Promise.allSettled(all.map(({ result }) => result));
    },
  };
};
