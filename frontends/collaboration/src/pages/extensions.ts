import { type Editor, Extension, InputRule, mergeAttributes, Node } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { TableKit } from '@tiptap/extension-table';
import type { Node as Part } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { AppBlock } from './app-block.tsx';
import { firstHeight } from './block-height.ts';
import { BlockFormula, InlineFormula } from './formula.tsx';
import { formulaTyped } from './pasted.ts';
import { RecordChip } from './record-chip.tsx';

/** Somebody, by their name as it was written. */
const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    userId: { default: '', parseHTML: (dom: HTMLElement) => dom.dataset['user'] ?? '' },
    label: { default: '', parseHTML: (dom: HTMLElement) => dom.dataset['label'] ?? '' },
  }),
  parseHTML: () => [{ tag: 'span[data-user]' }],
  renderHTML: ({ node }) => [
    'span',
    { 'data-user': String(node.attrs['userId']), 'data-label': String(node.attrs['label']) },
    `@${String(node.attrs['label'])}`,
  ],
  renderText: ({ node }) => `@${String(node.attrs['label'])}`,
});

/** A record, of which each reader is shown what they may see. */
const Record = Node.create({
  name: 'record',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    tableId: { default: '', parseHTML: (dom: HTMLElement) => dom.dataset['table'] ?? '' },
    recordId: { default: '', parseHTML: (dom: HTMLElement) => dom.dataset['record'] ?? '' },
  }),
  parseHTML: () => [{ tag: 'span[data-record]' }],
  renderHTML: ({ node }) => [
    'span',
    { 'data-table': String(node.attrs['tableId']), 'data-record': String(node.attrs['recordId']) },
  ],
  renderText: ({ node }) => {
    const { tableId, recordId } = node.attrs as { readonly tableId: string; readonly recordId: string };
    return `${location.origin}/object/${tableId}/record/${recordId}`;
  },
  addNodeView: () => ReactNodeViewRenderer(RecordChip, { as: 'span' }),
});

const latex = { default: '', parseHTML: (dom: HTMLElement) => dom.dataset['latex'] ?? '' };

/** A formula in a line: typed between two dollars. */
const InlineMath = Node.create({
  name: 'inlineMath',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ latex }),
  parseHTML: () => [{ tag: 'span[data-latex]' }],
  renderHTML: ({ node }) => ['span', { 'data-latex': String(node.attrs['latex']) }, `$${String(node.attrs['latex'])}$`],
  renderText: ({ node }) => `$${String(node.attrs['latex'])}$`,
  addNodeView: () => ReactNodeViewRenderer(InlineFormula, { as: 'span' }),
  addInputRules() {
    return [
      new InputRule({
        find: (text) => {
          const found = formulaTyped(text);
          return found === undefined ? null : { text: found.text, index: found.at, data: { latex: found.latex } };
        },
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ latex: match.data?.['latex'] as string }));
        },
      }),
    ];
  },
});

/** A formula on its own. */
const BlockMath = Node.create({
  name: 'blockMath',
  group: 'block',
  atom: true,
  addAttributes: () => ({ latex }),
  parseHTML: () => [{ tag: 'div[data-latex]' }],
  renderHTML: ({ node }) => [
    'div',
    { 'data-latex': String(node.attrs['latex']) },
    `$$${String(node.attrs['latex'])}$$`,
  ],
  renderText: ({ node }) => `$$\n${String(node.attrs['latex'])}\n$$`,
  addNodeView: () => ReactNodeViewRenderer(BlockFormula),
});

/** A block of an app, of which each reader is shown what they may see. */
const OfApp = Node.create({
  name: 'appBlock',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    blockId: { default: '', parseHTML: (dom: HTMLElement) => dom.dataset['block'] ?? '' },
    height: { default: firstHeight, parseHTML: (dom: HTMLElement) => Number(dom.dataset['height']) || firstHeight },
    config: { default: '', parseHTML: (dom: HTMLElement) => dom.dataset['config'] ?? '' },
  }),
  parseHTML: () => [{ tag: 'div[data-block][data-config]' }],
  renderHTML: ({ node }) => [
    'div',
    {
      'data-block': String(node.attrs['blockId']),
      'data-height': String(node.attrs['height']),
      'data-config': String(node.attrs['config']),
    },
  ],
  renderText: () => '',
  addOptions: () => ({ changes: true }),
  // What is pressed in it is the block's.
  addNodeView: () => ReactNodeViewRenderer(AppBlock, { stopEvent: () => true }),
});

