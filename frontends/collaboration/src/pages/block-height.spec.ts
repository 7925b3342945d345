import { expect, it } from 'vitest';
import { fittedHeight, leastHeight, mostHeight } from './block-height.ts';

it('the height of a block goes by steps of 18 from 10, and not beyond what the service takes', () => {
  expect([-50, 0, 10, 18, 19, 28, 300].map(fittedHeight)).toEqual([10, 10, 10, 10, 28, 28, 298]);
  expect(fittedHeight(1_000_000)).toBeLessThanOrEqual(mostHeight);
  expect((fittedHeight(1_000_000) - leastHeight) % 18).toBe(0);
});
