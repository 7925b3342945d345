import { passedOn } from '@tessera/kernel';
import type { RejectionKind } from '@tessera/kernel';
import { Worker } from 'node:worker_threads';
import type { ReadOptions } from '../port.ts';
import { openLongLane, shapeOf } from '../query/lanes.ts';
import { cancelled } from './reader-messages.ts';
import type { ReadsOptions } from './read.ts';
import type { MissingIndex, ReadAnswer, ReadKind, ReadMessage, Selection, ToReader } from './reader-messages.ts';
import { rejection } from '../refusals.ts';

export type ReaderPoolOptions = {
  /** Threads, started when first needed; default 2. */
  readonly threads?: number;
  /** Reads that may wait; beyond it `unavailable`. Default 1,000. */
  readonly queue?: number;
  /** Page cache of each thread and file in kB; default 16 MB. */
  readonly cacheKb?: number;
  /** Columns kept in memory, for each thread and file. */
  readonly reads?: Omit<ReadsOptions, 'helpMs'> & { readonly helpMs?: number };
  /** How long a read may take among short ones in ms; default 40. */
  readonly shortMs?: number;
  /** Heap of each thread in MB; default 128. */
  readonly heapMb?: number;
  /** Told when a thread died; another takes its place. */
  readonly onLost?: (error: Error) => void;
};

type PoolAnswer = {
  readonly value: string | number | undefined;
  readonly position: number | undefined;
  readonly missingIndex?: MissingIndex | undefined;
};

/** The reader threads that all services share (docs/events.md 24). */
export type ReaderPool = {
  /**
   * Runs one read. Equal reads in flight are answered by one, as long as `version` (the file's data version) has not
   * moved since it was handed over, so that nobody gets an answer from before their own write. `seen` is that version
   * as the caller has just read it. Throws `query.cancelled`, `query.too_slow`, `unavailable` (also where its thread
   * died) or what the read refuses.
   */
  run(
    read: Pick<ReadMessage, 'path' | 'organizationId' | 'kind' | 'request'> & {
      readonly affinity: string;
      readonly version: () => number;
      readonly seen?: number;
      readonly selection?: Selection | undefined;
    },
    options?: ReadOptions,
  ): Promise<PoolAnswer>;
  /** Waits for what is in flight and stops the threads. */
  close(): Promise<void>;
};

type Waiter = { readonly resolve: (answer: PoolAnswer) => void; readonly reject: (error: Error) => void };
type Flight = {
  readonly id: number;
  readonly key: string;
  readonly message: Omit<ReadMessage, 'id' | 'slot' | 'selection' | 'shortMs'>;
  readonly selection: Selection | undefined;
  readonly preferred: number;
  readonly asker: string;
  /** Takes longer than short reads may: found out by running it, or known of others like it. */
  long: boolean;
  readonly waiters: Set<Waiter>;
  version: () => number;
  /** The version as it is in this turn of the event loop; asked for again in a later one. */
  seen: number | undefined;
  dispatched: number | undefined;
  slot: number;
  thread: Thread | undefined;
};
/** `outbox` is handed over at the end of the event loop's turn: waking a thread costs more than a message. */
type Thread = {
  readonly worker: Worker;
  load: number;
  readonly flights: Map<number, Flight>;
  outbox: ReadMessage[];
  news: Selection[];
  forget: boolean;
  readonly known: Set<number>;
};

/** Selections that a thread knows at one time. */
const knownSelections = 1000;
const inThread = 4;
const slots = 64;
/** From the asking on, the waiting for a thread included. */
const defaultDeadlineMs = 10_000;
/** Reads of whole tables: they wait behind pages and never take every thread. */
const heavy = (kind: ReadKind): boolean => kind === 'count' || kind === 'aggregate' || kind === 'groups';
/** A read that takes longer is given back and goes on among the long ones. */
const defaultShortMs = 40;
const shapeOfFlight = ({ kind, path, organizationId, request }: Flight['message']): string =>
  `${kind}\n${path}\n${organizationId}\n${shapeOf(request)}`;

const hash = (text: string): number => {
  let h = 0;
  for (let i = 0; i < text.length; i++) h = (Math.imul(h, 31) + text.charCodeAt(i)) | 0;
  return h >>> 0;
};

const stopped = () => rejection('unavailable', cancelled);
const unavailable = (message: string) => rejection('unavailable', 'unavailable', message);

