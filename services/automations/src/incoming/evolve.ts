import type { Aggregate } from '@tessera/kernel';
import type { AutomationsEvent, EventOf } from '../events.ts';

/** Where what is sent goes, as events carry it: a table or a function. */
export type IncomingSettings = NonNullable<EventOf<'incomingCreated'>['settings']>;

/** An incoming webhook: an address that takes what other programs send. */
export type Incoming = {
  readonly id: string;
  /** With whose rights records are added and functions called. */
  readonly ownerId: string;
  readonly settings: IncomingSettings;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly changedAt: number;
  readonly changedBy: string;
  readonly active: boolean;
  readonly deleted?: { readonly at: number };
};

const noSettings: IncomingSettings = { label: '', tableId: '', functionId: '' };

export const incomingAggregate: Aggregate<Incoming | undefined, AutomationsEvent> = {
  kind: 'incoming',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time, actorId }) => {
    const told = { changedAt: time, changedBy: actorId };
    if (event.$case === 'incomingCreated') {
      const { incomingId: id, settings = noSettings, ownerId, active } = event.value;
      return { id, ownerId, settings, createdAt: time, createdBy: actorId, ...told, active };
    }
    if (state === undefined) return state;
    switch (event.$case) {
      case 'incomingChanged':
        return { ...state, ...told, settings: event.value.settings ?? state.settings };
      case 'incomingSwitched':
        return { ...state, ...told, active: event.value.active };
      case 'incomingDeleted':
        return { ...state, deleted: { at: time } };
      case 'incomingRestored': {
        const { deleted: _, ...live } = state;
        return live;
      }
      default:
        return state;
    }
  },
};

/** What was sent to an address, and what came of it; times in ms. */
export type IncomingCall = {
  readonly id: string;
  readonly incomingId: string;
  readonly tableId: string;
  readonly functionId: string;
  readonly takenAt: number;
  /** `begun`: a function may have been called, and nobody knows what became of it. */
  readonly state: 'waiting' | 'begun' | 'done' | 'failed';
  readonly endedAt: number;
  readonly code: string;
  readonly reason: string;
  /** The record that it added. */
  readonly recordId: string;
};

export const incomingCallAggregate: Aggregate<IncomingCall | undefined, AutomationsEvent> = {
  kind: 'incomingcall',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time }) => {
    if (event.$case === 'incomingCallTaken') {
      const { callId: id, incomingId, tableId, functionId } = event.value;
      const open = { takenAt: time, state: 'waiting', endedAt: 0, code: '', reason: '', recordId: '' } as const;
      return { id, incomingId, tableId, functionId, ...open };
    }
    if (state === undefined) return state;
    switch (event.$case) {
      case 'incomingCallBegun':
        return { ...state, state: 'begun' };
      case 'incomingCallEnded': {
        const { state: ended, code, reason, recordId } = event.value;
        return { ...state, state: ended === 'done' ? 'done' : 'failed', endedAt: time, code, reason, recordId };
      }
      case 'incomingCallReopened':
        return { ...state, state: 'waiting', endedAt: 0, code: '', reason: '' };
      default:
        return state;
    }
  },
};
