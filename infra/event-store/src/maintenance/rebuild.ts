import { createHash } from 'node:crypto';
import type { WriteModule } from '@tessera/kernel';
import type { ModelWriter, OpenModelWriter } from '@tessera/document-store';
import { embeddedModel } from '../embedded-model.ts';
import { openService, type OpenedService } from '../writer/service-files.ts';
import { lockFolder } from './lock.ts';
import { describeDamage, verifyLogs } from './verify.ts';

export type RebuildOptions = {
  readonly dataFolder: string;
  readonly service: string;
  readonly writeModuleUrl: URL | string;
  readonly modelModuleUrl?: URL | string;
};

/**
 * SHA-256 of a model's ordered logical dump: equal for models with equal contents, however they came about
 * (docs/events.md 6).
 */
const dumpHash = (model: ModelWriter): string => {
  const hash = createHash('sha256');
  model.dump((line) => hash.update(line).update('\n'));
  return hash.digest('hex');
};

const withService = async <T>(
  options: RebuildOptions,
  anew: boolean,
  work: (opened: OpenedService) => T,
): Promise<T> => {
  const { dataFolder, service } = options;
  const unlock = lockFolder(dataFolder);
  try {
    if (anew) {
      // Read through before the model is touched: from a damaged log no other one could be made.
      const [report] = verifyLogs({ dataFolder, services: [service] });
      if (report!.damage.length > 0)
        throw new Error(`${service} was not rebuilt, its log is damaged:\n${describeDamage(report!)}`);
    }
    const { openModelWriter } = (await import(String(options.modelModuleUrl ?? embeddedModel))) as {
      openModelWriter: OpenModelWriter;
    };
    const { writeModule } = (await import(String(options.writeModuleUrl))) as { writeModule: WriteModule<unknown> };
    const opened = openService(dataFolder, writeModule, openModelWriter, { anew });
    try {
      return work(opened);
    } finally {
      opened.model.close();
      opened.log.close();
    }
  } finally {
    unlock();
  }
};

/**
 * Makes a service's read model anew from its log. The log is read through first, and the old model stays until the new
 * one is complete. Throws when another process uses the folder or the log is damaged, and changes nothing then.
 */
export const rebuildModel = (options: RebuildOptions): Promise<{ readonly commits: number; readonly hash: string }> =>
  withService(options, true, ({ model, engine, report }) => {
    while (engine.fill(100) !== undefined);
    while (model.work(100));
    return { commits: report.caughtUp, hash: dumpHash(model) };
  });

/** The hash of a service's model as it is, caught up with its log. No other process may use the folder. */
export const logicalDump = (options: RebuildOptions): Promise<string> =>
  withService(options, false, ({ model }) => dumpHash(model));
