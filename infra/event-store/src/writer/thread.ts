import { join } from 'node:path';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Actor, WriteModule } from '@tessera/kernel';
import type { OpenHistoryReader, OpenModelWriter } from '@tessera/document-store';
import { folderTrouble, isStorageBroken, isStorageFull } from '../log/sqlite.ts';
import { createSealer, type Sealer } from '../log/seals.ts';
import { dropOtherModels } from '../maintenance/aside.ts';
import { lockFolder } from '../maintenance/lock.ts';
import type { PurgeProgress } from '../port.ts';
import { createCheckpointer } from './checkpointer.ts';
import { createPurges, refusalOf, type Purges } from './purges.ts';
import { createScheduler } from './scheduler.ts';
import { logPath, modelPath, openService, type OpenedService } from './service-files.ts';
import {
  packOutcomes,
  unpackCommands,
  type FromWriter,
  type ToWriter,
  type WriterCall,
  type WriterData,
} from './protocol.ts';

/**
 * The writer thread: the only one that opens the services' files for writing. It is one loop: take in, run a group,
 * answer, upkeep.
 */
const port = parentPort!;
const data = workerData as WriterData;
const post = (message: FromWriter): void => port.postMessage(message);

/** Background work goes in slices of this length; in longer ones where much is left and nobody waits. */
const upkeepMs = 5;
/** How often people hear of a column that is being filled. */
const tellFilledMs = 1_000;
const longUpkeepMs = 10;
/**
 * While commands come in, a slice is due this often: at most a tenth of the time, so that search and seals keep up
 * without being felt.
 */
const upkeepEveryMs = 50;
/** The same where so much is left that searches feel it: a quarter of the time, and each moment without a command. */
const behindEveryMs = 20;
/**
 * After a group of several commands the next ones are looked for this long before the thread sleeps: to be woken takes
 * longer than they do to come.
 */
const lookOutMs = 0.04;
/** With no command for this long the rest is worked off, slice by slice. */
const idleAfterMs = 5;

/** Models of other releases have waited long enough: looked at once an hour. */
const othersEveryMs = 60 * 60_000;

type Served = OpenedService & { readonly folder: string; readonly sealer: Sealer; readonly purges: Purges };

const open = async (): Promise<Map<string, Served>> => {
  const { openModelWriter, openHistoryReader } = (await import(data.modelModuleUrl)) as {
    openModelWriter: OpenModelWriter;
    openHistoryReader: OpenHistoryReader;
  };
  const opened = new Map<string, Served>();
  for (const { name, writeModuleUrl } of data.services) {
    const { writeModule } = (await import(writeModuleUrl)) as { writeModule: WriteModule<unknown> };
    if (writeModule.service !== name)
      throw new Error(`the write module of ${name} says that it is ${writeModule.service}'s`);
    const service = openService(data.dataFolder, writeModule, openModelWriter, { logPages: data.logPages });
    const purges = createPurges(writeModule, {
      ...service,
      logPath: logPath(data.dataFolder, name),
      modelPath: modelPath(data.dataFolder, name),
      openHistoryReader,
    });
    opened.set(name, {
      ...service,
      folder: join(data.dataFolder, name, '/'),
      sealer: createSealer(service.log),
      purges,
    });
  }
  return opened;
};

