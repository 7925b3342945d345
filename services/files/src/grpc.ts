import { FilesServiceDefinition } from '@tessera/proto/files/v1/service';
import { isRejection } from '@tessera/kernel';
import type { RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { ReadableFiles } from './links/readable.ts';
import { invalid } from './refusals.ts';
import type { Uploads } from './uploads/uploads.ts';

const mostFiles = 1000;

/** What other services may ask. */
export const filesRpc = (uploads: Pick<Uploads, 'whole'>, readable: ReadableFiles): RpcRegistration => {
  const handlers: RpcHandlers<FilesServiceDefinition> = {
    describeFiles: async ({ fileIds, tableId, fieldIds, recordIds }, { actor }) => {
      if (fileIds.length > mostFiles || recordIds.length > mostFiles)
        throw invalid('files.too_many', `At most ${mostFiles} files are described at once.`, { limit: mostFiles });
      const present = new Map<string, string>();
      if (tableId !== '' && recordIds.length > 0)
        for (const names of (await readable.namesIn(actor, { tableId, fieldIds, recordIds })).values())
          for (const [id, name] of names) present.set(id, name);
      const files = [];
      for (const id of fileIds) {
        const name = present.get(id);
        const upload = name === undefined ? await uploads.whole(actor, id) : undefined;
        if (upload !== undefined) {
          files.push({ id, name: upload.name, size: upload.length, type: upload.type });
          continue;
        }
        const file = await (name === undefined ? readable.read(actor, id) : readable.called(actor, id, name)).catch(
          (error: unknown) => {
            if (isRejection(error) && error.kind === 'not_found') return undefined;
            throw error;
          },
        );
        if (file !== undefined) files.push({ id, name: file.name, size: file.size, type: file.type });
      }
      return { files };
    },
  };
  return { definition: FilesServiceDefinition, handlers };
};
