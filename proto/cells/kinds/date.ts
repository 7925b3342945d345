import { dateToDays, daysToDate, maxDays, minDays } from '../days.ts';
import { countOf, pickValues, valuesIn, type ColumnValue, type MessageKind } from './kind.ts';

const daysIn = (message: ColumnValue): readonly number[] => valuesIn(message) as readonly number[];

/** Days since 1970-01-01. */
export const date: MessageKind = {
  value: 'date',
  wrap: (set) => {
    const values = new Array<number>(set.length);
    for (let i = 0; i < set.length; i++) values[i] = dateToDays(set[i] as string);
    return { $case: 'date', value: { values } };
  },
  count: countOf,
  pick: pickValues,
  cells: (message) => daysIn(message).map(daysToDate),
  at: (message, index) => {
    const days = daysIn(message)[index];
    return days === undefined ? undefined : daysToDate(days);
  },
  toValue: (cell) => ({ $case: 'date', value: dateToDays(cell as string) }),
  fromValue: (one) => daysToDate(one.value as number),
  wrong: (message) =>
    daysIn(message).some((days) => days < minDays || days > maxDays) ? { reason: 'a date is out of range' } : undefined,
};
