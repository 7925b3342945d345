import { tickWord } from '../checkbox/type.ts';
import { dateShape, serialDate } from '../dates.ts';
import { placesOf } from '../decimal.ts';
import { emailOf } from '../email/type.ts';
import { linkOf } from '../link/type.ts';
import { numberShape } from '../numbers.ts';
import { phoneOf } from '../phone/type.ts';

/** What one text could be; a text has several bits, and equal texts have equal bits. */
export const kind = {
  numberDot: 1,
  numberComma: 1 << 1,
  numberAmbiguous: 1 << 2,
  percent: 1 << 3,
  leadingZero: 1 << 4,
  long: 1 << 5,
  manyPlaces: 1 << 6,
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
  huge: 1 << 23,
  serialTime: 1 << 24,
} as const;
/** Above the bits: the number of the currency sign in the column's list, 1 to 7; 0 for none. */
export const currencyShift = 27;

/**
 * Facts of the last text that `kindsOf` looked at, beside its bits: sign, decimals under both conventions, digits
 * before them.
 */
export const last = { currency: '', placesDot: -1, placesComma: -1, whole: 0 };

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

/** The bits of a trimmed, non-empty text. */
export const kindsOf = (text: string): number => {
  const length = text.length;
  last.currency = '';
  last.placesDot = last.placesComma = -1;
  let digits = 0;
  let letters = 0;
  let at = false;
  let dots = 0;
  let signs = 0;
  const scanned = length > 80 ? 80 : length;
  for (let i = 0; i < scanned; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
    else if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code > 0xbf) letters++;
    else if (code === 64) at = true;
    else if (code === 46) dots++;
    else signs++;
  }
  let bits = 0;
  if (length > 50) {
    if (length > 200) bits |= kind.longText;
    if (length * 3 > 100_000) bits |= kind.huge;
  }
  if (signs > 0 && (text.includes('\n') || text.includes('\r'))) bits |= kind.lines;
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
  if (letters <= 5 && length <= 60) bits |= numberBits(text);
  if (length >= 6 && length <= 60 && digits >= 3 && (signs + dots > 1 || letters > 0)) bits |= dateBits(text);
  if (digits >= 5 && digits <= 20 && letters <= 5 && phoneOf(text) !== undefined) {
    bits |= kind.phone;
    const plainDate = (bits & (kind.dmy | kind.mdy)) !== 0;
    const number = (bits & (kind.numberDot | kind.numberComma)) !== 0;
    if (
      !plainDate &&
      digits >= 8 &&
      !taxNumber.test(text) &&
      (text.startsWith('+') || text.startsWith('(') || (!number && digits >= 9 && digits <= 13 && signs + dots > 0))
    )
      bits |= kind.phoneLike;
  }
  return bits;
};

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

const numberBits = (text: string): number => {
  const shape = numberShape(text);
  if (!shape) return 0;
  let bits = 0;
  const { dot, comma } = shape;
  if (dot !== undefined) {
    bits |= kind.numberDot;
    last.placesDot = placesOf(dot);
  }
  if (comma !== undefined) {
    bits |= kind.numberComma;
    last.placesComma = placesOf(comma);
  }
  if (dot !== undefined && comma !== undefined && dot !== comma) bits |= kind.numberAmbiguous;
  // Written decimals count ("1.50" has two), not only those that matter.
  const written = last.placesDot + last.placesComma === 0 && dot === comma ? 0 : writtenPlaces(text);
  if (last.placesDot > 0 || (last.placesDot === 0 && dot !== comma && comma === undefined))
    last.placesDot = Math.max(last.placesDot, written);
  if (last.placesComma > 0 || (last.placesComma === 0 && dot !== comma && dot === undefined))
    last.placesComma = Math.max(last.placesComma, written);
  if (shape.percent) bits |= kind.percent;
  if (shape.leadingZero) bits |= kind.leadingZero;
  if (shape.long) bits |= kind.long;
  const value = (dot ?? comma)!;
  const digits = value.charCodeAt(0) === 45 ? value.slice(1) : value;
  const point = digits.indexOf('.');
  last.whole = point < 0 ? digits.length : point;
  if (Math.max(last.placesDot, last.placesComma) > 8) bits |= kind.manyPlaces;
  last.currency = shape.currency;
  if (last.whole === 5) {
    const serial = serialDate(text, true);
    if (serial) bits |= serial.time === 0 ? kind.serial : kind.serial | kind.serialTime;
  }
  return bits;
};

const dateBits = (text: string): number => {
  const shape = dateShape(text);
  if (!shape) return 0;
  let bits = 0;
  if (shape.dmy !== undefined) bits |= kind.dmy;
  if (shape.mdy !== undefined) bits |= kind.mdy;
  if (shape.dmy !== undefined && shape.mdy !== undefined && shape.dmy !== shape.mdy) bits |= kind.dateAmbiguous;
  if (shape.time) bits |= kind.time;
  return bits;
};
