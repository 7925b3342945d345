import { Button, type Field, hueStyle, PickList, type PickOption, Popover, type User, Avatar } from '@tessera/kit';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { editorOf, editText, type Habits } from '../../data/values.ts';
import type { EditorResult, Go } from '../editors.ts';
import { editorCommand } from '../model/keys.ts';
import { Calendar } from './calendar.tsx';
import classes from './editor.module.css';

export type EditorProps = {
  readonly field: Field;
  readonly value: unknown;
  /** `empty` and `typed` begin without the value. */
  readonly start: 'value' | 'empty' | 'typed';
  /** A kept text, or the key that opened the editor. */
  readonly text?: string;
  readonly habits: Habits;
  readonly users: readonly User[];
  /** Where options may be made by typing. */
  readonly onNewOption?: (field: Field, label: string) => string;
  readonly onDone: (result: EditorResult, go: Go) => void;
  readonly onCancel: () => void;
  /** The right was taken away while it was open: it closes, and hands over what was typed so that it is kept. */
  readonly readOnly?: boolean;
  /** In the grid the editor covers its cell; in a form it fills its place. */
  readonly inCell: boolean;
  readonly style?: CSSProperties;
  readonly texts: {
    readonly find: string;
    readonly findPerson: string;
    readonly clear: string;
    readonly label: string;
  };
};

const numeric = (field: Field): boolean => editorOf(field) === 'number';

const inputMode = (field: Field): 'text' | 'decimal' | 'email' | 'tel' | 'url' => {
  if (numeric(field)) return 'decimal';
  return field.type === 'email' ? 'email' : field.type === 'phone' ? 'tel' : field.type === 'link' ? 'url' : 'text';
};

/** A text area begins with its caret before what stands in it, also before the key that opened it. */
const selectEnd = (element: HTMLInputElement | HTMLTextAreaElement): void => {
  element.focus({ preventScroll: true });
  const end = element.value.length;
  element.setSelectionRange(end, end);
};

const useClosed = (readOnly: boolean | undefined, close: () => void): void => {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (readOnly === true) latest.current();
  }, [readOnly]);
};

