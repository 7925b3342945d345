import { fold } from '@tessera/kernel/cells';
import { sameCurrency } from '../currency/type.ts';
import { fieldType } from '../list.ts';
import { splitLabels } from '../multipleSelect/type.ts';
import { findOption, optionColor } from '../options.ts';
import { FieldError, type FieldProps, type ReadContext } from '../type.ts';
import { currencyShift, kind } from './kinds.ts';
import type { ColumnStats, KindCount } from './stats.ts';

/** How a column's texts are read: decided per column, shown, and changed by the person who imports. */
export type ReadAs = { readonly decimal: '.' | ','; readonly dayFirst: boolean; readonly serialDates?: boolean };

export type Misfit = {
  /** The record's number in the file, from 1, of the first such value. */
  readonly row: number;
  readonly value: string;
  readonly count: number;
  /** Code and sentence of the FieldError that reading it gives. */
  readonly reason: string;
  readonly message: string;
};
/**
 * `matched + misfit values = total - empty`. `misfits` holds the commonest kinds; `unlisted` counts values beyond them.
 */
export type Fit = {
  readonly total: number;
  readonly empty: number;
  readonly matched: number;
  readonly misfits: readonly Misfit[];
  readonly unlisted: number;
  /** Numbers with more than eight decimals, which are rounded. */
  readonly rounded: number;
};
/** A decision that the values leave open. `mixed`: some values prove one way and some the other. */
export type Ambiguity = {
  readonly kind: 'decimal' | 'dayOrder' | 'serial';
  readonly count: number;
  readonly example: string;
  readonly mixed: boolean;
};

export type Inference = {
  readonly type: string;
  readonly props: FieldProps;
  readonly readAs: ReadAs;
  readonly fit: Fit;
  readonly ambiguous?: Ambiguity;
};

/**
 * What is known beside the values: the column's name and the reader's own conventions. Ids of new options come from
 * `optionId`.
 */
export type InferContext = {
  readonly name: string;
  readonly decimal: '.' | ',';
  readonly dayFirst: boolean;
  readonly timezone: string;
  readonly optionId: (label: string) => string;
  /** Whether `decimal` and `dayFirst` are what other columns of the same file prove: then they are not asked again. */
  readonly proven?: { readonly decimal: boolean; readonly dayOrder: boolean };
};

const count = (stats: ColumnStats, test: (bits: number) => boolean): number => {
  let sum = 0;
  for (const of of stats.kinds.values()) if (test(of.bits)) sum += of.count;
  return sum;
};
const has = (bits: number, mask: number): boolean => (bits & mask) !== 0;
const enough = 0.9;

const signOf = (stats: ColumnStats, bits: number): string => stats.currencies[(bits >>> currencyShift) - 1] ?? '';

/** Whether values of a kind land in a field of this type, read so. */
const fits = (stats: ColumnStats, bits: number, type: string, readAs: ReadAs, props: FieldProps): boolean => {
  const number = has(bits, readAs.decimal === ',' ? kind.numberComma : kind.numberDot);
  const serial = readAs.serialDates === true && has(bits, kind.serial);
  const date = has(bits, readAs.dayFirst ? kind.dmy : kind.mdy) || serial;
  const foreign = bits >>> currencyShift !== 0;
  switch (type) {
    case 'number':
      return number && !has(bits, kind.percent) && !foreign;
    case 'percent':
      return number && !foreign;
    case 'currency':
      return (
        number &&
        !has(bits, kind.percent) &&
        (!foreign || sameCurrency(signOf(stats, bits), props.currency_symbol ?? ''))
      );
    case 'date':
      return date && !has(bits, serial ? kind.serialTime : kind.time);
    case 'dateTime':
      return date;
    case 'checkbox':
      return has(bits, kind.tick);
    case 'email':
      return has(bits, kind.email);
    case 'link':
      return has(bits, kind.link);
    case 'phone':
      return has(bits, kind.phone);
    case 'user':
      return has(bits, kind.user);
    default:
      return !has(bits, kind.huge);
  }
};

