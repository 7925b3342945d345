import { fieldType } from '@tessera/fields';
import { api, Button, IconButton, languageFor, Popover, toast, useErrorText, useFormats } from '@tessera/kit';
import { IconExternalLink, IconLock, IconPlus, IconSearch, IconX } from '@tessera/kit/icons';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { besideOf, type Linked, linkedOf } from '../../data/links.ts';
import { displayText } from '../../data/values.ts';
import type { Go } from '../../grid/editors.ts';
import { editorCommand } from '../../grid/model/keys.ts';
import editing from '../../grid/view/editor.module.css';
import { usePhone } from '../../phone/use-phone.ts';
import { SortList } from '../../table/drag-list.tsx';
import type { TypeEditorProps } from '../view.ts';
import { keyOf, useClosed } from './editing.ts';
import { linksCell } from './links-cell.tsx';
import { useFound, useLinkedTable } from './links-search.ts';
import { hiddenText, linkWords, said } from './links-words.ts';
import classes from './links.module.css';

/** A form's value is drawn as in a cell of a tall row that has all the room. */
const formSize = { width: 4000, height: 96 };
/** Linked records that are listed before "and 12 more". */
const mostListed = 5;

/** A name with what was sought in it. */
const Marked = ({ text, search }: { text: string; search: string }) => {
  const at = search === '' ? -1 : text.toLocaleLowerCase().indexOf(search.toLocaleLowerCase());
  return at < 0 ? (
    <>{text}</>
  ) : (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + search.length)}</mark>
      {text.slice(at + search.length)}
    </>
  );
};

/**
 * Picks the records that a value links to: those that are linked, in their order, and others that typing searches on the
 * server. All that is done while it is open is one change.
 */
