import type { Projection } from '@tessera/kernel';
import { logFrom } from '../deliveries/projection.ts';
import { incomingCallStream, incomingStream, type AutomationsEvent } from '../events.ts';
import type { Incoming, IncomingCall } from './evolve.ts';

/** The folded state with the version of its stream. */
export type IncomingDocument = Incoming & { readonly revision: number };
/** A line of the log of calls, the newest first by its id. */
export type CallLine = {
  readonly id: string;
  readonly incomingId: string;
  /** The webhook's id where it failed. */
  readonly failed: string;
  readonly call: IncomingCall;
};
/** A call that is to be carried out, in the order in which they came. */
export type Queued = { readonly id: string; readonly callId: string; readonly incomingId: string };

const queueId = ({ takenAt, id }: IncomingCall): string => `${String(takenAt).padStart(13, '0')}.${id}`;

export const incomingModel: Projection<AutomationsEvent> = {
  name: 'incoming',
  version: 1,
  project: (event, context, state) => {
    if (!event.$case.startsWith('incoming')) return [];
    if ('callId' in event.value) {
      const call = state(incomingCallStream(event.value.callId)) as IncomingCall | undefined;
      if (call === undefined) return [];
      const { id, incomingId } = call;
      const line: CallLine = {
        id: `${logFrom(call.takenAt)}.${id}`,
        incomingId,
        failed: call.state === 'failed' ? incomingId : '',
        call,
      };
      const queued: Queued = { id: queueId(call), callId: id, incomingId };
      const isOpen = call.state === 'waiting' || call.state === 'begun';
      return [
        { op: 'document.put', collection: 'incomingcalls', id, document: call },
        { op: 'document.put', collection: 'incominglog', id: line.id, document: line },
        isOpen
          ? { op: 'document.put', collection: 'incomingqueue', id: queued.id, document: queued }
          : { op: 'document.delete', collection: 'incomingqueue', id: queued.id },
      ];
    }
    const [advance] = context.advances;
    if (advance === undefined || !('version' in advance) || !('incomingId' in event.value)) return [];
    const folded = state(incomingStream(event.value.incomingId)) as Incoming | undefined;
    if (folded === undefined) return [];
    const document: IncomingDocument = { ...folded, revision: advance.version };
    return [{ op: 'document.put', collection: 'incoming', id: folded.id, document }];
  },
};
