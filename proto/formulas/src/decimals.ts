import { fromUnscaled, placesOf, toCanonical, toUnscaled } from '@tessera/fields';

/** An exact number: `unscaled / 10^scale`, `scale` 0 to 30. */
export type Decimal = { readonly unscaled: bigint; readonly scale: number };

/** Places that a product keeps; what has more is rounded half away from zero. */
const maxScale = 30;
/** Places of a quotient that does not end. */
const quotientScale = 20;
/** Greater numbers are an error of the value: they would take time and room with their square. */
const maxDigits = 40;

export const zero: Decimal = { unscaled: 0n, scale: 0 };
export const whole = (n: number): Decimal => ({ unscaled: BigInt(n), scale: 0 });

const tens: bigint[] = [1n];
const tenTo = (power: number): bigint => {
  for (let n = tens.length; n <= power; n++) tens.push(tens[n - 1]! * 10n);
  return tens[power]!;
};

/** Of a canonical decimal. */
export const decimalOf = (canonical: string): Decimal => {
  const scale = placesOf(canonical);
  return { unscaled: toUnscaled(canonical, scale), scale };
};
/** Of a text with a point, at most an exponent, as a canonical decimal is written; undefined for others. */
export const readDecimal = (text: string): Decimal | undefined => {
  const canonical = toCanonical(text);
  return canonical === undefined || placesOf(canonical) > maxScale ? undefined : decimalOf(canonical);
};
export const canonicalOf = ({ unscaled, scale }: Decimal): string => fromUnscaled(unscaled, scale);

/** Of a float, with the 15 digits that it surely has; undefined where it is no finite number. */
export const ofFloat = (n: number): Decimal | undefined =>
  Number.isFinite(n) ? readDecimal(String(Number(n.toPrecision(15)))) : undefined;
export const toFloat = (decimal: Decimal): number => Number(canonicalOf(decimal));

export const isTooLarge = ({ unscaled, scale }: Decimal): boolean => {
  const limit = tenTo(maxDigits + scale);
  return unscaled >= limit || unscaled <= -limit;
};

const scaled = ({ unscaled, scale }: Decimal, to: number): bigint =>
  to === scale ? unscaled : unscaled * tenTo(to - scale);

export type Rounding = 'half' | 'down' | 'up' | 'floor' | 'ceil';

/** `a / b` as a whole number, rounded; `b` is above 0. */
const divided = (a: bigint, b: bigint, rounding: Rounding): bigint => {
  const quotient = a / b;
  const rest = a - quotient * b;
  if (rest === 0n) return quotient;
  const away = a < 0n ? quotient - 1n : quotient + 1n;
  if (rounding === 'down') return quotient;
  if (rounding === 'up') return away;
  if (rounding === 'floor') return a < 0n ? away : quotient;
  if (rounding === 'ceil') return a < 0n ? quotient : away;
  return (rest < 0n ? -rest : rest) * 2n >= b ? away : quotient;
};

/** Rounds to `scale` places; a negative scale rounds to tens, hundreds and so on. */
export const round = (decimal: Decimal, scale: number, rounding: Rounding = 'half'): Decimal => {
  if (decimal.scale <= scale) return decimal;
  const unscaled = divided(decimal.unscaled, tenTo(decimal.scale - scale), rounding);
  return scale >= 0 ? { unscaled, scale } : { unscaled: unscaled * tenTo(-scale), scale: 0 };
};

export const add = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale);
  return { unscaled: scaled(a, scale) + scaled(b, scale), scale };
};
export const negate = ({ unscaled, scale }: Decimal): Decimal => ({ unscaled: -unscaled, scale });
export const subtract = (a: Decimal, b: Decimal): Decimal => add(a, negate(b));
export const multiply = (a: Decimal, b: Decimal): Decimal =>
  round({ unscaled: a.unscaled * b.unscaled, scale: a.scale + b.scale }, maxScale);

/** Exact where the quotient ends within 20 places; `b` is not 0. */
export const divide = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale);
  const [x, y] = [scaled(a, scale), scaled(b, scale)];
  const unscaled = divided((y < 0n ? -x : x) * tenTo(quotientScale), y < 0n ? -y : y, 'half');
  return decimalOf(fromUnscaled(unscaled, quotientScale));
};

/** Negative, 0 or positive. */
export const compare = (a: Decimal, b: Decimal): number => {
  const scale = Math.max(a.scale, b.scale);
  const difference = scaled(a, scale) - scaled(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
export const isZero = ({ unscaled }: Decimal): boolean => unscaled === 0n;

/** The whole number before the point as a float, for counts and places; far beyond any of them it is inexact. */
export const wholeOf = (decimal: Decimal): number => Number(round(decimal, 0, 'down').unscaled);

/** What is left of `a` after as many `b` as fit, with the sign of `b`; `b` is not 0. */
export const modulo = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale);
  const [x, y] = [scaled(a, scale), scaled(b, scale)];
  const rest = x % y;
  return { unscaled: rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest, scale };
};

/** `base^exponent` for a whole exponent; undefined where it grows beyond what a number may be. */
export const power = (base: Decimal, exponent: number): Decimal | undefined => {
  let [result, factor, left]: [Decimal, Decimal, number] = [whole(1), base, Math.abs(exponent)];
  while (left > 0) {
    if (left % 2 === 1) result = multiply(result, factor);
    left = Math.floor(left / 2);
    if (left > 0) factor = multiply(factor, factor);
    if (isTooLarge(result) || (left > 0 && isTooLarge(factor))) return undefined;
  }
  return exponent < 0 ? (isZero(result) ? undefined : divide(whole(1), result)) : result;
};
