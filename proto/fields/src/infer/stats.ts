import { fieldTypes } from '../list.ts';
import type { KnownBy } from '../type.ts';
import { currencyIn, kind, kindsOf, last, withCurrency } from './kinds.ts';

/** At most this many distinct values of a column are known by name; beyond, it is no select. */
const maxDistinct = 2000;
const maxSamples = 60;

/** Values of one kind: how many, some of them with their count and first row, and how many are beyond those. */
export type KindCount = {
  readonly bits: number;
  /** Of numbers, what a column must have for them, read with a point and with a comma (kinds.ts, `digitsOf`). */
  readonly dot: number;
  readonly comma: number;
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
  /** By what tells them apart: their bits, and what their numbers need. */
  readonly kinds: Map<number, KindCount>;
  /** By value, while there are few; undefined beyond `maxDistinct`. `kind` is a key of `kinds`. */
  distinct: Map<string, { count: number; readonly kind: number; readonly row: number }> | undefined;
  /** The parts of values with semicolons, while there are few. */
  parts: Map<string, number> | undefined;
  /** By type that is known by its texts, once there are too many different values: how many of them are its own. */
  known: Record<string, OwnCount> | undefined;
  readonly currencies: string[];
  readonly places: { dotMin: number; dotMax: number; commaMin: number; commaMax: number };
  longest: number;
  /** The IANA zone in which times without one are read. */
  readonly zone: string;
};

export const emptyStats = (zone = 'UTC'): ColumnStats => ({
  total: 0,
  empty: 0,
  kinds: new Map(),
  distinct: new Map(),
  parts: new Map(),
  known: undefined,
  currencies: [],
  places: { dotMin: 99, dotMax: -1, commaMin: 99, commaMax: -1 },
  longest: 0,
  zone,
});

/** How many values of a column are surely of a type, and how many are or may be. */
export type OwnCount = { surely: number; reads: number };

const knownTypes: readonly (KnownBy & { readonly id: string })[] = fieldTypes.flatMap(({ id, known }) =>
  known === undefined ? [] : [{ id, ...known }],
);

/** Adds `count` values of this text to what is known of the types. */
const countKnown = (counts: Record<string, OwnCount>, value: string, count: number): void => {
  for (const { id, least, most, reads } of knownTypes) {
    if (value.length < least || value.length > most) continue;
    const answer = reads(value);
    if (answer === 'no') continue;
    const own = (counts[id] ??= { surely: 0, reads: 0 });
    own.reads += count;
    if (answer === 'surely') own.surely += count;
  }
};

/** By type that is known by its texts: how many values of the column are its own. */
export const knownIn = (stats: Pick<ColumnStats, 'known' | 'distinct'>): Readonly<Record<string, OwnCount>> => {
  if (stats.known) return stats.known;
  const counts: Record<string, OwnCount> = {};
  for (const [value, { count }] of stats.distinct ?? []) countKnown(counts, value, count);
  return counts;
};

/** A kind's key: its bits, and above them what its numbers need. */
const bitsOf = 2 ** 32;
const digitsIn = 2 ** 10;
const keyOf = (bits: number, dot: number, comma: number): number => bits + (dot * digitsIn + comma) * bitsOf;

