import { currencyShift, kind, kindsOf, last } from './kinds.ts';

/** At most this many distinct values of a column are known by name; beyond, it is no select. */
const maxDistinct = 2000;
const maxSamples = 60;

/** Values of one kind: how many, some of them with their count and first row, and how many are beyond those. */
export type KindCount = {
  readonly bits: number;
  count: number;
  readonly samples: Map<string, { count: number; readonly row: number }>;
  more: number;
};

/**
 * What is known of a column after any number of its values: plain data, so that it crosses threads. Memory is bounded
 * whatever the column holds.
 */
export type ColumnStats = {
  total: number;
  empty: number;
  readonly kinds: Map<number, KindCount>;
  /** By value, while there are few; undefined beyond `maxDistinct`. */
  distinct: Map<string, { count: number; readonly bits: number; readonly row: number }> | undefined;
  /** The parts of values with semicolons, while there are few. */
  parts: Map<string, number> | undefined;
  readonly currencies: string[];
  readonly places: { dotMin: number; dotMax: number; commaMin: number; commaMax: number };
  /** Most digits before the decimals. */
  whole: number;
  longest: number;
};

export const emptyStats = (): ColumnStats => ({
  total: 0,
  empty: 0,
  kinds: new Map(),
  distinct: new Map(),
  parts: new Map(),
  currencies: [],
  places: { dotMin: 99, dotMax: -1, commaMin: 99, commaMax: -1 },
  whole: 0,
  longest: 0,
});

const kindCount = (stats: ColumnStats, bits: number): KindCount => {
  let found = stats.kinds.get(bits);
  if (!found) stats.kinds.set(bits, (found = { bits, count: 0, samples: new Map(), more: 0 }));
  return found;
};

const note = (of: KindCount, value: string, row: number, count: number): void => {
  of.count += count;
  // Thousands of different values: this kind is the column's rule, no list of exceptions; looking each up would cost
  // more than reading it.
  if (of.more > 4000 && of.more * 10 > of.count * 9) {
    of.more += count;
    return;
  }
  const sample = of.samples.get(value);
  if (sample) sample.count += count;
  else if (of.samples.size < maxSamples) of.samples.set(value, { count, row });
  else of.more += count;
};

/** Copies a text out of the buffer that it was cut from: a kept slice would keep its whole chunk of the file alive. */
const detached = (text: string): string => (text.length < 13 ? text : (JSON.parse(JSON.stringify(text)) as string));

/** Looks at a value that was not seen before (or is seen without memory). */
const examine = (
  stats: ColumnStats,
  value: string,
  findUser: ((text: string) => string | undefined) | undefined,
): number => {
  let bits = kindsOf(value);
  if (last.placesDot >= 0) {
    stats.places.dotMin = Math.min(stats.places.dotMin, last.placesDot);
    stats.places.dotMax = Math.max(stats.places.dotMax, last.placesDot);
  }
  if (last.placesComma >= 0) {
    stats.places.commaMin = Math.min(stats.places.commaMin, last.placesComma);
    stats.places.commaMax = Math.max(stats.places.commaMax, last.placesComma);
  }
  if (last.placesDot >= 0 || last.placesComma >= 0) stats.whole = Math.max(stats.whole, last.whole);
  if (last.currency !== '') bits |= currencyIndex(stats, last.currency) << currencyShift;
  if (findUser && value.length <= 80 && findUser(value) !== undefined) bits |= kind.user;
  if (value.length > stats.longest) stats.longest = value.length;
  return bits;
};

/** The number of a currency sign in the column's list; the eighth and later share a number that fits none. */
const currencyIndex = (stats: ColumnStats, sign: string): number => {
  const upper = sign.toUpperCase();
  let index = stats.currencies.findIndex((known) => known.toUpperCase() === upper);
  if (index < 0) index = stats.currencies.push(sign) - 1;
  return Math.min(index + 1, 7);
};

/** Adds one value of the column; `row` is the record's number in the file, from 1. */
export const addValue = (
  stats: ColumnStats,
  raw: string,
  row: number,
  findUser?: (text: string) => string | undefined,
): void => {
  stats.total++;
  const value = raw.trim();
  if (value === '') {
    stats.empty++;
    return;
  }
  const distinct = stats.distinct;
  if (distinct) {
    const seen = distinct.get(value);
    if (seen) {
      seen.count++;
      note(kindCount(stats, seen.bits), value, row, 1);
      if (seen.bits & kind.list) countParts(stats, value, 1);
      return;
    }
    const bits = examine(stats, value, findUser);
    const kept = detached(value);
    if (distinct.size >= maxDistinct) stats.distinct = undefined;
    else distinct.set(kept, { count: 1, bits, row });
    if (bits & kind.list) countParts(stats, value, 1);
    note(kindCount(stats, bits), kept, row, 1);
    return;
  }
  const bits = examine(stats, value, value.includes('@') ? findUser : undefined);
  if (bits & kind.list) countParts(stats, value, 1);
  const of = kindCount(stats, bits);
  if (of.samples.size < maxSamples) note(of, detached(value), row, 1);
  else note(of, value, row, 1);
};

const countParts = (stats: ColumnStats, value: string, count: number): void => {
  if (!stats.parts) return;
  for (const part of value.split(/[;\n]/)) {
    const label = part.trim();
    if (label === '') continue;
    const known = stats.parts.get(label);
    if (known === undefined && stats.parts.size >= 200) {
      stats.parts = undefined;
      return;
    }
    stats.parts.set(known === undefined ? detached(label) : label, (known ?? 0) + count);
  }
};

/**
 * Adds what another accumulator saw of the same column; rows keep their numbers. The first argument is changed and
 * returned.
 */
export const mergeStats = (into: ColumnStats, from: ColumnStats): ColumnStats => {
  into.total += from.total;
  into.empty += from.empty;
  into.whole = Math.max(into.whole, from.whole);
  into.longest = Math.max(into.longest, from.longest);
  into.places.dotMin = Math.min(into.places.dotMin, from.places.dotMin);
  into.places.dotMax = Math.max(into.places.dotMax, from.places.dotMax);
  into.places.commaMin = Math.min(into.places.commaMin, from.places.commaMin);
  into.places.commaMax = Math.max(into.places.commaMax, from.places.commaMax);
  // Each accumulator numbered the signs as it met them.
  const mask = (1 << currencyShift) - 1;
  const translate = (bits: number): number => {
    const index = bits >>> currencyShift;
    return index === 0 ? bits : (bits & mask) | (currencyIndex(into, from.currencies[index - 1]!) << currencyShift);
  };
  for (const of of from.kinds.values()) {
    const target = kindCount(into, translate(of.bits));
    for (const [value, sample] of of.samples) note(target, value, sample.row, sample.count);
    target.count += of.more;
    target.more += of.more;
  }
  if (into.distinct && from.distinct) {
    for (const [value, seen] of from.distinct) {
      const known = into.distinct.get(value);
      if (known) known.count += seen.count;
      else if (into.distinct.size >= maxDistinct) {
        into.distinct = undefined;
        break;
      } else into.distinct.set(value, { ...seen, bits: translate(seen.bits) });
    }
  } else into.distinct = undefined;
  if (into.parts && from.parts) {
    for (const [label, count] of from.parts) into.parts.set(label, (into.parts.get(label) ?? 0) + count);
    if (into.parts.size > 200) into.parts = undefined;
  } else into.parts = undefined;
  return into;
};
