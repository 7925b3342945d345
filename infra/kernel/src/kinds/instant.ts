import type { Kind } from './kind.ts';

const iso = (cell: unknown): string => new Date(cell as number).toISOString();

/** A cell: milliseconds since the epoch; ISO 8601 in UTC as JSON. */
export const instant: Kind = {
  holds: 'moment',
  list: false,
  compare: (cell, value) => Number(cell) - Number(value),
  members: (cell) => [String(cell)],
  member: (value) => value,
  json: (cell) => `"${iso(cell)}"`,
  read: (value) => {
    const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
    return Number.isFinite(at) ? at : null;
  },
  value: iso,
};
