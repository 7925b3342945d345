import type { ModelOp, Projection } from '@tessera/kernel';
import { fileStream, roomStream, type FilesEvent } from '../events.ts';
import { placeKey, type KeptFile, type Place, type Room } from './evolve.ts';

/** A file as reads see it; one that was erased has no document. */
export type FileDocument = Omit<KeptFile, 'places' | 'erased'> & { readonly id: string; readonly used: boolean };
/** A cell that has a file. */
export type PlaceDocument = Place & { readonly fileId: string };

const placeId = (fileId: string, place: Place): string => `${fileId}/${placeKey(place)}`;

export const filesModel: Projection<FilesEvent> = {
  name: 'files',
  version: 1,
  project: (event, _context, state) => {
    const { fileId } = event.value;
    const file = state(fileStream(fileId)) as KeptFile | undefined;
    if (file === undefined) return [];
    const { places, erased, ...facts } = file;
    const ops: ModelOp[] = [];
    if (event.$case === 'fileUploaded' || event.$case === 'fileErased')
      ops.push({
        op: 'document.put',
        collection: 'room',
        id: 'files',
        document: (state(roomStream) as Room | undefined) ?? { bytes: 0, files: 0 },
      });
    if (erased) return [...ops, { op: 'document.delete', collection: 'files', id: fileId }];
    const document: FileDocument = { id: fileId, ...facts, used: places.length > 0 };
    ops.push({ op: 'document.put', collection: 'files', id: fileId, document });
    if (event.$case === 'fileUsed')
      for (const place of event.value.places)
        ops.push({
          op: 'document.put',
          collection: 'places',
          id: placeId(fileId, place),
          document: { ...place, fileId } satisfies PlaceDocument,
        });
    if (event.$case === 'fileReleased')
      for (const place of event.value.places)
        ops.push({ op: 'document.delete', collection: 'places', id: placeId(fileId, place) });
    return ops;
  },
};
