import type { Cell, PartSpecs, StorageKind } from '@tessera/kernel';
import type { CellValue } from '../gen/tessera/tables/v1/values.ts';
import { kindOfValue, messageKinds } from './kinds/list.ts';
import type { ColumnValue, Facts, Wrong } from './kinds/kind.ts';

/** The codec of cells: what stands in events and travels between services (docs/events.md 3). */
export { sameCell } from '@tessera/kernel';
export { maxCell } from './kinds/text.ts';
export { cellAt, fits, fromColumn, kindOf, pickColumn, toColumn, wrapCells, type Cells } from './columns.ts';

/** What is wrong with the cells of a column that another service made; undefined where nothing is. */
export const wrongCells = (cells: ColumnValue, facts: Facts): Wrong | undefined =>
  messageKinds[cells.$case].wrong(cells, facts);

export const cellToValue = (cell: Cell, kind: StorageKind, parts?: PartSpecs): CellValue => ({
  value: messageKinds[kind].toValue(cell, parts),
});

export const valueToCell = (message: CellValue | undefined): Cell | null => {
  const value = message?.value;
  return value === undefined ? null : (kindOfValue(value.$case)?.fromValue(value) ?? null);
};
