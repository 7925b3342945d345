import { fieldType } from '@tessera/fields';
import { languageFor, Popover, TextInput, useFormats } from '@tessera/kit';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { displayText, isEmpty, readText, sameValue } from '../../data/values.ts';
import type { Go } from '../../grid/editors.ts';
import { editorCommand } from '../../grid/model/keys.ts';
import classes from '../../grid/view/editor.module.css';
import { keyOf, selectEnd, useClosed } from '../parts/editing.ts';
import type { TypeEditorProps } from '../view.ts';
import own from './address.module.css';
import { texts as words } from './texts.ts';

type Parts = Readonly<Record<string, string>>;

const partsOf = (value: unknown): Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, one]) => typeof one === 'string'))
    : {};

/** The parts of an address, an input each. A line that is typed or pasted into the first one is taken apart. */
export const AddressEditor = (props: TypeEditorProps) => {
  const { field, value, start, text, more, habits, onDone, onCancel, style, inCell, texts, readOnly } = props;
  const { locale } = useFormats();
  const { parts: labels } = words[languageFor([locale])];
  const [first] = useState(() => (start === 'value' ? partsOf(value) : {}));
  const [parts, setParts] = useState<Parts>(() =>
    text === undefined && more === '' ? first : { ...(text !== undefined ? {} : first), street: (text ?? '') + more },
  );
  const names = Object.keys(fieldType(field.type)?.parts ?? {});
  const left = useRef(false);
  const form = useRef<HTMLDivElement>(null);
  const finish = (go: Go): void => {
    if (left.current) return;
    left.current = true;
    const filled = Object.fromEntries(Object.entries(parts).filter(([, one]) => one.trim() !== ''));
    const alone = Object.keys(filled).length === 1 && /[,;\n]/.test(filled['street'] ?? '');
    const read = alone ? readText(field, filled['street'] ?? '', habits.read) : undefined;
    if (read !== undefined && !read.ok) onDone({ text: filled['street'] ?? '' }, go);
    else {
      const next = read?.value ?? (Object.keys(filled).length === 0 ? null : filled);
      if (sameValue(next, value)) {
        if (go === 'stay') onCancel();
        else onDone({ value }, go);
      } else onDone({ value: next }, go);
    }
  };
  const cancel = (): void => {
    left.current = true;
    onCancel();
  };
  /** The caret stands behind what was typed, as soon as the parts appear. */
  const open = useCallback((element: HTMLDivElement | null): void => {
    form.current = element;
    const input = element?.querySelector('input');
    if (input) selectEnd(input);
  }, []);
  useClosed(readOnly, () => finish('stay'));
  const keys = (event: KeyboardEvent): void => {
    const command = editorCommand({ ...keyOf(event), isComposing: event.nativeEvent.isComposing }, false);
    if (!command) return;
    if (event.key === 'Tab') {
      // Tab goes through the parts, and behind the last one to the next cell.
      const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
      const at = inputs.findIndex((one) => one === document.activeElement);
      const next = inputs[at + (event.shiftKey ? -1 : 1)];
      if (next) {
        event.preventDefault();
        event.stopPropagation();
        next.focus();
        return;
      }
    }
    event.preventDefault();
    event.stopPropagation();
    if (command.do === 'cancel') cancel();
    else finish(command.go);
  };
  return (
    <Popover
      opened
      trapFocus={false}
      onClose={() => finish('stay')}
      onEscape={cancel}
      width={inCell ? 360 : 320}
      anchor={
        <div className={classes['box']} style={style} data-editor data-list>
          <span className={classes['chosen']}>
            <span className="t-cut">{isEmpty(parts) ? '' : displayText(field, parts, habits.show)}</span>
          </span>
        </div>
      }
    >
      <div
        ref={open}
        onKeyDown={keys}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) finish('stay');
        }}
      >
        <div className={own['form']} role="group" aria-label={texts.label}>
          {names.map((name) => (
            <div key={name} data-part={name}>
              <TextInput
                label={labels?.[name] ?? name}
                value={parts[name] ?? ''}
                maxLength={name === 'street' ? 1700 : 200}
                onChange={(typed) => setParts({ ...parts, [name]: typed })}
              />
            </div>
          ))}
        </div>
      </div>
    </Popover>
  );
};
