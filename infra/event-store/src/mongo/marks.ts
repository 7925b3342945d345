import { insertFree } from '@tessera/document-store/mongo';
import type { AppliedDocument, Collections } from './collections.ts';
import { pause } from './collections.ts';
import { isAway, within } from './failures.ts';

/**
 * Marks of a busy moment go together, and need not be durable: without them another process applies the same once more,
 * which changes nothing.
 */
const gatherMs = 500;

/**
 * Writes down which commits this process has applied, so that the reconciler of any process can tell what a crashed one
 * left behind.
 */
export const createMarks = (c: Collections, operationMs: number) => {
  let applied = new Map<string, number[]>();
  let flushing: Promise<void> | undefined;
  const ended = new AbortController();

  const rangesOf = (): AppliedDocument[] => {
    const ranges: AppliedDocument[] = [];
    for (const [organization, positions] of applied) {
      positions.sort((a, b) => a - b);
      for (let i = 0; i < positions.length;) {
        const from = positions[i]!;
        let to = from;
        while (++i < positions.length && positions[i]! <= to + 1) to = positions[i]!;
        ranges.push({ organization, from, to });
      }
    }
    applied = new Map();
    return ranges;
  };

  const write = async (): Promise<void> => {
    await pause(gatherMs, ended.signal);
    while (applied.size > 0) {
      const ranges = rangesOf();
      for (;;) {
        try {
          await within(operationMs, insertFree(c.applied, ranges, { concern: { w: 1, j: false } }));
          break;
        } catch (error) {
          if (!isAway(error) || ended.signal.aborted) return;
          await pause(gatherMs, ended.signal);
        }
      }
      await pause(gatherMs, ended.signal);
    }
  };

  const start = (): void => {
    flushing ??= write().finally(() => {
      flushing = undefined;
      if (applied.size > 0) start();
    });
  };

  return {
    add: (organizationId: string, position: number): void => {
      const positions = applied.get(organizationId);
      if (positions === undefined) applied.set(organizationId, [position]);
      else positions.push(position);
      start();
    },
    /** Resolves when all that was added is written. */
    settled: async (): Promise<void> => {
      while (flushing !== undefined) await flushing;
    },
    close: async (): Promise<void> => {
      ended.abort();
      while (flushing !== undefined) await flushing;
    },
  };
};
