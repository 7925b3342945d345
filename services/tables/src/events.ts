import { encodeMessage } from '@tessera/proto/encode';
import { TablesEvent as Message } from '@tessera/proto/tables/v1/events';

/** One event of this service: the cases of the closed union in proto/tessera/tables/v1/events.proto. */
export type TablesEvent = NonNullable<Message['event']>;
export type EventType = TablesEvent['$case'];
export type EventOf<T extends EventType> = Extract<TablesEvent, { $case: T }>['value'];

export const encodeEvent = (event: TablesEvent): { readonly type: string; readonly bytes: Uint8Array } => ({
  type: event.$case,
  bytes: encodeMessage(Message, { event }),
});

/** Undefined for what a later version wrote. */
export const decodeEvent = (_type: string, bytes: Uint8Array): TablesEvent | undefined => Message.decode(bytes).event;

/** Names every type once, so that tables keyed by event type stay complete. */
export const eventTypes = [
  'tableCreated',
  'tableDescribed',
  'tableArchived',
  'tableRestored',
  'uniqueFieldChosen',
  'labelFieldChosen',
  'uniquenessStarted',
  'uniquenessEnded',
  'fieldAdded',
  'fieldChanged',
  'fieldsReordered',
  'fieldDeleted',
  'fieldRestored',
  'fieldConversionStarted',
  'fieldConversionEnded',
  'viewCreated',
  'viewChanged',
  'viewDeleted',
  'viewRestored',
  'recordsCreated',
  'cellsChanged',
  'recordsDeleted',
  'recordsRestored',
  'operationStarted',
  'operationAdvanced',
  'operationEnded',
] as const satisfies readonly EventType[];

export const tableStream = (id: string): string => `table:${id}`;
export const recordStream = (tableId: string): string => `record:${tableId}`;
export const operationStream = (id: string): string => `operation:${id}`;
