import { describe, expect, it } from 'vitest';
import { daysOf, firstWeekday, shiftMonth } from './month.ts';

describe('months', () => {
  it('go over the end of a year', () => {
    expect(shiftMonth('2026-12', 1)).toBe('2027-01');
    expect(shiftMonth('2026-01', -1)).toBe('2025-12');
    expect(shiftMonth('2026-05', -17)).toBe('2024-12');
  });
  it('fill whole weeks from the first day of the locale', () => {
    const sunday = daysOf('2026-11', 0);
    expect([sunday[0], sunday.length % 7, sunday.includes('2026-11-30')]).toEqual(['2026-11-01', 0, true]);
    expect(daysOf('2026-11', 1)[0]).toBe('2026-10-26');
    expect(daysOf('2024-02', 1).includes('2024-02-29')).toBe(true);
  });
  it('start where the region starts its weeks', () => {
    expect(firstWeekday('en-US')).toBe(0);
    expect(firstWeekday('pt-BR')).toBe(0);
    expect(firstWeekday('es-ES')).toBe(1);
  });
});
