/** A number of so many digits and points may have more digits than a float keeps. */
const mayBeLong = /\d[\d.]{15}/;

const isNumberPart = (code: number): boolean =>
  (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101;

/** A number as digits without zeros around them and a power of ten: two texts of one value give one answer. */
const valueOf = (literal: string): string => {
  const [significand = '', exponent = '0'] = literal.toLowerCase().split('e');
  const negative = significand.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? significand.slice(1) : significand).split('.');
  const digits = whole + fraction;
  let start = 0;
  while (start < digits.length && digits.charCodeAt(start) === 48) start++;
  if (start === digits.length) return '0';
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end--;
  return `${negative ? '-' : ''}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
};

/** Where the string that begins at `from` ends. */
const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 34) return at + 1;
  }
  return text.length;
};

/**
 * Valid JSON with every number that a float would round written as a text, digit by digit: fields of numbers read both,
 * and what takes only numbers refuses the text. Answers the same text where there is none. One pass.
 */
export const exactNumbers = (text: string): string => {
  if (!mayBeLong.test(text)) return text;
  let out = '';
  let taken = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 34) at = endOfString(text, at);
    else if (code === 45 || (code >= 48 && code <= 57)) {
      const from = at;
      while (at < text.length && isNumberPart(text.charCodeAt(at))) at++;
      const literal = text.slice(from, at);
      if (literal.length > 15 && valueOf(literal) !== valueOf(String(Number(literal)))) {
        out += `${text.slice(taken, from)}"${literal}"`;
        taken = at;
      }
    } else at++;
  }
  return taken === 0 ? text : out + text.slice(taken);
};
