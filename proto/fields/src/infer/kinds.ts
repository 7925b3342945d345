import { dateShape, serialDate } from '../dates.ts';
import { fitsScale, placesOf } from '@tessera/kernel/decimal';
import { numberShape } from '../numbers.ts';
import { emailOf, linkOf, phoneOf, tickWord } from '../shapes.ts';
import { isBroken } from './broken.ts';
import { isTooLong, lineBreaks, maxDecimals } from '../shared.ts';
import { skips } from '../zones.ts';

/** What one text could be; a text has several bits, and equal texts have equal bits. */
export const kind = {
  numberDot: 1,
  numberComma: 1 << 1,
  numberAmbiguous: 1 << 2,
  percent: 1 << 3,
  /** A number whose writing its value does not keep: zeros before it, the plus of a number to dial. */
  leadingZero: 1 << 4,
  long: 1 << 5,
  /** A time that no cell keeps as it is, with the day first: the clocks skip it, or it is finer than a millisecond. */
  alteredDmy: 1 << 6,
  serial: 1 << 7,
  dmy: 1 << 8,
  mdy: 1 << 9,
  dateAmbiguous: 1 << 10,
  time: 1 << 11,
  email: 1 << 12,
  link: 1 << 13,
  phone: 1 << 14,
  phoneLike: 1 << 15,
  tick: 1 << 16,
  tickDigit: 1 << 17,
  errorValue: 1 << 18,
  lines: 1 << 19,
  longText: 1 << 20,
  list: 1 << 21,
  user: 1 << 22,
  /** No field keeps it: too long, or with bytes that are no text. */
  unkept: 1 << 23,
  serialTime: 1 << 24,
  /** It reads as a number and more likely is a name: an IP address, a code of letters and digits. */
  identifier: 1 << 25,
  /** Groups of three and no decimals: "1.000.000". */
  groups: 1 << 26,
  /** The same as `alteredDmy` with the month first. Above the number of the currency sign. */
  alteredMdy: 1 << 30,
} as const;
/** Among the bits: the number of the currency sign in the column's list, 1 to 7; 0 for none. */
const currencyShift = 27;
const currencyMask = 7 << currencyShift;
export const currencyIn = (bits: number): number => (bits & currencyMask) >>> currencyShift;
export const withCurrency = (bits: number, index: number): number => (bits & ~currencyMask) | (index << currencyShift);

/**
 * Facts of the last text that `kindsOf` looked at, beside its bits: sign, and under both conventions the decimals as
 * they are written ("1.50" has two; -1 where it is no number) and what must be kept of them, see `digitsOf`.
 */
export const last = { currency: '', placesDot: -1, placesComma: -1, dot: 0, comma: 0 };

/**
 * What a column must have for a decimal, as one number: `places` that keep all of it (16 for more than any field has),
 * and `room`, the most places at which it still fits 64 bits (-1 where its whole part does not).
 */
const digitsOf = (decimal: string): number => {
  const places = Math.min(placesOf(decimal), maxDecimals + 1);
  const start = decimal.charCodeAt(0) === 45 ? 1 : 0;
  const point = decimal.indexOf('.');
  const whole = (point < 0 ? decimal.length : point) - start;
  let room = Math.max(-1, Math.min(maxDecimals, 18 - whole));
  // Nineteen digits fit when they are few enough; only those that begin with a nine need to be looked at.
  if (room < maxDecimals && whole <= 19 && (decimal.charCodeAt(start) < 57 || fitsScale(decimal, room + 1))) room++;
  return places * 32 + room + 1;
};
/** `places` and `room` of what `digitsOf` says. */
export const placesIn = (digits: number): number => Math.floor(digits / 32);
export const roomIn = (digits: number): number => (digits % 32) - 1;

