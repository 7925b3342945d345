import { describe, expect, it } from 'vitest';
import type { Message } from './chat.resource.ts';
import { byDay, merged, recordsIn, toContent, toText } from './model.ts';

const people = [
  { id: 'a', name: 'Ann' },
  { id: 'b', name: 'Ann Lee' },
];
const message = (sequence: number, sentAt: string, sentBy = 'a'): Message =>
  ({ id: String(sequence), sequence, sentAt, sentBy }) as Message;

describe('the records of a message', () => {
  const [table, record, other] = [
    '01m8cr7evxa7ysdgwzt7zs51hg',
    '01m8cr7evxa7ysdgwzt7zs51hh',
    '01m8cr7evxa7ysdgwzt7zs51hj',
  ];
  const origin = 'https://desk.example';
  const links = (...hrefs: string[]) =>
    recordsIn({ blocks: [{ kind: 'paragraph', runs: hrefs.map((href) => ({ text: href, href })) }] }, origin);
  it('are those of this installation, by any of their addresses, each once', () => {
    expect(
      links(
        `${origin}/object/${table}/record/${record}`,
        `${origin}/object/${table}?view=1&recordId=${record}`,
        `${origin}/object/${table}?recordId=${other}`,
      ),
    ).toEqual([
      { tableId: table, recordId: record },
      { tableId: table, recordId: other },
    ]);
    expect(links(`https://desk.example.evil/object/${table}/record/${record}`, `${origin}/object/${table}`)).toEqual(
      [],
    );
  });
});

describe('a message', () => {
  it('names people by their longest name, and links to pages', () => {
    expect(toContent('@Ann Lee and @Ann see https://a.example/x, a@b', people)).toEqual({
      blocks: [
        {
          kind: 'paragraph',
          runs: [
            { text: '@Ann Lee', userId: 'b' },
            { text: ' and ' },
            { text: '@Ann', userId: 'a' },
            { text: ' see ' },
            { text: 'https://a.example/x,', href: 'https://a.example/x,' },
            { text: ' a@b' },
          ],
        },
      ],
    });
  });
  it('comes back as it was typed', () => {
    const text = 'Hello\n- one\n- two\n```\nlet a = 1;\n\nb @Ann\n```\nBye';
    const content = toContent(text, people);
    expect(content.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'bullet', 'bullet', 'code', 'paragraph']);
    expect(toText(content)).toBe(text);
    expect(toContent('```\nopen', people).blocks).toEqual([{ kind: 'code', runs: [{ text: 'open' }] }]);
  });
});

describe('what was said', () => {
  it('stands by its days, under one name where it follows closely', () => {
    const groups = byDay([
      message(1, '2026-11-25T23:59:00.000Z'),
      message(2, '2026-11-26T00:00:00.000Z'),
      message(3, '2026-11-26T00:02:00.000Z'),
      message(4, '2026-11-26T00:03:00.000Z', 'b'),
      message(5, '2026-11-26T00:30:00.000Z', 'b'),
    ]);
    expect(groups.map(({ day, messages }) => [day, messages.map(({ led }) => led)])).toEqual([
      ['2026-11-25', [true]],
      ['2026-11-26', [true, false, true, true]],
    ]);
  });
  it('is put together from pages, each message once', () => {
    const [one, two, three] = [1, 2, 3].map((at) => message(at, '2026-11-26T00:00:00.000Z'));
    const edited = { ...two!, editedAt: 'now' };
    expect(merged([one!, two!], [edited, three!])).toEqual([one, edited, three]);
  });
});
