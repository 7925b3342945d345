import { read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import type { Conversation, Message, Reader } from '../chat/evolve.ts';
import { conversationStream, event, messageStream, readerStream, type ChatEvent } from '../events.ts';

type Take = {
  readonly conversationId: string;
  readonly messageId: string;
  readonly tableId: string;
  readonly recordId: string;
  readonly sentBy: string;
  readonly sentAt: number;
  readonly mentions: readonly string[];
  /** It was said long ago: nobody hears of it as of something new. */
  readonly old?: boolean | undefined;
};
type State = {
  readonly conversation: Snapshot<Conversation | undefined>;
  readonly message: Snapshot<Message | undefined>;
  readonly readers: readonly Snapshot<Reader | undefined>[];
};
/** People of one conversation who find it in their list. */
const mostPeople = 500;

const peopleOf = ({ sentBy, mentions }: Take, known: Conversation | undefined): readonly string[] =>
  [...new Set([...(known?.parts.members ?? []), sentBy, ...mentions])].slice(0, mostPeople);
const readBy = (command: Take, known: Conversation | undefined): readonly string[] =>
  command.old === true ? peopleOf(command, known) : [command.sentBy];

/**
 * Gives a comment of a record its place in the conversation of the record, once however often it is told. Whoever wrote
 * it has read what was said before.
 */
export const takeComment: CommandHandler<Take, State, ChatEvent, { readonly id: string }> = {
  *load(command) {
    const { conversationId, messageId } = command;
    const conversation = yield* read.snapshot<Conversation | undefined>(conversationStream(conversationId));
    const readers: Snapshot<Reader | undefined>[] = [];
    for (const userId of readBy(command, conversation.state))
      readers.push(yield* read.snapshot<Reader | undefined>(readerStream(conversationId, userId)));
    return {
      conversation,
      message: yield* read.snapshot<Message | undefined>(messageStream(messageId)),
      readers,
    };
  },
  decide: (command, { conversation, message, readers }) => {
    if (message.state !== undefined) return { events: [] };
    const { conversationId, messageId, tableId, recordId, sentBy, sentAt } = command;
    const sequence = (conversation.state?.head ?? 0) + 1;
    const people = [...peopleOf(command, conversation.state)];
    return {
      events: [
        {
          event: event('commentTaken', {
            conversationId,
            messageId,
            sequence,
            tableId,
            recordId,
            sentBy,
            sentAt,
            people,
          }),
          advances: [
            { stream: messageStream(messageId), version: 1 },
            { stream: conversationStream(conversationId), version: conversation.version + 1 },
          ],
        },
        ...readBy(command, conversation.state).map((userId, at) => {
          const before = readers[at];
          const { starred = false, muted = false } = before?.state ?? {};
          return {
            event: event('readerMoved', { conversationId, userId, sequence, starred, muted, threadId: '' }),
            advances: [{ stream: readerStream(conversationId, userId), version: (before?.version ?? 0) + 1 }],
          };
        }),
      ],
    };
  },
  *answer({ messageId }) {
    return { id: messageId };
  },
};
