import { decimalValue, roundDecimal } from '@tessera/kernel/decimal';
import { decimalFromJson } from '../decimal-type.ts';
import { numberOperators } from '../operators.ts';
import { choice, type PropsOf } from '../property.ts';
import { numberAggregates } from '../shared.ts';
import { FieldError, type FieldType, type FilterOperator } from '../type.ts';

const properties = { duration_format: choice('h:mm', 'h:mm:ss') } as const;
type Props = PropsOf<typeof properties>;

/** Characters of the longest writing that is read, and seconds of the longest duration: some 31,000 years. */
const longest = 40;
const most = 1e12;

const clock = /^(\d{1,9}):(\d{1,2})(?::(\d{1,2}))?$/;
const units =
  /^(?:(\d{1,9}) ?(?:days|day|dias|dia|d))? ?(?:(\d{1,9}) ?(?:hours|hour|horas|hora|hrs|hr|h))? ?(?:(\d{1,9}) ?(?:minutes|minute|minutos|minuto|min|m))? ?(?:(\d{1,9}) ?(?:seconds|second|segundos|segundo|sec|seg|s))?$/i;
/** 1h30 */
const bareMinutes = /h ?\d{1,2}$/i;

/** The seconds that a text says, undefined for other texts: 1:30, 1:30:15, 1h 30m, 90m, 1 day 2 h. A number alone is none. */
const secondsOf = (text: string): number | undefined => {
  if (text.length > longest) return undefined;
  const trimmed = text.replace(/\s+/g, ' ').trim();
  const isLess = trimmed.startsWith('-') || trimmed.startsWith('−');
  const said = isLess ? trimmed.slice(1).trim() : trimmed;
  let seconds: number;
  const found = clock.exec(said);
  if (found) {
    const [, hours, minutes, rest = '0'] = found;
    if (Number(minutes) > 59 || Number(rest) > 59) return undefined;
    seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
  } else {
    const parts = /[a-z]/i.test(said) ? units.exec(bareMinutes.test(said) ? `${said}m` : said) : null;
    if (!parts) return undefined;
    const [, days = '0', hours = '0', minutes = '0', rest = '0'] = parts;
    seconds = Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
  }
  if (seconds > most) return undefined;
  return isLess && seconds !== 0 ? -seconds : seconds;
};

const invalid = (): FieldError => new FieldError('duration.invalid', 'This is not a duration');
/** Whether a number alone is meant: then the unit is the last one that the field shows. */
const alone = /^[-−]?\d{1,9}$/;

const pad = (part: number): string => String(part).padStart(2, '0');
/** Seconds as hours, minutes and, where the field shows them or some are left, seconds. */
const shown = (seconds: number, format: Props['duration_format']): string => {
  const all = Math.abs(seconds);
  const rest = all % 60;
  const text = `${Math.floor(all / 3600)}:${pad(Math.floor(all / 60) % 60)}`;
  return `${seconds < 0 ? '-' : ''}${text}${format === 'h:mm:ss' || rest > 0 ? `:${pad(rest)}` : ''}`;
};

/** Seconds as the API takes them, or a writing that the field reads; numbers are what the store compares. */
const asNumber = (value: unknown): unknown => (typeof value === 'string' ? (secondsOf(value) ?? value) : value);
const operators: readonly FilterOperator[] = numberOperators.map((operator) => ({
  ...operator,
  predicate: (left, value, props, context) =>
    operator.predicate(left, Array.isArray(value) ? value.map(asNumber) : asNumber(value), props, context),
}));

/** A length of time in whole seconds, also one below zero. */
export const duration: FieldType<Props> = {
  id: 'duration',
  formatted: 'duration',
  storage: 'decimal',
  searchable: false,
  keyable: false,
  scale: () => 0,
  conversions: { group: 'other', to: ['text', 'number', 'options'], from: ['number'] },
  format: {
    takes: 'Seconds as a number, or a text like "1:30" (hours and minutes), "1:30:15" or "1h 30m".',
    example: 5400,
  },
  known: {
    least: 2,
    most: longest,
    reads: (text) =>
      secondsOf(text) === undefined
        ? 'no'
        : /\d ?h(?:rs?)? ?\d{1,2} ?m|\d ?min(?:utes?)?$/i.test(text)
          ? 'surely'
          : 'maybe',
    names: /(^|[^\p{L}])(duration|duraç[aã]o|duraci[oó]n|elapsed|length|time spent|tempo gasto)([^\p{L}]|$)/iu,
  },
  properties,
  props: ({ duration_format: format }) => ({ duration_format: format ?? 'h:mm' }),
  fromJson: (value) => {
    const seconds = typeof value === 'string' ? secondsOf(value) : undefined;
    return seconds === undefined ? decimalFromJson(value, 0) : String(seconds);
  },
  toJson: (cell) => decimalValue(cell as string),
  fromText: (text, { duration_format: format }, { strict }) => {
    const trimmed = text.length > longest ? text.slice(0, longest) : text.trim();
    if (trimmed === '') return null;
    const seconds = secondsOf(trimmed);
    if (seconds !== undefined) return String(seconds);
    // In a file nobody can say which unit a number has.
    if (strict || !alone.test(trimmed)) throw invalid();
    const number = Number(trimmed.replace('−', '-'));
    return String(format === 'h:mm:ss' ? number : number * 60);
  },
  // An average has parts of a second.
  toText: (cell, { duration_format: format }) => shown(Number(roundDecimal(cell as string, 0)), format),
  sample: (random) => String(Math.floor(random() * 400_000) - 20_000),
  operators,
  sortable: true,
  aggregates: numberAggregates,
};
