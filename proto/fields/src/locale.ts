import { dayFirstOf } from './dates.ts';
import { separators } from './numbers.ts';
import type { ReadContext } from './type.ts';

/** How a locale's texts read: its decimal sign and its order of day and month. */
export const readContextFor = (locale: string, timezone: string): ReadContext => ({
  decimal: separators(locale).decimal === ',' ? ',' : '.',
  dayFirst: dayFirstOf(locale),
  timezone,
});
