import { Button, IconButton, Popover, TextInput, useTexts } from '@tessera/kit';
import { IconCheckbox, IconLink, IconList, IconListDetails, IconTable, IconTextSize } from '@tessera/kit/icons';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { extensions } from './extensions.ts';
import { SlashMenu } from './slash-menu.tsx';
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
const Bar = ({ editor }: { readonly editor: Editor }) => {
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
    </div>
  );
};

/** The text of a page. What is shown changes from outside only where `content` is another one. */
export const PageEditor = ({
  content,
  editable,
  onChange,
}: {
  readonly content: object;
  readonly editable: boolean;
  readonly onChange: (content: object) => void;
}) => {
  const t = useTexts('collaboration');
  const whole = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  change.current = onChange;
  const editor = useEditor({
    extensions,
    content,
    editable,
    editorProps: { attributes: { 'aria-label': t('pages.text'), role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: now }) => change.current(now.getJSON()),
  });
  useEffect(() => {
    if (editor === null || JSON.stringify(editor.getJSON()) === JSON.stringify(content)) return;
    editor.commands.setContent(content, { emitUpdate: false });
  }, [editor, content]);
  useEffect(() => {
    editor?.setEditable(editable, false);
  }, [editor, editable]);
  return (
    <div ref={whole}>
      {editable && editor !== null && <Bar editor={editor} />}
      <EditorContent editor={editor} className={classes['text'] ?? ''} />
      {editable && editor !== null && <SlashMenu editor={editor} within={whole} />}
    </div>
  );
};
