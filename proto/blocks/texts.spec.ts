import { expect, it } from 'vitest';
import { fieldsOfText, filledText, type TextDocument } from './texts.ts';

const text: TextDocument = {
  blocks: [
    {
      kind: 'paragraph',
      runs: [{ text: 'Hello ' }, { text: 'there', variable: { of: 'name' }, bold: true }, { text: '.' }],
    },
    { kind: 'bullet', runs: [{ text: '', variable: { of: 'record', fieldId: 'f1' } }] },
    { kind: 'bullet', runs: [{ text: 'Plain', href: 'https://a.example' }] },
    { kind: 'paragraph', runs: [{ text: '' }] },
  ],
};

it('a text says what is known to its reader, and else what stands in the place of it', () => {
  expect(filledText(text, ({ of }) => (of === 'name' ? 'Ada' : '12')).blocks).toEqual([
    { kind: 'paragraph', runs: [{ text: 'Hello ' }, { text: 'Ada', bold: true }, { text: '.' }] },
    { kind: 'bullet', runs: [{ text: '12' }] },
    { kind: 'bullet', runs: [{ text: 'Plain', href: 'https://a.example' }] },
    { kind: 'paragraph', runs: [{ text: '' }] },
  ]);
});

it('where nothing is known no variable is left, and no line that was one alone', () => {
  const { blocks } = filledText(text, () => undefined);
  expect(blocks.map(({ runs }) => runs.map((run) => run.text).join(''))).toEqual(['Hello there.', 'Plain', '']);
  expect(JSON.stringify(blocks)).not.toMatch(/variable|f1/);
});

it('fields that a text names are named once', () => {
  expect(fieldsOfText(text)).toEqual(['f1']);
  expect(fieldsOfText({ blocks: [...text.blocks, ...text.blocks] })).toEqual(['f1']);
});
