import type { Aggregate } from '@tessera/kernel';
import type { AutomationsEvent } from '../events.ts';

/** One change of one record on its way to an address; times in ms. */
export type Delivery = {
  readonly id: string;
  readonly webhookId: string;
  readonly kind: string;
  readonly tableId: string;
  readonly recordId: string;
  /** The version of the record. */
  readonly sequence: number;
  /** When it happened. */
  readonly at: number;
  /** `waiting`: for its first try, its next one, or its turn. A `failed` one is tried no more. */
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly tries: number;
  /** Tries since it was queued, sent again, or its webhook was paused. */
  readonly round: number;
  readonly triedAt: number;
  readonly nextAt: number;
  readonly status: number;
  readonly code: string;
  readonly tookMs: number;
};

export const deliveryAggregate: Aggregate<Delivery | undefined, AutomationsEvent> = {
  kind: 'delivery',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time }) => {
    if (event.$case === 'deliveryQueued') {
      const { deliveryId: id, webhookId, kind, tableId, recordId, sequence, at } = event.value;
      const untried = { tries: 0, round: 0, triedAt: 0, nextAt: 0, status: 0, code: '', tookMs: 0 };
      return { id, webhookId, kind, tableId, recordId, sequence, at, state: 'waiting', ...untried };
    }
    if (state === undefined) return state;
    if (event.$case === 'deliveryReopened') return { ...state, state: 'waiting', round: 0, nextAt: 0 };
    if (event.$case !== 'deliveryTried' || event.value.attempt <= state.tries) return state;
    const { attempt: tries, status, code, tookMs, until: nextAt } = event.value;
    const became = event.value.state === 'delivered' || event.value.state === 'failed' ? event.value.state : 'waiting';
    // Where it waits for nothing its webhook was paused, and behind that it has all its tries again.
    const round = became === 'waiting' && nextAt > 0 ? state.round + 1 : 0;
    return { ...state, state: became, tries, round, triedAt: time, nextAt, status, code, tookMs };
  },
};
