import { invalid, newId, type CommandMeta, type EventContext, type WriteModule } from '@tessera/kernel';
import type { MongoModel } from '@tessera/document-store';
import { Body, Header } from '@tessera/proto/commit/v1/commit';
import { erasedCommit } from '../log/erase.ts';
import { encodeMessage } from '../log/encode.ts';
import type { Purged, PurgeOrder } from '../port.ts';
import { commitIdOf, ownEvents, summaryOf } from '../writer/facts.ts';
import type { Appender, Fate } from './append.ts';
import type { Collections, CommitDocument, PurgeDocument, TombstoneDocument } from './collections.ts';
import { pause } from './collections.ts';
import { draining, isAway, nothingWritten, uncertain, within } from './failures.ts';
import { claimNameOf, itemKey, nameOfKey, purgeKey, rootOf, tagsOf } from './keys.ts';
import type { MongoLogReads } from './log.ts';
import type { MongoTiming } from './port.ts';

/**
 * What a `$purged` event of a log on MongoDB says, as JSON: the checksums that each rewritten commit had and has, in
 * hex.
 */
export type MongoPurgeRecord = {
  readonly purgeId: string;
  readonly commits: readonly { readonly position: number; readonly before: string; readonly after: string }[];
};

const maxItems = 1_000;
const historyPage = 500;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

/**
 * Purges of one service beside its work (EVENTS.md 9), each by one process or several, which may end anywhere. First
 * the wish stands in the database; then a `$purging` commit takes the next version of each record, so that what was
 * decided on them loses and nothing more is written to them; the rows leave the model; the commits that hold them are
 * rewritten, each with a tombstone; a `$purged` commit says so; the rows leave the model once more, should another
 * process have been late with an old commit.
 */
