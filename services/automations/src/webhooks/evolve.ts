import type { Aggregate } from '@tessera/kernel';
import type { AutomationsEvent, EventOf } from '../events.ts';

/** What a webhook tells of and where, as events carry it. */
export type Settings = NonNullable<EventOf<'webhookCreated'>['settings']>;

/** A webhook: what happens in a table is told to an address. */
export type Webhook = {
  readonly id: string;
  /** With whose rights records are read that it tells of. */
  readonly ownerId: string;
  readonly settings: Settings;
  readonly createdAt: number;
  readonly changedAt: number;
  /** What happened before is not told, in ms; absent while it is off. */
  readonly active?: { readonly at: number };
  /** Why it went off by itself. */
  readonly offReason: string;
  /** It keeps what it has to tell, and sends nothing. */
  readonly paused?: {
    readonly at: number;
    readonly reason: string;
    readonly status: number;
    readonly code: string;
  };
  readonly deleted?: { readonly at: number };
};

const noSettings: Settings = { label: '', url: '', tableId: '', events: [], fieldIds: [] };

/** Whether changes are noted for it. */
export const listens = ({ active, deleted }: Webhook): boolean => active !== undefined && deleted === undefined;
/** Whether what it has to tell is sent now. */
export const sends = (webhook: Webhook): boolean => listens(webhook) && webhook.paused === undefined;

export const webhookAggregate: Aggregate<Webhook | undefined, AutomationsEvent> = {
  kind: 'webhook',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time }) => {
    if (event.$case === 'webhookCreated') {
      const { webhookId: id, settings = noSettings, ownerId, active } = event.value;
      const made = { id, ownerId, settings, createdAt: time, changedAt: time, offReason: '' };
      return { ...made, ...(active && { active: { at: time } }) };
    }
    if (state === undefined) return state;
    switch (event.$case) {
      case 'webhookChanged':
        return { ...state, settings: event.value.settings ?? state.settings, changedAt: time };
      case 'webhookSwitched': {
        const { active, paused: _, ...off } = state;
        const { reason } = event.value;
        return { ...off, offReason: reason, ...(event.value.active && { active: active ?? { at: time } }) };
      }
      case 'webhookPaused': {
        const { reason, status, code } = event.value;
        return { ...state, paused: { at: time, reason, status, code } };
      }
      case 'webhookDeleted':
        return { ...state, deleted: { at: time } };
      case 'webhookRestored': {
        const { deleted: _, ...live } = state;
        return live;
      }
      default:
        return state;
    }
  },
};
