import { BillingEvent as Wire } from '@tessera/proto/billing/v1/events';

/** Everything that can happen here, as the generated union has it. */
export type BillingEvent = NonNullable<Wire['event']>;

export const codec = {
  encode: (one: BillingEvent) => ({ type: one.$case, bytes: Wire.encode({ event: one }).finish() }),
  decode: (_type: string, bytes: Uint8Array): BillingEvent | undefined => Wire.decode(bytes).event,
};

export const dayStream = (day: string): string => `day:${day}`;

export const storageStream = 'storage:all';
export const reachedStream = (month: string): string => `reached:${month}`;

/** The plan of the organization. */
export const subscriptionStream = 'subscription:plan';
