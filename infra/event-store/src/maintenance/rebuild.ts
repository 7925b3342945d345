import { createHash } from 'node:crypto';
import type { WriteModule } from '@tessera/kernel';
import type { ModelWriter, OpenModelWriter } from '@tessera/document-store';
import { embeddedModel } from '../embedded-model.ts';
import { modelPath, openService, removeDatabase, type OpenedService } from '../writer/service-files.ts';
import { lockFolder } from './lock.ts';

export type RebuildOptions = {
  readonly dataFolder: string;
  readonly service: string;
  readonly writeModuleUrl: URL | string;
  readonly modelModuleUrl?: URL | string;
};

/**
 * SHA-256 of a model's ordered logical dump: equal for models with equal contents, however they came about (EVENTS.md
 * 6).
 */
const dumpHash = (model: ModelWriter): string => {
  const hash = createHash('sha256');
  model.dump((line) => hash.update(line).update('\n'));
  return hash.digest('hex');
};

const withService = async <T>(
  options: RebuildOptions,
  prepare: () => void,
  work: (opened: OpenedService) => T,
): Promise<T> => {
  const unlock = lockFolder(options.dataFolder);
  try {
    prepare();
    const { openModelWriter } = (await import(String(options.modelModuleUrl ?? embeddedModel))) as {
      openModelWriter: OpenModelWriter;
    };
    const { writeModule } = (await import(String(options.writeModuleUrl))) as { writeModule: WriteModule<unknown> };
    const opened = openService(options.dataFolder, writeModule, openModelWriter);
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

/** Drops a service's read model and makes it anew from its log. No other process may use the folder; it throws then. */
export const rebuildModel = (options: RebuildOptions): Promise<{ readonly commits: number; readonly hash: string }> =>
  withService(
    options,
    () => removeDatabase(modelPath(options.dataFolder, options.service)),
    ({ model, report }) => {
      while (model.work(100));
      return { commits: report.caughtUp, hash: dumpHash(model) };
    },
  );

/** The hash of a service's model as it is, caught up with its log. No other process may use the folder. */
export const logicalDump = (options: RebuildOptions): Promise<string> =>
  withService(
    options,
    () => undefined,
    ({ model }) => dumpHash(model),
  );
