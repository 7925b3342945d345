import { numberShape } from '@tessera/fields';
import { toCanonical } from '@tessera/kernel/decimal';

/** What a number format makes of a cell's number. */
export type Format =
  | { readonly kind: 'number' | 'date' | 'moment' | 'time' | 'duration' | 'percent' }
  | { readonly kind: 'currency'; readonly sign: string }
  /** Digits with zeros before them, as codes are written. */
  | { readonly kind: 'digits'; readonly least: number };

export const general: Format = { kind: 'number' };

/** Formats that a workbook names by number alone (ECMA-376 part 1, 18.8.30); 27 to 58 are dates of East Asia. */
const builtIn = (id: number): Format => {
  if (id === 9 || id === 10) return { kind: 'percent' };
  if ((id >= 5 && id <= 8) || id === 42 || id === 44) return { kind: 'currency', sign: '' };
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58)
    return { kind: 'date' };
  if (id === 18 || id === 19 || id === 20 || id === 21 || (id >= 32 && id <= 35) || id === 45 || id === 47)
    return { kind: 'time' };
  if (id === 55 || id === 56) return { kind: 'time' };
  if (id === 22) return { kind: 'moment' };
  return id === 46 ? { kind: 'duration' } : general;
};

/** A sign or code of money that numbers are read with. */
const isMoney = (sign: string): boolean => numberShape(`${sign} 5`)?.currency === sign;
const signs = /[$€£¥₹₩₽₺₫₱₪₦₴฿₡₲₵]/u;

/** The first section of a format's code, for numbers above zero, without what it only shows; and the texts it shows. */
const sectionOf = (
  code: string,
): { readonly shape: string; readonly shown: readonly string[]; readonly elapsed: boolean } => {
  let shape = '';
  let elapsed = false;
  const shown: string[] = [];
  for (let at = 0; at < code.length; at++) {
    const one = code[at]!;
    if (one === ';') break;
    if (one === '"') {
      const end = code.indexOf('"', at + 1);
      shown.push(code.slice(at + 1, end < 0 ? code.length : end));
      at = end < 0 ? code.length : end;
    } else if (one === '[') {
      const end = code.indexOf(']', at + 1);
      const inner = code.slice(at + 1, end < 0 ? code.length : end);
      if (inner.startsWith('$')) shown.push(inner.slice(1).split('-')[0]!);
      else if (/^(?:h+|m+|s+)$/i.test(inner)) elapsed = true;
      at = end < 0 ? code.length : end;
    } else if (one === '\\') {
      shown.push(code[at + 1] ?? '');
      at++;
    } else if (one === '_' || one === '*') at++;
    else shape += one;
  }
  return { shape, shown, elapsed };
};

const ofCode = (code: string): Format => {
  const { shape, shown, elapsed } = sectionOf(code.slice(0, 1_000));
  if (elapsed) return { kind: 'duration' };
  if (/general/i.test(shape)) return general;
  const letters = shape.replace(/am\/pm|a\/p/gi, 't').toLowerCase();
  const clock = /[hst]/.test(letters);
  if (/[yd]/.test(letters) || (/m/.test(letters) && !clock)) return { kind: clock ? 'moment' : 'date' };
  if (clock) return { kind: 'time' };
  if (shape.includes('%')) return { kind: 'percent' };
  const bare = signs.exec(shape)?.[0];
  const sign = [...shown.map((one) => one.trim()), ...(bare === undefined ? [] : [bare])].find(
    (one) => one !== '' && isMoney(one),
  );
  if (sign !== undefined) return { kind: 'currency', sign };
  return /^0{2,20}$/.test(shape) ? { kind: 'digits', least: shape.length } : general;
};

/** What a format of a workbook says, by its number and, where the workbook has one for it, its code. */
export const formatOf = (id: number, code: string | undefined): Format =>
  code === undefined ? builtIn(id) : ofCode(code);

const noise = 12;

/** Digits of a decimal from the first to the last that is no zero. */
const significant = (decimal: string): number => {
  let [first, last, place] = [-1, -1, 0];
  for (let i = 0; i < decimal.length; i++) {
    const code = decimal.charCodeAt(i);
    if (code < 48 || code > 57) continue;
    if (code !== 48) {
      if (first < 0) first = place;
      last = place;
    }
    place++;
  }
  return first < 0 ? 0 : last - first + 1;
};

