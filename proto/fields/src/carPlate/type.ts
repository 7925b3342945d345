import { textType } from '../text-type.ts';
import { FieldError } from '../type.ts';

const bareOf = (text: string): string => text.replace(/[\s.\-·]/g, '').toUpperCase();

const longest = 20;
/** ABC-1234, and the form of Mercosul, ABC1D23. */
const shape = /^[A-Z]{3}\d[0-9A-Z]\d{2}$/;

/** The seven signs of a plate, undefined for other texts. */
const plateOf = (text: string): string | undefined => {
  if (text.length > longest) return undefined;
  const signs = bareOf(text);
  return shape.test(signs) ? signs : undefined;
};

/** Throws FieldError. */
const read = (text: string): string | null => {
  if (text.trim() === '') return null;
  const plate = plateOf(text);
  if (plate === undefined) throw new FieldError('carPlate.invalid', 'This is not a car plate');
  return plate;
};

const letter = (random: () => number): string => String.fromCharCode(65 + Math.floor(random() * 26));
const digit = (random: () => number): string => String(Math.floor(random() * 10));

/** A plate of Brazil in either form: kept as its seven signs, the older form shown with its hyphen. */
export const carPlate = textType({
  id: 'carPlate',
  keyable: false,
  conversions: { group: 'other', to: ['text', 'options'] },
  format: { takes: 'A Brazilian plate, ABC-1234 or ABC1D23; answers are its 7 signs.', example: 'ABC1D23' },
  // Many codes look like plates: the column's name must say that they are.
  known: {
    least: 7,
    most: 8,
    reads: (text) => (plateOf(text) === undefined ? 'no' : 'maybe'),
    names: /(^|[^\p{L}])(plates?|placas?)([^\p{L}]|$)/iu,
  },
  sample: (random) =>
    [letter, letter, letter, digit, random() < 0.5 ? digit : letter, digit, digit].map((make) => make(random)).join(''),
  read,
  write: (cell) => (/\d{4}$/.test(cell) ? `${cell.slice(0, 3)}-${cell.slice(3)}` : cell),
  bare: bareOf,
});
