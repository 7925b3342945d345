import { setImmediate as tick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGate, createRounds } from './gate.ts';

/** Callers by name: who is in, in the order of their entering, and a way out for each. */
const callers = (gate: { enter: () => Promise<() => void> }) => {
  const entered: string[] = [];
  const leave = new Map<string, () => void>();
  return {
    entered,
    come: (...names: readonly string[]) => {
      for (const name of names)
        void gate.enter().then((out) => {
          entered.push(name);
          leave.set(name, out);
        });
    },
    leave: (...names: readonly string[]) => {
      for (const name of names) leave.get(name)!();
    },
  };
};
const settled = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await tick();
};

describe('a gate', () => {
  it('lets in as many as it has places, then one for each who leaves, in their order', async () => {
    const { entered, come, leave } = callers(createGate(2));
    come('a', 'b', 'c', 'd');
    await settled();
    expect(entered).toEqual(['a', 'b']);
    leave('b');
    await settled();
    expect(entered).toEqual(['a', 'b', 'c']);
  });
});

describe('rounds', () => {
  it('let in together who comes in one moment', async () => {
    const { entered, come } = callers(createRounds(10, 60_000, 0));
    come('a', 'b', 'c');
    await settled();
    expect(entered).toEqual(['a', 'b', 'c']);
  });

  it('let nobody into a round that has begun, and then all who came meanwhile', async () => {
    const { entered, come, leave } = callers(createRounds(10, 60_000, 0));
    come('a', 'b');
    await settled();
    come('c');
    await settled();
    come('d');
    leave('a');
    await settled();
    expect(entered).toEqual(['a', 'b']);
    leave('b');
    await settled();
    expect(entered).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('rounds whose time passes', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('hold nobody up for longer than they may', async () => {
    const { entered, come, leave } = callers(createRounds(10, 100, 0));
    come('slow');
    await settled();
    come('next');
    await settled();
    vi.advanceTimersByTime(99);
    await settled();
    expect(entered).toEqual(['slow']);
    vi.advanceTimersByTime(1);
    await settled();
    expect(entered).toEqual(['slow', 'next']);
    // What is late has no part in the round that is under way.
    leave('slow');
    come('third');
    await settled();
    expect(entered).toEqual(['slow', 'next']);
    leave('next');
    await settled();
    expect(entered).toEqual(['slow', 'next', 'third']);
  });

  it('never have more inside than places, whatever is late', async () => {
    const { entered, come, leave } = callers(createRounds(2, 100, 0));
    come('a', 'b', 'c', 'd');
    await settled();
    vi.advanceTimersByTime(500);
    await settled();
    expect(entered).toEqual(['a', 'b']);
    leave('a');
    await settled();
    expect(entered).toEqual(['a', 'b', 'c']);
    leave('b', 'c');
    await settled();
    expect(entered).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('rounds that follow each other', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());
  /** A round of two that took 40 ms, with one more behind it. */
  const crowded = async () => {
    const some = callers(createRounds(10, 1_000, 50));
    some.come('a', 'b');
    await settled();
    some.come('c');
    vi.advanceTimersByTime(40);
    some.leave('a', 'b');
    await settled();
    return some;
  };

  it('begin when as many are there again', async () => {
    const { entered, come } = await crowded();
    expect(entered).toEqual(['a', 'b']);
    come('d', 'e');
    await settled();
    expect(entered).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('begin without those who do not come back in the time that the last one took', async () => {
    const { entered } = await crowded();
    vi.advanceTimersByTime(39);
    await settled();
    expect(entered).toEqual(['a', 'b']);
    vi.advanceTimersByTime(1);
    await settled();
    expect(entered).toEqual(['a', 'b', 'c']);
  });

  it('hold nobody for longer than they may', async () => {
    const { entered, come, leave } = callers(createRounds(10, 1_000, 50));
    come('a', 'b');
    await settled();
    come('c');
    vi.advanceTimersByTime(400);
    leave('a', 'b');
    await settled();
    vi.advanceTimersByTime(49);
    await settled();
    expect(entered).toEqual(['a', 'b']);
    vi.advanceTimersByTime(1);
    await settled();
    expect(entered).toEqual(['a', 'b', 'c']);
  });

  it('never hold up one who is alone', async () => {
    const { entered, come, leave } = callers(createRounds(10, 1_000, 50));
    for (const one of ['a', 'b', 'c']) {
      come(one);
      await settled();
      vi.advanceTimersByTime(40);
      leave(one);
      await settled();
    }
    expect(entered).toEqual(['a', 'b', 'c']);
  });
});
