import type { FieldProps } from '@tessera/fields';
import { Button, cx, type Field, isMac, languageFor, useFormats } from '@tessera/kit';
import { IconAlertCircle } from '@tessera/kit/icons';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { displayText } from '../../data/values.ts';
import { fieldIcon } from '../list.ts';
import type { SettingProps } from '../view.ts';
import { type Choice, type Completion, completionAt, insertionOf, nearest } from './complete.ts';
import described from './functions.json' with { type: 'json' };
import { callAt, fieldText, type Mark, marksOf } from './marks.ts';
import { labelField, type Tried, useTried } from './preview.ts';
import { filled, mistakeText, type Mistake, words } from './words.ts';
import classes from './editor.module.css';

type Described = {
  readonly parameters: readonly { readonly name: string; readonly optional?: boolean; readonly many?: boolean }[];
  readonly example: readonly string[];
  readonly says: Readonly<Record<'en' | 'pt' | 'es', string>>;
};
const functions: Readonly<Record<string, Described>> = described;
const functionNames = Object.keys(functions).toSorted();

/** How long a mistake waits after the last key before it is shown, in ms. */
const markAfter = 500;
const signs = ['{', '}', '(', ')', '+', '-', '*', '/'] as const;

/** A text in an editable element, put in as if it was typed, so that the browser's own undo knows it. */
const typeIn = (area: HTMLTextAreaElement, from: number, to: number, text: string): void => {
  area.focus();
  area.setSelectionRange(from, to);
  // Nothing else keeps the undo of the browser.
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, from, to, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
};

const Painted = ({
  text,
  marks,
  known,
  mistakes,
}: {
  text: string;
  marks: readonly Mark[];
  known: (name: string) => Field | undefined;
  mistakes: readonly Mistake[];
}) => {
  const parts: ReactNode[] = [];
  const wrong = (from: number, to: number): boolean =>
    mistakes.some((one) => one.from < to && from < Math.max(one.to, one.from + 1));
  let at = 0;
  for (const mark of marks) {
    if (mark.from > at) parts.push(text.slice(at, mark.from));
    const written = text.slice(mark.from, mark.to);
    const isField = mark.kind === 'field' && known(mark.name ?? '') !== undefined;
    parts.push(
      <span
        key={mark.from}
        className={isField ? classes['chip'] : classes[mark.kind]}
        data-wrong={wrong(mark.from, mark.to) || undefined}
      >
        {isField ? (
          <>
            <i>{written.slice(0, 1)}</i>
            {written.slice(1, -1)}
            <i>{written.slice(-1)}</i>
          </>
        ) : (
          written
        )}
      </span>,
    );
    at = mark.to;
  }
  // A last line break has a line of its own.
  return (
    <div className={classes['painted']} aria-hidden="true">
      {parts}
      {`${text.slice(at)}\n`}
    </div>
  );
};

const Signature = ({ name, argument, language }: { name: string; argument: number; language: 'en' | 'pt' | 'es' }) => {
  const one = functions[name];
  if (one === undefined) return null;
  const { parameters } = words[language];
  const last = one.parameters.length - 1;
  return (
    <div className={classes['told']}>
      <code>
        <span className={classes['function']}>{name}</span>(
        {one.parameters.map((parameter, i) => (
          <span key={parameter.name}>
            {i > 0 && ', '}
            <span data-on={i === Math.min(argument, last) || undefined}>
              {`${parameters[parameter.name] ?? parameter.name}${parameter.many ? ', …' : ''}${parameter.optional ? '?' : ''}`}
            </span>
          </span>
        ))}
        )
      </code>
      <p>{one.says[language]}</p>
      <span className={classes['example']}>
        {one.example[0]} → {one.example[1]}
      </span>
    </div>
  );
};

