import { fieldType, longestSignature } from '@tessera/fields';
import { expect, it } from 'vitest';
import { longer, moved, pathOf, pointIn, type Stroke, strokesOf } from './strokes.ts';

const reads = (path: string | null): boolean =>
  path === null ||
  fieldType('signature')?.fromJson(path, {}, { decimal: '.', dayFirst: false, timezone: 'UTC' }) !== null;

it('places of the screen are points of the box, also beside it', () => {
  const box = { left: 10, top: 20, width: 200, height: 80 };
  expect(pointIn(box, { clientX: 110, clientY: 60 })).toEqual({ x: 500, y: 200 });
  expect(pointIn(box, { clientX: 0, clientY: 900 })).toEqual({ x: 0, y: 400 });
  expect(moved({ x: 995, y: 0 }, 10, -10)).toEqual({ x: 1000, y: 0 });
});

it('strokes are a path that the type takes, and come back', () => {
  const strokes: readonly Stroke[] = [
    [{ x: 1, y: 2 }],
    [
      { x: 3, y: 4 },
      { x: 50, y: 60 },
    ],
  ];
  expect(pathOf(strokes)).toBe('M1 2L1 2M3 4L50 60');
  expect(reads(pathOf(strokes))).toBe(true);
  expect(pathOf(strokesOf('M1 2L1 2M3 4L50 60'))).toBe('M1 2L1 2M3 4L50 60');
  expect(pathOf([])).toBeNull();
  expect(longer([{ x: 1, y: 1 }], { x: 2, y: 2 })).toHaveLength(1);
  expect(longer([{ x: 1, y: 1 }], { x: 9, y: 9 })).toHaveLength(2);
});

it('however long somebody draws, the type takes it', () => {
  const wave = Array.from({ length: 9000 }, (_, i) => ({ x: i % 1000, y: (i * 7) % 400 }));
  const dots = Array.from({ length: 4000 }, (_, i) => [{ x: i % 1000, y: i % 400 }]);
  for (const strokes of [[wave], dots, [...dots, wave]]) {
    const path = pathOf(strokes)!;
    expect(path.length).toBeLessThanOrEqual(longestSignature);
    expect(path.length).toBeGreaterThan(longestSignature / 4);
    expect(reads(path)).toBe(true);
  }
});
