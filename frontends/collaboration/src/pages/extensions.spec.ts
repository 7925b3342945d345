import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { expect, it } from 'vitest';
import { blockExtensions, blocksStay, extensions } from './extensions.ts';

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

it('who builds nothing writes around blocks, and takes in what others make of them', () => {
  const schema = getSchema([...extensions, ...blockExtensions(false, () => undefined)]);
  const block = { type: 'appBlock', attrs: { blockId: 'b', height: 300, config: '{"type":"divider"}' } };
  const doc = Node.fromJSON(schema, { type: 'doc', content: [{ type: 'paragraph' }, block] });
  let refused = 0;
  const state = EditorState.create({ doc, plugins: [blocksStay(() => refused++)] });
  const apply = (tr: typeof state.tr): boolean => state.applyTransaction(tr).transactions.length > 0;
  const at = doc.child(0).nodeSize;
  expect(apply(state.tr.insertText('words', 1))).toBe(true);
  expect(apply(state.tr.setSelection(state.selection))).toBe(true);
  expect(apply(state.tr.insert(0, schema.node('paragraph')))).toBe(true);
  expect(refused).toBe(0);
  expect(apply(state.tr.delete(at, at + 1))).toBe(false);
  expect(apply(state.tr.setNodeAttribute(at, 'height', 10))).toBe(false);
  expect(apply(state.tr.insert(0, Node.fromJSON(schema, block)))).toBe(false);
  expect(refused).toBe(3);
  expect(apply(state.tr.delete(at, at + 1).setMeta(ySyncPluginKey, { isChangeOrigin: true }))).toBe(true);
});
