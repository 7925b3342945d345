import { describe, expect, it } from 'vitest';
import { openResultCache } from './result-cache.ts';

describe('answers that are kept', () => {
  const page = 'x'.repeat(5000);

  it('are small ones at once and large ones from the second asking on', () => {
    const cache = openResultCache(1_000_000);
    cache.put('count', 1, 42);
    expect(cache.get('count', 1)).toMatchObject({ value: 42 });
    cache.put('page', 1, page);
    expect(cache.get('page', 1)).toBeUndefined();
    cache.put('page', 1, page);
    expect(cache.get('page', 1)).toMatchObject({ value: page });
  });

  it('hold for the position of their table alone', () => {
    const cache = openResultCache(1_000_000);
    cache.put('count', 1, 42);
    expect(cache.get('count', 2)).toBeUndefined();
    expect(cache.get('count', 1)).toBeUndefined();
  });

  it('leave, the longest unused first, when there is no room', () => {
    const cache = openResultCache(400_000);
    const put = (key: string): void => {
      cache.put(key, 1, page);
      cache.put(key, 1, page);
    };
    for (let i = 0; i < 39; i++) put(`page ${i}`);
    expect(cache.get('page 0', 1)).toBeDefined();
    put('one more');
    expect(cache.get('page 1', 1)).toBeUndefined();
    expect(cache.get('page 0', 1)).toBeDefined();
    expect(cache.size).toBeLessThanOrEqual(400_000);
  });
});
