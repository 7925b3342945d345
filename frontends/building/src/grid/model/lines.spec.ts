import { describe, expect, it } from 'vitest';
import { groupedLines } from './grouped-lines.ts';
import { type GridGroup, plainLines } from './lines.ts';

const group = (
  path: string,
  level: number,
  first: number,
  count: number,
  more: Partial<GridGroup> = {},
): GridGroup => ({
  path,
  level,
  key: path.split('/'),
  first,
  count,
  innermost: level === 1,
  folded: false,
  ...more,
});
/** Two outer groups; the second inner group of the first is folded, and so is the whole second one. */
const groups = [
  group('a', 0, 0, 5),
  group('a/x', 1, 0, 2),
  group('a/y', 1, 2, 3, { folded: true }),
  group('b', 0, 5, 4, { folded: true }),
  group('b/x', 1, 5, 4),
  group('c', 0, 9, 1),
  group('c/x', 1, 9, 1),
];
const lines = groupedLines(groups, 50, 10, true);

describe('rows under the heads of their groups', () => {
  it('stand one under another, folded ones without a height', () => {
    // a 0, a/x 40, rows 80 to 180, add 180, a/y 212, b 252, c 292, c/x 332, row 372 to 422, add 422.
    expect(lines.between(0, 1000).map(({ kind, top, group: { path } }) => [kind, path, top])).toEqual([
      ['head', 'a', 0],
      ['head', 'a/x', 40],
      ['add', 'a/x', 180],
      ['head', 'a/y', 212],
      ['head', 'b', 252],
      ['head', 'c', 292],
      ['head', 'c/x', 332],
      ['add', 'c/x', 422],
    ]);
    expect(lines.height).toBe(454);
    expect([0, 1, 9].map(lines.top)).toEqual([80, 130, 372]);
    expect(Array.from({ length: 10 }, (_, row) => lines.isShown(row))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(lines.runs(0, 454)).toEqual([
      [0, 1],
      [9, 9],
    ]);
    expect(lines.runs(100, 140)).toEqual([[0, 1]]);
    expect(lines.runs(190, 300)).toEqual([]);
  });

  it('are found by their height, and what is between them is none', () => {
    expect([85, 135, 190, 380].map(lines.rowAt)).toEqual([0, 1, 1, 9]);
    expect([10, 85, 190, 380, 430].map(lines.isRow)).toEqual([false, true, false, true, false]);
    expect(lines.headsAt(90).map(({ group: { path } }) => path)).toEqual(['a', 'a/x']);
    expect(lines.headsAt(260).map(({ group: { path } }) => path)).toEqual(['b']);
    expect(lines.headsAt(400).map(({ group: { path } }) => path)).toEqual(['c', 'c/x']);
  });

  it('are passed over where they are folded, either way', () => {
    expect(lines.nearest(2, 1)).toBe(9);
    expect(lines.nearest(8, -1)).toBe(1);
    expect(lines.nearest(1, 1)).toBe(1);
  });

  it('that came since the groups were counted stand at the end, and those that went leave room for none', () => {
    const more = groupedLines(groups, 50, 12, false);
    expect([more.isShown(11), more.top(11) - more.top(10), more.height - more.top(11)]).toEqual([true, 50, 50]);
    const fewer = groupedLines(groups, 50, 1, false);
    expect(fewer.runs(0, fewer.height)).toEqual([[0, 0]]);
  });
});

it('rows without groups are as high as they are many', () => {
  const plain = plainLines(48, 100);
  expect([plain.height, plain.top(3), plain.rowAt(50), plain.runs(40, 100)]).toEqual([4800, 144, 1, [[0, 2]]]);
});
