import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Rejection, isId, newId } from '@tessera/kernel';
import type { FileStore } from './service.ts';

export const noSuchFile = () => new Rejection('not_found', 'file.not_found', 'There is no such file.');
export const tooLarge = (limit: number) =>
  new Rejection('too_large', 'file.too_large', `The file is larger than ${limit} bytes.`, { limit });

/**
 * The place of a file, `<organization>/<handle>`, safe as a path and as a key. Throws file.not_found for what no
 * service can have made.
 */
export const placeOf = (organizationId: string, handle: string): string => {
  if (!isId(organizationId) || !/^[A-Za-z0-9_-]{1,120}$/.test(handle)) throw noSuchFile();
  return `${organizationId}/${handle}`;
};

/**
 * Files in a folder, one sub-folder an organization. Handles are made by services, never taken from a path that a user
 * sent.
 */
export const folderFiles = (folder: string): FileStore => {
  const pathOf = (organizationId: string, handle: string): string => join(folder, placeOf(organizationId, handle));
  return {
    write: async (organizationId, handle, bytes, limit) => {
      const path = pathOf(organizationId, handle);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const part = `${path}.${newId()}.part`;
      const digest = createHash('sha256');
      let size = 0;
      const file = await open(part, 'wx', 0o600);
      try {
        for await (const chunk of bytes) {
          size += chunk.length;
          if (size > limit) throw tooLarge(limit);
          digest.update(chunk);
          await file.write(chunk);
        }
        await file.sync();
        await file.close();
        await rename(part, path);
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(part, { force: true });
        throw (error as { code?: string }).code === 'ENOSPC'
          ? new Rejection('unavailable', 'disk_full', 'The disk is full.')
          : error;
      }
      return { size, sha256: digest.digest('hex') };
    },
    read: async (organizationId, handle) => {
      const path = pathOf(organizationId, handle);
      await access(path).catch(() => {
        throw noSuchFile();
      });
      return createReadStream(path);
    },
    localPath: (organizationId, handle) => pathOf(organizationId, handle),
    delete: async (organizationId, handle) => rm(pathOf(organizationId, handle), { force: true }),
  };
};
