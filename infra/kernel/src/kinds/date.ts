import { compareText } from './compare.ts';
import { readText, type Kind } from './kind.ts';

/** A cell: a civil date, "YYYY-MM-DD". */
export const date: Kind = {
  holds: 'day',
  list: false,
  compare: (cell, value) => compareText(cell as string, value as string),
  members: (cell) => [cell as string],
  member: (value) => value,
  json: (cell) => `"${cell as string}"`,
  read: readText,
  value: (cell) => cell,
};
