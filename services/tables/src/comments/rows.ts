import type { ColumnSpec, Operand, Row } from '@tessera/kernel';

/**
 * Comments as rows of the model. Who wrote one and when are the system's columns; its author alone changes it, so that
 * the last of them to touch a row who is somebody else has deleted it.
 */
const columns = {
  record: { column: 'c1_1', kind: 'text' },
  text: { column: 'c2_1', kind: 'text' },
  mentions: { column: 'c3_1', kind: 'users' },
  editedAt: { column: 'c4_1', kind: 'instant' },
} as const satisfies Readonly<Record<string, ColumnSpec>>;

export const commentColumns: readonly ColumnSpec[] = Object.values(columns);
export const { record: recordColumn, text: textColumn, mentions: mentionsColumn, editedAt: editedColumn } = columns;

export const operandOf = ({ column, kind }: ColumnSpec): Operand => ({ kind: 'field', column, storage: kind });

/** A comment as the model has it, times in ms. */
export type Comment = {
  readonly id: string;
  readonly recordId: string;
  readonly version: number;
  readonly text: string;
  readonly mentions: readonly string[];
  readonly authorId: string;
  readonly createdAt: number;
  readonly editedAt: number | null;
  readonly deleted: boolean;
  /** Who wrote, changed, deleted or restored it last. */
  readonly touchedBy: string;
};

export const commentOf = (row: Row): Comment => ({
  id: row.id,
  recordId: (row.cells[recordColumn.column] ?? '') as string,
  version: row.version,
  text: (row.cells[textColumn.column] ?? '') as string,
  mentions: (row.cells[mentionsColumn.column] ?? []) as readonly string[],
  authorId: row.createdBy,
  createdAt: row.createdAt,
  editedAt: (row.cells[editedColumn.column] ?? null) as number | null,
  deleted: row.deleted,
  touchedBy: row.updatedBy,
});
