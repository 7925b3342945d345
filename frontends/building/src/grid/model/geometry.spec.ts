import { describe, expect, it } from 'vitest';
import { columnAt, dropIndex, frozenThatFits, layoutColumns, moved, visibleColumns } from './geometry.ts';

const columns = (count: number, width = 270) => Array.from({ length: count }, (_, i) => ({ id: `c${i}`, width }));

describe('column geometry', () => {
  it('finds the column under a point and clamps outside', () => {
    const layout = layoutColumns([
      { id: 'a', width: 260 },
      { id: 'b', width: 300 },
      { id: 'c', width: 270 },
    ]);
    expect([-5, 0, 259, 260, 559, 560, 5000].map((x) => columnAt(layout, x))).toEqual([0, 0, 0, 1, 1, 2, 2]);
    expect(layout.total).toBe(830);
  });

  it('draws only the columns that touch the free width', () => {
    const layout = layoutColumns(columns(500));
    expect(visibleColumns(layout, 1, 0, 1000, 0)).toEqual([1, 3]);
    expect(visibleColumns(layout, 1, 27_000, 1000, 0)).toEqual([101, 103]);
    expect(visibleColumns(layout, 1, 27_000, 1000, 2)).toEqual([99, 105]);
    expect(visibleColumns(layout, 1, 1e9, 1000, 1)).toEqual([498, 499]);
  });

  it('draws nothing beside the frozen column of a table with one column', () => {
    const [first, last] = visibleColumns(layoutColumns(columns(1)), 1, 0, 900, 2);
    expect(last).toBeLessThan(first);
  });

  it('gives up freezing where less than half of the width would remain', () => {
    expect(frozenThatFits(columns(4), 1, 1200)).toBe(1);
    expect(frozenThatFits(columns(4), 1, 600)).toBe(0);
    expect(frozenThatFits(columns(4), 3, 1400)).toBe(2);
  });

  it('drops a dragged column into the nearest gap', () => {
    const layout = layoutColumns(columns(4, 300));
    expect(dropIndex(layout, 100, 2, 1)).toBe(1);
    expect(dropIndex(layout, 460, 2, 1)).toBe(2);
    expect(dropIndex(layout, 1190, 1, 1)).toBe(3);
    expect(moved(['a', 'b', 'c', 'd'], 1, 3)).toEqual(['a', 'c', 'd', 'b']);
  });
});
