import type { TextDocument, TextRun } from '@tessera/proto/blocks';
import { describe, expect, it } from 'vitest';
import { fromWritten, toWritten } from './written.ts';

const runsOf = (text: string, fields: readonly { id: string; name: string }[] = []): readonly TextRun[] =>
  fromWritten(text, fields).blocks[0]?.runs ?? [];

it('a text is written in lines, and read again as it was', () => {
  const written = '# Welcome\n## Today\nSell more.\n- one\n- two\n1. first';
  const read = fromWritten(written);
  expect(read.blocks.map(({ kind, level }) => [kind, level])).toEqual([
    ['heading', 1],
    ['heading', 2],
    ['paragraph', undefined],
    ['bullet', undefined],
    ['bullet', undefined],
    ['number', undefined],
  ]);
  expect(toWritten(read)).toBe(written);
  expect(fromWritten('\n \n').blocks).toEqual([]);
});

describe('letters', () => {
  it('are bold, slanted, underlined and lead somewhere by the signs around them', () => {
    expect(runsOf('a **b** *c* __d__ ***e*** [f *g*](https://h.example)')).toEqual([
      { text: 'a ' },
      { text: 'b', bold: true },
      { text: ' ' },
      { text: 'c', italic: true },
      { text: ' ' },
      { text: 'd', underline: true },
      { text: ' ' },
      { text: 'e', bold: true, italic: true },
      { text: ' ' },
      { text: 'f ', href: 'https://h.example' },
      { text: 'g', italic: true, href: 'https://h.example' },
    ]);
  });
  it('are what they look like where nothing is ended, and where a link would lead into a program', () => {
    for (const text of ['2 * 3 * 4', 'a ** b', '**a', 'snake_case', '[a](javascript:x)', '[]', '{{nobody}}', '{{name'])
      expect(runsOf(text), text).toEqual([{ text }]);
  });
});

describe('variables', () => {
  const fields = [{ id: '01kb0000000000000000000001', name: 'Deal | value' }];
  it('stand between braces, fields by their names, with what is said in their place', () => {
    expect(runsOf('Hi {{name|there}}, {{record.Stage}} **{{today}}**', [{ id: 'f', name: 'Stage' }])).toEqual([
      { text: 'Hi ' },
      { text: 'there', variable: { of: 'name' } },
      { text: ', ' },
      { text: '', variable: { of: 'record', fieldId: 'f' } },
      { text: ' ' },
      { text: '', variable: { of: 'today' }, bold: true },
    ]);
  });
  it('of a field that is gone, or has a name that cannot be written, are kept by its id', () => {
    const content: TextDocument = {
      blocks: [{ kind: 'paragraph', runs: [{ text: '', variable: { of: 'record', fieldId: fields[0]!.id } }] }],
    };
    expect(fromWritten(toWritten(content, []), [])).toEqual(content);
    expect(fromWritten(toWritten(content, fields), fields)).toEqual(content);
  });
});

it('whatever stands in a text is read again as it was written', () => {
  const pieces = ['a', ' b ', '*', '**', '_', '__', '[', '](', ')', '{{', '}}', '\\', '#', '- x', '1. y', 'name', '|'];
  let seed = 7;
  const next = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const some = (): string => Array.from({ length: 1 + next(4) }, () => pieces[next(pieces.length)]!).join('');
  for (let round = 0; round < 500; round++) {
    const text = some();
    if (text.trim() === '') continue;
    const marked = next(3) === 0 ? { bold: true as const } : {};
    const content: TextDocument = {
      blocks: [{ kind: 'paragraph', runs: [{ text: 'x ' }, { text: text.trim(), ...marked }] }],
    };
    const once = fromWritten(toWritten(content));
    const letters = (one: TextDocument): string =>
      one.blocks.flatMap(({ runs }) => runs.map((run) => run.text)).join('');
    expect(letters(once), toWritten(content)).toBe(letters(content));
    expect(fromWritten(toWritten(once))).toEqual(once);
  }
});
