import type { Aggregate } from '@tessera/kernel';
import type { AppsEvent, EventOf } from '../events.ts';

/** A public link as its events have it. */
export type Link = NonNullable<EventOf<'linkCreated'>['link']>;
/** What holds for all links of an organization. */
export type Sharing = { readonly off: boolean };

export const linkAggregate: Aggregate<Link | undefined, AppsEvent> = {
  kind: 'link',
  version: 2,
  initial: undefined,
  evolve: (state, event) =>
    event.$case === 'linkCreated' || event.$case === 'linkChanged' ? (event.value.link ?? state) : state,
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
