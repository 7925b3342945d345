import { describe, expect, it } from 'vitest';
import { formulaTyped, isMarkdown, recordAt } from './pasted.ts';

const table = '01m8cr7evxa7ysdgwzt7zs51hg';
const record = '01m8cr7evxa7ysdgwzt7zs51hh';
const origin = 'https://desk.example';

describe('what is pasted into a page', () => {
  it('is a record where it is the address of one here', () => {
    const place = { tableId: table, recordId: record };
    expect(recordAt(`${origin}/object/${table}/record/${record}\n`, origin)).toEqual(place);
    expect(recordAt(`${origin}/object/${table}?recordId=${record}`, origin)).toEqual(place);
    for (const other of [
      `https://other.example/object/${table}/record/${record}`,
      `${origin}/object/${table}`,
      `${origin}/object/${table}?recordId=x`,
      'Renewals',
      '',
    ])
      expect([other, recordAt(other, origin)]).toEqual([other, undefined]);
  });
  it('is Markdown where it has its marks', () => {
    for (const text of [
      '# Plan',
      'a\n- one\n- two',
      '1. one',
      '> said',
      '```\ncode',
      '| a | b |',
      'so **bold**',
      '[a](/b)',
      'so $a^2$',
      '$$\nx\n$$',
    ])
      expect([text, isMarkdown(text)]).toEqual([text, true]);
    for (const text of ['One line', 'a - b', '#tag', '2 * 3 * 4', 'a | b', '$5 and $10', 'from $5-$10', ''])
      expect([text, isMarkdown(text)]).toEqual([text, false]);
  });
  it('is a formula once its second dollar is typed', () => {
    expect(formulaTyped('so $a^2$')).toEqual({ at: 3, text: '$a^2$', latex: 'a^2' });
    for (const text of ['$a^2', '$$', '$5 and $', '$ a$', 'a$', '$$a$', '\\$a$', ''])
      expect([text, formulaTyped(text)]).toEqual([text, undefined]);
  });
});
