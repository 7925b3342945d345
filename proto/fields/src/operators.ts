import type { Operand, Predicate } from '@tessera/kernel';
import { compareDecimals, fitsScale, fromUnscaled, placesOf, roundDecimal, toCanonical } from '@tessera/kernel/decimal';
import { addDays, civil } from './dates.ts';
import { startOfDay } from './zones.ts';
import { FieldError, type FieldProps, type FilterContext, type FilterOperator } from './type.ts';

const always: Predicate = { op: 'and', items: [] };
const never: Predicate = { op: 'or', items: [] };
const not = (item: Predicate): Predicate => ({ op: 'not', item });
const both = (...items: Predicate[]): Predicate => ({ op: 'and', items });

/** A value that an operator cannot compare with. */
const unfit = (expected: string): FieldError =>
  new FieldError('filter.value', `The filter needs ${expected}`, { expected });

export const emptiness: readonly FilterOperator[] = [
  { id: 'isEmpty', value: 'none', predicate: (left) => ({ op: 'empty', left }) },
  { id: 'isNotEmpty', value: 'none', predicate: (left) => ({ op: 'notEmpty', left }) },
];

/** No cell is longer (the limit of a cell in bytes, as characters). */
export const longestText = 100_000;
/** What is looked for within texts: a search takes the product of both lengths at worst. */
const longestPart = 1000;

const text = (value: unknown, most = longestText): string => {
  if (typeof value === 'string' && value !== '') {
    if (value.length > most) throw unfit(`a text of at most ${most} characters`);
    return value;
  }
  if (typeof value === 'number') return String(value);
  throw unfit('a text');
};

const texts = (value: unknown): readonly string[] => {
  if (!Array.isArray(value) || value.length === 0 || value.length > 1000) throw unfit('a list of texts');
  return value.map((one) => text(one));
};

/** Text compares by its folded key: without case and accents. */
export const textOperators: readonly FilterOperator[] = [
  {
    id: 'contains',
    value: 'text',
    predicate: (left, value) => ({ op: 'contains', left, value: text(value, longestPart) }),
  },
  {
    id: 'notContains',
    value: 'text',
    predicate: (left, value) => not({ op: 'contains', left, value: text(value, longestPart) }),
  },
  { id: 'equals', value: 'text', predicate: (left, value) => ({ op: 'eq', left, value: text(value) }) },
  { id: 'notEquals', value: 'text', predicate: (left, value) => ({ op: 'ne', left, value: text(value) }) },
  {
    id: 'startsWith',
    value: 'text',
    predicate: (left, value) => ({ op: 'startsWith', left, value: text(value, longestPart) }),
  },
  {
    id: 'endsWith',
    value: 'text',
    predicate: (left, value) => ({ op: 'endsWith', left, value: text(value, longestPart) }),
  },
  { id: 'isAnyOf', value: 'texts', predicate: (left, value) => ({ op: 'in', left, values: texts(value) }) },
  { id: 'isNoneOf', value: 'texts', predicate: (left, value) => not({ op: 'in', left, values: texts(value) }) },
  ...emptiness,
];

const decimal = (value: unknown): string => {
  const canonical =
    typeof value === 'number' && Number.isFinite(value)
      ? toCanonical(String(value))
      : typeof value === 'string'
        ? toCanonical(value.trim())
        : undefined;
  if (canonical === undefined) throw unfit('a number');
  return canonical;
};

/** Compares with any number, also one with more places or digits than the column can hold. */
const compareNumber = (left: Operand, op: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge', value: string): Predicate => {
  const scale = left.scale ?? 0;
  if (!fitsScale(value, scale)) {
    const beyond = compareDecimals(value, fromUnscaled(0n, 0)) > 0;
    if (op === 'ne') return always;
    return op !== 'eq' && beyond === (op === 'lt' || op === 'le') ? { op: 'notEmpty', left } : never;
  }
  if (placesOf(value) <= scale) return { op, left, value };
  if (op === 'eq') return never;
  if (op === 'ne') return always;
  return op === 'lt' || op === 'le'
    ? { op: 'le', left, value: roundDecimal(value, scale, 'floor') }
    : { op: 'ge', left, value: roundDecimal(value, scale, 'ceil') };
};

/** The two ends of "between", given as `{from, to}` or `[from, to]`; at least one of them. */
export const betweenEnds = (value: unknown): readonly [unknown, unknown] => {
  const pair =
    Array.isArray(value) && value.length === 2
      ? (value as unknown[])
      : typeof value === 'object' && value !== null && !Array.isArray(value)
        ? [(value as Record<string, unknown>)['from'], (value as Record<string, unknown>)['to']]
        : undefined;
  if (!pair) throw unfit('a range');
  const [from, to] = pair.map((end) => (end === '' || end === null ? undefined : end));
  if (from === undefined && to === undefined) throw unfit('a range');
  return [from, to];
};

