import type { WriteModule } from '@tessera/kernel';
import { codec, type ConnectorsEvent } from './events.ts';
import { endImport, noteAdvance, noteTable, noteTableGone, planImport } from './imports/decide.ts';
import { importAggregate } from './imports/evolve.ts';
import { importsModel } from './imports/projection.ts';

const commands = { planImport, noteTable, noteTableGone, noteAdvance, endImport };
export type ConnectorsCommands = typeof commands;

/** What the writer thread knows of connectors. */
export const writeModule: WriteModule<ConnectorsEvent> = {
  service: 'connectors',
  events: codec,
  aggregates: [importAggregate],
  projections: [importsModel],
  collections: [{ name: 'imports', indexes: ['identifier', 'state', 'tableId', 'userId'] }],
  commands,
  notices: (event) => [{ topic: `operation:${event.value.operationId}`, kind: 'progress' }],
};
