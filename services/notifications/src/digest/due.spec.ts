import { describe, expect, it } from 'vitest';
import { deliveriesOf, type Deliveries } from '../deliveries/evolve.ts';
import { dueDigest } from './due.ts';

const asked = (parts: Partial<Deliveries>): Deliveries => ({ ...deliveriesOf(undefined), ...parts });
const at = (text: string): number => Date.parse(text);
const due = (parts: Partial<Deliveries>, zone: string, now: string) => {
  const found = dueDigest(asked(parts), zone, at(now));
  return found && [found.day, new Date(found.from).toISOString(), new Date(found.until).toISOString()];
};

describe('a digest', () => {
  it('is none where nobody asked for one, or only after its time', () => {
    expect(due({ digest: '' }, 'UTC', '2026-11-27T09:00:00Z')).toBeUndefined();
    const digestSince = at('2026-11-27T08:30:00Z');
    expect(due({ digest: 'day', digestSince }, 'UTC', '2026-11-27T09:00:00Z')).toBeUndefined();
    expect(due({ digest: 'day', digestSince }, 'UTC', '2026-11-28T08:00:00Z')?.[0]).toBe('2026-11-28');
  });
  it('of a day is due at its hour in the zone of its reader', () => {
    expect(due({ digest: 'day' }, 'UTC', '2026-11-27T08:00:00Z')).toEqual([
      '2026-11-27',
      '2026-11-26T08:00:00.000Z',
      '2026-11-27T08:00:00.000Z',
    ]);
    expect(due({ digest: 'day' }, 'UTC', '2026-11-27T07:59:59Z')?.[0]).toBe('2026-11-26');
    // 05:00 in São Paulo.
    expect(due({ digest: 'day' }, 'America/Sao_Paulo', '2026-11-27T10:00:00Z')?.[0]).toBe('2026-11-26');
    expect(due({ digest: 'day' }, 'America/Sao_Paulo', '2026-11-27T11:00:00Z')?.[2]).toBe('2026-11-27T11:00:00.000Z');
  });
  it('comes at the same hour of the clock where clocks change', () => {
    // Clocks of Lisbon went back on 25 October 2026.
    expect(due({ digest: 'day' }, 'Europe/Lisbon', '2026-10-25T12:00:00Z')).toEqual([
      '2026-10-25',
      '2026-10-24T07:00:00.000Z',
      '2026-10-25T08:00:00.000Z',
    ]);
  });
  it('of a week is due on its day', () => {
    const weekly = { digest: 'week', digestWeekday: 1 } as const;
    // A Friday, and the Monday after it.
    expect(due(weekly, 'UTC', '2026-11-27T09:00:00Z')?.[0]).toBe('2026-11-23');
    expect(due(weekly, 'UTC', '2026-11-30T07:00:00Z')?.[0]).toBe('2026-11-23');
    expect(due(weekly, 'UTC', '2026-11-30T08:00:00Z')).toEqual([
      '2026-11-30',
      '2026-11-23T08:00:00.000Z',
      '2026-11-30T08:00:00.000Z',
    ]);
  });
});
