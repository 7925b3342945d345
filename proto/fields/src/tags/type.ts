import { fold, isParts, partColumn } from '@tessera/kernel/cells';
import type { Cell, Operand, PartsCell } from '@tessera/kernel';
import { splitLabels } from '../options.ts';
import { emptiness, textOperators, unfit } from '../operators.ts';
import { countAggregates, lineBreaks, storable } from '../shared.ts';
import { FieldError, type FieldType, type FilterOperator } from '../type.ts';

const longestLabel = 100;
const mostLabels = 100;
/** As many labels as a value has, with what stands between them. */
const longestText = mostLabels * (longestLabel * 2 + 4);

/** A label as it is kept: on one line, without blanks at its ends or signs that no store keeps. */
const labelOf = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- stores set lists apart by such signs
  storable(text)
    .replace(lineBreaks, ' ')
    .replace(/[\u0000-\u001f]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** What two labels have in common that are the same to people. */
const keyOf = (label: string): string => fold(label) || label;

const quote = (label: string): string => (/[;,"]/.test(label) ? `"${label.replaceAll('"', '""')}"` : label);
const joined = (labels: readonly string[]): string => labels.map(quote).join(', ');

/** The labels of a cell, in their order. */
export const labelsIn = (cell: unknown): readonly string[] =>
  isParts(cell as Cell) ? (((cell as PartsCell)['whole'] as readonly string[] | undefined) ?? []) : [];

/** Each label once, whatever its case and accents: the first writing stays. Throws FieldError. */
const cellOf = (given: readonly string[]): PartsCell | null => {
  const byKey = new Map<string, string>();
  for (const text of given) {
    if (text.length > 2 * longestText) throw tooLong();
    const label = labelOf(text);
    if (label.length > longestLabel) throw tooLong();
    if (label !== '' && !byKey.has(keyOf(label))) byKey.set(keyOf(label), label);
  }
  if (byKey.size > mostLabels)
    throw new FieldError('tags.too_many', `A value has at most ${mostLabels} tags`, { limit: mostLabels });
  const labels = [...byKey.values()];
  return labels.length === 0 ? null : { whole: labels, keys: [...byKey.keys()], names: joined(labels) };
};
const tooLong = (): FieldError =>
  new FieldError('tags.too_long', `A tag has at most ${longestLabel} characters`, { limit: longestLabel });

const part = (left: Operand, name: 'keys' | 'names'): Operand => ({
  kind: 'field',
  column: partColumn(left.column, name),
  storage: name === 'keys' ? 'options' : 'text',
});

/** Labels that a filter asks for, as they are compared. */
const wanted = (value: unknown): readonly string[] => {
  const list = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list) || list.length === 0 || list.length > 1000) throw unfit('a list of tags');
  return list.map((one: unknown) => {
    if (typeof one !== 'string' || one.length > 2 * longestLabel) throw unfit('a list of tags');
    return keyOf(labelOf(one));
  });
};

const ofNames = (id: string) => textOperators.find((one) => one.id === id)!.predicate;
const operators: readonly FilterOperator[] = [
  {
    id: 'hasAnyOf',
    value: 'texts',
    predicate: (left, value) => ({ op: 'hasAny', left: part(left, 'keys'), values: wanted(value) }),
  },
  {
    id: 'hasAllOf',
    value: 'texts',
    predicate: (left, value) => ({ op: 'hasAll', left: part(left, 'keys'), values: wanted(value) }),
  },
  {
    id: 'hasNoneOf',
    value: 'texts',
    predicate: (left, value) => ({ op: 'hasNone', left: part(left, 'keys'), values: wanted(value) }),
  },
  {
    id: 'contains',
    value: 'text',
    predicate: (left, value, props, context) => ofNames('contains')(part(left, 'names'), value, props, context),
  },
  ...emptiness,
];

const words = ['urgent', 'São Paulo', 'Ünïcode', 'R&D', '2026', 'a, b', 'say "hi"', '日本'];

/** Free labels in their order. Two that differ in case or accents alone are one. */
export const tags: FieldType = {
  id: 'tags',
  storage: 'parts',
  parts: { whole: { kind: 'options' }, keys: { kind: 'options' }, names: { kind: 'text', searchable: true } },
  mainPart: 'names',
  searchable: true,
  keyable: false,
  conversions: { group: 'other', to: ['text', 'options'], from: ['options'] },
  format: { takes: 'A list of labels, at most 100 of 100 characters each.', example: ['urgent', 'São Paulo'] },
  properties: {},
  props: () => ({}),
  fromJson: (value) => {
    if (value === null || value === '') return null;
    const list: unknown = typeof value === 'string' ? [value] : value;
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string'))
      throw new FieldError('tags.invalid', 'This field takes a list of labels');
    return cellOf(list as readonly string[]);
  },
  toJson: (cell) => labelsIn(cell),
  fromText: (text) => {
    if (text.length > longestText) throw new FieldError('tags.invalid', 'This is no list of labels');
    return cellOf(splitLabels(text));
  },
  toText: (cell) => joined(labelsIn(cell)),
  relabelled: (cell, replacements) => {
    const to = new Map(Object.entries(replacements).map(([from, label]) => [keyOf(labelOf(from)), label] as const));
    const labels = labelsIn(cell);
    if (!labels.some((label) => to.has(keyOf(label)))) return undefined;
    return cellOf(
      labels.flatMap((label) => {
        const next = to.get(keyOf(label));
        return next === undefined ? [label] : next === null ? [] : [next];
      }),
    );
  },
  sample: (random) => {
    const start = Math.floor(random() * words.length);
    return cellOf(
      Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) => words[(start + at) % words.length]!),
    )!;
  },
  operators,
  sortable: true,
  aggregates: countAggregates,
};
