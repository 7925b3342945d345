import { expect, it } from 'vitest';
import { readContextFor } from '../index.ts';
import { addValue, emptyStats, inferColumn } from '../infer.ts';
import { json } from './type.ts';

const context = readContextFor('en', 'UTC');

it('is kept in its shortest writing, numbers and names as they are', () => {
  expect(json.fromText('{ "a b" : [1, 2.50, 12345678901234567890 ],\n "c": "x  \\" y" }', {}, context)).toBe(
    '{"a b":[1,2.50,12345678901234567890],"c":"x  \\" y"}',
  );
  expect(json.fromText(' "text" ', {}, context)).toBe('"text"');
  expect(json.fromJson({ a: [1, null] }, {}, context)).toBe('{"a":[1,null]}');
  expect(json.fromJson('{"a": 1}', {}, context)).toBe('{"a":1}');
});

it.each(['{a: 1}', '{"a": 1,}', 'hello', '[1, 2', '{"a" "b"}'])('%s is none', (text) => {
  expect(() => json.fromText(text, {}, context)).toThrow(expect.objectContaining({ code: 'json.invalid' }));
});

it('has a bounded size and depth', () => {
  expect(json.fromText('['.repeat(32) + ']'.repeat(32), {}, context)).toHaveLength(64);
  expect(() => json.fromText('['.repeat(33) + ']'.repeat(33), {}, context)).toThrow('at most 32 deep');
  expect(() => json.fromText('['.repeat(90_000), {}, context)).toThrow('at most 32 deep');
  expect(() => json.fromText(`"${'x'.repeat(100_000)}"`, {}, context)).toThrow('100000 bytes');
});

it('is proposed by an import where every value is an object or a list', () => {
  const infer = (values: readonly string[]) => {
    const stats = emptyStats();
    values.forEach((value, at) => addValue(stats, value, at + 1));
    return inferColumn(stats, { name: 'x', decimal: '.', dayFirst: true, timezone: 'UTC', optionId: (label) => label })
      .type;
  };
  expect(infer(['{"a":1}', '[1,2]'])).toBe('json');
  expect(infer(['{"a":1}', '[unknown]'])).not.toBe('json');
});
