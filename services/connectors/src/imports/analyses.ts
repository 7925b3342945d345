import type { ServicePorts } from '@tessera/runtime';
import type { Facts } from '../access/directory.ts';
import type { Analysis, Wishes } from '../csv/analyse.ts';
import type { Parsers } from '../csv/pool.ts';
import { withLocalFile } from '../upload/files.ts';
import type { Upload } from '../upload/handles.ts';

const kept = 12;

/** Files that were read, by file and layout: the steps of a wizard ask again and again. A cache: what is lost is read once more. */
export const createAnalyses = (ports: Pick<ServicePorts, 'files'>, parsers: Parsers) => {
  const known = new Map<string, Promise<Analysis>>();
  return {
    /** Throws FileError. */
    of: (upload: Upload, wishes: Wishes, facts: Facts): Promise<Analysis> => {
      const key = JSON.stringify([upload.organizationId, upload.file, wishes.delimiter, wishes.encoding, wishes.plainQuotes, wishes.headerRow]);
      const found = known.get(key);
      if (found) {
        known.delete(key);
        known.set(key, found);
        return found;
      }
      const reading = withLocalFile(ports, upload.organizationId, upload.file, (path) => parsers.analyse(path, wishes, facts.users, () => undefined));
      known.set(key, reading);
      reading.catch(() => known.delete(key));
      if (known.size > kept) known.delete(known.keys().next().value!);
      return reading;
    },
  };
};
export type Analyses = ReturnType<typeof createAnalyses>;
