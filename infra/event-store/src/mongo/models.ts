import { dropModel, updateEach } from '@tessera/document-store/mongo';
import type { Db } from 'mongodb';
import { modelName } from '../model-versions.ts';
import {
  appliedOf,
  collectionsOf,
  firstModel,
  marksOf,
  metaId,
  modelPrefix,
  movedOf,
  pause,
  type Collections,
  type MetaDocument,
  type ModelDocument,
} from './collections.ts';
import { isDuplicate, within } from './failures.ts';
import { turnOf } from './turn.ts';

const indexName = (name: string): string => `moved_${name}`;

/** Nothing depends on its durability: who is not seen for a moment is waited for. */
const passing = { w: 1, j: false } as const;
/** Looks that a release may miss before it counts as gone. */
const looksMissed = 4;

/**
 * The name of the model of these versions in a database. The first release's has none: its collections begin with
 * nothing, as those of databases that knew no second one do. Takes it where the database has no model yet. Throws where
 * a rebuild of it did not come to its end.
 */
export const nameModel = async (c: Collections, meta: MetaDocument, versions: string): Promise<string> => {
  let first = meta.projections;
  if (first === undefined) {
    await c.meta.updateOne({ _id: metaId, projections: { $exists: false } }, { $set: { projections: versions } });
    first = (await c.meta.findOne({ _id: metaId }))!.projections;
  }
  if (first === 'rebuilding') throw new Error('a rebuild of the read model did not come to its end: run it again');
  return first === versions ? firstModel : modelName(versions);
};

/** Which model of a database is of these versions, as its prefix and whether there is one; for maintenance. */
export const findModel = async (
  db: Db,
  versions: string,
): Promise<{ readonly name: string; readonly prefix: string } | undefined> => {
  const c = collectionsOf(db);
  if ((await c.meta.findOne({ _id: metaId }))?.projections === versions) return { name: firstModel, prefix: '' };
  const found = await c.models.findOne({ versions, ready: true });
  return found === null ? undefined : { name: found._id, prefix: modelPrefix(found._id) };
};

type Seen = { readonly beat: number; readonly at: number };

/**
 * The read models of a service's database: this process's own, by the versions of its release, and those of releases
 * that run beside it or have run. Each release applies every commit to its own. `everyMs`: how often it is looked who is
 * there.
 */
