import { hasOptions, isDated, isList, isMoment, typeOfField } from '@tessera/fields';
import type { Field, Id, Sort } from '@tessera/kit';

export const buckets = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Bucket = (typeof buckets)[number];
/** One level by which a view puts records together. */
export type GroupLevel = { readonly fieldId: Id; readonly order: 'asc' | 'desc'; readonly bucket?: Bucket };
/** At most so many levels. */
export const mostLevels = 3;

const storageOf = (field: Field) => {
  const type = typeOfField(field);
  return type?.parts?.[type.mainPart ?? '']?.kind ?? type?.storage;
};

/** Whether a field's values go by days, so that they are put together by weeks, months and the like. */
export const isByDays = (field: Field): boolean => isDated(storageOf(field));

/** Whether rows can stand under the values of a field: it has one of them, by which rows can be sorted. */
export const isGroupable = (field: Field): boolean => {
  const type = typeOfField(field);
  return type?.sortable === true && type.apart === undefined && !type.countsBack && !isList(storageOf(field));
};

/** Whether a field's values are options of which a record has one. */
export const canBeSplit = (field: Field): boolean => isGroupable(field) && hasOptions(field.type);

/** Records that are together, with what they come to. */
export type Group = {
  readonly key: readonly unknown[];
  readonly count: number;
  readonly values: readonly { readonly value: unknown }[];
};

/** The levels of a view as they can be used; a moment without a bucket is in its day. */
export const knownGroup = (group: unknown, fields: readonly Field[]): readonly GroupLevel[] =>
  (Array.isArray(group) ? (group as readonly Partial<GroupLevel>[]) : []).flatMap(
    ({ fieldId, order = 'asc', bucket }) => {
      const field = fields.find((one) => one.id === fieldId);
      if (field === undefined || !isGroupable(field)) return [];
      const by = bucket ?? (isMoment(storageOf(field)) ? 'day' : undefined);
      return [{ fieldId: field.id, order, ...(by !== undefined && isByDays(field) && { bucket: by }) }];
    },
  );

/** Kinds of which all values of a group are the same, so that an order by them keeps the order of what comes next. */
const exact: ReadonlySet<string | undefined> = new Set(['option', 'user', 'decimal', 'date']);

/**
 * How many levels, the outermost first, rows must be asked for group by group: an order by a field tells apart what
 * its groups do not (texts in capitals, days of a month), and would mix the levels within.
 */
export const levelsApart = (levels: readonly GroupLevel[], fields: readonly Field[]): number =>
  levels.slice(0, -1).findLastIndex(({ fieldId, bucket }) => {
    const field = fields.find((one) => one.id === fieldId);
    return bucket !== undefined || field === undefined || !exact.has(storageOf(field));
  }) + 1;

/** The order of rows in groups: by the levels, then as the view says. */
export const groupedSort = (levels: readonly GroupLevel[], sort: readonly Sort[]): readonly Sort[] => [
  ...levels.map(({ fieldId, order }) => ({ fieldId, order })),
  ...sort.filter(({ fieldId, part }) => part !== undefined || !levels.some((level) => level.fieldId === fieldId)),
];

/** The colour of a key: that of its option, else one of the palette of charts. */
export const colourOf = (field: Field | undefined, key: unknown, at: number): string => {
  const options = (field?.props['options'] ?? []) as readonly { readonly id: string; readonly color?: string }[];
  const color = options.find(({ id }) => id === key)?.color;
  if (color !== undefined) return `var(--option-${color}-solid)`;
  return key === null || key === undefined ? 'var(--neutral-8)' : `var(--chart-${(at % 8) + 1})`;
};
