import type { Editor } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { TableKit } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';

/** What a page may hold, as the service that keeps pages has it. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: { openOnClick: false, protocols: ['mailto'], defaultProtocol: 'https' },
  }),
  TaskList,
  TaskItem.configure({ nested: true }),
  TableKit.configure({ table: { resizable: false } }),
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
  ['code', (editor) => editor.chain().focus().toggleCodeBlock().run()],
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
