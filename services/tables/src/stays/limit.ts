import { fieldType } from '@tessera/fields';
import { zoneOffset } from '@tessera/kernel/zones';
import type { Schema, SchemaField } from '../definitions/schema.ts';
import { stageOf } from './stage.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Days that are walked for one moment: a limit has at most a year of working days. */
const mostDays = 20_000;

/** Days on which people of an organization work, and its zone. */
export type WorkCalendar = {
  readonly workingDays: readonly number[];
  readonly holidays: readonly string[];
  readonly timezone: string;
};
/** How long a record may be in an option, as the field that tells the time in it says; hours. */
export type Limit = {
  readonly fieldId: string;
  readonly warn?: number | undefined;
  readonly late?: number | undefined;
  readonly working: boolean;
};
export type LimitTimes = { readonly warnAt?: number; readonly lateAt?: number };

/** 1 is Monday, 7 Sunday; of days since 1970. */
const weekday = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** The moment so many hours after another. In working time, days on which nobody works do not count, whole as they are in the zone. */
export const momentAfter = (
  from: number,
  hours: number,
  working: boolean,
  { workingDays, holidays, timezone }: WorkCalendar,
): number => {
  if (!working || workingDays.length === 0) return from + hours * hourMs;
  const free = new Set(holidays.map((day) => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)));
  const offset = zoneOffset(from, timezone);
  let local = from + offset;
  let left = hours * hourMs;
  for (let walked = 0; walked < mostDays; walked++) {
    const day = Math.floor(local / dayMs);
    const end = (day + 1) * dayMs;
    if (!free.has(day) && workingDays.includes(weekday(day))) {
      if (left <= end - local) break;
      left -= end - local;
    }
    local = end;
  }
  const there = local + left;
  return there - zoneOffset(there - offset, timezone);
};

/**
 * The latest moment so many hours after which is not later than now: what began until then has been for so long. A
 * moment that is later begins later or at the same time, so it is found by halves.
 */
export const startOfThoseReached = (now: number, hours: number, working: boolean, calendar: WorkCalendar): number => {
  if (!working || calendar.workingDays.length === 0) return now - hours * hourMs;
  let reached = now;
  for (let back = hours * hourMs; momentAfter(reached, hours, working, calendar) > now; back *= 2) reached = now - back;
  let not = now;
  while (not - reached > 1) {
    const middle = Math.floor((reached + not) / 2);
    if (momentAfter(middle, hours, working, calendar) > now) not = middle;
    else reached = middle;
  }
  return reached;
};

const limitIn = ({ id, state: { props } }: SchemaField): Limit => {
  const { warn, late, working } = props as {
    readonly warn?: number;
    readonly late?: number;
    readonly working?: boolean;
  };
  return { fieldId: id, warn, late, working: working === true };
};

/** When a stay that began at `startedAt` becomes worth a warning, and when it is late. */
export const limitTimes = (limit: Limit, startedAt: number, calendar: WorkCalendar): LimitTimes => ({
  ...(limit.warn !== undefined && { warnAt: momentAfter(startedAt, limit.warn, limit.working, calendar) }),
  ...(limit.late !== undefined && { lateAt: momentAfter(startedAt, limit.late, limit.working, calendar) }),
});

/** The limit of a field that tells the time in an option; undefined where it has none. */
export const limitOf = (field: SchemaField): Limit | undefined => {
  const limit = limitIn(field);
  return limit.warn === undefined && limit.late === undefined ? undefined : limit;
};

/** The limits of a table by choice and option, of fields that the reader may see; of several the first one. */
export const limitsOf = (schema: Schema, isSeen: (field: SchemaField) => boolean): ReadonlyMap<string, Limit> => {
  const limits = new Map<string, Limit>();
  for (const field of schema.fields) {
    if (fieldType(field.state.type)?.apart !== 'stays' || !isSeen(field)) continue;
    const stage = stageOf(field.state);
    const limit = limitOf(field);
    if (stage === undefined || limit === undefined) continue;
    const key = `${stage.fieldId} ${stage.optionId}`;
    if (!limits.has(key)) limits.set(key, limit);
  }
  return limits;
};
