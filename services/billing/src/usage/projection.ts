import type { Projection } from '@tessera/kernel';
import { dayStream, reachedStream, storageStream, type BillingEvent } from '../events.ts';
import type { Day, Reached, Storage } from './evolve.ts';

/** A day as reads see it; its id is the date. */
export type DayDocument = Day & { readonly id: string; readonly month: string };
export type StorageDocument = Storage & { readonly id: 'all' };
/** What was said of the meters of a month. */
export type ReachedDocument = { readonly id: string; readonly meters: Reached };

export const daysModel: Projection<BillingEvent> = {
  name: 'days',
  version: 3,
  project: (event, _context, state) => {
    switch (event.$case) {
      case 'runCounted':
      case 'callsCounted':
      case 'functionCounted':
      case 'creditCounted': {
        const { day } = event.value;
        const document: DayDocument = { id: day, month: day.slice(0, 7), ...(state(dayStream(day)) as Day) };
        return [{ op: 'document.put', collection: 'days', id: day, document }];
      }
      case 'storageCounted': {
        const document: StorageDocument = { id: 'all', ...(state(storageStream) as Storage) };
        return [{ op: 'document.put', collection: 'storage', id: 'all', document }];
      }
      case 'usageReached': {
        const { month } = event.value;
        const document: ReachedDocument = { id: month, meters: state(reachedStream(month)) as Reached };
        return [{ op: 'document.put', collection: 'reached', id: month, document }];
      }
      default:
        return [];
    }
  },
};
