import { clockText, wallOf, type WireLap } from '@tessera/fields';
import { useSyncExternalStore } from 'react';

export const lapsOf = (value: unknown): readonly WireLap[] =>
  Array.isArray(value)
    ? value.filter((one): one is WireLap => typeof one === 'object' && one !== null && 'started_at' in one)
    : [];

export const runningOf = (laps: readonly WireLap[]): WireLap | undefined =>
  laps.find(({ finished_at: end }) => end === null);

/** The ms of a lap; of one that runs, until `now`. A clock behind the server's shows none before it has begun. */
export const lapTime = ({ started_at: start, finished_at: end }: WireLap, now: number): number =>
  Math.max(0, (end === null ? now : Date.parse(end)) - Date.parse(start));

export const timeText = (ms: number): string => clockText(Math.floor(ms / 1000));

export const totalText = (laps: readonly WireLap[], now: number): string =>
  timeText(laps.reduce((sum, lap) => sum + lapTime(lap, now), 0));

/** A moment as a timer tells it: dd/MM/yyyy HH:mm:ss, in every language. */
export const momentText = (moment: string, timezone: string): string => {
  const { date, time } = wallOf(Date.parse(moment), timezone);
  const [year, month, day] = date.split('-');
  return `${day}/${month}/${year} ${new Date(time).toISOString().slice(11, 19)}`;
};

const listeners = new Set<() => void>();
let beat: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** All timers of the page tick at once, and none while nothing runs. */
const subscribe = (listener: () => void): (() => void) => {
  now = Date.now();
  listeners.add(listener);
  beat ??= setInterval(() => {
    now = Date.now();
    for (const one of listeners) one();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(beat);
    beat = undefined;
  };
};
const still = (): (() => void) => () => undefined;

/** The time in ms, anew every second while `ticking`. */
export const useNow = (ticking: boolean): number => useSyncExternalStore(ticking ? subscribe : still, () => now);
