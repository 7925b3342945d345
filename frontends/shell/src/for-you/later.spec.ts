import { describe, expect, it } from 'vitest';
import { laterTimes } from './later.ts';

const of = (...at: readonly [number, number, number, number]) =>
  laterTimes(new Date(...at)).map(({ id, at: then }) => [id, then.getDate(), then.getHours()]);

describe('the times until which a notification can be put off', () => {
  it('are later today, tomorrow morning and Monday morning', () => {
    // A Friday.
    expect(of(2026, 10, 27, 10)).toEqual([
      ['today', 27, 13],
      ['tomorrow', 28, 8],
      ['week', 30, 8],
    ]);
  });
  it('name no morning twice', () => {
    // A Sunday.
    expect(of(2026, 10, 29, 10).map(([id]) => id)).toEqual(['today', 'tomorrow']);
    // A Monday: the next one.
    expect(of(2026, 10, 30, 10).at(-1)).toEqual(['week', 7, 8]);
  });
});
