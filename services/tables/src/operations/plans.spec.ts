import { growth, stretch } from '@tessera/fields/hostile';
import { describe, expect, it } from 'vitest';
import { meantOf } from './plans.ts';

describe('the records that a bulk operation names', () => {
  it('are those named, each once, without the exceptions', () =>
    expect(meantOf(['a', 'b', 'a', 'c', 'd'], ['b', 'x', 'd'])).toEqual(['a', 'c']));

  it('take as long to find as there are, not as the exceptions for each', () => {
    const lists = (size: number) => ({
      ids: Array.from({ length: size }, (_, i) => `01hrecord${String(i).padStart(17, '0')}`),
      except: Array.from({ length: size / 2 }, (_, i) => `01hother${String(i).padStart(18, '0')}`),
    });
    const found = growth(({ ids, except }) => meantOf(ids, except), lists(5_000), lists(5_000 * stretch));
    expect(found).toBeLessThan(3);
  });
});
