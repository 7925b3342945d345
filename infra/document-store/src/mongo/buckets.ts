import {
  firstCivilDay,
  isMoment,
  lastCivilDay,
  zoneTurns,
  type Bucket,
  type StorageKind,
  type Turn,
} from '@tessera/kernel';

const dayMs = 86_400_000;
/** 0000-03-01, from which years are counted so that a leap day is the last of one; in days before 1970-01-01. */
const marchOfYear0 = 719_468;

type Expression = unknown;
const quotient = (a: Expression, b: number): Expression => ({ $floor: { $divide: [a, b] } });
const plus = (...all: readonly Expression[]): Expression => ({ $add: all });
const minus = (a: Expression, b: Expression): Expression => ({ $subtract: [a, b] });
const times = (a: Expression, b: number): Expression => ({ $multiply: [a, b] });

/** Values with names, each made of those before it, and what is made of them all. */
const named = (values: readonly (readonly [string, Expression])[], result: Expression): Expression =>
  values.reduceRight<Expression>((inner, [name, value]) => ({ $let: { vars: { [name]: value }, in: inner } }), result);

/** The offset of a zone at a moment, found by halves: hundreds of turns are some ten comparisons. */
const offsetOf = (cell: string, turns: readonly Turn[]): Expression => {
  if (turns.length === 1) return turns[0]!.offset;
  const middle = turns.length >> 1;
  return {
    $cond: [
      { $lt: [cell, turns[middle]!.from] },
      offsetOf(cell, turns.slice(0, middle)),
      offsetOf(cell, turns.slice(middle)),
    ],
  };
};

/** The day, since 1970-01-01, of a stored date or moment: as `localDay`. */
const dayOf = (cell: string, storage: StorageKind, { timezone }: Bucket): Expression =>
  isMoment(storage)
    ? {
        $min: [
          lastCivilDay,
          { $max: [firstCivilDay, quotient(plus(cell, offsetOf(cell, zoneTurns(timezone))), dayMs)] },
        ],
      }
    : cell;

/** The month of a day, counted from January of year 0. */
const monthOf = (day: Expression): Expression =>
  named(
    [
      ['z', plus(day, marchOfYear0)],
      ['era', quotient('$$z', 146_097)],
      ['doe', minus('$$z', times('$$era', 146_097))],
      [
        'yoe',
        quotient(
          minus(plus('$$doe', quotient('$$doe', 36_524)), plus(quotient('$$doe', 1460), quotient('$$doe', 146_096))),
          365,
        ),
      ],
      ['doy', minus('$$doe', minus(plus(times('$$yoe', 365), quotient('$$yoe', 4)), quotient('$$yoe', 100)))],
      ['march', quotient(plus(times('$$doy', 5), 2), 153)],
    ],
    plus(times(plus('$$yoe', times('$$era', 400)), 12), '$$march', 2),
  );

/** The first day of a month that is counted from January of year 0. */
const firstOfMonth = (month: Expression): Expression =>
  named(
    [
      ['m', minus(month, 2)],
      ['y', quotient('$$m', 12)],
      ['march', minus('$$m', times('$$y', 12))],
      ['era', quotient('$$y', 400)],
      ['yoe', minus('$$y', times('$$era', 400))],
    ],
    minus(
      plus(
        times('$$era', 146_097),
        times('$$yoe', 365),
        quotient('$$yoe', 4),
        quotient(plus(times('$$march', 153), 2), 5),
      ),
      plus(quotient('$$yoe', 100), marchOfYear0),
    ),
  );

const monthsOf = { month: 1, quarter: 3, year: 12 } as const;

/**
 * The first day of the bucket of a stored date or moment, in days since 1970-01-01: as `firstDay`. In arithmetic alone,
 * so that zones and weeks are those of the other stores and not those that a server was built with.
 */
export const firstDayOf = (cell: string, storage: StorageKind, bucket: Bucket): Expression => {
  const { unit, weekStart } = bucket;
  const day = dayOf(cell, storage, bucket);
  if (unit === 'day') return day;
  // Weeks are counted from far before the first day, so that none is negative.
  if (unit === 'week')
    return named([['day', day]], minus('$$day', { $mod: [plus('$$day', 7_000_004 - weekStart), 7] }));
  return named(
    [['month', monthOf(day)]],
    firstOfMonth(unit === 'month' ? '$$month' : times(quotient('$$month', monthsOf[unit]), monthsOf[unit])),
  );
};
