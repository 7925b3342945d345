import { describe, expect, it } from 'vitest';
import type { Collections } from './collections.ts';
import { createLogReads } from './log.ts';

/** An engine that holds one organization's log, and answers its place as it was when it was asked. */
const engine = () => {
  let position = 5;
  const stale: number[] = [];
  const told: unknown[] = [];
  const answered = <T>(list: readonly T[]) => ({ toArray: () => Promise.resolve(list) });
  const collections = {
    meta: { updateOne: () => Promise.resolve({}) },
    organizations: {
      findOne: () => Promise.resolve({ _id: 'one', position: stale.shift() ?? position, applied: 0 }),
      find: () => answered([{ _id: 'one', position: stale.shift() ?? position }]),
    },
    commits: {
      find: ({ position: { $gt, $lte } }: { position: { $gt: number; $lte: number } }) =>
        answered(
          Array.from({ length: position }, (_, i) => ({ position: i + 1 })).filter(
            (one) => one.position > $gt && one.position <= $lte,
          ),
        ),
    },
  };
  return {
    log: createLogReads(collections as unknown as Collections, 1_000, (...facts) => told.push(facts)),
    told,
    grow: (): void => void (position += 1),
    takeBack: (): void => void (position -= 2),
    /** The next read of the place answers this. */
    lag: (at: number): void => void stale.push(at),
  };
};

describe('the head of a log that was seen to be further', () => {
  it('is as far as it was where the read that shows less is only older', async () => {
    const { log, told, grow, lag } = engine();
    grow();
    expect(await log.head('one')).toBe(6);
    lag(5);
    expect([await log.head('one'), told]).toEqual([6, []]);
  });

  it('is what the log has where the database was taken back, which is told', async () => {
    const { log, told, takeBack } = engine();
    expect(await log.head('one')).toBe(5);
    takeBack();
    expect([await log.head('one'), told]).toEqual([3, [['one', 5, 3]]]);
  });
});
