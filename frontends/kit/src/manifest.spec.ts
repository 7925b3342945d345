import { describe, expect, it } from 'vitest';
import { defineManifest, manifestFaults } from './manifest.ts';

const texts = () => Promise.resolve({ messages: {} });
const good = defineManifest({
  name: 'building',
  kit: '0.1.3',
  routes: [{ path: '/object/:tableId/*', load: () => Promise.resolve({ Page: () => null }) }],
  menu: [],
  commands: [],
  shortcuts: [],
  messages: { en: texts, pt: texts, es: texts },
  extensions: [
    { slot: 'home', id: 'news', label: 'building:news', load: () => Promise.resolve({ Extension: () => null }) },
  ],
});

describe('a manifest', () => {
  it('of the same line of the kit can be used', () => {
    expect(manifestFaults(good, '0.1.0')).toEqual([]);
  });

  it('built against another line of the kit cannot', () => {
    expect(manifestFaults(good, '0.2.0')).toEqual(['was built against kit 0.1.3, not 0.2.0']);
  });

  it('of another shape cannot', () => {
    expect(manifestFaults({ ...good, manifestVersion: 2 }, '0.1.0')).toEqual(['has manifest version 2, not 1']);
    expect(manifestFaults({ ...good, routes: [{ path: 'x' }] }, '0.1.0')).toEqual(['has a broken route x']);
    expect(manifestFaults({ ...good, messages: { en: texts, pt: texts } }, '0.1.0')).toEqual(['has no es catalogue']);
    expect(manifestFaults({ ...good, extensions: [{ slot: 'attic', id: 'x', load: () => null }] }, '0.1.0')).toEqual([
      'has a broken extension x of attic',
    ]);
    expect(manifestFaults(undefined, '0.1.0')).toEqual(['exports no manifest']);
  });
});
