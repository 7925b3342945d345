import { Check, cx, type Field, type User, useFormats, useTexts } from '@tessera/kit';
import { IconAlertCircle, IconExternalLink, IconLock } from '@tessera/kit/icons';
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isCut, type Shown, type Value } from '../data/cut-text.ts';
import type { CellEdit } from '../data/edits.ts';
import { refusalText } from '../data/refusal-text.ts';
import { displayText, isEmpty, isReadOnly, readText, textOf, type Habits } from '../data/values.ts';
import { CellContent } from '../grid/view/cell.tsx';
import { viewOfField } from '../field-types/list.ts';
import { Editor } from '../grid/view/editor.tsx';
import type { EditorResult } from '../data/entered.ts';
import type { Go } from '../grid/editors.ts';
import classes from './record.module.css';

export type FieldValueProps = {
  readonly field: Field;
  readonly value: Shown;
  readonly habits: Habits;
  readonly users: readonly User[];
  /** Shows the field's name as the label of its control. */
  readonly labelled?: boolean;
  /** Stands in a form whose label is elsewhere: framed as what is filled in, and Enter goes on to the next field. */
  readonly inForm?: boolean;
  /** Id of what is said of it elsewhere. */
  readonly describedBy?: string | undefined;
  /** Id of the record that it is of. */
  readonly record?: string;
  readonly readOnly?: boolean;
  readonly edit?: CellEdit | undefined;
  readonly onChange: (value: unknown) => void;
  /** Where given, text goes out unread, so that what does not fit is kept. */
  readonly onResult?: (result: EditorResult) => void;
  readonly onNewOption?: (field: Field, label: string) => string;
  readonly onFocusChange?: (editing: boolean) => void;
  /** Gives up a text that was refused and is kept. */
  readonly onDiscard?: () => void;
  /** Writes what was refused over what somebody else wrote meanwhile. */
  readonly onUseMine?: () => void;
  /** The caret stands in it as it appears. */
  readonly opensAtOnce?: boolean;
  /** Told when a typed text is no value of the field, and again when it is mended or left. */
  readonly onRefused?: (refused: boolean) => void;
};

