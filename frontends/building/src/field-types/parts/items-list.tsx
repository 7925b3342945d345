import { fieldType, readContextFor, sameItem } from '@tessera/fields';
import { Check, type Field, IconButton, newId, useFormats } from '@tessera/kit';
import { IconX } from '@tessera/kit/icons';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './items.module.css';
import { type Item, itemsOf } from './items-of.ts';
import { filled, useItemWords } from './items-words.ts';

type ItemsListProps = {
  readonly field: Field;
  readonly value: unknown;
  readonly label: string;
  /** Labels that must be ticked. */
  readonly required: readonly string[];
  readonly onChange: (items: readonly Item[] | null) => void;
  readonly focused?: boolean;
  /** What was typed before it appeared. */
  readonly begun?: string;
};

/** A line that is typed is saved after so many ms without a key, and when it is left. */
const pause = 1000;

/** Lines with a tick each, and one more to write in. */
export const ItemsList = ({ field, value, label, required, onChange, focused = false, begun = '' }: ItemsListProps) => {
  const words = useItemWords();
  const { locale } = useFormats();
  const items = itemsOf(value);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [added, setAdded] = useState(begun);
  const [touched, setTouched] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const withTyped = (from: readonly Item[]): readonly Item[] =>
    from.flatMap((item) => {
      const next = typed[item.id] ?? item.label;
      return next.trim() === '' ? [] : [{ ...item, label: next }];
    });
  const give = (next: readonly Item[]): void => {
    clearTimeout(timer.current);
    setTyped({});
    setTouched(true);
    onChange(next.length === 0 ? null : next);
  };
  const save = (): void => {
    if (Object.keys(typed).length > 0) give(withTyped(items));
  };
  const latest = useRef(save);
  useLayoutEffect(() => {
    latest.current = save;
  });
  // What was typed last is saved also where the list goes before its pause is over.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      latest.current();
    },
    [],
  );
  useLayoutEffect(() => {
    if (focused) input.current?.focus({ preventScroll: true });
  }, [focused]);
  const add = (text: string): void => {
    const type = fieldType(field.type);
    const cell = type?.fromText(text, field.props, readContextFor(locale, 'UTC')) ?? null;
    setAdded('');
    if (type === undefined || cell === null) return;
    give([...withTyped(items), ...itemsOf(type.toJson(cell, field.props)).map((item) => ({ ...item, id: newId() }))]);
  };
  const inputs = (): readonly HTMLInputElement[] => [
    ...(list.current?.querySelectorAll<HTMLInputElement>('input[type="text"]') ?? []),
  ];
  const keys = (event: KeyboardEvent<HTMLInputElement>, at: number): void => {
    if (event.nativeEvent.isComposing) return;
    const isNew = at === items.length;
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (isNew && added.trim() === '') return;
      if (isNew) add(added);
      else {
        save();
        inputs()[at + 1]?.focus();
      }
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      inputs()[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else if (event.key === 'Backspace' && event.currentTarget.value === '' && at > 0 && !isNew) {
      give(withTyped(items.filter((_, place) => place !== at)));
      inputs()[at - 1]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\r\n]/.test(text.trim())) return;
    event.preventDefault();
    add(`${added}${text}`);
  };
  const isRequired = (item: Item): boolean => required.some((one) => sameItem(one, item.label));
  const open = items.some((item) => isRequired(item) && !item.checked);
  return (
    <div ref={list} className={classes['list']} role="group" aria-label={label}>
      {items.map((item, at) => (
        <div key={item.id} className={classes['row']} data-done={item.checked || undefined}>
          <Check
            checked={item.checked}
            ariaLabel={item.label}
            onChange={(checked) =>
              give(withTyped(items).map((one) => (one.id === item.id ? { ...one, checked } : one)))
            }
          />
          <input
            type="text"
            className={classes['line']}
            aria-label={filled(words.item, { number: at + 1 })}
            value={typed[item.id] ?? item.label}
            maxLength={500}
            onChange={(event) => {
              setTyped({ ...typed, [item.id]: event.target.value });
              clearTimeout(timer.current);
              timer.current = setTimeout(() => latest.current(), pause);
            }}
            onKeyDown={(event) => keys(event, at)}
            onBlur={save}
          />
          {isRequired(item) && !item.checked && <span className={classes['required']}>{words.required}</span>}
          <IconButton
            label={filled(words.remove, { name: item.label })}
            icon={IconX}
            tooltip={false}
            onClick={() => give(withTyped(items.filter((one) => one.id !== item.id)))}
          />
        </div>
      ))}
      <div className={classes['row']}>
        <span className={classes['dot']} aria-hidden="true" />
        <input
          ref={input}
          type="text"
          className={classes['line']}
          aria-label={words.add}
          placeholder={words.add}
          value={added}
          maxLength={500}
          onChange={(event) => setAdded(event.target.value)}
          onKeyDown={(event) => keys(event, items.length)}
          onPaste={paste}
          onBlur={() => add(added)}
        />
      </div>
      {touched && open && (
        <p className={classes['note']} role="status">
          {words.someRequired}
        </p>
      )}
    </div>
  );
};
