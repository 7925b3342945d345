import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { ConvertPlan } from './convert.ts';
import { findDuplicates } from './duplicates.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-duplicates-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const look = (content: string, type: string, rows: number, more: Partial<ConvertPlan> = {}) => {
  const path = join(folder, `${files++}.csv`);
  writeFileSync(path, content);
  const plan: ConvertPlan = {
    dialect: { delimiter: ',', encoding: 'utf-8', plainQuotes: false },
    headerRow: 1,
    rows,
    timezone: 'UTC',
    columns: [
      {
        index: 0,
        fieldId: 'f',
        generation: 1,
        type,
        props: {},
        decimal: '.',
        dayFirst: true,
        serialDates: false,
        replacements: [],
      },
    ],
    ...more,
  };
  return findDuplicates(path, plan, () => undefined);
};

it('texts are the same without case, marks and spare blanks; numbers by their value; blank rows do not count', async () => {
  expect(await look('a\nÁna\n\nana \nBo\n', 'singleLineText', 3)).toEqual({
    repeated: 1,
    empty: 0,
    values: [{ value: 'Ána', count: 2, rows: [1, 2] }],
  });
  expect(await look('a\n1.50\n1.5\n15\n', 'number', 3)).toEqual({
    repeated: 1,
    empty: 0,
    values: [{ value: '1.50', count: 2, rows: [1, 2] }],
  });
});
it('what does not fit its type lands empty and is no key; rows that are left out do not count', async () => {
  expect(await look('a\nx\nx\n1\nx\n1\n', 'number', 4)).toEqual({ repeated: 0, empty: 3, values: [] });
});
it('of many values the first are named, and all are counted', async () => {
  const found = await look(
    `a\n${Array.from({ length: 100_000 }, (_, i) => `value ${i % 40_000}`).join('\n')}\n`,
    'singleLineText',
    100_000,
  );
  expect([found.repeated, found.values.length, found.values[0]]).toEqual([
    60_000,
    100,
    { value: 'value 0', count: 3, rows: [1, 40_001, 80_001] },
  ]);
});
