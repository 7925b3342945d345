import { partColumn } from '@tessera/kernel/cells';
import type { Operand, PartsCell, Predicate } from '@tessera/kernel';
import { emptiness, not, textOperators, unfit } from '../operators.ts';
import { countAggregates, lineBreaks, storable } from '../shared.ts';
import { FieldError, type FieldType, type FilterOperator } from '../type.ts';
import { type Address, lineOf, parseLine, partNames, shownLine } from './line.ts';

const longestPart = 200;
/** A line of all parts, each with marks around it. */
const longestLine = partNames.length * (longestPart + 4);
const mostWords = 20;

const invalid = (): FieldError => new FieldError('address.invalid', 'This is no address');

/** An address of what is given of it; null without anything. Throws FieldError. */
const cellOf = (given: Address): PartsCell | null => {
  const parts = partNames.flatMap((name) => {
    const text = storable(given[name] ?? '')
      .replace(lineBreaks, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (text.length > longestPart)
      throw new FieldError('address.too_long', `A part of an address has at most ${longestPart} characters`, {
        limit: longestPart,
      });
    return text === '' ? [] : [[name, text] as const];
  });
  return parts.length === 0 ? null : Object.fromEntries(parts);
};

const part = (left: Operand, name: string): Operand => ({
  kind: 'field',
  column: partColumn(left.column, name),
  storage: 'text',
});

/** What stands between commas is looked for in each part: all of it must be somewhere. */
const contains = (left: Operand, value: unknown): Predicate => {
  if (typeof value !== 'string' || value.length > longestLine) throw unfit('a text');
  const words = value
    .split(/[,;"]| [-–] /)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) throw unfit('a text');
  return {
    op: 'and',
    items: words.slice(0, mostWords).map((word) => ({
      op: 'or',
      items: partNames.map((name) => ({ op: 'contains', left: part(left, name), value: word })),
    })),
  };
};

const operators: readonly FilterOperator[] = [
  { id: 'contains', value: 'text', predicate: contains },
  { id: 'notContains', value: 'text', predicate: (left, value) => not(contains(left, value)) },
  ...emptiness,
];

const text = { kind: 'text', searchable: true } as const;
const samples: readonly Address[] = [
  {
    street: 'Avenida Paulista',
    number: '1578',
    complement: 'Sala 4',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    zip: '01310-200',
    country: 'Brasil',
  },
  { street: 'Rua das Flores', number: '12', district: 'Centro', city: 'Curitiba', state: 'PR', zip: '80020-090' },
  { street: '221B Baker Street', city: 'London', zip: 'NW1 6XE', country: 'United Kingdom' },
  { street: 'Unter den Linden', number: '5', city: 'Berlin', zip: '10117', country: 'Deutschland' },
  { street: 'Calle Mayor, 3', city: 'Madrid', zip: '28013' },
];

/** An address by its parts, each a column of its own; people write and read it in one line. */
export const address: FieldType = {
  id: 'address',
  storage: 'parts',
  parts: {
    street: text,
    number: text,
    complement: text,
    district: text,
    city: text,
    state: text,
    zip: text,
    country: text,
  },
  mainPart: 'city',
  partOperators: Object.fromEntries(partNames.map((name) => [name, textOperators])),
  searchable: true,
  keyable: false,
  conversions: { group: 'other', to: ['text'] },
  format: {
    takes: `An object of texts, each of at most ${longestPart} characters and each may be missing: ${partNames.join(', ')}. A text is read as a line. Answers leave out the parts that are empty.`,
    example: { street: 'Avenida Paulista', number: '1578', city: 'São Paulo', state: 'SP', country: 'Brasil' },
  },
  properties: {},
  props: () => ({}),
  fromJson: (value, props, context) => {
    if (value === null) return null;
    if (typeof value === 'string') return address.fromText(value, props, context);
    if (typeof value !== 'object' || Array.isArray(value)) throw invalid();
    for (const [name, one] of Object.entries(value))
      if (!partNames.some((known) => known === name) || (one !== null && typeof one !== 'string')) throw invalid();
    return cellOf(Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) as Address);
  },
  toJson: (cell) =>
    Object.fromEntries(
      partNames.flatMap((name) => {
        const one = (cell as Address)[name];
        return one === undefined ? [] : [[name, one] as const];
      }),
    ),
  fromText: (line) => {
    if (line.length > longestLine) throw invalid();
    return line.trim() === '' ? null : cellOf(parseLine(line));
  },
  toText: (cell) => lineOf(cell as PartsCell),
  shown: (cell) => shownLine(cell as PartsCell),
  sample: (random) => cellOf(samples[Math.floor(random() * samples.length)]!)!,
  operators,
  sortable: true,
  aggregates: countAggregates,
};
