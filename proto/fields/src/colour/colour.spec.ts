import { expect, it } from 'vitest';
import { readContextFor } from '../index.ts';
import { addValue, emptyStats, inferColumn } from '../infer.ts';
import { colour } from './type.ts';

const context = readContextFor('en', 'UTC');

it.each([
  ['#FF8800', '#ff8800'],
  ['f80', '#ff8800'],
  ['rgb(255, 136,0)', '#ff8800'],
])('%s is kept as %s', (text, kept) => {
  expect(colour.fromText(text, {}, context)).toBe(kept);
});

it.each(['#ff88', 'rgb(256,0,0)', 'orange', '#ggg'])('%s is none', (text) => {
  expect(() => colour.fromText(text, {}, context)).toThrow(expect.objectContaining({ code: 'colour.invalid' }));
});

it('is proposed by an import where every value is one without doubt, or the name says so', () => {
  const infer = (name: string, values: readonly string[]) => {
    const stats = emptyStats();
    values.forEach((value, at) => addValue(stats, value, at + 1));
    return inferColumn(stats, { name, decimal: '.', dayFirst: true, timezone: 'UTC', optionId: (label) => label }).type;
  };
  expect(infer('Paint', ['#ff8800', '#00ff00'])).toBe('colour');
  expect(infer('Cor', ['ff8800', '#0f0'])).toBe('colour');
  expect(infer('Code', ['ff8800', '123456'])).not.toBe('colour');
});
