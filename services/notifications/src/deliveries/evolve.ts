import type { Aggregate } from '@tessera/kernel';
import type { NotificationsEvent } from '../events.ts';

/** How one person wants to hear of what they are told. */
export type Deliveries = {
  readonly mailKinds: readonly string[];
  readonly pushKinds: readonly string[];
  readonly digest: '' | 'day' | 'week';
  /** From 0 to 23, in their time zone. */
  readonly digestHour: number;
  /** 0 for Sunday. */
  readonly digestWeekday: number;
  /** Empty for that of the organization. */
  readonly language: string;
  readonly timezone: string;
  /** Since when the digest is as it is, in ms. */
  readonly digestSince: number;
};

/** What somebody hears who has said nothing: of what is for them, beside the inbox. */
const usual: Deliveries = {
  mailKinds: ['assigned', 'automation', 'late', 'mentioned', 'message', 'task', 'usage'],
  pushKinds: ['mentioned', 'message', 'task'],
  digest: '',
  digestHour: 8,
  digestWeekday: 1,
  language: '',
  timezone: '',
  digestSince: 0,
};
export const deliveriesOf = (own: Deliveries | undefined): Deliveries => own ?? usual;

const sameDigest = (a: Deliveries, b: Omit<Deliveries, 'digestSince'>): boolean =>
  a.digest === b.digest &&
  a.digestHour === b.digestHour &&
  a.digestWeekday === b.digestWeekday &&
  a.timezone === b.timezone;

export const deliveriesAggregate: Aggregate<Deliveries | undefined, NotificationsEvent> = {
  kind: 'deliveries',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time }) => {
    if (event.$case !== 'deliveriesSet') return state;
    const { userId: _own, digest, ...others } = event.value;
    const now = { ...others, digest: digest as Deliveries['digest'] };
    const before = deliveriesOf(state);
    return { ...now, digestSince: sameDigest(before, now) ? before.digestSince : time };
  },
};