/** What stands apart from the text around it. */
const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    tone: { default: 'info', parseHTML: (dom: HTMLElement) => dom.dataset['tone'] ?? 'info' },
  }),
  parseHTML: () => [{ tag: 'div[data-tone]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { 'data-tone': String(node.attrs['tone']) }),
    0,
  ],
});

/** What a page may hold, as the service that keeps pages has it. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: { openOnClick: false, protocols: ['mailto'], defaultProtocol: 'https' },
    // What one wrote oneself is undone in the text that several write.
    undoRedo: false,
  }),
  TaskList,
  TaskItem.configure({ nested: true }),
  TableKit.configure({ table: { resizable: false } }),
  Mention,
  Record,
  InlineMath,
  BlockMath,
  Callout,
];

const blocksIn = (doc: Part): string => {
  const found: string[] = [];
  doc.descendants(({ type, attrs }) => {
    if (type.name === 'appBlock') found.push(JSON.stringify(attrs));
  });
  return found.toSorted().join('\n');
};

/** Takes nothing that somebody writes in which a block is added, changed or removed; what others write comes all the same. */
export const blocksStay = (onRefused: () => void): Plugin =>
  new Plugin({
    filterTransaction: (written, before) => {
      if (!written.docChanged || written.getMeta(ySyncPluginKey) !== undefined) return true;
      if (blocksIn(written.doc) === blocksIn(before.doc)) return true;
      onRefused();
      return false;
    },
  });

/** Blocks of apps as somebody works with them who may change them or not: then the service would take none of it. */
export const blockExtensions = (changes: boolean, onRefused: () => void) => [
  OfApp.configure({ changes }),
  ...(changes ? [] : [Extension.create({ name: 'keepsBlocks', addProseMirrorPlugins: () => [blocksStay(onRefused)] })]),
];

/** What the menu behind a slash puts in, by its name. */
export const commands = [
  ['text', (editor) => editor.chain().focus().setParagraph().run()],
  ['heading1', (editor) => editor.chain().focus().setHeading({ level: 1 }).run()],
  ['heading2', (editor) => editor.chain().focus().setHeading({ level: 2 }).run()],
  ['heading3', (editor) => editor.chain().focus().setHeading({ level: 3 }).run()],
  ['bullets', (editor) => editor.chain().focus().toggleBulletList().run()],
  ['numbers', (editor) => editor.chain().focus().toggleOrderedList().run()],
  ['todos', (editor) => editor.chain().focus().toggleTaskList().run()],
  ['quote', (editor) => editor.chain().focus().toggleBlockquote().run()],
  ['callout', (editor) => editor.chain().focus().wrapIn('callout', { tone: 'info' }).run()],
  ['code', (editor) => editor.chain().focus().toggleCodeBlock().run()],
  [
    'blockMath',
    (editor) =>
      editor
        .chain()
        .focus()
        .insertContent({ type: 'blockMath', attrs: { latex: '' } })
        .run(),
  ],
  [
    'inlineMath',
    (editor) =>
      editor
        .chain()
        .focus()
        .insertContent({ type: 'inlineMath', attrs: { latex: '' } })
        .run(),
  ],
  ['table', (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()],
  ['line', (editor) => editor.chain().focus().setHorizontalRule().run()],
] as const satisfies readonly (readonly [string, (editor: Editor) => boolean])[];
export type CommandName = (typeof commands)[number][0];

/** What is typed behind a slash at the beginning of a line; null where nothing is. */
export const slashed = (editor: Editor): string | null => {
  const { $from, empty } = editor.state.selection;
  if (!empty || $from.parent.type.name !== 'paragraph') return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, ' ', ' ');
  return /^\/[\p{L}\p{N} ]{0,20}$/u.test(before) ? before.slice(1) : null;
};

/** What is typed of a name behind an at sign, and where that stands; null where nothing is. */
export const named = (editor: Editor): { readonly typed: string; readonly from: number } | null => {
  const { $from, empty } = editor.state.selection;
  if (!empty || !$from.parent.inlineContent || $from.parent.type.name === 'codeBlock') return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, ' ', ' ');
  const at = before.lastIndexOf('@');
  if (at < 0 || (at > 0 && !/\s/.test(before[at - 1]!))) return null;
  const typed = before.slice(at + 1);
  return typed.length > 30 || typed.startsWith(' ') ? null : { typed, from: $from.pos - typed.length - 1 };
};
