import { describe, expect, it } from 'vitest';
import { openedIn, placeOf, withOpened } from './opened.ts';

const id = '01m7z2k51dds483b3ntvz44n99';

describe('the places that were opened', () => {
  it.each([
    [`/app/${id}`, `/app/${id}`],
    [`/home/folders/${id}`, `/home/folders/${id}`],
    [`/doc-page/${id}`, `/doc-page/${id}`],
    [`/chat/channel/${id}/thread/2`, `/chat/channel/${id}`],
    [`/chat/dm-user/${id}`, `/chat/dm-user/${id}`],
  ])('are apps, folders, pages and chats: %s', (pathname, place) => expect(placeOf(pathname)).toBe(place));

  it.each(['/home', `/object/${id}`, '/app/short', `/app/${id}x`, '/chat', `/x/app/${id}`])(
    'are nothing else: %s',
    (pathname) => expect(placeOf(pathname)).toBeUndefined(),
  );

  it('stand once each, the last one first, and no more than twenty', () => {
    const twice = withOpened(withOpened(withOpened([], '/a', 1), '/b', 2), '/a', 3);
    expect(twice).toEqual([
      { to: '/a', at: 3 },
      { to: '/b', at: 2 },
    ]);
    let many: ReturnType<typeof openedIn> = [];
    for (let at = 0; at < 30; at++) many = withOpened(many, `/${at}`, at);
    expect(many).toHaveLength(20);
    expect(many[0]).toEqual({ to: '/29', at: 29 });
  });

  it('leave out of a preference what is no place', () => {
    expect(openedIn([{ to: '/a', at: 1 }, { to: 2, at: 1 }, null, 'x', { to: '/b' }])).toEqual([{ to: '/a', at: 1 }]);
    expect(openedIn({ to: '/a' })).toEqual([]);
    expect(openedIn(undefined)).toEqual([]);
  });
});
