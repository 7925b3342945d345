import {
  newId,
  tableOf,
  type CommandMeta,
  type Decision,
  type ReadRequest,
  type Row,
  type Snapshot,
  type StoredCommit,
  type WriteModule,
} from '@tessera/kernel';
import type { MongoModel, ModelReadRequest } from '@tessera/document-store';
import { Body, Header, type StoredEvent } from '@tessera/proto/commit/v1/commit';
import { shortHash } from '../log/codec.ts';
import { encodeMessage } from '../log/encode.ts';
import type { ClaimRow } from '../log/log.ts';
import { toStoredCommit } from '../log/show.ts';
import type { AppliedEvent } from '../writer/applier.ts';
import { checkClaims, checkVersions, claimHash, commitLimits, newItems, type GivenIds } from '../writer/checks.ts';
import { parseCommitId, readBack, toStoredAdvance } from '../writer/facts.ts';
import type { MongoApplier } from './applier.ts';
import type { Claims, HeldClaim } from './claims.ts';
import { orUnavailable, within } from './failures.ts';
import { claimChanges, claimKey, claimNameOf, nameOfKey, versionKeys } from './keys.ts';
import type { MongoLogReads } from './log.ts';
import { rejection } from '../refusals.ts';

/**
 * What one command has read: its decision is checked against this and stands only if none of it was written meanwhile.
 */
export type Seen = {
  readonly streams: Map<string, Snapshot<unknown>>;
  readonly items: Map<string, Map<string, number>>;
  readonly claims: Map<string, HeldClaim>;
};

/** A decision that may be appended as soon as it has a position. */
export type Decided<E> = {
  readonly decision: Decision<E>;
  readonly time: number;
  readonly stored: readonly StoredEvent[];
  readonly applied: readonly AppliedEvent<E>[];
  readonly body: Uint8Array;
  readonly claims: readonly ClaimRow[];
  readonly releases: readonly ClaimRow[];
  /** Keys of the log that no other commit may have, the idempotency key apart. */
  readonly keys: readonly string[];
  /** What this process must not change elsewhere meanwhile. */
  readonly names: readonly string[];
};

export const nothingSeen = (): Seen => ({ streams: new Map(), items: new Map(), claims: new Map() });

class Unread extends Error {
  readonly stream: string;
  readonly ids: readonly string[] | undefined;
  constructor(stream: string, ids?: readonly string[]) {
    super('a version to be read first');
    this.stream = stream;
    this.ids = ids;
  }
}

/** Reads by id that are asked for at the same time go to the engine as one. `read` answers in the order of the ids. */
export const gathered = <T>(
  read: (organizationId: string, group: string, ids: readonly string[]) => Promise<readonly T[]>,
) => {
  type Asked = {
    readonly organizationId: string;
    readonly group: string;
    readonly answers: Map<string, PromiseWithResolvers<T>>;
  };
  const waiting = new Map<string, Asked>();
  const flush = async (name: string): Promise<void> => {
    const { organizationId, group, answers } = waiting.get(name)!;
    waiting.delete(name);
    const ids = [...answers.keys()];
    try {
      const found = await orUnavailable(read(organizationId, group, ids));
      ids.forEach((id, i) => answers.get(id)!.resolve(found[i]!));
    } catch (error) {
      for (const { reject } of answers.values()) reject(error);
    }
  };
  return (organizationId: string, group: string, ids: readonly string[]): Promise<T[]> => {
    const name = `${organizationId}\0${group}`;
    let asked = waiting.get(name);
    if (asked === undefined) {
      waiting.set(name, (asked = { organizationId, group, answers: new Map() }));
      setImmediate(() => void flush(name));
    }
    const { answers } = asked;
    return Promise.all(
      ids.map((id) => {
        let answer = answers.get(id);
        if (answer === undefined) answers.set(id, (answer = Promise.withResolvers()));
        return answer.promise;
      }),
    );
  };
};

/** Readings of so few rows go to the engine together with others'; a bound in bytes is for longer ones. */
const gatheredRows = 20;