const number = (id: string, op: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge'): FilterOperator => ({
  id,
  value: 'number',
  predicate: (left, value) => compareNumber(left, op, decimal(value)),
});
export const numberOperators: readonly FilterOperator[] = [
  number('equals', 'eq'),
  number('notEquals', 'ne'),
  number('greaterThan', 'gt'),
  number('greaterOrEqual', 'ge'),
  number('lessThan', 'lt'),
  number('lessOrEqual', 'le'),
  {
    id: 'between',
    value: 'range',
    predicate: (left, value) => {
      const [from, to] = betweenEnds(value);
      return both(
        ...(from === undefined ? [] : [compareNumber(left, 'ge', decimal(from))]),
        ...(to === undefined ? [] : [compareNumber(left, 'le', decimal(to))]),
      );
    },
  },
  ...emptiness,
];

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
const monthStart = (date: string, months: number): string => {
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  return civil(Math.floor(index / 12), (index % 12) + 1, 1) ?? date;
};

export const relativeDates = [
  'today',
  'yesterday',
  'tomorrow',
  'thisWeek',
  'lastWeek',
  'nextWeek',
  'thisMonth',
  'lastMonth',
  'nextMonth',
  'thisYear',
  'lastYear',
  'nextYear',
  'pastDays',
  'nextDays',
] as const;
export type RelativeDate = (typeof relativeDates)[number];

/** The days that a relative date covers, both included; "pastDays" ends and "nextDays" begins with today. */
export const relativeRange = (
  relative: RelativeDate,
  days: number,
  context: Pick<FilterContext, 'today' | 'weekStart'>,
): { readonly first: string; readonly last: string } => {
  const { today } = context;
  const week = addDays(today, -((weekdayOf(today) - context.weekStart + 7) % 7));
  const year = Number(today.slice(0, 4));
  const span = (first: string, next: string) => ({ first, last: addDays(next, -1) });
  switch (relative) {
    case 'today':
      return { first: today, last: today };
    case 'yesterday':
      return { first: addDays(today, -1), last: addDays(today, -1) };
    case 'tomorrow':
      return { first: addDays(today, 1), last: addDays(today, 1) };
    case 'thisWeek':
      return span(week, addDays(week, 7));
    case 'lastWeek':
      return span(addDays(week, -7), week);
    case 'nextWeek':
      return span(addDays(week, 7), addDays(week, 14));
    case 'thisMonth':
      return span(monthStart(today, 0), monthStart(today, 1));
    case 'lastMonth':
      return span(monthStart(today, -1), monthStart(today, 0));
    case 'nextMonth':
      return span(monthStart(today, 1), monthStart(today, 2));
    case 'thisYear':
      return { first: civil(year, 1, 1)!, last: civil(year, 12, 31)! };
    case 'lastYear':
      return { first: civil(year - 1, 1, 1)!, last: civil(year - 1, 12, 31)! };
    case 'nextYear':
      return { first: civil(year + 1, 1, 1)!, last: civil(year + 1, 12, 31)! };
    case 'pastDays':
      return { first: addDays(today, 1 - days), last: today };
    case 'nextDays':
      return { first: today, last: addDays(today, days - 1) };
  }
};

/** Days from a filter's value: "YYYY-MM-DD" or `{relative, days?}`. */
const dayRange = (value: unknown, context: FilterContext): { readonly first: string; readonly last: string } => {
  if (typeof value === 'string') {
    const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
    const found = date && civil(Number(date[1]), Number(date[2]), Number(date[3]));
    if (found) return { first: found, last: found };
  } else if (typeof value === 'object' && value !== null && 'relative' in value) {
    const { relative, days } = value as { relative: unknown; days?: unknown };
    const known = relativeDates.find((name) => name === relative);
    const counted = known === 'pastDays' || known === 'nextDays';
    if (known && (!counted || (typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= 36_500))) {
      return relativeRange(known, counted ? (days as number) : 0, context);
    }
  }
  throw unfit('a date');
};

/**
 * How a kind of column compares with days: civil dates directly, instants with the bounds of the day in the reader's
 * zone.
 */
