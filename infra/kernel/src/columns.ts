import { partColumnsOf, type ColumnSpec } from './cells.ts';
import { isText } from './kinds/list.ts';

/**
 * Columns that a record table has room for: SQLite takes 2,000 in a table, and twelve are the system's. More would break
 * every write of the table, so whoever adds a column asks before; MongoDB would take more, and gets no more.
 */
export const mostColumns = 1_988;

/** How many of them a column takes: one of its own, one for the folded key beside a text, and those of its parts. */
export const columnsTaken = (spec: ColumnSpec): number =>
  [spec, ...partColumnsOf(spec)].reduce((sum, { kind }) => sum + (isText(kind) ? 2 : 1), 0);