const errorValues = new Set([
  '#n/a',
  '#ref!',
  '#value!',
  '#div/0!',
  '#name?',
  '#num!',
  '#null!',
  '#####',
  'n/a',
  'na',
  'n.a.',
  'n/d',
  'null',
  'none',
  'nan',
  '-',
  '--',
  '—',
  '–',
  '?',
  '(blank)',
  '(null)',
  '#n/d',
  '#¡ref!',
  '#¡valor!',
  '#valor!',
]);

/** Whether a text says that there is no value: "n/a", "-", "#REF!". Such a one is no misfit where its type has no use for it. */
export const meansEmpty = (text: string): boolean => text.length <= 20 && errorValues.has(text.trim().toLowerCase());

/** The bits of a trimmed, non-empty text; `zone` is where times without a zone are read. */
export const kindsOf = (text: string, zone: string): number => {
  const length = text.length;
  last.currency = '';
  last.placesDot = last.placesComma = -1;
  last.dot = last.comma = 0;
  let digits = 0;
  let letters = 0;
  let at = false;
  let dots = 0;
  let signs = 0;
  let beyond = false;
  const scanned = length > 80 ? 80 : length;
  for (let i = 0; i < scanned; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
    else if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) letters++;
    else if (code > 0xbf) {
      letters++;
      beyond ||= code > 0x1fff;
    } else if (code === 64) at = true;
    else if (code === 46) dots++;
    else signs++;
  }
  if (isBroken(text)) return kind.unkept;
  let bits = 0;
  if (length > 50) {
    if (length > 200) bits |= kind.longText;
    if (isTooLong(text)) bits |= kind.unkept;
  }
  if ((signs > 0 || beyond || length > scanned) && text.search(lineBreaks) >= 0) bits |= kind.lines;
  if (signs > 0 && text.includes(';')) bits |= kind.list;
  // Digits alone are no word, save 0 and 1.
  if (length <= 10 && (digits < length || length === 1)) {
    if (errorValues.has(text.toLowerCase())) return bits | kind.errorValue;
    if (tickWord(text) !== undefined) bits |= digits > 0 ? kind.tick | kind.tickDigit : kind.tick;
  }
  if (at) {
    if (emailOf(text) !== undefined) bits |= kind.email;
  } else if ((dots > 0 || signs > 2) && letters > 1 && linkOf(text) !== undefined) bits |= kind.link;
  if (digits === 0) return bits;
  if (letters <= 5 && length <= 60) bits |= numberBits(text, zone);
  if (length >= 6 && length <= 60 && digits >= 3 && (signs + dots > 1 || letters > 0)) bits |= dateBits(text, zone);
  if (digits >= 5 && digits <= 20 && letters <= 5 && phoneOf(text) !== undefined) {
    bits |= kind.phone;
    const plainDate = (bits & (kind.dmy | kind.mdy)) !== 0;
    const number = (bits & (kind.numberDot | kind.numberComma)) !== 0;
    if (
      !plainDate &&
      digits >= 8 &&
      (text.startsWith('+') || text.startsWith('(') || (!number && dialled.test(text))) &&
      !taxNumber.test(text)
    )
      bits |= kind.phoneLike;
  }
  return bits;
};

/**
 * Numbers as they are dialled within a country: 555-123-4567 in North America, 11 98765-4321 in Brazil, and those of
 * other countries that begin with a zero and stand in three groups or more. Other groups of digits are codes: 750-67-8428,
 * 2024-10000, 978-3-16-148410-0.
 */
const dialled = /^\d{3}[-. ]\d{3}[-. ]\d{4}$|^\d{2} 9?\d{4}-\d{4}$|^0\d{1,4}(?:[-./ ]\d{2,8}){2,5}$/;

/** Numbers of persons and companies in Brazil (CPF, CNPJ) in their usual writing: no phone is written so. */
const taxNumber = /^\d{3}\.\d{3}\.\d{3}-\d{2}$|^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$/;

/** Digits after the last point or comma. */
const writtenPlaces = (text: string): number => {
  let places = 0;
  for (let i = text.length - 1; i >= 0; i--) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) places++;
    else if (places > 0) return code === 46 || code === 44 ? places : 0;
  }
  return 0;
};

