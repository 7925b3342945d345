import { AutomationsEvent as Wire } from '@tessera/proto/automations/v1/events';

/** Everything that can happen to automations, runs, webhooks, deliveries, functions and incoming webhooks, as the generated union has it. */
export type AutomationsEvent = NonNullable<Wire['event']>;
type Case = AutomationsEvent['$case'];
export type EventOf<K extends Case> = Extract<AutomationsEvent, { $case: K }>['value'];

/** Makes an event of the union. */
export const event = <K extends Case>($case: K, value: EventOf<K>): AutomationsEvent =>
  ({ $case, value }) as AutomationsEvent;

export const codec = {
  encode: (one: AutomationsEvent) => ({ type: one.$case, bytes: Wire.encode({ event: one }).finish() }),
  decode: (_type: string, bytes: Uint8Array): AutomationsEvent | undefined => Wire.decode(bytes).event,
};

export const automationStream = (id: string): string => `automation:${id}`;
export const runStream = (id: string): string => `run:${id}`;
export const webhookStream = (id: string): string => `webhook:${id}`;
export const deliveryStream = (id: string): string => `delivery:${id}`;
export const functionStream = (id: string): string => `function:${id}`;
export const incomingStream = (id: string): string => `incoming:${id}`;
export const incomingCallStream = (id: string): string => `incomingcall:${id}`;
export const triggerCallStream = (id: string): string => `triggercall:${id}`;
export const meterStream = (functionId: string): string => `functionmeter:${functionId}`;
