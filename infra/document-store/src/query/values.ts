import { fold, invalid } from '@tessera/kernel';
import type { Cell, Operand, Sort, StorageKind } from '@tessera/kernel';

/**
 * A cell in a store that knows integers and text: decimals scaled, booleans 0/1, dates as days since 1970-01-01, lists
 * as delimited text.
 */
export type Stored = string | number | bigint | null;

/** Delimits the ids of options and users, before the first and after the last as well. */
export const delimiter = '\u001f';

const maxInt64 = 2n ** 63n - 1n;
const canonical = /^-?\d+(?:\.\d+)?$/;

/** Whole and excess parts of a decimal at a scale: `whole` is floored, `exact` tells whether nothing was cut. */
export const scaled = (text: string, scale: number): { readonly whole: bigint; readonly exact: boolean } => {
  if (!canonical.test(text)) throw invalid('query.invalid_value', 'A number is expected', { value: text });
  const negative = text.startsWith('-');
  const [integer = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const digits = BigInt(integer + fraction.slice(0, scale).padEnd(scale, '0'));
  const exact = !/[1-9]/.test(fraction.slice(scale));
  return { whole: negative ? -digits - (exact ? 0n : 1n) : digits, exact };
};

const overflow = (text: string) => invalid('records.number_overflow', 'The number is too large', { value: text });

/** A decimal cell as int64 scaled by `scale`, rounded half away from zero. Throws `records.number_overflow`. */
export const toScaled = (text: string, scale: number): number | bigint => {
  if (text.length <= 15) {
    const point = text.indexOf('.');
    const places = point < 0 ? 0 : text.length - point - 1;
    if (places <= scale && canonical.test(text) && text.length - places + scale <= 15) {
      return Number(point < 0 ? text : text.slice(0, point) + text.slice(point + 1)) * 10 ** (scale - places);
    }
  }
  let { whole } = scaled(text, scale + 1);
  const negative = text.startsWith('-');
  if (negative) whole = -scaled(text.slice(1), scale + 1).whole;
  const rounded = (whole + (negative ? -5n : 5n)) / 10n;
  if (rounded > maxInt64 || rounded < -maxInt64) throw overflow(text);
  return rounded <= 9007199254740991n && rounded >= -9007199254740991n ? Number(rounded) : rounded;
};

/** Canonical decimal text of a scaled integer. */
export const fromScaled = (value: number | bigint, scale: number): string => {
  if (scale === 0) return String(value);
  if (typeof value === 'number' && value < 1e15 && value > -1e15) {
    const number = value / 10 ** scale;
    if (number === 0 || number >= 1e-6 || number <= -1e-6) return String(number);
  }
  const negative = value < 0;
  const digits = String(negative ? -value : value).padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return `${negative ? '-' : ''}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
};

const days = new Map<string, number>();
const dates = new Map<number, string>();
const remembered = 20_000;

/** Days since 1970-01-01 of a civil date "YYYY-MM-DD". Throws `query.invalid_value`. */
export const toDays = (date: string): number => {
  const known = days.get(date);
  if (known !== undefined) return known;
  const ms = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms)) throw invalid('query.invalid_value', 'A date is expected', { value: date });
  if (days.size >= remembered) days.clear();
  days.set(date, ms / 86_400_000);
  return ms / 86_400_000;
};

/** The civil date of days since 1970-01-01. */
export const fromDays = (day: number): string => {
  let text = dates.get(day);
  if (text === undefined) {
    text = new Date(day * 86_400_000).toISOString().slice(0, 10);
    if (dates.size >= remembered) dates.clear();
    dates.set(day, text);
  }
  return text;
};

const joined = (ids: readonly string[]): string | null => {
  if (ids.length === 0) return null;
  for (const id of ids)
    if (id.includes(delimiter)) throw invalid('records.invalid_id', 'An id holds a character that is not allowed');
  return delimiter + ids.join(delimiter) + delimiter;
};

/** A cell as stored; null for an empty one. The folded key of text is stored beside it (see `fold`). */
export const toStored = (kind: StorageKind, scale: number, cell: Cell | null): Stored => {
  if (cell === null) return null;
  switch (kind) {
    case 'text':
    case 'option':
    case 'user':
      return cell === '' ? null : (cell as string);
    case 'decimal':
      return toScaled(String(cell), scale);
    case 'boolean':
      return cell === true ? 1 : 0;
    case 'date':
      return toDays(cell as string);
    case 'instant':
      return cell as number;
    case 'options':
    case 'users':
      return joined(cell as readonly string[]);
  }
};

/** The cell that `toStored` stored. */
export const fromStored = (kind: StorageKind, scale: number, value: Stored): Cell | null => {
  if (value === null) return null;
  switch (kind) {
    case 'text':
    case 'option':
    case 'user':
      return value as string;
    case 'decimal':
      return fromScaled(value as number | bigint, scale);
    case 'boolean':
      return Number(value) === 1;
    case 'date':
      return fromDays(Number(value));
    case 'instant':
      return Number(value);
    case 'options':
    case 'users':
      return (value as string).slice(1, -1).split(delimiter);
  }
};

/**
 * Where empty cells stand in an order: last, whichever way it goes, but for a checkbox, whose empty cells look like its
 * unchecked ones and stand beside them.
 */
export const emptiesFirst = ({ by, order }: Sort): boolean => by.storage === 'boolean' && order === 'asc';

/**
 * A value of a comparison as the store compares it: text folded, dates in days, booleans 0/1. Decimals are handled by
 * their own rule (`scaled`).
 */
export const toCompared = (operand: Operand, value: string | number | boolean): string | number => {
  switch (operand.storage) {
    case 'text':
      return fold(expectText(value));
    case 'boolean':
      if (typeof value !== 'boolean') throw invalid('query.invalid_value', 'True or false is expected', { value });
      return value ? 1 : 0;
    case 'date':
      return toDays(expectText(value));
    case 'instant':
      if (typeof value !== 'number' || !Number.isFinite(value))
        throw invalid('query.invalid_value', 'An instant in milliseconds is expected', { value });
      return value;
    default:
      return expectText(value);
  }
};

const expectText = (value: string | number | boolean): string => {
  if (typeof value !== 'string') throw invalid('query.invalid_value', 'A text is expected', { value });
  return value;
};

export { compareText } from '@tessera/kernel';
