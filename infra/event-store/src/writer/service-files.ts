import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { WriteModule } from '@tessera/kernel';
import type { ModelWriter, OpenModelWriter } from '@tessera/document-store';
import { openLog, type Log } from '../log/log.ts';
import { isStorageBroken } from '../log/sqlite.ts';
import { checkTail, type TailReport } from '../log/tail-check.ts';
import { createEngine, type Engine } from './engine.ts';

/** What opening one service found and did. */
export type OpenReport = {
  readonly service: string;
  /** Commits that the model lacked and got now. */
  readonly caughtUp: number;
  /** Why the model was made anew, if it was. */
  readonly rebuilt?: 'missing' | 'projection' | 'other log' | 'ahead of the log' | 'purged' | 'unreadable' | 'format';
  readonly tail: TailReport;
};

export type OpenedService = {
  readonly name: string;
  readonly log: Log;
  readonly model: ModelWriter;
  readonly engine: Engine;
  readonly report: OpenReport;
};

export const logPath = (dataFolder: string, service: string): string => join(dataFolder, service, 'log.db');
export const modelPath = (dataFolder: string, service: string): string => join(dataFolder, service, 'model.db');

/** Removes a database with the files that SQLite keeps beside it. */
export const removeDatabase = (path: string): void => {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
};

const projectionVersions = (module: WriteModule<unknown>): string =>
  JSON.stringify(
    module.projections.map((p) => [p.name, p.version]).sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
  );

const staleness = (model: ModelWriter, log: Log, module: WriteModule<unknown>): OpenReport['rebuilt'] => {
  if (model.meta('applied_seq') === undefined) return undefined;
  if (model.meta('log_id') !== log.logId || model.meta('epoch') !== String(log.epoch)) return 'other log';
  if (model.meta('projections') !== projectionVersions(module)) return 'projection';
  if (Number(model.meta('applied_seq')) > log.seq()) return 'ahead of the log';
  if (model.meta('purged_seq') !== purgedSeq(log)) return 'purged';
  return undefined;
};

/** Seq of the newest purge, which every model made before it must not outlive. */
const purgedSeq = (log: Log): string => log.reads.meta('purged_seq') ?? '0';

/**
 * Opens one service's log and model: checks the log's tail, makes the model anew when it is missing or of another
 * version, and brings it up to the log. Throws LogCorruption when the log is damaged anywhere but at its end.
 */
export const openService = <E>(
  dataFolder: string,
  module: WriteModule<E>,
  openModelWriter: OpenModelWriter,
  options: { readonly logPages?: number | undefined; readonly now?: () => number } = {},
): OpenedService => {
  const { log, tail } = openChecked(dataFolder, module.service, options.logPages);
  let model: ModelWriter | undefined;
  try {
    const opened = openModel(
      modelPath(dataFolder, module.service),
      log,
      module as WriteModule<unknown>,
      openModelWriter,
    );
    model = opened.model;
    const engine = createEngine(module, log, model, options.now);
    const report: OpenReport = {
      service: module.service,
      caughtUp: engine.catchUp(),
      ...(opened.rebuilt && { rebuilt: opened.rebuilt }),
      tail,
    };
    return { name: module.service, log, model, engine: engine as Engine, report };
  } catch (error) {
    model?.close();
    log.close();
    throw error;
  }
};

/** The model as it stands, or an empty one where it cannot be used: the log has all of it. */
const openModel = (
  path: string,
  log: Log,
  module: WriteModule<unknown>,
  openModelWriter: OpenModelWriter,
): { model: ModelWriter; rebuilt: OpenReport['rebuilt'] } => {
  const options = { path, collections: module.collections };
  const existed = existsSync(path);
  let rebuilt: OpenReport['rebuilt'] = existed || log.seq() === 0 ? undefined : 'missing';
  if (existed) {
    try {
      const model = openModelWriter(options);
      rebuilt = staleness(model, log, module);
      if (rebuilt === undefined && model.meta('applied_seq') !== undefined) return { model, rebuilt };
      model.close();
    } catch (error) {
      const otherFormat = (error as { code?: unknown }).code === 'model.format';
      if (!otherFormat && !isStorageBroken(error)) throw error;
      rebuilt = otherFormat ? 'format' : 'unreadable';
    }
    removeDatabase(path);
  }
  const model = openModelWriter(options);
  model.begin();
  model.setMeta('applied_seq', '0');
  model.setMeta('log_id', log.logId);
  model.setMeta('epoch', String(log.epoch));
  model.setMeta('projections', projectionVersions(module));
  model.setMeta('purged_seq', purgedSeq(log));
  model.commit();
  return { model, rebuilt };
};

const openChecked = (
  dataFolder: string,
  service: string,
  maxPages: number | undefined,
): { log: Log; tail: TailReport } => {
  const options = { path: logPath(dataFolder, service), maxPages };
  const log = openLog(options);
  try {
    const tail = checkTail(log, join(dataFolder, service));
    if (tail.cut === undefined) return { log, tail };
    // The cut raised the epoch, which a log reads once.
    log.close();
    return { log: openLog(options), tail };
  } catch (error) {
    log.close();
    throw error;
  }
};
