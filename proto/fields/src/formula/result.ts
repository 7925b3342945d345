import { failureColumn } from '@tessera/kernel/cells';
import { checkbox } from '../checkbox/type.ts';
import { checkSign, currency } from '../currency/type.ts';
import { date } from '../date/type.ts';
import { dateProperties, dateProps } from '../date-type.ts';
import { dateTime } from '../dateTime/type.ts';
import { duration } from '../duration/type.ts';
import { number } from '../number/type.ts';
import { choice, flag, textOf, type PropsOf } from '../property.ts';
import { checkDecimals, decimals } from '../shared.ts';
import { text } from '../text/type.ts';
import { FieldError, type FieldProps, type FieldType, type FilterOperator } from '../type.ts';

/** What a computed field answers, each stored and shown as a field of the type beside it. */
export const bases = { number, text, boolean: checkbox, date, dateTime, duration } satisfies Readonly<
  Record<string, FieldType>
>;
export type ResultType = keyof typeof bases;
export const resultTypes = ['number', 'text', 'boolean', 'date', 'dateTime', 'duration'] as const;

export const refuseWrite = (): never => {
  throw new FieldError('field.read_only', 'This field is computed');
};

/** How results are shown. */
export const resultProperties = {
  decimals,
  thousands: flag,
  number_format: choice('number', 'currency'),
  currency_symbol: textOf(20, 'R$'),
  ...dateProperties,
  duration_format: duration.properties['duration_format'] as { kind: 'choice'; among: ['h:mm', 'h:mm:ss'] },
} as const;
type ResultProps = PropsOf<typeof resultProperties>;
export const resultProps = <Props extends ResultProps>({
  decimals: places,
  thousands,
  currency_symbol: sign,
  date_format,
  ...input
}: Partial<Props>): ResultProps => {
  const kept = checkDecimals(places, undefined);
  return {
    ...(input as ResultProps),
    ...(kept !== undefined && { decimals: kept }),
    ...(thousands !== undefined && { thousands }),
    // An empty sign is one: without it, it is that of the field that is read, or of the organization.
    ...(sign !== undefined && { currency_symbol: checkSign(sign) }),
    ...dateProps(date_format === undefined ? {} : { date_format }),
  };
};

/** The type as which a result is shown. */
export const shownAs = (result: ResultType, { number_format: format }: FieldProps): FieldType =>
  result === 'number' && format === 'currency' ? currency : (bases[result] as FieldType);

/** Whether a value could not be computed, which stands in a column of its own. */
const failed = (id: string, op: 'empty' | 'notEmpty'): FilterOperator => ({
  id,
  value: 'none',
  predicate: ({ column }) => ({ op, left: { kind: 'field', column: failureColumn(column), storage: 'text' } }),
});
export const failures: readonly FilterOperator[] = [failed('isError', 'notEmpty'), failed('isNotError', 'empty')];

export type Own = Pick<FieldType, 'id' | 'format' | 'properties' | 'props'>;

/** What a computed field of each result is: stored, filtered, sorted, totalled and shown as its result, written by nobody. */
export const computedTypes = (
  own: Own,
  derived: NonNullable<FieldType['derived']> = 'ofRow',
): Readonly<Record<ResultType, FieldType>> => {
  const made = ({
    storage,
    searchable,
    scale,
    toJson,
    toText,
    operators,
    sortable,
    aggregates,
  }: FieldType): FieldType => ({
    ...own,
    derived,
    storage,
    searchable,
    keyable: false,
    conversions: null,
    ...(scale !== undefined && { scale }),
    fromJson: refuseWrite,
    toJson,
    fromText: refuseWrite,
    toText,
    operators: [...operators, ...failures],
    sortable,
    aggregates,
  });
  return {
    number: {
      ...made(bases.number),
      toText: (cell, props, context) => shownAs('number', props).toText(cell, props, context),
    },
    text: made(bases.text),
    boolean: made(bases.boolean),
    date: made(bases.date),
    dateTime: made(bases.dateTime),
    duration: made(bases.duration as FieldType<FieldProps>),
  };
};
