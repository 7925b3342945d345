import {
  api,
  Button,
  IconButton,
  newId,
  Popover,
  Slot,
  TextInput,
  toast,
  useExtensions,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import {
  IconCheckbox,
  IconLink,
  IconList,
  IconListDetails,
  IconMessage,
  IconTable,
  IconTextSize,
} from '@tessera/kit/icons';
import { Collaboration } from '@tiptap/extension-collaboration';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import type { Anchor } from './anchors.ts';
import { chosenIn, Commented, commentedKey, type Marked } from './commented.ts';
import { type Cursors, CursorsShown } from './cursors.ts';
import { fittedHeight } from './block-height.ts';
import { blockExtensions, extensions } from './extensions.ts';
import { isMarkdown, recordAt } from './pasted.ts';
import { PeopleMenu } from './people-menu.tsx';
import { SlashMenu } from './slash-menu.tsx';
import type { Together } from './together.ts';
import classes from './pages.module.css';

type Marks = { readonly bold: boolean; readonly italic: boolean; readonly code: boolean; readonly link: boolean };
const none: Marks = { bold: false, italic: false, code: false, link: false };

const leads = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;

/** Makes a link of the chosen words, or takes it away. */
const LinkButton = ({ editor, on }: { readonly editor: Editor; readonly on: boolean }) => {
  const t = useTexts('collaboration');
  const [href, setHref] = useState<string | null>(null);
  const wrong = href !== null && href.trim() !== '' && !leads.test(href.trim());
  const put = (): void => {
    if (href === null || wrong) return;
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href.trim() === '') chain.unsetLink().run();
    else chain.setLink({ href: href.trim() }).run();
    setHref(null);
  };
  return (
    <Popover
      opened={href !== null}
      onClose={() => setHref(null)}
      label={t('pages.link')}
      anchor={
        <IconButton
          label={t('pages.link')}
          icon={IconLink}
          aria-pressed={on}
          onClick={() => setHref((editor.getAttributes('link')['href'] as string | undefined) ?? 'https://')}
        />
      }
    >
      <form
        className={classes['linkForm']}
        onSubmit={(event) => {
          event.preventDefault();
          put();
        }}
      >
        <TextInput
          label={t('pages.linkTo')}
          maxLength={2000}
          value={href ?? ''}
          error={wrong ? t('pages.linkWrong') : undefined}
          onChange={setHref}
        />
        <Button type="submit" variant="primary" disabled={wrong}>
          {t('pages.put.link')}
        </Button>
      </form>
    </Popover>
  );
};

