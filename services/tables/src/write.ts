import type { WriteModule } from '@tessera/kernel';
import { changeComment, deleteComment, restoreComment, writeComment } from './comments/decide.ts';
import { changeConditionals } from './conditionals/decide.ts';
import { copyChunk } from './copies/chunk.ts';
import { duplicateTable } from './copies/decide.ts';
import { archiveTable, createTable, describeTable, eraseTable, restoreTable } from './definitions/decide.ts';
import { tableAggregate } from './definitions/evolve.ts';
import { collections, definitionsProjection } from './definitions/projection.ts';
import { schemaOf } from './definitions/schema.ts';
import type { TableState } from './definitions/state.ts';
import { decodeEvent, encodeEvent, tableStream, type TablesEvent } from './events.ts';
import { addField, changeField, deleteField, reorderFields, restoreField } from './fields/decide.ts';
import { derivation } from './formulas/derived.ts';
import { limited, limitedIn } from './limits/limited.ts';
import { notices } from './notices.ts';
import { changesRecords, endOperation, operationChunk, startOperation } from './operations/decide.ts';
import { operationAggregate } from './operations/state.ts';
import { appendRecords } from './records/append.ts';
import { findTaken } from './records/taken.ts';
import { createdPlaces, createRecords } from './records/create.ts';
import { eraseFromEvent, focusEvent } from './records/parts.ts';
import { numbersAggregate } from './records/numbers.ts';
import { recordsProjection } from './records/projection.ts';
import { deleteRecords, heldClaims, restoreRecords } from './records/trash.ts';
import { updatedPlaces, updateRecords } from './records/update.ts';
import { batchPlaces, writeBatch } from './records/write-batch.ts';
import { duplicateField } from './fields/duplicate.ts';
import { changeForm } from './forms/decide.ts';
import { reachLimit, watchAggregate } from './stays/watch.ts';
import { guardTable } from './triggers/decide.ts';
import { guarded } from './triggers/guard.ts';
import { undoCommit, undoPreview } from './undo/decide.ts';
import { changeView, createView, deleteView } from './views/decide.ts';
import { viewAggregate } from './views/evolve.ts';

const commands = {
  'tables.create': createTable,
  'tables.duplicate': duplicateTable,
  'tables.describe': describeTable,
  'tables.archive': archiveTable,
  'tables.restore': restoreTable,
  'tables.erase': eraseTable,
  'tables.guard': guardTable,
  'tables.conditionals': changeConditionals,
  'tables.form': changeForm,
  'fields.add': addField,
  'fields.change': changeField,
  'fields.duplicate': duplicateField,
  'fields.reorder': reorderFields,
  'fields.delete': deleteField,
  'fields.restore': restoreField,
  'views.create': createView,
  'views.change': changeView,
  'views.delete': deleteView,
  'records.create': limited(guarded(createRecords, { places: createdPlaces })),
  'records.update': guarded(updateRecords, { places: updatedPlaces }),
  'records.delete': guarded(deleteRecords),
  'records.restore': restoreRecords,
  'records.append': limited(guarded(appendRecords)),
  'records.write': limited(guarded(writeBatch, { places: batchPlaces })),
  'records.taken': findTaken,
  'operations.start': startOperation,
  'operations.chunk': guarded(operationChunk, { applies: changesRecords }),
  'operations.copy': limitedIn(copyChunk, (_command, { schema }) => schema.table.id),
  'operations.end': endOperation,
  'comments.write': writeComment,
  'comments.change': changeComment,
  'comments.delete': deleteComment,
  'comments.restore': restoreComment,
  'stays.reached': reachLimit,
  'undo.commit': undoCommit,
  'undo.preview': undoPreview,
};
export type TablesCommands = typeof commands;

/** All that the writer thread knows of this service. Pure modules only. */
export const writeModule: WriteModule<TablesEvent> = {
  service: 'tables',
  events: { encode: encodeEvent, decode: decodeEvent },
  aggregates: [tableAggregate, viewAggregate, operationAggregate, numbersAggregate, watchAggregate],
  projections: [definitionsProjection, recordsProjection],
  collections,
  commands,
  derivation,
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
