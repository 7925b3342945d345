import { addDays, dayNumber } from '@tessera/fields';
import type { Field, ViewConfig } from '@tessera/kit';
import { idsOf } from '@tessera/proto/views';
import type { ViewState } from '../../../workbench/use-view.ts';
import { daysBetween, moved, spanOf, type Span, type When } from '../days/model.ts';

/** How much a plan shows: px of a day, and days of the whole. */
export const zooms = {
  week: { day: 40, days: 56 },
  month: { day: 16, days: 150 },
  quarter: { day: 6, days: 400 },
  year: { day: 2, days: 1100 },
} as const;
export type Zoom = keyof typeof zooms;
export const zoomNames = Object.keys(zooms) as readonly Zoom[];

type Loose = Readonly<Record<string, unknown>>;
const asked = new WeakMap<ViewConfig, ViewConfig>();

/** A configuration with `gantt_date_range` as one of `start` and `end`, which a calendar has; the same each time. */
export const asDays = (config: ViewConfig): ViewConfig => {
  const known = asked.get(config);
  if (known !== undefined) return known;
  const { gantt_date_range: range, ...rest } = config as Loose;
  const [start, end] = idsOf(range);
  const made = {
    ...rest,
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
  } as unknown as ViewConfig;
  asked.set(config, made);
  return made;
};
export const asRange = (config: ViewConfig): ViewConfig => {
  const { start, end, ...rest } = config as Loose;
  return {
    ...rest,
    ...(start !== undefined && { gantt_date_range: end === undefined ? start : [start, end] }),
  } as unknown as ViewConfig;
};

/** The state of a gantt view as what draws plans has it. */
export const daysState = <S extends Pick<ViewState, 'config' | 'change'>>(state: S): S => ({
  ...state,
  config: asDays(state.config),
  change: (next: Parameters<ViewState['change']>[0]) =>
    state.change((before) => asRange(typeof next === 'function' ? next(asDays(before)) : next)),
});

type Read = (field: Field) => unknown;
type Fields = Readonly<Record<string, unknown>>;

/** What is written to begin a record so many days later; never after it ends. */
export const begunAt = (when: When, read: Read, days: number, zone: string): Fields => {
  const span = spanOf(when, read, zone);
  if (span === null || when.of === 'day') return {};
  const most = daysBetween(span.start, span.end);
  const by = Math.min(days, most);
  if (by === 0) return {};
  if (when.of === 'range') return { [when.start.id]: { start: addDays(span.start, by), end: span.end } };
  return { [when.start.id]: moved(when, read, by, 0, zone)[when.start.id] };
};

export type Stacked<T> = T & { readonly line: number };

/** Bars of one lane in lines, so that none covers another: each takes the first line that is free. */
export const stackedIn = <T extends { readonly span: Span }>(
  items: readonly T[],
): { readonly bars: readonly Stacked<T>[]; readonly lines: number } => {
  const ends: number[] = [];
  const bars = items
    .toSorted((a, b) => (a.span.start < b.span.start ? -1 : a.span.start > b.span.start ? 1 : 0))
    .map((item) => {
      const from = dayNumber(item.span.start);
      const free = ends.findIndex((end) => end < from);
      const line = free < 0 ? ends.length : free;
      ends[line] = dayNumber(item.span.end);
      return { ...item, line };
    });
  return { bars, lines: Math.max(1, ends.length) };
};

/** Where the heads of a plan stand: the first days of months, or of years where a month is narrow. */
export const headsOf = (
  first: string,
  days: number,
  zoom: Zoom,
): readonly { readonly day: string; readonly at: number; readonly days: number }[] => {
  const heads: { day: string; at: number; days: number }[] = [];
  const isHead = (day: string): boolean => (zoom === 'year' ? day.endsWith('-01-01') : day.endsWith('-01'));
  for (let at = 0; at < days; at++) {
    const day = addDays(first, at);
    if (at === 0 || isHead(day)) heads.push({ day, at, days: 0 });
    heads.at(-1)!.days++;
  }
  return heads;
};

/** A part of a whole from a field's value: a percentage is from 0 to 1, another number from 0 to 100. */
export const doneOf = (value: unknown, isPercent: boolean): number | undefined => {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : NaN;
  if (!Number.isFinite(number)) return undefined;
  return Math.max(0, Math.min(1, isPercent ? number : number / 100));
};
