export type Place = { readonly row: number; readonly col: number };

/** The active cell is the anchor; the block reaches from it to the focus. */
export type Selection = { readonly anchor: Place; readonly focus: Place };

export type Block = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number };

/** What can be selected: rows (without the one that adds a record), columns, and how many rows a page holds. */
export type Bounds = { readonly rows: number; readonly cols: number; readonly page: number };

export type Step = 'cell' | 'page' | 'edge';
export type Direction = 'up' | 'down' | 'left' | 'right';

export const selectOne = (row: number, col: number): Selection => ({ anchor: { row, col }, focus: { row, col } });

export const blockOf = ({ anchor, focus }: Selection): Block => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.col, focus.col),
  right: Math.max(anchor.col, focus.col),
});

export const isSingle = ({ anchor, focus }: Selection): boolean => anchor.row === focus.row && anchor.col === focus.col;

export const cellCount = (block: Block): number => (block.bottom - block.top + 1) * (block.right - block.left + 1);

const clampTo = (value: number, count: number): number => Math.min(Math.max(0, value), Math.max(0, count - 1));

export const clampPlace = (place: Place, bounds: Bounds): Place => ({
  row: clampTo(place.row, bounds.rows),
  col: clampTo(place.col, bounds.cols),
});

/** The selection after the table got smaller; null when nothing is left to select. */
export const clampSelection = (selection: Selection | null, bounds: Bounds): Selection | null =>
  selection === null || bounds.rows === 0 || bounds.cols === 0
    ? null
    : { anchor: clampPlace(selection.anchor, bounds), focus: clampPlace(selection.focus, bounds) };

const stepped = (from: Place, direction: Direction, step: Step, bounds: Bounds): Place => {
  const distance = step === 'edge' ? Number.MAX_SAFE_INTEGER / 2 : step === 'page' ? Math.max(1, bounds.page) : 1;
  const row = direction === 'up' ? from.row - distance : direction === 'down' ? from.row + distance : from.row;
  const col = direction === 'left' ? from.col - distance : direction === 'right' ? from.col + distance : from.col;
  return clampPlace({ row, col }, bounds);
};

/** Arrow, page and edge movement; `extend` keeps the anchor. */
export const moveSelection = (
  selection: Selection,
  direction: Direction,
  step: Step,
  extend: boolean,
  bounds: Bounds,
): Selection => {
  const to = stepped(extend ? selection.focus : selection.anchor, direction, step, bounds);
  return extend ? { anchor: selection.anchor, focus: to } : { anchor: to, focus: to };
};

/** Tab: to the next cell, over the end of a row to the next one; null past the last cell. */
export const tabFrom = ({ anchor }: Selection, back: boolean, bounds: Bounds): Selection | null => {
  const index = anchor.row * bounds.cols + anchor.col + (back ? -1 : 1);
  if (index < 0 || index >= bounds.rows * bounds.cols) return null;
  return selectOne(Math.floor(index / bounds.cols), index % bounds.cols);
};

export const selectRows = (from: number, to: number, bounds: Bounds): Selection => ({
  anchor: clampPlace({ row: from, col: 0 }, bounds),
  focus: clampPlace({ row: to, col: bounds.cols - 1 }, bounds),
});

export const selectColumns = (from: number, to: number, bounds: Bounds): Selection => ({
  anchor: clampPlace({ row: 0, col: from }, bounds),
  focus: clampPlace({ row: bounds.rows - 1, col: to }, bounds),
});

export const selectAll = (bounds: Bounds): Selection => ({
  anchor: { row: 0, col: 0 },
  focus: clampPlace({ row: bounds.rows - 1, col: bounds.cols - 1 }, bounds),
});

/**
 * Rows that left the table above or inside a selection move it up; used when somebody else deletes. `gone` holds row
 * places, ascending.
 */
export const afterRemoval = (selection: Selection, gone: readonly number[], bounds: Bounds): Selection | null => {
  const shift = (place: Place): Place => ({
    row: place.row - gone.filter((row) => row < place.row).length,
    col: place.col,
  });
  return clampSelection({ anchor: shift(selection.anchor), focus: shift(selection.focus) }, bounds);
};

/** What a drag of the fill handle covers: the block grown along the axis on which the pointer is farther outside. */
export const fillTarget = (source: Block, pointer: Place): Block => {
  const down = pointer.row - source.bottom;
  const up = source.top - pointer.row;
  const right = pointer.col - source.right;
  const left = source.left - pointer.col;
  const most = Math.max(down, up, right, left);
  if (most <= 0) return source;
  if (most === down) return { ...source, bottom: pointer.row };
  if (most === up) return { ...source, top: pointer.row };
  if (most === right) return { ...source, right: pointer.col };
  return { ...source, left: pointer.col };
};

/** Which source cell fills a target cell: the block repeats in both directions. */
export const fillSource = (source: Block, row: number, col: number): Place => {
  const wrap = (value: number, start: number, size: number): number =>
    start + ((((value - start) % size) + size) % size);
  return {
    row: wrap(row, source.top, source.bottom - source.top + 1),
    col: wrap(col, source.left, source.right - source.left + 1),
  };
};
