import { listCell, type ResultType, type RollupFunction } from '@tessera/fields';
import { Failure, failure } from '@tessera/formulas';
import {
  compareDecimals,
  fitsScale,
  fold,
  fromUnscaled,
  placesOf,
  roundDecimal,
  toUnscaled,
  type Cell,
} from '@tessera/kernel';

/** Values that a list has at most, and the length of its JSON. */
const mostValues = 10_000;
const longestList = 1_000_000;
/** UTF-8 takes at most three bytes for each of these, and a text has at most 100,000. */
const longestText = 33_000;

const unscaledSum = (values: readonly string[]): { readonly sum: bigint; readonly places: number } => {
  const places = values.reduce((most, value) => Math.max(most, placesOf(value)), 0);
  return { sum: values.reduce((sum, value) => sum + toUnscaled(value, places), 0n), places };
};

const kept = (decimal: string, scale: number): Cell | Failure => {
  const rounded = roundDecimal(decimal, scale);
  return fitsScale(rounded, scale) ? rounded : failure('number_too_large');
};

const average = (values: readonly string[], scale: number): Cell | Failure => {
  const { sum, places } = unscaledSum(values);
  const parts = sum * 10n ** BigInt(scale);
  const whole = 10n ** BigInt(places) * BigInt(values.length);
  const size = parts < 0n ? -parts : parts;
  // Half away from zero, as everywhere.
  const rounded = (size * 2n + whole) / (whole * 2n);
  return kept(fromUnscaled(parts < 0n ? -rounded : rounded, scale), scale);
};

const ordered = (result: ResultType): ((a: Cell, b: Cell) => number) => {
  if (result === 'number' || result === 'duration') return (a, b) => compareDecimals(a as string, b as string);
  return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
};

const textOf = (value: Cell, result: ResultType): string =>
  result === 'dateTime' ? new Date(value as number).toISOString() : String(value);

const list = (values: readonly Cell[], result: ResultType): Cell | null | Failure => {
  if (values.length > mostValues) return failure('too_long');
  const cell = listCell(result, values);
  return cell !== null && (cell['whole'] as string).length > longestList ? failure('too_long') : cell;
};

/** All values as a list. */
export const listed = list;

/**
 * What a function makes of the values of linked records; null where there is nothing to make it of. `scale`: decimal
 * places that the field keeps.
 */
export const roll = (
  made: Exclude<RollupFunction, 'count'>,
  values: readonly Cell[],
  result: ResultType,
  scale: number,
): Cell | null | Failure => {
  if (made === 'counta') return String(values.filter((value) => value !== false).length);
  if (values.length === 0) return null;
  switch (made) {
    case 'sum': {
      const { sum, places } = unscaledSum(values as readonly string[]);
      return kept(fromUnscaled(sum, places), scale);
    }
    case 'average':
      return average(values as readonly string[], scale);
    case 'min':
    case 'max': {
      const compare = ordered(result);
      const found = values.reduce((best, value) =>
        compare(value, best) < 0 === (made === 'min') && compare(value, best) !== 0 ? value : best,
      );
      return result === 'number' || result === 'duration' ? kept(found as string, scale) : found;
    }
    case 'and':
      return values.every((value) => value === true);
    case 'or':
      return values.includes(true);
    case 'join': {
      const text = values.map((value) => textOf(value, result)).join(', ');
      return text.length > longestText ? failure('too_long') : text;
    }
    case 'unique': {
      const byKey = new Map<string | Cell, Cell>();
      for (const value of values) {
        const key = result === 'text' ? fold(value as string) : value;
        if (!byKey.has(key)) byKey.set(key, value);
      }
      return list([...byKey.values()], result);
    }
  }
};
