import { newId, tableOf, type CommandMeta, type EventContext, type Person, type WriteModule } from '@tessera/kernel';
import type { MongoModel } from '@tessera/document-store';
import { Body, Header } from '@tessera/proto/commit/v1/commit';
import { erasedCommit, idsOn } from '../log/erase.ts';
import { encodeMessage } from '../log/encode.ts';
import type { Purged, PurgeOrder, PurgeProgress, PurgingStore } from '../port.ts';
import { commitIdOf, ownEvents, summaryOf } from '../writer/facts.ts';
import { checkOrder } from '../writer/purges.ts';
import type { Appender, Fate } from './append.ts';
import type { MongoApplier } from './applier.ts';
import type { Collections, CommitDocument, PurgeDocument, TombstoneDocument } from './collections.ts';
import { pause } from './collections.ts';
import { draining, isAway, nothingWritten, uncertain, within } from './failures.ts';
import { actorTag, claimNameOf, itemKey, nameOfKey, positionKey, purgeKey, tagsOf } from './keys.ts';
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

const historyPage = 500;
/** Between two words to whoever waits, in ms. */
const tellEveryMs = 1_000;
/** Commits that a walk reads at once, and rewritten ones that one commit names. */
const walkPage = 100;
const namedAtOnce = 1_000;
type Listed = PurgeDocument & { readonly stream: string; readonly items: readonly string[] };
const hex = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

/**
 * Purges of one service beside its work (docs/events.md 9), each by one process or several, which may end anywhere.
 * First the wish stands in the database; then a `$purging` commit takes the next version of each record, so that what
 * was decided on them loses and nothing more is written to them; the rows leave the model; the commits that hold them
 * are rewritten, each with a tombstone; a `$purged` commit says so; the rows leave the model once more, should another
 * process have been late with an old commit. A whole stream, which its service refuses to write to, an organization,
 * and a person, in each organization, are found by walking over the commits.
 */