type DayCompare = {
  from(left: Operand, day: string, context: FilterContext): Predicate;
  until(left: Operand, day: string, context: FilterContext): Predicate;
};
const dayOperators = (
  compare: DayCompare,
  exact: (value: unknown) => number | undefined,
): readonly FilterOperator[] => {
  const operator = (
    id: string,
    make: (left: Operand, range: { first: string; last: string }, context: FilterContext) => Predicate,
    instant: (left: Operand, at: number) => Predicate,
  ): FilterOperator => ({
    id,
    value: 'date',
    predicate: (left, value, _props: FieldProps, context) => {
      const at = exact(value);
      return at === undefined ? make(left, dayRange(value, context), context) : instant(left, at);
    },
  });
  const within: Parameters<typeof operator>[1] = (left, range, context) =>
    both(compare.from(left, range.first, context), compare.until(left, range.last, context));
  return [
    operator('equals', within, (left, at) => ({ op: 'eq', left, value: at })),
    operator(
      'notEquals',
      (...args) => not(within(...args)),
      (left, at) => ({ op: 'ne', left, value: at }),
    ),
    operator(
      'before',
      (left, range, context) => compare.until(left, addDays(range.first, -1), context),
      (left, at) => ({ op: 'lt', left, value: at }),
    ),
    operator(
      'after',
      (left, range, context) => compare.from(left, addDays(range.last, 1), context),
      (left, at) => ({ op: 'gt', left, value: at }),
    ),
    operator(
      'onOrBefore',
      (left, range, context) => compare.until(left, range.last, context),
      (left, at) => ({ op: 'le', left, value: at }),
    ),
    operator(
      'onOrAfter',
      (left, range, context) => compare.from(left, range.first, context),
      (left, at) => ({ op: 'ge', left, value: at }),
    ),
    {
      id: 'between',
      value: 'range',
      predicate: (left, value, _props, context) => {
        const [from, to] = betweenEnds(value);
        return both(
          ...(from === undefined ? [] : [compare.from(left, dayRange(from, context).first, context)]),
          ...(to === undefined ? [] : [compare.until(left, dayRange(to, context).last, context)]),
        );
      },
    },
    {
      id: 'isWithin',
      value: 'date',
      predicate: (left, value, _props, context) => within(left, dayRange(value, context), context),
    },
    ...emptiness,
  ];
};

export const dateOperators = dayOperators(
  { from: (left, day) => ({ op: 'ge', left, value: day }), until: (left, day) => ({ op: 'le', left, value: day }) },
  () => undefined,
);

/** Half-open days in the reader's zone; an exact instant (ISO 8601 with a zone) compares to the ms. */
export const instantOperators = dayOperators(
  {
    from: (left, day, context) => ({ op: 'ge', left, value: startOfDay(day, context.timezone) }),
    until: (left, day, context) => ({ op: 'lt', left, value: startOfDay(addDays(day, 1), context.timezone) }),
  },
  (value) => {
    if (typeof value !== 'string' || value.length > 60 || !/^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:?\d{2})$/i.test(value))
      return undefined;
    const at = Date.parse(value);
    if (Number.isNaN(at)) throw unfit('a date');
    return at;
  },
);

const person = (value: unknown, context: FilterContext): string => {
  if (typeof value === 'string' && value !== '' && value.length <= longestPart) return value;
  if (typeof value === 'object' && value !== null && (value as { currentUser?: unknown }).currentUser === true) {
    // Programs without a user match nobody; an empty id is never stored.
    return context.currentUserId ?? '';
  }
  throw unfit('a user');
};
const people = (value: unknown, context: FilterContext): readonly string[] => {
  if (!Array.isArray(value) || value.length === 0 || value.length > 1000) throw unfit('a list of users');
  return value.map((one) => person(one, context));
};
export const userOperators: readonly FilterOperator[] = [
  {
    id: 'equals',
    value: 'user',
    predicate: (left, value, _props, context) => ({ op: 'eq', left, value: person(value, context) }),
  },
  {
    id: 'notEquals',
    value: 'user',
    predicate: (left, value, _props, context) => ({ op: 'ne', left, value: person(value, context) }),
  },
  {
    id: 'isAnyOf',
    value: 'users',
    predicate: (left, value, _props, context) => ({ op: 'in', left, values: people(value, context) }),
  },
  {
    id: 'isNoneOf',
    value: 'users',
    predicate: (left, value, _props, context) => not({ op: 'in', left, values: people(value, context) }),
  },
  ...emptiness,
];

/** Of lists of people. */
export const usersOperators: readonly FilterOperator[] = [
  {
    id: 'hasAnyOf',
    value: 'users',
    predicate: (left, value, _props, context) => ({ op: 'hasAny', left, values: people(value, context) }),
  },
  {
    id: 'hasAllOf',
    value: 'users',
    predicate: (left, value, _props, context) => ({ op: 'hasAll', left, values: people(value, context) }),
  },
  {
    id: 'hasNoneOf',
    value: 'users',
    predicate: (left, value, _props, context) => ({ op: 'hasNone', left, values: people(value, context) }),
  },
  ...emptiness,
];

/** An empty checkbox counts as not ticked. */
export const checkboxOperators: readonly FilterOperator[] = [
  { id: 'isTrue', value: 'none', predicate: (left) => ({ op: 'eq', left, value: true }) },
  { id: 'isFalse', value: 'none', predicate: (left) => not({ op: 'eq', left, value: true }) },
  {
    id: 'equals',
    value: 'boolean',
    predicate: (left, value) => {
      if (typeof value !== 'boolean') throw unfit('true or false');
      return value ? { op: 'eq', left, value: true } : not({ op: 'eq', left, value: true });
    },
  },
];

export { not, unfit };
