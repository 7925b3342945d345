import { describe, expect, it } from 'vitest';
import { endOf, fitted, grids, leastSize, movedOf, overlaps, settle, stacked, without, type Place } from './grid.ts';

const at = (id: string, x: number, y: number, w = 20, h = 4): Place => ({ id, x, y, w, h });
const noneOverlap = (layout: readonly Place[]): boolean =>
  layout.every((one) => layout.every((other) => !overlaps(one, other)));
const inside = (layout: readonly Place[], columns: number): boolean =>
  layout.every(({ x, y, w, h }) => x >= 0 && y >= 0 && x + w <= columns && w >= leastSize.w && h >= leastSize.h);

/** Numbers that are the same in every run. */
const numbers = (seed: number): (() => number) => {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
};

describe('a layout', () => {
  it('lets what is covered move down, as far as it must', () => {
    const layout = [at('a', 0, 0), at('b', 0, 4), at('c', 40, 4)];
    expect(settle(layout, [at('a', 0, 3)], 120)).toEqual([at('a', 0, 3), at('c', 40, 4), at('b', 0, 7)]);
    expect(settle(layout, [at('d', 10, 0, 60)], 120)).toEqual([
      at('d', 10, 0, 60),
      at('a', 0, 4),
      at('c', 40, 4),
      at('b', 0, 8),
    ]);
  });
  it.each(Object.entries(grids))(
    'never overlaps and never leaves its grid, whatever is moved: %s',
    (_name, columns) => {
      for (let seed = 1; seed <= 60; seed++) {
        const next = numbers(seed);
        const any = (most: number): number => Math.floor(next() * most);
        let layout: readonly Place[] = [];
        for (let step = 0; step < 40; step++) {
          const id = String(any(12));
          if (next() < 0.15) layout = without(layout, id);
          else layout = settle(layout, [{ id, x: any(150) - 10, y: any(30), w: any(80), h: any(12) }], columns);
          expect([noneOverlap(layout), inside(layout, columns)]).toEqual([true, true]);
          expect(new Set(layout.map((one) => one.id)).size).toBe(layout.length);
        }
      }
    },
  );
  it('does not move what nothing touches, and is settled once it is settled', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const next = numbers(seed);
      const some = Array.from({ length: 8 }, (_, i) =>
        at(String(i), Math.floor(next() * 100), Math.floor(next() * 20)),
      );
      const layout = settle([], some, 120);
      expect(settle(layout, [], 120)).toEqual(layout);
      expect(movedOf(layout, settle(layout, [layout[0]!], 120))).toEqual([]);
    }
  });
  it('closes the rows of a block that stood alone in them', () => {
    expect(without([at('a', 0, 0), at('b', 0, 4), at('c', 0, 8)], 'b')).toEqual([at('a', 0, 0), at('c', 0, 4)]);
    expect(without([at('a', 0, 0), at('b', 60, 0), at('c', 0, 4)], 'b')).toEqual([at('a', 0, 0), at('c', 0, 4)]);
    expect(without([at('a', 0, 0)], 'x')).toEqual([at('a', 0, 0)]);
  });
  it('takes numbers that are none as the least', () => {
    expect(fitted({ id: 'a', x: Number.NaN, y: -3, w: Infinity, h: 0 }, 22)).toEqual({
      id: 'a',
      x: 0,
      y: 0,
      w: 4,
      h: 2,
    });
  });
  it('follows reading order on a phone, small blocks two in a row', () => {
    const half = (id: string): boolean => id.startsWith('n');
    const layout = stacked([at('t', 0, 4), at('n1', 0, 0), at('n2', 40, 0), at('n3', 80, 0)], half);
    expect(layout).toEqual([at('n1', 0, 0, 11), at('n2', 11, 0, 11), at('n3', 0, 4, 11), at('t', 0, 8, 22)]);
    expect(endOf(layout)).toBe(12);
  });
});
