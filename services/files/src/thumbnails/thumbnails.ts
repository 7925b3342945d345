import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { isRejection } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import type { Piece } from '../kept/evolve.ts';
import { streamOf } from '../kept/read.ts';

type Picture = {
  readonly id: string;
  readonly type: string;
  readonly size: number;
  readonly pieces: readonly Piece[];
};

const taken: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
]);
/** A larger file is shown by its icon. */
const mostBytes = 64 * 1024 * 1024;
const mostMade = 2 * 1024 * 1024;
const patienceMs = 20_000;
/** So many wait at most: a page of a table has some hundred pictures. */
const mostWaiting = 500;
const failedMs = 30 * 24 * 3_600_000;

/** Pictures that cannot be made small, so that nobody tries again for a while. */
export const failuresBucket = 'file-thumbnail-failures';

const script = fileURLToPath(new URL('./picture.child.ts', import.meta.url));
const handleOf = (fileId: string): string => `thumbnail_${fileId}`;

/** The small picture of bytes, by a process of its own; undefined where it refused, died or took too long. */
export const shrink = (bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--max-old-space-size=96', script], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // Nothing of ours is its business.
      env: {},
      killSignal: 'SIGKILL',
      timeout: patienceMs,
      ...(signal !== undefined && { signal }),
    });
    const made: Buffer[] = [];
    let size = 0;
    let failure: unknown;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostMade) child.kill('SIGKILL');
      else made.push(chunk);
    });
    child.once('error', (error) => {
      failure = error;
    });
    child.once('close', (code) => {
      if (isRejection(failure)) reject(failure);
      else resolve(code === 0 && size > 0 && size <= mostMade ? Buffer.concat(made) : undefined);
    });
    // A child that ends before it has read all breaks the pipe, which its exit code tells.
    pipeline(bytes, child.stdin).catch((error: unknown) => {
      if (!isRejection(error)) return;
      failure = error;
      child.kill('SIGKILL');
    });
  });

/** Thumbnails, made when the first reader asks for one and kept beside the file. */
export const createThumbnails = ({
  files,
  state,
  clock,
  log,
}: Pick<ServicePorts, 'files' | 'state' | 'clock' | 'log'>) => {
  const making = new Map<string, Promise<boolean>>();
  const stopping = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  const make = async (organizationId: string, { id, pieces }: Picture): Promise<boolean> => {
    if (stopping.signal.aborted) return false;
    const bytes = await shrink(streamOf(files, organizationId, pieces), stopping.signal);
    if (bytes === undefined) {
      if (!stopping.signal.aborted)
        await state.put(organizationId, failuresBucket, id, true, { expiresAt: clock() + failedMs });
      return false;
    }
    await files.write(
      organizationId,
      handleOf(id),
      (async function* () {
        yield bytes;
      })(),
      mostMade,
    );
    return true;
  };

  /** One at a time: a decoder takes a core and some hundred megabytes. */
  const queued = (organizationId: string, picture: Picture): Promise<boolean> => {
    const key = `${organizationId}:${picture.id}`;
    const present = making.get(key);
    if (present !== undefined) return present;
    if (making.size >= mostWaiting) return Promise.resolve(false);
    const made = last
      .then(() => make(organizationId, picture))
      .finally(() => {
        making.delete(key);
      });
    last = made.catch((error: unknown) => log.warn('a thumbnail could not be made', { error: String(error) }));
    making.set(key, made);
    return made;
  };

  const kept = (organizationId: string, id: string): Promise<AsyncIterable<Uint8Array> | undefined> =>
    files.read(organizationId, handleOf(id)).catch((error: unknown) => {
      if (isRejection(error) && error.kind === 'not_found') return undefined;
      throw error;
    });

  const takes = ({ type, size }: Pick<Picture, 'type' | 'size'>): boolean => taken.has(type) && size <= mostBytes;
  return {
    /** Whether there may be one: a picture of a kind and size that is decoded. */
    takes,
    /** The thumbnail of a picture as webp; undefined where there is none. */
    of: async (organizationId: string, picture: Picture): Promise<AsyncIterable<Uint8Array> | undefined> => {
      if (!takes(picture)) return undefined;
      const present = await kept(organizationId, picture.id);
      if (present !== undefined) return present;
      if ((await state.get(organizationId, failuresBucket, picture.id)) !== undefined) return undefined;
      return (await queued(organizationId, picture)) ? kept(organizationId, picture.id) : undefined;
    },
    drop: async (organizationId: string, fileId: string): Promise<void> => {
      await files.delete(organizationId, handleOf(fileId));
      await state.delete(organizationId, failuresBucket, fileId);
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await last.catch(() => undefined);
    },
  };
};
export type Thumbnails = ReturnType<typeof createThumbnails>;
