import { describe, expect, it } from 'vitest';
import type { Content } from '../chat/content.ts';
import { commentContent, commentText } from './words.ts';

const mo = '01m8cr7evxa7ysdgwzt7zs51hg';
const names = new Map([[mo, 'Mo Day']]);

describe('a message of a record as the comment that it is', () => {
  it('keeps paragraphs, items, code, links and whom it mentions', () => {
    const content: Content = {
      blocks: [
        { kind: 'paragraph', runs: [{ text: 'Ask ' }, { text: '@Mo Day', userId: mo }, { text: ' now' }] },
        { kind: 'bullet', runs: [{ text: 'https://a.example/b', href: 'https://a.example/b' }, { text: ' is up' }] },
        { kind: 'code', runs: [{ text: 'a <@b>\n- c' }] },
      ],
    };
    const text = commentText(content);
    expect(text).toBe(`Ask <@${mo}> now\n- https://a.example/b is up\n\`\`\`\na <@b>\n- c\n\`\`\``);
    expect(commentContent(text, names)).toEqual(content);
  });

  it('reads whatever a comment says', () => {
    expect(commentContent('one\n\n```\nopen', names).blocks).toEqual([
      { kind: 'paragraph', runs: [{ text: 'one' }] },
      { kind: 'paragraph', runs: [] },
      { kind: 'code', runs: [{ text: 'open' }] },
    ]);
    expect(commentContent('<@x> <b>', names).blocks).toEqual([{ kind: 'paragraph', runs: [{ text: '<@x> <b>' }] }]);
  });
});
