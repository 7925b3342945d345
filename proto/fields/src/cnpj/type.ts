import { textType } from '../text-type.ts';
import { FieldError } from '../type.ts';

const bareOf = (text: string): string => text.replace(/[\s.\-/]/g, '').toUpperCase();

/** The check digit after these signs: letters count as their code less 48, weights go 2 to 9 from the end and again. */
const checkDigit = (signs: string): number => {
  let sum = 0;
  for (let i = 0; i < signs.length; i++) sum += (signs.charCodeAt(i) - 48) * (2 + ((signs.length - 1 - i) % 8));
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
};
const complete = (first: string): string => {
  const one = `${first}${checkDigit(first)}`;
  return `${one}${checkDigit(one)}`;
};

const isOneDigit = (digits: string): boolean => digits === digits[0]!.repeat(digits.length);

const longest = 40;
const plain = /^[0-9A-Z]{12}\d{2}$/;
const masked = /^[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}$/i;

/** The fourteen signs of a CNPJ, undefined for other texts. One digit fourteen times belongs to nobody. */
const cnpjOf = (text: string): string | undefined => {
  if (text.length > longest) return undefined;
  const signs = bareOf(text);
  return plain.test(signs) && complete(signs.slice(0, 12)) === signs && !isOneDigit(signs) ? signs : undefined;
};

/** Throws FieldError. */
const read = (text: string): string | null => {
  if (text.trim() === '') return null;
  const cnpj = cnpjOf(text);
  if (cnpj !== undefined) return cnpj;
  throw plain.test(bareOf(text.slice(0, longest)))
    ? new FieldError('cnpj.check_digits', 'The check digits of this CNPJ are wrong')
    : new FieldError('cnpj.invalid', 'This is not a CNPJ');
};

/**
 * The number of a company in Brazil, also one of those with letters that are given out since July 2026: kept as its
 * fourteen signs, shown as 12.ABC.345/01DE-35.
 */
export const cnpj = textType({
  id: 'cnpj',
  keyable: true,
  conversions: { group: 'other', to: ['text', 'options'] },
  format: { takes: 'A CNPJ with or without its points; answers are its 14 signs.', example: '11222333000181' },
  known: {
    least: 14,
    most: 18,
    reads: (text) => (cnpjOf(text) === undefined ? 'no' : masked.test(text) ? 'surely' : 'maybe'),
    names: /(^|[^\p{L}])cnpj([^\p{L}]|$)/iu,
  },
  sample: (random) =>
    complete(`1${String(Math.floor(random() * 1e7)).padStart(7, '0')}${random() < 0.3 ? 'A1' : '00'}01`),
  read,
  write: (cell) => `${cell.slice(0, 2)}.${cell.slice(2, 5)}.${cell.slice(5, 8)}/${cell.slice(8, 12)}-${cell.slice(12)}`,
  bare: bareOf,
});
