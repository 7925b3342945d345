import { describe, expect, it } from 'vitest';
import { timeInTheSection } from './type.ts';

const show = { locale: 'en', timezone: 'UTC' };
const at = Date.parse('2026-03-31T14:00:00Z');
const hour = 3_600_000;

describe('the time in an option', () => {
  it('is that of the stays that ended, and of the present one up to now', () => {
    const text = (cell: object, now?: number) =>
      timeInTheSection.toText(cell as never, {}, { ...show, ...(now !== undefined && { now }) });
    expect(text({ seconds: '5400' }, at)).toBe('1h 30m');
    expect(text({ seconds: '5400', since: at }, at + hour)).toBe('2h 30m');
    expect(text({ seconds: '0', since: at }, at + 49 * hour)).toBe('2d 1h');
    // A clock that is behind takes nothing away.
    expect(text({ seconds: '5400', since: at }, at - hour)).toBe('1h 30m');
  });

  it('is told as what was and since when it goes on', () => {
    expect(timeInTheSection.toJson({ seconds: '60' } as never, {})).toEqual({ seconds: 60 });
    expect(timeInTheSection.toJson({ seconds: '60', since: at } as never, {})).toEqual({
      seconds: 60,
      since: '2026-03-31T14:00:00.000Z',
    });
  });

  it('is asked for in days', () => {
    const [more] = timeInTheSection.operators;
    const left = { kind: 'field', column: 'c', storage: 'parts' } as const;
    const context = { now: 0, today: '2026-01-01', timezone: 'UTC', weekStart: 0 } as const;
    expect(more!.predicate(left, 1.5, {}, context)).toEqual({
      op: 'gt',
      left: { kind: 'field', column: 'c', storage: 'decimal' },
      value: '129600',
    });
    expect(() => more!.predicate(left, 'long', {}, context)).toThrow();
  });
});
