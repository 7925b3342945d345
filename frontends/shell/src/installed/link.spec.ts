import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appLink, placeIn } from './link.ts';

describe('a link of the installed app', () => {
  beforeEach(() => vi.stubGlobal('location', { origin: 'https://tessera.example' }));
  afterEach(() => vi.unstubAllGlobals());

  it('leads to the place that it names', () => {
    for (const place of ['/home', '/object/01J/record/02K?view=3#top']) expect(placeIn(appLink(place))).toBe(place);
  });
  it.each([
    '',
    'web+tessera:',
    'web+tessera://evil.example/',
    'web+tessera:/\\evil.example',
    'https://evil.example',
    '/home/x',
    'web+tessera:javascript:1',
  ])('leads home where it names none: %s', (link) => expect(placeIn(link)).toBe('/home'));
});
