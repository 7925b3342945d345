import { describe, expect, it } from 'vitest';
import { isAddressOf, videoOf, webAddress } from './addresses.ts';

describe('an address of the web', () => {
  it.each([
    'http://example.com/a.png',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com/a.png',
    'https:///a.png',
    'https://ann:secret@example.com/',
    ' https://example.com',
    `https://example.com/${'x'.repeat(2000)}`,
    '',
  ])('is not %s', (text) => {
    expect(webAddress(text)).toBeUndefined();
  });
  it('is by https', () => {
    expect(webAddress('https://example.com/a.png?x=1')?.host).toBe('example.com');
    expect(isAddressOf('picture', 'HTTPS://example.com')).toBe(true);
  });
});

describe('a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s', 'dQw4w9WgXcQ?autoplay=1&rel=0&start=90'],
    ['https://youtu.be/dQw4w9WgXcQ?t=42', 'dQw4w9WgXcQ?autoplay=1&rel=0&start=42'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ?autoplay=1&rel=0'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'dQw4w9WgXcQ?autoplay=1&rel=0'],
  ])('of YouTube is played by the player without cookies: %s', (text, expected) => {
    expect(videoOf(text)).toEqual({ from: 'youtube', source: `https://www.youtube-nocookie.com/embed/${expected}` });
  });
  it('of Vimeo keeps the hash of a hidden one', () => {
    expect(videoOf('https://vimeo.com/76979871')?.source).toBe(
      'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1',
    );
    expect(videoOf('https://vimeo.com/channels/staff/76979871')?.from).toBe('vimeo');
    expect(videoOf('https://vimeo.com/76979871/abcdef1234')?.source).toContain('&h=abcdef1234');
  });
  it('is else a file that a browser plays', () => {
    expect(videoOf('https://files.example/Tour.MP4?x=1')).toEqual({
      from: 'file',
      source: 'https://files.example/Tour.MP4?x=1',
    });
    for (const text of [
      'https://files.example/tour.avi',
      'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
      'https://www.youtube.com/watch?v="><script>',
      'https://www.youtube.com/@someone',
      'http://files.example/tour.mp4',
    ])
      expect(videoOf(text), text).toBeUndefined();
  });
});
