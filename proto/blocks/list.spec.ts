import { describe, expect, it } from 'vitest';
import { blockType, blockTypes, grids, leastSize } from './index.ts';

describe('types of blocks', () => {
  it('have ids and other names of their own', () => {
    const names = blockTypes.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(blockType('formPages')?.id).toBe('super_form');
    expect(blockType('hologram')).toBeUndefined();
  });
  it.each(blockTypes)('$id fits into the grid as it is made', ({ first, least = leastSize }) => {
    expect(first.w).toBeGreaterThanOrEqual(least.w);
    expect(first.h).toBeGreaterThanOrEqual(least.h);
    expect(first.w).toBeLessThanOrEqual(grids.desktop);
    expect(least.h).toBeGreaterThanOrEqual(leastSize.h);
  });
});
