import { zoneOffset } from '@tessera/kernel/zones';

const dayMs = 86_400_000;

/** The day of an instant in a zone: 2026-11-27. */
export const dayOf = (instant: number, zone: string): string =>
  new Date(instant + zoneOffset(instant, zone)).toISOString().slice(0, 10);

const indexOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;

/** How many days from the first to the last, both counted; below 1 where they are the wrong way round. */
export const daysBetween = (first: string, last: string): number => indexOf(last) - indexOf(first) + 1;

/** The months that the days from the first to the last are in: 2026-11. */
export const monthsBetween = (first: string, last: string): readonly string[] => {
  const number = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const [from, to] = [number(first), number(last)];
  return Array.from(
    { length: Math.max(0, to - from + 1) },
    (_, i) =>
      `${String(Math.floor((from + i) / 12)).padStart(4, '0')}-${String(((from + i) % 12) + 1).padStart(2, '0')}`,
  );
};

/** The day on which a month's meters start again. */
export const startsAgain = (day: string): string => {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
};
