import { read, type Actor, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import { conversationStream, event, messageStream, readerStream, type ChatEvent } from '../events.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';
import { hears } from './access.ts';
import type { Anchor, ChatType, Conversation, ConversationParts, Message, MessageFile, Reader } from './evolve.ts';

type Known<S> = Snapshot<S | undefined>;
type InConversation = {
  readonly conversationId: string;
  /** Of a record: tables said that the actor may read it now. */
  readonly readable?: boolean | undefined;
};
type OfMessage = InConversation & { readonly messageId: string };
type Done = { readonly id: string };
type Handler<C, S> = CommandHandler<C, S, ChatEvent, Done>;
type WithMessage = { readonly conversation: Known<Conversation>; readonly message: Known<Message> };

const loadConversation = (id: string): Loading<Known<Conversation>> =>
  read.snapshot<Conversation | undefined>(conversationStream(id));
const loadMessage = (id: string): Loading<Known<Message>> => read.snapshot<Message | undefined>(messageStream(id));
function* loadOfMessage({ conversationId, messageId }: OfMessage): Loading<WithMessage> {
  return { conversation: yield* loadConversation(conversationId), message: yield* loadMessage(messageId) };
}
function* conversationDone({ conversationId }: InConversation): Loading<Done> {
  return { id: conversationId };
}
function* messageDone({ messageId }: OfMessage): Loading<Done> {
  return { id: messageId };
}

/** The conversation as somebody may hear it; what they may not is not there. */
const heard = ({ state }: Known<Conversation>, actor: Actor, readable?: boolean): Conversation => {
  if (state === undefined || !hears(actor, state, readable)) throw notFound('conversation_not_found');
  return state;
};
const written = ({ state }: Known<Message>, conversationId: string): Message => {
  if (state === undefined || state.conversationId !== conversationId || state.deleted === true)
    throw notFound('message_not_found');
  return state;
};
const ofConversation = (known: Known<Conversation>, id: string, one: ChatEvent): readonly DecidedEvent<ChatEvent>[] => [
  { event: one, advances: [{ stream: conversationStream(id), version: known.version + 1 }] },
];
const ofMessage = (known: Known<Message>, id: string, one: ChatEvent): readonly DecidedEvent<ChatEvent>[] => [
  { event: one, advances: [{ stream: messageStream(id), version: known.version + 1 }] },
];
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

type Create = InConversation & {
  readonly chatType: ChatType;
  readonly parts: ConversationParts;
  readonly pageId?: string | undefined;
};
/** Nobody names or ends what two people say to each other, nor what is said of a record or a page. */
const isFixed = (type: ChatType): boolean => type === 'dm' || type === 'record' || type === 'page';

/** Opens a channel, or what two people say to each other, which is there once. Who makes a private one is in it. */
export const createConversation: Handler<Create, Known<Conversation>> = {
  load: ({ conversationId }) => loadConversation(conversationId),
  decide: ({ conversationId, chatType, parts: given, pageId = '' }, known, { meta }) => {
    const me = userOf(meta.actor);
    requireRight(meta.actor, chatType === 'dm' || chatType === 'page' ? 'chat.use' : 'chat.create');
    if (known.state !== undefined) return { events: [] };
    if (chatType === 'page') {
      if (!can(meta.actor, 'pages.view', pageId).allow) throw notFound('conversation_not_found');
      const parts = { name: '', iconColor: '', members: [] };
      const opened = event('conversationCreated', { conversationId, chatType, parts, pageId });
      return { events: ofConversation(known, conversationId, opened) };
    }
    if (chatType === 'dm' && given.members.every((one) => one === me)) throw invalid('chat.with_yourself');
    const name = chatType === 'dm' ? '' : given.name.trim();
    if (chatType !== 'dm' && name === '') throw invalid('chat.name_required');
    const members = chatType === 'channel' ? [] : [...new Set([...given.members, me])];
    const parts = { ...given, name, members };
    return {
      events: ofConversation(
        known,
        conversationId,
        event('conversationCreated', { conversationId, chatType, parts, pageId: '' }),
      ),
    };
  },
  answer: conversationDone,
};

/** Names a channel or says who is in it: whoever made it, and administrators. Anybody may leave. */
export const changeConversation: Handler<
  InConversation & { readonly parts: Partial<ConversationParts> },
  Known<Conversation>
> = {
  load: ({ conversationId }) => loadConversation(conversationId),
  decide: ({ conversationId, parts: given }, known, { meta }) => {
    const { chatType, createdBy, parts: before } = heard(known, meta.actor);
    if (isFixed(chatType)) throw conflict('chat.fixed');
    const me = userOf(meta.actor);
    const members =
      chatType === 'channel' || given.members === undefined ? before.members : [...new Set(given.members)];
    const leaves =
      same(
        members,
        before.members.filter((one) => one !== me),
      ) && given.name === undefined;
    if (!leaves && !can(meta.actor, 'chat.own', createdBy).allow) throw rejection('forbidden', 'chat.denied');
    const parts = { ...before, ...given, members, name: (given.name ?? before.name).trim() };
    if (parts.name === '') throw invalid('chat.name_required');
    if (same(parts, before)) return { events: [] };
    return {
      events: ofConversation(known, conversationId, event('conversationChanged', { conversationId, parts, before })),
    };
  },
  answer: conversationDone,
};

/** Puts a channel away with all that was said in it; undo brings it back. */
export const archiveConversation: Handler<InConversation, Known<Conversation>> = {
  load: ({ conversationId }) => loadConversation(conversationId),
  decide: ({ conversationId }, known, { meta }) => {
    const { chatType, createdBy } = heard(known, meta.actor);
    if (isFixed(chatType)) throw conflict('chat.fixed');
    if (!can(meta.actor, 'chat.own', createdBy).allow) throw rejection('forbidden', 'chat.denied');
    return { events: ofConversation(known, conversationId, event('conversationArchived', { conversationId })) };
  },
  answer: conversationDone,
};

type Send = OfMessage & {
  readonly threadId: string;
  readonly contentJson: string;
  readonly files?: readonly MessageFile[] | undefined;
  /** Whom it mentions. */
  readonly mentions?: readonly string[] | undefined;
  /** The words of the page that it is about. */
  readonly anchor?: Anchor | undefined;
};
type Sending = WithMessage & {
  readonly parent: Known<Message>;
  /** How far who speaks has read the conversation, or the thread. */
  readonly reader: Known<Reader>;
  /** In a thread: how far who wrote what is answered has read it. */
  readonly answered: Known<Reader>;
  /** The other one of two, and what they set for themselves. */
  readonly other?: Reader | undefined;
};

/** Who is told of a message beside who hears the conversation anyway: never its sender, nor who does not hear it. */
const calledBy = (
  { chatType, parts }: Conversation,
  me: string,
  mentions: readonly string[],
  other: Reader | undefined,
): readonly string[] => {
  if (chatType === 'dm') return other?.muted === true ? [] : parts.members.filter((one) => one !== me);
  return [...new Set(mentions)].filter(
    (one) => one !== me && (chatType !== 'private_channel' || parts.members.includes(one)),
  );
};

/** Says something. The id is the sender's own: the same is said once. Who speaks has read what was said before. */
export const sendMessage: CommandHandler<Send, Sending, ChatEvent, Done> = {
  *load({ conversationId, messageId, threadId }, meta) {
    const found = yield* loadOfMessage({ conversationId, messageId });
    const { chatType, parts } = found.conversation.state ?? {};
    const [second] = chatType === 'dm' ? (parts?.members ?? []).filter((one) => one !== userOf(meta.actor)) : [];
    const parent = yield* loadMessage(threadId);
    const place = threadId === '' ? conversationId : threadId;
    return {
      ...found,
      parent,
      reader: yield* read.snapshot<Reader | undefined>(readerStream(place, userOf(meta.actor))),
      answered: yield* read.snapshot<Reader | undefined>(readerStream(place, parent.state?.sentBy ?? '')),
      other:
        second === undefined
          ? undefined
          : (yield* read.snapshot<Reader | undefined>(readerStream(conversationId, second))).state,
    };
  },
  decide: (
    { conversationId, messageId, threadId, contentJson, readable, files = [], mentions = [], anchor },
    { conversation, message, parent, reader, answered: theirs, other },
    { meta },
  ) => {
    const known = heard(conversation, meta.actor, readable);
    const { head } = known;
    if (message.state !== undefined) return { events: [] };
    const answered = threadId === '' ? undefined : written(parent, conversationId);
    // What is said of a record itself is a comment of it.
    if (answered === undefined && known.chatType === 'record') throw conflict('chat.fixed');
    if (answered !== undefined && answered.threadId !== '') throw notFound('message_not_found');
    if (anchor !== undefined && (known.chatType !== 'page' || answered !== undefined)) throw invalid('chat.no_anchor');
    const sequence = (answered === undefined ? head : answered.replies) + 1;
    const userId = userOf(meta.actor);
    const sent = event('messageSent', {
      conversationId,
      messageId,
      sequence,
      threadId,
      contentJson,
      files: files.map((one) => ({ ...one })),
      anchor: anchor === undefined ? undefined : { ...anchor },
    });
    const moved = event('readerMoved', {
      conversationId,
      userId,
      sequence,
      starred: reader.state?.starred ?? false,
      muted: reader.state?.muted ?? false,
      threadId,
    });
    const place = threadId === '' ? conversationId : threadId;
    // Who is answered is in the thread from the first answer on, and has not read it.
    const joins = answered !== undefined && answered.sentBy !== userId && theirs.state === undefined;
    const called = calledBy(known, userId, mentions, other);
    // Who spoke of a page hears of an answer, wherever they are.
    const heardOf =
      known.chatType === 'page' && answered !== undefined && ![userId, ...called].includes(answered.sentBy)
        ? [answered.sentBy]
        : [];
    // What is told beside it, each as a step of the message.
    const beside = [
      ...(called.length > 0
        ? [
            event('peopleCalled', {
              conversationId,
              messageId,
              userIds: [...called],
              direct: known.chatType === 'dm',
              reply: false,
              threadId,
            }),
          ]
        : []),
      ...(heardOf.length > 0
        ? [event('peopleCalled', { conversationId, messageId, userIds: heardOf, direct: false, reply: true, threadId })]
        : []),
      ...(files.length > 0
        ? [event('filesAttached', { conversationId, messageId, fileIds: files.map(({ id }) => id) })]
        : []),
    ];
    return {
      events: [
        {
          event: sent,
          advances: [
            { stream: messageStream(messageId), version: 1 },
            ...(answered === undefined
              ? [{ stream: conversationStream(conversationId), version: conversation.version + 1 }]
              : [{ stream: messageStream(threadId), version: parent.version + 1 }]),
          ],
        },
        ...beside.map((one, i) => ({
          event: one,
          advances: [{ stream: messageStream(messageId), version: 2 + i }],
        })),
        { event: moved, advances: [{ stream: readerStream(place, userId), version: reader.version + 1 }] },
        ...(joins
          ? [
              {
                event: event('readerMoved', {
                  conversationId,
                  userId: answered.sentBy,
                  sequence: sequence - 1,
                  starred: false,
                  muted: false,
                  threadId,
                }),
                advances: [{ stream: readerStream(place, answered.sentBy), version: theirs.version + 1 }],
              },
            ]
          : []),
      ],
    };
  },
  answer: messageDone,
};

/** Writes one's own message anew. */
export const editMessage: Handler<OfMessage & { readonly contentJson: string }, WithMessage> = {
  load: loadOfMessage,
  decide: ({ conversationId, messageId, contentJson, readable }, { conversation, message }, { meta }) => {
    heard(conversation, meta.actor, readable);
    const { sentBy, contentJson: before, comment } = written(message, conversationId);
    if (comment === true) throw conflict('chat.fixed');
    if (sentBy !== userOf(meta.actor)) throw rejection('forbidden', 'chat.denied');
    if (contentJson === before) return { events: [] };
    return {
      events: ofMessage(
        message,
        messageId,
        event('messageEdited', { conversationId, messageId, contentJson, beforeJson: before }),
      ),
    };
  },
  answer: messageDone,
};

/** Takes one's own message away; an administrator any that they hear. What stays says that there was one. */
export const deleteMessage: Handler<OfMessage, WithMessage> = {
  load: loadOfMessage,
  decide: ({ conversationId, messageId, readable }, { conversation, message }, { meta }) => {
    heard(conversation, meta.actor, readable);
    const { sentBy, comment } = written(message, conversationId);
    if (comment === true) throw conflict('chat.fixed');
    if (!can(meta.actor, 'chat.own', sentBy).allow) throw rejection('forbidden', 'chat.denied');
    return { events: ofMessage(message, messageId, event('messageDeleted', { conversationId, messageId })) };
  },
  answer: messageDone,
};

/** Says that what was said of a page is settled, or open again: whoever reads the page. */
export const resolveThread: Handler<OfMessage & { readonly resolved: boolean }, WithMessage> = {
  load: loadOfMessage,
  decide: ({ conversationId, messageId, resolved }, { conversation, message }, { meta }) => {
    const { chatType } = heard(conversation, meta.actor);
    const known = written(message, conversationId);
    if (chatType !== 'page') throw conflict('chat.fixed');
    if (known.threadId !== '') throw notFound('message_not_found');
    if ((known.resolved === true) === resolved) return { events: [] };
    return {
      events: ofMessage(message, messageId, event('threadResolved', { conversationId, messageId, resolved })),
    };
  },
  answer: messageDone,
};

const mostEmoji = 20;
/** Adds one's own sign to a message, or takes it away. */
export const react: Handler<OfMessage & { readonly emoji: string; readonly on: boolean }, WithMessage> = {
  load: loadOfMessage,
  decide: ({ conversationId, messageId, emoji, on, readable }, { conversation, message }, { meta }) => {
    heard(conversation, meta.actor, readable);
    const { reactions } = written(message, conversationId);
    const me = userOf(meta.actor);
    const others = reactions.find((one) => one.emoji === emoji)?.users.filter((one) => one !== me) ?? [];
    const next = [
      ...reactions.filter((one) => one.emoji !== emoji),
      ...(on || others.length > 0 ? [{ emoji, users: on ? [...others, me] : others }] : []),
    ].slice(0, mostEmoji);
    if (same(next, reactions)) return { events: [] };
    return {
      events: ofMessage(
        message,
        messageId,
        event('reactionsChanged', {
          conversationId,
          messageId,
          reactions: next.map((one) => ({ emoji: one.emoji, users: [...one.users] })),
        }),
      ),
    };
  },
  answer: messageDone,
};

type Move = InConversation & {
  readonly sequence?: number | undefined;
  /** The thread that was read, of whoever is in it. */
  readonly threadId?: string | undefined;
  readonly starred?: boolean | undefined;
  readonly muted?: boolean | undefined;
};
/** Keeps how far somebody has read, and what they set for themselves. It never goes back. */
export const moveReader: Handler<Move, WithMessage & { readonly reader: Known<Reader> }> = {
  *load({ conversationId, threadId = '' }, meta) {
    const place = threadId === '' ? conversationId : threadId;
    return {
      conversation: yield* loadConversation(conversationId),
      message: yield* loadMessage(threadId),
      reader: yield* read.snapshot<Reader | undefined>(readerStream(place, userOf(meta.actor))),
    };
  },
  decide: (
    { conversationId, threadId = '', sequence, starred, muted, readable },
    { conversation, message, reader },
    { meta },
  ) => {
    const known = heard(conversation, meta.actor, readable);
    const head = threadId === '' ? known.head : written(message, conversationId).replies;
    // Who only looks into a thread is not in it.
    if (threadId !== '' && reader.state === undefined) return { events: [] };
    const userId = userOf(meta.actor);
    const before = reader.state ?? { conversationId, userId, sequence: 0, starred: false, muted: false, threadId };
    const after = {
      ...before,
      sequence: Math.max(before.sequence, Math.min(sequence ?? 0, head)),
      starred: starred ?? before.starred,
      muted: muted ?? before.muted,
    };
    if (same(before, after)) return { events: [] };
    const place = threadId === '' ? conversationId : threadId;
    return {
      events: [
        {
          event: event('readerMoved', after),
          advances: [{ stream: readerStream(place, userId), version: reader.version + 1 }],
        },
      ],
    };
  },
  answer: conversationDone,
};
