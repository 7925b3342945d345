import { expect, it } from 'vitest';
import { readContextFor } from '../locale.ts';
import { barcode } from './type.ts';

const read = (text: string) => barcode.fromText(text, {}, readContextFor('en', 'UTC'));

it('a code is one line of text, as long as codes are', () => {
  expect(read('  4006381333931\n')).toBe('4006381333931');
  expect(read('a\tb\r\nc')).toBe('a b c');
  expect(read(' \n')).toBeNull();
  expect(read('x'.repeat(500))).toHaveLength(500);
  expect(() => read('x'.repeat(501))).toThrow('at most 500 characters');
});
