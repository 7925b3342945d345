import { fold, isParts, partOf, recordIdColumn, systemColumns, type Cell, type Row } from './cells.ts';
import { kinds } from './kinds/list.ts';
import type { Operand, Predicate } from './query.ts';

const partIn = (row: Row, column: string): Cell | null => {
  const found = partOf(column);
  const whole = found === null ? undefined : row.cells[found.column];
  return isParts(whole) && found !== null && Object.hasOwn(whole, found.part) ? whole[found.part]! : null;
};

/** A cell of a row by its column, the system's columns included; null for an empty one. */
export const cellOf = (row: Row, column: string): Cell | null => {
  switch (column) {
    case systemColumns.createdAt:
      return row.createdAt;
    case systemColumns.createdBy:
      return row.createdBy;
    case systemColumns.updatedAt:
      return row.updatedAt;
    case systemColumns.updatedBy:
      return row.updatedBy;
    case recordIdColumn:
      return row.id;
    default:
      return row.cells[column] ?? partIn(row, column);
  }
};

/** Orders a cell against a value of its kind: negative, 0 or positive. */
export const compareCell = ({ storage }: Operand, cell: Cell, value: string | number | boolean): number =>
  kinds[storage].compare(cell, value);

/**
 * Whether a row satisfies a predicate: the same answer as a store's, for deciders, who have the rows in their hands.
 */
export const satisfies = (row: Row, predicate: Predicate): boolean => {
  switch (predicate.op) {
    case 'and':
      return predicate.items.every((item) => satisfies(row, item));
    case 'or':
      return predicate.items.some((item) => satisfies(row, item));
    case 'not':
      return !satisfies(row, predicate.item);
    default: {
      const { left } = predicate;
      const cell = cellOf(row, left.column);
      switch (predicate.op) {
        case 'empty':
          return cell === null;
        case 'notEmpty':
          return cell !== null;
        case 'contains':
          return cell !== null && fold(cell as string).includes(fold(predicate.value));
        case 'startsWith':
          return cell !== null && fold(cell as string).startsWith(fold(predicate.value));
        case 'endsWith':
          return cell !== null && fold(cell as string).endsWith(fold(predicate.value));
        case 'in':
        case 'hasAny':
        case 'hasNone':
        case 'hasAll': {
          const { members, member } = kinds[left.storage];
          const has = new Set(cell === null ? [] : members(cell));
          const wanted = predicate.values.map(member);
          if (predicate.op === 'hasAll') return wanted.every((value) => has.has(value));
          return wanted.some((value) => has.has(value)) !== (predicate.op === 'hasNone');
        }
        case 'ne':
          return cell === null || compareCell(left, cell, predicate.value) !== 0;
        default: {
          if (cell === null) return false;
          const order = compareCell(left, cell, predicate.value);
          switch (predicate.op) {
            case 'eq':
              return order === 0;
            case 'lt':
              return order < 0;
            case 'le':
              return order <= 0;
            case 'gt':
              return order > 0;
            case 'ge':
              return order >= 0;
          }
        }
      }
    }
  }
};
