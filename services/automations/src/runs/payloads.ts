import type { ServicePorts } from '@tessera/runtime';

/** What went into a step and came out, and what a run was started by. Never in an event: it is forgotten after 90 days. */
export type Payload = {
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
};

export const bucket = 'run-payloads';
const keptMs = 90 * 24 * 3_600_000;
/** Where the trigger of a run lies: no step has such an id. */
export const triggerPath = '-';

/** Where lies what somebody notes beside their answer to a step. */
export const answerPath = (path: string, userId: string): string => `${path}!${userId}`;

export const createPayloads = ({ state, clock }: Pick<ServicePorts, 'state' | 'clock'>) => ({
  put: (organizationId: string, runId: string, path: string, payload: Payload): Promise<void> =>
    state.put(organizationId, bucket, `${runId}:${path}`, payload, { expiresAt: clock() + keptMs }),
  get: (organizationId: string, runId: string, path: string): Promise<Payload | undefined> =>
    state.get<Payload>(organizationId, bucket, `${runId}:${path}`),
});
export type Payloads = ReturnType<typeof createPayloads>;
