import type { Actor } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { userOf } from '@tessera/proto/rights';
import type { Facts } from '../access/directory.ts';
import type { Analysis, LayoutChoices } from '../csv/analyse.ts';
import type { Check, Keys } from '../csv/check.ts';
import type { ConvertPlan } from '../csv/convert.ts';
import type { Duplicates } from '../csv/duplicates.ts';
import type { Parsers } from '../csv/pool.ts';
import { withLocalFile } from '../upload/files.ts';
import type { Upload } from '../upload/handles.ts';
import { withLinked, type Means } from './linked.ts';
import { conflict } from '../refusals.ts';

const kept = 12;
const tellMs = 200;
/** Values of unique fields that a table is asked for before an import; beyond, they are looked at during it. */
const mostKeys = 200_000;
/** How long a table's answers hold while a wizard asks again. */
const checkedMs = 30_000;

type Reading = {
  readonly abort: AbortController;
  rows: number;
  done: boolean;
  readonly identifiers: Set<string>;
  readonly result: Promise<Analysis>;
};
/** What `Check` says of a file, with what the table has already. */
export type Checked = Check & {
  readonly taken: readonly { readonly fieldId: string; readonly count: number; readonly rows: readonly number[] }[];
  /** There are more values than a table is asked for. */
  readonly unchecked: boolean;
};
type Taken = (fieldId: string, keys: readonly string[]) => Promise<readonly number[]>;
/** What the table is asked while a file is looked at. */
type Asking = { readonly taken: Taken; readonly means: Means };
type Asker = { readonly actor: Actor; readonly identifier: string };

/**
 * Files that were read, by file and layout: the steps of a wizard ask again and again. A cache: what is lost is read
 * once more. While one is read, its wizard hears of the rows (live event `import_reading`), may stop it, and finds it
 * going on after a reload: leaving is no stopping.
 */
export const createAnalyses = (ports: Pick<ServicePorts, 'files' | 'live' | 'clock'>, parsers: Parsers) => {
  const known = new Map<string, Reading>();
  const keys = new Map<string, Promise<Duplicates>>();
  const checks = new Map<
    string,
    { readonly key: string; readonly at: number; readonly abort: AbortController; readonly found: Promise<Checked> }
  >();

  const remember = <V>(cache: Map<string, V>, key: string, value: V): void => {
    cache.delete(key);
    cache.set(key, value);
    if (cache.size > kept) cache.delete(cache.keys().next().value!);
  };

  const read = (
    key: string,
    upload: Upload,
    choices: LayoutChoices,
    facts: Facts,
    { actor, identifier }: Asker,
  ): Reading => {
    const abort = new AbortController();
    let told = ports.clock();
    const result = withLocalFile(ports, upload.organizationId, upload.file, (path) =>
      parsers.analyse(
        path,
        choices,
        facts.users,
        facts.timezone,
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

  const look = async (
    upload: Upload,
    plan: ConvertPlan,
    facts: Facts,
    { taken, means }: Asking,
    signal?: AbortSignal,
  ): Promise<Checked> => {
    const asked: Keys[] = [];
    let count = 0;
    const check = await withLocalFile(ports, upload.organizationId, upload.file, async (path) =>
      parsers.check(
        path,
        await withLinked(path, plan, parsers, means, signal),
        facts.users,
        (keys) => {
          count += keys.keys.length;
          if (count <= mostKeys) asked.push(keys);
        },
        signal,
      ),
    );
    const out = new Set<number>();
    const byField = new Map<string, { count: number; rows: number[] }>();
    for (const { fieldId, rows, keys } of asked) {
      signal?.throwIfAborted();
      for (const at of await taken(fieldId, keys)) {
        const row = rows[at]!;
        const one = byField.get(fieldId) ?? { count: 0, rows: [] };
        byField.set(fieldId, one);
        one.count++;
        if (one.rows.length < 10) one.rows.push(row);
        out.add(row);
      }
    }
    return {
      ...check,
      leftOut: check.leftOut + out.size,
      taken: [...byField].map(([fieldId, one]) => ({ fieldId, ...one })),
      unchecked: count > mostKeys,
    };
  };

  const keyOfCheck = ({ organizationId, file }: Upload, plan: ConvertPlan): string =>
    JSON.stringify([organizationId, file, plan]);
  /** What a wizard was told of this a moment ago, or is about to be told. */
  const shown = (identifier: string, key: string): Promise<Checked> | undefined => {
    const known = checks.get(identifier);
    return known?.key === key && ports.clock() - known.at < checkedMs ? known.found : undefined;
  };

  return {
    /**
     * What a file would come to in a table that is there, for its wizard. A wizard's newer question stops its older one,
     * which throws `imports.reading_stopped`. Throws FileError.
     */
    check: async (
      upload: Upload,
      plan: ConvertPlan,
      facts: Facts,
      asking: Asking,
      { identifier }: Asker,
    ): Promise<Checked> => {
      const key = keyOfCheck(upload, plan);
      const found = shown(identifier, key);
      if (found) return found;
      checks.get(identifier)?.abort.abort();
      const abort = new AbortController();
      const looked = look(upload, plan, facts, asking, abort.signal).catch((error: unknown) => {
        if (checks.get(identifier)?.abort === abort) checks.delete(identifier);
        if (abort.signal.aborted) throw conflict('imports.reading_stopped');
        throw error;
      });
      looked.catch(() => undefined);
      remember(checks, identifier, { key, at: ports.clock(), abort, found: looked });
      return looked;
    },
    /**
     * The same for an import that begins: no question of its wizard stops it. It looks anew, unless `mayBeShown`: then
     * what the wizard was told a moment ago is enough. Throws FileError.
     */
    checkToBegin: async (
      upload: Upload,
      plan: ConvertPlan,
      facts: Facts,
      asking: Asking,
      { identifier }: Asker,
      mayBeShown: boolean,
    ): Promise<Checked> =>
      (mayBeShown ? await shown(identifier, keyOfCheck(upload, plan))?.catch(() => undefined) : undefined) ??
      (await look(upload, plan, facts, asking)),
    /** Throws FileError, and `imports.reading_stopped` where its wizard stopped it. */
    of: async (upload: Upload, choices: LayoutChoices, facts: Facts, asker: Asker): Promise<Analysis> => {
      const key = JSON.stringify([
        upload.organizationId,
        upload.file,
        choices.delimiter,
        choices.encoding,
        choices.plainQuotes,
        choices.headerRow,
        choices.source,
        choices.sheetIndex,
        choices.fillMerged,
        facts.timezone,
      ]);
      const reading = known.get(key) ?? read(key, upload, choices, facts, asker);
      reading.identifiers.add(asker.identifier);
      remember(known, key, reading);
      try {
        return await reading.result;
      } catch (error) {
        if (reading.abort.signal.aborted) throw conflict('imports.reading_stopped');
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
