import { ConnectorsEvent as Wire } from '@tessera/proto/connectors/v1/events';

/** Everything that can happen to imports, as the generated union has it. */
export type ConnectorsEvent = NonNullable<Wire['event']>;
type Case = ConnectorsEvent['$case'];
export type EventOf<K extends Case> = Extract<ConnectorsEvent, { $case: K }>['value'];
export type Plan = EventOf<'importPlanned'>;

export const codec = {
  encode: (one: ConnectorsEvent) => ({ type: one.$case, bytes: Wire.encode({ event: one }).finish() }),
  decode: (_type: string, bytes: Uint8Array): ConnectorsEvent | undefined => Wire.decode(bytes).event,
};

export const importStream = (operationId: string): string => `import:${operationId}`;
