import { type ComponentType, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Habits } from '../../data/values.ts';
import type { Go } from '../../grid/editors.ts';
import { topOf } from '../../grid/model/geometry.ts';
import { editorCommand } from '../../grid/model/keys.ts';
import { Calendar } from '../../grid/view/calendar.tsx';
import classes from '../../grid/view/editor.module.css';
import type { TypeEditorProps } from '../view.ts';
import { keyOf, selectEnd, useClosed, useInitial } from './editing.ts';

/** `onPick` ends the edit with a value. */
export type BelowProps = {
  readonly habits: Habits;
  readonly clear: string;
  readonly onPick: (value: unknown) => void;
};

type LineEditorProps = TypeEditorProps & {
  readonly calendar?: boolean;
  /** What stands below the line. */
  readonly Below?: ComponentType<BelowProps>;
  readonly numeric?: boolean;
  /** What stands beside the text and changes it. */
  readonly beside?: (typed: string, set: (typed: string) => void) => ReactNode;
  readonly inputMode?: 'text' | 'decimal' | 'email' | 'tel' | 'url';
};

/** A text in one line; with a month beside it where `calendar`. */
export const LineEditor = (props: LineEditorProps) => {
  const { field, value, start, text, habits, onDone, onCancel, style, size, texts, readOnly, more } = props;
  const { calendar = false, Below, numeric = false, inputMode = 'text', beside } = props;
  const initial = useInitial(props);
  const [typed, setTyped] = useState(initial + more);
  const input = useRef<HTMLInputElement>(null);
  // The keyboard of a phone would cover the month: it comes with a press on the text. Other keyboards are not concerned.
  const [keyboard, setKeyboard] = useState(false);
  const left = useRef(false);
  const month = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (input.current) selectEnd(input.current);
    // The month hangs below its cell, and turns where it would leave the window.
    const box = month.current?.getBoundingClientRect();
    if (!month.current || !box) return;
    if (box.right > window.innerWidth - 8) Object.assign(month.current.style, { left: 'auto', right: '0' });
    if (box.bottom > window.innerHeight - 8)
      Object.assign(month.current.style, { top: 'auto', bottom: 'calc(100% + 4px)' });
  }, []);
  const finish = (go: Go): void => {
    if (left.current) return;
    left.current = true;
    if (typed === initial && text === undefined && start === 'value') onCancelOr(go);
    else onDone({ text: typed }, go);
  };
  const onCancelOr = (go: Go): void => (go === 'stay' ? onCancel() : onDone({ value }, go));
  useClosed(readOnly, () => finish('stay'));
  const keys = (event: KeyboardEvent): void => {
    const command = editorCommand({ ...keyOf(event), isComposing: event.nativeEvent.isComposing }, false);
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    if (command.do === 'cancel') {
      left.current = true;
      onCancel();
    } else finish(command.go);
  };
  return (
    <div
      className={classes['box']}
      style={style}
      onKeyDown={keys}
      data-editor
      data-top={(size && topOf(size.height) !== null) || undefined}
    >
      <input
        ref={input}
        className={classes['input']}
        data-numeric={numeric || undefined}
        type="text"
        inputMode={calendar && !keyboard ? 'none' : inputMode}
        aria-label={texts.label}
        autoComplete="off"
        // An address, a number or a date is no prose: nothing in it is corrected or begun with a capital.
        {...(inputMode === 'text' && !calendar ? {} : { autoCapitalize: 'off', autoCorrect: 'off' })}
        spellCheck={inputMode === 'text' && !calendar}
        enterKeyHint="done"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPointerDown={() => setKeyboard(true)}
        onBlur={(event) => {
          if (!(
            event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-calendar], [data-beside]')
          ))
            finish('stay');
        }}
      />
      {beside && (
        <span data-beside>
          {beside(typed, (next) => {
            setTyped(next);
            input.current?.focus({ preventScroll: true });
          })}
        </span>
      )}
      {Below && (
        <div ref={month} className={classes['calendar']} data-calendar onMouseDown={(event) => event.preventDefault()}>
          <Below
            habits={habits}
            clear={texts.clear}
            onPick={(picked) => {
              left.current = true;
              onDone({ value: picked }, 'stay');
            }}
          />
        </div>
      )}
      {calendar && (
        <div ref={month} className={classes['calendar']} data-calendar onMouseDown={(event) => event.preventDefault()}>
          <Calendar
            value={typeof value === 'string' ? value : null}
            typed={typed}
            field={field}
            habits={habits}
            clear={texts.clear}
            onPick={(picked) => {
              left.current = true;
              onDone({ value: picked }, 'stay');
            }}
          />
        </div>
      )}
    </div>
  );
};

/** A number. */
export const NumberEditor = (props: TypeEditorProps) => <LineEditor {...props} numeric inputMode="decimal" />;

/** A day or a moment, typed or picked in a month. */
export const DateEditor = (props: TypeEditorProps) => <LineEditor {...props} calendar />;