const numberBits = (text: string, zone: string): number => {
  const shape = numberShape(text);
  if (!shape) return 0;
  let bits = 0;
  const { dot, comma } = shape;
  if (dot !== undefined) {
    bits |= kind.numberDot;
    last.placesDot = placesOf(dot);
    last.dot = digitsOf(dot);
  }
  if (comma !== undefined) {
    bits |= kind.numberComma;
    last.placesComma = placesOf(comma);
    last.comma = comma === dot ? last.dot : digitsOf(comma);
  }
  if (dot !== undefined && comma !== undefined && dot !== comma) bits |= kind.numberAmbiguous;
  // Written decimals count ("1.50" has two), not only those that matter.
  const written = last.placesDot + last.placesComma === 0 && dot === comma ? 0 : writtenPlaces(text);
  if (last.placesDot > 0 || (last.placesDot === 0 && dot !== comma && comma === undefined))
    last.placesDot = Math.max(last.placesDot, written);
  if (last.placesComma > 0 || (last.placesComma === 0 && dot !== comma && dot === undefined))
    last.placesComma = Math.max(last.placesComma, written);
  if (shape.percent) bits |= kind.percent;
  if (shape.leadingZero || shape.dialled) bits |= kind.leadingZero;
  if (shape.long) bits |= kind.long;
  if (isAddress(text) || (shape.currency !== '' && !plainAmount(text, shape.currency))) bits |= kind.identifier;
  // The sign that would be the decimal one stands nowhere: the other one groups. "1.000000" has decimals.
  if ((dot === undefined) !== (comma === undefined) && !text.includes(dot === undefined ? ',' : '.'))
    bits |= kind.groups;
  last.currency = shape.currency;
  const value = (dot ?? comma)!;
  const point = value.indexOf('.');
  if ((point < 0 ? value.length : point) - (value.charCodeAt(0) === 45 ? 1 : 0) === 5) {
    const serial = serialDate(text, true);
    if (serial) bits |= serial.time === 0 ? kind.serial : kind.serial | kind.serialTime;
    if (serial && skips(serial.date, serial.time, zone)) bits |= kind.alteredDmy | kind.alteredMdy;
  }
  return bits;
};

/** An IPv4 address: four numbers up to 255, none with a zero before it. */
const isAddress = (text: string): boolean =>
  text.length <= 15 &&
  /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(text) &&
  text.split('.').every((part) => Number(part) <= 255 && (part.length === 1 || part.charCodeAt(0) !== 48));

/** Codes that are no word of another kind: "EUR 12" is an amount, "TOP 12" and "PEN 12" need decimals to be one. */
const knownCodes = new Set(
  'USD EUR GBP BRL CHF AUD MXN INR JPY CAD CNY SEK NOK DKK PLN CZK NZD ZAR SGD HKD'.split(' '),
);

/** Whether a sign beside digits makes an amount of money without doubt. */
const plainAmount = (text: string, sign: string): boolean =>
  !/^[A-Za-z]{3}$/.test(sign) || knownCodes.has(sign.toUpperCase()) || /\d[.,]\d/.test(text);

const dateBits = (text: string, zone: string): number => {
  const shape = dateShape(text);
  if (!shape) return 0;
  let bits = 0;
  if (shape.dmy !== undefined) bits |= kind.dmy;
  if (shape.mdy !== undefined) bits |= kind.mdy;
  if (shape.dmy !== undefined && shape.mdy !== undefined && shape.dmy !== shape.mdy) bits |= kind.dateAmbiguous;
  if (shape.time) bits |= kind.time;
  const altered = (date: string | undefined): boolean =>
    date !== undefined && (shape.finer || (shape.offset === undefined && skips(date, shape.time ?? 0, zone)));
  if (altered(shape.dmy)) bits |= kind.alteredDmy;
  if (altered(shape.mdy)) bits |= kind.alteredMdy;
  return bits;
};
