import type { Cell } from '@tessera/kernel';
import { longestList, splitLabels } from './options.ts';
import { emptiness, unfit } from './operators.ts';
import { flag, group, idOf, idsOf, textOf, type PropsOf } from './property.ts';
import { countAggregates } from './shared.ts';
import { FieldError, type FieldProps, type FieldType, type FilterOperator, type ReadContext } from './type.ts';

/** As ids are made. */
const isId = (text: string): boolean => /^[0-9a-z]{26}$/.test(text);

/** Links that a value holds at most. */
export const mostLinks = 10_000;

/** What the other side of a link field is like, as the maker of the field says it. */
const otherProperties = { name: textOf(255, 'Orders'), multiple: flag, shown: flag, writable: flag } as const;

export const owningProperties = {
  tableId: idOf,
  multiple: flag,
  viewId: idOf,
  pickerFields: idsOf(3),
  /** The other side, once the field is made. */
  referenceFieldId: idOf,
  other: group(otherProperties),
} as const;

export const otherSideProperties = {
  tableId: idOf,
  /** The field whose other side it is. */
  ofFieldId: idOf,
  multiple: flag,
  shown: flag,
  writable: flag,
} as const;

export type OwningProps = PropsOf<typeof owningProperties>;
export type OtherSideProps = PropsOf<typeof otherSideProperties>;

/** Properties of a link field; `pairs`: one record at most on either side. */
export const owningProps =
  (pairs: boolean) =>
  ({ viewId, pickerFields, other = {}, ...input }: Partial<OwningProps>): OwningProps => ({
    ...input,
    multiple: input.multiple ?? !pairs,
    ...(viewId !== undefined && viewId !== '' && { viewId }),
    ...(pickerFields !== undefined && pickerFields.length > 0 && { pickerFields: [...new Set(pickerFields)] }),
    other: {
      ...(other.name !== undefined && other.name !== '' && { name: other.name }),
      multiple: other.multiple ?? !pairs,
      shown: other.shown !== false,
      writable: other.writable !== false,
    },
  });

export const otherSideProps = (input: Partial<OtherSideProps>): OtherSideProps => ({
  ...input,
  multiple: input.multiple !== false,
  shown: input.shown !== false,
  writable: input.writable !== false,
});

const unique = (ids: readonly string[]): readonly string[] | null => {
  const distinct = [...new Set(ids)];
  if (distinct.length > mostLinks)
    throw new FieldError('links.too_many', `A value has at most ${mostLinks} links`, { limit: mostLinks });
  return distinct.length === 0 ? null : distinct;
};

/** Records that a text means: its id, or what the context finds. Throws FieldError. */
const found = (text: string, props: FieldProps, context: ReadContext): string => {
  const ids = context.findRecords?.(text, (props as OwningProps).tableId ?? '') ?? (isId(text) ? [text] : []);
  if (ids.length === 1) return ids[0]!;
  if (ids.length === 0) throw new FieldError('links.unknown', `There is no record "${text}" to link`, { text });
  throw new FieldError('links.ambiguous', `"${text}" may be several records: ${ids.slice(0, 5).join(', ')}`, {
    text,
    ids: ids.slice(0, 5).join(', '),
  });
};

const wanted = (value: unknown): readonly string[] => {
  const list = (Array.isArray(value) ? value : [value]) as readonly unknown[];
  return list.map((one) => {
    const id: unknown = typeof one === 'object' && one !== null && 'id' in one ? one.id : one;
    if (typeof id !== 'string' || id === '')
      throw new FieldError('links.invalid', 'This field takes a list of records');
    return id;
  });
};

const idsIn = (value: unknown): readonly string[] => {
  const list = Array.isArray(value) ? value : [value];
  if (!list.every((one) => typeof one === 'string' && one !== '')) throw unfit('a list of records');
  return list as string[];
};

const operators: readonly FilterOperator[] = [
  { id: 'hasAnyOf', value: 'records', predicate: (left, value) => ({ op: 'hasAny', left, values: idsIn(value) }) },
  { id: 'hasAllOf', value: 'records', predicate: (left, value) => ({ op: 'hasAll', left, values: idsIn(value) }) },
  { id: 'hasNoneOf', value: 'records', predicate: (left, value) => ({ op: 'hasNone', left, values: idsIn(value) }) },
  ...emptiness,
];

/** A name as it stands in a list of names. */
export const quoteName = (name: string): string => (/[;,"\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** The texts that `fromText` looks records up by, of one that it reads. */
export const linkTexts = (text: string): readonly string[] => {
  const whole = text.trim();
  return whole === '' || whole.length > longestList ? [] : [whole, ...splitLabels(whole)];
};

/** Records as a person writes them: one by its name, which may have a comma, or several between commas. */
const inText = (text: string, props: FieldProps, context: ReadContext): Cell | null => {
  const whole = text.trim();
  if (whole === '') return null;
  if (whole.length > longestList) throw new FieldError('links.invalid', 'This is no list of records');
  const one = context.findRecords?.(whole, (props as OwningProps).tableId ?? '') ?? [];
  if (one.length === 1) return one;
  const names = splitLabels(whole);
  return unique((one.length > 1 || names.length === 0 ? [whole] : names).map((name) => found(name, props, context)));
};

/** What the types of links have in common. */
export const linksType = {
  storage: 'links',
  searchable: false,
  keyable: false,
  conversions: null,
  format: {
    takes:
      'A list of records by id, unique value or label; a text may name several between commas. Several matches are an error that names them.',
    example: ['01jd8z6v0e3k7m2n4p5q6r7s8t'],
  },
  fromJson: (value: unknown, props: FieldProps, context: ReadContext): Cell | null =>
    value === null
      ? null
      : typeof value === 'string'
        ? inText(value, props, context)
        : unique(wanted(value).map((one) => found(one, props, context))),
  toJson: (cell: Cell) => cell,
  fromText: inText,
  toText: (cell: Cell, _props: FieldProps, context: { readonly recordName?: (id: string) => string }) =>
    (cell as readonly string[]).map((id) => quoteName(context.recordName?.(id) ?? id)).join(', '),
  operators,
  sortable: false,
  aggregates: countAggregates,
} as const satisfies Partial<FieldType>;
