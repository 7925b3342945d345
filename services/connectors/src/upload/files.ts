import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isRejection } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { FileError } from '../csv/reader.ts';

type Files = Pick<ServicePorts, 'files'>;

const gone = (): FileError => new FileError('file_gone', 'This upload is no longer there. Choose the file again.');

/**
 * Gives `use` a path to an uploaded file, copied here for the time being where files are kept elsewhere. Throws
 * FileError `file_gone`.
 */
export const withLocalFile = async <T>(
  { files }: Files,
  organizationId: string,
  handle: string,
  use: (path: string) => Promise<T>,
): Promise<T> => {
  try {
    const local = files.localPath(organizationId, handle);
    if (local !== undefined) return await use(local);
    const folder = await mkdtemp(join(tmpdir(), 'tessera-import-'));
    try {
      const path = join(folder, 'upload');
      await pipeline(await files.read(organizationId, handle), createWriteStream(path, { mode: 0o600 }));
      return await use(path);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (error) {
    if ((isRejection(error) && error.code === 'file.not_found') || (error as { code?: string }).code === 'ENOENT')
      throw gone();
    throw error;
  }
};
