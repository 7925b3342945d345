import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WriteModule } from '@tessera/kernel';
import type { ModelWriter, OpenModelWriter } from '@tessera/document-store';
import { expectedOf, lackOf, logDamaged } from '../log/expected.ts';
import { openLog, type Log } from '../log/log.ts';
import { LogCorruption } from '../log/reads.ts';
import { isDamagedFile } from '../log/sqlite.ts';
import { walDamage } from '../log/wal.ts';
import { witnessOf } from '../log/position.ts';
import { checkTail, type TailReport } from '../log/tail-check.ts';
import {
  dropAsideModels,
  dropOtherModels,
  keepModel,
  makeAside,
  moveDatabase,
  otherModel,
} from '../maintenance/aside.ts';
import type { LogReads } from '../log/reads.ts';
import { modelName, modelVersions } from '../model-versions.ts';
import { createEngine, type Engine } from './engine.ts';

/** What opening one service found and did. */
export type OpenReport = {
  readonly service: string;
  /** Commits in the log. */
  readonly commits: number;
  /** Commits that the model lacked and got now. */
  readonly caughtUp: number;
  /** True where the model had waited for this release: prepared, or left by an upgrade that was taken back. */
  readonly found?: boolean;
  /** Why the model was made anew, if it was. */
  readonly rebuilt?: 'missing' | 'projection' | 'other log' | 'purged' | 'unreadable' | 'format' | 'asked for';
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
const removeDatabase = (path: string): void => {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
};

/** What a model must say of itself to be one of a log. */
export type LogFacts = Pick<Log, 'logId' | 'epoch'> & { readonly reads: Pick<LogReads, 'meta'> };

const staleness = (model: ModelWriter, log: LogFacts, module: WriteModule<unknown>): OpenReport['rebuilt'] => {
  if (model.meta('applied_seq') === undefined) return undefined;
  if (model.meta('log_id') !== log.logId || model.meta('epoch') !== String(log.epoch)) return 'other log';
  if (model.meta('purged_seq') !== purgedSeq(log)) return 'purged';
  if (model.meta('projections') !== modelVersions(module)) return 'projection';
  return undefined;
};

/** Seq of the newest purge, which every model made before it must not outlive. */
const purgedSeq = (log: LogFacts): string => log.reads.meta('purged_seq') ?? '0';

/** Whether a model that exists is one of this log and these versions, begun or whole. */
export const isOf = (model: ModelWriter, log: LogFacts, module: WriteModule<unknown>): boolean =>
  model.meta('applied_seq') !== undefined && staleness(model, log, module) === undefined;

/** Says in an empty model what it is of; nothing is applied yet. */
export const beginModel = (model: ModelWriter, log: LogFacts, module: WriteModule<unknown>): void => {
  model.begin();
  model.setMeta('applied_seq', '0');
  model.setMeta('log_id', log.logId);
  model.setMeta('epoch', String(log.epoch));
  model.setMeta('projections', modelVersions(module));
  model.setMeta('purged_seq', purgedSeq(log));
  model.commit();
};

/**
 * Opens one service's log and model: checks the log's tail, makes the model anew when it is missing, of another version
 * or `anew` is asked for, and brings it up to the log. A model that is replaced is set aside until the new one has all
 * of the log, and comes back when that fails. Throws an
 * error with the code `log.damaged`, and changes nothing, when the log lacks what must be in it or is damaged anywhere but
 * at an end that nobody was told of.
 */
export const openService = <E>(
  dataFolder: string,
  module: WriteModule<E>,
  openModelWriter: OpenModelWriter,
  options: { readonly logPages?: number | undefined; readonly anew?: boolean; readonly now?: () => number } = {},
): OpenedService => {
  const folder = join(dataFolder, module.service);
  const { log, tail } = openChecked(dataFolder, module.service, options.logPages);
  let opened: ReturnType<typeof openModel> | undefined;
  try {
    opened = openModel(
      modelPath(dataFolder, module.service),
      log,
      module as WriteModule<unknown>,
      openModelWriter,
      options.anew === true,
    );
    const { model, rebuilt, found } = opened;
    const engine = createEngine(module, log, model, options.now);
    const report: OpenReport = {
      service: module.service,
      commits: log.seq(),
      caughtUp: engine.catchUp(),
      ...(rebuilt && { rebuilt }),
      ...(found && { found }),
      tail,
    };
    dropAsideModels(folder);
    dropOtherModels(folder);
    return { name: module.service, log, model, engine: engine as Engine, report };
  } catch (error) {
    opened?.model.close();
    opened?.putBack();
    log.close();
    throw error instanceof LogCorruption ? logDamaged(module.service, error.message) : error;
  }
};

/**
 * The model as it stands; else the one that waits for this release; else an empty one: the log has all of it. A model of
 * another release waits for a day, any other is set aside.
 */
const openModel = (
  path: string,
  log: Log,
  module: WriteModule<unknown>,
  openModelWriter: OpenModelWriter,
  anew: boolean,
): { model: ModelWriter; rebuilt: OpenReport['rebuilt']; found: boolean; putBack: () => void } => {
  const options = { path, collections: module.collections };
  const folder = dirname(path);
  const existed = existsSync(path);
  let rebuilt: OpenReport['rebuilt'] = existed || log.seq() === 0 ? undefined : 'missing';
  let putBack = (): void => undefined;
  if (existed) {
    let versions: string | undefined;
    try {
      const model = openModelWriter(options);
      const begun = model.meta('applied_seq') !== undefined;
      rebuilt = anew && begun ? 'asked for' : staleness(model, log, module);
      if (rebuilt === undefined && begun) return { model, rebuilt, found: false, putBack };
      versions = model.meta('projections');
      model.close();
    } catch (error) {
      const otherFormat = (error as { code?: unknown }).code === 'model.format';
      if (!otherFormat && !isDamagedFile(error)) throw error;
      rebuilt = otherFormat ? 'format' : 'unreadable';
    }
    if (rebuilt === 'projection') {
      const kept = otherModel(folder, modelName(versions!));
      removeDatabase(kept);
      keepModel(path, kept);
      putBack = () => {
        removeDatabase(path);
        moveDatabase(kept, path);
      };
    } else {
      const aside = makeAside(folder);
      moveDatabase(path, join(aside, 'model.db'));
      putBack = () => {
        removeDatabase(path);
        moveDatabase(join(aside, 'model.db'), path);
        rmSync(aside, { recursive: true, force: true });
      };
    }
  }
  if (rebuilt === 'projection' || rebuilt === 'missing') {
    const waiting = otherModel(folder, modelName(modelVersions(module)));
    const model = existsSync(waiting) ? openWaiting(waiting, options, log, module, openModelWriter) : undefined;
    if (model !== undefined) return { model, rebuilt: undefined, found: true, putBack };
  }
  const model = openModelWriter(options);
  beginModel(model, log, module);
  return { model, rebuilt, found: false, putBack };
};

/** Takes a model that waited into use; undefined, and it is gone, where it cannot be used. */
const openWaiting = (
  waiting: string,
  options: Parameters<OpenModelWriter>[0],
  log: Log,
  module: WriteModule<unknown>,
  openModelWriter: OpenModelWriter,
): ModelWriter | undefined => {
  try {
    const model = openModelWriter({ ...options, path: waiting });
    const fits = isOf(model, log, module) && Number(model.meta('applied_seq')) <= log.seq();
    model.close();
    if (fits) {
      moveDatabase(waiting, options.path);
      return openModelWriter(options);
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'model.format' && !isDamagedFile(error)) throw error;
  }
  removeDatabase(waiting);
  return undefined;
};

/**
 * Whole transactions at the end of a WAL that SQLite does not read, of which nothing says that they were acknowledged:
 * SQLite drops them, so a copy is kept.
 */
const keepUnread = (folder: string): TailReport['unread'] => {
  const wal = join(folder, 'log.db-wal');
  const what = walDamage(wal);
  if (what === undefined) return undefined;
  const savedTo = join(folder, `cut-${Date.now()}.wal`);
  copyFileSync(wal, savedTo);
  return { what, savedTo };
};

const openChecked = (
  dataFolder: string,
  service: string,
  maxPages: number | undefined,
): { log: Log; tail: TailReport } => {
  const folder = join(dataFolder, service);
  const options = { path: logPath(dataFolder, service), maxPages, witness: witnessOf(folder) };
  // Looked at before anything may write: SQLite throws away what it does not read of a damaged WAL.
  const expected = expectedOf(folder);
  const lack = lackOf(folder, expected);
  if (lack !== undefined) throw logDamaged(service, lack.words);
  const unread = keepUnread(folder);
  let log: Log | undefined;
  try {
    log = openLog(options);
    const tail = checkTail(log, folder, expected?.seq);
    if (tail.cut !== undefined) {
      // The cut raised the epoch, which a log reads once.
      log.close();
      log = openLog(options);
    }
    log.notePosition();
    return { log, tail: unread === undefined ? tail : { ...tail, unread } };
  } catch (error) {
    log?.close();
    if (isDamagedFile(error)) throw logDamaged(service, `log.db cannot be read (${(error as Error).message})`);
    throw error instanceof LogCorruption ? logDamaged(service, error.message) : error;
  }
};
