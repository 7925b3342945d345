import { getSchema } from '@tiptap/core';
import { expect, it } from 'vitest';
import { extensions } from './extensions.ts';

it('what the editor makes is what pages may hold', () => {
  const { nodes, marks } = getSchema(extensions);
  expect(Object.keys(nodes).toSorted()).toEqual([
    'blockquote',
    'bulletList',
    'codeBlock',
    'doc',
    'hardBreak',
    'heading',
    'horizontalRule',
    'listItem',
    'orderedList',
    'paragraph',
    'table',
    'tableCell',
    'tableHeader',
    'tableRow',
    'taskItem',
    'taskList',
    'text',
  ]);
  expect(Object.keys(marks).toSorted()).toEqual(['bold', 'code', 'italic', 'link', 'strike', 'underline']);
});
