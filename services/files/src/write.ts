import type { WriteModule } from '@tessera/kernel';
import { codec, type FilesEvent } from './events.ts';
import { keepFile, eraseFile, releaseFiles, useFiles } from './kept/decide.ts';
import { fileAggregate, roomAggregate } from './kept/evolve.ts';
import { filesModel } from './kept/projection.ts';

const commands = { keepFile, useFiles, releaseFiles, eraseFile };
export type FilesCommands = typeof commands;

/** What the writer knows of the service. */
export const writeModule: WriteModule<FilesEvent> = {
  service: 'files',
  events: codec,
  aggregates: [fileAggregate, roomAggregate],
  projections: [filesModel],
  collections: [
    { name: 'files', indexes: [] },
    { name: 'places', indexes: ['fileId', 'tableId', 'recordId'] },
    { name: 'room', indexes: [] },
  ],
  commands,
};
