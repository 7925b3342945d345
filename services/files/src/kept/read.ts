import type { ByteRange, FileStore } from '@tessera/runtime';
import type { Piece } from './evolve.ts';

/** The bytes of a file, or those of a range of it, piece by piece. */
export async function* streamOf(
  files: Pick<FileStore, 'read'>,
  organizationId: string,
  pieces: readonly Piece[],
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const { handle, size } of pieces) {
    const [first, last] = [at, at + size - 1];
    at += size;
    if (range === undefined) {
      yield* await files.read(organizationId, handle);
      continue;
    }
    if (last < range.start || first > range.end) continue;
    const part = { start: Math.max(range.start - first, 0), end: Math.min(range.end, last) - first };
    yield* await files.read(organizationId, handle, part);
  }
}

/** A short part of a file; nothing of an empty one. */
export const readBytes = async (
  files: Pick<FileStore, 'read'>,
  organizationId: string,
  pieces: readonly Piece[],
  range: ByteRange,
): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  if (range.end >= range.start)
    for await (const chunk of streamOf(files, organizationId, pieces, range)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};
