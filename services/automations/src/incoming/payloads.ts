import type { ServicePorts } from '@tessera/runtime';
import type { Call } from '../hooks/call.ts';

/** What was sent, and from which address. Never in an event: it is forgotten after 90 days. */
export type Taken = { readonly call: Call; readonly from: string; readonly output?: unknown };

export const bucket = 'incoming-calls';
export const keptMs = 90 * 24 * 3_600_000;

export const createTaken = ({ state, clock }: Pick<ServicePorts, 'state' | 'clock'>) => ({
  put: (organizationId: string, callId: string, taken: Taken): Promise<void> =>
    state.put(organizationId, bucket, callId, taken, { expiresAt: clock() + keptMs }),
  get: (organizationId: string, callId: string): Promise<Taken | undefined> =>
    state.get<Taken>(organizationId, bucket, callId),
});
export type TakenCalls = ReturnType<typeof createTaken>;
