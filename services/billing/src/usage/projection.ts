import type { Projection } from '@tessera/kernel';
import { dayStream, type BillingEvent } from '../events.ts';
import type { Day } from './evolve.ts';

/** A day as reads see it; its id is the date. */
export type DayDocument = Day & { readonly id: string; readonly month: string };

export const daysModel: Projection<BillingEvent> = {
  name: 'days',
  version: 2,
  project: (event, _context, state) => {
    if (event.$case !== 'runCounted' && event.$case !== 'callsCounted') return [];
    const { day } = event.value;
    const document: DayDocument = { id: day, month: day.slice(0, 7), ...(state(dayStream(day)) as Day) };
    return [{ op: 'document.put', collection: 'days', id: day, document }];
  },
};
