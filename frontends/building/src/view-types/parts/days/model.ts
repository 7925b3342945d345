import { addDays, dayNumber, instantOf, isDated, isMoment, typeOfField, wallOf } from '@tessera/fields';
import type { Field, Filter, Table, ViewConfig } from '@tessera/kit';
import { isReadOnly } from '../../../data/values.ts';

/** The fields that say when a record is. */
export type When = {
  readonly start: Field;
  /** Where another field says the end. */
  readonly end?: Field;
  /** `range`: the start's own value has both ends. */
  readonly of: 'day' | 'pair' | 'range';
  /** Records have a time of the day. */
  readonly timed: boolean;
  readonly writable: boolean;
};

/** When a record is: days, and minutes of the day where it has times; `until` is after `from` or on a later day. */
export type Span = {
  readonly start: string;
  readonly end: string;
  readonly from?: number;
  readonly until?: number;
};

const minute = 60_000;
const dayMinutes = 1440;
/** In minutes: where a record without a time begins in a day of hours, and how long one without an end is. */
export const usualFrom = 9 * 60;
export const usualLength = 60;

const isRange = (field: Field): boolean => {
  const parts = typeOfField(field)?.parts;
  return parts?.['start'] !== undefined && parts['end'] !== undefined && isDated(parts['start'].kind);
};
const isTimed = (field: Field | undefined): boolean => field !== undefined && isMoment(typeOfField(field)?.storage);

export const canBeDays = (field: Field): boolean => isRange(field) || isDated(typeOfField(field)?.storage);
export const canBeEnd = (field: Field): boolean => isDated(typeOfField(field)?.storage);

/** The fields that a calendar goes by: those that are chosen, else the first that people write. */
export const whenOf = (table: Pick<Table, 'fields'>, config: ViewConfig): When | undefined => {
  const able = table.fields.filter(canBeDays);
  const start = able.find(({ id }) => id === config['start']) ?? able.find((field) => !isReadOnly(field)) ?? able[0];
  if (start === undefined) return undefined;
  if (isRange(start)) return { start, of: 'range', timed: false, writable: !isReadOnly(start) };
  const end = table.fields.find((field) => field.id === config['end'] && field.id !== start.id && canBeEnd(field));
  const timed = isTimed(start) && (end === undefined || isTimed(end));
  return end === undefined
    ? { start, of: 'day', timed, writable: !isReadOnly(start) }
    : { start, end, of: 'pair', timed, writable: !isReadOnly(start) && !isReadOnly(end) };
};

/** The conditions of records that are on any of these days. */
export const filterOfDays = ({ start, end }: When, first: string, last: string): Filter =>
  end === undefined
    ? { fieldId: start.id, operator: 'between', value: [first, last] }
    : {
        and: [
          { fieldId: start.id, operator: 'onOrBefore', value: last },
          {
            or: [
              { fieldId: start.id, operator: 'onOrAfter', value: first },
              { fieldId: end.id, operator: 'onOrAfter', value: first },
            ],
          },
        ],
      };

/** The condition of records that stand on no day. */
export const filterOfNone = ({ start }: When): Filter => ({ fieldId: start.id, operator: 'isEmpty' });

type Wall = { readonly day: string; readonly minutes?: number };
const wallOfValue = (field: Field, value: unknown, zone: string): Wall | null => {
  if (typeof value !== 'string' || value === '') return null;
  if (!isTimed(field)) return { day: value.slice(0, 10) };
  const at = Date.parse(value);
  if (!Number.isFinite(at)) return null;
  const { date, time } = wallOf(at, zone);
  return { day: date, minutes: Math.floor(time / minute) };
};

type Read = (field: Field) => unknown;
const ends = (value: unknown): { readonly start: string | null; readonly end: string | null } => {
  const { start, end } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  const day = (one: unknown): string | null => (typeof one === 'string' && one !== '' ? one : null);
  return { start: day(start), end: day(end) };
};

/** When a record is; null where it is on no day. A range without an end or start is as long as what it has. */
export const spanOf = (when: When, read: Read, zone: string): Span | null => {
  if (when.of === 'range') {
    const { start, end } = ends(read(when.start));
    const first = start ?? end;
    return first === null ? null : { start: first, end: end ?? first };
  }
  const start = wallOfValue(when.start, read(when.start), zone);
  if (start === null) return null;
  const end = when.end === undefined ? null : wallOfValue(when.end, read(when.end), zone);
  if (!when.timed || start.minutes === undefined) {
    const last = end !== null && end.day >= start.day ? end.day : start.day;
    return { start: start.day, end: last };
  }
  const from = start.minutes;
  const ended =
    end?.minutes !== undefined && (end.day > start.day || (end.day === start.day && end.minutes > from))
      ? { end: end.day, until: end.minutes }
      : { end: start.day, until: Math.min(dayMinutes, from + usualLength) };
  return { start: start.day, from, ...ended };
};

const shiftedValue = (field: Field, value: unknown, days: number, minutes: number, zone: string): unknown => {
  const wall = wallOfValue(field, value, zone);
  if (wall === null) return value ?? null;
  if (wall.minutes === undefined) return addDays(wall.day, days);
  const at = wall.minutes + minutes;
  const carried = Math.floor(at / dayMinutes);
  // The seconds of a moment stay.
  const rest = Date.parse(value as string) % minute;
  return new Date(
    instantOf(addDays(wall.day, days + carried), (at - carried * dayMinutes) * minute + rest, zone),
  ).toISOString();
};

type Fields = Readonly<Record<string, unknown>>;