export const openReaderPool = (options: ReaderPoolOptions = {}): ReaderPool => {
  const {
    threads: count = 2,
    queue: bound = 1000,
    cacheKb = 16_384,
    reads = {},
    heapMb = 128,
    onLost,
    shortMs = defaultShortMs,
  } = options;
  const flags = new Int32Array(new SharedArrayBuffer(slots * 4));
  const free = Array.from({ length: slots }, (_, i) => i);
  const threads: (Thread | undefined)[] = Array.from({ length: count });
  const flights = new Map<string, Flight>();
  const light: Flight[] = [];
  /** Long reads, and those of whole tables. */
  const whole = openLongLane<Flight>(({ message: { organizationId }, asker }) => ({ organizationId, asker }));
  let heavyRunning = 0;
  let nextId = 1;
  let closing = false;
  let idle: (() => void) | undefined;

  const finish = (flight: Flight): void => {
    if (flight.thread) {
      flight.thread.flights.delete(flight.id);
      // An idle thread does not keep the process alive.
      if (flight.thread.flights.size === 0) flight.thread.worker.unref();
      flight.thread.load -= flight.long ? inThread : 1;
      if (flight.long) heavyRunning--;
      free.push(flight.slot);
      flight.thread = undefined;
    }
    if (flights.get(flight.key) === flight) flights.delete(flight.key);
  };

  /** Back to the queue, among the long ones. */
  const turnLong = (flight: Flight): void => {
    finish(flight);
    whole.remember(shapeOfFlight(flight.message));
    flight.long = true;
    flight.dispatched = undefined;
    if (flight.waiters.size > 0) {
      const refusal = whole.push(flight);
      if (refusal === undefined) {
        if (!flights.has(flight.key)) flights.set(flight.key, flight);
      } else for (const { reject } of flight.waiters) reject(refusal);
    }
    pump();
  };

  const settled = (flight: Flight, answer: ReadAnswer): void => {
    if ('long' in answer) {
      turnLong(flight);
      return;
    }
    finish(flight);
    for (const waiter of flight.waiters) {
      if ('rejection' in answer) {
        const { kind, code, message, details } = answer.rejection;
        waiter.reject(passedOn(kind as RejectionKind, code, message, details));
      } else if ('error' in answer) waiter.reject(new Error(answer.error));
      else waiter.resolve(answer);
    }
    pump();
  };

  const start = (place: number): Thread => {
    const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      workerData: { flags, cacheKb, reads },
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    });
    const thread: Thread = {
      worker,
      load: 0,
      flights: new Map(),
      outbox: [],
      news: [],
      forget: false,
      known: new Set(),
    };
    worker.on('message', (answers: readonly ReadAnswer[]) => {
      for (const answer of answers) {
        const flight = thread.flights.get(answer.id);
        if (flight) settled(flight, answer);
      }
    });
    worker.on('error', (error: Error) => lost(place, thread, error));
    worker.on('exit', () => lost(place, thread, new Error('a reader thread ended')));
    worker.unref();
    threads[place] = thread;
    return thread;
  };

  /**
   * A thread that dies holds nothing that is not in the file: what it worked on is refused, the next read starts
   * another.
   */
  const lost = (place: number, thread: Thread, error: Error): void => {
    if (threads[place] !== thread || closing) return;
    threads[place] = undefined;
    onLost?.(error);
    for (const flight of thread.flights.values()) {
      finish(flight);
      for (const { reject } of flight.waiters) reject(unavailable('The reader of this query stopped. Try again.'));
    }
    pump();
  };

  /** The table's own thread while it is hardly busier than another, so that what it keeps in memory is used again. */
  const choose = (flight: Flight): Thread | undefined => {
    // While a long read waits for its turn, short ones leave the last thread to it.
    const reserved = !flight.long && count > 1 && heavyRunning === 0 && whole.size > 0;
    const loads = threads.map((thread, place) =>
      reserved && place === count - 1 ? Number.POSITIVE_INFINITY : (thread?.load ?? 0),
    );
    const least = loads.indexOf(Math.min(...loads));
    const { preferred } = flight;
    const place = loads[preferred]! <= loads[least]! + 1 ? preferred : least;
    if (loads[place]! >= inThread) return undefined;
    return threads[place] ?? start(place);
  };

  const dispatch = (flight: Flight | undefined): boolean => {
    const slot = free.at(-1);
    if (flight === undefined || slot === undefined) return false;
    const thread = choose(flight);
    if (thread === undefined) return false;
    if (flight.long) whole.took(flight);
    else light.shift();
    free.pop();
    Atomics.store(flags, slot, 0);
    flight.slot = slot;
    flight.thread = thread;
    flight.dispatched = flight.seen ?? flight.version();
    if (thread.flights.size === 0) thread.worker.ref();
    thread.flights.set(flight.id, flight);
    thread.load += flight.long ? inThread : 1;
    if (flight.long) heavyRunning++;
    if (thread.outbox.length === 0) setImmediate(send, thread);
    thread.outbox.push({
      ...flight.message,
      // Where one thread has to do everything, nothing is spared by beginning again.
      shortMs: flight.long || count === 1 ? undefined : shortMs,
      id: flight.id,
      slot,
      selection: flight.selection && tell(thread, flight.selection),
    });
    return true;
  };

  const tell = (thread: Thread, selection: Selection): number => {
    const { number } = selection;
    if (thread.known.has(number)) return number;
    if (thread.known.size >= knownSelections) {
      // What waits to be sent names some of those that are forgotten.
      if (thread.outbox.length > 0) send(thread);
      thread.known.clear();
      thread.forget = true;
    }
    thread.known.add(number);
    thread.news.push(selection);
    return number;
  };

  const send = (thread: Thread): void => {
    const message: ToReader = { reads: thread.outbox, selections: thread.news, forget: thread.forget };
    thread.outbox = [];
    thread.news = [];
    thread.forget = false;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    thread.worker.postMessage(message);
  };

  function pump(): void {
    while (dispatch(light[0]));
    while (heavyRunning < Math.max(1, count - 1) && dispatch(whole.next()));
    if (flights.size === 0 && threads.every((thread) => (thread?.flights.size ?? 0) === 0)) idle?.();
  }

  const leave = (flight: Flight, waiter: Waiter): void => {
    flight.waiters.delete(waiter);
    if (flight.waiters.size > 0) return;
    if (flight.thread) {
      Atomics.store(flags, flight.slot, 1);
      // The thread still answers, and its slot is free only then; nobody may join it any more.
      if (flights.get(flight.key) === flight) flights.delete(flight.key);
      return;
    }
    if (flight.long) whole.drop(flight);
    else light.splice(light.indexOf(flight), 1);
    finish(flight);
  };

  return {
    run({ affinity, version, seen, selection, ...read }, { signal, deadlineMs = defaultDeadlineMs, asker = '' } = {}) {
      if (closing) return Promise.reject(unavailable('The store is closing'));
      if (signal?.aborted === true) return Promise.reject(stopped());
      const key = `${read.kind}\n${read.path}\n${read.organizationId}\n${selection?.number}\n${read.request}`;
      let flight = flights.get(key);
      if (flight?.dispatched !== undefined && flight.dispatched !== (seen ?? version())) flight = undefined;
      if (flight === undefined) {
        if (light.length + whole.size >= bound) return Promise.reject(unavailable('Too many reads are waiting'));
        flight = {
          id: nextId++,
          key,
          message: { ...read, deadline: Date.now() + deadlineMs },
          selection,
          preferred: hash(affinity) % count,
          asker,
          long: heavy(read.kind),
          waiters: new Set(),
          version,
          seen,
          dispatched: undefined,
          slot: -1,
          thread: undefined,
        };
        const { message } = flight;
        flight.long ||= whole.knows(() => shapeOfFlight(message));
        const refusal = flight.long ? whole.push(flight) : undefined;
        if (refusal !== undefined) return Promise.reject(refusal);
        flights.set(key, flight);
        if (!flight.long) light.push(flight);
      }
      const mine = flight;
      return new Promise<PoolAnswer>((resolve, reject) => {
        let waiter: Waiter = { resolve, reject };
        if (signal) {
          const onAbort = () => {
            leave(mine, waiter);
            reject(stopped());
          };
          const done = () => signal.removeEventListener('abort', onAbort);
          waiter = {
            resolve: (answer) => {
              done();
              resolve(answer);
            },
            reject: (error) => {
              done();
              reject(error);
            },
          };
          signal.addEventListener('abort', onAbort, { once: true });
        }
        mine.waiters.add(waiter);
        pump();
        mine.seen = undefined;
      });
    },

    async close() {
      closing = true;
      if (flights.size > 0 || threads.some((thread) => (thread?.flights.size ?? 0) > 0))
        await new Promise<void>((resolve) => (idle = resolve));
      await Promise.all(threads.map((thread) => thread?.worker.terminate()));
    },
  };
};
