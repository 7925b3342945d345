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
import { IconCheck, IconPlus } from '../icons.ts';
import { useTexts } from '../i18n/i18n.ts';
import type { IconType } from './button.tsx';
import classes from './pick-list.module.css';
import { fold, matching, sameLabel, typeAhead, typedOn } from './search.ts';

export type PickOption<T extends string = string> = {
  readonly value: T;
  /** What is searched, typed and read out. */
  readonly label: string;
  /** Drawn instead of the label (a chip, an avatar and name). */
  readonly content?: ReactNode;
  readonly icon?: IconType;
  readonly detail?: string;
  readonly disabled?: boolean;
};

export type PickListProps<T extends string> = {
  readonly label: string;
  readonly options: readonly PickOption<T>[];
  readonly selected: readonly T[];
  /** `press`: the key that took it, where one did. */
  readonly onPick: (value: T, press?: KeyboardEvent) => void;
  /** Of a list that takes several: Enter where nothing was typed and no other entry gone to since the last choice. */
  readonly onDone?: (press: KeyboardEvent) => void;
  readonly multiple?: boolean;
  readonly searchable?: boolean;
  readonly placeholder?: string;
  /** Offers to make what was typed when no option has that label. */
  readonly onCreate?: (label: string, press?: KeyboardEvent) => void;
  /** What was typed before it appeared, as in a cell that opens by typing: searched for, or gone to. */
  readonly initialSearch?: string;
  /** Backspace in an empty search. */
  readonly onBackspace?: () => void;
  /** Keys that the list does not use (Tab, Esc), with what was searched for and the entry that Enter would take. */
  readonly onKeyDown?: (
    event: KeyboardEvent,
    typed: { readonly search: string; readonly value: T | undefined },
  ) => void;
  readonly footer?: ReactNode;
};

/**
 * A list to choose from, with or without search; takes the focus when it appears. Used in popovers, selects and cells.
 */
export const PickList = <T extends string>({
  label,
  options,
  selected,
  onPick,
  onDone,
  multiple = false,
  searchable = false,
  placeholder,
  onCreate,
  initialSearch = '',
  onBackspace,
  onKeyDown,
  footer,
}: PickListProps<T>) => {
  const t = useTexts('kit');
  const id = useId();
  const [search, setSearch] = useState(searchable ? initialSearch : '');
  const root = useRef<HTMLDivElement>(null);
  const typed = useRef(
    searchable || initialSearch === '' ? { text: '', at: 0 } : { text: fold(initialSearch), at: Date.now() },
  );

  const shown = useMemo(() => matching(options, search), [options, search]);
  const creatable =
    onCreate !== undefined && search.trim() !== '' && !options.some((option) => sameLabel(option.label, search));
  const count = shown.length + (creatable ? 1 : 0);
  const [active, setActive] = useState(() => {
    const chosen = options.findIndex((option) => selected.includes(option.value));
    if (initialSearch === '') return Math.max(0, chosen);
    // Places count in what the search leaves: its first entry is the one that Enter takes.
    return searchable ? 0 : Math.max(0, typeAhead(options, initialSearch, chosen));
  });
  const at = Math.min(active, count - 1);

  // Before the next key can arrive.
  useLayoutEffect(() => {
    root.current?.querySelector<HTMLElement>('input, [role="listbox"]')?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    root.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  /** Whether arrows led to another entry since the last choice. */
  const moved = useRef(false);
  const pick = (index: number, press?: KeyboardEvent): void => {
    if (press && onDone && search === '' && !moved.current) return onDone(press);
    moved.current = false;
    const option = shown[index];
    if (option) {
      if (option.disabled !== true) onPick(option.value, press);
    } else if (creatable) onCreate?.(search.trim(), press);
    if (multiple) setSearch('');
  };
  const move = (by: number): void => {
    if (count === 0) return;
    let next = at;
    for (let step = 0; step < count; step++) {
      next = (next + by + count) % count;
      if (shown[next]?.disabled !== true) break;
    }
    moved.current = true;
    setActive(next);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Home' && !searchable) setActive(0);
    else if (event.key === 'End' && !searchable) setActive(count - 1);
    else if (event.key === 'Enter' || (event.key === ' ' && !searchable)) pick(at, event);
    else if (event.key === 'Backspace' && searchable && search === '' && onBackspace) onBackspace();
    else if (!searchable && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      typed.current = typedOn(typed.current, event.key, Date.now());
      const found = typeAhead(shown, typed.current.text, at);
      if (found >= 0) setActive(found);
    } else {
      const entry = shown[at];
      onKeyDown?.(event, { search: search.trim(), value: entry?.disabled === true ? undefined : entry?.value });
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const list = {
    id: `${id}-list`,
    role: 'listbox' as const,
    'aria-label': label,
    'aria-multiselectable': multiple || undefined,
  };
  const activeId = count > 0 ? `${id}-${at}` : undefined;

  return (
    <div ref={root} className={classes['root']} onKeyDown={keyDown}>
      {searchable && (
        <div className={classes['search']}>
          <input
            type="text"
            role="combobox"
            aria-label={label}
            aria-expanded="true"
            aria-controls={list.id}
            aria-activedescendant={activeId}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            value={search}
            placeholder={placeholder ?? t('pick.search')}
            onChange={(event) => {
              setSearch(event.target.value);
              setActive(0);
            }}
          />
        </div>
      )}
      <div
        {...list}
        className={classes['list']}
        {...(searchable ? {} : { tabIndex: 0, 'aria-activedescendant': activeId })}
      >
        {shown.map((option, index) => {
          const Icon = option.icon;
          const on = selected.includes(option.value);
          return (
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={on}
              aria-disabled={option.disabled || undefined}
              data-active={index === at || undefined}
              className={classes['option']}
              onPointerMove={() => setActive(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(index)}
            >
              {Icon && <Icon aria-hidden="true" />}
              <span className="t-cut">
                {option.content ?? option.label}
                {option.detail !== undefined && <span className={classes['detail']}>{option.detail}</span>}
              </span>
              <span className={classes['end']}>{on && <IconCheck aria-hidden="true" />}</span>
            </div>
          );
        })}
        {creatable && (
          <div
            id={`${id}-${shown.length}`}
            role="option"
            aria-selected="false"
            data-active={at === shown.length || undefined}
            className={classes['option']}
            onPointerMove={() => setActive(shown.length)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(shown.length)}
          >
            <IconPlus aria-hidden="true" />
            <span className="t-cut">{t('pick.create', { label: search.trim() })}</span>
          </div>
        )}
      </div>
      {count === 0 && (
        <div className={classes['empty']} role="status">
          {search === '' ? t('pick.nothing') : t('pick.none', { search })}
        </div>
      )}
      {footer}
    </div>
  );
};
