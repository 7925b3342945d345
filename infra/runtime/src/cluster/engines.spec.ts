import { describe, expect, it } from 'vitest';
import { ofTroubleThatLasts } from './engines.ts';

describe('trouble that is tried again', () => {
  it('is told once it has lasted, seldom while it goes on, and anew when it comes back', () => {
    let now = 0;
    const told: string[] = [];
    const say = ofTroubleThatLasts((what) => told.push(`${what} ${now / 1000}`), () => now);
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
