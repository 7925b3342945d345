import { conflict, type Actor } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { userOf } from '@tessera/proto/rights';
import type { Facts } from '../access/directory.ts';
import type { Analysis, Wishes } from '../csv/analyse.ts';
import type { ConvertPlan } from '../csv/convert.ts';
import type { Duplicates } from '../csv/duplicates.ts';
import type { Parsers } from '../csv/pool.ts';
import { withLocalFile } from '../upload/files.ts';
import type { Upload } from '../upload/handles.ts';

const kept = 12;
const tellMs = 200;

type Reading = {
  readonly abort: AbortController;
  rows: number;
  done: boolean;
  readonly identifiers: Set<string>;
  readonly result: Promise<Analysis>;
};
type Asker = { readonly actor: Actor; readonly identifier: string };

/**
 * Files that were read, by file and layout: the steps of a wizard ask again and again. A cache: what is lost is read
 * once more. While one is read, its wizard hears of the rows (live event `import_reading`), may stop it, and finds it
 * going on after a reload: leaving is no stopping.
 */
export const createAnalyses = (ports: Pick<ServicePorts, 'files' | 'live' | 'clock'>, parsers: Parsers) => {
  const known = new Map<string, Reading>();
  const keys = new Map<string, Promise<Duplicates>>();

  const remember = <V>(cache: Map<string, V>, key: string, value: V): void => {
    cache.delete(key);
    cache.set(key, value);
    if (cache.size > kept) cache.delete(cache.keys().next().value!);
  };

  const read = (key: string, upload: Upload, wishes: Wishes, facts: Facts, { actor, identifier }: Asker): Reading => {
    const abort = new AbortController();
    let told = ports.clock();
    const result = withLocalFile(ports, upload.organizationId, upload.file, (path) =>
      parsers.analyse(
        path,
        wishes,
        facts.users,
        (rows) => {
          reading.rows = rows;
          const now = ports.clock();
          if (now - told < tellMs) return;
          told = now;
          for (const one of reading.identifiers)
            ports.live.send(actor.organizationId, userOf(actor), 'import_reading', { identifier: one, rows });
        },
        abort.signal,
      ),
    );
    const reading: Reading = { abort, rows: 0, done: false, identifiers: new Set([identifier]), result };
    result.then(
      () => {
        reading.done = true;
      },
      () => {
        reading.done = true;
        if (known.get(key) === reading) known.delete(key);
      },
    );
    return reading;
  };

  return {
    /** Throws FileError, and `imports.reading_stopped` where its wizard stopped it. */
    of: async (upload: Upload, wishes: Wishes, facts: Facts, asker: Asker): Promise<Analysis> => {
      const key = JSON.stringify([
        upload.organizationId,
        upload.file,
        wishes.delimiter,
        wishes.encoding,
        wishes.plainQuotes,
        wishes.headerRow,
      ]);
      const reading = known.get(key) ?? read(key, upload, wishes, facts, asker);
      reading.identifiers.add(asker.identifier);
      remember(known, key, reading);
      try {
        return await reading.result;
      } catch (error) {
        if (reading.abort.signal.aborted) throw conflict('imports.reading_stopped', 'Reading the file was stopped.');
        throw error;
      }
    },
    /** Rows read so far of what a wizard waits for; undefined when it waits for nothing. */
    reading: (identifier: string): number | undefined =>
      [...known.values()].find((one) => !one.done && one.identifiers.has(identifier))?.rows,
    /** Stops what a wizard waits for. */
    stop: (identifier: string): boolean => {
      let stopped = false;
      for (const [key, one] of known) {
        if (one.done || !one.identifiers.has(identifier)) continue;
        one.abort.abort();
        known.delete(key);
        stopped = true;
      }
      return stopped;
    },
    /**
     * Which values stand more than once in the column of the plan, found once for each way of reading it. Throws
     * FileError.
     */
    duplicates: (upload: Upload, plan: ConvertPlan, facts: Facts): Promise<Duplicates> => {
      const key = JSON.stringify([
        upload.organizationId,
        upload.file,
        plan.dialect,
        plan.headerRow,
        plan.rows,
        plan.columns[0],
      ]);
      const found =
        keys.get(key) ??
        withLocalFile(ports, upload.organizationId, upload.file, (path) => parsers.duplicates(path, plan, facts.users));
      remember(keys, key, found);
      found.catch(() => keys.delete(key));
      return found;
    },
  };
};
export type Analyses = ReturnType<typeof createAnalyses>;
