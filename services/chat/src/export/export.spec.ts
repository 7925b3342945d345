import { describe, expect, it } from 'vitest';
import type { WireMessage } from '../chat/wire.ts';
import { messageLines } from './export.ts';

const said: WireMessage = {
  id: 'm',
  sequence: 1,
  threadId: null,
  content: {
    blocks: [
      { kind: 'paragraph', runs: [{ text: 'One' }] },
      { kind: 'code', runs: [{ text: 'two\nthree' }] },
    ],
  },
  sentAt: '2026-11-27T08:29:11.000Z',
  sentBy: 'mo',
  editedAt: null,
  deleted: false,
  files: [],
  reactions: [],
  replies: 0,
  lastReplyAt: null,
  anchor: null,
  resolved: false,
  unreadReplies: 0,
};
const lines = (more: Partial<WireMessage> = {}) =>
  messageLines({ ...said, ...more }, (id) => (id === 'mo' ? 'Mo Day' : id));

describe('a message as lines of a file', () => {
  it('has who said it, when, and what', () => {
    expect(lines()).toBe('**Mo Day** 2026-11-27 08:29 UTC\nOne\ntwo\nthree\n\n');
  });
  it('quotes answers, and tells of changes, files and what was taken away', () => {
    const file = { id: 'f', name: 'plan.txt', size: 8, type: 'text/plain', url: '/f' };
    expect(lines({ threadId: 'p', editedAt: said.sentAt, files: [file] })).toBe(
      '> **Mo Day** 2026-11-27 08:29 UTC, edited\n> One\n> two\n> three\n> [file: plan.txt, 8 bytes]\n\n',
    );
    expect(lines({ content: null, deleted: true })).toBe('**Mo Day** 2026-11-27 08:29 UTC\n*deleted*\n\n');
  });
});
