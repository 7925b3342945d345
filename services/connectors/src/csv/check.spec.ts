import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordChanges } from '@tessera/proto/tables/v1/service';
import { afterAll, expect, it } from 'vitest';
import { check, type Keys } from './check.ts';
import { convert, type Batch, type ColumnPlan, type ConvertPlan } from './convert.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-check-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const column = (index: number, more: Partial<ColumnPlan> = {}): ColumnPlan => ({
  index,
  fieldId: `f${index}`,
  generation: 1,
  type: 'singleLineText',
  props: {},
  decimal: '.',
  dayFirst: true,
  serialDates: false,
  replacements: [],
  ...more,
});
/** What the check says of a file, and what its import makes of it. */
const look = async (lines: readonly string[], columns: readonly ColumnPlan[]) => {
  const path = join(folder, `${files++}.csv`);
  writeFileSync(path, ['a,b,c', ...lines, ''].join('\n'));
  const plan: ConvertPlan = {
    dialect: { delimiter: ',', encoding: 'utf-8', plainQuotes: false },
    headerRow: 1,
    rows: lines.length,
    timezone: 'UTC',
    columns,
    leaveOut: true,
  };
  const keys: Keys[] = [];
  const checked = await check(
    path,
    plan,
    () => undefined,
    (one) => keys.push(one),
  );
  const batches: Batch[] = [];
  for await (const batch of convert(path, plan, 0, () => undefined)) batches.push(batch);
  return { checked, keys, batches };
};

it('counts values that their cell would not keep, with what each becomes', async () => {
  const lines = ['007,2024-01-02 10:00:00.1234567,', '7,2024-01-02 10:00,', '007,2024-01-02 11:00,'];
  const { checked } = await look(lines, [column(0, { type: 'number' }), column(1, { type: 'dateTime' })]);
  expect(checked.fits).toMatchObject([
    { matched: 3, altered: 2, alterations: [{ value: '007', row: 1, count: 2, becomes: '7' }] },
    { matched: 3, altered: 1, alterations: [{ reason: 'dateTime.fraction', becomes: '2024-01-02 10:00:00.123' }] },
  ]);
});

it('counts a row once, by the first rule that keeps it out, and asks the table for the others alone', async () => {
  const lines = ['x,1,', ',2,', 'y,many,', 'X,4,', 'z,5,'];
  const { checked, keys, batches } = await look(lines, [
    column(0, { required: true, unique: true }),
    column(1, { type: 'number', required: true, props: { decimals: 0 } }),
  ]);
  expect(checked).toMatchObject({
    leftOut: 3,
    required: [
      { fieldId: 'f0', count: 1, rows: [2] },
      { fieldId: 'f1', count: 1, rows: [3] },
    ],
    repeated: [{ fieldId: 'f0', count: 1, rows: [4] }],
    fits: [
      { total: 5, empty: 1, matched: 4 },
      { total: 5, empty: 0, matched: 4, misfits: [{ value: 'many', row: 3, count: 1, reason: 'number.invalid' }] },
    ],
  });
  expect(keys).toEqual([{ fieldId: 'f0', rows: [1, 5], keys: ['x', 'z'] }]);
  // The table alone knows what is taken, so the same value twice goes to it.
  expect(batches.map(({ count, leftOut }) => [count, leftOut])).toEqual([[3, 2]]);
});

it('a replaced value fits for the rules, and still stands among those that did not', async () => {
  const replaced = column(1, { type: 'number', required: true, replacements: [{ value: 'many', text: '99' }] });
  const { checked, batches } = await look(['x,many,'], [replaced]);
  expect(checked).toMatchObject({ leftOut: 0, fits: [{ matched: 0, misfits: [{ value: 'many' }] }] });
  expect(batches[0]).toMatchObject({ count: 1, leftOut: 0, misfits: 0 });
});

it('an empty cell gets the default of its field, one that does not fit is left empty', async () => {
  const { checked, batches } = await look(
    ['1,,', ',,x', 'many,,'],
    [column(0, { type: 'number', hasDefault: true }), column(2)],
  );
  expect(checked.leftOut).toBe(0);
  const { columns } = RecordChanges.decode(batches[0]!.bytes).create!;
  expect([...columns[0]!.states]).toEqual([0, 2, 1]);
});

it('a number that is too large for what the table keeps does not fit, and one with more decimals is rounded', async () => {
  const number = column(0, { type: 'number', props: { decimals: 1 }, keptScale: 4 });
  const { checked } = await look(['999999999999999,,', '1.25,,', '1.2,,'], [number]);
  expect(checked.fits[0]).toMatchObject({ matched: 2, rounded: 1, misfits: [{ reason: 'number.too_large' }] });
});

it('many equal rows are counted without keeping them', async () => {
  const { checked, keys } = await look(
    Array.from({ length: 30_000 }, (_, i) => `value ${i % 10_000},,`),
    [column(0, { unique: true })],
  );
  expect(checked).toMatchObject({ leftOut: 20_000, repeated: [{ count: 20_000 }] });
  expect(checked.repeated[0]!.rows).toEqual(Array.from({ length: 10 }, (_, i) => 10_001 + i));
  expect(keys.map((one) => one.keys.length)).toEqual(Array.from({ length: 10 }, () => 1000));
});
