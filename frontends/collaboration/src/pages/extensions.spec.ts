import { getSchema } from '@tiptap/core';
import { expect, it } from 'vitest';
import { blockExtensions, extensions } from './extensions.ts';

it('what the editor makes is what pages may hold', () => {
  const { nodes, marks } = getSchema([...extensions, ...blockExtensions(true, () => undefined)]);
  expect(Object.keys(nodes).toSorted()).toEqual([
    'appBlock',
    'blockMath',
    'blockquote',
    'bulletList',
    'callout',
    'codeBlock',
    'doc',
    'hardBreak',
    'heading',
    'horizontalRule',
    'inlineMath',
    'listItem',
    'mention',
    'orderedList',
    'paragraph',
    'record',
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
