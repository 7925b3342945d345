import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { fromMarkdown } from './markdown.ts';
import { emptyPage, forStrangers } from './schema.ts';
import { bytesOf, folded, lacking, rewritten, written, type PageText } from './together.ts';

const page = (text: string): PageText => ({ contentJson: JSON.stringify(fromMarkdown(text)) });
const open = (text: PageText): Y.Doc => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, lacking(text, new Uint8Array()).update);
  return doc;
};
/** What a change in a document comes to. */
const piece = (doc: Y.Doc, change: (paragraph: Y.XmlText) => void): Uint8Array => {
  const vector = Y.encodeStateVector(doc);
  change((doc.getXmlFragment('default').get(0) as Y.XmlElement).get(0) as Y.XmlText);
  return Y.encodeStateAsUpdate(doc, vector);
};
const taken = (before: PageText, update: Uint8Array) => {
  const found = written(before, update);
  if (typeof found === 'string') throw new Error(found);
  return found;
};

describe('a text that is written together', () => {
  it('is the same document for everybody who opens it before anybody wrote', () => {
    const [a, b] = [open(page('Ropes')), open(page('Ropes'))];
    expect(Y.encodeStateAsUpdate(a)).toEqual(Y.encodeStateAsUpdate(b));
  });
  it('is in the log whole with its first piece, so that it needs nothing else to be read', () => {
    const before = page('Ropes');
    const { text, update } = taken(
      before,
      piece(open(before), (one) => one.insert(5, ' and sails')),
    );
    expect(folded(undefined, update)).toEqual(text);
    expect(text.contentJson).toContain('Ropes and sails');
  });
  it('comes to the same in any order, and a piece twice is nothing', () => {
    const first = taken(
      page('Ropes'),
      piece(open(page('Ropes')), (one) => one.insert(5, '.')),
    ).text;
    const [one, two] = [open(first), open(first)];
    const [x, y] = [piece(one, (text) => text.insert(0, 'Our ')), piece(two, (text) => text.insert(6, ' Sails.'))];
    const [xy, yx] = [taken(taken(first, x).text, y).text, taken(taken(first, y).text, x).text];
    expect(xy.contentJson).toBe(yx.contentJson);
    expect(xy.contentJson).toContain('Our Ropes. Sails.');
    expect(written(xy, x)).toBe('same');
  });
  it('tells a piece that builds on what is not there', () => {
    const before = page('Ropes');
    const doc = open(before);
    piece(doc, (one) => one.insert(5, ' one'));
    const second = piece(doc, (one) => one.insert(9, ' two'));
    expect(written(before, second)).toBe('apart');
    expect(() => written(before, new Uint8Array([9, 9, 9]))).toThrow();
    expect(folded(undefined, new Uint8Array([9, 9, 9]))).toBeUndefined();
  });
  it('changes as little as it can for a whole text', () => {
    const before = page('One\n\nTwo\n\nThree');
    const doc = open(before);
    const mine = piece(doc, (one) => one.insert(3, ' mine'));
    const wanted = JSON.stringify(fromMarkdown('One\n\nTwo changed\n\nThree'));
    const after = folded(undefined, rewritten(before, wanted))!;
    expect(after.contentJson).toBe(wanted);
    const both = taken(after, mine).text.contentJson;
    expect(both).toBe(JSON.stringify(fromMarkdown('One mine\n\nTwo changed\n\nThree')));
  });
  it('is an empty page where all of it is gone', () => {
    const before = page('Ropes');
    const doc = open(before);
    const vector = Y.encodeStateVector(doc);
    doc.getXmlFragment('default').delete(0, 1);
    expect(taken(before, Y.encodeStateAsUpdate(doc, vector)).text.contentJson).toBe(JSON.stringify(emptyPage));
  });
  it('leaves out what no page can hold, as every reader does', () => {
    const before = page('- one');
    const doc = open(before);
    const vector = Y.encodeStateVector(doc);
    (doc.getXmlFragment('default').get(0) as Y.XmlElement).insert(0, [new Y.XmlElement('tableRow')]);
    const { contentJson, together } = taken(before, Y.encodeStateAsUpdate(doc, vector)).text;
    expect(contentJson).not.toContain('tableRow');
    expect(bytesOf(together).length).toBeGreaterThan(0);
  });
});

it('strangers are told no id', () => {
  const content = [
    { type: 'mention', attrs: { userId: 'u1', label: 'Ada' } },
    { type: 'record', attrs: { tableId: 't1', recordId: 'r1' } },
  ];
  const block = { type: 'appBlock', attrs: { blockId: 'b1', height: 300, config: '{"type":"table","tableId":"t1"}' } };
  const page = {
    type: 'doc',
    content: [
      { type: 'paragraph', content },
      { type: 'blockquote', content: [block] },
    ],
  };
  const told = JSON.stringify(forStrangers(JSON.stringify(page)));
  expect(told).toContain('@Ada');
  expect(told).not.toContain('appBlock');
  for (const id of ['u1', 't1', 'r1', 'b1']) expect(told).not.toContain(id);
});