export const createPurges = <E>(
  module: WriteModule<E>,
  parts: {
    readonly c: Collections;
    readonly model: MongoModel;
    readonly log: MongoLogReads;
    readonly appender: Appender;
    readonly timing: MongoTiming;
    readonly epoch: number;
    readonly now: () => number;
  },
) => {
  const { c, model, log, appender, timing, epoch, now } = parts;
  const bounded = <T>(call: Promise<T>): Promise<T> => within(timing.operation, call);
  const ended = new AbortController();
  const running = new Map<string, Promise<Purged>>();
  const idOf = (organizationId: string, purgeId: string): string => `${organizationId}.${purgeId}`;

  const append = async (
    intent: PurgeDocument,
    type: string,
    payload: object,
    keys: readonly string[],
  ): Promise<Extract<Fate, { kind: 'landed' | 'lost' }>> => {
    const { organization, purgeId, actor } = intent;
    const events = [{ type, payload: Buffer.from(JSON.stringify(payload)), advances: [] }];
    const fate = await appender.append({
      organizationId: organization,
      until: performance.now() + timing.command,
      time: now(),
      keys,
      tags: tagsOf([], actor.id, purgeId),
      summary: summaryOf(events),
      body: encodeMessage(Body, { events, claims: [], releases: [] }),
      headerAt: (place): Header => ({
        organizationId: organization,
        branch: 0,
        ...place,
        actorKind: actor.kind,
        actorId: actor.id,
        userId: '',
        origin: 'system',
        operationId: purgeId,
        correlationId: '',
        causationId: '',
        causationDepth: 0,
        runAutomations: false,
        idempotencyKey: '',
        requestHash: new Uint8Array(0),
        clientTime: 0,
        commandType: type,
        requestMeta: undefined,
      }),
    });
    if (fate.kind === 'refused') throw isAway(fate.error) ? nothingWritten(fate.error) : fate.error;
    if (fate.kind === 'uncertain') throw uncertain();
    return fate;
  };

  /** Takes the next version of every record that exists, until nobody else can. */
  const guard = async (intent: PurgeDocument): Promise<void> => {
    const { organization, stream, purgeId } = intent;
    let items = intent.items;
    while (items.length > 0) {
      const versions = await bounded(model.versions(organization, rootOf(stream), items));
      const keys = items.flatMap((item, i) => (versions[i]! > 0 ? [itemKey(stream, item, versions[i]! + 1)] : []));
      if (keys.length === 0) return;
      const fate = await append(intent, ownEvents.purging, { purgeId, stream, items: intent.items.length }, keys);
      if (fate.kind === 'landed') return;
      const winners = await log.withKeys(organization, keys);
      const guarded = new Set(
        winners
          .filter((w) => Header.decode(w.header).commandType === ownEvents.purging)
          .flatMap((w) => w.keys.map(nameOfKey)),
      );
      items = items.filter((item) => !guarded.has(`${stream}/${item}`));
      // Whoever wrote to the others will have them in the model presently.
      if (winners.length > guarded.size) await pause(50, ended.signal);
    }
  };

  /** All positions at which the items stand: as the model knows their history, and what it does not have yet. */
  const positionsOf = async ({
    organization,
    stream,
    items,
  }: Pick<PurgeDocument, 'organization' | 'stream' | 'items'>): Promise<number[]> => {
    const positions = new Set<number>();
    for (const item of items) {
      for (let before: number | undefined; ;) {
        const page = await bounded(
          model.historyPositions(organization, rootOf(stream), item, {
            limit: historyPage,
            ...(before !== undefined && { before }),
          }),
        );
        for (const position of page) positions.add(position);
        before = page.at(-1);
        if (page.length < historyPage) break;
      }
      for (const position of await log.positionsOfName(organization, `${stream}/${item}`)) positions.add(position);
    }
    return [...positions].sort((a, b) => a - b);
  };

  const eraseRows = (intent: PurgeDocument): Promise<void> => {
    const { organization, purgeId, stream, items, actor } = intent;
    const context: EventContext = {
      organizationId: organization,
      commitId: commitIdOf(module.service, epoch, 0),
      position: 0,
      index: 0,
      time: now(),
      actorId: actor.id,
      origin: 'system',
      operationId: purgeId,
      advances: [],
    };
    return bounded(
      model.apply([
        { organizationId: organization, op: { op: 'rows.erase', table: rootOf(stream), ids: items }, context },
      ]),
    );
  };

  /**
   * A claim whose owner is gone is free. Its count goes on, as an engine may keep index entries of keys that were taken
   * out (the tests' stand-in does); a rebuild forgets it.
   */
  const freeClaim = async (organization: string, name: string, items: readonly string[]): Promise<void> => {
    await bounded(
      c.claims.updateOne({ _id: `${organization}${name}`, owner: { $in: [...items] } }, { $set: { owner: null } }),
    );
  };

  const rewrite = async (intent: PurgeDocument, commit: CommitDocument): Promise<void> => {
    const { organization, purgeId, stream, items } = intent;
    const erased = erasedCommit(module as WriteModule<unknown>, commit, stream, new Set(items));
    if (erased === undefined) return;
    const { _id, position } = commit;
    const freed = erased.free.map(({ scope, keyHash }) => claimNameOf(scope, keyHash));
    const header = Header.decode(erased.bytes.header);
    await bounded(
      c.tombstones.updateOne(
        { _id },
        {
          $set: { before: commit.checksum, new: erased.bytes.checksum, purgeId, at: now() },
          $setOnInsert: { organization, position, old: commit.checksum },
        },
        { upsert: true },
      ),
    );
    const tags = tagsOf(
      new Set(erased.body.events.flatMap((e) => e.advances.map((a) => a.stream))),
      header.userId || header.actorId,
      header.operationId,
    );
    const keys = commit.keys.filter((key) => !key.startsWith('!') || !freed.includes(nameOfKey(key)));
    await bounded(
      c.commits.updateOne(
        { _id, checksum: commit.checksum },
        { $set: { ...erased.bytes, summary: erased.summary, tags, keys } },
      ),
    );
    for (const name of freed) await freeClaim(organization, name, items);
  };

  /**
   * What this purge has rewritten, with the checksums that stand there now, whichever process came first with which
   * salt.
   */
  const settle = async ({ organization, purgeId }: PurgeDocument): Promise<TombstoneDocument[]> => {
    const tombstones = (await bounded(
      c.tombstones.find({ organization, purgeId }, { sort: { position: 1 } }).toArray(),
    )) as TombstoneDocument[];
    const settled: TombstoneDocument[] = [];
    for (const tombstone of tombstones) {
      const [commit] = await log.at(organization, [tombstone.position]);
      if (Buffer.compare(commit!.checksum, tombstone.new) !== 0)
        await bounded(c.tombstones.updateOne({ _id: tombstone._id, purgeId }, { $set: { new: commit!.checksum } }));
      settled.push({ ...tombstone, new: commit!.checksum });
    }
    return settled;
  };

  const work = async (given: PurgeDocument): Promise<Purged> => {
    let intent = given;
    if (intent.positions === undefined) {
      await guard(intent);
      intent = { ...intent, positions: await positionsOf(intent) };
      await bounded(c.purges.updateOne({ _id: intent._id }, { $set: { positions: intent.positions! } }));
    }
    await eraseRows(intent);
    for (const position of intent.positions!) {
      if (ended.signal.aborted) throw draining();
      const [commit] = await log.at(intent.organization, [position]);
      if (commit !== undefined) await rewrite(intent, commit);
    }
    const done = await settle(intent);
    const record: MongoPurgeRecord = {
      purgeId: intent.purgeId,
      commits: done.map((t) => ({ position: t.position, before: hex(t.before), after: hex(t.new) })),
    };
    // Lost: another process has said it already.
    if (done.length > 0) await append(intent, ownEvents.purged, record, [purgeKey(intent.purgeId)]);
    await eraseRows(intent);
    await bounded(c.purges.deleteOne({ _id: intent._id }));
    return { purgeId: intent.purgeId, commits: done.length };
  };

  /** Until it is done, however long the engine is away. */
  const persist = async (intent: PurgeDocument): Promise<Purged> => {
    for (;;) {
      try {
        return await work(intent);
      } catch (error) {
        const away = isAway(error) || (error instanceof Error && 'kind' in error && error.kind === 'unavailable');
        if (!away || ended.signal.aborted) throw error;
        await pause(200, ended.signal);
      }
    }
  };

  const start = (intent: PurgeDocument): Promise<Purged> => {
    let purging = running.get(intent._id);
    if (purging === undefined) {
      purging = persist(intent).finally(() => running.delete(intent._id));
      purging.catch(() => undefined);
      running.set(intent._id, purging);
    }
    return purging;
  };

  return {
    /** See `PurgingStore`. */
    purge: async (
      { stream, items }: PurgeOrder,
      { actor, operationId }: Pick<CommandMeta, 'actor' | 'operationId'>,
    ): Promise<Purged> => {
      if (module.erase === undefined)
        throw invalid('purge.unsupported', 'The records of this service cannot be purged.');
      if (!/^record:./.test(stream)) throw invalid('purge.stream', 'Only records can be purged.', { stream });
      if (items.length === 0 || items.length > maxItems)
        throw invalid('purge.items', `A purge has 1 to ${maxItems} records.`);
      const { organizationId } = actor;
      const purgeId = operationId ?? newId();
      const _id = idOf(organizationId, purgeId);
      const order: PurgeDocument = {
        _id,
        organization: organizationId,
        purgeId,
        stream,
        items: [...new Set(items)],
        actor: { kind: actor.kind, id: actor.userId ?? actor.id },
      };
      try {
        const known = (await bounded(c.purges.findOne({ _id }))) as PurgeDocument | null;
        if (known !== null) return await start(known);
        // Nothing of them in the model: never made, or purged before.
        if (
          (await bounded(model.versions(organizationId, rootOf(stream), order.items))).every((version) => version === 0)
        )
          return { purgeId, commits: 0 };
        await bounded(c.purges.updateOne({ _id }, { $setOnInsert: order }, { upsert: true }));
        return await start(order);
      } catch (error) {
        throw isAway(error) ? uncertain() : error;
      }
    },
    /** Goes on with what any process left. */
    resume: async (): Promise<void> => {
      for (const intent of (await bounded(c.purges.find({}).toArray())) as PurgeDocument[])
        void start(intent).catch(() => undefined);
    },
    close: async (): Promise<void> => {
      ended.abort();
      await Promise.allSettled(running.values());
    },
  };
};
