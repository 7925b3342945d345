import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { WriteModule } from '@tessera/kernel';
import type { ModelWriter, OpenModelWriter } from '@tessera/document-store';
import { embeddedModel } from '../embedded-model.ts';
import { createLogReads } from '../log/reads.ts';
import { modelName, modelVersions } from '../model-versions.ts';
import { createApplier } from '../writer/applier.ts';
import { fillSlice } from '../writer/fill.ts';
import { catchUp } from '../writer/catch-up.ts';
import { beginModel, isOf, logPath, modelPath, type LogFacts } from '../writer/service-files.ts';
import { dropOtherModels, otherModel, unfinishedModel } from './aside.ts';
import { lockFolder } from './lock.ts';
import type { RebuildOptions } from './rebuild.ts';

/**
 * `current`: the model in use is of these versions, or there is no log yet. `prepared`: a model of these versions waits,
 * with so many commits applied to it just now.
 */
export type Prepared = { readonly state: 'current' } | { readonly state: 'prepared'; readonly commits: number };

const fsync = (path: string): void => {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** Whether the model at a path is of these versions; the writer may have it open. */
const isCurrent = (path: string, versions: string): boolean => {
  if (!existsSync(path)) return false;
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const row = db.prepare("SELECT value FROM meta WHERE key = 'projections'").get() as { value: string } | undefined;
    return row?.value === versions;
  } finally {
    db.close();
  }
};

/**
 * Makes the model that this release will ask for, beside the one in use and while an earlier release writes to the log,
 * so that the next start has only the newest commits to apply. Reads the log and writes to files of its own, which get
 * their name when they are whole and on the disk: one that ends in between leaves nothing that a start looks at. Throws
 * when another preparation runs, or when something was purged meanwhile: run it again then.
 */
export const prepareModel = async (options: RebuildOptions): Promise<Prepared> => {
  const { dataFolder, service } = options;
  const { openModelWriter } = (await import(String(options.modelModuleUrl ?? embeddedModel))) as {
    openModelWriter: OpenModelWriter;
  };
  const { writeModule: module } = (await import(String(options.writeModuleUrl))) as {
    writeModule: WriteModule<unknown>;
  };
  if (!existsSync(logPath(dataFolder, service))) return { state: 'current' };
  const versions = modelVersions(module);
  if (isCurrent(modelPath(dataFolder, service), versions)) return { state: 'current' };
  const unlock = lockFolder(dataFolder, 'prepare.lock');
  const db = new DatabaseSync(logPath(dataFolder, service), { readOnly: true, timeout: 5_000 });
  try {
    const reads = createLogReads(db);
    const facts = (): LogFacts => ({
      reads,
      logId: reads.meta('log_id') ?? '',
      epoch: Number(reads.meta('epoch') ?? '1'),
    });
    const folder = join(dataFolder, service);
    dropOtherModels(folder);
    const name = modelName(versions);
    const target = otherModel(folder, name);
    const follow = (model: ModelWriter): number => {
      const applier = createApplier(module, model);
      const commits = catchUp(module, reads, model, applier);
      while (fillSlice(model, applier, 100) !== undefined);
      while (model.work(100));
      return commits;
    };
    const { collections } = module;
    if (existsSync(target)) {
      // At rest since it was made: nobody writes to it, so what is added is kept as any write is.
      const model = openModelWriter({ path: target, collections });
      try {
        if (isOf(model, facts(), module)) return { state: 'prepared', commits: follow(model) };
      } finally {
        model.close();
      }
    }
    const part = unfinishedModel(folder, name);
    for (const path of [part, target])
      for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
    const model = openModelWriter({ path: part, collections, unfinished: true });
    let commits: number;
    let whole: boolean;
    try {
      beginModel(model, facts(), module);
      commits = follow(model);
      // What was purged while it was read may be in it.
      whole = isOf(model, facts(), module);
      model.truncate();
    } finally {
      model.close();
    }
    if (!whole || !existsSync(part)) {
      for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(part + suffix, { force: true });
      throw new Error(`something was purged from ${service} meanwhile: prepare the upgrade again`);
    }
    const now = new Date();
    utimesSync(part, now, now);
    fsync(part);
    renameSync(part, target);
    fsync(folder);
    return { state: 'prepared', commits };
  } finally {
    db.close();
    unlock();
  }
};
