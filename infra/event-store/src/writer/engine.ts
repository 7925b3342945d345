import {
  isRejection,
  newId,
  tableOf,
  type CommandMeta,
  type Decision,
  type ReadRequest,
  type StoredCommit,
  type WriteModule,
  type Rejection,
} from '@tessera/kernel';
import type { ModelWriter } from '@tessera/document-store';
import { Body, Header, type StoredEvent } from '@tessera/proto/commit/v1/commit';
import { encodeCommit, newSalt, type CommitBytes } from '../log/codec.ts';
import { encodeMessage } from '../log/encode.ts';
import type { ClaimRow, Log } from '../log/log.ts';
import type { CommitRow } from '../log/reads.ts';
import { toStoredCommit } from '../log/show.ts';
import { isStorageBroken, isStorageFull } from '../log/sqlite.ts';
import { createApplier, type AppliedEvent } from './applier.ts';
import { catchUp, decodeRow } from './catch-up.ts';
import { checkClaims, checkVersions, claimHash, commitLimits, type GivenIds } from './checks.ts';
import { answerOf, parsePayload, requestHashOf, type Committed, type Outcome, type QueuedCommand } from './command.ts';
import { fillSlice, isBehind } from './fill.ts';
import {
  commitIdOf,
  headerOf,
  idempotencyKeyHash,
  knownOf,
  parseCommitId,
  readBack,
  summaryOf,
  toStoredAdvance,
} from './facts.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';

export type GroupResult = {
  readonly outcomes: readonly Outcome[];
  readonly committed: readonly Committed[];
  /** What the log's fsync took; undefined where nothing was written. */
  readonly syncMs?: number;
};

type Prepared<E> = {
  readonly header: Header;
  readonly stored: readonly StoredEvent[];
  readonly applied: readonly AppliedEvent<E>[];
  readonly bytes: CommitBytes;
  readonly key: Uint8Array | undefined;
  readonly claims: readonly ClaimRow[];
  readonly releases: readonly ClaimRow[];
};

const storageFull = {
  kind: 'unavailable',
  code: 'storage.full',
  message: 'The disk is full. Nothing was changed; try again when there is room.',
  details: undefined,
} as const;
const rejected = (n: number, error: Rejection): Outcome => ({
  n,
  rejection: { kind: error.kind, code: error.code, message: error.message, details: error.details },
});
const faultOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/**
 * Executes groups of commands of one service: load, decide, check, append and apply each, then one fsync for all
 * (docs/events.md 6, 10). Lives in the writer thread; everything is synchronous. Throws only when the storage can no
 * longer be trusted: the process must then end.
 */
