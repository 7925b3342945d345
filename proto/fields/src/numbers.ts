import type { ReadContext } from './type.ts';
import { toCanonical } from '@tessera/kernel/decimal';

/**
 * What a text says as a number, before one knows whether its column writes 1.5 or 1,5. `dot` and `comma` are the
 * canonical decimals under either convention, undefined where the text is no number under it; both are given and equal
 * for unambiguous ones such as 1234.
 */
export type NumberShape = {
  readonly dot: string | undefined;
  readonly comma: string | undefined;
  readonly percent: boolean;
  /** The currency sign or code beside it as written; '' if none. */
  readonly currency: string;
  /** A zero before another digit: 007, 003.1. More likely a code than a number. */
  readonly leadingZero: boolean;
  /** Ten digits or more right after a plus: more likely a number to dial. */
  readonly dialled: boolean;
  /** More than 15 digits before the decimals. */
  readonly long: boolean;
};

const blanks = /[\s\u00a0\u202f\u2009\u2007]/g;
const currencySign =
  /^(?:[A-Za-z]{0,3}[$€£¥₹₩₽₺₫₱₪₦₴฿₡₲₵]|[Kk]r\.?|KR|zł|ZŁ|Kč|Ft|[Ll]ei|LEI|лв\.?|[Rr]s\.?|S\/|Bs\.?)$/;
/** The codes of ISO 4217 that are in use. Three letters of another kind beside digits are a word: "Row 5", "Lot 12". */
const currencyCodes = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP CNH CNY COP CRC CUP CVE CZK DJF DKK DOP DZD ' +
    'EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL ' +
    'LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP ' +
    'SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
);
/** Codes that stand for nothing else also when they are written small. */
const smallCodes = new Set(['usd', 'eur', 'gbp', 'brl', 'chf', 'aud', 'mxn', 'inr', 'jpy']);
const isCurrency = (word: string): boolean =>
  currencyCodes.has(word) || smallCodes.has(word) || currencySign.test(word);
/** Codes that people write against the digits: USD100. Other letters there make a name: KR100, rs9697358, CAD-1001. */
const gluedCodes = /^[-−–(+]?(?:USD|EUR|GBP|BRL)$/;
const isGlued = (before: string): boolean => /[A-Za-z][-−–]?$/.test(before) && !gluedCodes.test(before);
const simple = /^-?\d{1,15}$/;
const dialled = /^\+\d{10,}$/;

const oneSign = /^-?\d{1,15}[.,]\d{1,15}$/;

/** The common shape of decimals, without the general reading: digits, one sign, digits. */
const plainFraction = (text: string): NumberShape => {
  const negative = text.charCodeAt(0) === 45;
  const point = text.indexOf('.');
  const at = point < 0 ? text.indexOf(',') : point;
  const whole = text.slice(negative ? 1 : 0, at);
  const value = toCanonical(point < 0 ? `${text.slice(0, at)}.${text.slice(at + 1)}` : text);
  // "1.234" groups under the other convention; "0.123" and "1234.567" do not.
  const other =
    text.length - at === 4 && whole.length <= 3 && whole.charCodeAt(0) !== 48
      ? (negative ? '-' : '') + whole + text.slice(at + 1)
      : undefined;
  const digits = other === undefined || point >= 0 ? whole.length : whole.length + 3;
  return {
    dot: point < 0 ? other : value,
    comma: point < 0 ? value : other,
    percent: false,
    currency: '',
    leadingZero: whole.length > 1 && whole.charCodeAt(0) === 48,
    dialled: false,
    long: digits > 15,
  };
};

/**
 * Recognises a number with grouping, sign, brackets, currency sign or percent sign; undefined for other texts. Linear
 * in the text's length.
 */
export const numberShape = (text: string): NumberShape | undefined => {
  if (simple.test(text)) {
    const leadingZero =
      text.charCodeAt(0) === 48
        ? text.length > 1
        : text.charCodeAt(0) === 45 && text.charCodeAt(1) === 48 && text.length > 2;
    const value = leadingZero || text === '-0' ? toCanonical(text) : text;
    return { dot: value, comma: value, percent: false, currency: '', leadingZero, dialled: false, long: false };
  }
  if (text.length > 60) return undefined;
  if (oneSign.test(text)) return plainFraction(text);
  let rest = text.trim();
  let negative = false;
  if (rest.startsWith('(') && rest.endsWith(')')) {
    negative = true;
    rest = rest.slice(1, -1).trim();
  }
  let percent = false;
  let currency = '';
  let signed = negative;
  // Signs, currency and percent stand in any order around the digits: "-R$ 5", "R$ -5", "5- €". The point of "Rs.500"
  // is the sign's.
  let first = rest.search(/\d|[.,]\d/);
  if (first < 0) return undefined;
  if (first > 0 && rest.charCodeAt(first) === 46 && /[a-z]/i.test(rest[first - 1]!)) first++;
  if (isGlued(rest.slice(0, first))) return undefined;
  const last = lastDigit(rest);
  const before = rest.slice(0, first).replace(blanks, '');
  const after = rest.slice(last + 1).replace(blanks, '');
  for (const part of [before, after]) {
    let word = part;
    for (const sign of ['-', '−', '–']) {
      if (word.startsWith(sign) || word.endsWith(sign)) {
        if (signed) return undefined;
        signed = negative = true;
        word = word.startsWith(sign) ? word.slice(1) : word.slice(0, -1);
      }
    }
    if (word === '' || (word === '+' && part === before)) continue;
    if (word === '%' && !percent) percent = true;
    else if (currency === '' && isCurrency(word)) currency = word;
    else return undefined;
  }
  rest = rest.slice(first, last + 1);
  const shape = grouped(rest, negative, percent, currency);
  return shape !== undefined && dialled.test(text) ? { ...shape, dialled: true } : shape;
};

const lastDigit = (text: string): number => {
  for (let i = text.length - 1; i >= 0; i--) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) return i;
  }
  return -1;
};

