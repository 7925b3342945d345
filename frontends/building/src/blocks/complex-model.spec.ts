import { expect, it } from 'vitest';
import { asksOfButton, asksOfComplex } from './asks.ts';
import { combined, isPart, operationOf } from './complex-model.ts';

it.each([
  ['alone', 6, 3, 6],
  ['plus', 6, 3, 9],
  ['plus', 0.1, 0.2, 0.3],
  ['minus', 6, 3, 3],
  ['share', 6, 3, 2],
  ['part', 6, 3, 2 / 3],
  ['share', 6, 0, null],
  ['part', 6, -6, null],
  ['part', 0, 0, null],
  ['plus', null, 3, null],
  ['minus', 6, null, null],
  ['alone', 6, null, 6],
] as const)('%s of %d and %d is %d', (operation, x, y, expected) => {
  expect(combined(operation, x, y)).toBe(expected);
});

it('an operation that is none leaves the number alone', () => {
  expect([operationOf('power'), operationOf('share')]).toEqual(['alone', 'share']);
  expect([isPart('alone'), isPart('part')]).toEqual([false, true]);
});

it('settings ask for what matters alone', () => {
  expect(asksOfComplex('secondFilter', {})).toBe(false);
  expect(asksOfComplex('secondFilter', { operation: 'share' })).toBe(true);
  expect(asksOfComplex('secondFieldId', { operation: 'share', secondFunction: 'sum' })).toBe(true);
  expect(asksOfComplex('secondFieldId', { operation: 'share', secondFunction: 'fixed' })).toBe(false);
  expect(asksOfComplex('fixed', { operation: 'plus', secondFunction: 'fixed' })).toBe(true);
  expect(['href', 'appId', 'tableId', 'label'].filter((name) => asksOfButton(name, { action: 'openApp' }))).toEqual([
    'appId',
    'label',
  ]);
  expect(asksOfButton('href', {})).toBe(true);
});
