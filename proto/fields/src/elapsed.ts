import type { Operand, Predicate } from '@tessera/kernel';
import { instantJson, instantText } from './date-type.ts';
import { noProps } from './shared.ts';
import { FieldError, type FieldType, type FilterOperator } from './type.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Days that a condition may name: more than any record is old. */
const mostDays = 100_000;

/** How long something has lasted, in its two largest units: "3d 4h", "4h 12m", "5m". Below a minute it is "0m". */
export const elapsedText = (ms: number): string => {
  const all = Math.max(0, ms);
  const days = Math.floor(all / dayMs);
  const hours = Math.floor((all % dayMs) / hourMs);
  const minutes = Math.floor((all % hourMs) / minuteMs);
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`;
  return hours > 0 ? (minutes > 0 ? `${hours}h ${minutes}m` : `${hours}h`) : `${minutes}m`;
};

/** What a condition on a time compares with. Throws FieldError. */
export const numberOfDays = (value: unknown): number => {
  const days = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof days !== 'number' || !(days >= 0 && days <= mostDays))
    throw new FieldError('filter.value', 'The filter needs a number of days', { expected: 'a number of days' });
  return days;
};
const operator = (id: string, than: (left: Operand, moment: number) => Predicate): FilterOperator => ({
  id,
  value: 'number',
  predicate: (left, value, _props, { now }) => than(left, Math.round(now - numberOfDays(value) * dayMs)),
});

const refuse = (): never => {
  throw new FieldError('field.read_only', 'This field is set by the system');
};

/**
 * How long ago a moment was that the server sets. Its value is the moment from which the time counts, so that an answer
 * stays right while time goes on; screens and files say how long that is. The longest time is the greatest.
 */
export const elapsedSince = (id: string, system: 'createdAt' | 'updatedAt', takes: string): FieldType => ({
  id,
  system,
  countsBack: true,
  storage: 'instant',
  searchable: false,
  keyable: false,
  conversions: null,
  format: { takes, example: '2026-03-31T14:30:00.000Z' },
  properties: {},
  props: noProps,
  fromJson: refuse,
  toJson: (cell) => instantJson(cell as number),
  fromText: refuse,
  toText: (cell, _props, context) =>
    context.now === undefined ? instantText(cell as number, {}, context) : elapsedText(context.now - (cell as number)),
  operators: [
    operator('moreThanDays', (left, value) => ({ op: 'lt', left, value })),
    operator('lessThanDays', (left, value) => ({ op: 'gt', left, value })),
  ],
  sortable: true,
  aggregates: [],
});
