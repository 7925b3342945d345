import { expect, it } from 'vitest';
import { asksOfButton, asksOfComplex } from './asks.ts';

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
