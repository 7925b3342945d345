import { nowProperty, nowProps } from '../computed-default.ts';
import { clockText, dateProperties, dateProps, instantJson, instantText, noSuchDay, notADate } from '../date-type.ts';
import { chooseDate, dateShape, orderFor, serialDate } from '../dates.ts';
import { instantOperators } from '../operators.ts';
import { dateAggregates } from '../shared.ts';
import { FieldError, type FieldProps, type FieldType, type ReadContext } from '../type.ts';
import { instantOf, skips, wallOf } from '../zones.ts';

/** Characters of the longest writing of a moment, digits of a second and a zone included. */
const longestMoment = 60;
const earliest = -62_135_510_400_000;
const latest = 253_402_214_400_000;
const inRange = (instant: number): number => {
  if (instant < earliest || instant > latest)
    throw new FieldError('date.out_of_range', 'Dates lie between the years 1 and 9999');
  return instant;
};

/** A civil date and time of day as a text says them; `offset` in minutes where it names its zone. */
type Wall = {
  readonly date: string;
  readonly time: number;
  readonly offset: number | undefined;
  readonly finer: boolean;
};

/** Throws FieldError. */
const wallIn = (trimmed: string, props: FieldProps, context: ReadContext): Wall => {
  if (context.serialDates) {
    const serial = serialDate(trimmed, context.strict);
    if (serial) return { ...serial, offset: undefined, finer: false };
  }
  const shape = dateShape(trimmed);
  if (!shape) throw notADate();
  const date = chooseDate(shape, orderFor(props, context));
  if (date === undefined)
    throw shape.noSuchDay ? noSuchDay() : new FieldError('date.other_order', 'Day and month are the other way round');
  return { date, time: shape.time ?? 0, offset: shape.offset, finer: shape.finer };
};

const instantIn = ({ date, time, offset }: Wall, zone: string): number =>
  offset === undefined ? instantOf(date, time, zone) : instantOf(date, time, 'UTC') - offset * 60_000;

/** Whether the zone's clocks never show this time: they are put forward over it. */
const isSkipped = ({ date, time, offset }: Wall, zone: string): boolean =>
  offset === undefined && skips(date, time, zone);

/** A moment. Texts and JSON without a zone are read in the context's zone; JSON answers are ISO 8601 in UTC. */
export const dateTime: FieldType = {
  id: 'dateTime',
  storage: 'instant',
  searchable: false,
  keyable: false,
  shape: 'moment',
  conversions: { group: 'moment', to: ['text', 'options', 'moment'] },
  format: {
    takes:
      "A moment in ISO 8601. Without a zone it is read in the organization's time zone; a time that its clocks skip is refused. Answers are in UTC, with milliseconds.",
    example: '2026-03-31T14:30:00.000Z',
  },
  properties: { ...dateProperties, ...nowProperty },
  props: (input) => ({ ...dateProps(input), ...nowProps(input) }),
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
    const time = shape.time ?? 0;
    // An answer would tell another time than the request, and nobody would look.
    if (shape.time !== undefined && shape.offset === undefined && skips(shape.dmy, time, context.timezone))
      throw new FieldError(
        'dateTime.skipped_hour',
        'The clocks of the time zone skip this time: send it with an offset',
      );
    return inRange(instantIn({ ...shape, date: shape.dmy, time }, context.timezone));
  },
  toJson: (cell) => instantJson(cell as number),
  fromText: (text, props, context) => {
    const trimmed = text.trim();
    return trimmed === '' ? null : inRange(instantIn(wallIn(trimmed, props, context), context.timezone));
  },
  alters: (text, props, { timezone, ...context }) => {
    const wall = wallIn(text.trim(), props, { timezone, ...context });
    const skipped = isSkipped(wall, timezone);
    if (!skipped && !wall.finer) return undefined;
    const shown = wallOf(instantIn(wall, timezone), timezone);
    const becomes = `${shown.date} ${clockText(shown.time)}`;
    return skipped
      ? { code: 'dateTime.skipped_hour', message: 'The clocks of the time zone skip this time', becomes }
      : { code: 'dateTime.fraction', message: 'A time is kept to the millisecond', becomes };
  },
  toText: (cell, props, context) => instantText(cell as number, props, context),
  // To the minute, as people enter it.
  computedDefault: { property: 'default_now', cell: ({ now }) => Math.floor(now / 60_000) * 60_000 },
  operators: instantOperators,
  sortable: true,
  aggregates: dateAggregates,
};
