import type { WriteModule } from '@tessera/kernel';
import { archiveTable, createTable, describeTable, restoreTable } from './definitions/decide.ts';
import { tableAggregate } from './definitions/evolve.ts';
import { collections, definitionsProjection } from './definitions/projection.ts';
import { schemaOf } from './definitions/schema.ts';
import type { TableState } from './definitions/state.ts';
import { decodeEvent, encodeEvent, tableStream, type TablesEvent } from './events.ts';
import { addField, changeField, deleteField, reorderFields, restoreField } from './fields/decide.ts';
import { notices } from './notices.ts';
import { endOperation, operationChunk, startOperation } from './operations/decide.ts';
import { operationAggregate } from './operations/state.ts';
import { appendRecords } from './records/append.ts';
import { createRecords } from './records/decide.ts';
import { eraseFromEvent, focusEvent } from './records/parts.ts';
import { recordsProjection } from './records/projection.ts';
import { deleteRecords, heldClaims, restoreRecords } from './records/trash.ts';
import { updateRecords } from './records/update.ts';
import { undoCommit, undoPreview } from './undo/decide.ts';
import { changeView, createView, deleteView } from './views/decide.ts';

/** All that the writer thread knows of this service. Pure modules only. */
export const writeModule: WriteModule<TablesEvent> = {
  service: 'tables',
  events: { encode: encodeEvent, decode: decodeEvent },
  aggregates: [tableAggregate, operationAggregate],
  projections: [definitionsProjection, recordsProjection],
  collections,
  commands: {
    'tables.create': createTable,
    'tables.describe': describeTable,
    'tables.archive': archiveTable,
    'tables.restore': restoreTable,
    'fields.add': addField,
    'fields.change': changeField,
    'fields.reorder': reorderFields,
    'fields.delete': deleteField,
    'fields.restore': restoreField,
    'views.create': createView,
    'views.change': changeView,
    'views.delete': deleteView,
    'records.create': createRecords,
    'records.update': updateRecords,
    'records.delete': deleteRecords,
    'records.restore': restoreRecords,
    'records.append': appendRecords,
    'operations.start': startOperation,
    'operations.chunk': operationChunk,
    'operations.end': endOperation,
    'undo.commit': undoCommit,
    'undo.preview': undoPreview,
  },
  focus: focusEvent,
  erase: eraseFromEvent,
  notices,
  holds: {
    rows: (table, rows, state) => {
      const definition = state(tableStream(table)) as TableState | undefined;
      return definition === undefined ? [] : heldClaims(schemaOf(definition), rows);
    },
  },
};