/** A value in a form: shown as in a cell, edited in place on press, Enter or typing. */
export const FieldValue = ({
  field,
  value,
  habits,
  users,
  labelled = false,
  inForm = false,
  describedBy,
  record,
  readOnly = false,
  edit,
  onChange,
  onResult,
  onNewOption,
  onFocusChange,
  onDiscard,
  onUseMine,
  opensAtOnce = false,
  onRefused,
}: FieldValueProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  const fixed = readOnly || isReadOnly(field);
  const [start, setStart] = useState<'value' | 'typed' | null>(opensAtOnce && !fixed ? 'value' : null);
  const [initial, setInitial] = useState<string | undefined>(undefined);
  /** A text that was typed and refused, and why: it stays until it is mended. */
  const [refused, setRefused] = useState<{ readonly text: string; readonly why: string } | null>(null);
  const refuse = (next: typeof refused): void => {
    setRefused(next);
    if ((next === null) !== (refused === null)) onRefused?.(next !== null);
  };
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const view = viewOfField(field);
  const byId = useMemo(() => new Map(users.map((user) => [user.id, user])), [users]);
  const context = useMemo(
    () => ({ show: habits.show, user: (id: string) => byId.get(id), relative: () => '' }),
    [habits, byId],
  );
  const open = (how: 'value' | 'typed', text?: string): void => {
    if (fixed) return;
    setInitial(text);
    setStart(how);
    onFocusChange?.(true);
  };
  /** Tab goes on to the field behind or before, where there is one. */
  const leaving = useRef<Go | null>(null);
  const close = (go: Go): void => {
    // Who went elsewhere with the pointer keeps the focus there.
    leaving.current = document.activeElement === document.body ? null : go;
    setStart(null);
    onFocusChange?.(false);
  };
  // Before the next key can arrive.
  useLayoutEffect(() => {
    const { current: go } = leaving;
    if (start !== null || go === null) return;
    leaving.current = null;
    const all = [
      ...(box.current
        ?.closest('[data-fields], [role="dialog"], main')
        ?.querySelectorAll<HTMLElement>('[data-value]:not(:disabled), [data-toggle] input, [data-last]') ?? []),
    ];
    const at = all.findIndex((one) => box.current?.contains(one));
    const next = go === 'right' || (go === 'down' && inForm) ? all[at + 1] : go === 'left' ? all[at - 1] : undefined;
    (next ?? button.current)?.focus({ preventScroll: next === undefined });
  }, [start, inForm]);
  const done = (result: EditorResult, go: Go): void => {
    close(go);
    if (onResult) return onResult(result);
    const take = (next: unknown): void => {
      refuse(null);
      onChange(next);
    };
    if ('value' in result) return take(result.value ?? null);
    const read = readText(field, result.text, habits.read);
    if (read.ok) take(read.value);
    else
      refuse({
        text: result.text,
        why: refusalText(t, read),
      });
  };
  const cancel = (): void => {
    close('stay');
    refuse(null);
  };
  const give = (next: unknown): void => {
    refuse(null);
    if (onResult) onResult({ value: next });
    else onChange(next);
  };
  const keys = (event: KeyboardEvent): void => {
    const list = view.entry.by === 'choosing';
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'F2') open('value');
    else if (event.key === 'Delete' || event.key === 'Backspace') give(null);
    else if ([...event.key].length === 1 && event.key !== ' ') {
      // The editor begins with the key: it must not get it from the browser as well.
      open(list ? 'value' : 'typed', event.key);
    } else return;
    event.preventDefault();
  };
  const refusal = edit?.state === 'refused' ? edit.refusal : undefined;
  const theirs = refusal?.theirs;
  const message = refusal
    ? [
        refusalText(t, refusal),
        ...(theirs ? [t('grid.theirs', { value: textOf(field, theirs.value, habits.show) || t('empty') })] : []),
      ].join(' ')
    : start === null
      ? refused?.why
      : undefined;
  const text = edit?.text ?? refused?.text;
  const begun = initial ?? text;
  const problem = message ? (
    <span id={`${field.id}-why`} className={classes['problem']} role="alert">
      <IconAlertCircle aria-hidden="true" />
      {message}
      {theirs && onUseMine && (
        <button
          type="button"
          className={classes['discard']}
          onClick={() => {
            button.current?.focus({ preventScroll: true });
            onUseMine();
          }}
        >
          {t('grid.useMine')}
        </button>
      )}
      {refusal && onDiscard && (
        <button
          type="button"
          className={classes['discard']}
          onClick={() => {
            button.current?.focus({ preventScroll: true });
            onDiscard();
          }}
        >
          {t(theirs ? 'grid.keepTheirs' : 'grid.discard')}
        </button>
      )}
    </span>
  ) : null;
  const shown = edit && edit.text === undefined ? (edit.value as Value) : value;
  const when =
    view.tellsDistance === true && text === undefined && typeof shown === 'string' ? formats.fromToday(shown) : '';
  const leading =
    typeof shown === 'string' || isEmpty(shown) || isCut(shown) ? shown : displayText(field, shown, habits.show);
  const href = view.hrefOf !== undefined && typeof leading === 'string' && leading !== '' ? view.hrefOf(leading) : null;

  const { Control } = view;
  if (Control && !fixed && view.controls?.(field) !== false) {
    return (
      <div ref={box} className={cx(classes['valueBox'], inForm && classes['inForm'])}>
        {labelled && <span className={classes['label']}>{field.name}</span>}
        <div className={classes['value']} data-toggle>
          <Control
            field={field}
            value={shown}
            label={field.name}
            clear={t('date.clear')}
            {...(record !== undefined && { record })}
            onChange={give}
          />
        </div>
        {problem}
      </div>
    );
  }
  if (view.entry.by === 'pressing' && !fixed) {
    return (
      <div ref={box} className={cx(classes['valueBox'], inForm && classes['inForm'])}>
        {labelled && <span className={classes['label']}>{field.name}</span>}
        <div className={classes['value']} data-toggle>
          <Check checked={shown === true} ariaLabel={field.name} onChange={give} />
        </div>
        {problem}
      </div>
    );
  }
  return (
    <div ref={box} className={cx(classes['valueBox'], inForm && classes['inForm'])}>
      {labelled && <span className={classes['label']}>{field.name}</span>}
      {start === null ? (
        <button
          ref={button}
          type="button"
          data-value
          className={cx(
            classes['value'],
            (refusal !== undefined || refused !== null) && classes['bad'],
            edit?.state === 'pending' && classes['pending'],
            (labelled || inForm) && classes['framed'],
            href !== null && text === undefined && classes['linked'],
          )}
          disabled={fixed}
          aria-describedby={message ? `${field.id}-why` : describedBy}
          // In a form it opens as it is pressed: what the press leaves may become smaller, and this one move away from it.
          {...(inForm && {
            onMouseDown: (event: MouseEvent) => {
              if (event.button !== 0 || fixed) return;
              event.preventDefault();
              open('value');
            },
          })}
          onClick={() => open('value')}
          onKeyDown={keys}
        >
          <span className="t-hidden">
            {field.name}: {text === undefined && isEmpty(shown) ? t('empty') : ''}
          </span>
          {text !== undefined ? (
            <span>{text}</span>
          ) : (
            <CellContent field={field} value={shown} width={4000} height={96} context={context} openLabel="" />
          )}
          {when !== '' && <span className={classes['when']}>{when}</span>}
          {fixed && isReadOnly(field) && <IconLock aria-hidden="true" className={classes['lock'] ?? ''} />}
        </button>
      ) : (
        <div className={classes['editing']}>
          <Editor
            field={field}
            value={shown}
            start={start}
            {...(begun !== undefined ? { text: begun } : {})}
            habits={habits}
            users={users}
            {...(onNewOption ? { onNewOption } : {})}
            onDone={done}
            onCancel={cancel}
            readOnly={fixed}
            inCell={false}
            style={{ position: 'relative', width: '100%', minHeight: 32 }}
            texts={{
              find: t('editor.find'),
              findPerson: t('editor.findPerson'),
              clear: t('date.clear'),
              label: field.name,
            }}
          />
        </div>
      )}
      {start === null && href !== null && !labelled && (
        <a
          className={classes['open']}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('grid.openNamed', { name: field.name })}
        >
          <IconExternalLink aria-hidden="true" />
        </a>
      )}
      {problem}
    </div>
  );
};
