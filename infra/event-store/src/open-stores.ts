import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { newId, type Actor, type CommandMeta, type ExecuteResult, type Rejection, passedOn } from '@tessera/kernel';
import { embeddedModel } from './embedded-model.ts';
import { createLogReads, type LogReads } from './log/reads.ts';
import type { CommittedNotice, EventSource, Purged, PurgeProgress, PurgingStore } from './port.ts';
import { createReader } from './reader/client.ts';
import type { Outcome } from './writer/command.ts';
import {
  packCommand,
  unpackOutcomes,
  type FromWriter,
  type ToWriter,
  type WriterCall,
  type WriterData,
} from './writer/protocol.ts';
import { logPath, type OpenReport } from './writer/service-files.ts';
import { refuseLookers } from './lookers.ts';
import { rejection } from './refusals.ts';

export type StoresOptions = {
  /** Each service's files live in `<dataFolder>/<service>/`. */
  readonly dataFolder: string;
  /** The module exports `writeModule` and is imported by the writer thread. */
  readonly services: readonly { readonly name: string; readonly writeModuleUrl: URL | string }[];
  /** Module that exports `openModelWriter` and `openHistoryReader`; the embedded document store by default. */
  readonly modelModuleUrl?: URL | string;
  /** Commands and bytes of payload that may wait before more are refused as `unavailable`. */
  readonly limits?: {
    readonly commands?: number;
    readonly bytes?: number;
    readonly logPages?: number;
    /** Heap of the writer thread and of the log's reader in MB. */
    readonly writerHeapMb?: number;
    readonly readerHeapMb?: number;
  };
  /**
   * Called when the writer can no longer trust its storage (a failed fsync, an I/O error) or died. The default writes
   * the reason to stderr and ends the process at once, because waiting calls must never be answered (docs/events.md 6):
   * with 74 after a storage error (`storage.broken`), with 70 after the writer's own death.
   */
  readonly onFatal?: (error: Error) => void;
  /** Told what each fsync of a log took, in ms. */
  readonly onSync?: (ms: number) => void;
};

export type Stores = EventSource & {
  store<E = unknown>(service: string): PurgingStore<E>;
  /** What opening found and did, per service. */
  readonly opened: readonly OpenReport[];
  /** Resolves when background work (search feed, index builds, seals) has nothing left. */
  settled(): Promise<void>;
  /** Seals the rest of a service's log now. */
  seal(service: string): Promise<void>;
  /** A service's table is sorted by columns without an index: one is built in the background, within the limit. */
  useIndex(service: string, organizationId: string, table: string, columns: readonly string[]): void;
  /** Refuses new commands, finishes those accepted, then closes the files. */
  close(): Promise<void>;
};

/** Actors that the writer knows by number at one time. */
const rememberedActors = 5_000;
const defaults = { commands: 10_000, bytes: 64 * 1024 * 1024 };
type Executed = ExecuteResult<string> & { readonly plain: boolean };
type Pending = {
  readonly resolve: (result: Executed) => void;
  readonly reject: (error: Error) => void;
  readonly bytes: number;
};

const dieByDefault = (error: Error): void => {
  process.stderr.write(`the event store cannot go on: ${error.message}\n`);
  process.exit((error as { code?: unknown }).code === storageBroken ? 74 : 70);
};

/** The code of an error after which the files are not to be written again, also not by another process. */
const storageBroken = 'storage.broken';

/**
 * Opens the event stores of all services of this process: starts the writer thread, which owns their files, and waits
 * until every read model has caught up with its log. Throws when a log is damaged in the middle, another process holds
 * the folder, or a module does not load.
 */
