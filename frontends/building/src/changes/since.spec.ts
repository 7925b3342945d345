import { expect, it } from 'vitest';
import { beginOf, spanOf } from './since.ts';

const now = '2026-11-28T12:00:00.000Z';
const looked = '2026-11-27T09:00:00.000Z';

it('what changed is told since the last look, and of the last week to who never looked', () => {
  expect([spanOf(null, looked), spanOf('last', looked), spanOf('x', looked)]).toEqual(['last', 'last', 'last']);
  expect([spanOf(null, null), spanOf('last', null), spanOf('month', null)]).toEqual(['week', 'week', 'month']);
  expect(beginOf('last', looked, now)).toBe(looked);
  expect(beginOf('day', looked, now)).toBe('2026-11-27T12:00:00.000Z');
  expect(beginOf('week', null, now)).toBe('2026-11-21T12:00:00.000Z');
});
