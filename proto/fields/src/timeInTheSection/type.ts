import type { Operand, PartsCell, Predicate } from '@tessera/kernel';
import { elapsedText, numberOfDays } from '../elapsed.ts';
import { emptiness } from '../operators.ts';
import { flag, idOf, type PropsOf, whole } from '../property.ts';
import { FieldError, type FieldType, type FilterOperator } from '../type.ts';

/** Hours of one stay: a year. */
const mostHours = 8_760;
const properties = {
  fieldId: idOf,
  optionId: idOf,
  /** After so many hours a stay is worth a warning, and late. */
  warn: whole(1, mostHours),
  late: whole(1, mostHours),
  /** Of these hours those of days on which people work. */
  working: flag,
} as const;
type Props = PropsOf<typeof properties>;

const daySeconds = 86_400;

const refuse = (): never => {
  throw new FieldError('field.read_only', 'This field is set by the system');
};

/** `seconds` of the stays that ended, and since when the present one goes on. */
type Time = { readonly seconds?: string; readonly since?: number };
const msOf = (cell: PartsCell, now: number | undefined): number => {
  const { seconds = '0', since } = cell as Time;
  return Number(seconds) * 1000 + (since === undefined || now === undefined ? 0 : Math.max(0, now - since));
};

/** Conditions are on all seconds up to now. */
const operator = (id: string, than: (left: Operand, seconds: number) => Predicate): FilterOperator => ({
  id,
  value: 'number',
  predicate: (left, value) =>
    than({ kind: 'field', column: left.column, storage: 'decimal' }, Math.round(numberOfDays(value) * daySeconds)),
});

/**
 * How long a record was in one option of a choice, all its stays together. It is told when a page is read, from the
 * history of the choice, as what was and since when it goes on: so an answer stays right while time goes on. Therefore
 * records are neither sorted nor grouped by it, and it has no totals.
 */
export const timeInTheSection: FieldType<Props> = {
  id: 'timeInTheSection',
  apart: 'stays',
  countsBack: true,
  storage: 'parts',
  parts: { seconds: { kind: 'decimal', scale: 0 }, since: { kind: 'instant' } },
  searchable: false,
  keyable: false,
  conversions: null,
  format: {
    takes:
      'Nothing: it is how long the record was in the option `props.optionId` of the choice `props.fieldId`. `seconds` are those of its stays that ended, `since` is when the present one began; nothing for a record that never was in it. Where `props.warn` or `props.late` (hours of one stay; with `props.working` those of working days) say so, `warnAt` and `lateAt` are when the present stay is worth a warning, and late.',
    example: { seconds: 3600, since: '2026-03-31T14:30:00.000Z' },
  },
  properties,
  props: ({ fieldId, optionId, warn, late, working }) => ({
    ...(fieldId !== undefined && { fieldId }),
    ...(optionId !== undefined && { optionId }),
    ...(warn !== undefined && { warn }),
    ...(late !== undefined && { late }),
    ...(working === true && { working }),
  }),
  fromJson: refuse,
  toJson: (cell) => {
    const { seconds = '0', since } = cell as Time;
    return { seconds: Number(seconds), ...(since !== undefined && { since: new Date(since).toISOString() }) };
  },
  fromText: refuse,
  toText: (cell, _props, { now }) => elapsedText(msOf(cell as PartsCell, now)),
  operators: [
    operator('moreThanDays', (left, seconds) => ({ op: 'gt', left, value: String(seconds) })),
    operator('lessThanDays', (left, seconds) => ({ op: 'lt', left, value: String(seconds) })),
    ...emptiness,
  ],
  sortable: false,
  aggregates: [],
};
