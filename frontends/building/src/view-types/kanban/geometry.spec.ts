import { expect, it } from 'vitest';
import { edgeSpeed, inSight, placeAt, placeByMaking, topsOf } from './geometry.ts';

const tops = topsOf([100, 50, 200]);

it('cards stand below each other with a gap, whatever their height', () => {
  expect(tops).toEqual([0, 108, 166, 374]);
  expect(topsOf([])).toEqual([0]);
});

it('those in sight are drawn and some around them', () => {
  expect(inSight(tops, 0, 100, 0)).toEqual([0, 0]);
  expect(inSight(tops, 110, 60, 0)).toEqual([1, 2]);
  expect(inSight(tops, 110, 60, 10)).toEqual([0, 2]);
  expect(inSight([0], 0, 600, 400)).toEqual([0, -1]);
  const many = topsOf(Array.from({ length: 10_000 }, () => 92));
  expect(inSight(many, 500_000, 800, 400)).toEqual([4996, 5012]);
});

it('what is dropped stands before the card whose middle is below it', () => {
  expect([-20, 49, 51, 109, 140, 250, 300, 900].map((y) => placeAt(tops, y))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  expect(placeAt([0], 40)).toBe(0);
});

it('an edge scrolls faster the nearer the pointer is, and not at all far from it', () => {
  const speeds = [-30, 0, 24, 47, 60, 500, 976, 1030].map((x) => edgeSpeed(x, 0, 1000));
  expect(speeds).toEqual([-16, -16, -8, -1, 0, 0, 8, 16]);
});

it('without a sort a card stands by its making, whatever is not loaded', () => {
  const made = (id: string, createdAt: string) => ({ id, createdAt });
  const rows = [made('a', '2026-01-01'), undefined, made('c', '2026-01-03'), made('d', '2026-01-03')];
  const place = (id: string, createdAt: string) => placeByMaking(made(id, createdAt), rows.length, (at) => rows[at]);
  expect([
    place('x', '2025-12-31'),
    place('x', '2026-01-02'),
    place('cc', '2026-01-03'),
    place('x', '2027-01-01'),
  ]).toEqual([0, 2, 3, 4]);
  expect(place('c', '2026-01-03')).toBe(3);
});
