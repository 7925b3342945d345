import { expect, it } from 'vitest';
import { pretty } from './pretty.ts';

it('is JSON in lines, with what it says as it is written', () => {
  expect(pretty('{"a":[1,2.50,{}],"b":"x{,\\"","c":12345678901234567890}')).toBe(
    '{\n  "a": [\n    1,\n    2.50,\n    {}\n  ],\n  "b": "x{,\\"",\n  "c": 12345678901234567890\n}',
  );
  expect(pretty('[]')).toBe('[]');
  expect(pretty('"text"')).toBe('"text"');
});
