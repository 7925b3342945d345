import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { isCut } from '../../data/cut-text.ts';
import { displayText } from '../../data/values.ts';
import { viewOfField } from '../../field-types/list.ts';
import { keyOf } from '../../field-types/parts/editing.ts';
import type { EditorProps } from '../../field-types/view.ts';
import { editorCommand } from '../model/keys.ts';
import classes from './editor.module.css';

/** A text of which only the beginning is here: what is typed meanwhile is kept for the editor of the whole. */
const ArrivingEditor = ({
  field,
  value,
  habits,
  onDone,
  onCancel,
  onType,
  style,
  texts,
}: EditorProps & { readonly onType: (key: string) => string }) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const typed = useRef('');
  const here = useRef(true);
  useLayoutEffect(() => {
    here.current = true;
    area.current?.focus({ preventScroll: true });
    return () => void (here.current = false);
  }, []);
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.ctrlKey || event.metaKey) return;
    event.stopPropagation();
    event.preventDefault();
    if ([...event.key].length === 1 && !event.altKey) {
      typed.current = onType(event.key);
      return;
    }
    const command = editorCommand({ ...keyOf(event), isComposing: event.nativeEvent.isComposing }, true);
    if (command?.do === 'cancel') onCancel();
    else if (command && typed.current === '') onDone({ value }, command.go);
  };
  return (
    <div className={classes['box']} data-long style={style} data-editor>
      <textarea
        ref={area}
        className={classes['area']}
        rows={1}
        readOnly
        aria-busy="true"
        aria-label={texts.label}
        value={displayText(field, value, habits.show)}
        onKeyDown={keys}
        onBlur={() => here.current && onCancel()}
      />
    </div>
  );
};

/** The editor of a field, in a cell and in a form alike; nothing for a value that is not edited in one. */
export const Editor = (props: EditorProps): ReactNode => {
  const { entry } = viewOfField(props.field);
  const { onCancel, value, start, text } = props;
  const more = useRef('');
  // One that has begun goes on with what it began with.
  const begun = useRef(false);
  begun.current ||= !isCut(value) || start !== 'value' || text !== undefined;
  const none = !('Editor' in entry);
  useEffect(() => {
    if (none) onCancel();
  }, [none, onCancel]);
  if (!begun.current) return <ArrivingEditor {...props} onType={(key) => (more.current += key)} />;
  return none ? null : <entry.Editor {...props} more={more.current} />;
};