export const LinksEditor = ({
  field,
  value,
  text,
  onDone,
  onCancel,
  style,
  size = formSize,
  habits,
  users,
  texts,
  readOnly,
}: TypeEditorProps) => {
  const formats = useFormats();
  const errorText = useErrorText('building');
  const words = linkWords[languageFor([formats.locale])];
  const props = field.props as {
    readonly tableId?: string;
    readonly multiple?: boolean;
    readonly pickerFields?: readonly string[];
    readonly viewId?: string;
  };
  const several = props.multiple !== false;
  const phone = usePhone();
  const table = useLinkedTable(props.tableId ?? '');
  const [linked, setLinked] = useState<readonly Linked[]>(() => linkedOf(value));
  const first = useRef(linked);
  const left = useRef(false);
  const [typed, setTyped] = useState(text ?? '');
  const [all, setAll] = useState(false);
  const [making, setMaking] = useState(false);
  const shown = useMemo(
    () => table?.fields.filter(({ id }) => props.pickerFields?.includes(id) === true) ?? [],
    [table, props.pickerFields],
  );
  const { found, search, label, view, matching, total, old, failed, started, more } = useFound(
    table,
    shown,
    typed,
    props.viewId,
  );
  const { hidden = 0, more: untold = 0, tableInTrash } = besideOf(value);
  const others = found.filter(({ id }) => !linked.some((one) => one.id === id));
  const [active, setActive] = useState(0);
  const word = typed.trim();
  const creatable =
    word !== '' &&
    table?.rights.canCreateRecords === true &&
    label !== undefined &&
    fieldType(label.type)?.namesRecords === true;
  const count = others.length + (creatable ? 1 : 0);
  const at = Math.min(active, Math.max(0, count - 1));
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const finish = (next: readonly Linked[], go: Go): void => {
    if (left.current) return;
    left.current = true;
    if (next === first.current) {
      if (go === 'stay') onCancel();
      else onDone({ value }, go);
    } else onDone({ value: next.length === 0 ? null : next }, go);
  };
  useClosed(readOnly, () => finish(linked, 'stay'));
  // It takes the focus as it appears, before the next key can arrive.
  const appear = useCallback((element: HTMLInputElement | null): void => {
    input.current = element;
    element?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [at, others.length]);

  const goBy = (press: KeyboardEvent | undefined): Go => {
    const command = press && editorCommand(keyOf(press), false);
    return command?.do === 'commit' ? command.go : 'stay';
  };
  const add = (one: Linked, press?: KeyboardEvent): void => {
    const next = several ? [...linked, one] : [one];
    if (!several) return finish(next, goBy(press));
    setLinked(next);
    setTyped('');
    setActive(0);
  };
  const make = (press?: KeyboardEvent): void => {
    if (!creatable || making || table === null || table === undefined || label === undefined) return;
    setMaking(true);
    api
      .post('/v3/tables/{table}/records', {
        path: { table: table.id },
        body: { fields: { [label.id]: word } },
      })
      .then(
        (made) => {
          setMaking(false);
          const [record] = 'records' in made ? made.records : [made];
          if (record) add({ id: record.id, label: word }, press);
        },
        (error: unknown) => {
          setMaking(false);
          toast({ kind: 'error', message: words.notMade, detail: errorText(error) });
        },
      );
  };
  const take = (index: number, press?: KeyboardEvent): void => {
    const one = others[index];
    if (one) add({ id: one.id, label: one.label }, press);
    else make(press);
  };
  // Enter was quicker than the answer: the first that comes is taken.
  const [hurried, setHurried] = useState(false);
  useEffect(() => {
    if (!hurried || old) return;
    setHurried(false);
    take(0);
    // Once, when the answer is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hurried, old]);
  const remove = (gone: string): void => {
    setLinked(linked.filter((one) => one.id !== gone));
    input.current?.focus({ preventScroll: true });
  };
  const move = (moved: string, to: number): void => {
    const one = linked.find((link) => link.id === moved);
    if (one === undefined) return;
    const rest = linked.filter((link) => link.id !== moved);
    setLinked([...rest.slice(0, to), one, ...rest.slice(to)]);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') finish(linked, 'stay');
    else if (event.key === 'Tab' && event.target === input.current) finish(linked, event.shiftKey ? 'left' : 'right');
    else if (event.target !== input.current) {
      event.stopPropagation();
      return;
    } else if (event.key === 'ArrowDown' && !event.altKey && count > 0) setActive((at + 1) % count);
    else if (event.key === 'ArrowUp' && !event.altKey && count > 0) setActive((at - 1 + count) % count);
    else if (event.key === 'Enter' && event.shiftKey) make(event);
    // Nothing typed and nothing gone to: it is done.
    else if (event.key === 'Enter' && word === '' && active === 0 && linked !== first.current)
      finish(linked, goBy(event));
    else if (event.key === 'Enter' && old) setHurried(true);
    else if (event.key === 'Enter') take(at, event);
    else if (event.key === 'Backspace' && typed === '' && linked.length > 0) setLinked(linked.slice(0, -1));
    else {
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const context = useMemo(
    () => ({ show: habits.show, user: (user: string) => users.find((one) => one.id === user), relative: () => '' }),
    [habits, users],
  );
  const tableName = table?.label ?? '';
  const listed = all ? linked : linked.slice(0, mostListed);
  return (
    <Popover
      opened
      trapFocus={false}
      onClose={() => finish(linked, 'stay')}
      onEscape={() => finish(linked, 'stay')}
      width={360}
      {...(phone && { className: classes['full'] ?? '' })}
      anchor={
        <div className={editing['box']} style={style} data-editor data-list>
          <span className={editing['chosen']}>
            {linked.length === 0
              ? null
              : linksCell({
                  field,
                  value: linked,
                  text: () => displayText(field, linked, habits.show),
                  ...size,
                  context,
                  primary: false,
                  openLabel: '',
                })}
          </span>
        </div>
      }
    >
      <div
        ref={root}
        className={classes['picker']}
        onKeyDown={keys}
        onBlur={(event) => {
          // What has the focus may be taken away with its row.
          if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget))
            finish(linked, 'stay');
        }}
      >
        {phone && (
          <div className={classes['bar']}>
            <span className="t-strong t-cut">{field.name}</span>
            <Button variant="primary" onClick={() => finish(linked, 'stay')}>
              {words.finished}
            </Button>
          </div>
        )}
        <div className={classes['search']}>
          <IconSearch aria-hidden="true" />
          <input
            ref={appear}
            type="text"
            role="combobox"
            aria-label={texts.label}
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={count > 0 ? `${id}-${at}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            placeholder={said(words.find, { table: tableName })}
            value={typed}
            maxLength={200}
            onChange={(event) => {
              setTyped(event.target.value);
              setActive(0);
              setHurried(false);
            }}
          />
        </div>
        {linked.length + hidden > 0 && (
          <div className={classes['linked']}>
            <div className={classes['head']}>
              <span>{words.linked}</span>
              <span>{formats.number(linked.length + hidden + untold)}</span>
            </div>
            {phone ? (
              <ul className={classes['strip']} aria-label={words.linked}>
                {linked.map((one) => (
                  <li key={one.id}>
                    <Link
                      to={`/object/${props.tableId}/record/${one.id}`}
                      aria-label={said(words.open, { name: one.label || '–' })}
                    >
                      {one.label || '–'}
                    </Link>
                    <IconButton
                      label={said(words.remove, { name: one.label || '–' })}
                      icon={IconX}
                      tooltip={false}
                      onClick={() => remove(one.id)}
                    />
                  </li>
                ))}
              </ul>
            ) : (
              <SortList
                label={words.linked}
                items={listed.map((one) => ({ ...one, name: one.label || '–' }))}
                onMove={move}
                render={(one) => (
                  <>
                    <span className="t-cut" style={{ flex: 1 }}>
                      {one.name}
                    </span>
                    <Link
                      className={classes['open']}
                      to={`/object/${props.tableId}/record/${one.id}`}
                      aria-label={said(words.open, { name: one.name })}
                    >
                      <IconExternalLink aria-hidden="true" />
                    </Link>
                    <IconButton
                      label={said(words.remove, { name: one.name })}
                      icon={IconX}
                      tooltip={false}
                      onClick={() => remove(one.id)}
                    />
                  </>
                )}
              />
            )}
            {hidden > 0 && (
              <div className={classes['locked']}>
                <IconLock aria-hidden="true" />
                <span>{hiddenText(words, hidden)}</span>
              </div>
            )}
            {!phone && linked.length > listed.length && (
              <button type="button" className={classes['rest']} onClick={() => setAll(true)}>
                {said(words.more, { count: formats.number(linked.length - listed.length) })}
              </button>
            )}
          </div>
        )}
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={tableName === '' ? texts.label : tableName}
          aria-busy={old}
          className={classes['found']}
          onScroll={(event) => {
            const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
            if (scrollTop + clientHeight > scrollHeight - 96) more?.();
          }}
        >
          {tableName !== '' && others.length > 0 && (
            <div className={classes['head']} role="presentation">
              <span>{view?.label ?? tableName}</span>
              {matching !== undefined && total !== undefined && (
                <span>
                  {search === ''
                    ? formats.number(total)
                    : said(words.match, { count: formats.number(matching), all: formats.number(total) })}
                </span>
              )}
            </div>
          )}
          {others.map((one, index) => {
            const detail = shown
              .map((beside) => displayText(beside, one.fields[beside.id], habits.show))
              .filter((part) => part !== '')
              .join(' · ');
            return (
              <div
                key={one.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                data-active={index === at || undefined}
                data-two={detail !== '' || undefined}
                className={classes['option']}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(index)}
              >
                <span className="t-cut">
                  <Marked text={one.label || '–'} search={search} />
                  {detail !== '' && (
                    <small className="t-cut">
                      <Marked text={detail} search={search} />
                    </small>
                  )}
                </span>
                {index === at && <kbd>Enter</kbd>}
              </div>
            );
          })}
          {creatable && (
            <div
              id={`${id}-${others.length}`}
              role="option"
              aria-selected={at === others.length}
              data-active={at === others.length || undefined}
              className={classes['option']}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => make()}
            >
              <IconPlus aria-hidden="true" />
              <span className="t-cut">{said(words.new, { label: word })}</span>
              <kbd>Shift Enter</kbd>
            </div>
          )}
        </div>
        {(failed || table === null || (started && !old && others.length === 0)) && (
          <div className={classes['none']} role="status">
            {tableInTrash
              ? words.inTrash
              : failed || table === null
                ? said(words.failed, { table: tableName })
                : word === ''
                  ? said(words.nothing, { table: tableName })
                  : said(words.none, { search: word })}
          </div>
        )}
        <div className={classes['keys']} aria-hidden="true">
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd> {words.move}
          </span>
          <span>
            <kbd>Esc</kbd> {words.done}
          </span>
        </div>
      </div>
    </Popover>
  );
};
