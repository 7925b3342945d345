import { describe, expect, it } from 'vitest';
import { sectionsOf } from './sections.ts';

const one = (id: string, chatType: 'channel' | 'dm' | 'record', more = {}) => ({
  id,
  chatType,
  starred: false,
  muted: false,
  unread: 0,
  unreadInThreads: 0,
  ...more,
});
const all = [
  one('a', 'channel'),
  one('b', 'channel', { unread: 2 }),
  one('c', 'channel', { unread: 2, muted: true }),
  one('d', 'dm'),
  one('e', 'record'),
  one('f', 'record', { unread: 1, starred: true }),
];
const shown = (...[tab, held = null]: [Parameters<typeof sectionsOf>[1], Parameters<typeof sectionsOf>[2]?]) =>
  Object.fromEntries(
    sectionsOf(all, tab, held)
      .filter(({ list }) => list.length > 0)
      .map(({ name, list }) => [name, list.map(({ id }) => id).join('')]),
  );

describe('the sections of the list of conversations', () => {
  it('have each conversation once', () => {
    expect(shown('all')).toEqual({ starred: 'f', new: 'b', channels: 'ac', direct: 'd', read: 'e' });
  });
  it('keep the open one where it was until it is left', () => {
    expect(shown('all', { id: 'a', section: 'new' })).toEqual({
      starred: 'f',
      new: 'ab',
      channels: 'c',
      direct: 'd',
      read: 'e',
    });
  });
  it('are those of a tab', () => {
    expect(shown('channels')).toEqual({ new: 'b', channels: 'ac' });
    expect(shown('comments')).toEqual({ starred: 'f', read: 'e' });
    expect(shown('saved')).toEqual({ starred: 'f' });
    expect(shown('direct')).toEqual({ direct: 'd' });
  });
});
