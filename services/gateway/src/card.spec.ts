import { describe, expect, it } from 'vitest';
import { sourcesOf, withCard } from './card.ts';

const page =
  '<html><head><meta name="robots" content="noindex"><title>Tessera</title></head><body><main></main></body></html>';
const silent = { title: '', description: '', brand: '', indexed: false, hosts: [] };

describe('the page of a public link', () => {
  it('is as it was built where its link says nothing', () => expect(withCard(page, silent)).toBe(page));
  it('has the title and the card of its link, as texts', () => {
    const html = withCard(page, {
      ...silent,
      title: 'Talk to us </title><script>$&',
      description: 'Ask "anything"',
      brand: 'Marlow Supply',
    });
    expect(html).toContain('<title>Talk to us &lt;/title&gt;&lt;script&gt;$&amp;</title>');
    expect(html).toContain('<meta property="og:description" content="Ask &quot;anything&quot;">');
    expect(html).toContain('<meta property="og:site_name" content="Marlow Supply">');
    expect(html).toContain('noindex');
    expect(html).not.toContain('<script>');
  });
  it('may be kept by search engines where its link lets them', () =>
    expect(withCard(page, { ...silent, title: 'A', indexed: true })).not.toContain('noindex'));
  it('may be held by pages of the hosts that its link names', () => {
    expect(sourcesOf(['a.example', '*.b.example'], true)).toEqual(['https://a.example', 'https://*.b.example']);
    expect(sourcesOf(['localhost:3000'], false)).toEqual(['https://localhost:3000', 'http://localhost:3000']);
    expect(sourcesOf([], true)).toEqual([]);
  });
});
