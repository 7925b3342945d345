import { noPermissions, systemActor, type Actor, type DecideEnv } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { hears } from '../chat/access.ts';
import { deleteMessage, sendMessage } from '../chat/decide.ts';
import { conversationAggregate, messageAggregate, type Conversation, type Message } from '../chat/evolve.ts';
import type { ChatEvent } from '../events.ts';
import { takeComment } from './decide.ts';

const person: Actor = {
  organizationId: 'o',
  kind: 'user',
  id: 'mo',
  userId: 'mo',
  seat: 'member',
  roleId: '3',
  permissionVersion: 1,
  permissions: noPermissions,
};
const as = (actor: Actor): DecideEnv => ({ now: 0, meta: { actor } }) as unknown as DecideEnv;
const nothing = { version: 0, state: undefined };
const command = {
  conversationId: 'c',
  messageId: 'm1',
  tableId: 't',
  recordId: 'r',
  sentBy: 'ana',
  sentAt: 5,
  mentions: ['mo', 'ana'],
};
type Context = Parameters<typeof conversationAggregate.evolve>[2];
const context = { time: 9, actorId: 'chat' } as Context;
const events = (decided: unknown): readonly ChatEvent[] =>
  (decided as { events: { event: ChatEvent }[] }).events.map(({ event }) => event);
const taken = (more: Partial<typeof command & { old: boolean }> = {}, conversation?: Conversation) =>
  events(
    takeComment.decide(
      { ...command, ...more },
      {
        conversation: { version: conversation === undefined ? 0 : 1, state: conversation },
        message: nothing,
        readers: [nothing, nothing],
      },
      as(systemActor('chat', 'o')),
    ),
  );
const folded = (all: readonly ChatEvent[], state?: Conversation): Conversation =>
  all.reduce<Conversation | undefined>((before, one) => conversationAggregate.evolve(before, one, context), state)!;
const message = (all: readonly ChatEvent[]): Message =>
  all.reduce<Message | undefined>((before, one) => messageAggregate.evolve(before, one, context), undefined)!;
const code = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a comment in the conversation of its record', () => {
  it('makes the conversation, of the record, of whoever wrote it and is mentioned', () => {
    const first = folded(taken());
    expect(first).toMatchObject({
      chatType: 'record',
      record: { tableId: 't', recordId: 'r' },
      head: 1,
      createdBy: 'ana',
      createdAt: 5,
      parts: { members: ['ana', 'mo'] },
      last: { at: 5, by: 'ana', contentJson: '' },
    });
    const second = folded(taken({ messageId: 'm2', sentBy: 'vi', mentions: [] }, first), first);
    expect(second).toMatchObject({ head: 2, createdBy: 'ana', parts: { members: ['ana', 'mo', 'vi'] } });
  });

  it('has no words of its own, and is read by who wrote it; an old one by everybody', () => {
    const all = taken();
    expect(message(all)).toMatchObject({
      id: 'm1',
      sequence: 1,
      sentBy: 'ana',
      sentAt: 5,
      contentJson: '',
      comment: true,
    });
    expect(JSON.stringify(all)).not.toContain('text');
    const moved = (told: readonly ChatEvent[]) =>
      told.flatMap((one) => (one.$case === 'readerMoved' ? [[one.value.userId, one.value.sequence]] : []));
    expect(moved(all)).toEqual([['ana', 1]]);
    expect(moved(taken({ old: true }))).toEqual([
      ['ana', 1],
      ['mo', 1],
    ]);
  });

  it('is taken once', () => {
    const state = {
      conversation: { version: 1, state: folded(taken()) },
      message: { version: 1, state: message(taken()) },
      readers: [nothing],
    };
    expect(events(takeComment.decide(command, state, as(systemActor('chat', 'o'))))).toEqual([]);
  });

  it('is heard and answered by who may read the record, and changed with its table alone', () => {
    const conversation = { version: 1, state: folded(taken()) };
    expect([hears(person, conversation.state), hears(person, conversation.state, true)]).toEqual([false, true]);
    const send = (threadId: string, readable?: boolean) =>
      code(() =>
        events(
          sendMessage.decide(
            { conversationId: 'c', messageId: 'm9', threadId, contentJson: '{}', readable },
            {
              conversation,
              message: nothing,
              parent: { version: 1, state: message(taken()) },
              reader: nothing,
              answered: nothing,
            },
            as(person),
          ),
        ).map(({ $case }) => $case),
      );
    expect(send('m1')).toBe('conversation_not_found');
    expect(send('m1', true)).toEqual(['messageSent', 'readerMoved', 'readerMoved']);
    expect(send('', true)).toBe('chat.fixed');
    const gone = { conversationId: 'c', messageId: 'm1', readable: true };
    const known = { conversation, message: { version: 1, state: message(taken()) } };
    expect(code(() => deleteMessage.decide(gone, known, as(person)))).toBe('chat.fixed');
  });
});
