import { hasOptions } from '@tessera/fields';
import type { AggregateFunction, Field, Id, Table, ViewConfig } from '@tessera/kit';
import {
  type Bucket,
  buckets,
  canBeSplit,
  type Group,
  type GroupLevel,
  isByDays,
  isGroupable,
} from '../../../data/groups.ts';
import { addsUp, sumOf } from '@tessera/proto/blocks/figures';
import { functionsOf } from '../../../data/measures.ts';

export const chartKinds = ['bar', 'line', 'area', 'pie'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** A chart as it can be drawn: what a configuration says, and the best guess for what it does not. */
export type Chart = {
  readonly kind: ChartKind;
  readonly x: Field;
  readonly bucket?: Bucket;
  readonly split?: Field;
  /** Parts of a bar stand on each other; beside each other else. */
  readonly stacked: boolean;
  readonly value: { readonly field?: Field; readonly function: AggregateFunction };
};

/** Groups along the axis at most; the others are one. */
export const mostPoints = 12;
/** Days, weeks and the like have more room: they are in order, and none is left out. */
export const mostDays = 120;

const guess = (fields: readonly Field[]): Field | undefined => {
  const able = fields.filter(isGroupable);
  return able.find(({ type }) => hasOptions(type)) ?? able.find(isByDays) ?? able.at(-1);
};

/** The chart of a view; undefined where the table has no field that it can go by. */
export const chartOf = (table: Table, config: ViewConfig): Chart | undefined => {
  const field = (id: unknown): Field | undefined => table.fields.find((one) => one.id === id);
  const named = field(config['x']);
  const x = named !== undefined && isGroupable(named) ? named : guess(table.fields);
  if (x === undefined) return undefined;
  const split = field(config['split']);
  const { fieldId, function: fn } = (config['value'] ?? { function: 'count' }) as {
    readonly fieldId?: Id;
    readonly function: AggregateFunction;
  };
  const measured = field(fieldId);
  const kind = chartKinds.find((one) => one === config['kind']) ?? 'bar';
  return {
    kind,
    x,
    stacked: kind !== 'line' && (kind !== 'bar' || config['stacked'] !== false),
    ...(isByDays(x) && { bucket: buckets.find((one) => one === config['bucket']) ?? 'month' }),
    ...(split !== undefined && split.id !== x.id && canBeSplit(split) && kind !== 'pie' && { split }),
    value:
      measured !== undefined && functionsOf(measured).includes(fn)
        ? { field: measured, function: fn }
        : { function: 'count' },
  };
};

/** The levels by which it is asked: each point, and the parts of each. */
export const levelsOf = ({ x, bucket, split }: Chart): readonly GroupLevel[] => [
  { fieldId: x.id, order: 'asc', ...(bucket !== undefined && { bucket }) },
  ...(split === undefined ? [] : [{ fieldId: split.id, order: 'asc' } as const]),
];

export type Part = { readonly key: unknown; readonly value: number; readonly count: number };
/** One place on the axis. `rest`: what is beyond the most that are shown, which has no key. */
export type Point = Part & { readonly parts: readonly Part[]; readonly rest?: true };

const numberOf = (chart: Chart, group: Group): number =>
  chart.value.field === undefined ? group.count : Number(group.values[0]?.value ?? 0);

/** The first day of the next bucket after one. */
export const nextDay = (day: string, bucket: Bucket): string => {
  const at = new Date(`${day}T00:00:00Z`);
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const next = {
    day: () => new Date(Date.UTC(year, month, date + 1)),
    week: () => new Date(Date.UTC(year, month, date + 7)),
    month: () => new Date(Date.UTC(year, month + 1, 1)),
    quarter: () => new Date(Date.UTC(year, month + 3, 1)),
    year: () => new Date(Date.UTC(year + 1, 0, 1)),
  }[bucket]();
  return next.toISOString().slice(0, 10);
};

/** The keys of days with those between them that have no records; as they came where that would be too many. */
const withGaps = (points: readonly Point[], bucket: Bucket): readonly Point[] => {
  const dayed = points.filter(({ key }) => typeof key === 'string');
  if (dayed.length < 2) return points;
  const byKey = new Map(dayed.map((point) => [point.key as string, point]));
  const last = dayed.at(-1)!.key as string;
  const filled: Point[] = [];
  for (let day = dayed[0]!.key as string; day <= last; day = nextDay(day, bucket)) {
    if (filled.length >= mostDays) return points;
    filled.push(byKey.get(day) ?? { key: day, value: 0, count: 0, parts: [] });
  }
  // Keys that are no first days of this kind would be left out.
  if ([...byKey.keys()].some((key) => !filled.some((point) => point.key === key))) return points;
  return [...points.filter(({ key }) => typeof key !== 'string'), ...filled];
};

/**
 * What is drawn: the points with their parts, the smallest of too many put together, gaps in time filled. `whole` are the
 * groups of the axis, `divided` those of axis and split.
 */
export const pointsOf = (chart: Chart, whole: readonly Group[], divided: readonly Group[]): readonly Point[] => {
  const parts = new Map<string, Part[]>();
  for (const group of divided) {
    const key = JSON.stringify(group.key[0]);
    const part = { key: group.key[1], value: numberOf(chart, group), count: group.count };
    parts.set(key, [...(parts.get(key) ?? []), part]);
  }
  const points = whole.map((group): Point => ({
    key: group.key[0],
    value: numberOf(chart, group),
    count: group.count,
    parts: parts.get(JSON.stringify(group.key[0])) ?? [],
  }));
  if (chart.bucket !== undefined) return withGaps(points, chart.bucket).slice(-mostDays);
  if (points.length <= mostPoints || !addsUp(chart.value.function)) return points.slice(0, mostDays);
  const kept = new Set(points.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, mostPoints - 1));
  const others = points.filter((point) => !kept.has(point));
  const merged = new Map<string, Part>();
  for (const part of others.flatMap((point) => point.parts)) {
    const before = merged.get(JSON.stringify(part.key));
    merged.set(JSON.stringify(part.key), {
      key: part.key,
      value: sumOf([before?.value ?? 0, part.value]),
      count: (before?.count ?? 0) + part.count,
    });
  }
  const sum = (of: (point: Point) => number): number => sumOf(others.map(of));
  return [
    ...points.filter((point) => kept.has(point)),
    {
      key: null,
      value: sum(({ value }) => value),
      count: sum(({ count }) => count),
      parts: [...merged.values()],
      rest: true,
    },
  ];
};

