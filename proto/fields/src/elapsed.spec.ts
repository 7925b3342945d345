import { describe, expect, it } from 'vitest';
import { elapsedText } from './elapsed.ts';
import { timeSinceCreation } from './timeSinceCreation/type.ts';

const minute = 60_000;
const show = { locale: 'en', timezone: 'UTC' };

describe('a time that goes on', () => {
  it('is told in its two largest units', () => {
    const texts = [-5, 59_999, minute, 60 * minute, 72 * minute, 24 * 60 * minute, (3 * 24 + 4) * 60 * minute + 1];
    expect(texts.map(elapsedText)).toEqual(['0m', '0m', '1m', '1h', '1h 12m', '1d', '3d 4h']);
  });

  it('ends where its reader says, and is told by its begin without', () => {
    const cell = Date.UTC(2026, 2, 31, 14, 30);
    expect(timeSinceCreation.toText(cell, {}, { ...show, now: cell + 90 * minute })).toBe('1h 30m');
    expect(timeSinceCreation.toText(cell, {}, show)).toContain('14:30');
  });

  it('is compared in days, also in parts of one', () => {
    const left = { kind: 'field', column: 'c', storage: 'instant' } as const;
    const context = { now: 10 * 86_400_000, today: '1970-01-11', timezone: 'UTC', weekStart: 0 } as const;
    const [more] = timeSinceCreation.operators;
    expect(more!.predicate(left, 1.5, {}, context)).toEqual({ op: 'lt', left, value: 8.5 * 86_400_000 });
    for (const value of [-1, 'soon', Number.NaN, null])
      expect(() => more!.predicate(left, value, {}, context)).toThrow('number of days');
  });
});
