import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { IconChevronDown } from '../icons.ts';
import { useTexts } from '../i18n/i18n.ts';
import type { IconType } from './button.tsx';
import { Chip } from './chip.tsx';
import { cx } from './cx.ts';
import { FormField, type ControlSize, type FieldLabels } from './field.tsx';
import classes from './field.module.css';
import { PickList, type PickOption } from './pick-list.tsx';
import { Popover } from './popover.tsx';
import { matching, typeAhead } from './search.ts';

export type SelectProps<T extends string> = FieldLabels & {
  readonly value: T | null;
  readonly onChange: (value: T) => void;
  readonly options: readonly PickOption<T>[];
  readonly placeholder?: string;
  readonly size?: ControlSize;
  readonly icon?: IconType;
  readonly disabled?: boolean;
  /** Search above the list; on by default from 9 options. */
  readonly searchable?: boolean;
  readonly onCreate?: (label: string) => void;
  readonly className?: string;
};

/** One of a list, in a popover as wide as the control. */
export const Select = <T extends string>({
  label,
  labelHidden,
  help,
  error,
  value,
  onChange,
  options,
  placeholder,
  size = 'standard',
  icon: Icon,
  disabled = false,
  searchable = options.length > 8,
  onCreate,
  className,
}: SelectProps<T>) => {
  const t = useTexts('kit');
  const [opened, setOpened] = useState(false);
  // Letters that come before the list does: it begins with them.
  const [early, setEarly] = useState('');
  // A list that is opened again while it leaves is a new one.
  const [times, setTimes] = useState(0);
  const chosen = options.find((option) => option.value === value);
  const Shown = Icon ?? chosen?.icon;
  const text = typeof label === 'string' ? label : '';
  const open = (next: boolean): void => {
    setOpened(next);
    setEarly('');
    if (next) setTimes(times + 1);
  };
  const take = (next: T): void => {
    onChange(next);
    open(false);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!opened) open(true);
    } else if (event.key === 'Enter' && opened && early !== '') {
      const found = searchable
        ? matching(options, early)[0]
        : options[
            typeAhead(
              options,
              early,
              options.findIndex((option) => option.value === value),
            )
          ];
      if (found && found.disabled !== true) take(found.value);
    } else if ([...event.key].length === 1 && (event.key !== ' ' || early !== '')) {
      if (!opened) open(true);
      setEarly(early + event.key);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <FormField
      label={label}
      {...(labelHidden ? { labelHidden } : {})}
      help={help}
      error={error}
      {...(className ? { className } : {})}
    >
      {({ id, describedBy, invalid }) => (
        <Popover
          opened={opened}
          onClose={() => open(false)}
          width="target"
          anchor={
            <button
              type="button"
              id={id}
              disabled={disabled}
              aria-haspopup="listbox"
              aria-expanded={opened}
              aria-describedby={describedBy}
              aria-label={`${text}: ${chosen?.label ?? placeholder ?? t('pick.placeholder')}`}
              className={cx(
                classes['input'],
                classes['select'],
                size !== 'standard' && classes[size],
                invalid && classes['bad'],
                disabled && classes['off'],
              )}
              onClick={() => open(!opened)}
              onKeyDown={keyDown}
            >
              {Shown && <Shown aria-hidden="true" />}
              <Value chosen={chosen} placeholder={placeholder ?? t('pick.placeholder')} />
              <IconChevronDown aria-hidden="true" />
            </button>
          }
        >
          <PickList
            key={times}
            label={text}
            options={options}
            selected={value === null ? [] : [value]}
            searchable={searchable}
            initialSearch={early}
            {...(onCreate
              ? {
                  onCreate: (created: string) => {
                    onCreate(created);
                    open(false);
                  },
                }
              : {})}
            onPick={take}
          />
        </Popover>
      )}
    </FormField>
  );
};

const Value = ({ chosen, placeholder }: { chosen: PickOption | undefined; placeholder: string }): ReactNode => (
  <span className={cx(classes['value'], 't-cut', !chosen && classes['placeholder'])}>
    {chosen ? (chosen.content ?? chosen.label) : placeholder}
  </span>
);

export type MultiSelectProps<T extends string> = FieldLabels & {
  readonly values: readonly T[];
  readonly onChange: (values: readonly T[]) => void;
  readonly options: readonly PickOption<T>[];
  readonly placeholder?: string;
};

/** In px: between two parts, and what the count of the others takes. */
const gap = 4;
const restWidth = 36;

/** Keeps as many of its parts as stand in one line, and tells how many do not. */
const Fitting = ({ parts }: { parts: readonly { readonly key: string; readonly content: ReactNode }[] }) => {
  const line = useRef<HTMLSpanElement>(null);
  const [count, setCount] = useState(parts.length);
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    const measure = (): void => {
      const ends: number[] = [];
      for (const part of element.querySelectorAll<HTMLElement>('[data-part]'))
        ends.push((ends.at(-1) ?? -gap) + gap + part.scrollWidth);
      const room = element.clientWidth;
      const fits = (ends.at(-1) ?? 0) <= room ? ends.length : ends.filter((end) => end + restWidth <= room).length;
      setCount(Math.max(1, fits));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [parts]);
  return (
    <span ref={line} className={cx(classes['value'], classes['parts'])}>
      {parts.map(({ key, content }, at) => (
        <span key={key} data-part data-over={at >= count || undefined}>
          {content}{' '}
        </span>
      ))}
      {count < parts.length && <span className={classes['rest']} data-rest={`+${parts.length - count}`} />}
    </span>
  );
};

/** Several of a list: the control shows as many of them as fit and how many there are besides; its name says all. */
export const MultiSelect = <T extends string>({
  label,
  labelHidden,
  help,
  error,
  values,
  onChange,
  options,
  placeholder,
}: MultiSelectProps<T>) => {
  const t = useTexts('kit');
  const [opened, setOpened] = useState(false);
  const chosen = options.filter((option) => values.includes(option.value));
  const none = placeholder ?? t('pick.placeholder');
  const text = typeof label === 'string' ? label : '';
  const parts = useMemo(
    () =>
      options
        .filter((option) => values.includes(option.value))
        .map(({ value, label: name, content, icon }) => ({
          key: value,
          content: content ?? (
            <Chip look="outlined" small {...(icon ? { icon } : {})}>
              {name}
            </Chip>
          ),
        })),
    [options, values],
  );
  return (
    <FormField label={label} {...(labelHidden ? { labelHidden } : {})} help={help} error={error}>
      {({ id, describedBy, invalid }) => (
        <Popover
          opened={opened}
          onClose={() => setOpened(false)}
          width="target"
          anchor={
            <button
              type="button"
              id={id}
              aria-haspopup="listbox"
              aria-expanded={opened}
              aria-describedby={describedBy}
              aria-label={`${text}: ${chosen.map((option) => option.label).join(', ') || none}`}
              className={cx(classes['input'], classes['select'], invalid && classes['bad'])}
              onClick={() => setOpened(!opened)}
            >
              {chosen.length === 0 ? <Value chosen={undefined} placeholder={none} /> : <Fitting parts={parts} />}
              <IconChevronDown aria-hidden="true" />
            </button>
          }
        >
          <PickList
            label={text}
            options={options}
            selected={values}
            multiple
            searchable={options.length > 8}
            onPick={(value) =>
              onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
            }
          />
        </Popover>
      )}
    </FormField>
  );
};

export type ComboboxProps<T extends string> = Omit<SelectProps<T>, 'searchable'>;

/** A select whose list is always searched, and which may make new entries. */
export const Combobox = <T extends string>(props: ComboboxProps<T>) => <Select {...props} searchable />;