const LineEditor = ({
  field,
  value,
  start,
  text,
  habits,
  onDone,
  onCancel,
  style,
  texts,
  calendar,
  readOnly,
}: EditorProps & { calendar?: boolean }) => {
  const initial = text ?? (start === 'value' ? editText(field, value, habits) : '');
  const [typed, setTyped] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  const long = editorOf(field) === 'longText';
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
    const command = editorCommand({ ...pick(event), isComposing: event.nativeEvent.isComposing }, long);
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    if (command.do === 'cancel') {
      left.current = true;
      onCancel();
    } else finish(command.go);
  };
  return (
    <div className={classes['box']} style={style} onKeyDown={keys} data-editor>
      <input
        ref={input}
        className={classes['input']}
        data-numeric={numeric(field) || undefined}
        type="text"
        inputMode={inputMode(field)}
        aria-label={texts.label}
        autoComplete="off"
        spellCheck={!numeric(field)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={(event) => {
          if (!(event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-calendar]')))
            finish('stay');
        }}
      />
      {calendar === true && (
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

const pick = (event: KeyboardEvent) => ({
  key: event.key,
  ctrlKey: event.ctrlKey,
  metaKey: event.metaKey,
  shiftKey: event.shiftKey,
  altKey: event.altKey,
});

const LongEditor = ({
  field,
  value,
  start,
  text,
  habits,
  onDone,
  onCancel,
  inCell,
  style,
  texts,
  readOnly,
}: EditorProps) => {
  const initial = text ?? (start === 'value' ? editText(field, value, habits) : '');
  const [typed, setTyped] = useState(initial);
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
    const command = editorCommand({ ...pick(event), isComposing: event.nativeEvent.isComposing }, true);
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

const ListEditor = ({
  field,
  value,
  text,
  users,
  onDone,
  onCancel,
  onNewOption,
  style,
  inCell,
  texts,
  readOnly,
}: EditorProps) => {
  const kind = editorOf(field);
  const multiple = kind === 'options';
  const [chosen, setChosen] = useState<readonly string[]>(
    multiple
      ? Array.isArray(value)
        ? value.filter((one): one is string => typeof one === 'string')
        : []
      : typeof value === 'string'
        ? [value]
        : [],
  );
  const first = useRef(chosen);
  const left = useRef(false);
  const choices: readonly PickOption[] =
    kind === 'user'
      ? users.map((user) => ({
          value: user.id,
          label: user.name,
          detail: user.email,
          content: (
            <span className={classes['person']}>
              <Avatar name={user.name} id={user.id} photo={user.photo_url ?? null} />
              <span className="t-cut">{user.name}</span>
            </span>
          ),
        }))
      : (field.props.options ?? []).map((option) => ({
          value: option.id,
          label: option.label,
          content: (
            <span className={classes['chip']} style={hueStyle(option.color)}>
              {option.label}
            </span>
          ),
        }));
  const finish = (list: readonly string[], go: Go): void => {
    if (left.current) return;
    left.current = true;
    if (list === first.current) {
      if (go === 'stay') onCancel();
      else onDone({ value }, go);
    } else onDone({ value: multiple ? (list.length === 0 ? null : list) : (list[0] ?? null) }, go);
  };
  const cancel = (): void => {
    left.current = true;
    onCancel();
  };
  useClosed(readOnly, () => finish(chosen, 'stay'));
  const take = (id: string): void => {
    // The one that is there already is confirmed, not taken away.
    if (!multiple) finish(chosen[0] === id ? first.current : [id], 'stay');
    else setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  const shown = choices.filter((choice) => chosen.includes(choice.value));
  return (
    <Popover
      opened
      trapFocus={false}
      onClose={() => finish(chosen, 'stay')}
      onEscape={cancel}
      width={inCell ? 'target' : 320}
      anchor={
        <div className={classes['box']} style={style} data-editor data-list>
          <span className={classes['chosen']}>
            {shown.map((choice) => (
              <span key={choice.value}>{choice.content}</span>
            ))}
          </span>
        </div>
      }
    >
      <div
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) finish(chosen, 'stay');
        }}
      >
        <PickList
          label={texts.label}
          options={choices}
          selected={chosen}
          multiple={multiple}
          searchable
          placeholder={kind === 'user' ? texts.findPerson : texts.find}
          initialSearch={text ?? ''}
          onPick={take}
          {...(onNewOption && kind !== 'user' ? { onCreate: (label: string) => take(onNewOption(field, label)) } : {})}
          onBackspace={() => {
            if (multiple) setChosen(chosen.slice(0, -1));
            else finish([], 'stay');
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Tab') return;
            event.preventDefault();
            event.stopPropagation();
            finish(chosen, event.shiftKey ? 'left' : 'right');
          }}
          footer={
            !multiple && chosen.length > 0 ? (
              <div className={classes['listFoot']} onMouseDown={(event) => event.preventDefault()}>
                <Button size="toolbar" variant="quiet" tabIndex={-1} onClick={() => finish([], 'stay')}>
                  {texts.clear}
                </Button>
              </div>
            ) : undefined
          }
        />
      </div>
    </Popover>
  );
};

/** The editor of a field, by its editor kind: one component a kind, in a cell and in a form alike. */
export const Editor = (props: EditorProps): ReactNode => {
  const kind = editorOf(props.field);
  const { onCancel } = props;
  const none = kind === 'none' || kind === 'toggle';
  useEffect(() => {
    if (none) onCancel();
  }, [none, onCancel]);
  switch (kind) {
    case 'longText':
      return <LongEditor {...props} />;
    case 'option':
    case 'options':
    case 'user':
      return <ListEditor {...props} />;
    case 'date':
    case 'dateTime':
      return <LineEditor {...props} calendar />;
    case 'none':
    case 'toggle':
      return null;
    default:
      return <LineEditor {...props} />;
  }
};
