import { isId, isRejection } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { receive, route, type RouteAnswer, type RouteSet } from '@tessera/web';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Limits } from '../config.ts';
import { invalid, refuses, rejection } from '../refusals.ts';
import { checksumIn, lengthIn, nameIn, offsetIn, tusHeaders, tusVersion } from './tus.ts';
import { uploadGone, type Upload, type Uploads } from './uploads.ts';

const tag = 'files';
const fileSchema = z
  .strictObject({
    id: z.string().describe('What a field takes: `[{"id": …}]`.'),
    name: z.string(),
    size: z.number(),
    type: z.string().describe('The media type, by the first bytes.'),
  })
  .meta({ id: 'UploadedFile' });
const params = z.strictObject({ upload: z.string().refine(isId, 'not an id') });
const piece = 'application/offset+octet-stream';

const requireVersion = (headers: Readonly<Record<string, string | undefined>>): void => {
  if (headers['tus-resumable'] !== tusVersion) throw rejection('stale', 'files.tus_version', { version: tusVersion });
};

const standing = ({ offset, length, expires }: Upload): Readonly<Record<string, string>> => ({
  ...tusHeaders,
  'upload-offset': String(offset),
  'upload-length': String(length),
  'upload-expires': new Date(expires).toUTCString(),
});

/** What arrives, ending where the connection does: what came until then is worth keeping. */
async function* untilCut(raw: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (isRejection(error) || raw.complete) throw error;
  }
}

const unread = async <T>(raw: IncomingMessage, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    // Or it would be taken for the next request of the connection.
    raw.resume();
    throw error;
  }
};

export const uploadRoutes = (uploads: Uploads, limits: Limits): RouteSet => {
  const bodyLimit = limits.fileBytes + 1024 * 1024;
  return [
    route({
      method: 'get',
      path: '/v3/files/limits',
      tag,
      summary: 'How large files may be',
      description: 'Bytes of one file, and how many are left for files of the organization.',
      access: 'api',
      allows: 'files.upload',
      responses: { 200: z.strictObject({ fileBytes: z.number(), roomLeft: z.number() }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'files.upload');
        return {
          body: { fileBytes: limits.fileBytes, roomLeft: Math.max(0, await uploads.roomLeft(actor.organizationId)) },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/files',
      tag,
      summary: 'Upload a file, whole or resumable',
      description:
        'Send `multipart/form-data` with one `file` for a file in one request. For one that goes on after a cut, send no body and the headers of the tus protocol 1.0.0: `Tus-Resumable`, `Upload-Length` and `Upload-Metadata: filename <base64>`; the answer’s `Location` takes the pieces. A file that no record takes within a day is deleted. A name has up to 255 bytes and is kept exactly.',
      access: 'api',
      allows: 'files.upload',
      cost: 5,
      rawBody: true,
      bodyLimit,
      refuses: refuses(
        'files.header',
        'files.name',
        'files.no_room',
        'files.none',
        'files.too_large',
        'file.too_large',
        'files.too_many_uploads',
        'files.tus_version',
      ),
      responses: { 201: fileSchema },
      handle: ({ actor, raw, headers, meta }) =>
        unread(raw, async (): Promise<RouteAnswer> => {
          requireRight(actor, 'files.upload');
          if (headers['tus-resumable'] !== undefined || headers['upload-length'] !== undefined) {
            requireVersion(headers);
            const upload = await uploads.begin(actor, nameIn(headers) ?? 'file', lengthIn(headers), meta);
            raw.resume();
            return {
              status: 201,
              headers: { ...standing(upload), location: `/api/v3/files/uploads/${upload.id}` },
              body: { id: upload.id, name: upload.name, size: upload.length, type: upload.type ?? '' },
            };
          }
          const announced = Number(headers['content-length'] ?? limits.fileBytes);
          const { file } = await receive(raw, bodyLimit, (name, bytes: Readable) =>
            uploads.take(
              actor,
              name,
              announced,
              bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
              meta,
            ),
          );
          if (file === undefined) throw invalid('files.none');
          const { id, name, length, type } = file.result;
          return { status: 201, body: { id, name, size: length, type: type ?? '' } };
        }),
    }),
    route({
      method: 'get',
      path: '/v3/files/uploads/{upload}',
      tag,
      summary: 'Where an upload stands',
      description:
        'HEAD answers `Upload-Offset` and `Upload-Length`, as the tus protocol has it. `type` is empty until the file is whole.',
      access: 'api',
      allows: 'files.upload',
      params,
      refuses: refuses('files.no_room', 'files.upload_gone'),
      responses: { 200: fileSchema.extend({ offset: z.number() }).meta({ id: 'FileUpload' }) },
      handle: async ({ actor, params: { upload: id }, meta }) => {
        const upload = await uploads.look(actor, id, meta);
        const { name, length: size, type = '', offset } = upload;
        return { headers: standing(upload), body: { id, name, size, type, offset } };
      },
    }),
    route({
      method: 'patch',
      path: '/v3/files/uploads/{upload}',
      tag,
      summary: 'Send a piece of an upload',
      description: `The bytes from \`Upload-Offset\` on, as \`${piece}\`. With \`Upload-Checksum: sha256 <base64>\` (or sha1) a piece counts only as a whole: a wrong one is answered with 460. Without it, what came before a cut is kept.`,
      access: 'api',
      allows: 'files.upload',
      rawBody: true,
      bodyLimit,
      params,
      refuses: refuses(
        'file.too_large',
        'files.header',
        'files.no_room',
        'files.offset',
        'files.piece_type',
        'files.too_many_pieces',
        'files.tus_version',
        'files.upload_gone',
      ),
      responses: { 204: 'empty' },
      handle: ({ actor, raw, headers, params: { upload: id }, meta }) =>
        unread(raw, async (): Promise<RouteAnswer> => {
          requireRight(actor, 'files.upload');
          requireVersion(headers);
          if (headers['content-type'] !== piece) throw invalid('files.piece_type');
          try {
            const upload = await uploads.append(actor, id, offsetIn(headers), untilCut(raw), checksumIn(headers), meta);
            return { status: 204, headers: standing(upload) };
          } catch (error) {
            // What the protocol has a status of its own for.
            if (isRejection(error) && error.code === 'files.checksum')
              return {
                status: 460,
                headers: tusHeaders,
                body: { error: { code: error.code, message: error.message } },
              };
            throw error;
          }
        }),
    }),
    route({
      method: 'delete',
      path: '/v3/files/uploads/{upload}',
      tag,
      summary: 'End an upload',
      description: 'What came of it is deleted, also when it is whole; a file that a record has stays.',
      access: 'api',
      allows: 'files.upload',
      params,
      refuses: refuses('files.upload_gone'),
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { upload: id }, meta }) => {
        if (!isId(id)) throw uploadGone();
        await uploads.remove(actor, id, meta);
        return { status: 204, headers: tusHeaders };
      },
    }),
  ];
};
