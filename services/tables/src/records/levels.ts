import {
  firstDay,
  holds,
  isChoice,
  isDated,
  isLinks,
  isList,
  isMoment,
  isNumber,
  isPerson,
  isText,
  lastCivilDay,
  nextFirstDay,
  type Bucket,
  type BucketUnit,
  type GroupLevel,
  type Predicate,
} from '@tessera/kernel';
import { dateOfDay, dayNumber, startOfDay, type FilterContext } from '@tessera/fields';
import type { Grant } from '@tessera/proto/rights';
import { orderOperand, type Schema, type SchemaField } from '../definitions/schema.ts';
import { invalid } from '../refusals.ts';
import { visibleField } from './filter.ts';

/** A level of groups as the API and saved views write it. */
export type GroupBy = {
  readonly fieldId: string;
  readonly order?: 'asc' | 'desc' | undefined;
  /** What groups of this level are ordered by: their key, how many records they have, or an aggregate by its place. */
  readonly by?: 'key' | 'count' | number | undefined;
  readonly bucket?: BucketUnit | undefined;
};

/** A level with its field, and what its groups are ordered by beside their keys. */
export type Level = GroupLevel & { readonly field: SchemaField; readonly measure?: 'count' | number };

/**
 * Whether records can be put together by a field: by what they can be sorted by and by lists of options and people; by
 * moments only in buckets, as hardly two of them are the same. Of links a reader may not see every one.
 */
export const groupable = (field: SchemaField, bucket: BucketUnit | undefined): boolean => {
  if (field.apart !== undefined || field.type.countsBack) return false;
  const { storage } = orderOperand(field);
  if (bucket !== undefined) return isDated(storage);
  if (isList(storage)) return isChoice(storage) || isPerson(storage);
  return field.type.sortable && !isLinks(storage) && !isMoment(storage);
};

/** Whether levels need to know the organization: the names of people, the zone and the week. */
export const levelsNeedFacts = (schema: Schema, grant: Grant, groupBy: readonly GroupBy[] | undefined): boolean =>
  (groupBy ?? []).some(({ fieldId, bucket }) => {
    const { storage } = orderOperand(visibleField(schema, grant, fieldId));
    return bucket !== undefined || isPerson(storage);
  });

/** Levels with fields, ranks and buckets resolved. Throws `query.not_groupable`. */
export const levelsFor = (
  schema: Schema,
  grant: Grant,
  groupBy: readonly GroupBy[],
  context: Pick<FilterContext, 'timezone' | 'weekStart'>,
  people: readonly string[],
): readonly Level[] =>
  groupBy.map(({ fieldId, order = 'asc', by, bucket }) => {
    const field = visibleField(schema, grant, fieldId);
    if (!groupable(field, bucket))
      throw invalid('query.not_groupable', `Records cannot be grouped by "${field.name}".`, { fieldId: field.id });
    const operand = orderOperand(field);
    const rank = isChoice(operand.storage)
      ? (field.state.props.options ?? []).map(({ id }) => id)
      : isPerson(operand.storage)
        ? people
        : undefined;
    return {
      field,
      by: operand,
      order,
      ...(rank !== undefined && { rank }),
      ...(bucket !== undefined && {
        bucket: { unit: bucket, weekStart: context.weekStart, timezone: context.timezone } satisfies Bucket,
      }),
      ...(by !== undefined && by !== 'key' && { measure: by }),
    };
  });

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`));

const misfit = (field: SchemaField) =>
  invalid('query.under_invalid', `This is no key of a group by "${field.name}".`, { fieldId: field.id });

/** The records of a group of one level, by the group's key as it is answered. Throws `query.under_invalid`. */
const keyPredicate = ({ field, by, bucket }: Level, key: unknown): Predicate => {
  const { storage } = by;
  if (holds(storage) === 'tick') {
    if (key !== null && typeof key !== 'boolean') throw misfit(field);
    const checked: Predicate = { op: 'eq', left: by, value: true };
    return key === true ? checked : { op: 'not', item: checked };
  }
  if (key === null) return { op: 'empty', left: by };
  if (bucket !== undefined) {
    if (!isDay(key)) throw misfit(field);
    const first = firstDay(dayNumber(key), bucket);
    const next = nextFirstDay(dayNumber(key), bucket);
    const at = (day: number): string | number =>
      isMoment(storage) ? startOfDay(dateOfDay(day), bucket.timezone) : dateOfDay(day);
    return {
      op: 'and',
      items: [
        { op: 'ge', left: by, value: at(first) },
        // No date comes behind the last one, and none could be written.
        ...(next > lastCivilDay ? [] : [{ op: 'lt', left: by, value: at(next) } as const]),
      ],
    };
  }
  if (isNumber(storage)) {
    const text = String(key);
    if ((typeof key !== 'string' && typeof key !== 'number') || !/^-?\d{1,25}(\.\d{1,20})?$/.test(text))
      throw misfit(field);
    return { op: 'eq', left: by, value: text };
  }
  if (typeof key !== 'string' || (isDated(storage) && !isDay(key))) throw misfit(field);
  if (isList(storage)) return { op: 'hasAny', left: by, values: [key] };
  if (isText(storage) || isDated(storage)) return { op: 'eq', left: by, value: key };
  return { op: 'in', left: by, values: [key] };
};

/** The records beneath a key: one value a level from the outermost on. Throws `query.under_invalid`. */
export const underPredicate = (levels: readonly Level[], under: readonly unknown[]): readonly Predicate[] => {
  if (under.length > levels.length)
    throw invalid('query.under_invalid', 'A key has at most one value for each level that `groupBy` names.', {
      limit: levels.length,
    });
  return under.map((key, i) => keyPredicate(levels[i]!, key));
};
