import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ofTroubleThatLasts, waitFor } from './engines.ts';

describe('trouble that is tried again', () => {
  it('is told once it has lasted, seldom while it goes on, and anew when it comes back', () => {
    let now = 0;
    const told: string[] = [];
    const say = ofTroubleThatLasts(
      (what) => told.push(`${what} ${now / 1000}`),
      () => now,
    );
    for (now = 0; now <= 36_000; now += 1000) say('the outbox waits', undefined);
    expect(told).toEqual(['the outbox waits 5', 'the outbox waits 35']);
    say('another', undefined);
    now += 60_000;
    for (const end = now + 4000; now < end; now += 1000) say('the outbox waits', undefined);
    expect(told).toHaveLength(2);
    now += 2000;
    say('the outbox waits', undefined);
    expect(told).toHaveLength(3);
  });
});

describe('waiting for an engine that is not there yet', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('tries until it answers, with a name that is not known at first as with a refusal, and says so once and when it is over', async () => {
    vi.advanceTimersByTime(1);
    const said: string[] = [];
    const say = (message: string, facts?: Readonly<Record<string, unknown>>): void =>
      void said.push(`${message}: ${String(facts?.['error'] ?? facts?.['name'])}`);
    let tries = 0;
    const client = await waitFor('mongodb', { info: say, warn: say, error: say }, async () => {
      tries += 1;
      if (tries === 1) throw Object.assign(new Error('getaddrinfo ENOTFOUND mongo'), { code: 'ENOTFOUND' });
      if (tries === 2) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      return 'connected';
    });
    expect([client, tries]).toEqual(['connected', 3]);
    expect(said).toEqual(['waiting for an engine: getaddrinfo ENOTFOUND mongo', 'an engine answers: mongodb']);
  });

  it('says it again every half minute', async () => {
    vi.advanceTimersByTime(1);
    const said: string[] = [];
    let tries = 0;
    await waitFor(
      'kafka',
      { info: () => undefined, error: () => undefined, warn: (message) => void said.push(message) },
      async () => {
        vi.advanceTimersByTime(20_000);
        if ((tries += 1) < 4) throw new Error('away');
      },
    );
    expect(said).toHaveLength(2);
  });
});
