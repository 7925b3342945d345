import { randomUUID } from 'node:crypto';
import { startRedis } from '@tessera/engines/testing';
import { createClient } from 'redis';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SharedState } from '../index.ts';
import { sharedStateContract } from '../testing/shared-state.contract.ts';
import { openRedisState } from './index.ts';

let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis?.stop());

sharedStateContract('Redis', async () => {
  const prefix = `${randomUUID()}:`;
  const [a, b] = await Promise.all([
    openRedisState({ url: redis.url, prefix, deadlineMs: 2_000 }),
    openRedisState({ url: redis.url, prefix, deadlineMs: 2_000 }),
  ]);
  return { a, b, close: async () => void (await Promise.all([a.close(), b.close()])) };
});

describe('shared state on Redis, when Redis fails', () => {
  let state: SharedState;
  beforeEach(async () => {
    state = await openRedisState({ url: redis.url, prefix: `${randomUUID()}:` });
  });
  afterEach(() => state.close());
  const timed = async <T>(work: () => Promise<T> | T): Promise<{ readonly answer: T; readonly ms: number }> => {
    const begun = performance.now();
    const answer = await work();
    return { answer, ms: performance.now() - begun };
  };
  const ready = () => expect.poll(() => state.ready(), { timeout: 30_000 }).toBe(true);
  const empty = async (): Promise<void> => {
    const client = await createClient({ url: redis.url }).connect();
    await client.flushAll();
    await client.close();
  };

  for (const [how, stop, start] of [
    ['frozen', () => redis.pause(), () => redis.resume()],
    ['killed', () => redis.kill(), () => redis.start()],
  ] as const) {
    it.runIf(everyVariant)(`${how}: limits still hold, by each process, and every call ends soon`, async () => {
      const limiter = state.limits.limiter('l', { capacity: 5, perSecond: 0.01 });
      const lease = (await state.leases.acquire('held', 60_000))!;
      await stop();
      try {
        const answers = [];
        for (let i = 0; i < 20; i++) answers.push(await timed(() => limiter.take('k', 1)));
        expect(answers.filter(({ answer }) => answer === 0)).toHaveLength(5);
        expect(answers.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThan(20_000);
        for (const { answer, ms } of [
          await timed(() => state.cache.get('o', 'b', 'k')),
          await timed(() => state.leases.acquire('other', 1_000)),
          await timed(() => state.cache.put('o', 'b', 'k', 1, 1_000)),
        ]) {
          expect(answer).toBeUndefined();
          expect(ms).toBeLessThan(5_000);
        }
        await expect.poll(() => state.ready()).toBe(false);
        expect([await lease.renew(), lease.held()]).toEqual([false, true]);
        // It is away until it answers, also between two questions.
        const told = new Set<boolean>();
        const watching = setInterval(() => told.add(state.ready()), 20);
        const begun = performance.now();
        await expect(openRedisState({ url: redis.url })).rejects.toThrow('Redis does not answer');
        clearInterval(watching);
        expect([...told]).toEqual([false]);
        expect(performance.now() - begun).toBeLessThan(30_000);
      } finally {
        await start();
      }
      await ready();
      await expect.poll(() => state.leases.acquire(randomUUID(), 1_000), { timeout: 30_000 }).toBeDefined();
    });
  }

  it('emptied: no more gets through than one process lets through, and tokens go on rising', async () => {
    const limiter = state.limits.limiter('l', { capacity: 5, perSecond: 0.001 });
    for (let i = 0; i < 5; i++) expect(await limiter.take('k', 1)).toBe(0);
    const before = (await state.leases.acquire('job', 60_000))!;
    await empty();
    expect(await limiter.take('k', 1)).toBeGreaterThan(0);
    const after = (await state.leases.acquire('job', 60_000))!;
    expect(after.token).toBeGreaterThan(before.token);
    expect([await before.renew(), before.held()]).toEqual([false, false]);
  });
});
