import { createHash, timingSafeEqual } from 'node:crypto';
import { newId, systemActor, type Actor, type CommandMeta, type Rejection } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import type { Limits } from '../config.ts';
import { noRoom } from '../kept/decide.ts';
import type { Piece, Room } from '../kept/evolve.ts';
import type { FileDocument } from '../kept/projection.ts';
import { readBytes } from '../kept/read.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';
import type { FilesStore } from '../store.ts';
import { headBytes, sniff } from './sniff.ts';
import type { Checksum } from './tus.ts';

/** An upload on its way, or one that is whole and that no record may have yet. */
export type Upload = {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly name: string;
  readonly length: number;
  readonly offset: number;
  readonly pieces: readonly Piece[];
  /** When it goes, in ms: a day after its last byte, unless a record has it then. */
  readonly expires: number;
  /** Its media type, once it is whole and kept. */
  readonly type?: string;
};
/** Bytes that begin to arrive: they are written down first, so that none are left behind by a stop in the middle. */
type Arriving = {
  readonly organizationId: string;
  readonly handle: string;
  readonly uploadId: string;
  readonly at: number;
};

export const uploadsBucket = 'file-uploads';
export const piecesBucket = 'file-pieces';
export const dayMs = 24 * 3_600_000;
const mostUploads = 10_000;
/** Each is an object of the store. Pieces of 8 MB of the largest file are some hundreds. */
const mostPieces = 10_000;
const nameBytes = 255;

export const uploadGone = (): Rejection => notFound('files.upload_gone');
export const offsetConflict = (offset: number): Rejection =>
  conflict('files.offset', `This upload goes on at byte ${offset}.`, { offset });
export const checksumWrong = (): Rejection => rejection('unprocessable', 'files.checksum');

const megabytes = (bytes: number): string => `${Math.round(bytes / (1024 * 1024)).toLocaleString('en-US')} MB`;

/** What a file may be called: anything that is text, up to 255 bytes of UTF-8. Throws `files.name`. */
export const checkName = (name: string): string => {
  const size = Buffer.byteLength(name);
  if (size === 0 || size > nameBytes || !name.isWellFormed() || name.includes('\0'))
    throw invalid('files.name', `A file's name has 1 to ${nameBytes} bytes of UTF-8.`, {
      limit: nameBytes,
    });
  return name;
};

type Ports = Pick<ServicePorts, 'state' | 'files' | 'documents' | 'clock'> & { readonly store: FilesStore };

