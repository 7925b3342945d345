import { partColumn } from '@tessera/kernel/cells';
import type { Operand, PartsCell, Predicate } from '@tessera/kernel';
import { dateProperties, dateProps } from '../date-type.ts';
import { date } from '../date/type.ts';
import { dateOfDay } from '../dates.ts';
import { dateOperators, emptiness } from '../operators.ts';
import { dateAggregates } from '../shared.ts';
import { FieldError, type FieldType, type FilterOperator } from '../type.ts';

/** Two days with what stands between them. */
const longest = 120;
/** Between two days there is a long dash, another with blanks, or a word. */
const between = / (?:-|to|until|a|até|hasta|al) |[–—]/i;
/** As ISO 8601 has it; in other writings a slash stands within a day. */
const iso = /^(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)$/;

type Ends = { readonly start?: string; readonly end?: string };
const endsOf = (cell: unknown): Ends => cell as Ends;

const invalid = (): FieldError => new FieldError('dateRange.invalid', 'This is not a range of days');

/** A range of what is given of it; null without either. Throws FieldError. */
const rangeOf = (start: string | null, end: string | null): PartsCell | null => {
  if (start !== null && end !== null && end < start)
    throw new FieldError('dateRange.backwards', 'The range ends before it starts');
  return start === null && end === null ? null : { ...(start !== null && { start }), ...(end !== null && { end }) };
};

const part = (left: Operand, name: 'start' | 'end'): Operand => ({
  kind: 'field',
  column: partColumn(left.column, name),
  storage: 'date',
});
/** The predicate of a date's operator on one end. */
const ofDate = (id: string) => date.operators.find((one) => one.id === id)!.predicate;

/** A range without a start began always, one without an end goes on. */
const open = (left: Operand, item: Predicate): Predicate => ({ op: 'or', items: [{ op: 'empty', left }, item] });

const overlap =
  (from: string, until: string): FilterOperator['predicate'] =>
  (left, value, props, context) => {
    const [start, end] = [part(left, 'start'), part(left, 'end')];
    const items: Predicate[] = [{ op: 'notEmpty', left }];
    if (typeof value === 'object' && value !== null && !('relative' in value)) {
      // A period of two days, of which either may be open.
      const { from: first, to: last } = (Array.isArray(value) ? { from: value[0], to: value[1] } : value) as {
        readonly from?: unknown;
        readonly to?: unknown;
      };
      // Reads and refuses both as a date does.
      ofDate('between')(start, value, props, context);
      if (first !== undefined && first !== '' && first !== null)
        items.push(open(end, ofDate(from)(end, first, props, context)));
      if (last !== undefined && last !== '' && last !== null)
        items.push(open(start, ofDate(until)(start, last, props, context)));
    } else
      items.push(
        open(end, ofDate(from)(end, value, props, context)),
        open(start, ofDate(until)(start, value, props, context)),
      );
    return { op: 'and', items };
  };
const overlaps = overlap('onOrAfter', 'onOrBefore');

const operators: readonly FilterOperator[] = [
  { id: 'between', value: 'range', predicate: overlaps },
  { id: 'isWithin', value: 'date', predicate: overlaps },
  { id: 'equals', value: 'date', predicate: overlaps },
  {
    id: 'before',
    value: 'date',
    predicate: (left, value, props, context) => ofDate('before')(part(left, 'end'), value, props, context),
  },
  {
    id: 'after',
    value: 'date',
    predicate: (left, value, props, context) => ofDate('after')(part(left, 'start'), value, props, context),
  },
  ...emptiness,
];

/** Days from a start to an end, both included; either may be open. */
export const dateRange: FieldType = {
  id: 'dateRange',
  storage: 'parts',
  parts: { start: { kind: 'date' }, end: { kind: 'date' } },
  mainPart: 'start',
  partOperators: { start: dateOperators, end: dateOperators },
  searchable: false,
  keyable: false,
  conversions: { group: 'moment', to: ['text', 'options', 'moment'] },
  format: {
    takes:
      'Two days, `{"start": "YYYY-MM-DD", "end": "YYYY-MM-DD"}`, the end not before the start; either may be null.',
    example: { start: '2026-03-01', end: '2026-03-31' },
  },
  properties: dateProperties,
  props: dateProps,
  fromJson: (value, props, context) => {
    if (value === null || value === '') return null;
    if (typeof value !== 'object' || Array.isArray(value)) throw invalid();
    if (Object.keys(value).some((name) => name !== 'start' && name !== 'end')) throw invalid();
    const { start = null, end = null } = value as { readonly start?: unknown; readonly end?: unknown };
    return rangeOf(
      date.fromJson(start, props, context) as string | null,
      date.fromJson(end, props, context) as string | null,
    );
  },
  toJson: (cell) => {
    const { start = null, end = null } = endsOf(cell);
    return { start, end };
  },
  fromText: (text, props, context) => {
    if (text.length > longest) throw invalid();
    const trimmed = text.replace(/\s+/g, ' ').trim();
    if (trimmed === '') return null;
    const read = (one: string): string | null => date.fromText(one, props, context) as string | null;
    // A day alone is a range of one day.
    const whole = (() => {
      try {
        return read(trimmed);
      } catch {
        return undefined;
      }
    })();
    if (whole !== undefined) return rangeOf(whole, whole);
    const [, from, until] = iso.exec(trimmed) ?? [];
    if (from !== undefined && until !== undefined) return rangeOf(read(from), read(until));
    const padded = ` ${trimmed} `;
    const found = between.exec(padded);
    if (found === null) throw invalid();
    return rangeOf(read(padded.slice(0, found.index)), read(padded.slice(found.index + found[0].length)));
  },
  toText: (cell, props, context) => {
    const { start, end } = endsOf(cell);
    const shown = (day: string | undefined): string => (day === undefined ? '' : date.toText(day, props, context));
    return start === end ? shown(start) : `${shown(start)} – ${shown(end)}`.trim();
  },
  sample: (random) => {
    const first = Math.floor(random() * 60_000) - 20_000;
    const start = dateOfDay(first);
    return { start, end: dateOfDay(first + Math.floor(random() * 40)) };
  },
  operators,
  sortable: true,
  aggregates: dateAggregates,
};
