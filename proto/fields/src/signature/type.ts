import { isParts } from '@tessera/kernel/cells';
import type { Cell } from '@tessera/kernel';
import { emptiness } from '../operators.ts';
import { countAggregates } from '../shared.ts';
import { longestSignature, signatureSize } from '../strokes.ts';
import { FieldError, type FieldType } from '../type.ts';

const { width, height } = signatureSize;
const number = /^\d{1,4}$/;

/** Whether a text is points within the box. */
const arePoints = (text: string): boolean => {
  const numbers = text.split(' ');
  return (
    numbers.length % 2 === 0 &&
    numbers.every((one, at) => number.test(one) && Number(one) <= (at % 2 === 0 ? width : height))
  );
};

/** Strokes as an SVG path: each begins with M and one point, and goes on with L and others; all are whole numbers. */
const isPath = (text: string): boolean => {
  const [before, ...strokes] = text.split('M');
  return (
    before === '' &&
    strokes.length > 0 &&
    strokes.every((stroke) => {
      const [first = '', rest, ...others] = stroke.split('L');
      return (
        rest !== undefined &&
        others.length === 0 &&
        first.split(' ').length === 2 &&
        arePoints(first) &&
        arePoints(rest)
      );
    })
  );
};

const invalid = (): FieldError => new FieldError('signature.invalid', 'This is no signature');

/** Throws FieldError. */
const read = (text: string): Cell | null => {
  // The blanks around it are those of a file; a longer text is refused before it is looked at.
  if (text.length > longestSignature + 10)
    throw new FieldError('signature.too_long', 'This signature has too many strokes', { limit: longestSignature });
  const path = text.trim();
  if (path === '') return null;
  if (path.length > longestSignature)
    throw new FieldError('signature.too_long', 'This signature has too many strokes', { limit: longestSignature });
  if (!isPath(path)) throw invalid();
  return { whole: JSON.stringify(path) };
};

const pathOf = (cell: Cell): string => (isParts(cell) ? (JSON.parse(cell['whole'] as string) as string) : '');

const signed: Readonly<Record<string, string>> = { en: 'Signed', pt: 'Assinado', es: 'Firmado' };

/** A drawn signature, kept as its strokes. Nothing but a picture is made of it. */
export const signature: FieldType = {
  id: 'signature',
  storage: 'parts',
  parts: { whole: { kind: 'text' } },
  searchable: false,
  keyable: false,
  conversions: { group: 'other', to: ['text'] },
  format: {
    takes: `Strokes as an SVG path in a box of ${width} by ${height}, of M and L with whole numbers; at most ${longestSignature} characters.`,
    example: 'M120 240L180 120 240 260M300 200L420 200',
  },
  properties: {},
  props: () => ({}),
  fromJson: (value) => {
    if (value === null) return null;
    if (typeof value !== 'string') throw invalid();
    return read(value);
  },
  toJson: pathOf,
  fromText: read,
  toText: pathOf,
  shown: (_cell, _props, { locale }) => signed[locale.slice(0, 2).toLowerCase()] ?? signed['en']!,
  sample: (random) => {
    const at = () => `${Math.floor(random() * 1001)} ${Math.floor(random() * 401)}`;
    const strokes = Array.from({ length: 1 + Math.floor(random() * 3) }, () => `M${at()}L${at()} ${at()}`);
    return { whole: JSON.stringify(strokes.join('')) };
  },
  operators: emptiness,
  sortable: false,
  aggregates: countAggregates,
};