/** Drives the handlers' generators against the model and the log, and turns decisions into what the log takes. */
export const createDecider = <E>(
  module: WriteModule<E>,
  model: MongoModel,
  log: MongoLogReads,
  claims: Claims,
  applier: MongoApplier<E>,
  operationMs: number,
) => {
  const snapshots = gathered((organizationId, _, streams) => applier.snapshots(organizationId, streams));
  const snapshotOf = async (organizationId: string, stream: string): Promise<Snapshot<unknown>> =>
    (await snapshots(organizationId, '', [stream]))[0]!;
  const rowsOf = gathered((organizationId, part, ids) => {
    const asked = JSON.parse(part) as Omit<Extract<ReadRequest, { kind: 'rows' }>, 'kind' | 'ids'>;
    return within(operationMs, model.read(organizationId, { ...asked, kind: 'rows', ids })) as Promise<
      readonly (Row | undefined)[]
    >;
  });
  const bounded = <T>(call: Promise<T>): Promise<T> => orUnavailable(within(operationMs, call));

  const commitById = async (organizationId: string, id: string): Promise<StoredCommit<E> | undefined> => {
    const place = parseCommitId(module.service, id);
    const [commit] = place === undefined ? [] : await log.at(organizationId, [place.position]);
    return commit === undefined || commit.filled || Header.decode(commit.header).epoch !== place!.epoch
      ? undefined
      : toStoredCommit(module, commit);
  };

  const noteRows = (seen: Seen, table: string, rows: Iterable<readonly [string, number]>): void => {
    const stream = `record:${table}`;
    let known = seen.items.get(stream);
    if (known === undefined) seen.items.set(stream, (known = new Map()));
    // The first reading counts: what was decided on it must not be older than it.
    for (const [id, version] of rows) if (!known.has(id)) known.set(id, version);
  };

  const readClaims = async (organizationId: string, names: readonly string[], seen: Seen): Promise<void> => {
    const unknown = names.filter((name) => !seen.claims.has(name));
    for (const [name, claim] of await claims.read(organizationId, unknown)) seen.claims.set(name, claim);
  };

  const answerRead = async (organizationId: string, request: ReadRequest, seen: Seen): Promise<unknown> => {
    switch (request.kind) {
      case 'snapshot': {
        let snapshot = seen.streams.get(request.stream);
        if (snapshot === undefined)
          seen.streams.set(request.stream, (snapshot = await snapshotOf(organizationId, request.stream)));
        return snapshot;
      }
      case 'claims': {
        const names = request.keys.map((key) => claimNameOf(request.scope, claimHash(request.scope, key)));
        await readClaims(organizationId, names, seen);
        return names.map((name) => seen.claims.get(name)!.owner);
      }
      case 'commit':
        return commitById(organizationId, request.id);
      case 'rows': {
        const { table, ids, columns, cut, weighed } = request;
        const rows =
          ids.length <= gatheredRows
            ? await rowsOf(organizationId, JSON.stringify({ table, columns, cut, weighed }), ids)
            : ((await bounded(model.read(organizationId, request))) as readonly (Row | undefined)[]);
        noteRows(
          seen,
          table,
          rows.map((row, i) => [ids[i]!, row?.version ?? 0] as const),
        );
        return rows;
      }
      case 'rowsWhere': {
        const rows = (await bounded(model.read(organizationId, request))) as readonly (Row | undefined)[];
        noteRows(
          seen,
          request.table,
          rows.flatMap((row) => (row === undefined ? [] : [[row.id, row.version] as const])),
        );
        return rows;
      }
      default:
        return bounded(model.read(organizationId, request satisfies ModelReadRequest));
    }
  };

  const run = async <S>(
    organizationId: string,
    loading: Generator<ReadRequest, S, unknown>,
    seen: Seen,
  ): Promise<S> => {
    let step = loading.next();
    while (!step.done) {
      let result: unknown;
      try {
        result = await answerRead(organizationId, step.value, seen);
      } catch (error) {
        loading.return(undefined as S);
        throw error;
      }
      step = loading.next(result);
    }
    return step.value;
  };

  /** Versions of what a decision touches, as this command has read them; what it has not read is read now. */
  const check = async (organizationId: string, decision: Decision<E>, given: GivenIds, seen: Seen): Promise<void> => {
    for (;;) {
      try {
        checkVersions(decision.events, given, {
          version: (stream) => {
            const snapshot = seen.streams.get(stream);
            if (snapshot === undefined) throw new Unread(stream);
            return snapshot.version;
          },
          versions: (stream, ids) => {
            const known = seen.items.get(stream);
            const missing = ids.filter((id) => known?.has(id) !== true);
            if (missing.length > 0) throw new Unread(stream, missing);
            return ids.map((id) => known!.get(id)!);
          },
        });
        return;
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        const { stream, ids } = error;
        if (ids === undefined) seen.streams.set(stream, await snapshotOf(organizationId, stream));
        else {
          const versions = await bounded(model.versions(organizationId, tableOf(stream), ids));
          noteRows(
            seen,
            tableOf(stream),
            ids.map((id, i) => [id, versions[i]!] as const),
          );
        }
      }
    }
  };

  const prepare = async (
    organizationId: string,
    decision: Decision<E>,
    given: GivenIds,
    time: number,
    seen: Seen,
  ): Promise<Decided<E>> => {
    if (decision.events.length > commitLimits.events)
      throw rejection('too_large', 'commit.too_many', `One write may hold at most ${commitLimits.events} events.`);
    await check(organizationId, decision, given, seen);
    const named = [...(decision.claims ?? []), ...(decision.releases ?? [])].map((c) =>
      claimNameOf(c.scope, shortHash(`${c.scope}\0${c.key}`)),
    );
    await readClaims(organizationId, named, seen);
    const ownerOf = (row: ClaimRow): string | undefined => seen.claims.get(claimNameOf(row.scope, row.keyHash))!.owner;
    const checked = checkClaims(decision, ownerOf);
    // Who gives back what another holds changes nothing.
    const releases = checked.releases.filter((row) => ownerOf(row) === row.owner);
    const changes = claimChanges(checked.claims, releases);
    const stored = decision.events.map(({ event, advances }): StoredEvent => {
      const { type, bytes } = module.events.encode(event);
      return {
        type,
        payload: bytes,
        advances: advances.filter((a) => !('ids' in a) || a.ids.length > 0).map(toStoredAdvance),
      };
    });
    const body = encodeMessage(Body, { events: stored, claims: checked.claims, releases });
    if (body.length > commitLimits.bytes)
      throw rejection('too_large', 'commit.too_large', `One write may hold at most ${commitLimits.bytes} bytes.`);
    const versions = versionKeys(decision.events, newItems(decision.events, given));
    const fresh = new Set(newItems(decision.events, given));
    const contended = versionKeys(
      decision.events.map((e) => ({ ...e, advances: e.advances.filter((a) => !fresh.has(a)) })),
      new Set(),
    );
    return {
      decision,
      time,
      stored,
      body,
      claims: checked.claims,
      releases,
      // What is applied is what a rebuild will decode, so that the two cannot differ; and no event enters the log that
      // cannot be read back.
      applied: readBack(module, stored),
      keys: [...versions, ...[...changes.keys()].map((name) => claimKey(name, seen.claims.get(name)!.version + 1))],
      names: [...new Set([...contended.map(nameOfKey), ...changes.keys()])],
    };
  };

  return {
    run,
    commitById,
    /**
     * Loads and decides one command. Nothing to write is undefined. Throws its Rejection, or whatever its handler
     * throws.
     */
    decide: async (
      handler: WriteModule<E>['commands'][string],
      payload: unknown,
      meta: CommandMeta,
      now: number,
      seen: Seen,
    ): Promise<Decided<E> | undefined> => {
      const { organizationId } = meta.actor;
      const state = await run(organizationId, handler.load(payload, meta), seen);
      const given: GivenIds = { first: '', last: '' };
      const give = (): string => {
        const id = newId();
        if (given.first === '') given.first = id;
        return (given.last = id);
      };
      const decision = handler.decide(payload, state, { now, meta, newId: give });
      return decision.events.length === 0 ? undefined : prepare(organizationId, decision, given, now, seen);
    },
  };
};

export type Decider<E> = ReturnType<typeof createDecider<E>>;
