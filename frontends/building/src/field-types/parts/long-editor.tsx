import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Go } from '../../grid/editors.ts';
import { editorCommand } from '../../grid/model/keys.ts';
import classes from '../../grid/view/editor.module.css';
import type { TypeEditorProps } from '../view.ts';
import { keyOf, selectEnd, useClosed, useInitial } from './editing.ts';

/** A text in several lines; `write` lays out the one that is there. */
export const LongEditor = ({ write, ...props }: TypeEditorProps & { readonly write?: (text: string) => string }) => {
  const { value, start, text, onDone, onCancel, inCell, style, texts, readOnly, more } = props;
  const begun = useInitial(props);
  const initial = text === undefined && write ? write(begun) : begun;
  const [typed, setTyped] = useState(initial + more);
  const area = useRef<HTMLTextAreaElement>(null);
  const left = useRef(false);
  useLayoutEffect(() => {
    if (area.current) selectEnd(area.current);
  }, []);
  useLayoutEffect(() => {
    const target = area.current;
    if (!target) return;
    target.style.height = '0';
    target.style.height = `${Math.min(target.scrollHeight, inCell ? 80 : 320)}px`;
  }, [typed, inCell]);
  const finish = (go: Go): void => {
    if (left.current) return;
    left.current = true;
    if (typed === initial && text === undefined && start === 'value') {
      if (go === 'stay') onCancel();
      else onDone({ value }, go);
    } else onDone({ text: typed }, go);
  };
  useClosed(readOnly, () => finish('stay'));
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (!inCell && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) return;
    if (inCell && event.key === 'Enter' && event.altKey && area.current) {
      event.preventDefault();
      event.stopPropagation();
      area.current.setRangeText('\n', area.current.selectionStart, area.current.selectionEnd, 'end');
      setTyped(area.current.value);
      return;
    }
    const command = editorCommand({ ...keyOf(event), isComposing: event.nativeEvent.isComposing }, true);
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    if (command.do === 'cancel') {
      left.current = true;
      onCancel();
    } else finish(command.go);
  };
  return (
    <div className={classes['box']} data-long style={style} data-editor>
      <textarea
        ref={area}
        className={classes['area']}
        rows={1}
        aria-label={texts.label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={keys}
        onBlur={() => finish('stay')}
      />
    </div>
  );
};
