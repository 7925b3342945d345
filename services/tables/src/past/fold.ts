import type { Cell, Row } from '@tessera/kernel';
import { cellAt } from '@tessera/proto/cells';
import type { Schema } from '../definitions/schema.ts';
import { draftColumn, draftFieldId } from '../definitions/state.ts';
import type { TablesEvent } from '../events.ts';

/** What changes since a moment tell of a record as it was before them. */
type Before = {
  /** Whether it was in the trash; undefined where it neither went there nor came from there since. */
  deleted?: boolean | undefined;
  /** Cells that changed since, by field and generation. */
  readonly cells: Map<string, Cell | null>;
};
/** By record: those that changed since a moment and were there before it. */
export type Befores = Map<string, Before>;

const changes = new Set(['cellsChanged', 'recordsDeleted', 'recordsRestored']);
const definitions = new Set(['fieldAdded', 'fieldChanged', 'fieldConversionEnded']);
/** Types of events that say how a record was. */
export const changesRecords = (type: string): boolean => changes.has(type);
/** Types of events after which a field may have no values of before. */
export const changesFields = (type: string): boolean => definitions.has(type);

const beforeOf = (befores: Befores, id: string): Before => {
  const known = befores.get(id);
  if (known !== undefined) return known;
  const made: Before = { cells: new Map() };
  befores.set(id, made);
  return made;
};

const keyOf = (fieldId: string, generation: number): string => `${fieldId} ${generation}`;

/** Takes an event back. Events come newest first: what an earlier one says of before stands. */
export const foldBack = (befores: Befores, event: TablesEvent): void => {
  switch (event.$case) {
    case 'recordsCreated':
      for (const id of event.value.recordIds) befores.delete(id);
      return;
    case 'recordsDeleted':
    case 'recordsRestored':
      for (const id of event.value.recordIds) beforeOf(befores, id).deleted = event.$case === 'recordsRestored';
      return;
    case 'cellsChanged': {
      const { recordIds, before } = event.value;
      recordIds.forEach((id, i) => {
        const { cells } = beforeOf(befores, id);
        for (const column of before) {
          const cell = cellAt(column, i);
          if (cell !== undefined) cells.set(keyOf(column.fieldId, column.generation), cell);
        }
      });
      return;
    }
    default:
  }
};

/** Adds what later changes say: where both say something, the earlier ones are right. */
export const addLater = (befores: Befores, later: Befores): void => {
  for (const [id, { deleted, cells }] of later) {
    const known = beforeOf(befores, id);
    known.deleted ??= deleted;
    for (const [key, cell] of cells) if (!known.cells.has(key)) known.cells.set(key, cell);
  }
};

/** Fields that an event leaves without values of before it: they were added, or became of another type. */
export const unsettledBy = (event: TablesEvent): readonly string[] => {
  switch (event.$case) {
    case 'fieldAdded':
      return event.value.field === undefined ? [] : [event.value.field.id];
    case 'fieldChanged':
    case 'fieldConversionEnded': {
      const { before, after } = event.value;
      return after === undefined || before?.generation === after.generation ? [] : [after.id];
    }
    default:
      return [];
  }
};

/** A record as it was: the present one with the cells of before. Undefined for one that was in the trash. */
export const turnBack = (schema: Schema, row: Row, before: Before | undefined): Row | undefined => {
  if (before === undefined) return row.deleted ? undefined : row;
  if (before.deleted ?? row.deleted) return undefined;
  const cells = { ...row.cells };
  const put = (column: string, key: string): void => {
    const cell = before.cells.get(key);
    if (cell !== undefined) cells[column] = cell;
  };
  for (const { id, column, state } of schema.fields) put(column, keyOf(id, state.generation));
  put(draftColumn, keyOf(draftFieldId, 0));
  return { ...row, deleted: false, cells };
};