/**
 * A number as its cell holds it, in decimals. Programs write the binary number with 17 digits: its shortest decimal is
 * the same number, and where 15 digits end in zeros (0.30000000000000004) the rest is what sums leave, which no program
 * shows.
 */
export const decimalOf = (written: string): string | undefined => {
  if (/^-?\d{1,400}$/.test(written)) return written;
  if (!/^[-+]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][-+]?\d{1,3})?$/.test(written)) return undefined;
  const value = Number(written);
  if (!Number.isFinite(value)) return undefined;
  const shortest = toCanonical(String(value));
  if (shortest === undefined || significant(shortest) < 16) return shortest;
  const rounded = toCanonical(value.toPrecision(15));
  return rounded !== undefined && significant(rounded) <= noise ? rounded : shortest;
};

/** A decimal times a hundred. */
const hundredfold = (decimal: string): string => {
  const negative = decimal.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? decimal.slice(1) : decimal).split('.');
  const digits = whole + fraction.padEnd(2, '0').slice(0, 2);
  const more = fraction.slice(2);
  const plain = digits.replace(/^0+(?=\d)/, '');
  return `${negative ? '-' : ''}${plain}${more === '' ? '' : `.${more}`}`;
};

const dayMs = 86_400_000;
const lastDay = 2_958_465;
const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

const clockOf = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const rest = ms % 1000;
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}${rest === 0 ? '' : `.${pad(rest, 3)}`}`;
};

/** Days since 1900 (or 1904) as a date and the milliseconds of its day; undefined for what is none. */
const dayOf = (serial: number, from1904: boolean): { readonly date: string; readonly ms: number } | undefined => {
  if (!(serial < lastDay + 1) || serial < (from1904 ? -1_462 : 0)) return undefined;
  // A day is 86.4 million milliseconds and a number has 15 digits: half a millisecond is noise.
  const all = Math.round(serial * dayMs);
  const day = Math.floor(all / dayMs);
  const ms = all - day * dayMs;
  // In the calendar that begins in 1900 its year has a 29th of February, which no other calendar has.
  if (!from1904 && day === 60) return { date: '1900-02-29', ms };
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  return { date: new Date(start + day * dayMs).toISOString().slice(0, 10), ms };
};

const elapsed = (serial: number): string => {
  const ms = Math.round(Math.abs(serial) * dayMs);
  return `${serial < 0 && ms > 0 ? '-' : ''}${clockOf(ms)}`;
};

/** The text of a number in its cell, in the way that files of text write it: with a point, dates with the year first. */
export const textOf = (written: string, format: Format, from1904: boolean): string => {
  const decimal = decimalOf(written.trim());
  if (decimal === undefined) return written;
  const value = Number(decimal);
  switch (format.kind) {
    case 'date':
    case 'moment': {
      const day = dayOf(value, from1904);
      if (day === undefined) return decimal;
      // A time of the day without a day, in a column of dates.
      if (value < 1 && !from1904) return value === 0 ? decimal : clockOf(day.ms);
      return format.kind === 'date' && day.ms === 0 ? day.date : `${day.date} ${clockOf(day.ms)}`;
    }
    case 'time':
    case 'duration':
      return elapsed(value);
    case 'percent':
      return `${hundredfold(decimal)}%`;
    case 'currency':
      if (format.sign === '') return decimal;
      return decimal.startsWith('-') ? `-${format.sign} ${decimal.slice(1)}` : `${format.sign} ${decimal}`;
    case 'digits':
      return /^\d+$/.test(decimal) ? decimal.padStart(format.least, '0') : decimal;
    default:
      return decimal;
  }
};

/** A date in the writing of ISO 8601, which newer workbooks may hold. */
export const dateText = (written: string): string => {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)\d*Z?)?$/.exec(written.trim());
  if (!found) return written;
  const [, date, time] = found;
  return time === undefined || /^[0:.]+$/.test(time) ? date! : `${date} ${time}`;
};
