import { fold } from '../cells.ts';
import { compareText } from './compare.ts';
import { readText, type Kind } from './kind.ts';

/** A cell: a text. It compares by its folded key. */
export const text: Kind = {
  holds: 'text',
  list: false,
  compare: (cell, value) => compareText(fold(cell as string), fold(value as string)),
  members: (cell) => [fold(cell as string)],
  member: fold,
  json: (cell) => JSON.stringify(cell),
  read: readText,
  value: (cell) => cell,
};
