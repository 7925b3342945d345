import { describe, expect, it, vi } from 'vitest';
import { heldElsewhere, holding } from './holding.ts';
import { memoryLeases } from './memory/leases.ts';

describe('holding a lease', () => {
  it('lets one at a time do the work, and the next when it is done or failed', async () => {
    const leases = memoryLeases();
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = holding(leases, 'work', () => promise);
    await Promise.resolve();
    expect(await holding(leases, 'work', async () => 'second')).toBe(heldElsewhere);
    expect(await holding(leases, 'other', async () => 'other')).toBe('other');
    resolve('first');
    expect(await first).toBe('first');
    await expect(
      holding(leases, 'work', async () => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    expect(await holding(leases, 'work', async () => 'third')).toBe('third');
  });
  it('renews while the work lasts, and says so when the lease is gone', async () => {
    vi.useFakeTimers();
    try {
      let now = 0;
      const leases = memoryLeases(() => now);
      let lost: AbortSignal | undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      const work = holding(
        leases,
        'long',
        (signal) => {
          lost = signal;
          return promise;
        },
        900,
      );
      for (let i = 0; i < 10; i++) {
        now += 300;
        await vi.advanceTimersByTimeAsync(300);
      }
      expect(lost?.aborted).toBe(false);
      expect(await leases.acquire('long', 900)).toBeUndefined();
      // The process stood still for longer than the lease lives.
      now += 5000;
      const other = await leases.acquire('long', 900);
      expect(other).toBeDefined();
      await vi.advanceTimersByTimeAsync(300);
      expect(lost?.aborted).toBe(true);
      resolve();
      await work;
      expect(other?.held()).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
