import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyse } from '../csv/analyse.ts';
import { proposeColumns } from '../imports/propose.ts';
import { jsonRows } from './rows.ts';

let path = '';
beforeAll(() => {
  path = join(mkdtempSync(join(tmpdir(), 'tessera-json-')), 'file.json');
});
afterAll(() => rmSync(join(path, '..'), { recursive: true, force: true }));

const rowsOf = async (content: string): Promise<string[][]> => {
  writeFileSync(path, content);
  const rows: string[][] = [];
  for await (const group of jsonRows(path, 'utf-8')) rows.push(...group);
  return rows;
};
const codeOf = (content: string): Promise<string | undefined> =>
  rowsOf(content).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );

it.each<[string, string, string[][]]>([
  [
    'a list of objects, their names in the order of the file',
    '[{"a":1,"b":"x"},{"c":true,"a":null},{}]',
    [['a', 'b', 'c'], ['1', 'x'], ['', '', 'true'], []],
  ],
  ['a value on each line', '{"a":"one"}\n{"a":"two, }"}\n\n', [['a'], ['one'], ['two, }']]],
  ['a list within an object', '{"total":2,"none":[],"items":[{"a":1},{"a":2}]}', [['a'], ['1'], ['2']]],
  ['one object', '{"a":1}', [['a'], ['1']]],
  [
    'lists',
    '[["a","b"],[1,2]]',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'objects within objects',
    '[{"a":{"b":{"c":1},"d":{}}}]',
    [
      ['a.b.c', 'a.d'],
      ['1', '{}'],
    ],
  ],
  [
    'names with points',
    '[{"a.b":1,"a":{"b":2}}]',
    [
      ['a.b', 'a.b'],
      ['1', '2'],
    ],
  ],
  [
    'values of several',
    '[{"a":["x","y"],"b":["x;y","z"],"c":[{"d":1}]}]',
    [
      ['a', 'b', 'c'],
      ['x; y', '["x;y","z"]', '[{"d":1}]'],
    ],
  ],
  [
    'numbers as they are written',
    '[{"a":12345678901234567890,"b":0.10,"c":1.5e-7,"d":-0}]',
    [
      ['a', 'b', 'c', 'd'],
      ['12345678901234567890', '0.1', '0.00000015', '0'],
    ],
  ],
  ['marks and brackets in texts', '[{"a":"\\"]}{[\\\\"},{"a":"\\u00e9"}]', [['a'], ['"]}{[\\'], ['é']]],
])('%s', async (_, content, rows) => {
  expect(await rowsOf(content)).toEqual(rows);
});

it.each([
  ['json_broken', '[{"a":1}'],
  ['json_broken', '[{"a":1} {"a":2}]'],
  ['json_broken', '[{"a":1,}]'],
  ['json_broken', '[{"a":1}] x'],
  ['json_broken', '{"a":1'],
  ['json_shape', '[1,2]'],
  ['json_shape', '"text"'],
  ['json_shape', '[{"a":1},[1]]'],
  ['json_too_large', `[{"a":"${'x'.repeat(9 << 20)}"}]`],
  ['too_many_columns', JSON.stringify([Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`c${i}`, i]))])],
])('%s of a file that is no list of records', async (code, content) => {
  expect(await codeOf(content)).toBe(code);
});

it('a file of many records comes in pieces, and its numbers have a point', async () => {
  const records = Array.from({ length: 30_000 }, (_, i) => ({ name: `Deal ${i} é`, weight: 1.234 }));
  writeFileSync(path, JSON.stringify(records));
  const analysis = await analyse(path, { source: 'json' }, undefined, () => undefined);
  expect(analysis.layout).toMatchObject({ rows: 30_000, columns: 2, headerRow: 1, headerSure: true, source: 'json' });
  const facts = { timezone: 'UTC', decimal: ',', dayFirst: true, users: [] } as never;
  const [, weight] = proposeColumns(analysis, facts, undefined);
  expect(weight).toMatchObject({ type: 'number', readAs: { decimal: '.' }, ambiguous: undefined });
});
