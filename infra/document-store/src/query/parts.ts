import { isParts, partColumnsOf, partOf, type Cell, type ColumnSpec } from '@tessera/kernel';

type Columns = ReadonlyMap<string, ColumnSpec>;

/** Columns with those of their parts behind them. */
export const withParts = (specs: readonly ColumnSpec[]): readonly ColumnSpec[] =>
  specs.flatMap((spec) => [spec, ...partColumnsOf(spec)]);

/** The parts of a structured column that a table has columns for; none of any other. */
export const partsIn = (
  columns: Columns,
  column: string,
): readonly { readonly part: string; readonly spec: ColumnSpec }[] =>
  columns.get(column)?.kind === 'parts'
    ? [...columns.values()].flatMap((spec) => {
        const of = partOf(spec.column);
        return of?.column === column ? [{ part: of.part, spec }] : [];
      })
    : [];

/** The columns whose cells make up a record: a part stands in its whole. */
export const wholeColumns = (columns: Columns): readonly string[] =>
  [...columns.keys()].filter((column) => partOf(column) === null);

/** Whether the search index covers a column or one of its parts. */
export const isSearched = (columns: Columns, column: string): boolean =>
  columns.get(column)?.searchable === true || partsIn(columns, column).some(({ spec }) => spec.searchable === true);

/** The cell of a part; null where it or the whole is empty. */
export const partCell = (cell: Cell | null | undefined, part: string): Cell | null =>
  isParts(cell) && Object.hasOwn(cell, part) ? cell[part]! : null;