/** Uploads, from their first byte to the record that takes them. */
export const createUploads = ({ state, files, documents, clock, store }: Ports, limits: Limits) => {
  const keyOf = (organizationId: string, id: string): string => `${organizationId}:${id}`;
  const found = (actor: Pick<Actor, 'organizationId'>, id: string) =>
    state.getWithEtag<Upload>('', uploadsBucket, keyOf(actor.organizationId, id));

  /** The caller's own upload. Throws `files.upload_gone`. */
  const own = async (actor: Actor, id: string): Promise<{ readonly value: Upload; readonly etag: string }> => {
    const entry = await found(actor, id);
    if (entry === undefined || entry.value.userId !== userOf(actor) || entry.value.expires <= clock())
      throw uploadGone();
    return entry;
  };

  const forget = ({ organizationId, id }: Pick<Upload, 'organizationId' | 'id'>): Promise<void> =>
    state.delete('', uploadsBucket, keyOf(organizationId, id));

  const roomLeft = async (organizationId: string): Promise<number> => {
    const room = await documents.get<Room>(organizationId, 'room', 'files');
    const under = await state.list<Upload>('', uploadsBucket, `${organizationId}:`, mostUploads + 1);
    if (under.length > mostUploads) throw rejection('limited', 'files.too_many_uploads');
    const coming = under.reduce((sum, { value }) => sum + (value.type === undefined ? value.length : 0), 0);
    return limits.roomBytes - (room?.bytes ?? 0) - coming;
  };

  /** Throws `files.too_large` and `files.no_room`, before a byte has come. */
  const checkRoom = async (organizationId: string, length: number): Promise<void> => {
    if (length > limits.fileBytes)
      throw rejection(
        'too_large',
        'files.too_large',
        `${megabytes(length)} is over the limit of ${megabytes(limits.fileBytes)}.`,
        { limit: limits.fileBytes },
      );
    if ((await roomLeft(organizationId)) < length) throw noRoom(limits.roomBytes);
  };

  const begin = async (actor: Actor, name: string, length: number): Promise<Upload> => {
    const upload: Upload = {
      id: newId(),
      organizationId: actor.organizationId,
      userId: userOf(actor),
      name: checkName(name),
      length,
      offset: 0,
      pieces: [],
      expires: clock() + dayMs,
    };
    await checkRoom(actor.organizationId, length);
    await state.put('', uploadsBucket, keyOf(upload.organizationId, upload.id), upload);
    return upload;
  };

  /** Writes bytes under a handle of their own. `keep` runs while they are written down as arriving. */
  const receive = async <T>(
    { organizationId, id }: Upload,
    bytes: AsyncIterable<Uint8Array>,
    most: number,
    keep: (piece: Piece) => Promise<T>,
  ): Promise<T> => {
    const handle = newId();
    const key = keyOf(organizationId, handle);
    await state.put('', piecesBucket, key, {
      organizationId,
      handle,
      uploadId: id,
      at: clock(),
    } satisfies Arriving);
    let piece: Piece | undefined;
    try {
      const written = await files.write(organizationId, handle, bytes, most);
      piece = { handle, ...written };
      const kept = await keep(piece);
      await state.delete('', piecesBucket, key);
      return kept;
    } catch (error) {
      // A write that failed leaves nothing. What cannot be deleted at once, the sweep deletes.
      const gone = piece === undefined ? Promise.resolve() : files.delete(organizationId, handle);
      await gone.then(() => state.delete('', piecesBucket, key)).catch(() => undefined);
      throw error;
    }
  };

  /** Makes a file of an upload whose bytes are all there; done again it changes nothing. Throws `files.no_room`. */
  const finish = async (upload: Upload, meta: CommandMeta): Promise<Upload> => {
    const { organizationId, id, name, length, pieces } = upload;
    const head = await readBytes(files, organizationId, pieces, { start: 0, end: Math.min(headBytes, length) - 1 });
    const type = sniff(head, name, length);
    await store.execute(
      {
        type: 'keepFile',
        payload: { fileId: id, size: length, type, pieces, limit: limits.roomBytes },
      },
      { origin: meta.origin, actor: meta.actor },
    );
    const whole: Upload = { ...upload, type, pieces: [], expires: clock() + dayMs };
    await state.put('', uploadsBucket, keyOf(organizationId, id), whole);
    return whole;
  };

  const drop = async (upload: Upload): Promise<void> => {
    for (const { handle } of upload.pieces) await files.delete(upload.organizationId, handle);
    await forget(upload);
  };

  /** What is left of an upload whose day is over. */
  const end = async (upload: Upload): Promise<void> => {
    const { organizationId, id } = upload;
    // A stop between the event and the note of it leaves an upload that does not know that it is kept.
    const kept = await documents.get<FileDocument>(organizationId, 'files', id);
    if (kept === undefined) return drop(upload);
    const actor = systemActor('files', organizationId);
    await store.execute({ type: 'eraseFile', payload: { fileId: id } }, { origin: 'system', actor });
    await forget(upload);
  };

  const endPiece = async ({ organizationId, handle, uploadId }: Arriving): Promise<void> => {
    const upload = (await found({ organizationId }, uploadId))?.value;
    const file = await documents.get<FileDocument>(organizationId, 'files', uploadId);
    const inUse = [...(upload?.pieces ?? []), ...(file?.pieces ?? [])].some((one) => one.handle === handle);
    if (!inUse) await files.delete(organizationId, handle);
    await state.delete('', piecesBucket, keyOf(organizationId, handle));
  };

  return {
    limits,
    roomLeft,
    /** Begins a resumable upload. Throws `files.name`, `files.too_large`, `files.no_room`. */
    begin: async (actor: Actor, name: string, length: number, meta: CommandMeta): Promise<Upload> => {
      const upload = await begin(actor, name, length);
      return length === 0 ? finish(upload, meta) : upload;
    },
    /** Where an upload stands. Throws `files.upload_gone`. */
    look: async (actor: Actor, id: string, meta: CommandMeta): Promise<Upload> => {
      const { value } = await own(actor, id);
      return value.offset === value.length && value.type === undefined ? finish(value, meta) : value;
    },
    /**
     * Adds bytes at an offset. Those that came before the connection was cut are kept, unless a checksum says that they
     * must be whole. Throws `files.upload_gone`, `files.offset`, `files.checksum` and `file.too_large`.
     */
    append: async (
      actor: Actor,
      id: string,
      offset: number,
      body: AsyncIterable<Uint8Array>,
      checksum: Checksum | undefined,
      meta: CommandMeta,
    ): Promise<Upload> => {
      const { value: upload, etag } = await own(actor, id);
      if (upload.offset !== offset) throw offsetConflict(upload.offset);
      if (upload.pieces.length >= mostPieces)
        throw rejection('too_large', 'files.too_many_pieces', `An upload has at most ${mostPieces} pieces.`);
      const digest = checksum && createHash(checksum.algorithm);
      const watched = async function* (): AsyncGenerator<Uint8Array> {
        for await (const chunk of body) {
          digest?.update(chunk);
          yield chunk;
        }
      };
      const grown = await receive(upload, watched(), upload.length - offset, async (piece) => {
        if (checksum !== undefined) {
          const [given, made] = [Buffer.from(checksum.value, 'base64'), digest!.digest()];
          if (given.length !== made.length || !timingSafeEqual(given, made)) throw checksumWrong();
        }
        const next: Upload = {
          ...upload,
          offset: offset + piece.size,
          pieces: [...upload.pieces, piece],
          expires: clock() + dayMs,
        };
        if (piece.size === 0) {
          await files.delete(upload.organizationId, piece.handle);
          return upload;
        }
        const key = keyOf(upload.organizationId, id);
        if (!(await state.compareAndPut('', uploadsBucket, key, etag, next)))
          throw offsetConflict((await own(actor, id)).value.offset);
        return next;
      });
      return grown.offset === grown.length ? finish(grown, meta) : grown;
    },
    /** A file that comes in one request; its length is known when it ends. `announced`: the most that it can be. */
    take: async (
      actor: Actor,
      name: string,
      announced: number,
      bytes: AsyncIterable<Uint8Array>,
      meta: CommandMeta,
    ): Promise<Upload> => {
      const upload = await begin(actor, name, Math.min(announced, limits.fileBytes));
      try {
        return await receive(upload, bytes, limits.fileBytes, (piece) =>
          finish({ ...upload, length: piece.size, offset: piece.size, pieces: [piece] }, meta),
        );
      } catch (error) {
        await forget(upload);
        throw error;
      }
    },
    /** Ends an upload, whole or not; a file that a record has stays. Throws `files.upload_gone`. */
    remove: async (actor: Actor, id: string, meta: CommandMeta): Promise<void> => {
      const { value } = await own(actor, id);
      if (value.type === undefined) return drop(value);
      await store.execute({ type: 'eraseFile', payload: { fileId: id } }, { origin: meta.origin, actor: meta.actor });
      await forget(value);
    },
    /** A whole upload of this person that may be put into a field; undefined where there is none. */
    whole: async (actor: Actor, id: string): Promise<(Upload & { readonly type: string }) | undefined> => {
      const value = (await found(actor, id))?.value;
      if (value?.type === undefined || value.userId !== userOf(actor) || value.expires <= clock()) return undefined;
      return { ...value, type: value.type };
    },
    /** Removes what one person sent and no record has. */
    dropOf: async (organizationId: string, userId: string): Promise<void> => {
      for (const { value } of await state.list<Upload>('', uploadsBucket, `${organizationId}:`, mostUploads + 1))
        if (value.userId === userId) await end(value);
    },
    /** Removes what no record took in its day. A commit that took it in its last moment has an hour to be heard of. */
    sweep: async (): Promise<void> => {
      const before = clock() - 3_600_000;
      for (const { value } of await state.list<Upload>('', uploadsBucket, '', 10 * mostUploads))
        if (value.expires <= before) await end(value);
      for (const { value } of await state.list<Arriving>('', piecesBucket, '', 10 * mostUploads))
        if (value.at <= before - dayMs) await endPiece(value);
    },
  };
};
export type Uploads = ReturnType<typeof createUploads>;
