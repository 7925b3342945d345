import type { Aggregate } from '@tessera/kernel';
import type { NotificationsEvent } from '../events.ts';

/**
 * `held`: nobody sends, an administrator reads it. `waiting`: for its turn or its next try. `aside`: for an
 * administrator. `dropped`: what it told of was gone.
 */
export type MailState = 'held' | 'waiting' | 'sent' | 'aside' | 'dropped';

/** One mail as its events tell it; times in ms. */
export type Mail = {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly receiver: string;
  readonly state: MailState;
  /** Tries that failed since it was queued or replayed. */
  readonly attempts: number;
  readonly nextTryAt: number;
  /** Its contents were about to leave, and nobody knows what became of them. */
  readonly begun: boolean;
  readonly why: string;
  readonly reason: string;
  readonly queuedAt: number;
  readonly endedAt: number;
};

/** Whether a mail tells somebody what is for them, and for no administrator. */
export const isPersonal = ({ kind }: Pick<Mail, 'kind'>): boolean => kind === 'notice' || kind === 'digest';

export const mailAggregate: Aggregate<Mail | undefined, NotificationsEvent> = {
  kind: 'mail',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time }) => {
    if (event.$case === 'mailQueued') {
      const { mailId: id, kind, reference, receiver, held, notBefore } = event.value;
      return {
        id,
        kind,
        reference,
        receiver,
        state: held ? 'held' : 'waiting',
        attempts: 0,
        nextTryAt: notBefore,
        begun: false,
        why: '',
        reason: '',
        queuedAt: time,
        endedAt: 0,
      };
    }
    if (state === undefined) return state;
    switch (event.$case) {
      case 'mailBegun':
        return { ...state, begun: true };
      case 'mailSent':
        return { ...state, state: 'sent', begun: false, why: '', reason: '', endedAt: time };
      case 'mailDelayed': {
        const { nextTryAt, reason } = event.value;
        return { ...state, attempts: state.attempts + 1, begun: false, nextTryAt, reason };
      }
      case 'mailSetAside': {
        const { why, reason } = event.value;
        return { ...state, state: 'aside', begun: false, why, reason, endedAt: time };
      }
      case 'mailReplayed':
        return { ...state, state: 'waiting', attempts: 0, nextTryAt: 0, why: '', reason: '', endedAt: 0 };
      case 'mailDropped':
        return { ...state, state: 'dropped', begun: false, endedAt: time };
    }
    return state;
  },
};
