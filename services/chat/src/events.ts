import { ChatEvent as Wire } from '@tessera/proto/chat/v1/events';

/** Everything that can happen in conversations, as the generated union has it. */
export type ChatEvent = NonNullable<Wire['event']>;
type Case = ChatEvent['$case'];
export type EventOf<K extends Case> = Extract<ChatEvent, { $case: K }>['value'];

/** Makes an event of the union. */
export const event = <K extends Case>($case: K, value: EventOf<K>): ChatEvent => ({ $case, value }) as ChatEvent;

export const codec = {
  encode: (one: ChatEvent) => ({ type: one.$case, bytes: Wire.encode({ event: one }).finish() }),
  decode: (_type: string, bytes: Uint8Array): ChatEvent | undefined => Wire.decode(bytes).event,
};

export const conversationStream = (id: string): string => `conversation:${id}`;
export const messageStream = (id: string): string => `message:${id}`;
/** Of a conversation, or of the thread of a message. */
export const readerStream = (place: string, userId: string): string => `reader:${place}/${userId}`;
