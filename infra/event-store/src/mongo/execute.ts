import { isRejection, type CommandMeta, type Notice, type WriteModule, type Rejection } from '@tessera/kernel';
import { answerOf, requestHashOf } from '../writer/command.ts';
import { commitIdOf, headerOf, idempotencyKeyHash, knownOf, summaryOf } from '../writer/facts.ts';
import { claimsOf, landedOf, type AppliedResult, type Landed, type MongoApplier } from './applier.ts';
import type { Appender, Fate, Unplaced } from './append.ts';
import { pause, type CommitDocument } from './collections.ts';
import { gathered, nothingSeen, type Decided, type Decider, type Seen } from './decide.ts';
import { isAway, isStorageFull, nothingWritten, uncertain, unfinished } from './failures.ts';
import { idempotencyKey, tagsOf } from './keys.ts';
import type { Locks } from './locks.ts';
import type { MongoLogReads } from './log.ts';
import type { MongoTiming } from './port.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';

/** A command as the executor takes it. `payload` is JSON as text or bytes; `parsed` what it says. */
export type Command = {
  readonly type: string;
  readonly payload: string | Uint8Array;
  readonly parsed: unknown;
  readonly meta: CommandMeta;
};
export type Executed = {
  readonly answer: string;
  readonly plain?: true;
  readonly commitId?: string;
  readonly position?: number;
  readonly repeated?: true;
};

/** Appends of a command that cannot merge that may lose a race before the caller is told so (docs/events.md 10). */
const maxTries = 3;

/** What a caller is told when others wrote to the same thing until its time was over. */
const contended = (): Rejection => rejection('unavailable', 'store.contended');
const applyGroup = 200;
/** How soon a command is tried again that found the engine away. */
const againAfterMs = 100;

type Parts<E> = {
  readonly module: WriteModule<E>;
  readonly log: MongoLogReads;
  readonly decider: Decider<E>;
  readonly applier: MongoApplier<E>;
  /** Chunks of operations go their own way: what others write in the meantime does not wait behind their bytes. */
  readonly appenders: { readonly interactive: Appender; readonly operations: Appender };
  readonly locks: Locks;
  readonly timing: MongoTiming;
  readonly now: () => number;
  /** Told of each commit of this process once the model has it. */
  readonly onApplied: (commit: Landed<E>, notices: readonly Notice[]) => void;
};

/** Applies commits in groups: those that landed while a group was on its way go together. */
const createApplyQueue = <E>(applier: MongoApplier<E>) => {
  type Entry = {
    readonly commit: Landed<E>;
    readonly resolve: (result: AppliedResult) => void;
    readonly reject: (error: unknown) => void;
  };
  let queue: Entry[] = [];
  let running = false;
  const work = async (): Promise<void> => {
    running = true;
    while (queue.length > 0) {
      const group = queue.slice(0, applyGroup).sort((a, b) => a.commit.header.position - b.commit.header.position);
      queue = queue.slice(applyGroup);
      try {
        const results = await applier.apply(group.map((e) => e.commit));
        group.forEach((entry, i) => entry.resolve(results[i]!));
      } catch (error) {
        for (const entry of group) entry.reject(error);
      }
    }
    running = false;
  };
  return (commit: Landed<E>): Promise<AppliedResult> =>
    new Promise((resolve, reject) => {
      queue.push({ commit, resolve, reject });
      // What lands in the same moment goes together.
      if (!running) setImmediate(() => !running && void work());
    });
};

/**
 * Executes one command: load, decide, append with the versions that it read, apply, answer. A lost race is decided
 * again on what the winner left: at most three times in all, or until the deadline where the command merges. Commands of
 * one process that change the same thing wait for each other instead of losing.
 */
