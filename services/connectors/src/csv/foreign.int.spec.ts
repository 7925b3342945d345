import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { throughImport } from '../testing/meaning.ts';

const folder = fileURLToPath(new URL('./fixtures/foreign/', import.meta.url));
type Column = Awaited<ReturnType<typeof throughImport>>['columns'][number];

/** One column as it is expected: what it becomes, and what its cells hold. */
const shown = ({ name, type, props, readAs, fit, ambiguous, staysText, cells }: Column) => {
  const label = (cell: unknown) => props.options?.find((option) => option.id === cell)?.label ?? cell;
  return {
    name,
    type,
    decimals: props.decimals,
    currency: props.currency_symbol,
    options: props.options?.map((option) => option.label),
    decimalSign: readAs.decimal === ',' ? ',' : undefined,
    asks: ambiguous?.kind,
    staysText: staysText && `${staysText.why} of ${staysText.type}: ${staysText.example}`,
    filled: cells.filter((cell) => cell !== null).length,
    meantEmpty: fit.meantEmpty,
    first: label(cells.find((cell) => cell !== null)),
    last: label(cells.findLast((cell) => cell !== null)),
  };
};

// Files that other people's programs wrote (README.md there). What is proposed fits all of it, what converts agrees with
// what was said, and no value changes on its way.
it.each(readdirSync(folder).filter((name) => /\.(?:csv|tsv)$/.test(name)))('%s lands as expected', async (name) => {
  const { layout, columns, misfits, changed } = await throughImport(join(folder, name));
  expect(changed).toEqual([]);
  expect(misfits).toBe(0);
  for (const { fit, emptied, cells, name: column } of columns)
    expect([fit.matched, emptied, fit.rounded, fit.unlisted], column).toEqual([
      cells.filter((cell) => cell !== null).length,
      0,
      0,
      0,
    ]);
  const { delimiter, encoding, headerRow, headerSure, rows, totalsRow } = layout;
  const table = {
    layout: { delimiter, encoding, headerRow, headerSure, rows, totalsRow },
    columns: columns.map(shown),
  };
  expect(JSON.parse(JSON.stringify(table))).toEqual(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')));
});
