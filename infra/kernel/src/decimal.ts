/** The largest decimal that is kept, scaled to a whole number: 63 bits. */
export const maxUnscaled = 2n ** 63n - 1n;

/**
 * Strips what a canonical decimal does not have: leading and trailing zeros, an empty fraction, minus zero. Takes
 * `-?digits[.digits]`.
 */
const canonical = (negative: boolean, whole: string, fraction: string): string => {
  let start = 0;
  while (start < whole.length - 1 && whole.charCodeAt(start) === 48) start++;
  let end = fraction.length;
  while (end > 0 && fraction.charCodeAt(end - 1) === 48) end--;
  const digits =
    (start === 0 ? whole : whole.slice(start)) +
    (end === 0 ? '' : `.${end === fraction.length ? fraction : fraction.slice(0, end)}`);
  return negative && digits !== '0' ? `-${digits}` : digits;
};

/** Characters of the longest text that is taken for a number; integers of more take time with their square. */
const longestNumber = 1000;
const plainShape = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * A decimal written with a point and at most an exponent ("-12.50", ".5", "1e-7") as a canonical decimal ("-12.5",
 * "0.5", "0.0000001"); undefined for anything else, and for texts of over 1,000 characters. Exact: no float
 * is made.
 */
export const toCanonical = (text: string): string | undefined => {
  if (text.length > longestNumber) return undefined;
  const match = plainShape.exec(text);
  if (!match || (!match[2] && !match[3])) return undefined;
  const negative = match[1] === '-';
  let whole = match[2] || '0';
  let fraction = match[3] ?? '';
  const exponent = Number(match[4] ?? 0);
  if (Math.abs(exponent) > 400) return undefined;
  if (exponent > 0) {
    whole += fraction.slice(0, exponent).padEnd(exponent, '0');
    fraction = fraction.slice(exponent);
  } else if (exponent < 0) {
    const moved = whole.padStart(-exponent + 1, '0');
    fraction = moved.slice(exponent) + fraction;
    whole = moved.slice(0, exponent);
  }
  return canonical(negative, whole, fraction);
};

/** Decimal places of a canonical decimal. */
export const placesOf = (decimal: string): number => {
  const point = decimal.indexOf('.');
  return point < 0 ? 0 : decimal.length - point - 1;
};

/**
 * Rounds a canonical decimal half away from zero (or down, or up, towards the infinities) to `scale` places; canonical
 * again.
 */
export const roundDecimal = (decimal: string, scale: number, mode: 'half' | 'floor' | 'ceil' = 'half'): string => {
  if (placesOf(decimal) <= scale) return decimal;
  const negative = decimal.startsWith('-');
  const digits = negative ? decimal.slice(1) : decimal;
  const point = digits.indexOf('.');
  const kept = BigInt(digits.slice(0, point) + digits.slice(point + 1, point + 1 + scale));
  const away = mode === 'half' ? digits.charCodeAt(point + 1 + scale) >= 53 : mode === 'floor' ? negative : !negative;
  return fromUnscaled((negative ? -1n : 1n) * (kept + (away ? 1n : 0n)), scale);
};

/** The canonical decimal of `unscaled / 10^scale`. */
export const fromUnscaled = (unscaled: number | bigint, scale: number): string => {
  if (scale === 0) return String(unscaled);
  // Numbers that a float divides without an exponent, which are nearly all, need no digits put together.
  if (typeof unscaled === 'number' && unscaled < 1e15 && unscaled > -1e15) {
    const number = unscaled / 10 ** scale;
    if (number === 0 || number >= 1e-6 || number <= -1e-6) return String(number);
  }
  const negative = unscaled < 0;
  const digits = String(negative ? -unscaled : unscaled).padStart(scale + 1, '0');
  return canonical(negative, digits.slice(0, -scale), digits.slice(-scale));
};

/** `decimal * 10^scale` of a canonical decimal with at most `scale` places. */
export const toUnscaled = (decimal: string, scale: number): bigint => {
  const point = decimal.indexOf('.');
  return point < 0
    ? BigInt(decimal) * 10n ** BigInt(scale)
    : BigInt(decimal.slice(0, point) + decimal.slice(point + 1).padEnd(scale, '0'));
};

/** Whether a canonical decimal can be kept with `scale` places: scaled by it, it must fit in 63 bits and a sign. */
export const fitsScale = (decimal: string, scale: number): boolean => {
  const point = decimal.indexOf('.');
  const whole = point < 0 ? decimal.length : point;
  if (whole + scale <= 18) return true;
  const unscaled = toUnscaled(roundDecimal(decimal, scale), scale);
  return unscaled <= maxUnscaled && unscaled >= -maxUnscaled;
};

/** -1, 0 or 1 by value. */
export const compareDecimals = (a: string, b: string): -1 | 0 | 1 => {
  const scale = Math.max(placesOf(a), placesOf(b));
  const x = toUnscaled(a, scale);
  const y = toUnscaled(b, scale);
  return x < y ? -1 : x > y ? 1 : 0;
};

/** Significant digits that a float of 64 bits always keeps: JSON numbers of more are rounded by most who read them. */
export const numberDigits = 15;

/** Whether a canonical decimal has more digits than a JSON number carries safely; zeros at its start do not count. */
export const isLongDecimal = (decimal: string): boolean => {
  if (decimal.length <= numberDigits) return false;
  let digits = 0;
  for (let i = 0; i < decimal.length; i++) {
    const code = decimal.charCodeAt(i);
    if (code > 48 || (code === 48 && digits > 0)) digits++;
  }
  return digits > numberDigits;
};

/** A canonical decimal as JSON text: a number as far as one is safe, else, and always with `asText`, a text. */
export const decimalJson = (decimal: string, asText = false): string =>
  asText || isLongDecimal(decimal) ? `"${decimal}"` : decimal;

/** The same as a JSON value, for answers that are built as objects. */
export const decimalValue = (decimal: string, asText = false): number | string =>
  asText || isLongDecimal(decimal) ? decimal : Number(decimal);
