import { expect, it } from 'vitest';
import { elapsedParts } from './elapsed.ts';

it.each([
  [0, '0 minute'],
  [-5, '0 minute'],
  [59, '0 minute'],
  [60, '1 minute'],
  [3600, '1 hour'],
  [6000, '1 hour 40 minute'],
  [86_400, '1 day'],
  [86_399, '23 hour 59 minute'],
  [2_945_400, '34 day 2 hour'],
])('%i seconds are %s', (seconds, text) => {
  expect(elapsedParts(seconds).flat().join(' ')).toBe(text);
});
