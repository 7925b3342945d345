import { Button, Popover, Textarea, useTexts } from '@tessera/kit';
import { IconAlertTriangle } from '@tessera/kit/icons';
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import classes from './pages.module.css';

type Drawing = 'waits' | 'drawn' | 'wrong';

/** LaTeX as a formula; as it is written where it is none, or until what draws it is there. */
const Drawn = ({ latex, block }: { readonly latex: string; readonly block: boolean }) => {
  const t = useTexts('collaboration');
  const dom = useRef<HTMLSpanElement>(null);
  const [drawing, setDrawing] = useState<Drawing>('waits');
  useEffect(() => {
    let left = false;
    if (latex.trim() !== '')
      import('./draw-formula.ts').then(
        ({ drawFormula }) => {
          if (!left && dom.current !== null) setDrawing(drawFormula(dom.current, latex, block) ? 'drawn' : 'wrong');
        },
        // Its source says as much where what draws it does not come.
        () => undefined,
      );
    return () => {
      left = true;
    };
  }, [latex, block]);
  if (latex.trim() === '') return <span className={classes['hidden']}>{t('pages.emptyFormula')}</span>;
  return (
    <>
      <span ref={dom} hidden={drawing !== 'drawn'} />
      {drawing === 'waits' && <code>{latex}</code>}
      {drawing === 'wrong' && (
        <span className={classes['wrongFormula']}>
          <IconAlertTriangle aria-hidden="true" />
          <span className="t-hidden">{t('pages.wrongFormula')}</span>
          <code>{latex}</code>
        </span>
      )}
    </>
  );
};

const longestFormula = 2000;

/** A formula, and the field that it is written in: open at once for a new one. */
const Formula = ({ block, ...view }: ReactNodeViewProps & { readonly block: boolean }) => {
  const t = useTexts('collaboration');
  const { node, editor, selected, getPos, updateAttributes, deleteNode } = view;
  const latex = String(node.attrs['latex']);
  const [draft, setDraft] = useState<string | null>(null);
  const edits = editor.isEditable;
  // Chosen by the keys alone, Enter opens it.
  useEffect(() => {
    if (!selected || !edits || draft !== null) return undefined;
    const key = (event: KeyboardEvent): void => {
      const { from, to } = editor.state.selection;
      if (event.key !== 'Enter' || from !== getPos() || to !== from + node.nodeSize) return;
      event.preventDefault();
      event.stopPropagation();
      setDraft(latex);
    };
    const { dom } = editor.view;
    dom.addEventListener('keydown', key, true);
    return () => dom.removeEventListener('keydown', key, true);
  }, [selected, edits, draft, editor, getPos, node, latex]);
  const fresh = useRef(latex === '');
  useEffect(() => {
    if (!fresh.current || !edits) return;
    fresh.current = false;
    // The one that was put in here: what others put in stands elsewhere.
    const at = getPos();
    if (at !== undefined && editor.isFocused && Math.abs(editor.state.selection.from - at) <= 2) setDraft('');
  }, [edits, editor, getPos]);
  const done = (): void => {
    if (draft === null) return;
    const written = draft.trim();
    setDraft(null);
    if (written === '') deleteNode();
    else if (written !== latex) updateAttributes({ latex: written });
    const at = getPos() ?? 0;
    editor.commands.focus(written === '' ? at : at + node.nodeSize);
  };
  const shown = <Drawn key={latex} latex={draft ?? latex} block={block} />;
  if (!edits) return shown;
  return (
    <span className={classes['formula']} data-chosen={selected || undefined}>
      {shown}
      <Popover
        opened={draft !== null}
        onClose={done}
        label={t('pages.formula')}
        width={360}
        padded
        returnFocus={false}
        anchor={
          // Over what is drawn, which readers read as it is.
          <button
            type="button"
            className={classes['formulaCover']}
            aria-label={t('pages.editFormula')}
            onClick={() => setDraft(latex)}
          />
        }
      >
        <form
          className={classes['formulaForm']}
          onSubmit={(event) => {
            event.preventDefault();
            done();
          }}
        >
          <Textarea
            label={t('pages.formulaAs')}
            rows={block ? 4 : 2}
            spellCheck={false}
            maxLength={longestFormula}
            value={draft ?? ''}
            onChange={setDraft}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              done();
            }}
          />
          <Button type="submit" variant="primary">
            {t('pages.setFormula')}
          </Button>
        </form>
      </Popover>
    </span>
  );
};

/** The same as a part of a line, and on its own. */
export const InlineFormula = (view: ReactNodeViewProps) => (
  <NodeViewWrapper as="span" contentEditable={false}>
    <Formula {...view} block={false} />
  </NodeViewWrapper>
);
export const BlockFormula = (view: ReactNodeViewProps) => (
  <NodeViewWrapper contentEditable={false} className={classes['blockFormula'] ?? ''}>
    <Formula {...view} block />
  </NodeViewWrapper>
);