/** The keys of the split in the order of its options; those that no record has are left out. */
export const seriesOf = ({ split }: Chart, points: readonly Point[]): readonly unknown[] => {
  const met = new Set(points.flatMap(({ parts }) => parts.map(({ key }) => key)));
  const options = (split?.props['options'] ?? []) as readonly { readonly id: string }[];
  const ordered: unknown[] = options.map(({ id }) => id).filter((id) => met.has(id));
  return [...ordered, ...[...met].filter((key) => !ordered.includes(key))];
};

/** Round steps of an axis from 0, or from below it, to at least the greatest value: four to six of them. */
export const ticksOf = (least: number, most: number): readonly number[] => {
  const span = Math.max(most, 0) - Math.min(least, 0);
  if (!Number.isFinite(span) || span === 0) return [0, 1];
  const raw = span / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= raw) ?? raw;
  const from = Math.floor(Math.min(least, 0) / step);
  const to = Math.ceil(Math.max(most, 0) / step);
  return Array.from({ length: to - from + 1 }, (_, at) => Number(((from + at) * step).toPrecision(12)));
};

/** Least and greatest of what is drawn: of stacked parts the sums of those above and below 0. */
export const rangeOf = (points: readonly Point[], stacked: boolean): readonly [number, number] => {
  const ends = points.flatMap(({ value, parts }) =>
    stacked && parts.length > 0
      ? [
          parts.reduce((sum, part) => sum + Math.min(0, part.value), 0),
          parts.reduce((sum, part) => sum + Math.max(0, part.value), 0),
        ]
      : parts.length > 0
        ? parts.map((part) => part.value)
        : [value],
  );
  return [Math.min(0, ...ends), Math.max(0, ...ends)];
};
