import { expect, it } from 'vitest';
import { hiding } from './hiding.ts';

it('hides a secret whole that begins with another one', () => {
  const { text, value } = hiding(new Set(['abc', 'abcdef']));
  expect(text('a abcdef, abc')).toBe('a •••, •••');
  expect(value({ abcdef: ['abcdef', 1] })).toEqual({ '•••': ['•••', 1] });
});

it('cuts a text after it is hidden', () => {
  expect(hiding(new Set(['secret'])).text('12secret', 5)).toBe('12•••');
  expect(hiding(new Set(['secret'])).text('123secret', 5)).toBe('123••');
});