export const openStores = async (options: StoresOptions): Promise<Stores> => {
  const { dataFolder } = options;
  const services = options.services.map((s) => ({ name: s.name, writeModuleUrl: String(s.writeModuleUrl) }));
  const modelModuleUrl = String(options.modelModuleUrl ?? embeddedModel);
  const maxCommands = options.limits?.commands ?? defaults.commands;
  const maxBytes = options.limits?.bytes ?? defaults.bytes;
  const onFatal = options.onFatal ?? dieByDefault;

  const workerData: WriterData = { dataFolder, services, modelModuleUrl, logPages: options.limits?.logPages };
  const worker = new Worker(new URL('./writer/thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: options.limits?.writerHeapMb ?? 512, maxYoungGenerationSizeMb: 32 },
  });

  let state: 'opening' | 'open' | 'draining' | 'closed' | 'failed' = 'opening';
  let reports: readonly OpenReport[] = [];
  const pending = new Map<number, Pending>();
  const calls = new Map<
    number,
    {
      readonly resolve: (result: unknown) => void;
      readonly reject: (error: Error) => void;
      readonly onProgress: ((progress: PurgeProgress) => void) | undefined;
    }
  >();
  const listeners = new Set<(committed: CommittedNotice) => void>();
  let queuedBytes = 0;
  let lastNumber = 0;

  let actorNumbers = new WeakMap<Actor, number>();
  let lastActor = 0;
  let sentActors = 0;
  let forgetAll = false;
  let newActors: (readonly [number, Actor])[] = [];
  let forgotten: number[] = [];
  const collected = new FinalizationRegistry<number>((id) => forgotten.push(id));
  let outbox: (string | number | Uint8Array)[] = [];

  const send = (message: ToWriter): void => worker.postMessage(message);
  const flush = (): void => {
    const message: ToWriter = {
      kind: 'commands',
      actors: newActors,
      forget: forgetAll ? 'all' : forgotten,
      commands: outbox,
    };
    forgetAll = false;
    newActors = [];
    forgotten = [];
    outbox = [];
    send(message);
  };

  const numberOf = (actor: Actor): number => {
    let id = actorNumbers.get(actor);
    if (id === undefined) {
      if (sentActors >= rememberedActors) {
        // Callers that make an actor anew for each command must not fill the writer's memory before the collector comes
        // round.
        flush();
        actorNumbers = new WeakMap();
        sentActors = 0;
        forgetAll = true;
      }
      sentActors += 1;
      id = lastActor += 1;
      actorNumbers.set(actor, id);
      collected.register(actor, id);
      newActors.push([id, actor]);
    }
    return id;
  };

  const settle = (outcome: Outcome): void => {
    const call = pending.get(outcome.n)!;
    pending.delete(outcome.n);
    queuedBytes -= call.bytes;
    if ('answer' in outcome) {
      const { answer, commitId, position, repeated } = outcome;
      call.resolve({ answer, plain: outcome.plain === true, commitId, position, ...(repeated && { repeated }) });
    } else if ('rejection' in outcome) {
      const { kind, code, message, details } = outcome.rejection;
      call.reject(passedOn(kind, code, message, details));
    } else call.reject(new Error(outcome.fault));
  };

  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let drained = Promise.withResolvers<void>();

  const fail = (error: Error): void => {
    if (state === 'failed' || state === 'closed') return;
    const opening = state === 'opening';
    state = 'failed';
    // The files are free again only when the thread has ended.
    if (opening) void ended.promise.then(() => opened.reject(error));
    else onFatal(error);
  };

  worker.on('message', (message: FromWriter) => {
    switch (message.kind) {
      case 'group':
        if (message.syncMs !== undefined) options.onSync?.(message.syncMs);
        for (const outcome of unpackOutcomes(message.outcomes)) settle(outcome);
        if (message.committed !== '' && listeners.size > 0) {
          for (const committed of JSON.parse(message.committed) as CommittedNotice[])
            for (const listener of listeners) listener(committed);
        }
        if (pending.size === 0) drained.resolve();
        return;
      case 'called': {
        const call = calls.get(message.n);
        calls.delete(message.n);
        if (message.error === undefined) call?.resolve(message.result);
        else call?.reject(new Error(message.error));
        return;
      }
      case 'progress':
        calls.get(message.n)?.onProgress?.(message.progress);
        return;
      case 'ready':
        reports = message.reports;
        state = 'open';
        opened.resolve();
        return;
      case 'failed':
        // Beside its opening the writer gives up for nothing else.
        fail(Object.assign(new Error(message.message), message.opening ? {} : { code: storageBroken }));
        return;
      case 'closed':
        state = 'closed';
    }
  });
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => {
    ended.resolve();
    fail(new Error('the writer thread ended'));
  });
  await opened.promise;

  const enqueue = (
    service: string,
    command: { readonly type: string; readonly payload: unknown },
    meta: CommandMeta,
  ): Promise<Executed> => {
    if (state !== 'open') return Promise.reject(rejection('unavailable', 'store.draining'));
    const payload =
      typeof command.payload === 'string'
        ? command.payload
        : command.payload instanceof Uint8Array
          ? new Uint8Array(command.payload)
          : (JSON.stringify(command.payload) ?? 'null');
    const bytes = payload.length;
    if (pending.size >= maxCommands || (queuedBytes + bytes > maxBytes && pending.size > 0)) {
      return Promise.reject(rejection('unavailable', 'store.busy'));
    }
    const n = (lastNumber += 1);
    const { actor, ...rest } = meta;
    // First the actor: numbering it may send what the outbox holds.
    const number = numberOf(actor);
    const alone = outbox.length === 0;
    packCommand(outbox, { n, service, type: command.type, payload, actor: number, meta: rest });
    // Two at a time, one alone at the end of the turn: with all of a turn together the writer would wait for the last
    // of them to be read.
    if (!alone) flush();
    else
      setImmediate(() => {
        if (outbox.length > 0) flush();
      });
    queuedBytes += bytes;
    return new Promise((resolve, reject) => pending.set(n, { resolve, reject, bytes }));
  };

  const call = (request: WriterCall, onProgress?: (progress: PurgeProgress) => void): Promise<unknown> => {
    const n = (lastNumber += 1);
    return new Promise((resolve, reject) => {
      calls.set(n, { resolve, reject, onProgress });
      send({ kind: 'call', n, call: request });
    });
  };

  const reader = createReader(
    { dataFolder, services, modelModuleUrl },
    () => rejection('unavailable', 'store.busy'),
    () => rejection('unavailable', 'store.reader_lost'),
    { heapMb: options.limits?.readerHeapMb },
  );
  const direct = new Map<string, { db: DatabaseSync; reads: LogReads }>();
  const readsOf = (service: string): LogReads => {
    let entry = direct.get(service);
    if (entry === undefined) {
      const db = new DatabaseSync(logPath(dataFolder, service), { readOnly: true });
      direct.set(service, (entry = { db, reads: createLogReads(db) }));
    }
    return entry.reads;
  };

  const store = <E>(service: string): PurgingStore<E> => {
    if (!services.some((s) => s.name === service)) throw new Error(`there is no event store for ${service}`);
    return {
      execute: async <A>(command: { readonly type: string; readonly payload: unknown }, meta: CommandMeta) => {
        refuseLookers(meta.actor);
        const { plain, ...result } = await enqueue(service, command, meta);
        return { ...result, answer: (plain ? result.answer : JSON.parse(result.answer)) as A };
      },
      purge: async (order, { actor, operationId }, { wait = true, onProgress } = {}) => {
        if (state !== 'open') throw rejection('unavailable', 'store.draining');
        refuseLookers(actor);
        const request = {
          purgeId: operationId ?? newId(),
          organizationId: actor.organizationId,
          ...('stream' in order && order.items !== 'all' ? { ...order, items: [...new Set(order.items)] } : order),
          actor: { kind: actor.kind, id: actor.userId ?? actor.id },
        };
        const answer = (await call({ name: 'purge', service, request, wait }, onProgress)) as
          Purged | { readonly rejection: Pick<Rejection, 'kind' | 'code' | 'message' | 'details'> };
        if (!('rejection' in answer)) return answer;
        const { kind, code, message, details } = answer.rejection;
        throw passedOn(kind, code, message, details);
      },
      commit: (organizationId, id) => reader.ask(service, 'commit', organizationId, id),
      commits: (organizationId, range) => reader.ask(service, 'commits', organizationId, range),
      headers: (organizationId, by) => reader.ask(service, 'headers', organizationId, by),
      history: (organizationId, stream, item, page) =>
        reader.ask(service, 'history', organizationId, stream, item, page),
      position: async (organizationId) => {
        const reads = readsOf(service);
        const organization = reads.nameId(organizationId);
        return organization === undefined ? 0 : reads.lastPosition(organization);
      },
      organizations: async () => readsOf(service).organizations(),
    };
  };

  return {
    opened: reports,
    store,
    tail: (service, after, limit, types) => reader.ask(service, 'tail', after, limit, types),
    onCommitted: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    settled: async () => void (await call({ name: 'settle' })),
    seal: async (service) => void (await call({ name: 'seal', service })),
    useIndex: (service, organizationId, table, columns) => {
      // What comes too late is told again by a later query.
      if (state === 'open') call({ name: 'useIndex', service, organizationId, table, columns }).catch(() => undefined);
    },
    close: async () => {
      if (state === 'open') {
        state = 'draining';
        if (pending.size > 0) {
          drained = Promise.withResolvers<void>();
          await drained.promise;
        }
        send({ kind: 'close' });
      }
      await ended.promise;
      // A purge that was accepted goes on at the next start.
      for (const { reject } of calls.values()) reject(rejection('unavailable', 'store.draining'));
      calls.clear();
      await reader.close();
      for (const { db } of direct.values()) db.close();
    },
  };
};
