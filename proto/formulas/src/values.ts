import { canonicalOf, type Decimal } from './decimals.ts';
import { wallOf } from '@tessera/fields';

/** What a formula or a part of it answers; of a list all values are of one kind. `blank` is what has no value ever. */
export type ScalarType = 'number' | 'text' | 'boolean' | 'date' | 'dateTime' | 'duration';
export type FormulaType = ScalarType | `${ScalarType}[]` | 'blank';

/** A value that could not be computed: it stands in the cell with its cause, and every formula over it answers it. */
export class Failure {
  readonly code: FailureCode;
  constructor(code: FailureCode) {
    this.code = code;
  }
}

/** Codes that the API answers as `{error: code}`, with their English sentences. */
export const failures = {
  division_by_zero: 'It divides by zero',
  number_too_large: 'A number in it is too large',
  not_a_number: 'A text in it is no number',
  not_a_date: 'A text in it is no date',
  no_such_date: 'A date in it is outside the years 1 to 9999',
  out_of_range: 'A function in it has no answer for this value',
  too_long: 'A text in it is too long',
  too_much_work: 'It takes too long to compute',
  bad_pattern: 'A pattern in it cannot be read',
  error: 'The formula says that this is an error',
  field_gone: 'A field that it uses was deleted',
  broken: 'The formula does not fit the fields that it uses',
  circular: 'The formula uses itself through other fields',
} as const;
export type FailureCode = keyof typeof failures;

const made = new Map<FailureCode, Failure>();
export const failure = (code: FailureCode): Failure => {
  let found = made.get(code);
  if (found === undefined) made.set(code, (found = new Failure(code)));
  return found;
};

/**
 * A value at work: number: Decimal · text · boolean · date: "YYYY-MM-DD" · dateTime: ms since the epoch · duration: ms ·
 * a list of such; null is blank.
 */
export type Scalar = Decimal | string | number | boolean;
export type Value = Scalar | readonly Scalar[] | null | Failure;

export type FormulaContext = {
  /** ms since the epoch. */
  readonly now: number;
  /** IANA zone in which days and hours are told. */
  readonly timezone: string;
  /** Of the names of months and days, where a formula writes them. */
  readonly locale: string;
  readonly recordId: string;
  /** What may still be spent, in steps of about ten nanoseconds; a function that finds none left fails. */
  readonly budget: { left: number };
};

/** UTF-16 units of a text that a formula makes. */
export const maxTextLength = 100_000;
/** Values of a list that a formula looks at. */
export const maxListLength = 10_000;

export const isList = (type: FormulaType): type is `${ScalarType}[]` => type.endsWith('[]');
export const elementOf = (type: FormulaType): FormulaType => (isList(type) ? (type.slice(0, -2) as ScalarType) : type);
export const listOf = (type: FormulaType): FormulaType =>
  type === 'blank' || isList(type) ? type : (`${type}[]` as FormulaType);

export const isFailure = (value: Value): value is Failure => value instanceof Failure;

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

/** Hours, minutes and, where there are any, seconds: "1:05", "-0:00:07". */
export const durationText = (duration: number): string => {
  const seconds = Math.trunc(Math.abs(duration) / 1000);
  const rest = seconds % 60;
  return `${duration < 0 && seconds > 0 ? '-' : ''}${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}${rest === 0 ? '' : `:${two(rest)}`}`;
};

/** Numbers with a point, dates as in ISO 8601, moments by the clocks of the zone; the same for every reader. */
export const scalarText = (value: Scalar, type: FormulaType, context: FormulaContext): string => {
  switch (type) {
    case 'number':
      return canonicalOf(value as Decimal);
    case 'boolean':
      return value === true ? 'true' : 'false';
    case 'dateTime': {
      const { date, time } = wallOf(value as number, context.timezone);
      const [minutes, seconds] = [Math.floor(time / 60_000), Math.floor(time / 1000) % 60];
      return `${date} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}${seconds === 0 ? '' : `:${two(seconds)}`}`;
    }
    case 'duration':
      return durationText(value as number);
    default:
      return String(value);
  }
};

/** A value as a text in a formula; blank is the empty text, values of a list stand apart by a comma. */
export const textOf = (value: Exclude<Value, Failure>, type: FormulaType, context: FormulaContext): string =>
  value === null
    ? ''
    : Array.isArray(value)
      ? value.map((one) => scalarText(one, elementOf(type), context)).join(', ')
      : scalarText(value as Scalar, type, context);
