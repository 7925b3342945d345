import type { Aggregate } from '@tessera/kernel';
import type { AppsEvent, EventOf } from '../events.ts';

/** What a page says: a title, an icon, and its text as JSON. */
export type PageParts = NonNullable<EventOf<'pageChanged'>['page']>;
export type DocPage = PageParts & {
  readonly id: string;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly changedAt: number;
  readonly changedBy: string;
  readonly archived?: { readonly at: number; readonly by: string };
};

// Every fold sets absolute values, so that folding an event twice is folding it once.
export const pageAggregate: Aggregate<DocPage | undefined, AppsEvent> = {
  kind: 'page',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time, actorId }) => {
    const now = { changedAt: time, changedBy: actorId };
    if (event.$case === 'pageCreated' && event.value.page !== undefined)
      return { ...event.value.page, id: event.value.pageId, createdAt: time, createdBy: actorId, ...now };
    if (state === undefined) return state;
    switch (event.$case) {
      case 'pageChanged':
        return event.value.page === undefined ? state : { ...state, ...event.value.page, ...now };
      case 'pageArchived':
        return { ...state, archived: { at: time, by: actorId } };
      case 'pageRestored': {
        const { archived: _, ...live } = state;
        return live;
      }
      default:
        return state;
    }
  },
};
