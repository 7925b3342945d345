import { fold, useTexts, type User } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { peopleQuery } from '../tasks/tasks.resource.ts';
import { named } from './extensions.ts';
import classes from './pages.module.css';

const mostShown = 6;

/** Whom to mention: filtered by what is typed behind an at sign, walked by the arrow keys. */
export const PeopleMenu = ({
  editor,
  within,
}: {
  readonly editor: Editor;
  readonly within: RefObject<HTMLElement | null>;
}) => {
  const t = useTexts('collaboration');
  const { data: people = [] } = useQuery(peopleQuery);
  const [typed, setTyped] = useState<ReturnType<typeof named>>(null);
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState(false);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const words = fold(typed?.typed ?? '');
  const shown =
    typed === null || closed ? [] : people.filter(({ name }) => fold(name).includes(words)).slice(0, mostShown);
  const take = ({ id, name }: User): void => {
    if (typed === null) return;
    editor
      .chain()
      .focus()
      .deleteRange({ from: typed.from, to: editor.state.selection.from })
      .insertContent([
        { type: 'mention', attrs: { userId: id, label: name } },
        editor.schema.text(' ').toJSON() as object,
      ])
      .run();
  };
  const now = useRef({ shown, at, take });
  now.current = { shown, at, take };
  useEffect(() => {
    const look = (): void => {
      const next = named(editor);
      setTyped(next);
      setAt(0);
      if (next === null) setClosed(false);
      else {
        const { left, bottom } = editor.view.coordsAtPos(next.from);
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
      style={{ left: place.left, top: Math.min(place.top, window.innerHeight - 240) }}
      role="listbox"
      aria-label={t('chat.people')}
    >
      {shown.map((person, index) => (
        <div
          key={person.id}
          tabIndex={-1}
          role="option"
          aria-selected={index === at}
          onPointerEnter={() => setAt(index)}
          onPointerDown={(event) => {
            event.preventDefault();
            take(person);
          }}
        >
          {person.name}
        </div>
      ))}
    </div>
  );
};
