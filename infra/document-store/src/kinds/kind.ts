import type { AggregateFunction, Cell, PartSpecs } from '@tessera/kernel';
import { invalid } from '../refusals.ts';

/**
 * A cell in a store that knows integers and text: decimals scaled, booleans 0/1, dates as days since 1970-01-01, lists
 * as delimited text.
 */
export type Stored = string | number | bigint | null;

/** What a filter may ask of a column: an order, parts of a text, one of a list of values, or ids that it has. */
export type Asked = 'order' | 'parts' | 'in' | 'has';

/** How a storage kind stands in the columns of SQLite and the fields of MongoDB, and in the JSON of a page. */
export type StoreKind = {
  /** The type of its column in SQLite. */
  readonly affinity: 'TEXT' | 'INTEGER';
  /** Whether a folded key stands beside it, by which it is compared: its cursors carry both. */
  readonly keyed: boolean;
  /** Whether values are integers scaled by their column's places, so that a comparison may fall between two of them. */
  readonly scaled: boolean;
  /** What the cells of a column in memory are, row by row: numbers, or places in a dictionary of texts. */
  readonly memory: 'float64' | 'int32' | 'int8' | 'codes';
  /** What MongoDB holds: the stored form itself, a Decimal128, a boolean, or a list of ids with its stored form beside. */
  readonly bson: 'stored' | 'decimal' | 'boolean' | 'list';
  readonly asked: ReadonlySet<Asked>;
  /** What it has beside the counts. */
  readonly aggregates: ReadonlySet<AggregateFunction>;
  /** What an empty cell is taken for in groups and beside which cells it is sorted; null where it is a group of its own. */
  readonly emptyAs: false | null;
  /** A cell as stored; null for an empty one. Throws where it cannot be. */
  toStored(cell: Cell, scale: number): Stored;
  fromStored(value: string | number | bigint, scale: number): Cell;
  /** A value of a comparison as the store compares it. Throws `query.invalid_value`. */
  toCompared(value: string | number | boolean): string | number;
  /** The key of a claim or of `rowsWhere` as it is stored. */
  keyStored(key: string, scale: number): Stored;
  /** Makes JSON text of stored values. */
  json(scale: number, asText: boolean | undefined, parts?: PartSpecs): (value: Stored) => string;
  /** Makes values of stored ones that fit floats, for the engine's own writer. */
  plain(scale: number, asText: boolean | undefined, parts?: PartSpecs): (value: string | number) => unknown;
  /** The least or greatest value as an aggregate tells it. */
  extreme(value: number | bigint | string, scale: number): string;
  /** How far the greatest value is from the least, as a decimal in its unit. */
  span?(least: bigint, greatest: bigint, scale: number): string;
};

export const expectText = (value: string | number | boolean): string => {
  if (typeof value !== 'string') throw invalid('query.invalid_value', 'A text is expected', { value });
  return value;
};

const simple = /^[\u0020\u0021\u0023-\u005b\u005d-\u007e\u00a0-\ud7ff]*$/;
/** A text as JSON: most need no escapes, which is cheap to see. */
export const quoted = (text: string): string =>
  text.length < 200 && simple.test(text) ? `"${text}"` : JSON.stringify(text);

const none: ReadonlySet<never> = new Set();
export const noExtreme = (): never => {
  throw new Error('a kind without an order has no least value');
};

/** What kinds that are a text in the store have in common; each says what it is asked. */
export const plainText = {
  affinity: 'TEXT',
  keyed: false,
  scaled: false,
  memory: 'codes',
  bson: 'stored',
  aggregates: none,
  emptyAs: null,
  toStored: (cell) => (cell === '' ? null : (cell as string)),
  fromStored: (value) => value as string,
  toCompared: expectText,
  keyStored: (key) => (key === '' ? null : key),
  json: () => (value) => quoted(value as string),
  plain: () => (value) => value,
  extreme: noExtreme,
} satisfies Omit<StoreKind, 'asked'>;

/** What kinds that are a whole number in the store have in common. */
export const plainNumber = {
  affinity: 'INTEGER',
  keyed: false,
  scaled: false,
  bson: 'stored',
  asked: new Set<Asked>(['order']),
  aggregates: new Set<AggregateFunction>(['min', 'max', 'range']),
  emptyAs: null,
} as const;
