import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { begin, guessed, isBusy } from './lasting.ts';

describe('what takes a while', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('comes nearer to its end by itself and never reaches it', () => {
    let share = 0;
    for (let step = 0; step < 200; step++) {
      const next = guessed(share);
      expect(next).toBeGreaterThanOrEqual(share);
      share = next;
    }
    expect(share).toBeLessThanOrEqual(0.95);
    expect(guessed(0.98)).toBe(0.98);
  });

  it('is one at a time, and another may begin when it is over or failed', async () => {
    let end = (): void => undefined;
    const first = begin('one', () => new Promise<void>((resolve) => (end = resolve)));
    expect(isBusy()).toBe(true);
    expect(await begin('two', async () => undefined)).toBe(false);
    end();
    expect(await first).toBe(true);
    await expect(
      begin('three', async () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(isBusy()).toBe(false);
    expect(await begin('four', async () => undefined)).toBe(true);
  });
});
