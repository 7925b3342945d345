import { describe, expect, it } from 'vitest';
import { fromMarkdown, toMarkdown } from './markdown.ts';
import { emptyPage, faultOf, wordsOf } from './schema.ts';

const written = `# Plan

Words that are **bold**, *lean*, ~~gone~~ and \`code\`, and [a link](https://tessera.example/).

- one
- two
  - below

1. first
2. second

- [ ] open
- [x] done

> A quote

\`\`\`ts
const a = 1;
\`\`\`

---

| Name | Value |
| --- | --- |
| Ropes | 2 \\| 3 |
`;

describe('a page and Markdown', () => {
  it('are read and written alike', () => {
    const page = fromMarkdown(written);
    expect(faultOf(page)).toBeUndefined();
    const again = toMarkdown(page);
    expect(toMarkdown(fromMarkdown(again))).toBe(again);
    for (const part of ['# Plan', '**bold**', '*lean*', '~~gone~~', '`code`', '[a link](https://tessera.example/)'])
      expect(again).toContain(part);
    expect(again).toContain('- [ ] open');
    expect(again).toContain('- [x] done');
    expect(again).toContain('| Ropes | 2 \\| 3 |');
    expect(again).toContain('```ts\nconst a = 1;\n```');
    expect(JSON.stringify(page)).toContain('"taskItem"');
  });
  it('what no page can hold is left out or stays words', () => {
    const page = fromMarkdown('<script>alert(1)</script>\n\n![x](https://a.example/b.png) [bad](javascript:alert(1))');
    expect(faultOf(page)).toBeUndefined();
    expect(JSON.stringify(page)).not.toContain('"href"');
    expect(fromMarkdown('')).toEqual(emptyPage);
  });
});

describe('a text for a page', () => {
  const text = (marks: readonly object[]) => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks }] }],
  });
  it.each([
    ['something else', { type: 'paragraph' }],
    ['no node at all', { a: 1 }],
    ['an unknown node', { type: 'doc', content: [{ type: 'iframe' }] }],
    ['a list of nothing', { type: 'doc', content: [{ type: 'bulletList' }] }],
    ['a link that is a program', text([{ type: 'link', attrs: { href: 'javascript:alert(1)' } }])],
    ['a heading of no level', { type: 'doc', content: [{ type: 'heading', attrs: { level: 9 } }] }],
    ['nothing', null],
  ])('is not %s', (_what, content) => {
    expect(faultOf(content)).toEqual(expect.any(String));
  });
  it('fits, and its words are found', () => {
    const page = text([{ type: 'bold' }, { type: 'link', attrs: { href: '/home' } }]);
    expect(faultOf(page)).toBeUndefined();
    expect(wordsOf(JSON.stringify(page))).toBe('x');
    expect(wordsOf('{"type":"none"}')).toBe('');
  });
});

describe('people, records and callouts in a page', () => {
  const id = '01m8cr7evxa7ysdgwzt7zs51hg';
  const page = (node: object) => ({ type: 'doc', content: [{ type: 'paragraph', content: [node] }] });
  const mention = page({ type: 'mention', attrs: { userId: id, label: 'Mo Day' } });
  const record = page({ type: 'record', attrs: { tableId: id, recordId: id } });
  it('fit, and a record says nothing of itself', () => {
    for (const one of [mention, record]) expect(faultOf(one)).toBeUndefined();
    expect(wordsOf(JSON.stringify(mention))).toBe('@Mo Day');
    expect(toMarkdown(mention)).toBe('@Mo Day\n');
    expect(toMarkdown(record)).toBe(`[record](/object/${id}/record/${id})\n`);
  });
  it.each([
    ['a mention of nobody', page({ type: 'mention', attrs: { userId: 'x', label: 'Mo' } })],
    ['a mention without a name', page({ type: 'mention', attrs: { userId: id, label: 3 } })],
    ['a record of no table', page({ type: 'record', attrs: { tableId: '../x', recordId: id } })],
    [
      'a callout of no tone',
      { type: 'doc', content: [{ type: 'callout', attrs: { tone: 'x' }, content: [{ type: 'paragraph' }] }] },
    ],
  ])('is not %s', (_what, content) => {
    expect(faultOf(content)).toEqual(expect.any(String));
  });
});

describe('formulas in a page', () => {
  const inLine = (latex: string) => ({ type: 'inlineMath', attrs: { latex } });
  const contentOf = (text: string): unknown => (fromMarkdown(text) as { content: unknown }).content;
  const wordsIn = (text: string): unknown =>
    (fromMarkdown(text) as { content: [{ content: unknown }] }).content[0].content;

  it('are read of a line and of lines of their own', () => {
    expect(wordsIn('so $a^2 + b^2$ it is')).toEqual([
      { type: 'text', text: 'so ' },
      inLine('a^2 + b^2'),
      { type: 'text', text: ' it is' },
    ]);
    const block = { type: 'blockMath', attrs: { latex: '\\sum_i i\n= n' } };
    expect(contentOf('$$\n\\sum_i i\n= n\n$$')).toEqual([block]);
    expect(contentOf('$$x$$')).toEqual([{ type: 'blockMath', attrs: { latex: 'x' } }]);
    expect(JSON.stringify(contentOf('- $$\n  x\n  $$\n\n> $$\n> y\n> $$'))).toContain(
      '"type":"blockMath","attrs":{"latex":"y"}',
    );
    expect(faultOf(fromMarkdown('$x$ and\n\n$$\ny\n$$'))).toBeUndefined();
    expect(wordsOf(JSON.stringify(fromMarkdown('so $a^2$')))).toBe('so a^2');
  });
  it.each(['costs $5 and $10', 'from $5-$10', 'a $ b', '$$', '$$ $$', 'it is \\$5\\$', '$$\nno end', '`$a$`'])(
    'are not %s',
    (text) => {
      expect(JSON.stringify(contentOf(text))).not.toContain('Math');
    },
  );
  it('are written so that they are read alike, and so is money', () => {
    for (const text of [
      'so $a^2$ it is',
      'a $$\\text{$x$}$$ b',
      '$$\n\\sum_i i\n= n\n$$',
      '- one\n\n  $$\n  x\n  $$',
      '| a |\n| --- |\n| $\\|x\\|$ |',
    ]) {
      const page = fromMarkdown(text);
      expect(JSON.stringify(page)).toContain('Math');
      expect(fromMarkdown(toMarkdown(page))).toEqual(page);
    }
    const money = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a $b$ c' }] }] };
    expect(fromMarkdown(toMarkdown(money))).toEqual(money);
  });
  it('that are too long, or begin without end, cost no more than their letters', () => {
    for (const text of ['$$a\n'.repeat(30_000), '$a '.repeat(40_000), '\\$$'.repeat(40_000)]) {
      const started = performance.now();
      expect(JSON.stringify(contentOf(text))).not.toContain('blockMath');
      expect(performance.now() - started).toBeLessThan(5000);
    }
    expect(faultOf({ type: 'doc', content: [{ type: 'blockMath', attrs: { latex: 'x'.repeat(2001) } }] })).toContain(
      '2000',
    );
    expect(faultOf({ type: 'doc', content: [{ type: 'blockMath', attrs: { latex: 3 } }] })).toContain('LaTeX');
  });
});
