import { describe, expect, it } from 'vitest';
import type { FoundStay } from './query.ts';
import { quantile, summarize } from './summary.ts';

const stay = (option: string, seconds: number | null, fieldId = 'f'): FoundStay =>
  ({
    stay: { option, startedAt: 1_000, finishedAt: seconds === null ? null : 1_000 + seconds * 1_000 },
    field: { id: fieldId },
  }) as FoundStay;

describe('the time in a stage', () => {
  it('is told by its median and by what nine of ten stay below, of stays that ended', () => {
    const stays = [10, 20, 30, 40, 1_000].map((seconds) => stay('a', seconds));
    expect(summarize([...stays, stay('a', null), stay('b', 5), stay('a', 7, 'g')])).toEqual([
      { fieldId: 'f', option: 'a', ended: 5, running: 1, median: 30, ninth: 616 },
      { fieldId: 'f', option: 'b', ended: 1, running: 0, median: 5, ninth: 5 },
      { fieldId: 'g', option: 'a', ended: 1, running: 0, median: 7, ninth: 7 },
    ]);
  });
  it('has no median where none ended', () => {
    expect(summarize([stay('a', null)])).toMatchObject([{ ended: 0, running: 1, median: null, ninth: null }]);
    expect(summarize([])).toEqual([]);
  });
  it.each([
    [[], 0.5, null],
    [[7], 0.5, 7],
    [[1, 3], 0.5, 2],
    [[1, 2, 3], 0.5, 2],
    [[0, 10], 0.9, 9],
  ])('of %j at %d is %s', (sorted, part, expected) => {
    expect(quantile(sorted, part)).toBe(expected);
  });
});
