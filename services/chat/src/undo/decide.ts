import {
  read,
  undoHandlers,
  undoneNothing,
  type Actor,
  type Inverses,
  type Loading,
  type Snapshot,
  type StoredCommit,
  type UndoCommand,
  type UndoConflict,
  type Undone,
} from '@tessera/kernel';
import { can } from '@tessera/proto/rights';
import {
  conversationAggregate,
  messageAggregate,
  type Conversation,
  type ConversationParts,
  type Message,
} from '../chat/evolve.ts';
import { conversationStream, event, messageStream, type ChatEvent, type EventOf } from '../events.ts';
import { notFound, rejection } from '../refusals.ts';

export type UndoState = {
  readonly commit: StoredCommit<ChatEvent> | undefined;
  readonly conversation: Snapshot<Conversation | undefined>;
  readonly message: Snapshot<Message | undefined>;
};
/** The conversation and the message as they are, folded on as inverses give events. */
type Context = {
  readonly actor: Actor;
  readonly overwrite: boolean;
  conversation: Conversation;
  version: number;
  message: Message | undefined;
  messageVersion: number;
};
type OfMessage = { readonly conversationId: string; readonly messageId: string };
type Told = Parameters<typeof messageAggregate.evolve>[2];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const told = ({ actor }: Context): Told => ({ time: 0, actorId: actor.userId ?? actor.id }) as Told;

const give = (context: Context, change: ChatEvent, conflicts: readonly UndoConflict[] = []): Undone<ChatEvent> => {
  const version = ++context.version;
  const { conversation } = context;
  context.conversation = conversationAggregate.evolve(conversation, change, told(context)) ?? conversation;
  return {
    ...undoneNothing,
    records: 1,
    conflicts,
    events: [{ event: change, advances: [{ stream: conversationStream(conversation.id), version }] }],
  };
};
const giveMessage = (
  context: Context,
  change: ChatEvent,
  conflicts: readonly UndoConflict[] = [],
): Undone<ChatEvent> => {
  const version = ++context.messageVersion;
  const id = context.message?.id ?? '';
  context.message = messageAggregate.evolve(context.message, change, told(context));
  return {
    ...undoneNothing,
    records: 1,
    conflicts,
    events: [{ event: change, advances: [{ stream: messageStream(id), version }] }],
  };
};

const archive = ({ conversationId }: { readonly conversationId: string }, context: Context): Undone<ChatEvent> =>
  context.conversation.archived === true || ['dm', 'record', 'page'].includes(context.conversation.chatType)
    ? undoneNothing
    : give(context, event('conversationArchived', { conversationId }));

const changedBack = (
  { conversationId, parts, before }: EventOf<'conversationChanged'>,
  context: Context,
): Undone<ChatEvent> => {
  const now = context.conversation.parts;
  if (parts === undefined || before === undefined || same(now, before)) return undoneNothing;
  const conflicts: UndoConflict[] = same(now, parts)
    ? []
    : [
        {
          recordId: conversationId,
          recordLabel: now.name,
          fieldId: '',
          fieldName: 'name',
          current: now.name,
          undoTo: before.name,
        },
      ];
  if (conflicts.length > 0 && !context.overwrite) return { ...undoneNothing, records: 1, skipped: 1, conflicts };
  const next: ConversationParts = { ...before, members: [...before.members] };
  return give(context, event('conversationChanged', { conversationId, parts: next, before: now }), conflicts);
};

const remove = ({ conversationId, messageId }: OfMessage, context: Context): Undone<ChatEvent> =>
  context.message === undefined || context.message.deleted === true
    ? undoneNothing
    : giveMessage(context, event('messageDeleted', { conversationId, messageId }));
const bringBack = ({ conversationId, messageId }: OfMessage, context: Context): Undone<ChatEvent> =>
  context.message?.deleted === true
    ? giveMessage(context, event('messageRestored', { conversationId, messageId }))
    : undoneNothing;

const editedBack = (
  { conversationId, messageId, contentJson, beforeJson }: EventOf<'messageEdited'>,
  context: Context,
): Undone<ChatEvent> => {
  const now = context.message;
  if (now === undefined || now.deleted === true || now.contentJson === beforeJson) return undoneNothing;
  const conflicts: UndoConflict[] =
    now.contentJson === contentJson
      ? []
      : [{ recordId: messageId, recordLabel: '', fieldId: '', fieldName: 'message', current: null, undoTo: null }];
  if (conflicts.length > 0 && !context.overwrite) return { ...undoneNothing, records: 1, skipped: 1, conflicts };
  const back = { conversationId, messageId, contentJson: beforeJson, beforeJson: now.contentJson };
  return giveMessage(context, event('messageEdited', back), conflicts);
};

/** How each event is taken back (docs/events.md 13); complete by its type. How far somebody has read stays. */
const inverses: Inverses<ChatEvent, Context> = {
  conversationCreated: archive,
  conversationChanged: changedBack,
  conversationArchived: ({ conversationId }, context) =>
    context.conversation.archived === true
      ? give(context, event('conversationRestored', { conversationId }))
      : undoneNothing,
  conversationRestored: archive,
  messageSent: remove,
  messageEdited: editedBack,
  messageDeleted: bringBack,
  messageRestored: remove,
  reactionsChanged: () => undoneNothing,
  threadResolved: ({ conversationId, messageId, resolved }, context) =>
    context.message === undefined || (context.message.resolved === true) !== resolved
      ? undoneNothing
      : giveMessage(context, event('threadResolved', { conversationId, messageId, resolved: !resolved })),
  peopleCalled: () => undoneNothing,
  filesAttached: () => undoneNothing,
  // A comment is taken away in its conversation.
  commentTaken: () => undoneNothing,
  readerMoved: () => undoneNothing,
};

function* load({ commitId }: UndoCommand): Loading<UndoState> {
  const commit = yield* read.commit<ChatEvent>(commitId);
  const value = commit?.events[0]?.value;
  const messageId = value !== undefined && 'messageId' in value ? value.messageId : '';
  return {
    commit,
    conversation: yield* read.snapshot<Conversation | undefined>(conversationStream(value?.conversationId ?? '')),
    message: yield* read.snapshot<Message | undefined>(messageStream(messageId)),
  };
}

/** The commands that take changes of conversations back, with the rights of whoever asks now. */
export const { undoCommit, undoPreview } = undoHandlers<ChatEvent, UndoCommand, UndoState, Context>({
  inverses,
  load: (command) => load(command),
  context: ({ commit, conversation, message }, { actor, overwrite }) => {
    const { state } = conversation;
    const me = actor.userId ?? actor.id;
    if (
      state === undefined ||
      !(['channel', 'record', 'page'].includes(state.chatType) || state.parts.members.includes(me))
    )
      throw notFound('conversation_not_found');
    // A message is taken back by who wrote it, a channel by who made it; administrators may both.
    const whose = message.state?.sentBy ?? state.createdBy;
    if (!can(actor, 'chat.own', whose).allow && commit?.meta.actor.userId !== me)
      throw rejection('forbidden', 'chat.denied');
    return {
      actor,
      overwrite,
      conversation: state,
      version: conversation.version,
      message: message.state,
      messageVersion: message.version,
    };
  },
});
