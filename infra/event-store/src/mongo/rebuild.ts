import { createHash } from 'node:crypto';
import type { MongoModel } from '@tessera/document-store';
import { modelVersions } from '../model-versions.ts';
import { createApplier } from './applier.ts';
import { createClaims } from './claims.ts';
import { defaultOperationMs } from './client.ts';
import { appliedOf, collectionsOf, firstModel, metaId, movedOf, openCollections } from './collections.ts';
import { findModel } from './models.ts';
import { fillAll } from './filler.ts';
import { createReconciler } from './reconciler.ts';
import { createLogReads } from './log.ts';
import type { MongoMaintenance } from './port.ts';

/** A page of a rebuild may be large, and nobody waits for it. */
const operationMs = 60_000;
/** Rows of a table filled at once. */
const filledAtOnce = 1_000;
const timing = {
  operation: operationMs,
  command: operationMs,
  gap: defaultOperationMs,
  unapplied: defaultOperationMs,
  reconciler: defaultOperationMs,
};

/**
 * SHA-256 of a model's ordered logical dump: equal for models with equal contents, however they came about and whatever
 * engine holds them (docs/events.md 6).
 */
export const mongoDump = async (model: MongoModel): Promise<string> => {
  const hash = createHash('sha256');
  await model.dump((line) => hash.update(line).update('\n'));
  return hash.digest('hex');
};

/**
 * Empties the read model of a release, and who holds which claim, and makes both anew from the log: that of the
 * module's versions, or where there is none yet the first one, which becomes theirs. `model` is that one. No replica of
 * the service may run meanwhile. Answers how many commits were applied. Throws when a commit cannot be applied; run it
 * again then, it starts from the beginning.
 */
export const rebuildMongoModel = async <E>({
  db,
  module,
  model,
}: MongoMaintenance<E>): Promise<{ readonly commits: number; readonly hash: string }> => {
  const { meta } = await openCollections(db);
  const versions = modelVersions(module);
  const { name } = (await findModel(db, versions)) ?? { name: firstModel };
  const c = collectionsOf(db, name);
  // Until it is done the model is nobody's: an opening in between is refused.
  if (name === firstModel) await c.meta.updateOne({ _id: metaId }, { $set: { projections: 'rebuilding' } });
  else await c.models.updateOne({ _id: name }, { $set: { ready: false } });
  await model.drop();
  const claims = createClaims(c, operationMs);
  await claims.drop();
  await c.applied.deleteMany({});
  await c.organizations.updateMany({}, { $set: { [appliedOf(name)]: 0, [movedOf(name)]: true } });
  const log = createLogReads(c, operationMs);
  const applier = createApplier(module, model, log, claims, operationMs);
  const failures: unknown[] = [];
  const reconciler = createReconciler(
    module,
    c,
    log,
    applier,
    meta.epoch,
    timing,
    (report) => report.kind === 'failed' && failures.push(report),
    () => Promise.resolve(),
  );
  const commits = await reconciler.catchUp();
  if (failures.length > 0)
    throw Object.assign(new Error(`${failures.length} commits could not be applied`), { failures });
  // Nobody writes meanwhile: what follows from the rows is as of the last commit.
  await fillAll(model, applier, filledAtOnce);
  await c.meta.updateOne({ _id: metaId }, { $set: { projections: modelVersions(module) } });
  return { commits, hash: await mongoDump(model) };
};
