import { type FileEntry, IconButton, newId, Textarea, useTexts, type User } from '@tessera/kit';
import { IconSend } from '@tessera/kit/icons';
import { useRef, useState } from 'react';
import { AttachButton, Files } from '../files/files.tsx';
import { useUploads } from '../files/use-uploads.ts';
import type { Content } from './chat.resource.ts';
import { toContent } from './model.ts';
import classes from './chat.module.css';

const mostFiles = 10;
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
  takesFiles,
  onType,
  onEditLast,
  onSend,
}: {
  readonly place: string;
  readonly label: string;
  readonly people: readonly User[];
  /** Files of a record stand in its fields. */
  readonly takesFiles: boolean;
  readonly onType: () => void;
  /** Up in an empty field writes one's last message anew. */
  readonly onEditLast: () => void;
  readonly onSend: (id: string, content: Content, files: readonly string[]) => Promise<boolean>;
}) => {
  const t = useTexts('collaboration');
  const [text, setText] = useState(() => kept(place));
  /** Of the message that is being sent: a second try is the same message. */
  const id = useRef<string | null>(null);
  const [sending, setSending] = useState(false);
  const [files, setFiles] = useState<readonly FileEntry[]>([]);
  const uploads = useUploads(mostFiles, files.length, (entry) => setFiles((before) => [...before, entry]));
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
  const ready = (text.trim() !== '' || files.length > 0) && uploads.coming.length === 0;
  const send = async (): Promise<void> => {
    if (!ready || sending) return;
    setSending(true);
    id.current ??= newId();
    const attached = files.map((one) => one.id);
    if (await onSend(id.current, toContent(text, people), attached)) {
      id.current = null;
      setFiles([]);
      write('');
    }
    setSending(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button beside does the same
    <div
      className={classes['composer']}
      onDragOver={(event) => {
        if (takesFiles && event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const dropped = [...event.dataTransfer.files];
        if (!takesFiles || dropped.length === 0) return;
        event.preventDefault();
        uploads.add(dropped);
      }}
    >
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
      <Files
        files={files}
        coming={uploads.coming}
        onRemove={(gone) => setFiles((before) => before.filter((one) => one.id !== gone))}
        onStop={uploads.stop}
      />
      <div className={classes['write']} data-attaches={takesFiles || undefined}>
        {takesFiles && <AttachButton onFiles={uploads.add} />}
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
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files];
            if (!takesFiles || pasted.length === 0) return;
            event.preventDefault();
            uploads.add(pasted);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Tab' && found[0] !== undefined && !event.shiftKey) {
              event.preventDefault();
              name(found[0]);
            } else if (event.key === 'ArrowUp' && text === '') {
              event.preventDefault();
              onEditLast();
            } else if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              void send();
            }
          }}
        />
        <IconButton label={t('chat.send')} icon={IconSend} disabled={!ready} onClick={() => void send()} />
      </div>
    </div>
  );
};
