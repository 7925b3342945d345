import { afterEach, describe, expect, it } from 'vitest';
import { watchOutbox } from './outbox-watch.ts';

/** A log and what was sent of it, as every process of a service sees them. */
const outboxed = () => {
  const places = new Map<string, { position: number; time: number }>();
  const sent = new Map<string, number>();
  const told: ((committed: { organizationId: string; position: number }) => void)[] = [];
  const asked: number[] = [];
  let away = false;
  return {
    asked,
    sent: (organizationId: string, position: number) => void sent.set(organizationId, position),
    goAway: (yes: boolean) => {
      away = yes;
    },
    commit: (organizationId: string, time: number, own = false) => {
      const position = (places.get(organizationId)?.position ?? 0) + 1;
      places.set(organizationId, { position, time });
      if (own) for (const tell of told) tell({ organizationId, position });
    },
    source: {
      onCommitted: (listener: (typeof told)[number]) => {
        told.push(listener);
        return () => undefined;
      },
      placesSince: async (time: number) => {
        if (away) throw new Error('the store is away');
        asked.push(time);
        return [...places]
          .filter(([, one]) => one.time >= time)
          .map(([organizationId, one]) => ({ organizationId, ...one }));
      },
    },
    state: {
      sent: async (ids: readonly string[]) => {
        asked.push(ids.length);
        return new Map([...sent].filter(([id]) => ids.includes(id)));
      },
    },
  };
};

const open: ReturnType<typeof watchOutbox>[] = [];
const watch = (of: ReturnType<typeof outboxed>, now: () => number) => {
  const made = watchOutbox({ source: of.source, state: of.state, everyMs: 3_600_000, slackMs: 5_000, now });
  open.push(made);
  return made;
};
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

describe('the age of what waits to be sent', () => {
  it('rises from the first look that finds it unsent, falls when it is sent, and counts nothing that is on its way', async () => {
    const of = outboxed();
    let now = 0;
    const seen = watch(of, () => now);
    of.commit('a', 1_000);
    await seen.look();
    expect(seen.age()).toBe(0);
    of.sent('a', 1);
    of.commit('a', 2_000);
    now = 10_000;
    await seen.look();
    expect(seen.age()).toBe(0);
    of.commit('a', 3_000);
    now = 20_000;
    await seen.look();
    expect(seen.age()).toBe(10);
    now = 45_000;
    expect(seen.age()).toBe(35);
    of.sent('a', 3);
    await seen.look();
    expect(seen.age()).toBe(0);
  });

  it('goes on while the store is away, and knows what this process wrote whatever its clock says', async () => {
    const of = outboxed();
    let now = 0;
    const seen = watch(of, () => now);
    of.commit('a', 1_000_000);
    of.sent('a', 1);
    await seen.look();
    // An hour behind the others.
    of.commit('b', 5, true);
    of.goAway(true);
    await expect(seen.look()).rejects.toThrow('away');
    of.goAway(false);
    await seen.look();
    now = 10_000;
    await seen.look();
    of.goAway(true);
    now = 60_000;
    await expect(seen.look()).rejects.toThrow('away');
    expect(seen.age()).toBe(60);
  });

  it('asks about organizations that got commits since it looked, not about all', async () => {
    const of = outboxed();
    const seen = watch(of, () => 0);
    for (let i = 0; i < 50; i++) {
      of.commit(`o${i}`, 1_000 + i * 60_000);
      of.sent(`o${i}`, 1);
    }
    await seen.look();
    of.asked.length = 0;
    await seen.look();
    expect(of.asked).toEqual([1_000 + 49 * 60_000 - 5_000, 1]);
  });
});
