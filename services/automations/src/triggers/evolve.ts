import type { Aggregate } from '@tessera/kernel';
import type { AutomationsEvent, EventOf } from '../events.ts';

/** A call of a function because records changed; times in ms. */
export type TriggerCall = Omit<EventOf<'triggerQueued'>, 'callId'> & {
  readonly id: string;
  readonly queuedAt: number;
  /** `begun`: the function may have been called, and nobody knows what became of it. */
  readonly state: 'waiting' | 'begun' | 'done' | 'failed';
  readonly code: string;
  readonly reason: string;
};

export const triggerCallAggregate: Aggregate<TriggerCall | undefined, AutomationsEvent> = {
  kind: 'triggercall',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time }) => {
    if (event.$case === 'triggerQueued') {
      const { callId: id, ...queued } = event.value;
      return { ...queued, id, queuedAt: time, state: 'waiting', code: '', reason: '' };
    }
    if (state === undefined) return state;
    if (event.$case === 'triggerBegun') return { ...state, state: 'begun' };
    if (event.$case !== 'triggerEnded') return state;
    const { state: ended, code, reason } = event.value;
    return { ...state, state: ended === 'done' ? 'done' : 'failed', code, reason };
  },
};