/** How a column's values fit any type, without reading the file again; nothing else is decided. */
export const fitOf = (stats: ColumnStats, type: string, props: FieldProps, readAs: ReadAs, timezone: string): Fit => {
  if (type === 'select' || type === 'multipleSelect') return optionFit(stats, type, props);
  const bad: KindCount[] = [];
  let matched = 0;
  let rounded = 0;
  for (const of of stats.kinds.values()) {
    if (fits(stats, of.bits, type, readAs, props)) {
      matched += of.count;
      if (has(of.bits, kind.manyPlaces) && (type === 'number' || type === 'percent' || type === 'currency'))
        rounded += of.count;
    } else bad.push(of);
  }
  const context: ReadContext = { ...readAs, timezone, strict: true, findUser: () => undefined };
  const listed = bad
    .flatMap((of) => [...of.samples].map(([value, sample]) => ({ value, ...sample })))
    .sort((a, b) => b.count - a.count || a.row - b.row)
    .slice(0, 100);
  const misfits = listed.map(({ value, row, count: times }) => ({
    row,
    value,
    count: times,
    ...reasonOf(type, props, value, context),
  }));
  const values = stats.total - stats.empty;
  return {
    total: stats.total,
    empty: stats.empty,
    matched,
    misfits,
    unlisted: values - matched - listed.reduce((sum, one) => sum + one.count, 0),
    rounded,
  };
};

/**
 * How values fit the options that a field has; beyond the values that are known by name they count as fitting nowhere.
 */
const optionFit = (stats: ColumnStats, type: 'select' | 'multipleSelect', props: FieldProps): Fit => {
  const known = stats.distinct ?? new Map([...stats.kinds.values()].flatMap((of) => [...of.samples]));
  const fits = (value: string): boolean =>
    findOption(props, value) !== undefined ||
    (type === 'multipleSelect' && splitLabels(value).every((label) => findOption(props, label) !== undefined));
  let matched = 0;
  const bad: { value: string; count: number; row: number }[] = [];
  for (const [value, seen] of known) {
    if (fits(value)) matched += seen.count;
    else bad.push({ value, count: seen.count, row: seen.row });
  }
  const listed = bad.sort((a, b) => b.count - a.count || a.row - b.row).slice(0, 100);
  const values = stats.total - stats.empty;
  return {
    total: stats.total,
    empty: stats.empty,
    matched,
    rounded: 0,
    unlisted: values - matched - listed.reduce((sum, one) => sum + one.count, 0),
    misfits: listed.map(({ value, row, count: times }) => ({
      row,
      value,
      count: times,
      reason: 'select.unknown',
      message: `"${value}" is not one of the options`,
    })),
  };
};

const reasonOf = (
  type: string,
  props: FieldProps,
  value: string,
  context: ReadContext,
): { reason: string; message: string } => {
  try {
    fieldType(type)?.fromText(value, props, context);
  } catch (error) {
    if (error instanceof FieldError) return { reason: error.code, message: error.message };
    throw error;
  }
  return { reason: `${type}.invalid`, message: 'This value does not fit' };
};

/** The first sampled value of kinds that pass a test. */
const example = (stats: ColumnStats, test: (bits: number) => boolean): string => {
  for (const of of stats.kinds.values()) if (test(of.bits)) for (const value of of.samples.keys()) return value;
  return '';
};

/** Which of two conventions the values prove; the reader's own where they prove neither. */
const settle = (
  stats: ColumnStats,
  first: number,
  second: number,
  open: number,
  preferFirst: boolean,
  proven: boolean | undefined,
): { readonly first: boolean; readonly ambiguity: Omit<Ambiguity, 'kind'> | undefined } => {
  const onlyFirst = count(stats, (bits) => has(bits, first) && !has(bits, second));
  const onlySecond = count(stats, (bits) => has(bits, second) && !has(bits, first));
  const undecided = count(stats, (bits) => has(bits, open));
  const mixed = onlyFirst > 0 && onlySecond > 0;
  const chosen = onlyFirst === onlySecond ? preferFirst : onlyFirst > onlySecond;
  const asks = undecided > 0 && (mixed || (onlyFirst + onlySecond === 0 && !proven));
  return {
    first: chosen,
    ambiguity:
      asks || mixed
        ? {
            count: undecided,
            example: example(stats, (bits) => has(bits, asks ? open : chosen ? second : first)),
            mixed,
          }
        : undefined,
  };
};

/**
 * What all columns of a file prove together: one that shows 1.5 and never 1,5 writes points everywhere. `fallback`
 * stands where they prove nothing or contradict each other.
 */
