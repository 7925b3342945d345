import { expect, it } from 'vitest';
import { overLimit } from './over-limit.tsx';

const at = (hours: number): string => new Date(hours * 3_600_000).toISOString();

it.each([
  ['before the warning', { warnAt: at(2), lateAt: at(5) }, 1, undefined],
  ['from the warning on, with what is left', { warnAt: at(2), lateAt: at(5) }, 2, { look: 'warning', text: '−3h' }],
  ['late, with what is over', { warnAt: at(2), lateAt: at(5) }, 54, { look: 'danger', text: '+2d 1h' }],
  ['a warning alone', { warnAt: at(2) }, 3, { look: 'warning', text: '+1h' }],
  ['late alone', { lateAt: at(2) }, 3, { look: 'danger', text: '+1h' }],
  ['no limit', { warnAt: null, lateAt: null }, 3, undefined],
] as const)('%s', (_name, limits, hours, expected) => {
  expect(overLimit(limits, hours * 3_600_000)).toEqual(expected);
});