export const createModels = (
  c: Collections,
  db: Db,
  versions: string,
  { everyMs, operationMs, keptMs }: { readonly everyMs: number; readonly operationMs: number; readonly keptMs: number },
  onAlone: () => void,
  onFailure: (error: unknown) => void,
) => {
  const { name } = c;
  const ended = new AbortController();
  const bounded = <T>(call: Promise<T>): Promise<T> => within(operationMs, call);
  /** Releases with another model, by its name: the count of their signs of life, and when it last rose. */
  const seen = new Map<string, Seen>();
  let others: ReadonlySet<string> = new Set();
  let looked = 0;

  const applied = appliedOf(name);
  const moved = movedOf(name);

  const beat = async (set: Pick<ModelDocument, 'waits'> = {}): Promise<void> => {
    const u = { $inc: { beat: 1 }, $currentDate: { usedAt: true }, $set: { versions, ...set } };
    const update = (): Promise<number> =>
      bounded(updateEach(c.models, [{ q: { _id: name }, u, upsert: true }], { concern: passing }));
    try {
      await update();
    } catch (error) {
      // Another process was the first at the same moment.
      if (!isDuplicate(error)) throw error;
      await update();
    }
  };

  /** Other models that are there, with the count of signs of life; a release that knew no second one shows its turns. */
  const present = async (): Promise<Map<string, { beat: number; waits: boolean }>> => {
    const models = await bounded(c.models.find({}).toArray());
    const found = new Map(models.map((one) => [one._id, { beat: one.beat ?? 0, waits: one.waits === true }]));
    found.delete(name);
    const first = found.get(firstModel);
    if (first !== undefined) {
      const turn = await bounded(c.turns.findOne({ _id: turnOf(firstModel) }));
      found.set(firstModel, { ...first, beat: first.beat + (turn?.beat ?? 0) });
    }
    return found;
  };

  /** Looks who is there; until it has looked for long enough, whoever has a model counts as there. */
  const look = async (): Promise<void> => {
    const now = performance.now();
    const found = await present();
    for (const [other, { beat: count }] of found) {
      const before = seen.get(other);
      if (before === undefined || before.beat !== count) seen.set(other, { beat: count, at: now });
    }
    for (const other of seen.keys()) if (!found.has(other)) seen.delete(other);
    const alive = [...found.keys()].filter((other) => now - seen.get(other)!.at < everyMs * looksMissed);
    const before = others.size;
    others = new Set(alive);
    looked += 1;
    if (before > 0 && others.size === 0) onAlone();
  };

  /** Removes a model, and the knowledge of what it has. */
  const remove = async (other: string): Promise<void> => {
    if (other === firstModel)
      await c.meta.updateOne({ _id: metaId, projections: { $ne: versions } }, { $set: { projections: '' } });
    await c.models.deleteOne({ _id: other });
    await dropModel(db, modelPrefix(other));
    await db.dropCollection(marksOf(other));
    await c.turns.deleteMany({ _id: turnOf(other) });
    if (other === firstModel) {
      await c.organizations.updateMany({}, { $set: { applied: 0 } });
      return;
    }
    await c.organizations.updateMany(
      { [`models.${other}`]: { $exists: true } },
      { $unset: { [`models.${other}`]: '' } },
    );
    await c.organizations.dropIndex(indexName(other)).catch((error: unknown) => {
      if ((error as { codeName?: unknown }).codeName !== 'IndexNotFound') throw error;
    });
  };

  /** Writes down that a model is there, in use since now where nothing was known of it. */
  const know = async (other: string): Promise<void> => {
    try {
      await bounded(
        c.models.updateOne(
          { _id: other, usedAt: { $exists: false } },
          { $currentDate: { usedAt: true } },
          { upsert: true },
        ),
      );
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  };

  const run = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await pause(everyMs * (0.75 + Math.random() / 2), ended.signal);
      if (ended.signal.aborted) return;
      try {
        await beat();
        await look();
      } catch (error) {
        onFailure(error);
      }
    }
  };
  let running: Promise<void> | undefined;

  return {
    /** Others have a model of their own and write: what they wrote is looked for before anything is read. */
    together: (): boolean => others.size > 0 || looked === 0,
    /**
     * Says that this release is there, before it reads anything: the others then look for what it writes. Resolves when
     * they have had the time to see it.
     */
    announce: async (): Promise<void> => {
      await beat();
      // A release of before there could be several models does not say of itself that it is there.
      const first = (await bounded(c.meta.findOne({ _id: metaId })))?.projections ?? '';
      if (name !== firstModel && first !== '') await know(firstModel);
      await look();
      running ??= run();
      if (others.size > 0) await pause(everyMs * 2, ended.signal);
    },
    /** Commits that others wrote since they were looked for last: their writers know nothing of this model. */
    findForeign: async (): Promise<void> => {
      // Every writer says so of the first model.
      if (name === firstModel) return;
      await bounded(
        c.organizations.updateMany(
          { [moved]: { $ne: true }, $expr: { $gt: ['$position', { $ifNull: [`$${applied}`, 0] }] } },
          { $set: { [moved]: true } },
        ),
      );
    },
    ready: async (): Promise<boolean> =>
      name === firstModel || (await bounded(c.models.findOne({ _id: name })))?.ready === true,
    /** Begins this model, or goes on with it. A purge that is under way is waited for: what it takes must not come in. */
    begin: async (): Promise<void> => {
      for (;;) {
        await beat({ waits: false });
        if ((await bounded(c.purges.findOne({}))) === null) break;
        await beat({ waits: true });
        await pause(everyMs, ended.signal);
        ended.signal.throwIfAborted();
      }
      await c.organizations.createIndex(
        { [moved]: 1 },
        { name: indexName(name), partialFilterExpression: { [moved]: true } },
      );
    },
    beat,
    done: async (): Promise<void> => void (await bounded(c.models.updateOne({ _id: name }, { $set: { ready: true } }))),
    /**
     * Resolves when no other release writes to a model of its own, and no such model is left: what is purged now is in
     * none.
     */
    alone: async (signal: AbortSignal): Promise<void> => {
      for (;;) {
        const before = await present();
        if (before.size === 0) return;
        await pause(everyMs * looksMissed, signal);
        signal.throwIfAborted();
        const after = await present();
        const still = [...after].filter(
          ([other, { beat: count, waits }]) => !waits && before.get(other)?.beat !== count,
        );
        if (still.length > 0) continue;
        for (const other of after.keys()) await remove(other);
        return;
      }
    },
    /** Removes models whose releases were not seen for a day. The database's clock counts. */
    tidy: async (): Promise<void> => {
      for (const other of others) await bounded(c.models.updateOne({ _id: other }, { $currentDate: { usedAt: true } }));
      const { localTime } = await bounded(db.command({ hello: 1 }));
      const before = new Date((localTime as Date).getTime() - keptMs);
      const old = await bounded(c.models.find({ _id: { $ne: name }, usedAt: { $lt: before } }).toArray());
      for (const { _id } of old) if (!others.has(_id)) await remove(_id);
    },
    close: async (): Promise<void> => {
      ended.abort();
      await running;
    },
  };
};

export type Models = ReturnType<typeof createModels>;