export const createExecutor = <E>({
  module,
  log,
  decider,
  applier,
  appenders,
  locks,
  timing,
  now,
  onApplied,
}: Parts<E>) => {
  const applyOne = { interactive: createApplyQueue(applier), operations: createApplyQueue(applier) };
  const withKey = gathered(async (organizationId, _, keys) => {
    const found = await log.withKeys(organizationId, keys);
    return keys.map((key) => found.filter((commit) => commit.keys.includes(key)));
  });
  const wayOf = (meta: { readonly operationId?: string | undefined }): 'interactive' | 'operations' =>
    meta.operationId ? 'operations' : 'interactive';

  /** Until the model has it, or the time is over; then the reconciler of some process will see to it. */
  const applyUntil = async (commit: Landed<E>, until: number): Promise<AppliedResult> => {
    for (;;) {
      try {
        return await applyOne[wayOf(commit.header)](commit);
      } catch (error) {
        if (!isAway(error) && !(isRejection(error) && error.kind === 'unavailable')) throw error;
        const { epoch, position } = commit.header;
        if (performance.now() > until) throw unfinished(commitIdOf(module.service, epoch, position), position);
        await pause(100);
      }
    }
  };

  const answer = async (
    command: Command,
    commandType: string,
    commit: Landed<E>,
    until: number,
    seen = nothingSeen(),
  ): Promise<Executed> => {
    const { epoch, position, time } = commit.header;
    const id = commitIdOf(module.service, epoch, position);
    const handler = module.commands[commandType]!;
    const events = knownOf(commit.applied);
    for (;;) {
      try {
        const made = await decider.run(
          commit.organizationId,
          handler.answer(command.parsed, events, { id, position, time }, command.meta),
          seen,
        );
        return { ...answerOf(made), commitId: id, position };
      } catch (error) {
        if (!isAway(error) && !(isRejection(error) && error.kind === 'unavailable')) throw error;
        if (performance.now() > until) throw unfinished(id, position);
        await pause(100);
      }
    }
  };

  /** The answer to a request that was made before, if its idempotency key stands in the log. */
  const repeated = async (
    command: Command,
    requestHash: Uint8Array,
    until: number,
    looking: Promise<readonly CommitDocument[]>,
  ): Promise<Executed | undefined> => {
    const [found] = await looking;
    if (found === undefined) return undefined;
    const commit = landedOf(module, found);
    if (Buffer.compare(commit.header.requestHash, requestHash) !== 0) throw conflict('idempotency.mismatch');
    if (commit.applied.length === 0) throw notFound('commit.erased');
    // The process that wrote it may have ended before the model had it.
    await applyUntil(commit, until);
    return { ...(await answer(command, commit.header.commandType, commit, until)), repeated: true };
  };

  const unplaced = (
    command: Command,
    decided: Decided<E>,
    key: string | undefined,
    requestHash: Uint8Array | undefined,
    until: number,
  ): Unplaced => {
    const { meta } = command;
    return {
      organizationId: meta.actor.organizationId,
      until,
      time: decided.time,
      keys: key === undefined ? decided.keys : [...decided.keys, key],
      tags: tagsOf(
        new Set(decided.stored.flatMap((e) => e.advances.map((a) => a.stream))),
        meta.actor.userId ?? meta.actor.id,
        meta.operationId ?? '',
      ),
      summary: summaryOf(decided.stored),
      body: decided.body,
      headerAt: (place) => headerOf(meta, command.type, requestHash, place),
    };
  };

  /** Brings the model up to the commits that won; true when one of them is this very request. */
  const learnFrom = async (
    organizationId: string,
    keys: readonly string[],
    own: string | undefined,
  ): Promise<'repeated' | 'lost' | 'displaced'> => {
    const winners = await log.withKeys(organizationId, keys);
    if (own !== undefined && winners.some((w) => w.keys.includes(own))) return 'repeated';
    for (const winner of winners) await applier.apply([landedOf(module, winner)]);
    return winners.length === 0 ? 'displaced' : 'lost';
  };

  const inFull = async (
    command: Command,
    key: string | undefined,
    requestHash: Uint8Array | undefined,
  ): Promise<Executed> => {
    const { meta, parsed } = command;
    const { organizationId } = meta.actor;
    const until = performance.now() + timing.command;
    const patience = performance.now() + timing.operation;
    const handler = module.commands[command.type]!;
    const look = async (): Promise<readonly CommitDocument[]> =>
      key === undefined ? [] : (await withKey(organizationId, '', [key]))[0]!;
    // Beside the loading: a request that was made before is rare.
    let looking = look();
    looking.catch(() => undefined);
    /** Waits where the engine was away before anything was written and may be back in time; else throws. */
    const again = async (error: unknown): Promise<void> => {
      const away = isAway(error) ? !isStorageFull(error) : isRejection(error) && error.code === 'store.unavailable';
      if (!away || performance.now() + againAfterMs > patience) throw error;
      await pause(againAfterMs);
      looking = look();
      looking.catch(() => undefined);
    };
    const before = (found = looking): Promise<Executed | undefined> =>
      key === undefined ? Promise.resolve(undefined) : repeated(command, requestHash!, until, found);
    let held: ReadonlySet<string> = new Set();
    let release = (): void => undefined;
    try {
      for (let lost = 0; ;) {
        if (performance.now() > until) throw contended();
        const since = locks.moment();
        const seen = nothingSeen();
        const decidedAt = performance.now();
        let decided: Decided<E> | undefined;
        try {
          decided = await decider.decide(handler, parsed, meta, now(), seen);
        } catch (error) {
          // It may be refused because it was done before.
          if (isRejection(error) && error.kind !== 'unavailable') {
            const done = await before();
            if (done !== undefined) return done;
          }
          await again(error);
          continue;
        }
        try {
          const done = lost === 0 ? await before() : undefined;
          if (done !== undefined) return done;
        } catch (error) {
          await again(error);
          continue;
        }
        if (decided === undefined) {
          return answerOf(
            await decider.run(organizationId, handler.answer(parsed, [], undefined, meta), nothingSeen()),
          );
        }
        const names = decided.names.map((name) => `${organizationId}\0${name}`);
        if (names.some((name) => !held.has(name))) {
          // What is held is given back first: nobody waits while others wait for him.
          const again = held.size > 0;
          const wanted = [...new Set([...held, ...names])];
          release();
          release = () => undefined;
          held = new Set();
          const stale = again || locks.usedSince(wanted, since);
          release = await locks.acquire(wanted);
          held = new Set(wanted);
          if (stale || performance.now() > until) continue;
        }
        const header = headerOf(meta, command.type, requestHash, {
          epoch: 0,
          position: 0,
          time: decided.time,
          salt: new Uint8Array(0),
        });
        const states = await applier.rehearse(
          { organizationId, header, applied: decided.applied, claims: [] },
          knownStates(seen),
        );
        const commit = unplaced(command, decided, key, requestHash, until);
        const fate: Fate = await appenders[wayOf(meta)].append(commit);
        if (fate.kind === 'landed') {
          const claims = claimsOf(organizationId, fate.document.keys, {
            claims: decided.claims as never,
            releases: decided.releases as never,
          });
          const landed: Landed<E> = {
            organizationId,
            header: fate.header,
            applied: decided.applied,
            claims,
            reads: { states, decidedAt },
          };
          const result = await applyUntil(landed, until);
          if ('fault' in result) throw result.fault;
          onApplied(landed, result.notices);
          return await answer(command, command.type, landed, until, untouched(seen, landed));
        }
        if (fate.kind === 'refused') {
          await again(fate.error);
          continue;
        }
        if (fate.kind === 'uncertain') throw uncertain();
        const outcome = await learnFrom(organizationId, commit.keys, key);
        if (outcome === 'repeated') {
          const made = await before(look());
          if (made !== undefined) return made;
        }
        // Only its place was taken: nothing has changed for the decision.
        if (outcome === 'lost') lost += 1;
        if (lost >= maxTries && handler.merges !== true) throw conflict('stream.version');
      }
    } catch (error) {
      // Once a commit of this command is in the log, only `unfinished` says that the engine is away.
      throw isAway(error) ? nothingWritten(error) : error;
    } finally {
      release();
    }
  };

  return async (command: Command): Promise<Executed> => {
    if (!Object.hasOwn(module.commands, command.type)) throw invalid('command.unknown');
    const hash = idempotencyKeyHash(command.meta);
    if (hash === undefined) return inFull(command, undefined, undefined);
    const key = idempotencyKey(hash);
    const requestHash = requestHashOf(command);
    const name = `${command.meta.actor.organizationId}\0${key}`;
    const since = locks.moment();
    const twice = locks.usedSince([name], since);
    const release = await locks.acquire([name]);
    try {
      // The same request was on its way: it is answered from the log, where there is one commit of it.
      const done = twice
        ? await repeated(
            command,
            requestHash,
            performance.now() + timing.command,
            log.withKeys(command.meta.actor.organizationId, [key]),
          )
        : undefined;
      return done ?? (await inFull(command, key, requestHash));
    } finally {
      release();
    }
  };
};

/** Of what a command has read, the states that its commit left as they were. */
const untouched = (seen: Seen, commit: Landed<unknown>): Seen => {
  const moved = new Set(commit.applied.flatMap(({ advances }) => advances.map((advance) => advance.stream)));
  return { ...nothingSeen(), streams: new Map([...seen.streams].filter(([stream]) => !moved.has(stream))) };
};

const knownStates = (seen: Seen): Map<string, { version: number; state: unknown }> =>
  new Map([...seen.streams].map(([stream, { version, state }]) => [stream, { version, state }]));
