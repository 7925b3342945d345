import { expect, it } from 'vitest';
import { readContextFor } from '../locale.ts';
import { longestSignature } from '../strokes.ts';
import { signature } from './type.ts';

const context = readContextFor('en', 'UTC');
const read = (value: unknown) => signature.fromJson(value, {}, context);

it('takes strokes within its box, and nothing else that a path may hold', () => {
  const path = 'M0 400L1000 0M5 5L5 5 6 7';
  expect(signature.toJson(read(path)!, {})).toBe(path);
  expect(signature.fromText(`\n${path} `, {}, context)).toEqual(read(path));
  expect([read(null), read(' ')]).toEqual([null, null]);
  for (const wrong of [
    'M1 1',
    'L1 1M1 1',
    'M1001 0L1 1',
    'M0 401L1 1',
    'M-1 0L1 1',
    'M1 1C1 1 2 2 3 3',
    'M1 1L2 2z',
    7,
  ])
    expect(() => read(wrong), String(wrong)).toThrow('no signature');
  for (const wrong of ['<script>', 'M1 1L2 2" onload="x', 'url(#a)']) expect(() => read(wrong)).toThrow('no signature');
});

it('has a bound', () => {
  const long = `M1 1${'L1 1'.repeat(1)}${' 1 1'.repeat(longestSignature / 4)}`;
  expect(() => read(long)).toThrow('too many strokes');
  expect(read(long.slice(0, longestSignature))).not.toBeNull();
});

it('is told as a word in the language of its reader, and copied as its strokes', () => {
  const cell = read('M1 1L2 2')!;
  const show = (locale: string) => signature.shown!(cell, {}, { locale, timezone: 'UTC' });
  expect(['en', 'pt-BR', 'es', 'de'].map(show)).toEqual(['Signed', 'Assinado', 'Firmado', 'Signed']);
  expect(signature.toText(cell, {}, { locale: 'en', timezone: 'UTC' })).toBe('M1 1L2 2');
});