const serve = (services: Map<string, Served>, unlock: () => void): void => {
  const actors = new Map<number, Actor>();
  const scheduler = createScheduler(() => performance.now());
  const calls: { n: number; call: WriterCall }[] = [];
  const settling: number[] = [];
  const turns = [...services.values()];
  let closing = false;
  let sealing = false;
  let filling = false;
  let filledToldAt = Number.NEGATIVE_INFINITY;
  const checkpointer = createCheckpointer(
    turns.flatMap(({ name, log, model }) => [
      { path: logPath(data.dataFolder, name), wal: log.wal, checkpoint: log.checkpoint, restart: log.restart },
      { path: modelPath(data.dataFolder, name), wal: model.wal, checkpoint: model.checkpoint, restart: model.restart },
    ]),
  );
  let lastUpkeep = performance.now();
  let several = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const receive = (message: ToWriter): void => {
    if (message.kind === 'close') closing = true;
    else if (message.kind === 'call') calls.push(message);
    else {
      if (message.forget === 'all') actors.clear();
      for (const [id, actor] of message.actors) actors.set(id, actor);
      for (const { n, service, type, payload, actor, meta } of unpackCommands(message.commands)) {
        scheduler.push({ n, service, type, payload, meta: Object.assign(meta, { actor: actors.get(actor)! }) });
      }
      if (message.forget !== 'all') for (const id of message.forget) actors.delete(id);
    }
  };
  const poll = (): void => {
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
      receive(next.message as ToWriter);
  };

  const lookOut = (): void => {
    for (
      const until = performance.now() + lookOutMs;
      scheduler.size === 0 && calls.length === 0 && !closing && performance.now() < until;
    )
      poll();
  };

  /**
   * A slice of background work of one service; true while it has more. Full disks are waited out: a later slice tries
   * again.
   */
  const fillOf = (service: Served): boolean => {
    const filled = service.engine.fill(upkeepMs);
    if (filled === undefined) return false;
    // People see it come, once a second, and when it is whole.
    if (filled.whole || performance.now() - filledToldAt > tellFilledMs) {
      filledToldAt = performance.now();
      post({ kind: 'group', outcomes: packOutcomes([]), committed: JSON.stringify([filled.told]), syncMs: undefined });
    }
    return true;
  };

  const upkeepOf = (service: Served, pressed: boolean): boolean => {
    try {
      // One or the other: a slice is a slice.
      if (service.purges.step(upkeepMs)) return true;
      filling = !filling;
      if (filling && fillOf(service)) return true;
      sealing = !sealing;
      const long = !pressed && service.model.behind() ? longUpkeepMs : upkeepMs;
      const other = sealing
        ? service.sealer.step(upkeepMs, Date.now()) || service.model.work(long, pressed)
        : service.model.work(long, pressed) || service.sealer.step(upkeepMs, Date.now());
      return other || (!filling && fillOf(service));
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      return false;
    }
  };

  const behind = (): boolean => turns.some(({ model }) => model.behind());

  /** A slice for the first service that has something to do; services take turns. False when none has. */
  const upkeep = (pressed: boolean): boolean => {
    lastUpkeep = performance.now();
    for (let i = 0; i < turns.length; i++) {
      const service = turns.shift()!;
      turns.push(service);
      if (upkeepOf(service, pressed)) return true;
    }
    return false;
  };

  const checkpoint = (service: Served, pages: number): void => {
    try {
      service.log.checkpoint(pages);
      service.model.checkpoint(pages);
    } catch (error) {
      if (!isStorageFull(error)) throw error;
    }
  };

  const answerCall = ({ n, call }: { n: number; call: WriterCall }): void => {
    try {
      if (call.name === 'seal') {
        const service = services.get(call.service);
        if (service === undefined) throw new Error(`there is no service ${call.service}`);
        while (service.sealer.step(1_000, Date.now(), true));
      } else if (call.name === 'useIndex') {
        services.get(call.service)?.model.useIndex(call.organizationId, call.table, call.columns);
      } else if (call.name === 'purge') {
        const service = services.get(call.service);
        if (service === undefined) throw new Error(`there is no service ${call.service}`);
        const done = (result: unknown): void => post({ kind: 'called', n, result });
        const waiter = { done, progress: (progress: PurgeProgress) => post({ kind: 'progress', n, progress }) };
        service.purges.accept(call.request, call.wait ? waiter : { done: () => undefined });
        if (!call.wait) done({ purgeId: call.request.purgeId, commits: 0 });
        return;
      } else {
        settling.push(n);
        return;
      }
      post({ kind: 'called', n });
    } catch (error) {
      const result = refusalOf(error);
      if (result === undefined && isStorageBroken(error)) throw error;
      post({ kind: 'called', n, ...(result ? { result } : { error: String(error) }) });
    }
  };

  /** Keeps WALs short; true when that held the writer. Full disks are waited out. */
  const checkpoints = (folder?: string): boolean => {
    try {
      return checkpointer.tend(folder);
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      return false;
    }
  };

  const drain = (): void => {
    for (let held = false; ;) {
      poll();
      if (several && scheduler.size === 0) lookOut();
      for (let call = calls.shift(); call !== undefined; call = calls.shift()) answerCall(call);
      const group = scheduler.nextGroup(poll, held);
      held = false;
      if (group !== undefined) {
        const service = services.get(group.service)!;
        const { outcomes, committed, syncMs } = service.engine.runGroup(group.take);
        several = outcomes.length > 1;
        post({
          kind: 'group',
          outcomes: packOutcomes(outcomes),
          committed: committed.length === 0 ? '' : JSON.stringify(committed),
          syncMs,
        });
        // One thing at a time: whoever waits is served between a bulk command, a checkpoint and a slice of upkeep,
        // never after all of them.
        poll();
        if (group.lane === 'bulk' && scheduler.interactive) continue;
        held = committed.length > 0 && checkpoints(service.folder);
        if (!held && performance.now() - lastUpkeep > (behind() ? behindEveryMs : upkeepEveryMs)) {
          upkeep(true);
          held = true;
        }
        continue;
      }
      if (closing) {
        finish();
        return;
      }
      idleTimer ??= setTimeout(idle, behind() ? 0 : idleAfterMs);
      return;
    }
  };

  /** Works off what is left of the upkeep until commands come in again. */
  const idle = (): void => {
    idleTimer = undefined;
    try {
      for (let more = true; more;) {
        for (const { log } of turns) log.notePosition();
        more = upkeep(false);
        checkpoints();
        poll();
        if (scheduler.size > 0 || calls.length > 0 || closing) {
          drain();
          return;
        }
      }
      for (const n of settling.splice(0)) post({ kind: 'called', n });
    } catch (error) {
      fail(error, false);
    }
  };

  const others = setInterval(() => {
    for (const { folder } of services.values()) dropOtherModels(folder);
  }, othersEveryMs);

  const finish = (): void => {
    clearTimeout(idleTimer);
    clearInterval(others);
    checkpointer.close();
    for (const service of services.values()) {
      checkpoint(service, 0);
      service.model.close();
      service.log.close();
      service.purges.close();
    }
    unlock();
    post({ kind: 'closed' });
    port.close();
  };

  idleTimer = setTimeout(idle, idleAfterMs);
  port.on('message', (message: ToWriter) => {
    try {
      clearTimeout(idleTimer);
      idleTimer = undefined;
      receive(message);
      drain();
    } catch (error) {
      fail(error, false);
    }
  });
};

/** What an operator can act upon: the words alone, without where in the code it was found. */
const isTold = (error: unknown): error is Error => error instanceof Error && typeof codeOf(error) === 'string';
const codeOf = (error: Error): unknown => ('errcode' in error ? undefined : 'code' in error ? error.code : undefined);
const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const fail = (error: unknown, opening: boolean): void => {
  // What was not answered yet stays unanswered: the storage can no longer be trusted to keep it.
  const trouble = opening ? folderTrouble(error, data.dataFolder) : undefined;
  const message = trouble ?? (opening && isTold(error) ? error.message : textOf(error));
  post({ kind: 'failed', message, opening });
  port.close();
};

try {
  const unlock = lockFolder(data.dataFolder);
  const services = await open();
  serve(services, unlock);
  post({ kind: 'ready', reports: [...services.values()].map((s) => s.report) });
} catch (error) {
  fail(error, true);
}
