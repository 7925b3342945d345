import { fold, systemColumns, type Cell, type Row } from './cells.ts';
import type { Operand, Predicate } from './query.ts';

/** Order of two texts by code point, which is the order of their UTF-8 bytes. */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      const high = x >= 0xd800 && x <= 0xdfff;
      // A surrogate stands for a code point above every other unit.
      return high === (y >= 0xd800 && y <= 0xdfff) ? x - y : high ? 1 : -1;
    }
  }
  return a.length - b.length;
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
    default:
      return row.cells[column] ?? null;
  }
};

const decimalParts = (text: string, places: number): bigint => {
  const negative = text.startsWith('-');
  const [integer = '0', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(integer + fraction.padEnd(places, '0'));
  return negative ? -digits : digits;
};
const compareDecimal = (a: string, b: string): number => {
  const places = Math.max(a.split('.')[1]?.length ?? 0, b.split('.')[1]?.length ?? 0);
  const difference = decimalParts(a, places) - decimalParts(b, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** Orders a cell against a value of its kind: negative, 0 or positive. */
export const compareCell = ({ storage }: Operand, cell: Cell, value: string | number | boolean): number => {
  switch (storage) {
    case 'text':
      return compareText(fold(cell as string), fold(value as string));
    case 'decimal':
      return compareDecimal(cell as string, String(value));
    case 'boolean':
    case 'instant':
      return Number(cell) - Number(value);
    default:
      return compareText(cell as string, value as string);
  }
};

const members = ({ storage }: Operand, cell: Cell | null): readonly string[] =>
  cell === null ? [] : storage === 'text' ? [fold(cell as string)] : typeof cell === 'object' ? cell : [cell as string];

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
          const has = new Set(members(left, cell));
          const wanted = left.storage === 'text' ? predicate.values.map(fold) : predicate.values;
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
