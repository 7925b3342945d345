import type { ServicePorts } from '@tessera/runtime';

/** What is sent of a delivery, byte for byte at each try, and what was answered last. Never in an event. */
export type Sent = { readonly body: string };
export type Answer = { readonly status: number; readonly body: string };

export const bucket = 'webhook-payloads';
export const keptMs = 30 * 24 * 3_600_000;
const mostAnswer = 2_000;

export const createDeliveryPayloads = ({ state, clock }: Pick<ServicePorts, 'state' | 'clock'>) => {
  const until = () => ({ expiresAt: clock() + keptMs });
  return {
    put: (organizationId: string, deliveryId: string, sent: Sent): Promise<void> =>
      state.put(organizationId, bucket, deliveryId, sent, until()),
    get: (organizationId: string, deliveryId: string): Promise<Sent | undefined> =>
      state.get<Sent>(organizationId, bucket, deliveryId),
    putAnswer: (organizationId: string, deliveryId: string, { status, body }: Answer): Promise<void> => {
      const answer: Answer = { status, body: body.slice(0, mostAnswer) };
      return state.put(organizationId, bucket, `${deliveryId}:answer`, answer, until());
    },
    getAnswer: (organizationId: string, deliveryId: string): Promise<Answer | undefined> =>
      state.get<Answer>(organizationId, bucket, `${deliveryId}:answer`),
  };
};
export type DeliveryPayloads = ReturnType<typeof createDeliveryPayloads>;
