import { IconButton, Slot, useExtensions, useTexts } from '@tessera/kit';
import { IconTrash } from '@tessera/kit/icons';
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { fittedHeight, heightStep, mostHeight, leastHeight } from './block-height.ts';
import classes from './pages.module.css';

/** A block of an app in the text: drawn by who draws apps, as high as its writers leave it. */
export const AppBlock = ({ node, editor, extension, selected, updateAttributes, deleteNode }: ReactNodeViewProps) => {
  const t = useTexts('collaboration');
  const { blockId, config, height } = node.attrs as {
    readonly blockId: string;
    readonly config: string;
    readonly height: number;
  };
  const [held, setHeld] = useState<number | null>(null);
  const from = useRef<{ readonly y: number; readonly height: number } | null>(null);
  const drawn = useExtensions('page.block').length > 0;
  const edits = editor.isEditable && (extension.options as { readonly changes: boolean }).changes;
  const put = (next: number): void => {
    if (next !== height) updateAttributes({ height: next });
  };
  const move = (event: PointerEvent): void => {
    if (from.current !== null) setHeld(fittedHeight(from.current.height + event.clientY - from.current.y));
  };
  const drop = (): void => {
    if (held !== null) put(held);
    from.current = null;
    setHeld(null);
  };
  const key = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    put(fittedHeight(height + step * heightStep));
  };
  return (
    <NodeViewWrapper contentEditable={false} className={classes['appBlock'] ?? ''} data-chosen={selected || undefined}>
      <div style={{ height: held ?? height }}>
        {drawn ? (
          <Slot name="page.block" given={{ blockId, config }} />
        ) : (
          <p className={classes['hidden']}>{t('pages.hiddenBlock')}</p>
        )}
      </div>
      {edits && (
        <>
          <span className={classes['blockTools']}>
            <IconButton size="table" label={t('pages.removeBlock')} icon={IconTrash} onClick={() => deleteNode()} />
          </span>
          <div
            className={classes['blockHandle']}
            role="slider"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={t('pages.blockHeight')}
            aria-valuenow={held ?? height}
            aria-valuemin={leastHeight}
            aria-valuemax={mostHeight}
            onKeyDown={key}
            onPointerDown={(event) => {
              event.preventDefault();
              from.current = { y: event.clientY, height };
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={move}
            onPointerUp={drop}
            onPointerCancel={() => {
              from.current = null;
              setHeld(null);
            }}
          />
        </>
      )}
    </NodeViewWrapper>
  );
};
