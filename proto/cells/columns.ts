import type { Cell, PartSpecs, StorageKind } from '@tessera/kernel';
import type { Column } from '../gen/tessera/tables/v1/values.ts';
import { messageKinds } from './kinds/list.ts';
import type { ColumnValue, MessageKind } from './kinds/kind.ts';

/** The cells of one column: null is empty, undefined untouched. */
export type Cells = (Cell | null | undefined)[];

const SET = 0;
const EMPTY = 1;
const UNTOUCHED = 2;

const messageOf = (cells: ColumnValue): MessageKind => messageKinds[cells.$case];

/** Set cells to the part of a column message that holds them. */
export const wrapCells = (kind: StorageKind, set: readonly Cell[], parts?: PartSpecs): ColumnValue =>
  messageKinds[kind].wrap(set, parts);

/**
 * Cells to a column message. No states are written when every cell is set; the array of cells is then taken as it is.
 */
export const toColumn = (
  fieldId: string,
  generation: number,
  kind: StorageKind,
  cells: Cells,
  parts?: PartSpecs,
): Column => {
  let unset = 0;
  for (let i = 0; i < cells.length; i++) if (cells[i] === null || cells[i] === undefined) unset++;
  if (unset === 0)
    return { fieldId, generation, states: new Uint8Array(0), cells: wrapCells(kind, cells as Cell[], parts) };
  const states = new Uint8Array(cells.length);
  const set: Cell[] = [];
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    if (cell === undefined) states[i] = UNTOUCHED;
    else if (cell === null) states[i] = EMPTY;
    else set.push(cell);
  }
  return { fieldId, generation, states, cells: wrapCells(kind, set, parts) };
};

/**
 * How a column message is stored; undefined for one without cells (all are empty or untouched and the writer left them
 * out).
 */
export const kindOf = (column: Column): StorageKind | undefined => column.cells?.$case;

/** A column message to cells, `count` of them. Total: a malformed column gives empty cells, never an error. */
export const fromColumn = (column: Column, count: number): Cells => {
  const { states, cells: message } = column;
  // The kernel's cells, in order; the message's own array where no conversion is needed.
  const set = message === undefined ? [] : messageOf(message).cells(message);
  if (states.length === 0 && set.length === count) return set as Cells;
  const cells = new Array<Cell | null | undefined>(count);
  let next = 0;
  for (let i = 0; i < count; i++) {
    const state = states.length === 0 ? SET : states[i];
    cells[i] = state === SET ? (set[next++] ?? null) : state === EMPTY ? null : undefined;
  }
  return cells;
};

/** One cell of a column: what a history entry of one record needs. */
export const cellAt = (column: Column, index: number): Cell | null | undefined => {
  const { states } = column;
  let at = index;
  if (states.length > 0) {
    if (states[index] === EMPTY) return null;
    if (states[index] !== SET) return undefined;
    at = 0;
    for (let i = 0; i < index; i++) if (states[i] === SET) at++;
  }
  return column.cells === undefined ? null : (messageOf(column.cells).at(column.cells, at) ?? null);
};

/** A column for some of its records, by their places in ascending order. */
export const pickColumn = (column: Column, places: readonly number[]): Column => {
  const { states, cells } = column;
  const pick = (message: ColumnValue, at: readonly number[]): ColumnValue => messageOf(message).pick(message, at);
  if (states.length === 0) return cells === undefined ? column : { ...column, cells: pick(cells, places) };
  const kept = new Uint8Array(places.length);
  const set: number[] = [];
  let rank = 0;
  let next = 0;
  for (let i = 0; i < states.length && next < places.length; i++) {
    if (i === places[next]) {
      kept[next] = states[i]!;
      next += 1;
      if (states[i] === SET) set.push(rank);
    }
    if (states[i] === SET) rank += 1;
  }
  return { ...column, states: kept, ...(cells !== undefined && { cells: pick(cells, set) }) };
};

/** How many cells the column sets, and whether its states speak of exactly `count` records. */
export const fits = (column: Column, count: number): boolean => {
  const set = column.cells === undefined ? 0 : messageOf(column.cells).count(column.cells);
  if (column.states.length === 0) return set === count;
  if (column.states.length !== count) return false;
  let expected = 0;
  for (let i = 0; i < count; i++) {
    const state = column.states[i]!;
    if (state > UNTOUCHED) return false;
    if (state === SET) expected++;
  }
  return expected === set;
};
