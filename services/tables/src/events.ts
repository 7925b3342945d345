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
  'tableErased',
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
  'tableGuarded',
  'conditionalsChanged',
  'tableFormChanged',
  'recordsCreated',
  'cellsChanged',
  'recordsDeleted',
  'recordsRestored',
  'numbersGiven',
  'limitReached',
  'operationStarted',
  'operationAdvanced',
  'operationEnded',
  'commentWritten',
  'commentChanged',
  'commentDeleted',
  'commentRestored',
] as const satisfies readonly EventType[];

export const tableStream = (id: string): string => `table:${id}`;
export const recordStream = (tableId: string): string => `record:${tableId}`;
/** Ids of views are unique within their table alone, so the name has both; its root is the table (kernel, rootOf). */
export const viewStream = (tableId: string, viewId: string): string => `view:${tableId}/${viewId}`;
/** Whatever changes how many views of a table somebody has. */
export const shelfStream = (tableId: string): string => `views:${tableId}`;
export const operationStream = (id: string): string => `operation:${id}`;

/** What a field has given of its numbers. */
export const numbersStream = (tableId: string, fieldId: string): string => `numbers:${tableId}/${fieldId}`;

/** Up to when the stays that a field has a limit for were told. */
export const limitStream = (tableId: string, fieldId: string): string => `limit:${tableId}/${fieldId}`;

/** The comments of a table as the model has them: rows of a table beside that of its records. */
export const commentTable = (tableId: string): string => `${tableId}/comments`;
export const commentStream = (tableId: string): string => recordStream(commentTable(tableId));

/** How the records of a table moved between the options of its choices: rows beside its records, without a stream of their own. */
export const moveTable = (tableId: string): string => `${tableId}/moves`;

export const isComment = (type: string): boolean => type.startsWith('comment');

/** Events that stand for an effect on a table or its records; the others keep books, or are what people say of them. */
export const isEffect = (type: string): boolean =>
  type !== 'uniquenessStarted' &&
  type !== 'fieldConversionStarted' &&
  type !== 'numbersGiven' &&
  type !== 'limitReached' &&
  type !== 'tableGuarded' &&
  !isComment(type) &&
  !type.startsWith('operation');
