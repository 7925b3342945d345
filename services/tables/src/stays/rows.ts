import type { ColumnSpec, Row } from '@tessera/kernel';
import type { Move } from './fold.ts';

/**
 * Moves as rows of the model: when and by whom are the system's columns. What a record was created with is no row, so
 * that creating records costs nothing: the first move tells it, or the record itself.
 */
export const columns = {
  record: { column: 'c1_1', kind: 'text' },
  field: { column: 'c2_1', kind: 'text' },
  from: { column: 'c3_1', kind: 'option' },
  to: { column: 'c4_1', kind: 'option' },
} as const satisfies Readonly<Record<string, ColumnSpec>>;

export const moveColumns: readonly ColumnSpec[] = Object.values(columns);

const cell = (row: Row, { column }: ColumnSpec): string | null => (row.cells[column] ?? null) as string | null;

export const recordOf = (row: Row): string => cell(row, columns.record) ?? '';
export const fieldOf = (row: Row): string => cell(row, columns.field) ?? '';
export const moveOf = (row: Row): Move => ({
  id: row.id,
  at: row.createdAt,
  by: row.createdBy,
  from: cell(row, columns.from),
  to: cell(row, columns.to),
});

/** Ids of moves are in the order in which they happened. A purge of other records leaves them as they are. */
export const moveId = (position: number, index: number, recordId: string, fieldId: string): string =>
  `${String(position).padStart(15, '0')}-${String(index).padStart(6, '0')}-${recordId}-${fieldId}`;