/** What a formula answers as people read it: as a cell of the field shows it. */
const useShown = (language: 'en' | 'pt' | 'es', props: SettingProps['props']) => {
  const { locale, timezone } = useFormats();
  const one = (value: unknown, type: string): string =>
    type === 'boolean' && value !== null
      ? words[language].texts[value === true ? 'yes' : 'no']
      : displayText(
          {
            id: 'preview',
            name: '',
            type: 'formula',
            props: { ...props, result: type === 'blank' ? 'text' : type } as FieldProps,
            required: false,
            unique: false,
            description: '',
          },
          value,
          { locale, timezone },
        );
  return (value: unknown, type: string): { readonly text: string; readonly failed: boolean } => {
    if (typeof value === 'object' && value !== null && 'error' in value) {
      const { error, message } = value as { error: string; message?: string };
      return { text: words[language].failures[error] ?? message ?? error, failed: true };
    }
    return {
      text: Array.isArray(value)
        ? value.map((item: unknown) => one(item, type.replace('[]', ''))).join(', ')
        : one(value, type),
      failed: false,
    };
  };
};

const Preview = ({
  tried,
  fields,
  formula,
  language,
  props,
}: {
  tried: Tried;
  fields: readonly Field[];
  formula: string;
  language: 'en' | 'pt' | 'es';
  props: SettingProps['props'];
}) => {
  const { texts } = words[language];
  const formats = useFormats();
  const shown = useShown(language, props);
  const label = labelField(fields);
  const { answer, records, total, checked, mistakes } = tried;
  const old = answer !== null && (mistakes.length > 0 || checked !== formula);
  const byName = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields]);
  /** The formula with the values of a record put in. */
  const putIn = (record: (typeof records)[number]): string => {
    let made = '';
    let at = 0;
    for (const mark of marksOf(formula)) {
      const field = mark.kind === 'field' || mark.kind === 'name' ? byName.get(mark.name ?? '') : undefined;
      const sign = mark.name === '*' ? '×' : undefined;
      if (field === undefined && sign === undefined) continue;
      const value =
        field === undefined
          ? sign!
          : displayText(field, record.fields[field.id], { locale: formats.locale, timezone: formats.timezone }) || '–';
      made += formula.slice(at, mark.from) + value;
      at = mark.to;
    }
    return made + formula.slice(at);
  };
  if (tried.failed) return <p className="t-secondary">{texts.error}</p>;
  if (answer === null) return null;
  return (
    <div data-old={(old && mistakes.length > 0) || undefined} className={classes['tried']}>
      <div className={classes['over']}>
        <span className="t-medium">{texts.preview}</span>
        <span className="t-caption">
          {mistakes.length > 0
            ? texts.last
            : filled(texts.records, { count: formats.number(records.length), total: formats.number(total) })}
        </span>
      </div>
      {records.length === 0 ? (
        <p className="t-secondary">{texts.none}</p>
      ) : (
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{label?.name ?? texts.record}</th>
              <th scope="col">{texts.result}</th>
            </tr>
          </thead>
          <tbody>
            {records.map((record, i) => {
              const { text, failed } = shown(answer.values[i], answer.type);
              const name = label && displayText(label, record.fields[label.id], formats);
              return (
                <tr key={record.id}>
                  <th scope="row">
                    <span className="t-cut">{name || '–'}</span>
                    <small className="t-cut">{putIn(record)}</small>
                  </th>
                  <td data-failed={failed || undefined}>
                    <span className="t-cut">{text}</span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
};

/** Types a formula: completes fields and functions, says what is wrong at its place, and tries it on records. */
export const FormulaEditor = ({ props, onChange, fields, fieldId, tableId }: SettingProps) => {
  const formats = useFormats();
  const language = languageFor([formats.locale]);
  const { texts } = words[language];
  const formula = typeof props['formula'] === 'string' ? props['formula'] : '';
  const others = useMemo(() => fields.filter(({ id }) => id !== fieldId), [fields, fieldId]);
  const tried = useTried(tableId, formula);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [caret, setCaret] = useState(0);
  const [asked, setAsked] = useState(false);
  const [shut, setShut] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const [focused, setFocused] = useState(false);
  const [marked, setMarked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setMarked(formula), markAfter);
    return () => clearTimeout(timer);
  }, [formula]);

  const marks = useMemo(() => marksOf(formula), [formula]);
  const byName = useMemo(() => new Map(others.map((field) => [field.name, field])), [others]);
  const fieldCalled = (name: string): Field | undefined =>
    byName.get(name) ?? others.find((field) => field.id === name);
  const found: Completion | undefined = focused
    ? completionAt(formula, caret, { fields: others.map(({ name }) => name), functions: functionNames }, asked)
    : undefined;
  // What Esc shut stays shut until something else is typed.
  const open = found !== undefined && shut !== formula ? found : undefined;
  const choices = open?.choices.slice(0, 50) ?? [];
  const at = Math.min(chosen, Math.max(0, choices.length - 1));
  // An unfinished word is no mistake.
  const settled = marked === formula && tried.checked === formula && open === undefined && formula.trim() !== '';
  const mistakes = settled ? tried.mistakes : [];
  const [first] = mistakes;
  const around = callAt(formula, caret);
  const told = open && choices[at]?.kind === 'function' ? choices[at].name : open ? undefined : around?.name;

  const moveTo = (place: number): void => {
    area.current?.setSelectionRange(place, place);
    setCaret(place);
  };
  const put = (choice: Choice): void => {
    if (open === undefined || area.current === null) return;
    const rest = formula.slice(open.to);
    const takes = (functions[choice.name]?.parameters.length ?? 0) > 0;
    const { text, caret: inside } = insertionOf(choice, { rest, takes });
    typeIn(area.current, open.from, open.to, text);
    setAsked(false);
    setChosen(0);
    moveTo(open.from + inside);
  };
  /** What would mend the first mistake, where that can be told. */
  const mend = ((): { readonly name: string; readonly text: string } | undefined => {
    if (first?.params === undefined) return undefined;
    const wrong = String(first.params['name'] ?? '');
    const name =
      first.code === 'formula.unknown_field'
        ? nearest([...byName.keys()], wrong)
        : first.code === 'formula.unknown_function'
          ? nearest(functionNames, wrong)
          : undefined;
    return name === undefined
      ? undefined
      : { name, text: first.code === 'formula.unknown_field' ? fieldText(name) : name };
  })();
  const use = (): void => {
    if (mend !== undefined && first !== undefined && area.current !== null)
      typeIn(area.current, first.from, first.to, mend.text);
  };

  /** A field is one step for the arrows, and is marked before it is taken away. */
  const overField = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (selectionStart !== selectionEnd || event.altKey || event.ctrlKey || event.metaKey) return false;
    const back = event.key === 'ArrowLeft' || event.key === 'Backspace';
    if (!back && event.key !== 'ArrowRight' && event.key !== 'Delete') return false;
    const mark = marks.find(
      (one) =>
        one.kind === 'field' &&
        fieldCalled(one.name ?? '') !== undefined &&
        (back ? one.to : one.from) === selectionStart,
    );
    if (mark === undefined) return false;
    event.preventDefault();
    if (event.key === 'Backspace' || event.key === 'Delete') event.currentTarget.setSelectionRange(mark.from, mark.to);
    else if (event.shiftKey) event.currentTarget.setSelectionRange(mark.from, mark.to, back ? 'backward' : 'forward');
    else moveTo(back ? mark.from : mark.to);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const mod = isMac() ? event.metaKey : event.ctrlKey;
    if (event.ctrlKey && event.key === ' ') {
      event.preventDefault();
      setAsked(true);
      setShut(null);
      return;
    }
    if (mod && event.key === '.' && mend !== undefined) {
      event.preventDefault();
      return use();
    }
    if (event.key === 'F8' && tried.mistakes.length > 0) {
      event.preventDefault();
      const next = tried.mistakes.find(({ from }) => from > caret) ?? tried.mistakes[0]!;
      event.currentTarget.setSelectionRange(next.from, next.to);
      setCaret(next.from);
      return;
    }
    if (open !== undefined && choices.length > 0) {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) {
        event.preventDefault();
        return setChosen((at + step + choices.length) % choices.length);
      }
      if ((event.key === 'Enter' && !event.shiftKey) || (event.key === 'Tab' && !event.shiftKey)) {
        event.preventDefault();
        return put(choices[at]!);
      }
      if (event.key === 'Escape') {
        // The panel stays open.
        event.preventDefault();
        event.stopPropagation();
        event.nativeEvent.stopImmediatePropagation();
        setShut(formula);
        return setAsked(false);
      }
    }
    overField(event);
  };

  // The area is as high as what is in it, to eight lines.
  useLayoutEffect(() => {
    const shown = area.current;
    if (shown === null) return;
    shown.style.height = 'auto';
    shown.style.height = `${Math.min(Math.max(shown.scrollHeight, 72), 8 * 28 + 16)}px`;
  }, [formula]);
  const painted = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    listRef.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at, open?.word]);

  const read = [
    ...new Set(marks.flatMap((mark) => (mark.kind === 'field' ? (fieldCalled(mark.name ?? '')?.name ?? []) : []))),
  ];
  const option = (i: number): string => `${id}-${i}`;
  return (
    <div className={classes['formula']}>
      <div>
        <label htmlFor={id} className={classes['label']}>
          {texts.formula}
        </label>
        <div className={cx(classes['editor'], first !== undefined && classes['bad'])}>
          <div className={classes['code']}>
            <div ref={painted} className={classes['behind']}>
              <Painted text={formula} marks={marks} known={fieldCalled} mistakes={mistakes} />
            </div>
            <textarea
              ref={area}
              id={id}
              value={formula}
              rows={2}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              autoCorrect="off"
              aria-autocomplete="list"
              aria-controls={open === undefined ? undefined : `${id}-list`}
              aria-activedescendant={open === undefined ? undefined : option(at)}
              aria-invalid={first !== undefined || undefined}
              aria-describedby={`${id}-note`}
              onChange={(event) => {
                setCaret(event.target.selectionStart);
                setChosen(0);
                setShut(null);
                onChange({ formula: event.target.value });
              }}
              onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
              onScroll={(event) => {
                if (painted.current) painted.current.scrollTop = event.currentTarget.scrollTop;
              }}
              onKeyDown={onKeyDown}
              onFocus={() => setFocused(true)}
              onBlur={() => {
                setFocused(false);
                setAsked(false);
              }}
            />
          </div>
          {(open !== undefined || (focused && told !== undefined && first === undefined)) && (
            <div className={classes['help']}>
              {open !== undefined && (
                <div
                  className={classes['choices']}
                  ref={listRef}
                  id={`${id}-list`}
                  role="listbox"
                  aria-label={texts.choices}
                >
                  {choices.map((choice, i) => {
                    const Icon = choice.kind === 'field' ? fieldIcon(byName.get(choice.name)?.type ?? '') : null;
                    return (
                      <div
                        className={classes['choice']}
                        key={`${choice.kind}:${choice.name}`}
                        id={option(i)}
                        role="option"
                        aria-selected={i === at}
                        onPointerDown={(event) => {
                          event.preventDefault();
                          put(choice);
                        }}
                      >
                        {Icon && <Icon aria-hidden="true" />}
                        <span className="t-cut">{choice.name}</span>
                        {i === at && <kbd>Tab</kbd>}
                      </div>
                    );
                  })}
                </div>
              )}
              {told !== undefined ? (
                <Signature
                  name={told}
                  argument={open === undefined ? (around?.argument ?? 0) : -1}
                  language={language}
                />
              ) : (
                <div className={classes['told']}>
                  <p>{texts.field}</p>
                </div>
              )}
            </div>
          )}
          {first !== undefined && (
            <div className={classes['mistake']} role="alert">
              <IconAlertCircle aria-hidden="true" />
              <div>
                {mistakeText(language, first)}
                {mend !== undefined && (
                  <div>
                    <Button size="toolbar" onClick={use}>
                      {filled(texts.use, { name: mend.name })} <kbd>{isMac() ? '⌘ .' : 'Ctrl .'}</kbd>
                    </Button>
                  </div>
                )}
              </div>
            </div>
          )}
        </div>
        <p id={`${id}-note`} className="t-caption">
          {read.length === 0 ? texts.readsNone : filled(texts.reads, { names: formats.list(read) })}
        </p>
        <div className={classes['signs']} role="group" aria-label={texts.symbols}>
          {signs.map((sign) => (
            <button
              key={sign}
              type="button"
              onPointerDown={(event) => {
                // The keyboard of the phone stays.
                event.preventDefault();
                const shown = area.current;
                if (shown) typeIn(shown, shown.selectionStart, shown.selectionEnd, sign);
              }}
            >
              {sign}
            </button>
          ))}
        </div>
      </div>
      <Preview tried={tried} fields={others} formula={formula} language={language} props={props} />
    </div>
  );
};