export const createPurges = <E>(
  module: WriteModule<E>,
  parts: {
    readonly c: Collections;
    readonly model: MongoModel;
    readonly log: MongoLogReads;
    readonly applier: Pick<MongoApplier<E>, 'refold'>;
    readonly appender: Appender;
    readonly timing: MongoTiming;
    readonly epoch: number;
    readonly now: () => number;
    /** Resolves when no model but this release's own is left. */
    readonly alone: (signal: AbortSignal) => Promise<void>;
  },
) => {
  const { c, model, log, applier, appender, timing, epoch, now } = parts;
  const bounded = <T>(call: Promise<T>): Promise<T> => within(timing.operation, call);
  const ended = new AbortController();
  const running = new Map<string, Promise<Purged>>();
  /** By purge: who waits for it, how many commits it has rewritten since then, and when they were told. */
  const watched = new Map<string, { readonly tell: (progress: PurgeProgress) => void; commits: number; at: number }>();
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
  const guard = async (intent: Listed): Promise<void> => {
    const { organization, stream, purgeId } = intent;
    let items = intent.items;
    while (items.length > 0) {
      const versions = await bounded(model.versions(organization, tableOf(stream), items));
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
  }: Pick<Listed, 'organization' | 'stream' | 'items'>): Promise<number[]> => {
    const positions = new Set<number>();
    for (const item of items) {
      for (let before: number | undefined; ;) {
        const page = await bounded(
          model.historyPositions(organization, tableOf(stream), item, {
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

  const eraseRows = (
    intent: Pick<Listed, 'organization' | 'purgeId' | 'stream' | 'items' | 'actor'>,
  ): Promise<void> => {
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
        { organizationId: organization, op: { op: 'rows.erase', table: tableOf(stream), ids: items }, context },
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

  /** Tells whoever waits how far a purge is, after it has looked at one more commit. */
  const looked = (purgeId: string, rewritten: 0 | 1): void => {
    const watcher = watched.get(purgeId);
    if (watcher === undefined) return;
    watcher.commits += rewritten;
    if (performance.now() - watcher.at < tellEveryMs) return;
    watcher.at = performance.now();
    watcher.tell({ commits: watcher.commits });
  };

  /** Rewrites one commit; answers the streams that are to be folded anew, undefined where it held nothing. */
  const rewrite = async (intent: PurgeDocument, commit: CommitDocument): Promise<readonly string[] | undefined> => {
    const { organization, purgeId } = intent;
    const erased = erasedCommit(module as WriteModule<unknown>, commit, intent);
    if (erased === undefined) {
      looked(purgeId, 0);
      return undefined;
    }
    const { _id, position } = commit;
    const freed = new Map(erased.free.map(({ scope, keyHash, owner }) => [claimNameOf(scope, keyHash), owner]));
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
    const keys =
      'everything' in intent ? [] : commit.keys.filter((key) => !key.startsWith('!') || !freed.has(nameOfKey(key)));
    await bounded(
      c.commits.updateOne(
        { _id, checksum: commit.checksum },
        // A commit without a key of its own has that of its place.
        {
          $set: {
            ...erased.bytes,
            summary: erased.summary,
            tags,
            keys: keys.length > 0 ? keys : [positionKey(position)],
          },
        },
      ),
    );
    for (const [name, owner] of freed) await freeClaim(organization, name, [owner]);
    looked(purgeId, 1);
    return erased.told;
  };

  /**
   * What this purge has rewritten from a position on, with the checksums that stand there now, whichever process came
   * first with which salt.
   */
  const settle = async (
    { organization, purgeId }: PurgeDocument,
    after: number,
  ): Promise<readonly TombstoneDocument[]> => {
    const tombstones = (await bounded(
      c.tombstones
        .find({ organization, purgeId, position: { $gt: after } }, { sort: { position: 1 }, limit: namedAtOnce })
        .toArray(),
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

  /** Says in the log what was rewritten; answers how many commits. */
  const confirm = async (intent: PurgeDocument): Promise<number> => {
    let commits = 0;
    for (let part = 0, after = 0; ; part++) {
      const done = await settle(intent, after);
      if (done.length > 0) {
        const record: MongoPurgeRecord = {
          purgeId: intent.purgeId,
          commits: done.map((t) => ({ position: t.position, before: hex(t.before), after: hex(t.new) })),
        };
        // Lost: another process has said it already.
        await append(intent, ownEvents.purged, record, [purgeKey(intent.purgeId, part)]);
      }
      commits += done.length;
      if (done.length < namedAtOnce) return commits;
      after = done.at(-1)!.position;
    }
  };

  const draw = (): void => {
    if (ended.signal.aborted) throw draining();
  };

  const listed = async (given: Listed): Promise<number> => {
    let intent = given;
    if (intent.positions === undefined) {
      await guard(intent);
      intent = { ...intent, positions: await positionsOf(intent) };
      await bounded(c.purges.updateOne({ _id: intent._id }, { $set: { positions: intent.positions! } }));
    }
    await eraseRows(intent);
    for (const position of intent.positions!) {
      draw();
      const [commit] = await log.at(intent.organization, [position]);
      if (commit !== undefined) await rewrite(intent, commit);
    }
    const commits = await confirm(intent);
    await eraseRows(intent);
    return commits;
  };

  /** A commit that was rewritten is no more one of the stream, so the walk begins at the first again. */
  const wholeStream = async (intent: PurgeDocument & { readonly stream: string }): Promise<number> => {
    const { organization, stream, since = 0 } = intent;
    for (;;) {
      draw();
      const commits = await log.ofStream(organization, stream, 0, walkPage);
      for (const commit of commits) {
        const items = idsOn(commit, stream);
        if (items.length > 0) await eraseRows({ ...intent, items });
        if ((await rewrite(intent, commit)) === undefined) throw new Error(`a commit of ${stream} cannot be erased`);
      }
      if (commits.length > 0) continue;
      // What was decided before the service refused may still land, until its deadline.
      const left = since + timing.command - now();
      if (left <= 0) return confirm(intent);
      await pause(Math.min(left, 1_000), ended.signal);
    }
  };

  const person = async (intent: PurgeDocument & { readonly person: Person }): Promise<number> => {
    const { organization, _id, person: whom } = intent;
    const told = new Set(intent.told);
    const head = (await bounded(c.organizations.findOne({ _id: organization })))?.position ?? 0;
    for (let after = intent.after ?? 0; ;) {
      draw();
      const commits =
        module.personal === undefined
          ? await log.ofStream(organization, actorTag(whom.id), after, walkPage)
          : await log.range(organization, { after, before: head + 1, order: 'asc', limit: walkPage });
      if (commits.length === 0) break;
      for (const commit of commits) for (const stream of (await rewrite(intent, commit)) ?? []) told.add(stream);
      after = commits.at(-1)!.position;
      await bounded(c.purges.updateOne({ _id }, { $set: { after, told: [...told] } }));
    }
    const rewritten = await confirm(intent);
    for (const stream of told) await applier.refold(organization, stream);
    return rewritten;
  };

  /** Until nothing that was decided before can land any more; what was late in the model goes with the last look. */
  const everything = async (intent: PurgeDocument): Promise<number> => {
    const { organization, _id, since = 0 } = intent;
    for (let after = intent.after ?? 0; ;) {
      draw();
      await model.forget(organization, false);
      for (;;) {
        draw();
        const { position = 0 } = (await bounded(c.organizations.findOne({ _id: organization }))) ?? {};
        const range = { after, before: position + 1, order: 'asc', limit: walkPage } as const;
        const commits = await log.range(organization, range);
        for (const commit of commits) await rewrite(intent, commit);
        if (commits.length === 0) break;
        after = commits.at(-1)!.position;
        await bounded(c.purges.updateOne({ _id }, { $set: { after } }));
      }
      const left = since + timing.command - now();
      if (left <= 0) break;
      await pause(Math.min(left, 1_000), ended.signal);
    }
    const commits = await confirm(intent);
    await model.forget(organization, true);
    return commits;
  };

  const work = async (intent: PurgeDocument): Promise<Purged> => {
    await parts.alone(ended.signal);
    const commits =
      'everything' in intent
        ? await everything(intent)
        : 'person' in intent
          ? await person(intent)
          : intent.items === 'all'
            ? await wholeStream(intent)
            : await listed({ ...intent, items: intent.items });
    await bounded(c.purges.deleteOne({ _id: intent._id }));
    return { purgeId: intent.purgeId, commits };
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

  /** Organizations with commits that may name a person, or be theirs. */
  const everywhere = async (whom: Person): Promise<string[]> => {
    const found: string[] = [];
    for (let after = ''; ;) {
      const page = await log.organizationsAfter(after, 500);
      for (const { _id } of page)
        if (module.personal !== undefined || (await log.ofStream(_id, actorTag(whom.id), 0, 1)).length > 0)
          found.push(_id);
      if (page.length < 500) return found;
      after = page.at(-1)!._id;
    }
  };

  /** Whether anything of it is there: what was never made, or purged before, is not. */
  const holds = async (organization: string, order: Extract<PurgeOrder, { stream: string }>): Promise<boolean> => {
    const { stream, items } = order;
    if (items === 'all') return (await log.ofStream(organization, stream, 0, 1)).length > 0;
    const versions = await bounded(model.versions(organization, tableOf(stream), items));
    return versions.some((version) => version > 0);
  };

  /** A commit of an organization with an event that is not the store's own, or with what a salvage brought back. */
  const holdsAny = async (organization: string): Promise<boolean> =>
    (await bounded(
      c.commits.findOne({ organization, summary: { $regex: '(^|,)([^$,]|\\$salvaged)' } }, { projection: { _id: 1 } }),
    )) !== null;

  return {
    /** See `PurgingStore`. */
    purge: async (
      order: PurgeOrder,
      { actor, operationId }: Pick<CommandMeta, 'actor' | 'operationId'>,
      { wait = true, onProgress }: Parameters<PurgingStore['purge']>[2] = {},
    ): Promise<Purged> => {
      checkOrder(module as WriteModule<unknown>, order);
      const purgeId = operationId ?? newId();
      const by = { kind: actor.kind, id: actor.userId ?? actor.id };
      const accept = (organization: string): PurgeDocument => ({
        ...('stream' in order && order.items !== 'all' ? { ...order, items: [...new Set(order.items)] } : order),
        _id: idOf(organization, purgeId),
        organization,
        purgeId,
        actor: by,
        since: now(),
      });
      try {
        const wanted: PurgeDocument[] = [];
        if ('person' in order) wanted.push(...(await everywhere(order.person)).map(accept));
        else if (
          'everything' in order ? await holdsAny(actor.organizationId) : await holds(actor.organizationId, order)
        )
          wanted.push(accept(actor.organizationId));
        // One that was under way before a restart may have left no row, and the commits still hold them: it is waited for.
        const begun = (await bounded(c.purges.find({ purgeId }).toArray())) as PurgeDocument[];
        for (const one of begun)
          if (
            ('person' in order || one.organization === actor.organizationId) &&
            !wanted.some(({ _id }) => _id === one._id)
          )
            wanted.push(one);
        // All are known before the first begins: whatever happens, each comes to its end.
        for (const one of wanted)
          await bounded(c.purges.updateOne({ _id: one._id }, { $setOnInsert: one }, { upsert: true }));
        if (onProgress !== undefined && wait)
          watched.set(purgeId, { tell: onProgress, commits: 0, at: Number.NEGATIVE_INFINITY });
        let commits = 0;
        for (const one of wanted) {
          const kept = (await bounded(c.purges.findOne({ _id: one._id }))) as PurgeDocument | null;
          if (kept === null) continue;
          const purging = start(kept);
          if (wait) commits += (await purging).commits;
        }
        return { purgeId, commits };
      } catch (error) {
        throw isAway(error) ? uncertain() : error;
      } finally {
        watched.delete(purgeId);
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
