import type { Predicate } from '@tessera/kernel';
import { nowProperty, nowProps, wallNow } from '../computed-default.ts';
import { clockText } from '../date-type.ts';
import { betweenEnds, emptiness, unfit } from '../operators.ts';
import { countAggregates, jsonText } from '../shared.ts';
import { FieldError, type FieldType, type FilterOperator } from '../type.ts';

/** Characters of the longest writing: a moment with its day before it. */
const longest = 60;
const written = /^(\d{1,2})(?:[:h](\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?|h)? ?([ap])?\.?m?\.?$/i;
/** What stands before the time in a moment. */
const day = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},?[ T]\s?/i;

type Clock = { readonly time: string; readonly seconds: boolean; readonly dated: boolean };

/** A time of day as a text says it, undefined for other texts: 14:30, 9:05, 14h30, 2:30 pm, 2026-03-31 14:30. */
const clockOf = (text: string): Clock | undefined => {
  if (text.length > longest) return undefined;
  const trimmed = text.replace(/\s+/g, ' ').trim();
  const bare = trimmed.replace(day, '');
  const found = written.exec(bare);
  if (!found) return undefined;
  const [, hours = '', minutes, seconds, half] = found;
  // A number alone is no time.
  if (minutes === undefined && half === undefined && !/h/i.test(bare)) return undefined;
  // "2:30 p" and "2:30 m" are half of a writing.
  if (half === undefined ? /m\.?$/i.test(bare) : !/[ap]\.?m\.?$/i.test(bare)) return undefined;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hour > 23 || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) return undefined;
  return {
    time: `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`,
    seconds: seconds !== undefined && /[1-9]/.test(bare.slice(bare.indexOf(':') + 4)),
    dated: bare.length < trimmed.length,
  };
};

const invalid = (): FieldError => new FieldError('time.invalid', 'This is not a time of day');

/** A time as a condition gives it. Throws FieldError. */
const asked = (value: unknown): string => {
  const clock = typeof value === 'string' ? clockOf(value) : undefined;
  if (clock === undefined) throw unfit('a time of day');
  return clock.time;
};
const compare = (id: string, op: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge'): FilterOperator => ({
  id,
  value: 'time',
  predicate: (left, value) => ({ op, left, value: asked(value) }),
});
const operators: readonly FilterOperator[] = [
  compare('equals', 'eq'),
  compare('notEquals', 'ne'),
  compare('before', 'lt'),
  compare('after', 'gt'),
  compare('onOrBefore', 'le'),
  compare('onOrAfter', 'ge'),
  {
    id: 'between',
    value: 'range',
    predicate: (left, value) => {
      const [from, to] = betweenEnds(value).map((end) => (end === undefined ? undefined : asked(end)));
      const parts: Predicate[] = [
        ...(from === undefined ? [] : [{ op: 'ge' as const, left, value: from }]),
        ...(to === undefined ? [] : [{ op: 'le' as const, left, value: to }]),
      ];
      // From 22:00 to 06:00 goes over midnight.
      return { op: from !== undefined && to !== undefined && from > to ? 'or' : 'and', items: parts };
    },
  },
  ...emptiness,
];

/** A time of day to the minute, "HH:mm", of no zone. */
export const time: FieldType = {
  id: 'time',
  formatted: 'time',
  storage: 'text',
  searchable: true,
  keyable: false,
  conversions: { group: 'other', to: ['text', 'options'], from: ['moment'] },
  format: { takes: 'A time of day, "HH:mm" in 24 hours.', example: '14:30' },
  known: {
    least: 4,
    most: 8,
    reads: (text) => {
      const clock = clockOf(text);
      return clock === undefined || clock.seconds || clock.dated ? 'no' : /^\d\d:\d\d$/.test(text) ? 'surely' : 'maybe';
    },
    names: /(^|[^\p{L}])(time|hour|hours|hora|horas|hor[aá]rio)([^\p{L}]|$)/iu,
  },
  properties: nowProperty,
  props: nowProps,
  fromJson: (value) => {
    if (value === null || value === '') return null;
    const clock = clockOf(jsonText(value));
    // What is sent is kept whole or refused.
    if (clock === undefined || clock.seconds || clock.dated) throw invalid();
    return clock.time;
  },
  toJson: (cell) => cell,
  fromText: (text, _props, context) => {
    if (text.trim() === '') return null;
    const clock = clockOf(text);
    if (clock === undefined) throw invalid();
    if (context.strict && (clock.seconds || clock.dated)) throw invalid();
    return clock.time;
  },
  alters: (text) => {
    const clock = clockOf(text);
    if (clock?.dated) return { code: 'time.day_dropped', message: 'A time has no day', becomes: clock.time };
    if (clock?.seconds) return { code: 'time.seconds_dropped', message: 'A time has no seconds', becomes: clock.time };
    return undefined;
  },
  computedDefault: {
    property: 'default_now',
    // To the minute, as times of a day are kept.
    cell: (making) => clockText(Math.floor(wallNow(making).time / 60_000) * 60_000),
  },
  sample: (random) =>
    `${String(Math.floor(random() * 24)).padStart(2, '0')}:${String(Math.floor(random() * 60)).padStart(2, '0')}`,
  toText: (cell) => cell as string,
  operators,
  sortable: true,
  aggregates: [...countAggregates, 'min', 'max'],
};
