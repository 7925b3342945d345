import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WriteModule } from '@tessera/kernel';
import type { ModelWriter, OpenModelWriter } from '@tessera/document-store';
import { expectedOf, lackOf, logDamaged } from '../log/expected.ts';
import { openLog, type Log } from '../log/log.ts';
import { LogCorruption } from '../log/reads.ts';
import { isDamagedFile } from '../log/sqlite.ts';
import { walDamage } from '../log/wal.ts';
import { checkTail, type TailReport } from '../log/tail-check.ts';
import { dropAsideModels, makeAside, moveDatabase } from '../maintenance/aside.ts';
import { createEngine, type Engine } from './engine.ts';

/** What opening one service found and did. */
export type OpenReport = {
  readonly service: string;
  /** Commits in the log. */
  readonly commits: number;
  /** Commits that the model lacked and got now. */
  readonly caughtUp: number;
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

const projectionVersions = (module: WriteModule<unknown>): string =>
  JSON.stringify(
    module.projections.map((p) => [p.name, p.version]).sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
  );

const staleness = (model: ModelWriter, log: Log, module: WriteModule<unknown>): OpenReport['rebuilt'] => {
  if (model.meta('applied_seq') === undefined) return undefined;
  if (model.meta('log_id') !== log.logId || model.meta('epoch') !== String(log.epoch)) return 'other log';
  if (model.meta('projections') !== projectionVersions(module)) return 'projection';
  if (model.meta('purged_seq') !== purgedSeq(log)) return 'purged';
  return undefined;
};

/** Seq of the newest purge, which every model made before it must not outlive. */
const purgedSeq = (log: Log): string => log.reads.meta('purged_seq') ?? '0';

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
    const { model, rebuilt } = opened;
    const engine = createEngine(module, log, model, options.now);
    const report: OpenReport = {
      service: module.service,
      commits: log.seq(),
      caughtUp: engine.catchUp(),
      ...(rebuilt && { rebuilt }),
      tail,
    };
    dropAsideModels(folder);
    return { name: module.service, log, model, engine: engine as Engine, report };
  } catch (error) {
    opened?.model.close();
    opened?.putBack();
    log.close();
    throw error instanceof LogCorruption ? logDamaged(module.service, error.message) : error;
  }
};

/** The model as it stands, or an empty one where it cannot be used: the log has all of it. */
const openModel = (
  path: string,
  log: Log,
  module: WriteModule<unknown>,
  openModelWriter: OpenModelWriter,
  anew: boolean,
): { model: ModelWriter; rebuilt: OpenReport['rebuilt']; putBack: () => void } => {
  const options = { path, collections: module.collections };
  const existed = existsSync(path);
  let rebuilt: OpenReport['rebuilt'] = existed || log.seq() === 0 ? undefined : 'missing';
  let putBack = (): void => undefined;
  if (existed) {
    try {
      const model = openModelWriter(options);
      const begun = model.meta('applied_seq') !== undefined;
      rebuilt = anew && begun ? 'asked for' : staleness(model, log, module);
      if (rebuilt === undefined && begun) return { model, rebuilt, putBack };
      model.close();
    } catch (error) {
      const otherFormat = (error as { code?: unknown }).code === 'model.format';
      if (!otherFormat && !isDamagedFile(error)) throw error;
      rebuilt = otherFormat ? 'format' : 'unreadable';
    }
    const folder = dirname(path);
    const aside = makeAside(folder);
    moveDatabase('model.db', folder, aside);
    putBack = () => {
      removeDatabase(path);
      moveDatabase('model.db', aside, folder);
      rmSync(aside, { recursive: true, force: true });
    };
  }
  const model = openModelWriter(options);
  model.begin();
  model.setMeta('applied_seq', '0');
  model.setMeta('log_id', log.logId);
  model.setMeta('epoch', String(log.epoch));
  model.setMeta('projections', projectionVersions(module));
  model.setMeta('purged_seq', purgedSeq(log));
  model.commit();
  return { model, rebuilt, putBack };
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
  const options = { path: logPath(dataFolder, service), maxPages };
  // Looked at before anything may write: SQLite throws away what it does not read of a damaged WAL.
  const expected = expectedOf(folder);
  const lack = lackOf(folder, expected);
  if (lack !== undefined) throw logDamaged(service, lack.words);
  const unread = keepUnread(folder);
  let log = openLog(options);
  try {
    const tail = checkTail(log, folder, expected?.seq);
    if (tail.cut !== undefined) {
      // The cut raised the epoch, which a log reads once.
      log.close();
      log = openLog(options);
    }
    log.notePosition();
    return { log, tail: unread === undefined ? tail : { ...tail, unread } };
  } catch (error) {
    log.close();
    throw error instanceof LogCorruption ? logDamaged(service, error.message) : error;
  }
};
