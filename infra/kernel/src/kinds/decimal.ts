import { compareDecimals, decimalJson, decimalValue, toCanonical } from '../decimal.ts';
import type { Kind } from './kind.ts';

/** A cell: a canonical decimal, "12.5". */
export const decimal: Kind = {
  holds: 'number',
  list: false,
  compare: (cell, value) => compareDecimals(cell as string, String(value)),
  members: (cell) => [cell as string],
  member: (value) => value,
  json: (cell, asText) => decimalJson(cell as string, asText),
  read: (value) =>
    typeof value === 'number' || typeof value === 'string' ? (toCanonical(String(value)) ?? null) : null,
  value: (cell, asText) => decimalValue(cell as string, asText),
};
