import type { Projection } from '@tessera/kernel';
import { triggerCallStream, type AutomationsEvent } from '../events.ts';
import type { TriggerCall } from './evolve.ts';

/** A call that is to be made, in the order in which it was caused. */
export type QueuedTrigger = {
  readonly id: string;
  readonly callId: string;
  readonly functionId: string;
  readonly isAsync: boolean;
};

export const triggersModel: Projection<AutomationsEvent> = {
  name: 'triggers',
  version: 1,
  project: (event, _context, state) => {
    if (!event.$case.startsWith('trigger') || !('callId' in event.value)) return [];
    const call = state(triggerCallStream(event.value.callId)) as TriggerCall | undefined;
    if (call === undefined) return [];
    const { id: callId, functionId, isAsync, queuedAt, eventId } = call;
    const id = `${String(queuedAt).padStart(13, '0')}.${eventId}.${callId}`;
    const queued: QueuedTrigger = { id, callId, functionId, isAsync };
    const isOpen = call.state === 'waiting' || call.state === 'begun';
    // What is done stands among the calls of its function.
    return isOpen
      ? [
          { op: 'document.put', collection: 'triggercalls', id: callId, document: call },
          { op: 'document.put', collection: 'triggerqueue', id, document: queued },
        ]
      : [
          { op: 'document.delete', collection: 'triggercalls', id: callId },
          { op: 'document.delete', collection: 'triggerqueue', id },
        ];
  },
};
