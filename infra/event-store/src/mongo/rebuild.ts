import { createHash } from 'node:crypto';
import type { MongoModel } from '@tessera/document-store';
import type { WriteModule } from '@tessera/kernel';
import { createApplier } from './applier.ts';
import { createClaims } from './claims.ts';
import { defaultOperationMs } from './client.ts';
import { metaId, openCollections } from './collections.ts';
import { createJanitor } from './janitor.ts';
import { createLogReads } from './log.ts';
import type { MongoMaintenance } from './port.ts';
import { projectionVersions } from './store.ts';

/** A page of a rebuild may be large, and nobody waits for it. */
const operationMs = 60_000;
const timing = {
  operation: operationMs,
  command: operationMs,
  gap: defaultOperationMs,
  unapplied: defaultOperationMs,
  janitor: defaultOperationMs,
};

/**
 * SHA-256 of a model's ordered logical dump: equal for models with equal contents, however they came about and whatever
 * engine holds them (EVENTS.md 6).
 */
export const mongoDump = async (model: MongoModel): Promise<string> => {
  const hash = createHash('sha256');
  await model.dump((line) => hash.update(line).update('\n'));
  return hash.digest('hex');
};

/**
 * Empties a service's read model, and who holds which claim, and makes both anew from the log. No replica of the
 * service may run meanwhile. Answers how many commits were applied. Throws when a commit cannot be applied; run it
 * again then, it starts from the beginning.
 */
export const rebuildMongoModel = async <E>({
  db,
  module,
  model,
}: MongoMaintenance<E>): Promise<{ readonly commits: number; readonly hash: string }> => {
  const { c, meta } = await openCollections(db);
  // Until it is done the model is nobody's: an opening in between is refused.
  await c.meta.updateOne({ _id: metaId }, { $set: { projections: 'rebuilding' } });
  await model.drop();
  const claims = createClaims(c, operationMs);
  await claims.drop();
  await c.applied.deleteMany({});
  await c.organizations.updateMany({}, { $set: { applied: 0, moved: true } });
  const log = createLogReads(c, operationMs);
  const applier = createApplier(module, model, log, claims, operationMs);
  const failures: unknown[] = [];
  const janitor = createJanitor(
    module,
    c,
    log,
    applier,
    meta.epoch,
    timing,
    (report) => report.kind === 'failed' && failures.push(report),
    () => Promise.resolve(),
  );
  const commits = await janitor.catchUp();
  if (failures.length > 0)
    throw Object.assign(new Error(`${failures.length} commits could not be applied`), { failures });
  await c.meta.updateOne(
    { _id: metaId },
    { $set: { projections: projectionVersions(module as WriteModule<unknown>) } },
  );
  return { commits, hash: await mongoDump(model) };
};
