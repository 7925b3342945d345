import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isId, newId } from '@tessera/kernel';
import type { FileStore } from './service.ts';
import { notFound, rejection } from './refusals.ts';

export const noSuchFile = () => notFound('file.not_found');
export const tooLarge = (limit: number) =>
  rejection('too_large', 'file.too_large', `The file is larger than ${limit} bytes.`, { limit });

/**
 * The place of a file, `<organization>/<handle>`, safe as a path and as a key. Throws file.not_found for what no
 * service can have made.
 */
export const placeOf = (organizationId: string, handle: string): string => {
  if (!isId(organizationId) || !/^[A-Za-z0-9_-]{1,120}$/.test(handle)) throw noSuchFile();
  return `${organizationId}/${handle}`;
};

/** A write that finds no room; it may be sent again once there is. */
export const diskFull = () => rejection('unavailable', 'storage.full');
const noRoom = new Set(['ENOSPC', 'EDQUOT']);

/** Beside the files stands what each one was when it was written. */
const sumsOf = (folder: string): string => `${folder}.sums`;

/**
 * Reads every file of a folder and compares it with what was written; a line for each that is missing or differs, and
 * how many there were. Files that are deleted meanwhile count as deleted.
 */
export const verifyFiles = async (
  folder: string,
): Promise<{ readonly files: number; readonly damage: readonly string[] }> => {
  const sums = sumsOf(folder);
  const damage: string[] = [];
  let files = 0;
  for (const organization of existsSync(sums) ? (await readdir(sums)).sort() : []) {
    for (const handle of (await readdir(join(sums, organization))).sort()) {
      files += 1;
      const sum = join(sums, organization, handle);
      const what = await compare(join(folder, organization, handle), sum);
      if (what !== undefined && existsSync(sum)) damage.push(`${organization}/${handle} ${what}`);
    }
  }
  return { files, damage };
};

const compare = async (path: string, sum: string): Promise<string | undefined> => {
  const noted = JSON.parse(await readFile(sum, 'utf8').catch(() => '{}')) as { size?: number; sha256?: string };
  if (!existsSync(path)) return 'is missing';
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    digest.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  if (size !== noted.size) return `has ${size} bytes, and ${noted.size} were written`;
  return digest.digest('hex') === noted.sha256 ? undefined : 'does not match its checksum';
};

/**
 * Files in a folder, one sub-folder an organization. Handles are made by services, never taken from a path that a user
 * sent.
 */
export const folderFiles = (folder: string): FileStore => {
  const pathOf = (organizationId: string, handle: string): string => join(folder, placeOf(organizationId, handle));
  const sumOf = (organizationId: string, handle: string): string =>
    join(sumsOf(folder), placeOf(organizationId, handle));
  return {
    write: async (organizationId, handle, bytes, limit) => {
      const path = pathOf(organizationId, handle);
      const part = `${path}.${newId()}.part`;
      const sum = sumOf(organizationId, handle);
      const sumPart = `${sum}.${newId()}.part`;
      const digest = createHash('sha256');
      let size = 0;
      let file: FileHandle | undefined;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        file = await open(part, 'wx', 0o600);
        for await (const chunk of bytes) {
          size += chunk.length;
          if (size > limit) throw tooLarge(limit);
          digest.update(chunk);
          await file.write(chunk);
        }
        await file.sync();
        await file.close();
        const sha256 = digest.digest('hex');
        await mkdir(dirname(sum), { recursive: true, mode: 0o700 });
        await writeFile(sumPart, JSON.stringify({ size, sha256 }), { mode: 0o600 });
        // Both are on the disk: what is left to do needs no room.
        await rename(part, path);
        await rename(sumPart, sum);
        return { size, sha256 };
      } catch (error) {
        await file?.close().catch(() => undefined);
        for (const left of [part, sumPart]) await rm(left, { force: true });
        throw noRoom.has((error as { code?: string }).code ?? '') ? diskFull() : error;
      }
    },
    read: async (organizationId, handle, range) => {
      const path = pathOf(organizationId, handle);
      await access(path).catch(() => {
        throw noSuchFile();
      });
      return createReadStream(path, range);
    },
    localPath: (organizationId, handle) => pathOf(organizationId, handle),
    delete: async (organizationId, handle) => {
      await rm(sumOf(organizationId, handle), { force: true });
      await rm(pathOf(organizationId, handle), { force: true });
    },
    deleteAll: async (organizationId) => {
      if (!isId(organizationId)) throw noSuchFile();
      const own = join(folder, organizationId);
      const { length } = existsSync(own) ? await readdir(own) : [];
      for (const one of [join(sumsOf(folder), organizationId), own]) await rm(one, { recursive: true, force: true });
      return length;
    },
  };
};