/** What the chosen words may become. */
const Bar = ({ editor, onComment }: { readonly editor: Editor; readonly onComment: () => void }) => {
  const t = useTexts('collaboration');
  const on =
    useEditorState({
      editor,
      selector: ({ editor: now }): Marks => ({
        bold: now.isActive('bold'),
        italic: now.isActive('italic'),
        code: now.isActive('code'),
        link: now.isActive('link'),
      }),
    }) ?? none;
  return (
    <div className={classes['bar']} role="toolbar" aria-label={t('pages.format')}>
      <button
        type="button"
        aria-pressed={on.bold}
        aria-label={t('pages.bold')}
        onClick={() => editor.chain().focus().toggleBold().run()}
      >
        <b>B</b>
      </button>
      <button
        type="button"
        aria-pressed={on.italic}
        aria-label={t('pages.italic')}
        onClick={() => editor.chain().focus().toggleItalic().run()}
      >
        <i>I</i>
      </button>
      <button
        type="button"
        aria-pressed={on.code}
        aria-label={t('pages.code')}
        onClick={() => editor.chain().focus().toggleCode().run()}
      >
        <code>{'</>'}</code>
      </button>
      <LinkButton editor={editor} on={on.link} />
      <IconButton
        label={t('pages.put.heading2')}
        icon={IconTextSize}
        onClick={() => editor.chain().focus().toggleHeading({ level: 2 }).run()}
      />
      <IconButton
        label={t('pages.put.bullets')}
        icon={IconList}
        onClick={() => editor.chain().focus().toggleBulletList().run()}
      />
      <IconButton
        label={t('pages.put.numbers')}
        icon={IconListDetails}
        onClick={() => editor.chain().focus().toggleOrderedList().run()}
      />
      <IconButton
        label={t('pages.put.todos')}
        icon={IconCheckbox}
        onClick={() => editor.chain().focus().toggleTaskList().run()}
      />
      <IconButton
        label={t('pages.put.table')}
        icon={IconTable}
        onClick={() => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
      />
      <IconButton label={t('pages.comment')} icon={IconMessage} onClick={onComment} />
    </div>
  );
};

/** Puts what is pasted in as what it is: a record by its address, Markdown as the text that it says. */
const takePasted = (editor: Editor, data: DataTransfer): boolean => {
  const text = data.getData('text/plain');
  if (editor.isActive('codeBlock')) return false;
  const record = recordAt(text, location.origin);
  if (record !== undefined) return editor.chain().focus().insertContent({ type: 'record', attrs: record }).run();
  if (data.types.includes('text/html') || !isMarkdown(text)) return false;
  void api.post('/v3/doc-pages/markdown', { body: { text } }).then(
    ({ content }) =>
      editor
        .chain()
        .focus()
        .insertContent(content['content'] as object[])
        .run(),
    // Without a line it is pasted as it is.
    () =>
      editor
        .chain()
        .focus()
        .insertContent(editor.schema.text(text).toJSON() as object)
        .run(),
  );
  return true;
};

/** The text of a page, as it is written by everybody who has it open. */
export const PageEditor = ({
  together,
  cursors,
  editable,
  blocks,
  marked,
  onChoose,
  onComment,
}: {
  readonly together: Together;
  readonly cursors: Cursors;
  readonly editable: boolean;
  /** Whether blocks of apps may be added, changed and removed; it stays while the editor is open. */
  readonly blocks: boolean;
  /** The words that comments are about. */
  readonly marked: readonly Marked[];
  readonly onChoose: (commentId: string) => void;
  /** Something is to be said of these words, or of the page where none are chosen. */
  readonly onComment: (anchor: Anchor | null) => void;
}) => {
  const t = useTexts('collaboration');
  const whole = useRef<HTMLDivElement>(null);
  const own = useRef<Editor | null>(null);
  const [choosing, setChoosing] = useState(false);
  const choosable = useExtensions('page.choose-block').length > 0 && blocks;
  const editor = useEditor({
    extensions: [
      ...extensions,
      ...blockExtensions(blocks, () => toast({ kind: 'error', message: t('pages.blocksStay') })),
      Commented,
      Collaboration.configure({ document: together.doc }),
      CursorsShown.configure({ awareness: cursors.awareness }),
    ],
    editable,
    editorProps: {
      attributes: { 'aria-label': t('pages.text'), role: 'textbox', 'aria-multiline': 'true' },
      handlePaste: (_view, event) =>
        own.current !== null && event.clipboardData !== null && takePasted(own.current, event.clipboardData),
      handleClick: (_view, _at, event) => {
        const id = (event.target as Element).closest<HTMLElement>('[data-comment]')?.dataset['comment'];
        if (id !== undefined) onChoose(id);
        return false;
      },
    },
  });
  own.current = editor;
  useEffect(() => {
    if (editor !== null) editor.view.dispatch(editor.state.tr.setMeta(commentedKey, marked));
  }, [editor, marked]);
  const comment = (): void => {
    if (editor === null) return;
    const { from, to } = editor.state.selection;
    onComment(from === to ? null : chosenIn(editor.state.doc, from, to));
  };
  useShortcut({ keys: 'mod+alt+m', label: t('pages.comment'), group: t('pages.title') }, comment, { inEditors: true });
  useEffect(() => {
    editor?.setEditable(editable, false);
  }, [editor, editable]);
  return (
    <div ref={whole}>
      {editable && editor !== null && <Bar editor={editor} onComment={comment} />}
      <EditorContent editor={editor} className={classes['text'] ?? ''} />
      {editable && editor !== null && (
        <SlashMenu editor={editor} within={whole} onBlock={choosable ? () => setChoosing(true) : undefined} />
      )}
      {choosing && editor !== null && (
        <Slot
          name="page.choose-block"
          given={{
            onClose: () => setChoosing(false),
            onChosen: ({ config, height }) => {
              setChoosing(false);
              const attrs = { blockId: newId(), config, height: fittedHeight(height) };
              editor.chain().focus().insertContent({ type: 'appBlock', attrs }).run();
            },
          }}
        />
      )}
      {editable && editor !== null && <PeopleMenu editor={editor} within={whole} />}
    </div>
  );
};
