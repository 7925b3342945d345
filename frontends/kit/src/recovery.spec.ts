import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiError } from './api/error.ts';
import { createQueryClient } from './api/query.ts';
import { createRecovery } from './recovery.ts';

describe('what a server that was away left undone', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const made = () => {
    const server = { up: false, asked: 0, hidden: false };
    const recovery = createRecovery(
      async () => {
        server.asked += 1;
        return server.up;
      },
      { now: () => performance.now(), hidden: () => server.hidden },
    );
    return { server, recovery };
  };

  it('is done again once the server answers, asked more and more rarely until then', async () => {
    const { server, recovery } = made();
    const place = {};
    const again = vi.fn<() => void>(() => recovery.report(place, null));
    recovery.report(place, again);
    expect(recovery.waits()).toBe(true);
    await vi.advanceTimersByTimeAsync(3000 + 6000 + 12_000 + 15_000);
    expect([server.asked, again.mock.calls.length]).toEqual([4, 0]);
    server.up = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect([again.mock.calls.length, recovery.waits()]).toEqual([1, false]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.asked).toBe(5);
  });

  it('is not asked for while nobody sees the page, nor once the place is gone', async () => {
    const { server, recovery } = made();
    const place = {};
    server.hidden = true;
    recovery.report(place, () => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.asked).toBe(0);
    recovery.report(place, null);
    server.hidden = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.asked).toBe(0);
  });

  it('is asked for once at a time, whatever comes and goes meanwhile', async () => {
    let asked = 0;
    const recovery = createRecovery(
      async () => {
        asked += 1;
        await new Promise((resolve) => {
          setTimeout(resolve, 1000);
        });
        return false;
      },
      { now: () => performance.now(), hidden: () => false },
    );
    const place = {};
    recovery.report(place, () => undefined);
    await vi.advanceTimersByTimeAsync(3500);
    recovery.report(place, null);
    recovery.report(place, () => undefined);
    await vi.advanceTimersByTimeAsync(500 + 6000 + 1000 + 12_000);
    expect(asked).toBe(3);
  });

  it('is what queries that are looked at missed, and not what was refused', async () => {
    const { server, recovery } = made();
    const queries = createQueryClient(recovery);
    let status = 503;
    const watch = (name: string, answer: () => Promise<string>) => {
      const observer = new QueryObserver(queries, { queryKey: [name], queryFn: answer, retry: false });
      observer.subscribe(() => undefined);
      return observer;
    };
    const away = watch('away', async () => {
      if (status !== 200) throw apiError({ code: 'store.unavailable', status });
      return 'here';
    });
    const refused = vi.fn<() => Promise<string>>(async () => {
      throw apiError({ code: 'forbidden', status: 403 });
    });
    watch('refused', refused);
    await vi.advanceTimersByTimeAsync(10);
    expect([away.getCurrentResult().status, recovery.waits()]).toEqual(['error', true]);
    // The rest of the server is back, what is asked for is not: it is still waited for.
    server.up = true;
    await vi.advanceTimersByTimeAsync(3000);
    expect([away.getCurrentResult().status, recovery.waits()]).toEqual(['error', true]);
    status = 200;
    await vi.advanceTimersByTimeAsync(6000);
    expect([away.getCurrentResult().data, recovery.waits(), refused.mock.calls.length]).toEqual(['here', false, 1]);
  });
});
