import { isId, isRejection, newId, type Actor } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { receive, route, type RouteSet } from '@tessera/web';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import type { Limits } from '../config.ts';
import { problemOfBytes, problemOfName, problemText, sourcesOfName } from '../csv/encoding.ts';
import type { ConnectorsEvent } from '../events.ts';
import { requireSource, type Wizards } from '../imports/wizards.ts';
import type { Handles } from './handles.ts';
import type { Kept } from './kept.ts';
import { notFound, refuses } from '../refusals.ts';

type Outcome =
  | { readonly handle: string; readonly size: number; readonly sha256: string }
  | { readonly error: { readonly id: string; readonly message: string; readonly reason?: string } };

const sniffBytes = 64 * 1024;

/** The base name alone: what a browser or a script calls its folders is nobody's business. */
const baseOf = (name: string): string =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200) || 'file.csv';

const wrongType = (name: string) => ({
  id: 'invalid_file_type',
  message: `Invalid file type / Invalid file: ${name}`,
});

const megabytes = (bytes: number): string => `${Math.round(bytes / (1024 * 1024)).toLocaleString('en-US')} MB`;

/**
 * Passes bytes on and keeps the first of them. Whoever stops taking them leaves a stream that can still be drained, or
 * the answer would never be read.
 */
const keepHead = async function* (bytes: Readable, head: Uint8Array[]): AsyncGenerator<Uint8Array> {
  let kept = 0;
  for await (const chunk of bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    if (kept < sniffBytes) {
      head.push(chunk.subarray(0, sniffBytes - kept));
      kept += Math.min(chunk.length, sniffBytes - kept);
    }
    yield chunk;
  }
};

export const uploadRoutes = (
  ports: ServicePorts<ConnectorsEvent>,
  limits: Limits,
  handles: Handles,
  wizards: Wizards,
  kept: Kept,
): RouteSet => {
  const { files } = ports;
  const bodyLimit = limits.uploadBytes + 1024 * 1024;

  /**
   * Streams a file into the store under a new handle and looks at its first bytes; what is not what its name says is
   * refused and not kept. `announced`: what the sender said that the whole is at most.
   */
  const take = async (actor: Actor, name: string, announced: number, bytes: Readable): Promise<Outcome> => {
    const workbook = problemOfName(name);
    if (workbook !== undefined) {
      bytes.resume();
      return { error: { id: 'review_spreadsheet', reason: workbook, message: problemText[workbook] } };
    }
    const [source] = sourcesOfName(name);
    if (source === undefined) {
      bytes.resume();
      return { error: wrongType(name) };
    }
    const handle = newId();
    const most = Math.min(announced, limits.uploadBytes);
    if (!(await kept.reserve(actor.organizationId, handle, most, userOf(actor)))) {
      bytes.resume();
      return {
        error: {
          id: 'uploads_full',
          message: `Files for imports may take ${megabytes(limits.keptBytes)} together, and this one has no room. Each goes a day after its import ended, or after a week.`,
        },
      };
    }
    const head: Uint8Array[] = [];
    let written = false;
    try {
      const { size, sha256 } = await files.write(
        actor.organizationId,
        handle,
        keepHead(bytes, head),
        limits.uploadBytes,
      );
      written = true;
      const problem = problemOfBytes(source, Buffer.concat(head));
      if (problem !== undefined) {
        await kept.drop(actor.organizationId, handle);
        return { error: { id: 'review_spreadsheet', reason: problem, message: problemText[problem] } };
      }
      await kept.arrived(actor.organizationId, handle, size, userOf(actor));
      return { handle, size, sha256 };
    } catch (error) {
      bytes.resume();
      // A write that failed leaves no file. Where this fails as well, the sweep comes by.
      await (written ? kept.drop : kept.forget)(actor.organizationId, handle).catch(() => undefined);
      if (isRejection(error) && error.kind === 'too_large')
        return {
          error: {
            id: 'file_too_large',
            message: `This file is larger than ${megabytes(limits.uploadBytes)}, the most that an import takes.`,
          },
        };
      throw error;
    }
  };

  return [
    route({
      method: 'post',
      path: '/connector/call',
      tag: 'connectors',
      summary: 'Upload a file for an import (multipart: identifier, connector_id, function=upload, file)',
      description:
        'Send `multipart/form-data`. The answer names the file for the next calls. The file is deleted a day after its import ends, or after a week.',
      access: 'api',
      allows: 'imports.begin',
      cost: 10,
      rawBody: true,
      bodyLimit,
      refuses: refuses('connectors.forbidden', 'imports.fill_forbidden', 'object_not_found', 'file.too_large'),
      responses: {
        200: z.strictObject({
          filePath: z.string().nullable(),
          name: z.string().nullable(),
          size: z.number().nullable(),
          error: z
            .strictObject({
              id: z.string(),
              message: z.string(),
              reason: z
                .string()
                .optional()
                .describe('Of review_spreadsheet: what the file is, such as workbook, protected or empty.'),
            })
            .nullable(),
        }),
      },
      handle: async ({ actor, raw }) => {
        if (!can(actor, 'imports.begin').allow) requireRight(actor, 'imports.create');
        const announced = Number(raw.headers['content-length'] ?? bodyLimit);
        let taking: Promise<Outcome> | undefined;
        const discard = async (): Promise<void> => {
          const taken = await taking?.catch(() => undefined);
          if (taken && 'handle' in taken) await kept.drop(actor.organizationId, taken.handle);
        };
        const { fields, file } = await receive(
          raw,
          bodyLimit,
          (given, bytes) => (taking = take(actor, baseOf(given), announced, bytes)),
        ).catch(async (error: unknown) => {
          await discard();
          throw error;
        });
        const identifier = fields['identifier'] ?? '';
        try {
          const source = requireSource(fields['connector_id'] ?? '');
          if (fields['function'] !== 'upload')
            throw notFound('object_not_found', 'This connector has no such function.');
          if (!isId(identifier)) throw notFound('object_not_found', 'This import is no longer there. Begin again.');
          const { object } = await wizards.require(actor, identifier);
          if (object === undefined) requireRight(actor, 'imports.create');
          else requireRight(actor, 'imports.fill', object);
          const name = baseOf(file?.name ?? '');
          if (file && !('error' in file.result) && !sourcesOfName(name).includes(source)) {
            await discard();
            return { body: { filePath: null, name, size: null, error: wrongType(name) } };
          }
        } catch (error) {
          await discard();
          throw error;
        }
        if (!file)
          return {
            body: {
              filePath: null,
              name: null,
              size: null,
              error: { id: 'review_spreadsheet', message: 'No file was sent.' },
            },
          };
        const name = baseOf(file.name);
        if ('error' in file.result) return { body: { filePath: null, name, size: null, error: file.result.error } };
        const { handle, size, sha256 } = file.result;
        const filePath = await handles.make({
          organizationId: actor.organizationId,
          userId: userOf(actor),
          file: handle,
          name,
          size,
          sha256,
        });
        await wizards.uploaded(actor, identifier, { filePath, name, size });
        return { body: { filePath, name, size, error: null } };
      },
    }),
  ];
};
