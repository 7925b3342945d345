import { textType } from '../text-type.ts';
import { FieldError } from '../type.ts';

const digitsOf = (text: string): string => text.replace(/[\s.\-/]/g, '');

/** The check digit after these digits: each counts more the further it is from the end. */
const checkDigit = (digits: string): number => {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * (digits.length + 1 - i);
  const rest = (sum * 10) % 11;
  return rest === 10 ? 0 : rest;
};
const complete = (first: string): string => {
  const one = `${first}${checkDigit(first)}`;
  return `${one}${checkDigit(one)}`;
};

const isOneDigit = (digits: string): boolean => digits === digits[0]!.repeat(digits.length);

const longest = 40;
const plain = /^\d{11}$/;
const masked = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;

/** The eleven digits of a CPF, undefined for other texts. One digit eleven times passes the check and belongs to nobody. */
const cpfOf = (text: string): string | undefined => {
  if (text.length > longest) return undefined;
  const digits = digitsOf(text);
  return plain.test(digits) && complete(digits.slice(0, 9)) === digits && !isOneDigit(digits) ? digits : undefined;
};

/** Throws FieldError. */
const read = (text: string): string | null => {
  if (text.trim() === '') return null;
  const cpf = cpfOf(text);
  if (cpf !== undefined) return cpf;
  throw plain.test(digitsOf(text.slice(0, longest)))
    ? new FieldError('cpf.check_digits', 'The check digits of this CPF are wrong')
    : new FieldError('cpf.invalid', 'This is not a CPF');
};

/** The number of a person in Brazil: kept as its eleven digits, shown as 529.982.247-25. */
export const cpf = textType({
  id: 'cpf',
  keyable: true,
  conversions: { group: 'other', to: ['text', 'options'] },
  format: { takes: 'A CPF with or without its points; answers are its 11 digits.', example: '52998224725' },
  known: {
    least: 11,
    most: 14,
    reads: (text) => (cpfOf(text) === undefined ? 'no' : masked.test(text) ? 'surely' : 'maybe'),
    names: /(^|[^\p{L}])cpf([^\p{L}]|$)/iu,
  },
  sample: (random) => complete(`1${String(Math.floor(random() * 1e8)).padStart(8, '0')}`),
  read,
  write: (cell) => `${cell.slice(0, 3)}.${cell.slice(3, 6)}.${cell.slice(6, 9)}-${cell.slice(9)}`,
  bare: digitsOf,
});
