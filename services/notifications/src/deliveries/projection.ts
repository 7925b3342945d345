import type { Projection } from '@tessera/kernel';
import { deliveriesStream, type NotificationsEvent } from '../events.ts';
import type { Deliveries } from './evolve.ts';

/** How a person wants to hear, as reads see it. */
export type DeliveriesDocument = Deliveries & {
  readonly userId: string;
  /** They get a digest. */
  readonly digests: 'yes' | '';
};

export const deliveriesModel: Projection<NotificationsEvent> = {
  name: 'deliveries',
  version: 1,
  project: (event, _context, state) => {
    if (event.$case !== 'deliveriesSet') return [];
    const { userId } = event.value;
    const folded = state(deliveriesStream(userId)) as Deliveries | undefined;
    if (folded === undefined) return [];
    const document: DeliveriesDocument = { ...folded, userId, digests: folded.digest === '' ? '' : 'yes' };
    return [{ op: 'document.put', collection: 'deliveries', id: userId, document }];
  },
};
