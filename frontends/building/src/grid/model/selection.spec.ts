import { describe, expect, it } from 'vitest';
import {
  afterRemoval,
  blockOf,
  clampSelection,
  fillSource,
  fillTarget,
  moveSelection,
  selectAll,
  selectColumns,
  selectOne,
  selectRows,
  tabFrom,
} from './selection.ts';

const bounds = { rows: 100, cols: 5, page: 20 };

describe('selection', () => {
  it('moves one cell and stops at the edges', () => {
    expect(moveSelection(selectOne(0, 0), 'up', 'cell', false, bounds)).toEqual(selectOne(0, 0));
    expect(moveSelection(selectOne(3, 3), 'right', 'cell', false, bounds)).toEqual(selectOne(3, 4));
    expect(moveSelection(selectOne(99, 4), 'down', 'cell', false, bounds)).toEqual(selectOne(99, 4));
  });

  it('moves by pages and to the edges', () => {
    expect(moveSelection(selectOne(5, 1), 'down', 'page', false, bounds)).toEqual(selectOne(25, 1));
    expect(moveSelection(selectOne(5, 1), 'down', 'edge', false, bounds)).toEqual(selectOne(99, 1));
    expect(moveSelection(selectOne(5, 3), 'left', 'edge', false, bounds)).toEqual(selectOne(5, 0));
  });

  it('extends from the anchor and collapses on a plain move', () => {
    const grown = moveSelection(
      moveSelection(selectOne(2, 2), 'down', 'cell', true, bounds),
      'left',
      'cell',
      true,
      bounds,
    );
    expect(blockOf(grown)).toEqual({ top: 2, bottom: 3, left: 1, right: 2 });
    expect(grown.anchor).toEqual({ row: 2, col: 2 });
    expect(moveSelection(grown, 'right', 'cell', false, bounds)).toEqual(selectOne(2, 3));
  });

  it('tabs over the end of a row and stops after the last cell', () => {
    expect(tabFrom(selectOne(0, 4), false, bounds)).toEqual(selectOne(1, 0));
    expect(tabFrom(selectOne(1, 0), true, bounds)).toEqual(selectOne(0, 4));
    expect(tabFrom(selectOne(99, 4), false, bounds)).toBeNull();
    expect(tabFrom(selectOne(0, 0), true, bounds)).toBeNull();
  });

  it('selects rows, columns and everything', () => {
    expect(blockOf(selectRows(7, 3, bounds))).toEqual({ top: 3, bottom: 7, left: 0, right: 4 });
    expect(blockOf(selectColumns(1, 2, bounds))).toEqual({ top: 0, bottom: 99, left: 1, right: 2 });
    expect(blockOf(selectAll(bounds))).toEqual({ top: 0, bottom: 99, left: 0, right: 4 });
  });

  it('stays on its record when rows above leave', () => {
    expect(afterRemoval(selectOne(10, 2), [1, 4, 30], bounds)).toEqual(selectOne(8, 2));
    expect(afterRemoval(selectOne(0, 0), [0], { ...bounds, rows: 0 })).toBeNull();
  });

  it('is gone with the last column or row', () => {
    expect(clampSelection(selectOne(3, 3), { ...bounds, cols: 0 })).toBeNull();
    expect(clampSelection(selectOne(50, 3), { ...bounds, rows: 10 })).toEqual(selectOne(9, 3));
  });
});

describe('the fill handle', () => {
  const source = { top: 4, bottom: 5, left: 1, right: 2 };
  it('grows along the farther axis only', () => {
    expect(fillTarget(source, { row: 9, col: 3 })).toEqual({ ...source, bottom: 9 });
    expect(fillTarget(source, { row: 0, col: 2 })).toEqual({ ...source, top: 0 });
    expect(fillTarget(source, { row: 5, col: 4 })).toEqual({ ...source, right: 4 });
    expect(fillTarget(source, { row: 5, col: 2 })).toEqual(source);
  });
  it('repeats the block in both directions', () => {
    expect(fillSource(source, 6, 1)).toEqual({ row: 4, col: 1 });
    expect(fillSource(source, 9, 4)).toEqual({ row: 5, col: 2 });
    expect(fillSource(source, 3, 1)).toEqual({ row: 5, col: 1 });
  });
});
