import { chooseDate, dateShape, formatDate, orderFor, serialDate } from '../dates.ts';
import { dateProps, noSuchDay, notADate } from '../date/type.ts';
import { instantOperators } from '../operators.ts';
import { dateAggregates } from '../shared.ts';
import { FieldError, type FieldProps, type FieldType, type ShowContext } from '../type.ts';
import { instantOf, wallOf } from '../zones.ts';

/** Characters of the longest writing of a moment, digits of a second and a zone included. */
const longestMoment = 60;
const earliest = -62_135_510_400_000;
const latest = 253_402_214_400_000;
const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

const inRange = (instant: number): number => {
  if (instant < earliest || instant > latest)
    throw new FieldError('date.out_of_range', 'Dates lie between the years 1 and 9999');
  return instant;
};

/** Local date and time, on 24 hours; seconds and ms only where there are any, so that nothing is lost in copying. */
export const instantText = (instant: number, props: FieldProps, context: ShowContext): string => {
  const { date, time } = wallOf(instant, context.timezone);
  const seconds = Math.floor(time / 1000) % 60;
  const ms = time % 1000;
  const clock = `${two(Math.floor(time / 3_600_000))}:${two(Math.floor(time / 60_000) % 60)}`;
  return `${formatDate(date, props, context.locale)} ${clock}${seconds || ms ? `:${two(seconds)}` : ''}${ms ? `.${String(ms).padStart(3, '0')}` : ''}`;
};

export const instantJson = (instant: number): string => new Date(instant).toISOString();

/** A moment. Texts and JSON without a zone are read in the context's zone; JSON answers are ISO 8601 in UTC. */
export const dateTime: FieldType = {
  id: 'dateTime',
  storage: 'instant',
  searchable: false,
  keyable: false,
  editor: 'dateTime',
  display: 'dateTime',
  props: dateProps,
  fromJson: (value, _props, context) => {
    if (value === null || value === '') return null;
    if (typeof value !== 'string' || value.length > longestMoment || !/^\d{4}-\d{2}-\d{2}/.test(value))
      throw notADate();
    if (/T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(value)) {
      const exact = Date.parse(value);
      if (!Number.isNaN(exact)) return inRange(exact);
    }
    const shape = dateShape(value);
    if (!shape) throw notADate();
    if (shape.dmy === undefined) throw noSuchDay();
    return inRange(instantOf(shape.dmy, shape.time ?? 0, context.timezone));
  },
  toJson: (cell) => instantJson(cell as number),
  fromText: (text, props, context) => {
    const trimmed = text.trim();
    if (trimmed === '') return null;
    if (context.serialDates) {
      const serial = serialDate(trimmed, context.strict);
      if (serial) return inRange(instantOf(serial.date, serial.time, context.timezone));
    }
    const shape = dateShape(trimmed);
    if (!shape) throw notADate();
    const day = chooseDate(shape, orderFor(props, context));
    if (day === undefined)
      throw shape.noSuchDay ? noSuchDay() : new FieldError('date.other_order', 'Day and month are the other way round');
    const time = shape.time ?? 0;
    return inRange(
      shape.offset === undefined
        ? instantOf(day, time, context.timezone)
        : instantOf(day, time, 'UTC') - shape.offset * 60_000,
    );
  },
  toText: (cell, props, context) => instantText(cell as number, props, context),
  operators: instantOperators,
  sortable: true,
  aggregates: dateAggregates,
};
