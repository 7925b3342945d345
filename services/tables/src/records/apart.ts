import { satisfies, type Cell, type Predicate, type Row } from '@tessera/kernel';

const row: Omit<Row, 'cells'> = {
  id: '',
  version: 1,
  deleted: false,
  createdAt: 0,
  createdBy: '',
  updatedAt: 0,
  updatedBy: '',
};

/** Whether a condition on one column holds of a value, of what is kept beside the records. */
export const holdsOf = (column: string, cell: Cell | null, condition: Predicate): boolean =>
  satisfies({ ...row, cells: { [column]: cell } }, condition);