const kindCount = (stats: ColumnStats, key: number): KindCount => {
  let found = stats.kinds.get(key);
  if (!found) {
    const digits = Math.floor(key / bitsOf);
    found = {
      bits: key % bitsOf,
      dot: Math.floor(digits / digitsIn),
      comma: digits % digitsIn,
      count: 0,
      samples: new Map(),
      more: 0,
    };
    stats.kinds.set(key, found);
  }
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

/** The kind of a value that was not seen before (or is seen without memory), as a key of `kinds`. */
const examine = (
  stats: ColumnStats,
  value: string,
  findUser: ((text: string) => string | undefined) | undefined,
): number => {
  let bits = kindsOf(value, stats.zone);
  if (last.placesDot >= 0) {
    stats.places.dotMin = Math.min(stats.places.dotMin, last.placesDot);
    stats.places.dotMax = Math.max(stats.places.dotMax, last.placesDot);
  }
  if (last.placesComma >= 0) {
    stats.places.commaMin = Math.min(stats.places.commaMin, last.placesComma);
    stats.places.commaMax = Math.max(stats.places.commaMax, last.placesComma);
  }
  if (last.currency !== '') bits = withCurrency(bits, currencyIndex(stats, last.currency));
  if (findUser && value.length <= 80 && findUser(value) !== undefined) bits |= kind.user;
  if (value.length > stats.longest) stats.longest = value.length;
  return keyOf(bits, last.dot, last.comma);
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
      const of = kindCount(stats, seen.kind);
      note(of, value, row, 1);
      if (of.bits & kind.list) countParts(stats, value, 1);
      return;
    }
    const key = examine(stats, value, findUser);
    const of = kindCount(stats, key);
    const kept = detached(value);
    if (distinct.size >= maxDistinct) {
      stats.known = { ...knownIn(stats) };
      countKnown(stats.known, value, 1);
      stats.distinct = undefined;
    } else distinct.set(kept, { count: 1, kind: key, row });
    if (of.bits & kind.list) countParts(stats, value, 1);
    note(of, kept, row, 1);
    return;
  }
  const of = kindCount(stats, examine(stats, value, value.includes('@') ? findUser : undefined));
  if (stats.known) countKnown(stats.known, value, 1);
  if (of.bits & kind.list) countParts(stats, value, 1);
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

const sumOf = (
  one: Readonly<Record<string, OwnCount>>,
  other: Readonly<Record<string, OwnCount>>,
): Record<string, OwnCount> =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((id) => [
      id,
      {
        surely: (one[id]?.surely ?? 0) + (other[id]?.surely ?? 0),
        reads: (one[id]?.reads ?? 0) + (other[id]?.reads ?? 0),
      },
    ]),
  );

/**
 * Adds what another accumulator saw of the same column; rows keep their numbers. The first argument is changed and
 * returned.
 */
export const mergeStats = (into: ColumnStats, from: ColumnStats): ColumnStats => {
  into.total += from.total;
  into.empty += from.empty;
  into.longest = Math.max(into.longest, from.longest);
  into.places.dotMin = Math.min(into.places.dotMin, from.places.dotMin);
  into.places.dotMax = Math.max(into.places.dotMax, from.places.dotMax);
  into.places.commaMin = Math.min(into.places.commaMin, from.places.commaMin);
  into.places.commaMax = Math.max(into.places.commaMax, from.places.commaMax);
  // Each accumulator numbered the signs as it met them.
  const translate = ({ bits, dot, comma }: KindCount): number => {
    const index = currencyIn(bits);
    const own = index === 0 ? bits : withCurrency(bits, currencyIndex(into, from.currencies[index - 1]!));
    return keyOf(own, dot, comma);
  };
  for (const one of from.kinds.values()) {
    const target = kindCount(into, translate(one));
    for (const [value, sample] of one.samples) note(target, value, sample.row, sample.count);
    target.count += one.more;
    target.more += one.more;
  }
  const known = sumOf(knownIn(into), knownIn(from));
  if (into.distinct && from.distinct) {
    for (const [value, seen] of from.distinct) {
      const same = into.distinct.get(value);
      if (same) same.count += seen.count;
      else if (into.distinct.size >= maxDistinct) {
        into.distinct = undefined;
        break;
      } else into.distinct.set(value, { ...seen, kind: translate(from.kinds.get(seen.kind)!) });
    }
  } else into.distinct = undefined;
  into.known = into.distinct ? undefined : known;
  if (into.parts && from.parts) {
    for (const [label, count] of from.parts) into.parts.set(label, (into.parts.get(label) ?? 0) + count);
    if (into.parts.size > 200) into.parts = undefined;
  } else into.parts = undefined;
  return into;
};
