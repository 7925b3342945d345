import { Avatar, Button, IconButton, Kbd, type User, useTexts } from '@tessera/kit';
import { IconAt } from '@tessera/kit/icons';
import { type KeyboardEvent, type Ref, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import classes from './comments.module.css';
import { keptOf, type Named, offered, soughtAt, typedOf } from './mentions.ts';

/** Characters of a comment, as the server counts them. */
const longest = 10_000;

/** Names of people by their ids. */
export const namesOf = (users: readonly User[]): ReadonlyMap<string, string> =>
  new Map(users.map(({ id, name }) => [id, name]));

/**
 * Where a comment is written or changed. `@` offers people at once: Up and Down walk them, Enter or Tab take one, Esc
 * leaves the letters. Ctrl Enter sends.
 */
export const CommentBox = ({
  label,
  users,
  initial,
  sendLabel,
  onSend,
  onCancel,
  onDraft,
  onFocus,
  phone = false,
  focusAtOnce = false,
  ref,
}: {
  readonly label: string;
  readonly users: readonly User[];
  /** The text as it is kept, with people by their ids. */
  readonly initial: string;
  readonly sendLabel: string;
  readonly onSend: (text: string) => void;
  readonly onCancel?: () => void;
  readonly onDraft?: (text: string) => void;
  readonly onFocus?: () => void;
  readonly phone?: boolean;
  readonly focusAtOnce?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}) => {
  const t = useTexts('building');
  const id = useId();
  const names = useMemo(() => namesOf(users), [users]);
  const [typed, setTyped] = useState(() => typedOf(initial, names));
  const [chosen, setChosen] = useState<readonly Named[]>(() =>
    [...names].filter(([one]) => initial.includes(`<@${one}>`)).map(([one, name]) => ({ id: one, name })),
  );
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [inside, setInside] = useState(false);
  const box = useRef<HTMLTextAreaElement | null>(null);
  const next = useRef<number | null>(null);

  const sought = caret === null ? undefined : soughtAt(typed, caret);
  const people = useMemo(() => users.filter(({ active }) => active), [users]);
  const found = sought === undefined ? [] : offered(people, sought.search);
  // A whole name with more behind it is a sentence that goes on.
  const opened = sought !== undefined && (found.length > 0 || !/\s/.test(sought.search));
  const at = Math.min(active, found.length - 1);
  const kept = keptOf(typed, chosen).trim();
  const over = kept.length - longest;

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !focusAtOnce) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [focusAtOnce]);
  // As high as its text, up to eight lines; the caret stands behind a name that was taken.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
    if (next.current !== null) element.setSelectionRange(next.current, next.current);
    next.current = null;
  }, [typed, inside]);

  const write = (text: string, picked = chosen): void => {
    setTyped(text);
    setActive(0);
    onDraft?.(keptOf(text, picked));
  };
  const take = (person: Named): void => {
    if (!sought || caret === null) return;
    const before = `${typed.slice(0, sought.from)}@${person.name} `;
    const picked = chosen.some((one) => one.id === person.id) ? chosen : [...chosen, person];
    setChosen(picked);
    next.current = before.length;
    setCaret(null);
    write(before + typed.slice(caret), picked);
  };
  const send = (): void => {
    if (kept === '' || over > 0) return;
    onSend(kept);
    setChosen([]);
    setCaret(null);
    write('', []);
  };
  const begin = (): void => {
    const element = box.current;
    if (!element) return;
    element.focus();
    const place = element.selectionStart;
    const gap = place === 0 || /\s/.test(typed[place - 1]!) ? '' : ' ';
    next.current = place + gap.length + 1;
    setCaret(next.current);
    write(`${typed.slice(0, place)}${gap}@${typed.slice(place)}`);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const handled = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      handled();
      return send();
    }
    if (opened && found.length > 0) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        handled();
        return setActive((at + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % found.length);
      }
      if (event.key === 'Enter' || event.key === 'Tab') {
        handled();
        return take(found[at]!);
      }
    }
    if (event.key !== 'Escape') return;
    if (opened) {
      handled();
      return setCaret(null);
    }
    if (onCancel) {
      handled();
      onCancel();
    }
  };
  const wide = inside || typed !== '' || onCancel !== undefined;

  return (
    <div
      className={classes['box']}
      data-wide={wide || undefined}
      data-phone={phone || undefined}
      onFocus={() => setInside(true)}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setInside(false);
        setCaret(null);
      }}
    >
      {opened && (
        <div className={classes['offer']} role="listbox" id={`${id}-people`} aria-label={t('comments.people')}>
          {found.map((person, i) => (
            <div
              key={person.id}
              id={`${id}-${person.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === at}
              className={classes['person']}
              onPointerDown={(event) => {
                event.preventDefault();
                take(person);
              }}
            >
              <Avatar name={person.name} id={person.id} size={24} />
              <span className="t-cut">{person.name}</span>
            </div>
          ))}
          {found.length === 0 && <p className={classes['nobody']}>{t('comments.nobody')}</p>}
        </div>
      )}
      <textarea
        ref={(element) => {
          box.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        className={classes['typed']}
        aria-label={label}
        placeholder={t('comments.placeholder')}
        aria-haspopup="listbox"
        aria-controls={opened ? `${id}-people` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={opened && found[at] ? `${id}-${found[at].id}` : undefined}
        rows={1}
        value={typed}
        onFocus={onFocus}
        onChange={(event) => {
          setCaret(event.target.selectionStart);
          write(event.target.value);
        }}
        onKeyDown={keyDown}
        onKeyUp={(event) => {
          if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key))
            setCaret(event.currentTarget.selectionStart);
        }}
        onClick={(event) => setCaret(event.currentTarget.selectionStart)}
      />
      {wide && (
        <div className={classes['tools']}>
          <IconButton label={t('comments.mention')} icon={IconAt} size={phone ? 'touch' : 'standard'} onClick={begin} />
          {over > 0 && (
            <span className={classes['over']} role="alert">
              {t('comments.tooLong', { count: over })}
            </span>
          )}
          <span style={{ flex: 1 }} />
          {onCancel && (
            <Button size={phone ? 'touch' : 'toolbar'} variant="quiet" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
          {!phone && <Kbd keys="mod+enter" />}
          <Button
            size={phone ? 'touch' : 'toolbar'}
            variant="primary"
            disabled={kept === '' || over > 0}
            onClick={send}
          >
            {sendLabel}
          </Button>
        </div>
      )}
    </div>
  );
};
