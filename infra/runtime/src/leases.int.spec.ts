import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStateStore, type StateStore } from '@tessera/document-store';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLeases, localLeases } from './leases.ts';

describe('leases', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-leases-'));
  let state: StateStore & { close(): void | Promise<void> };
  let now = 1_000_000;
  const clock = () => now;
  beforeAll(() => { state = openStateStore({ path: join(folder, 'state.db'), clock }); });
  afterAll(async () => { await state.close(); rmSync(folder, { recursive: true, force: true }); });
  afterEach(() => { vi.useRealTimers(); });

  it('go to one process at a time, and to the next when it lets go', async () => {
    const [one, two] = [createLeases(state, clock), createLeases(state, clock)];
    const lease = await one.take('work');
    expect(lease).toBeDefined();
    expect(await two.take('work')).toBeUndefined();
    expect(await one.take('work')).toBeUndefined();
    expect(await two.take('other work')).toBeDefined();
    await lease!.release();
    expect(await two.take('work')).toBeDefined();
  });
  it('of many that ask at once go to one', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, () => createLeases(state, clock).take('crowd')));
    expect(asked.filter((one) => one !== undefined)).toHaveLength(1);
  });
  it('of a process that died are free after their life, not before', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    expect(await createLeases(state, clock, 9000).take('dead')).toBeDefined();
    now += 8999;
    expect(await createLeases(state, clock, 9000).take('dead')).toBeUndefined();
    now += 2;
    expect(await createLeases(state, clock, 9000).take('dead')).toBeDefined();
  });
  it('are renewed while their holder lives, and lost in time by one that slept', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lease = await createLeases(state, clock, 9000).take('alive');
    for (let i = 0; i < 5; i++) {
      now += 3000;
      await vi.advanceTimersByTimeAsync(3000);
      await vi.waitFor(async () => expect((await state.get<{ until: number }>('', '$leases', 'alive'))?.until).toBe(now + 9000));
    }
    expect(await createLeases(state, clock, 9000).take('alive')).toBeUndefined();
    expect(lease!.lost.aborted).toBe(false);
    // The process stood still: by its next turn it counts itself out, whoever has the lease now.
    now += 20_000;
    expect(await createLeases(state, clock, 9000).take('alive')).toBeDefined();
    await vi.advanceTimersByTimeAsync(3000);
    expect(lease!.lost.aborted).toBe(true);
    await lease!.release();
    expect(await createLeases(state, clock, 9000).take('alive')).toBeUndefined();
  });
  it('within one process are a matter of names', async () => {
    const leases = localLeases();
    const lease = await leases.take('a');
    expect(await leases.take('a')).toBeUndefined();
    await lease!.release();
    expect(await leases.take('a')).toBeDefined();
  });
});
