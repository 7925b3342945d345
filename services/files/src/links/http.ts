import { isId, isRejection } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import { beginnerOf, createDirectory } from '@tessera/runtime/directory';
import { route, type RouteAnswer, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Place } from '../kept/evolve.ts';
import { streamOf } from '../kept/read.ts';
import { notFound, refuses } from '../refusals.ts';
import type { Thumbnails } from '../thumbnails/thumbnails.ts';
import { fileHeaders, rangeIn } from './answer.ts';
import { noSuchFile, type Readable, type ReadableFiles } from './readable.ts';
import { createLinks, type Link } from './signed.ts';

const tag = 'files';
const id = z.string().refine(isId, 'not an id');
const mostLinks = 1000;
const linkGone = () => notFound('files.link');

const addressOf = (link: string): string => `/api/v3/files/open/${link}`;

export const linkRoutes = (
  ports: Pick<ServicePorts, 'rpc' | 'vault' | 'files' | 'clock'>,
  readable: ReadableFiles,
  thumbnails: Thumbnails,
): RouteSet => {
  const { rpc, vault, files, clock } = ports;
  const links = createLinks(vault, clock);
  const directory = createDirectory(rpc.client(AuthServiceDefinition), clock, 'files');

  const picture = async (organizationId: string, file: Readable): Promise<RouteAnswer> => {
    const stream = await thumbnails.of(organizationId, file);
    if (stream === undefined) throw noSuchFile();
    return { headers: fileHeaders(`${file.name}.webp`, 'image/webp'), stream };
  };

  const open = async ({ fileId, place, what, ...beginner }: Link, range: string | undefined): Promise<RouteAnswer> => {
    const actor = await directory.present(beginner);
    if (actor === undefined) throw linkGone();
    const file = await readable.read(actor, fileId, place);
    const { name, type, size, pieces } = file;
    if (what === 'thumbnail') return picture(actor.organizationId, file);
    const headers = fileHeaders(name, type);
    try {
      const part = rangeIn(range, size);
      const length = part === undefined ? size : part.end - part.start + 1;
      return {
        status: part === undefined ? 200 : 206,
        headers: {
          ...headers,
          'content-length': String(length),
          ...(part !== undefined && { 'content-range': `bytes ${part.start}-${part.end}/${size}` }),
        },
        stream: streamOf(files, actor.organizationId, pieces, part),
      };
    } catch (error) {
      if (isRejection(error) && error.code === 'files.range')
        return { status: 416, headers: { 'content-range': `bytes */${size}` } };
      throw error;
    }
  };

  return [
    route({
      method: 'get',
      path: '/v3/files/{file}',
      tag,
      summary: 'Read a file',
      description:
        'Leads on (302) to a signed link that is good for some hours. Whoever may read a field that has the file may read it, at the moment of reading: the link ends with the right. A file is sent as an attachment, but for pictures that no browser runs anything of.',
      access: 'api',
      allows: 'files.read',
      params: z.strictObject({ file: id }),
      refuses: refuses('files.not_found'),
      responses: { 302: 'empty' },
      handle: async ({ actor, params: { file } }) => {
        await readable.read(actor, file);
        const link = await links.make({ ...beginnerOf(actor), fileId: file, what: 'file' });
        return { status: 302, headers: { location: addressOf(link) } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/files/{file}/thumbnail',
      tag,
      summary: 'A small picture of a file',
      description:
        'Webp of at most 512 px a side, for whoever may read the file. Not found where the file is no picture that can be made small.',
      access: 'api',
      allows: 'files.read',
      params: z.strictObject({ file: id }),
      refuses: refuses('files.not_found'),
      responses: { 200: z.any() },
      handle: async ({ actor, params: { file } }) => picture(actor.organizationId, await readable.read(actor, file)),
    }),
    route({
      method: 'post',
      path: '/v3/files/links',
      tag,
      summary: 'Links to files of a field',
      description:
        'Signed links to files in cells of one field, at most 1,000, each with one to its thumbnail where it is a picture. Files that the caller may not read are not among them.',
      access: 'api',
      allows: 'files.read',
      whenViewing: true,
      body: z.strictObject({
        tableId: id,
        fieldId: id,
        files: z.array(z.strictObject({ recordId: id, id })).max(mostLinks),
      }),
      responses: {
        200: z.strictObject({
          links: z.array(
            z
              .strictObject({ recordId: id, id, url: z.string(), thumbnail: z.string().nullable() })
              .meta({ id: 'FileLink' }),
          ),
        }),
      },
      handle: async ({ actor, body: { tableId, fieldId, files: asked } }) => {
        const recordIds = [...new Set(asked.map(({ recordId }) => recordId))];
        const found =
          recordIds.length === 0
            ? new Map<string, ReadonlyMap<string, string>>()
            : await readable.namesIn(actor, { tableId, fieldIds: [fieldId], recordIds });
        const made = [];
        for (const { recordId, id: fileId } of asked) {
          if (found.get(recordId)?.has(fileId) !== true) continue;
          const file = await readable.document(actor, fileId);
          if (file === undefined) continue;
          const place: Place = { tableId, fieldId, recordId };
          const link = (what: Link['what']): Promise<string> =>
            links.make({ ...beginnerOf(actor), fileId, place, what });
          made.push({
            recordId,
            id: fileId,
            url: addressOf(await link('file')),
            thumbnail: thumbnails.takes(file) ? addressOf(await link('thumbnail')) : null,
          });
        }
        return { body: { links: made } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/files/open/{link}',
      tag,
      summary: 'What a link opens',
      description:
        'Bytes of a file; `Range` is known. The link names who reads, and their right is asked for each time.',
      access: 'public',
      allows: 'none',
      // A page of pictures is some hundred of them: forged links cost a signature, others count for their person.
      limit: 'own',
      params: z.strictObject({ link: z.string().max(4000) }),
      refuses: refuses('files.link', 'files.not_found'),
      responses: { 200: z.any() },
      handle: async ({ params: { link: text }, headers }) => {
        const link = await links.read(text);
        if (link === undefined) throw linkGone();
        return open(link, headers['range']);
      },
    }),
  ];
};
