import { expect, it } from 'vitest';
import { lanesFor, sizeOf } from './size.ts';

it('cards fill the width: as many as are not narrower than the size says', () => {
  expect(lanesFor(1184, 'medium', 16)).toBe(4);
  expect(lanesFor(1184, 'small', 16)).toBe(5);
  expect(lanesFor(1184, 'large', 16)).toBe(3);
  expect([0, 100, 279, 280, 560].map((width) => lanesFor(width, 'medium', 16))).toEqual([1, 1, 1, 1, 2]);
});

it('a size that this release does not know is the usual one', () => {
  expect([{}, { size: 'large' }, { size: 'vast' }].map(sizeOf)).toEqual(['medium', 'large', 'medium']);
});
