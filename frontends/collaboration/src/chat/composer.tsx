import { IconButton, newId, Textarea, useTexts, type User } from '@tessera/kit';
import { IconSend } from '@tessera/kit/icons';
import { useRef, useState } from 'react';
import type { Content } from './chat.resource.ts';
import { toContent } from './model.ts';
import classes from './chat.module.css';

const keyOf = (place: string): string => `tessera:draft:${place}`;
const kept = (place: string): string => {
  try {
    return localStorage.getItem(keyOf(place)) ?? '';
  } catch {
    return '';
  }
};
const keep = (place: string, text: string): void => {
  try {
    if (text === '') localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), text);
  } catch {
    // Storage may be blocked: the draft then lasts as long as the page.
  }
};

/** Where a message is written. Enter sends it, Shift+Enter begins a line; what is not sent is kept. */
export const Composer = ({
  place,
  label,
  people,
  onType,
  onSend,
}: {
  readonly place: string;
  readonly label: string;
  readonly people: readonly User[];
  readonly onType: () => void;
  readonly onSend: (id: string, content: Content) => Promise<boolean>;
}) => {
  const t = useTexts('collaboration');
  const [text, setText] = useState(() => kept(place));
  /** Of the message that is being sent: a second try is the same message. */
  const id = useRef<string | null>(null);
  const [sending, setSending] = useState(false);
  const write = (next: string): void => {
    setText(next);
    keep(place, next);
  };
  const named = /(?:^|\s)@([^\s@]{0,40})$/.exec(text)?.[1];
  const found =
    named === undefined
      ? []
      : people.filter(({ name }) => name.toLocaleLowerCase().startsWith(named.toLocaleLowerCase())).slice(0, 5);
  const name = (person: User): void => write(`${text.slice(0, text.length - (named?.length ?? 0))}${person.name} `);
  const send = async (): Promise<void> => {
    if (text.trim() === '' || sending) return;
    setSending(true);
    id.current ??= newId();
    if (await onSend(id.current, toContent(text, people))) {
      id.current = null;
      write('');
    }
    setSending(false);
  };
  return (
    <div className={classes['composer']}>
      {found.length > 0 && (
        <ul className={classes['people']} aria-label={t('chat.people')}>
          {found.map((person) => (
            <li key={person.id}>
              <button type="button" onClick={() => name(person)}>
                @{person.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes['write']}>
        <Textarea
          label={label}
          labelHidden
          placeholder={label}
          rows={Math.min(8, text.split('\n').length)}
          maxLength={15_000}
          value={text}
          onChange={(next) => {
            write(next);
            if (next.trim() !== '') onType();
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Tab' && found[0] !== undefined && !event.shiftKey) {
              event.preventDefault();
              name(found[0]);
            } else if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              void send();
            }
          }}
        />
        <IconButton label={t('chat.send')} icon={IconSend} disabled={text.trim() === ''} onClick={() => void send()} />
      </div>
    </div>
  );
};
