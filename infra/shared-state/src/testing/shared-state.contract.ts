import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cache, Leases, RateLimits } from '../index.ts';

export type SharedParts = { readonly limits: RateLimits; readonly leases: Leases; readonly cache: Cache };
/** Two replicas' views of one shared state; in one process they may be the same. */
export type SharedHarness = { readonly a: SharedParts; readonly b: SharedParts; close(): Promise<void> };

/** What every shared state keeps. */
export const sharedStateContract = (name: string, open: () => Promise<SharedHarness>): void => {
  describe(`shared state (${name})`, () => {
    let a: SharedParts;
    let b: SharedParts;
    let close: () => Promise<void>;
    const key = () => randomUUID();
    beforeEach(async () => {
      ({ a, b, close } = await open());
    });
    afterEach(() => close());

    describe('rate limits', () => {
      it('let the capacity through and no more, over all replicas, and say when there is more', async () => {
        const one = key();
        const limiters = [a, b].map((parts) => parts.limits.limiter('few', { capacity: 10, perSecond: 0.01 }));
        const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => limiters[i % 2]!.take(one, 1)));
        expect(answers.filter((seconds) => seconds === 0)).toHaveLength(10);
        for (const seconds of answers.filter((one) => one > 0))
          expect(seconds).toSatisfy((s: number) => Number.isInteger(s) && s > 0 && s <= 100);
        expect(await limiters[1]!.take(key(), 1)).toBe(0);
      });
      it('fill again', async () => {
        const one = key();
        const limiter = a.limits.limiter('quick', { capacity: 2, perSecond: 5 });
        expect([await limiter.take(one, 2), await limiter.take(one, 1)]).toEqual([0, 1]);
        await expect.poll(() => limiter.take(one, 1), { interval: 50 }).toBe(0);
      });
      it('take nothing when they refuse, and count more than the capacity as the capacity', async () => {
        const one = key();
        const limiter = a.limits.limiter('slow', { capacity: 10, perSecond: 0.001 });
        expect(await limiter.take(one, 8)).toBe(0);
        expect(await limiter.take(one, 5)).toBeGreaterThan(0);
        expect(await limiter.take(one, 2)).toBe(0);
        expect(await limiter.take(key(), 50)).toBe(0);
      });
      it('say how long to wait and take nothing, whoever took', async () => {
        const one = key();
        const [first, other] = [a, b].map((parts) => parts.limits.limiter('asked', { capacity: 2, perSecond: 0.01 }));
        for (let i = 0; i < 5; i++) expect(await first!.wait(one, 2)).toBe(0);
        expect([await first!.take(one, 1), await other!.wait(one, 1), await other!.take(one, 1)]).toEqual([0, 0, 0]);
        expect([await first!.wait(one, 1), await other!.wait(one, 1)]).toEqual([
          expect.toSatisfy((s: number) => s > 0 && s <= 100),
          expect.toSatisfy((s: number) => s > 0 && s <= 100),
        ]);
      });
      it('keep rules apart', async () => {
        const one = key();
        const rule = { capacity: 1, perSecond: 0.001 };
        expect([
          await a.limits.limiter('x', rule).take(one, 1),
          await a.limits.limiter('y', rule).take(one, 1),
          await a.limits.limiter('x', { ...rule, capacity: 2 }).take(one, 1),
        ]).toEqual([0, 0, 0]);
        expect(await a.limits.limiter('x', rule).take(one, 1)).toBeGreaterThan(0);
      });
    });

    describe('leases', () => {
      it('have one holder among many that try at once', async () => {
        const one = key();
        const got = (
          await Promise.all(Array.from({ length: 20 }, (_, i) => [a, b][i % 2]!.leases.acquire(one, 10_000)))
        ).filter((lease) => lease !== undefined);
        expect(got).toHaveLength(1);
        expect(got[0]!.held()).toBe(true);
        expect(await a.leases.acquire(key(), 10_000)).toBeDefined();
      });
      it('pass on when they are released, with a higher token', async () => {
        const one = key();
        const first = (await a.leases.acquire(one, 10_000))!;
        await first.release();
        const second = (await b.leases.acquire(one, 10_000))!;
        expect(second.token).toBeGreaterThan(first.token);
        expect([first.held(), await first.renew(), second.held()]).toEqual([false, false, true]);
        await first.release();
        expect(await a.leases.acquire(one, 10_000)).toBeUndefined();
      });
      it('lapse without a renewal, and are held on with one', async () => {
        const one = key();
        const first = (await a.leases.acquire(one, 1_500))!;
        const begun = performance.now();
        const seen = new Set<unknown>();
        const renewed = async (): Promise<boolean> => {
          seen.add(await first.renew()).add(await b.leases.acquire(one, 400));
          return performance.now() - begun > 2_000;
        };
        await expect.poll(renewed, { interval: 50 }).toBe(true);
        expect([...seen]).toEqual([true, undefined]);
        await expect.poll(() => b.leases.acquire(one, 400), { interval: 20 }).toBeDefined();
        expect([first.held(), await first.renew()]).toEqual([false, false]);
      });
    });

    describe('caches', () => {
      it('give back what was put by any replica until it is deleted', async () => {
        const one = key();
        expect(await a.cache.get('o', 'b', one)).toBeUndefined();
        await a.cache.put('o', 'b', one, { deep: [1, null, 'ü'] }, 5_000);
        expect(await b.cache.get('o', 'b', one)).toEqual({ deep: [1, null, 'ü'] });
        await b.cache.delete('o', 'b', one);
        expect(await a.cache.get('o', 'b', one)).toBeUndefined();
      });
      it('forget after the time to live, which is 5 s at most', async () => {
        const one = key();
        await a.cache.put('o', 'b', one, 1, 200);
        await expect.poll(() => b.cache.get('o', 'b', one), { timeout: 4_500 }).toBeUndefined();
        await a.cache.put('o', 'b', one, 1, 3_600_000);
        await expect.poll(() => b.cache.get('o', 'b', one), { timeout: 20_000, interval: 100 }).toBeUndefined();
      });
      it('keep organizations, buckets and keys apart, whatever they are', async () => {
        const one = key();
        await a.cache.put(`o:${one}`, 'b', 'k', 1, 5_000);
        expect(
          await Promise.all([
            a.cache.get('o', `${one}:b`, 'k'),
            a.cache.get('o', one, 'b:k'),
            a.cache.get(`o:${one}:b`, 'k', ''),
          ]),
        ).toEqual([undefined, undefined, undefined]);
      });
    });
  });
};
