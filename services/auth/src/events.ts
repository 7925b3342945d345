import { AuthEvent as Wire } from '@tessera/proto/auth/v1/events';

/** Everything that can happen in auth, as the generated union has it. */
export type AuthEvent = NonNullable<Wire['event']>;
type Case = AuthEvent['$case'];
export type EventOf<K extends Case> = Extract<AuthEvent, { $case: K }>['value'];

/** Makes an event of the union. */
export const event = <K extends Case>($case: K, value: EventOf<K>): AuthEvent => ({ $case, value }) as AuthEvent;

export const codec = {
  encode: (one: AuthEvent) => ({ type: one.$case, bytes: Wire.encode({ event: one }).finish() }),
  decode: (_type: string, bytes: Uint8Array): AuthEvent | undefined => Wire.decode(bytes).event,
};

/** Accounts and the installation live here; members, roles and invitations in each organization (docs/events.md 27). */
export { systemOrganization } from '@tessera/kernel';