const exponentShape = /^(\d+(?:[.,]\d+)?)[eE]([+-]?\d{1,3})$/;

const grouped = (digits: string, negative: boolean, percent: boolean, currency: string): NumberShape | undefined => {
  const scientific = exponentShape.exec(digits);
  if (scientific) {
    // "12E4" is a part number; a spreadsheet writes 1.2E+5.
    if (!/[.,]/.test(scientific[1]!) && !/[+-]/.test(scientific[2]!)) return undefined;
    const value = withSign(toCanonical(`${scientific[1]!.replace(',', '.')}e${scientific[2]!}`), negative);
    const usesComma = scientific[1]!.includes(',');
    const usesDot = scientific[1]!.includes('.');
    return {
      dot: usesComma ? undefined : value,
      comma: usesDot ? undefined : value,
      percent,
      currency,
      leadingZero: false,
      dialled: false,
      long: false,
    };
  }
  // The last kind of separator may be the decimal one; everything else groups.
  let dots = 0;
  let commas = 0;
  for (let i = 0; i < digits.length; i++) {
    const code = digits.charCodeAt(i);
    if (code >= 48 && code <= 57) continue;
    if (code === 46) dots++;
    else if (code === 44) commas++;
    else if (code !== 39 && code !== 0x2019 && code !== 32 && code !== 0xa0 && code !== 0x202f && code !== 0x2009)
      return undefined;
  }
  const read = (decimal: '.' | ',', found: number): string | undefined => {
    if (found > 1) return undefined;
    const at = found === 1 ? digits.indexOf(decimal) : digits.length;
    const whole = digits.slice(0, at);
    const fraction = digits.slice(at + 1);
    if (fraction !== '' && !/^\d+$/.test(fraction)) return undefined;
    const plain = /^\d*$/.test(whole) ? whole : ungroup(whole);
    if (plain === undefined || (plain === '' && fraction === '')) return undefined;
    return withSign(toCanonical(`${plain || '0'}.${fraction}`), negative);
  };
  const dot = read('.', dots);
  const comma = dots + commas === 0 ? dot : read(',', commas);
  if (dot === undefined && comma === undefined) return undefined;
  const second = digits.charCodeAt(1);
  const leadingZero = digits.charCodeAt(0) === 48 && second >= 48 && second <= 57;
  const whole = (dot ?? comma!).replace('-', '');
  const point = whole.indexOf('.');
  return { dot, comma, percent, currency, leadingZero, dialled: false, long: (point < 0 ? whole.length : point) > 15 };
};

/**
 * Removes one kind of grouping sign: groups of three, or of two before the last (12,34,567). A grouped number does not
 * start with a zero: "0,123" is a fraction.
 */
const ungroup = (whole: string): string | undefined => {
  if (whole.charCodeAt(0) === 48) return undefined;
  let separator = 0;
  let start = 0;
  let digits = '';
  for (let i = 0; i < whole.length; i++) {
    const code = whole.charCodeAt(i);
    if (code >= 48 && code <= 57) continue;
    const length = i - start;
    if (start === 0 ? length === 0 || length > 3 : length !== 3 && length !== 2) return undefined;
    if (separator !== 0 && code !== separator) return undefined;
    separator = code;
    digits += whole.slice(start, i);
    start = i + 1;
  }
  return whole.length - start === 3 ? digits + whole.slice(start) : undefined;
};

const withSign = (value: string | undefined, negative: boolean): string | undefined =>
  value === undefined || !negative || value === '0' ? value : `-${value}`;

/**
 * The number under a context's convention: strictly in imports, otherwise falling back to the only possible reading.
 * Undefined if there is none.
 */
export const chooseReading = (
  shape: NumberShape,
  context: Pick<ReadContext, 'decimal' | 'strict'>,
): string | undefined => {
  const asked = context.decimal === ',' ? shape.comma : shape.dot;
  if (asked !== undefined || context.strict) return asked;
  return shape.dot ?? shape.comma;
};

type Separators = { readonly decimal: string; readonly group: string };
const separatorsByLocale = new Map<string, Separators>();

/** The decimal and grouping signs of a locale. */
export const separators = (locale: string): Separators => {
  let found = separatorsByLocale.get(locale);
  if (!found) {
    const parts = new Intl.NumberFormat(locale).formatToParts(-1234567.5);
    found = {
      decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
      group: parts.find((part) => part.type === 'group')?.value ?? ',',
    };
    separatorsByLocale.set(locale, found);
  }
  return found;
};

/** A canonical decimal as a locale writes it, exactly: at least `places` decimals (padded), grouped if asked. */
export const formatDecimal = (decimal: string, locale: string, places: number, grouping: boolean): string => {
  const signs = separators(locale);
  const negative = decimal.startsWith('-');
  const digits = negative ? decimal.slice(1) : decimal;
  const point = digits.indexOf('.');
  let whole = point < 0 ? digits : digits.slice(0, point);
  const fraction = (point < 0 ? '' : digits.slice(point + 1)).padEnd(places, '0');
  if (grouping && whole.length > 3) {
    const head = whole.length % 3;
    const groups = head ? [whole.slice(0, head)] : [];
    for (let i = head; i < whole.length; i += 3) groups.push(whole.slice(i, i + 3));
    whole = groups.join(signs.group);
  }
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : signs.decimal + fraction}`;
};
