import type { Cell, PartSpecs } from '../cells.ts';

/** What values of a kind are to people: code that treats some of them apart asks for this and not for the kind. */
export type Holds = 'text' | 'number' | 'tick' | 'day' | 'moment' | 'choice' | 'person' | 'record' | 'parts' | 'files';

/** A text of the API as a cell. */
export const readText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What holds for a storage kind wherever its cells are in memory. */
export type Kind = {
  readonly holds: Holds;
  /** Whether a cell is a list of ids. */
  readonly list: boolean;
  /** Orders a cell against a value of its kind: negative, 0 or positive. A list has no order but that of a store. */
  compare(cell: Cell, value: string | number | boolean): number;
  /** What `in` and the like find in a cell. */
  members(cell: Cell): readonly string[];
  /** A value of `in` and the like as `members` has it. */
  member(value: string): string;
  /** A cell as JSON text, exactly as the stores write it; `asText` writes every decimal as a text. */
  json(cell: Cell, asText: boolean, parts?: PartSpecs): string;
  /** A JSON value of the API as a cell; null where it is empty or of another kind. */
  read(value: unknown, parts?: PartSpecs): Cell | null;
  /** A cell as a JSON value, for answers that are built as objects. */
  value(cell: Cell, asText: boolean, parts?: PartSpecs): unknown;
};
