import type { ServicePorts } from '@tessera/runtime';
import type { Addressed } from './addresses.ts';
import type { Call } from './call.ts';

export const bucket = 'hook-calls';
const keptMs = 90 * 24 * 3_600_000;

/** The last call of each automation's address, to try the automation with. */
export const createCalls = (ports: Pick<ServicePorts, 'state' | 'clock'>) => callsIn(ports, bucket);

/** Last calls of one kind of address, each kind in its own bucket. */
export const callsIn = ({ state, clock }: Pick<ServicePorts, 'state' | 'clock'>, bucket: string) => ({
  put: ({ organizationId, automationId }: Addressed, call: Call): Promise<void> =>
    state.put(organizationId, bucket, automationId, call, { expiresAt: clock() + keptMs }),
  last: ({ organizationId, automationId }: Addressed): Promise<Call | undefined> =>
    state.get<Call>(organizationId, bucket, automationId),
});
export type Calls = ReturnType<typeof createCalls>;
