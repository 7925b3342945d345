import { useTexts } from '@tessera/kit';
import type { Editor } from '@tiptap/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { commands, slashed, type CommandName } from './extensions.ts';
import classes from './pages.module.css';

/** The menu behind a slash: filtered by what is typed, walked by the arrow keys. */
export const SlashMenu = ({
  editor,
  within,
  onBlock,
}: {
  readonly editor: Editor;
  /** Chooses a block of an app to put in; absent where there is none to choose from. */
  readonly onBlock: (() => void) | undefined;
  /** What the editor is drawn into: its keys are heard before the editor hears them. */
  readonly within: RefObject<HTMLElement | null>;
}) => {
  const t = useTexts('collaboration');
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState(false);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const words = (typed ?? '').toLocaleLowerCase();
  const shown =
    typed === null || closed
      ? []
      : [...commands.map(([name]) => name), ...(onBlock === undefined ? [] : (['appBlock'] as const))].filter((name) =>
          t(`pages.put.${name}`).toLocaleLowerCase().includes(words.trim()),
        );
  const take = (name: CommandName | 'appBlock'): void => {
    const { $from } = editor.state.selection;
    editor.chain().focus().deleteRange({ from: $from.start(), to: $from.pos }).run();
    if (name === 'appBlock') onBlock?.();
    else commands.find(([one]) => one === name)?.[1](editor);
  };
  const now = useRef({ shown, at, take });
  now.current = { shown, at, take };
  useEffect(() => {
    const look = (): void => {
      const next = slashed(editor);
      setTyped(next);
      setAt(0);
      if (next === null) setClosed(false);
      else {
        const { left, bottom } = editor.view.coordsAtPos(editor.state.selection.from);
        setPlace({ left, top: bottom + 4 });
      }
    };
    const key = (event: KeyboardEvent): void => {
      const { shown: items, at: index, take: run } = now.current;
      if (items.length === 0) return;
      if (event.key === 'ArrowDown') setAt((index + 1) % items.length);
      else if (event.key === 'ArrowUp') setAt((index + items.length - 1) % items.length);
      else if (event.key === 'Enter' || event.key === 'Tab') run(items[index]!);
      else if (event.key === 'Escape') setClosed(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const dom = within.current;
    if (dom === null) return undefined;
    editor.on('transaction', look);
    dom.addEventListener('keydown', key, true);
    return () => {
      editor.off('transaction', look);
      dom.removeEventListener('keydown', key, true);
    };
  }, [editor, within]);
  if (shown.length === 0) return null;
  return (
    <div
      className={classes['slash']}
      style={{ left: place.left, top: Math.min(place.top, window.innerHeight - 300) }}
      role="listbox"
      aria-label={t('pages.putIn')}
    >
      {shown.map((name, index) => (
        <div
          key={name}
          tabIndex={-1}
          role="option"
          aria-selected={index === at}
          onPointerEnter={() => setAt(index)}
          onPointerDown={(event) => {
            event.preventDefault();
            take(name);
          }}
        >
          {t(`pages.put.${name}`)}
        </div>
      ))}
    </div>
  );
};
