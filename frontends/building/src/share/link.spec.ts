import { describe, expect, it } from 'vitest';
import { dayOf, endOfDay } from './link.resource.ts';

describe('the last day of a link', () => {
  it('is told and read back in the zone of who sets it', () => {
    for (const day of ['2026-11-27', '2027-01-01', '2028-02-29']) expect(dayOf(endOfDay(day))).toBe(day);
    expect([endOfDay(''), endOfDay('x-y-z'), dayOf(null)]).toEqual([null, null, '']);
  });
});
