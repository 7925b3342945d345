import { expect, it } from 'vitest';
import { barsOf, localOf, momentOf, stepFrom } from './days.ts';

const day = (name: string, changes = 1) => ({ day: name, changes, last: `${name}T15:00:00.000Z` });
const days = [day('2026-03-05'), day('2026-03-03', 4), day('2026-02-27')];

it('days stand side by side, those without a change too', () => {
  expect(barsOf(days, '2026-03-05', 4)).toEqual([
    { day: '2026-03-02', changes: 0, last: null },
    { day: '2026-03-03', changes: 4, last: '2026-03-03T15:00:00.000Z' },
    { day: '2026-03-04', changes: 0, last: null },
    { day: '2026-03-05', changes: 1, last: '2026-03-05T15:00:00.000Z' },
  ]);
});

it.each([
  ['2026-03-29T00:59:00.000Z', 'Europe/Madrid', '2026-03-29', '01:59'],
  ['2026-03-29T01:00:00.000Z', 'Europe/Madrid', '2026-03-29', '03:00'],
  ['2026-11-24T02:00:00.000Z', 'America/Sao_Paulo', '2026-11-23', '23:00'],
])('%s in %s is %s %s, and that day and time is it', (moment, zone, localDay, time) => {
  expect(localOf(moment, zone)).toEqual({ day: localDay, time });
  expect(momentOf(localDay, time, zone)).toBe(moment);
});
it('what is no day or time is no moment', () => {
  expect(momentOf('', '10:00', 'UTC')).toBeNull();
  expect(momentOf('2026-02-03', '', 'UTC')).toBeNull();
});

it('one goes from change to change', () => {
  expect(stepFrom(days, '2026-03-04T00:00:00Z', 1)).toBe('2026-03-05T15:00:00.000Z');
  expect(stepFrom(days, '2026-03-03T15:00:00.000Z', -1)).toBe('2026-02-27T15:00:00.000Z');
  expect(stepFrom(days, '2026-03-05T15:00:00.000Z', 1)).toBeNull();
});
