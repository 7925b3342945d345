import type { Kind } from './kind.ts';

/** A cell: true or false. */
export const boolean: Kind = {
  holds: 'tick',
  list: false,
  compare: (cell, value) => Number(cell) - Number(value),
  members: (cell) => [String(cell)],
  member: (value) => value,
  json: (cell) => (cell === true ? 'true' : 'false'),
  read: (value) => (typeof value === 'boolean' ? value : null),
  value: (cell) => cell,
};
