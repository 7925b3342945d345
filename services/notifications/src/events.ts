import { NotificationsEvent as Wire } from '@tessera/proto/notifications/v1/events';

/** Everything that can happen to notifications and mail, as the generated union has it. */
export type NotificationsEvent = NonNullable<Wire['event']>;

export const codec = {
  encode: (one: NotificationsEvent) => ({ type: one.$case, bytes: Wire.encode({ event: one }).finish() }),
  decode: (_type: string, bytes: Uint8Array): NotificationsEvent | undefined => Wire.decode(bytes).event,
};

export const notificationStream = (id: string): string => `notification:${id}`;
export const mutesStream = (userId: string): string => `mutes:${userId}`;
export const deliveriesStream = (userId: string): string => `deliveries:${userId}`;
export const mailStream = (id: string): string => `mail:${id}`;
