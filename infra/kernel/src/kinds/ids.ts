import { readText, type Holds, type Kind } from './kind.ts';
import { compareText } from './compare.ts';

/** One id a cell. */
export const oneId = (holds: Holds): Kind => ({
  holds,
  list: false,
  compare: (cell, value) => compareText(cell as string, value as string),
  members: (cell) => [cell as string],
  member: (value) => value,
  json: (cell) => JSON.stringify(cell),
  read: readText,
  value: (cell) => cell,
});

/** Ids in their order, one at least. */
export const listOfIds = (holds: Holds): Kind => ({
  ...oneId(holds),
  list: true,
  members: (cell) => cell as readonly string[],
  read: (value) =>
    Array.isArray(value) && value.length > 0 ? value.filter((one): one is string => typeof one === 'string') : null,
});
