import { cx } from '@tessera/kit';
import { type KeyboardEvent, type Ref, useImperativeHandle, useMemo, useRef } from 'react';
import classes from './editor.module.css';
import { changedLines, indented, newLine, outdented, placeOf, type Edit } from './typing.ts';

export type CodeHandle = {
  /** Puts a text where the caret is. */
  readonly insert: (text: string) => void;
};

const lineHeight = 22;

/** Puts it in as a hand would: the browser's own undo takes it away. */
const apply = (area: HTMLTextAreaElement, { from, to, text, select }: Edit): void => {
  area.setSelectionRange(from, to);
  const ran = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (!ran) {
    area.setRangeText(text, from, to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(select[0], select[1]);
};

/** Code with the numbers of its lines. Tab goes in; Esc, then Tab, leaves. */
export const CodeArea = ({
  label,
  value,
  was,
  unit,
  readOnly = false,
  describedBy,
  className,
  onChange,
  onCaret,
  onHelp,
  ref,
}: {
  readonly label: string;
  readonly value: string;
  /** What it is compared with: lines that differ are marked. */
  readonly was?: string;
  /** One step further in. */
  readonly unit: string;
  readonly readOnly?: boolean;
  readonly describedBy?: string;
  readonly className?: string | undefined;
  readonly onChange?: (value: string) => void;
  readonly onCaret?: (place: { readonly line: number; readonly column: number }) => void;
  readonly onHelp?: () => void;
  readonly ref?: Ref<CodeHandle>;
}) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const leaves = useRef(false);
  useImperativeHandle(ref, () => ({
    insert: (text) => {
      if (area.current === null) return;
      area.current.focus();
      const { selectionStart: from, selectionEnd: to } = area.current;
      apply(area.current, { from, to, text, select: [from + text.length, from + text.length] });
    },
  }));
  const count = useMemo(() => value.split('\n').length, [value]);
  const numbers = useMemo(() => Array.from({ length: count }, (_, at) => at + 1).join('\n'), [count]);
  const changed = useMemo(() => (was === undefined ? undefined : changedLines(was, value)), [was, value]);
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const left = leaves.current;
    leaves.current = event.key === 'Escape' || (left && event.key === 'Shift');
    if (event.key === 'Escape') {
      // Esc belongs to the way out, and closes nothing around it.
      event.preventDefault();
      return;
    }
    if (event.key === 'F1' && onHelp !== undefined) {
      event.preventDefault();
      return onHelp();
    }
    if (readOnly || (event.key === 'Tab' && left)) return;
    const { value: text, selectionStart: from, selectionEnd: to } = event.currentTarget;
    const edits: Readonly<Record<string, () => Edit | undefined>> = {
      Tab: () => (event.shiftKey ? outdented : indented)(text, from, to, unit),
      Enter: () => newLine(text, from, to, unit),
    };
    const edit = edits[event.key];
    if (edit === undefined) return;
    event.preventDefault();
    const made = edit();
    if (made !== undefined) apply(event.currentTarget, made);
  };
  return (
    <div className={cx(classes['code'], className)}>
      <pre className={classes['numbers']} aria-hidden="true">
        {numbers}
      </pre>
      {changed !== undefined && (
        <span
          className={classes['changed']}
          aria-hidden="true"
          style={{ top: 8 + changed.from * lineHeight, height: changed.count * lineHeight }}
        />
      )}
      <textarea
        ref={area}
        aria-label={label}
        aria-describedby={describedBy}
        className={classes['text']}
        value={value}
        rows={count}
        wrap="off"
        readOnly={readOnly}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        autoComplete="off"
        onChange={(event) => onChange?.(event.target.value)}
        onKeyDown={keyDown}
        onBlur={() => (leaves.current = false)}
        onSelect={({ currentTarget: { value: text, selectionEnd } }) => onCaret?.(placeOf(text, selectionEnd))}
      />
    </div>
  );
};