export const fileConventions = (
  columns: readonly ColumnStats[],
  fallback: { readonly decimal: '.' | ','; readonly dayFirst: boolean },
): Pick<InferContext, 'decimal' | 'dayFirst'> & {
  readonly proven: { readonly decimal: boolean; readonly dayOrder: boolean };
} => {
  const some = (yes: number, no: number): boolean =>
    columns.some((stats) => count(stats, (bits) => has(bits, yes) && !has(bits, no) && !has(bits, kind.phoneLike)) > 0);
  const [dot, comma, dmy, mdy] = [
    some(kind.numberDot, kind.numberComma),
    some(kind.numberComma, kind.numberDot),
    some(kind.dmy, kind.mdy),
    some(kind.mdy, kind.dmy),
  ];
  return {
    decimal: dot === comma ? fallback.decimal : dot ? '.' : ',',
    dayFirst: dmy === mdy ? fallback.dayFirst : dmy,
    proven: { decimal: dot !== comma, dayOrder: dmy !== mdy },
  };
};

const dateName =
  /(^|[^a-z])(date|data|fecha|dia|day|when|created|updated|due|deadline|prazo|vencimento|nascimento|birth)/i;
const phoneName = /phone|fone|tel[eé]?f|celular|mobile|m[oó]vil|whats/i;

/**
 * The type that a column's values ask for. At least nine in ten must fit, error values aside; what would lose something
 * stays text.
 */
export const inferColumn = (stats: ColumnStats, context: InferContext): Inference => {
  const values = stats.total - stats.empty - count(stats, (bits) => has(bits, kind.errorValue));
  const share = (test: (bits: number) => boolean): boolean => values > 0 && count(stats, test) >= values * enough;
  const decimal = settle(
    stats,
    kind.numberDot,
    kind.numberComma,
    kind.numberAmbiguous,
    context.decimal === '.',
    context.proven?.decimal,
  );
  const order = settle(stats, kind.dmy, kind.mdy, kind.dateAmbiguous, context.dayFirst, context.proven?.dayOrder);
  const readAs: ReadAs = { decimal: decimal.first ? '.' : ',', dayFirst: order.first };
  const done = (type: string, props: FieldProps = {}, ambiguous?: Ambiguity, as: ReadAs = readAs): Inference => ({
    type,
    props,
    readAs: as,
    fit: fitOf(stats, type, props, as, context.timezone),
    ...(ambiguous ? { ambiguous } : {}),
  });

  const numbers = decimal.first ? kind.numberDot : kind.numberComma;
  const ticks = count(stats, (bits) => has(bits, kind.tick));
  if (values > 0 && ticks >= values * 0.95 && ticks > count(stats, (bits) => has(bits, kind.tickDigit)))
    return done('checkbox');
  if (share((bits) => has(bits, kind.user))) return done('user');
  if (share((bits) => has(bits, kind.email))) return done('email');
  if (share((bits) => has(bits, kind.link))) return done('link');
  if (
    share((bits) => has(bits, kind.phoneLike)) ||
    (phoneName.test(context.name) && share((bits) => has(bits, kind.phone)))
  )
    return done('phone');
  if (share((bits) => has(bits, order.first ? kind.dmy : kind.mdy))) {
    const ambiguous = order.ambiguity && { kind: 'dayOrder' as const, ...order.ambiguity };
    return done(count(stats, (bits) => has(bits, kind.time)) > 0 ? 'dateTime' : 'date', {}, ambiguous);
  }
  const lossy = count(stats, (bits) => has(bits, kind.leadingZero | kind.long)) > 0;
  if (!lossy && share((bits) => has(bits, numbers))) {
    if (dateName.test(context.name) && share((bits) => has(bits, kind.serial))) {
      return done(
        count(stats, (bits) => has(bits, kind.serialTime)) > 0 ? 'dateTime' : 'date',
        {},
        { kind: 'serial', count: values, example: example(stats, (bits) => has(bits, kind.serial)), mixed: false },
        { ...readAs, serialDates: true },
      );
    }
    const ambiguous = decimal.ambiguity && { kind: 'decimal' as const, ...decimal.ambiguity };
    return done(...numberType(stats, numbers, decimal.first), ambiguous);
  }
  const options = optionsOf(stats, values, context);
  if (options) return done(options.type, { options: options.options });
  return done(count(stats, (bits) => has(bits, kind.lines | kind.longText)) > 0 ? 'text' : 'singleLineText');
};

