import { systemActor, type CommandMeta } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { limiting } from './limiting.ts';

const meta: CommandMeta = { actor: systemActor('tables', 'o'), origin: 'system' };

/** A table of so many records that some processes write to, and of which each knows what all wrote. */
const table = (processes: number, most: number | undefined, live: number) => {
  const state = { live, counted: 0, checked: 0, now: 0, unchecked: 0 };
  const inner = {
    execute: async ({ payload }: { payload: string }, { mostRows }: CommandMeta) => {
      const { n } = JSON.parse(payload) as { n: number };
      if (mostRows === undefined) state.unchecked++;
      else {
        state.checked++;
        if (state.live + n > mostRows) throw new Error('full');
      }
      state.live += n;
      return { answer: { created: Array.from({ length: n }, String) } };
    },
  };
  const stores = Array.from({ length: processes }, () =>
    limiting(inner as never, {
      plans: { allowed: async () => ({ blocked: false, mostRecords: most }) } as never,
      records: { count: async () => (state.counted++, state.live) } as never,
      clock: () => state.now,
      several: processes > 1,
    }),
  );
  const write = (at: number, type = 'records.create', n = 1) =>
    stores[at]!.execute({ type, payload: JSON.stringify({ tableId: 't', n }) }, meta).then(
      () => true,
      () => false,
    );
  return { state, write };
};

describe('a process that writes', () => {
  it('is checked with each command where it is the only one, and counts nothing beside', async () => {
    const { state, write } = table(1, 100, 0);
    for (let i = 0; i < 120; i++) await write(0);
    expect(state).toMatchObject({ live: 100, checked: 120, unchecked: 0, counted: 0 });
  });
  it('beside others is not checked far below the limit, and stays below it with them', async () => {
    const { state, write } = table(10, 5_000, 0);
    for (let i = 0; i < 600; i++) await Promise.all(Array.from({ length: 10 }, (_, at) => write(at)));
    expect(state.live).toBe(5_000);
    expect(state.unchecked).toBeGreaterThan(4_000);
    expect(state.counted).toBeLessThan(1_200);
  });
  it('gives back what a batch did not need', async () => {
    const { state, write } = table(2, 100_000, 0);
    for (let i = 0; i < 50; i++) await write(0, 'records.write', 2);
    expect(state).toMatchObject({ unchecked: 50, checked: 0, counted: 1 });
  });
  it('is let alone by what makes no records, and where there is no limit', async () => {
    const { state, write } = table(1, 0, 5);
    expect(await write(0, 'records.update', 0)).toBe(true);
    expect(await write(0)).toBe(false);
    const free = table(1, undefined, 5);
    expect(await free.write(0)).toBe(true);
    expect([state.counted, free.state.checked]).toEqual([0, 0]);
  });
});
