import { describe, expect, it } from 'vitest';
import { frameOf, isWithin } from './frame.ts';

const frame = (query: Readonly<Record<string, string>>) => frameOf(new URLSearchParams(query), 'desk.example');

describe('a frame', () => {
  it('allows the one thing that it shows', () => {
    expect(frame({ page: 'https://maps.example/' })?.shows).toBe('frame-src https:');
    expect(frame({ picture: 'https://maps.example/a.png' })?.shows).toBe('img-src https:');
    expect(frame({ video: 'https://vimeo.com/76979871' })?.shows).toBe('frame-src https://player.vimeo.com');
    expect(frame({ video: 'https://files.example/tour.mp4' })?.shows).toBe('media-src https:');
  });
  it('shows no page of ours, and no text as a part of the page', () => {
    expect(frame({ page: 'https://desk.example/settings' })).toBeUndefined();
    expect(frame({ picture: 'https://maps.example/"onerror="alert(1)' })?.body).not.toMatch(/"\s*onerror/);
    expect(frame({ picture: 'https://maps.example/a', fit: 'x" onload="' })?.body).toContain('class="contain"');
  });
  it('is answered within our own pages alone; over plain HTTP browsers do not say', () => {
    const asked = (dest: string, site: string) => ({ headers: { 'sec-fetch-dest': dest, 'sec-fetch-site': site } });
    expect(isWithin(asked('iframe', 'same-origin'), true)).toBe(true);
    expect(isWithin(asked('document', 'none'), true)).toBe(false);
    expect(isWithin(asked('iframe', 'cross-site'), false)).toBe(false);
    expect([isWithin({ headers: {} }, true), isWithin({ headers: {} }, false)]).toEqual([false, true]);
  });
});
