import { fromUnscaled, maxUnscaled, placesOf, roundDecimal, toCanonical, toUnscaled } from '@tessera/kernel';
import { invalid } from '../refusals.ts';

const plain = /^-?\d+(?:\.\d+)?$/;

const canonical = (text: string): string => {
  const found = plain.test(text) ? toCanonical(text) : undefined;
  if (found === undefined) throw invalid('query.invalid_value', 'A number is expected', { value: text });
  return found;
};

/** Whole and excess parts of a decimal at a scale: `whole` is floored, `exact` tells whether nothing was cut. */
export const scaled = (text: string, scale: number): { readonly whole: bigint; readonly exact: boolean } => {
  const decimal = canonical(text);
  return { whole: toUnscaled(roundDecimal(decimal, scale, 'floor'), scale), exact: placesOf(decimal) <= scale };
};

/** Whether a scaled integer is one that a store keeps. */
export const isKept = (whole: bigint): boolean => whole <= maxUnscaled && whole >= -maxUnscaled;

/** A bigint as a number where floats hold it exactly. */
export const narrowed = (whole: bigint): number | bigint =>
  whole <= 9007199254740991n && whole >= -9007199254740991n ? Number(whole) : whole;

/** A decimal cell as int64 scaled by `scale`, rounded half away from zero. Throws `records.number_overflow`. */
export const toScaled = (text: string, scale: number): number | bigint => {
  if (text.length <= 15) {
    const point = text.indexOf('.');
    const places = point < 0 ? 0 : text.length - point - 1;
    if (places <= scale && plain.test(text) && text.length - places + scale <= 15) {
      return Number(point < 0 ? text : text.slice(0, point) + text.slice(point + 1)) * 10 ** (scale - places);
    }
  }
  const whole = toUnscaled(roundDecimal(canonical(text), scale), scale);
  if (!isKept(whole)) throw invalid('records.number_overflow', 'The number is too large', { value: text });
  return narrowed(whole);
};

/** Places that an average keeps beyond its column's. */
const extra = 4;

/** sum / count of scaled decimals as canonical text, four places more than the column, rounded half away from zero. */
export const averageText = (sum: bigint, count: bigint, scale: number): string => {
  const numerator = sum * 10n ** BigInt(extra) * 2n;
  const half = numerator < 0n ? -count : count;
  return fromUnscaled((numerator + half) / (count * 2n), scale + extra);
};