/** What is written to put a record so many days and minutes later. */
export const moved = (when: When, read: Read, days: number, minutes: number, zone: string): Fields => {
  if (when.of === 'range') {
    const { start, end } = ends(read(when.start));
    return {
      [when.start.id]: { start: start && addDays(start, days), end: end && addDays(end, days) },
    };
  }
  const later = (field: Field): Fields => ({ [field.id]: shiftedValue(field, read(field), days, minutes, zone) });
  return { ...later(when.start), ...(when.end === undefined ? {} : later(when.end)) };
};

const valueAt = (field: Field, day: string, minutes: number, zone: string): string =>
  isTimed(field) ? new Date(instantOf(day, minutes * minute, zone)).toISOString() : day;

/** What is written to put a record onto a day, at a minute of it where it has times. */
export const placed = (when: When, day: string, minutes: number | undefined, zone: string): Fields =>
  when.of === 'range'
    ? { [when.start.id]: { start: day, end: day } }
    : { [when.start.id]: valueAt(when.start, day, minutes ?? usualFrom, zone) };

/** What is written so that a record is on no day. */
export const cleared = (when: When): Fields => ({
  [when.start.id]: null,
  ...(when.end === undefined ? {} : { [when.end.id]: null }),
});

export const canStretch = (when: When): boolean => when.of !== 'day';

/** What is written to end a record so many days and minutes later; never before it begins. */
export const stretched = (when: When, read: Read, days: number, minutes: number, zone: string): Fields => {
  const span = spanOf(when, read, zone);
  if (span === null || when.of === 'day') return {};
  if (when.of === 'range') {
    const end = addDays(span.end, days);
    return { [when.start.id]: { start: span.start, end: end < span.start ? span.start : end } };
  }
  const field = when.end!;
  if (span.until === undefined || span.from === undefined) {
    const end = addDays(span.end, days);
    return { [field.id]: valueAt(field, end < span.start ? span.start : end, usualFrom, zone) };
  }
  const at = span.until + minutes;
  const carried = Math.floor(at / dayMinutes);
  const day = addDays(span.end, days + carried);
  const until = at - carried * dayMinutes;
  const before = day < span.start || (day === span.start && until <= span.from);
  return {
    [field.id]: before ? valueAt(field, span.start, span.from + 15, zone) : valueAt(field, day, until, zone),
  };
};

/** How many days later one day is than another. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

export type Placed<T> = T & {
  /** Among the days of the row, from 0; how many of them; and in which lane. */
  readonly column: number;
  readonly length: number;
  readonly lane: number;
  /** It goes on before the row or after it. */
  readonly before: boolean;
  readonly after: boolean;
};

/** Bars of one row of days in lanes: the longer and the earlier take the upper ones, and keep theirs through the row. */
export const lanesOf = <T extends { readonly span: Span }>(
  items: readonly T[],
  days: readonly string[],
): readonly Placed<T>[] => {
  const [first, last] = [days[0]!, days.at(-1)!];
  const ordered = items
    .filter(({ span }) => span.start <= last && span.end >= first)
    .toSorted((a, b) => {
      const [longA, longB] = [a, b].map(({ span }) => daysBetween(span.start, span.end));
      return (
        Number(longB! > 0) - Number(longA! > 0) ||
        (a.span.start < b.span.start ? -1 : a.span.start > b.span.start ? 1 : 0) ||
        (a.span.from ?? -1) - (b.span.from ?? -1)
      );
    });
  const taken: number[][] = [];
  return ordered.map((item) => {
    const from = Math.max(0, daysBetween(first, item.span.start));
    const to = Math.min(days.length - 1, daysBetween(first, item.span.end));
    let lane = 0;
    while (taken[lane]?.some((day) => day >= from && day <= to) === true) lane++;
    taken[lane] = [...(taken[lane] ?? []), ...Array.from({ length: to - from + 1 }, (_, i) => from + i)];
    return {
      ...item,
      column: from,
      length: to - from + 1,
      lane,
      before: item.span.start < first,
      after: item.span.end > last,
    };
  });
};

export type Hours<T> = T & {
  readonly from: number;
  readonly until: number;
  /** Which of how many beside each other. */
  readonly side: number;
  readonly sides: number;
};

/** Records of one day by their hours; those that overlap share the width. */
export const hoursOf = <T extends { readonly span: Span }>(items: readonly T[], day: string): readonly Hours<T>[] => {
  const own = items
    .flatMap((item) => {
      const { start, end, from, until } = item.span;
      if (from === undefined || until === undefined || start > day || end < day) return [];
      const first = start === day ? from : 0;
      return [{ item, from: first, until: Math.max(first + 15, end === day ? until : dayMinutes) }];
    })
    .toSorted((a, b) => a.from - b.from || b.until - a.until);
  const done: Hours<T>[] = [];
  let group: { item: T; from: number; until: number; side: number }[] = [];
  const close = (): void => {
    const sides = Math.max(0, ...group.map(({ side }) => side + 1));
    for (const { item, from, until, side } of group) done.push({ ...item, from, until, side, sides });
    group = [];
  };
  for (const one of own) {
    if (group.length > 0 && one.from >= Math.max(...group.map(({ until }) => until))) close();
    const busy = new Set(group.filter(({ until }) => until > one.from).map(({ side }) => side));
    let side = 0;
    while (busy.has(side)) side++;
    group.push({ ...one, side });
  }
  close();
  return done;
};

/** A record stands among the bars above the hours: it has no times, or more than a day of them. */
export const isAllDay = ({ start, end, from }: Span): boolean => from === undefined || daysBetween(start, end) > 1;
