import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { tableOf, type WriteModule } from '@tessera/kernel';
import type { HistoryReader, OpenHistoryReader, OpenModelWriter } from '@tessera/document-store';
import { embeddedModel } from '../embedded-model.ts';
import { createEraser, type PurgeRecord } from '../log/erase.ts';
import type { Log } from '../log/log.ts';
import { ownEvents } from '../writer/facts.ts';
import { modelPath, openService, type OpenedService } from '../writer/service-files.ts';
import { dropAsides } from './aside.ts';
import { lockFolder } from './lock.ts';

export type PurgeOptions = {
  readonly dataFolder: string;
  readonly service: string;
  readonly writeModuleUrl: URL | string;
  readonly modelModuleUrl?: URL | string;
  readonly organizationId: string;
  /** A record stream, `record:<table>`, and the records of it that must leave no trace. */
  readonly stream: string;
  readonly items: readonly string[];
  /** Who asked for it; stands in the log. */
  readonly actor: { readonly kind: string; readonly id: string };
};

/**
 * Removes records from a service's log for good (docs/events.md 9): rewrites every commit that holds them without them
 * and with a new salt, in one transaction with a commit that lists old and new checksums, which `verifyLogs` follows;
 * then wipes free pages and the WAL and makes the read model anew. Needs the folder for itself and the module's
 * `erase`. Copies elsewhere (backups, other services, files) are their owners' to remove. Answers the purge's id and
 * how many commits were rewritten; does nothing when no commit holds the items.
 */
export const purge = async (options: PurgeOptions): Promise<{ readonly purgeId: string; readonly commits: number }> => {
  const { dataFolder, service } = options;
  const unlock = lockFolder(dataFolder);
  try {
    const modelModule = (await import(String(options.modelModuleUrl ?? embeddedModel))) as {
      openModelWriter: OpenModelWriter;
      openHistoryReader: OpenHistoryReader;
    };
    const { writeModule } = (await import(String(options.writeModuleUrl))) as { writeModule: WriteModule<unknown> };
    if (writeModule.erase === undefined) throw new Error(`${service} cannot erase: its write module has no erase`);
    const purgeId = randomUUID();
    const open = (): OpenedService => openService(dataFolder, writeModule, modelModule.openModelWriter);
    const opened = open();
    opened.model.close();
    let commits = 0;
    try {
      const positions = positionsOf(modelModule.openHistoryReader(modelPath(dataFolder, service)), options);
      commits = eraseIn(opened.log, writeModule, options, purgeId, positions);
      if (commits > 0) opened.log.db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      opened.log.close();
    }
    if (commits > 0) {
      // The log says that it was purged since the model was made, so opening makes the model anew.
      const again = open();
      again.model.close();
      again.log.close();
      dropAsides(join(dataFolder, service));
    }
    return { purgeId, commits };
  } finally {
    unlock();
  }
};

/** Positions of the commits that wrote these items, in order; closes the reader. */
export const positionsOf = (
  history: HistoryReader,
  { organizationId, stream, items }: Pick<PurgeOptions, 'organizationId' | 'stream' | 'items'>,
): number[] => {
  const table = tableOf(stream);
  const positions = new Set<number>();
  try {
    for (const item of new Set(items)) {
      for (let before: number | undefined; ;) {
        const page = history.positions(organizationId, table, item, {
          limit: 500,
          ...(before !== undefined && { before }),
        });
        for (const position of page) positions.add(position);
        before = page.at(-1);
        if (page.length < 500) break;
      }
    }
  } finally {
    history.close();
  }
  return [...positions].sort((a, b) => a - b);
};

const eraseIn = (
  log: Log,
  module: WriteModule<unknown>,
  options: PurgeOptions,
  purgeId: string,
  positions: readonly number[],
): number => {
  const organization = log.organization(options.organizationId);
  if (organization === undefined) return 0;
  const eraser = createEraser(log, module);
  const erasure = { ...options, purgeId };
  const now = Date.now();
  log.begin();
  try {
    const commits = positions.flatMap(
      (position) => eraser.rewrite(log.reads.at(organization, position)!, erasure, now)?.commit ?? [],
    );
    if (commits.length > 0) {
      eraser.append(ownEvents.purged, { purgeId, commits } satisfies PurgeRecord, erasure, now);
      log.setMeta('purged_seq', String(log.seq()));
    }
    log.commit();
    return commits.length;
  } catch (error) {
    log.rollback();
    throw error;
  }
};