export const createEngine = <E>(module: WriteModule<E>, log: Log, model: ModelWriter, now: () => number = Date.now) => {
  const applier = createApplier(module, model);
  const heads = new Map<string, { position: number; time: number }>();
  /** Organizations that are being erased: nothing is written to them. */
  const held = new Set<string>();
  /** Set when the log was committed but the model could not be (no room): it must catch up before it is read again. */
  let behind = false;

  const headOf = (organizationId: string): { position: number; time: number } => {
    let head = heads.get(organizationId);
    if (head === undefined) {
      const organization = log.organization(organizationId);
      const position = organization === undefined ? 0 : log.reads.lastPosition(organization);
      const row = position === 0 ? undefined : log.reads.at(organization!, position);
      head = { position, time: row === undefined ? 0 : Header.decode(row.header).time };
      heads.set(organizationId, head);
    }
    return head;
  };

  const commitById = (organizationId: string, id: string): StoredCommit<E> | undefined => {
    const place = parseCommitId(module.service, id);
    const organization = log.organization(organizationId);
    const row =
      place === undefined || organization === undefined ? undefined : log.reads.at(organization, place.position);
    return row === undefined || Header.decode(row.header).epoch !== place!.epoch
      ? undefined
      : toStoredCommit(module, row);
  };

  const answerRead = (organizationId: string, request: ReadRequest): unknown => {
    switch (request.kind) {
      case 'snapshot':
        return applier.snapshot(organizationId, request.stream);
      case 'claims': {
        const organization = log.organization(organizationId);
        return request.keys.map((key) =>
          organization === undefined
            ? undefined
            : log.claimOwner(organization, request.scope, claimHash(request.scope, key)),
        );
      }
      case 'commit':
        return commitById(organizationId, request.id);
      default:
        return model.read(organizationId, request);
    }
  };

  const run = <S>(organizationId: string, loading: Generator<ReadRequest, S, unknown>): S => {
    let step = loading.next();
    while (!step.done) step = loading.next(answerRead(organizationId, step.value));
    return step.value;
  };

  const decideOne = (
    handler: WriteModule<E>['commands'][string],
    payload: unknown,
    meta: CommandMeta,
  ): { decision: Decision<E>; given: GivenIds; time: number } => {
    const organizationId = meta.actor.organizationId;
    const state = run(organizationId, handler.load(payload, meta));
    const given: GivenIds = { first: '', last: '' };
    const time = Math.max(now(), headOf(organizationId).time);
    const give = (): string => {
      const id = newId();
      if (given.first === '') given.first = id;
      return (given.last = id);
    };
    return { decision: handler.decide(payload, state, { now: time, meta, newId: give }), given, time };
  };

  const prepare = (
    command: QueuedCommand,
    decided: ReturnType<typeof decideOne>,
    key: Uint8Array | undefined,
    requestHash: Uint8Array | undefined,
  ): Prepared<E> => {
    const { decision, given, time } = decided;
    const organizationId = command.meta.actor.organizationId;
    if (decision.events.length > commitLimits.events)
      throw rejection('too_large', 'commit.too_many', `One write may hold at most ${commitLimits.events} events.`);
    checkVersions(decision.events, given, {
      version: (stream) => applier.snapshot(organizationId, stream).version,
      versions: (stream, ids) => model.versions(organizationId, tableOf(stream), ids),
    });
    const organization = log.organization(organizationId);
    const { claims, releases } = checkClaims(decision, (row) =>
      organization === undefined ? undefined : log.claimOwner(organization, row.scope, row.keyHash),
    );
    const stored = decision.events.map(({ event, advances }): StoredEvent => {
      const { type, bytes } = module.events.encode(event);
      return {
        type,
        payload: bytes,
        advances: advances.filter((a) => !('ids' in a) || a.ids.length > 0).map(toStoredAdvance),
      };
    });
    const body = encodeMessage(Body, {
      events: stored,
      claims: claims as ClaimRow[],
      releases: releases as ClaimRow[],
    });
    if (body.length > commitLimits.bytes)
      throw rejection('too_large', 'commit.too_large', `One write may hold at most ${commitLimits.bytes} bytes.`);
    const header = headerOf(command.meta, command.type, requestHash, {
      epoch: log.epoch,
      position: headOf(organizationId).position + 1,
      time,
      salt: newSalt(),
    });
    // What is applied is what a rebuild will decode, so that the two cannot differ; and no event enters the log that
    // cannot be read back.
    const applied = readBack(module, stored);
    return { header, stored, applied, bytes: encodeCommit(header, body), key, claims, releases };
  };

  const write = (prepared: Prepared<E>): Committed => {
    const { header, stored, applied } = prepared;
    const actorId = header.userId || header.actorId;
    const seq = log.append({
      organizationId: header.organizationId,
      position: header.position,
      actorId,
      operationId: header.operationId || undefined,
      summary: summaryOf(stored),
      bytes: prepared.bytes,
      streams: new Set(stored.flatMap((e) => e.advances.map((a) => a.stream))),
      idempotencyKey: prepared.key,
      claims: prepared.claims,
      releases: prepared.releases,
    });
    heads.set(header.organizationId, { position: header.position, time: header.time });
    const notices = applier.apply(header, applied);
    applier.flush();
    return {
      service: module.service,
      organizationId: header.organizationId,
      position: header.position,
      seq,
      actorId,
      notices,
      types: [...new Set(stored.map(({ type }) => type))],
    };
  };

  const repeat = (command: QueuedCommand, payload: unknown, row: CommitRow, requestHash: Uint8Array): Outcome => {
    const { header, applied } = decodeRow(module, row);
    if (Buffer.compare(header.requestHash, requestHash) !== 0) {
      throw conflict('idempotency.mismatch');
    }
    if (applied.length === 0) throw notFound('commit.erased');
    const id = commitIdOf(module.service, header.epoch, header.position);
    const handler = module.commands[header.commandType]!;
    const events = knownOf(applied);
    const answer = run(
      header.organizationId,
      handler.answer(payload, events, { id, position: header.position, time: header.time }, command.meta),
    );
    return { n: command.n, ...answerOf(answer), commitId: id, position: header.position, repeated: true };
  };

  /**
   * One command within the open transactions. Rejections and defects before the first write are outcomes; anything
   * thrown later undoes the group.
   */
  const execute = (command: QueuedCommand, committed: Committed[]): Outcome => {
    const { n, meta } = command;
    const organizationId = meta.actor.organizationId;
    let handler: WriteModule<E>['commands'][string] | undefined;
    let payload: unknown;
    let prepared: Prepared<E>;
    try {
      handler = Object.hasOwn(module.commands, command.type) ? module.commands[command.type] : undefined;
      if (handler === undefined) throw invalid('command.unknown');
      if (held.has(organizationId)) throw rejection('unavailable', 'store.erasing');
      payload = parsePayload(command.payload);
      const key = idempotencyKeyHash(meta);
      const requestHash = key && requestHashOf(command);
      const organization = key && log.organization(organizationId);
      const used = organization === undefined ? undefined : log.keyUsed(organization, key!);
      if (used !== undefined) return repeat(command, payload, log.reads.at(organization!, used)!, requestHash!);
      const decided = decideOne(handler, payload, meta);
      if (decided.decision.events.length === 0) {
        return { n, ...answerOf(run(organizationId, handler.answer(payload, [], undefined, meta))) };
      }
      prepared = prepare(command, decided, key, requestHash);
    } catch (error) {
      if (isRejection(error)) return rejected(n, error);
      if (isStorageBroken(error) || isStorageFull(error)) throw error;
      return { n, fault: faultOf(error) };
    }
    committed.push(write(prepared));
    const { position, time, epoch } = prepared.header;
    const id = commitIdOf(module.service, epoch, position);
    const events = knownOf(prepared.applied);
    const answer = run(organizationId, handler.answer(payload, events, { id, position, time }, meta));
    return { n, ...answerOf(answer), commitId: id, position };
  };

  const rollback = (): void => {
    log.rollback();
    model.rollback();
    applier.forget();
    heads.clear();
  };

  const begin = (): void => {
    log.begin();
    model.begin();
  };

  /** Ends a group that wrote nothing: no write, no fsync, and what is remembered stays true. */
  const end = (): undefined => {
    log.commit();
    model.commit();
  };

  /** Answers what the fsync took, in ms. */
  const settle = (): number => {
    model.setMeta('applied_seq', String(log.seq()));
    const begun = performance.now();
    log.commit();
    const syncMs = performance.now() - begun;
    try {
      model.commit();
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      // The log has it, so it is written and the answers hold; the model follows as soon as there is room.
      model.rollback();
      applier.forget();
      behind = true;
    }
    return syncMs;
  };

  const follow = (): number => {
    const applied = catchUp(module, log.reads, model, applier);
    behind = false;
    return applied;
  };

  return {
    /** Applies what the log has and the model lacks; answers how many commits. */
    catchUp: follow,
    /**
     * Folds a stream anew from commits that a purge rewrote. `concerns`: of what a salvage brought back, the documents
     * that are written again.
     */
    refold: (
      organizationId: string,
      stream: string,
      rows: readonly CommitRow[],
      concerns: (collection: string, document: object) => boolean,
    ): void => {
      model.begin();
      try {
        const commits = rows.map((row) => {
          const { salvaged, ...commit } = decodeRow(module, row);
          const ours = salvaged.filter(
            ({ op }) => op.op === 'document.put' && (op.id === stream || concerns(op.collection, op.document)),
          );
          return { ...commit, salvaged: ours };
        });
        applier.refold(organizationId, stream, commits);
        model.commit();
      } catch (error) {
        model.rollback();
        applier.forget();
        throw error;
      }
    },
    /**
     * Fills derived columns of one table for about so many ms; answers what browsers may be told of it, and whether the
     * table is whole; undefined where nothing was to be filled.
     */
    fill: (budgetMs: number): { readonly told: Committed; readonly whole: boolean } | undefined => {
      if (!isBehind(model)) return undefined;
      if (behind) follow();
      const first = fillSlice(model, applier, budgetMs);
      if (first === undefined) return undefined;
      const { organizationId, table } = first;
      return {
        told: {
          service: module.service,
          organizationId,
          position: headOf(organizationId).position,
          seq: log.seq(),
          actorId: '',
          notices: module.derivation?.notices(table) ?? [],
          types: [],
        },
        whole:
          model.owed(1)?.table !== table &&
          !model.unfilled().some((left) => left.table === table && left.organizationId === organizationId),
      };
    },
    /** From here on every command of an organization is refused, until it is released. */
    hold: (organizationId: string): void => void held.add(organizationId),
    release: (organizationId: string): void => void held.delete(organizationId),
    /** The model was changed beside the engine: nothing remembered of it is trusted. */
    forget: (): void => applier.forget(),
    /** Commits of the store's own were appended beside the engine. */
    moved: (organizationId: string): void => void heads.delete(organizationId),
    /** Runs the commands that `take` gives until it gives none, with one fsync at the end. */
    runGroup: (take: () => QueuedCommand | undefined): GroupResult => {
      const taken: QueuedCommand[] = [];
      const outcomes = new Map<number, Outcome>();
      const committed: Committed[] = [];
      const next = (i: number): QueuedCommand | undefined => {
        if (i === taken.length) {
          const more = take();
          if (more !== undefined) taken.push(more);
        }
        return taken[i];
      };
      const failAll = (outcome: (n: number) => Outcome): GroupResult => {
        for (let command = next(taken.length); command !== undefined; command = next(taken.length));
        return { outcomes: taken.map((c) => outcomes.get(c.n) ?? outcome(c.n)), committed: [] };
      };
      const faults = new Map<number, Outcome>();
      for (;;) {
        let current: QueuedCommand | undefined;
        committed.length = 0;
        outcomes.clear();
        try {
          if (behind) follow();
          begin();
          for (let i = 0; (current = next(i)) !== undefined; i++) {
            outcomes.set(current.n, faults.get(current.n) ?? execute(current, committed));
          }
          const syncMs = committed.length > 0 ? settle() : end();
          return { outcomes: taken.map((c) => outcomes.get(c.n)!), committed, ...(syncMs !== undefined && { syncMs }) };
        } catch (error) {
          rollback();
          if (isStorageFull(error)) {
            outcomes.clear();
            return failAll((n) => ({ n, rejection: storageFull }));
          }
          if (isStorageBroken(error) || current === undefined) throw error;
          // A defect after the first write of one command: the group is run again without it.
          faults.set(current.n, { n: current.n, fault: faultOf(error) });
        }
      }
    },
  };
};

export type Engine = ReturnType<typeof createEngine>;