/** number, percent or currency, with the decimals that the values have. */
const numberType = (stats: ColumnStats, numbers: number, dot: boolean): [string, FieldProps] => {
  const all = count(stats, (bits) => has(bits, numbers));
  const most = Math.min(8, dot ? stats.places.dotMax : stats.places.commaMax);
  const least = dot ? stats.places.dotMin : stats.places.commaMin;
  const room = Math.max(0, 18 - stats.whole);
  if (count(stats, (bits) => has(bits, numbers) && has(bits, kind.percent)) * 2 >= all)
    return ['percent', most > 4 ? { decimals: Math.min(most, room) } : {}];
  if (count(stats, (bits) => has(bits, numbers) && bits >>> currencyShift !== 0) * 2 >= all) {
    const signs = new Map<string, number>();
    for (const of of stats.kinds.values()) {
      const sign = signOf(stats, of.bits);
      if (sign !== '') signs.set(sign, (signs.get(sign) ?? 0) + of.count);
    }
    const commonest = [...signs].sort((a, b) => b[1] - a[1])[0]![0];
    return ['currency', { decimals: Math.min(Math.max(2, most), room), currency_symbol: commonest, thousands: true }];
  }
  // Left open, a field keeps six places and shows those that a value has: whole numbers may get decimals later.
  if (most > 6 || room < 6) return ['number', { decimals: Math.min(most, room) }];
  return ['number', most > 0 && least === most ? { decimals: most } : {}];
};

const optionsOf = (
  stats: ColumnStats,
  values: number,
  context: InferContext,
): { readonly type: string; readonly options: readonly { id: string; label: string; color: string }[] } | undefined => {
  const make = (labels: Iterable<string>) => {
    const seen = new Set<string>();
    const options: { id: string; label: string; color: string }[] = [];
    for (const raw of labels) {
      const label = raw.replace(/\s+/g, ' ');
      if (seen.has(fold(label))) continue;
      seen.add(fold(label));
      options.push({ id: context.optionId(label), label, color: optionColor(options.length) });
    }
    return options;
  };
  if (values < 6 || count(stats, (bits) => has(bits, kind.longText)) > 0) return undefined;
  const lists = count(stats, (bits) => has(bits, kind.list));
  if (lists * 4 >= values && stats.parts && stats.parts.size <= 60) {
    // Values without a semicolon are lists of one.
    const labels = new Map(stats.parts);
    for (const of of stats.kinds.values())
      if (!has(of.bits, kind.list | kind.errorValue))
        for (const [value, sample] of of.samples) labels.set(value, (labels.get(value) ?? 0) + sample.count);
    const uses = [...labels.values()].reduce((sum, one) => sum + one, 0);
    if (labels.size <= 60 && uses >= labels.size * 3 && [...labels.keys()].every((label) => label.length <= 60))
      return { type: 'multipleSelect', options: make(labels.keys()) };
  }
  if (count(stats, (bits) => has(bits, kind.lines)) > 0 || !stats.distinct || stats.longest > 60) return undefined;
  const few = stats.distinct.size;
  if (few > 100 || few * 3 > values) return undefined;
  return { type: 'select', options: make([...stats.distinct].map(([value]) => value)) };
};

/**
 * Options for a column that a person made a select: every distinct value (or part), at most `limit`, commonest first
 * when there are more.
 */
export const proposeOptions = (
  stats: ColumnStats,
  type: 'select' | 'multipleSelect',
  limit: number,
  optionId: (label: string) => string,
): readonly { id: string; label: string; color: string }[] => {
  const counts = new Map<string, number>();
  const add = (label: string, times: number) => counts.set(label, (counts.get(label) ?? 0) + times);
  for (const of of stats.kinds.values()) {
    for (const [value, sample] of of.samples)
      if (!(type === 'multipleSelect' && has(of.bits, kind.list))) add(value, sample.count);
  }
  if (stats.distinct)
    for (const [value, seen] of stats.distinct)
      if (!counts.has(value) && !(type === 'multipleSelect' && has(seen.bits, kind.list))) add(value, seen.count);
  if (type === 'multipleSelect' && stats.parts) for (const [label, times] of stats.parts) add(label, times);
  const seen = new Set<string>();
  const labels = [...counts].filter(([label]) => {
    const key = fold(label);
    if (label.length > 200 || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const kept = labels.length > limit ? labels.sort((a, b) => b[1] - a[1]).slice(0, limit) : labels;
  return kept.map(([label], index) => ({
    id: optionId(label),
    label: label.replace(/\s+/g, ' '),
    color: optionColor(index),
  }));
};
