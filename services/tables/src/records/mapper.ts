import type { Column } from '@tessera/proto/tables/v1/values';
import type { Cell, StorageKind } from '@tessera/kernel';
import { dateToDays, daysToDate } from './dates.ts';

/** The cells of one column: null is empty, undefined untouched. */
export type Cells = (Cell | null | undefined)[];

const SET = 0;
const EMPTY = 1;
const UNTOUCHED = 2;

type ColumnValue = NonNullable<Column['cells']>;

const wrap = (kind: StorageKind, set: readonly Cell[]): ColumnValue => {
  switch (kind) {
    case 'text':
      return { $case: 'text', value: { values: set as string[] } };
    case 'decimal':
      return { $case: 'decimal', value: { values: set as string[] } };
    case 'boolean':
      return { $case: 'boolean', value: { values: set as boolean[] } };
    case 'date': {
      const values = new Array<number>(set.length);
      for (let i = 0; i < set.length; i++) values[i] = dateToDays(set[i] as string);
      return { $case: 'date', value: { values } };
    }
    case 'instant':
      return { $case: 'instant', value: { values: set as number[] } };
    case 'option':
      return { $case: 'option', value: { values: set as string[] } };
    case 'user':
      return { $case: 'user', value: { values: set as string[] } };
    case 'options':
    case 'users': {
      const values = new Array<{ ids: string[] }>(set.length);
      for (let i = 0; i < set.length; i++) values[i] = { ids: set[i] as string[] };
      return { $case: kind, value: { values } };
    }
  }
};

/**
 * Cells to a column message. No states are written when every cell is set; the array of cells is then taken as it is.
 */
export const toColumn = (fieldId: string, generation: number, kind: StorageKind, cells: Cells): Column => {
  let unset = 0;
  for (let i = 0; i < cells.length; i++) if (cells[i] === null || cells[i] === undefined) unset++;
  if (unset === 0) return { fieldId, generation, states: new Uint8Array(0), cells: wrap(kind, cells as Cell[]) };
  const states = new Uint8Array(cells.length);
  const set: Cell[] = [];
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    if (cell === undefined) states[i] = UNTOUCHED;
    else if (cell === null) states[i] = EMPTY;
    else set.push(cell);
  }
  return { fieldId, generation, states, cells: wrap(kind, set) };
};

/**
 * How a column message is stored; undefined for one without cells (all are empty or untouched and the writer left them
 * out).
 */
export const kindOf = (column: Column): StorageKind | undefined => column.cells?.$case;

/** The set cells as the kernel knows them, in order; shares the message's array where no conversion is needed. */
const setCells = (cells: ColumnValue | undefined): readonly Cell[] => {
  if (cells === undefined) return [];
  switch (cells.$case) {
    case 'date':
      return cells.value.values.map(daysToDate);
    case 'options':
    case 'users':
      return cells.value.values.map((list) => list.ids);
    default:
      return cells.value.values;
  }
};

/** A column message to cells, `count` of them. Total: a malformed column gives empty cells, never an error. */
export const fromColumn = (column: Column, count: number): Cells => {
  const set = setCells(column.cells);
  const states = column.states;
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
  const cells = column.cells;
  if (cells === undefined) return null;
  switch (cells.$case) {
    case 'date': {
      const days = cells.value.values[at];
      return days === undefined ? null : daysToDate(days);
    }
    case 'options':
    case 'users':
      return cells.value.values[at]?.ids ?? null;
    default:
      return cells.value.values[at] ?? null;
  }
};

/** How many cells the column sets, and whether its states speak of exactly `count` records. */
export const fits = (column: Column, count: number): boolean => {
  const set = column.cells?.value.values.length ?? 0;
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

export const sameCell = (a: Cell | null | undefined, b: Cell | null | undefined): boolean => {
  if (a === b || ((a === null || a === undefined) && (b === null || b === undefined))) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
};
