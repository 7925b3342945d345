import type { Aggregate } from '@tessera/kernel';
import type { AppsEvent, EventOf } from '../events.ts';

/** A public link as its events have it, with who opened it to strangers last. */
export type Link = NonNullable<EventOf<'linkCreated'>['link']> & { readonly by?: string };
/** What holds for all links of an organization. */
export type Sharing = { readonly off: boolean };

export const linkAggregate: Aggregate<Link | undefined, AppsEvent> = {
  kind: 'link',
  version: 4,
  initial: undefined,
  evolve: (state, event, context) => {
    if (event.$case !== 'linkCreated' && event.$case !== 'linkChanged') return state;
    const { link } = event.value;
    if (link === undefined) return state;
    const opens = event.$case === 'linkCreated' || (link.active && event.value.before?.active !== true);
    const by = opens ? context.actorId : state?.by;
    return { ...link, ...(by !== undefined && { by }) };
  },
};

export const sharingAggregate: Aggregate<Sharing, AppsEvent> = {
  kind: 'links',
  version: 1,
  initial: { off: false },
  evolve: (state, event) => (event.$case === 'linksSwitched' ? { off: event.value.off } : state),
};

/** Whether strangers are let in by a link now; how many answers it has taken is counted apart. */
export const isOpen = (link: Link, sharing: Sharing | undefined, now: number): boolean =>
  link.active && sharing?.off !== true && (link.expiresAt === 0 || link.expiresAt > now);
