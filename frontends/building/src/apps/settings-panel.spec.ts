import { expect, it } from 'vitest';
import { fromWritten, toWritten } from './settings-panel.tsx';

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
