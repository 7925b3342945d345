import { relativeDates } from '@tessera/fields';
import { Avatar, Chip, type Field, MultiSelect, Select, TextInput, type User, useTexts } from '@tessera/kit';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { isMe, listOf } from '../../data/filters.ts';
import { refusalText } from '../../data/refusal-text.ts';
import { displayText, editText, readText } from '../../data/values.ts';
import { useHabits } from '../../data/use-habits.ts';
import classes from '../../table/table.module.css';
import type { FilterValueProps } from '../view.ts';
import { OptionChip } from './option-cell.tsx';

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const relative = (value: unknown): { relative: string; days?: number } | null =>
  typeof value === 'object' && value !== null && 'relative' in value && typeof value.relative === 'string'
    ? { relative: value.relative, ...('days' in value && typeof value.days === 'number' ? { days: value.days } : {}) }
    : null;

/** A day, or one that moves with today. */
export const DateValue = ({ leaf, onChange }: FilterValueProps) => {
  const within = leaf.operator === 'isWithin';
  const t = useTexts('building');
  const chosen = relative(leaf.value);
  const exact = !within && chosen === null;
  const choices = [
    ...(within ? [] : [{ value: 'exact', label: t('filter.exactDate') }]),
    ...relativeDates.map((id) => ({ value: id as string, label: t(`relative.${id}`) })),
  ];
  const counted = chosen?.relative === 'pastDays' || chosen?.relative === 'nextDays';
  return (
    <span className={classes['dateValue']} data-counted={counted || undefined}>
      <Select
        label={t('filter.value')}
        labelHidden
        value={exact ? 'exact' : (chosen?.relative ?? null)}
        options={choices}
        onChange={(next) =>
          onChange(
            next === 'exact'
              ? ''
              : { relative: next, ...(next === 'pastDays' || next === 'nextDays' ? { days: chosen?.days ?? 7 } : {}) },
          )
        }
      />
      {exact && (
        <TextInput label={t('filter.date')} labelHidden type="date" value={text(leaf.value)} onChange={onChange} />
      )}
      {counted && (
        <TextInput
          label={t('filter.days')}
          labelHidden
          inputMode="numeric"
          value={String(chosen?.days ?? '')}
          onChange={(days) =>
            onChange({ relative: chosen?.relative, days: Math.max(0, Math.min(3650, Number.parseInt(days, 10) || 0)) })
          }
        />
      )}
    </span>
  );
};

/**
 * A value that is typed: the text stays as it was typed, the filter gets what it means. What means nothing filters
 * nothing.
 */
const Typed = ({
  label,
  value,
  show,
  read,
  wrong,
  refused,
  onChange,
  placeholder,
  numeric = false,
}: {
  label: string;
  value: unknown;
  show: (value: unknown) => string;
  read: (typed: string) => unknown;
  wrong?: string;
  /** Why a text means nothing, where that depends on the text. */
  refused?: (typed: string) => string | undefined;
  onChange: (value: unknown) => void;
  placeholder?: string;
  numeric?: boolean;
}) => {
  const [state, setState] = useState({ typed: show(value), value });
  // Another row may have moved here.
  if (JSON.stringify(state.value) !== JSON.stringify(value)) setState({ typed: show(value), value });
  const unread = state.typed.trim() !== '' && read(state.typed) === undefined;
  return (
    <TextInput
      label={label}
      labelHidden
      inputMode={numeric ? 'decimal' : 'text'}
      placeholder={placeholder}
      value={state.typed}
      error={unread ? (refused?.(state.typed) ?? wrong) : undefined}
      onChange={(typed) => {
        const next = read(typed) ?? '';
        setState({ typed, value: next });
        onChange(next);
      }}
    />
  );
};

/** Several texts, each a chip: Enter, a comma or leaving the field makes one of what was typed, Backspace takes the last back. */
const Texts = ({
  label,
  values,
  onChange,
}: {
  label: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}) => {
  const t = useTexts('building');
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = (text: string): void => {
    const more = listOf(text) ?? [];
    setTyped('');
    if (more.length > 0) onChange([...new Set([...values, ...more])]);
  };
  return (
    <div className={classes['texts']} onClick={() => input.current?.focus()}>
      {values.map((value) => (
        <Chip
          key={value}
          look="outlined"
          small
          removeLabel={t('options.remove', { name: value })}
          onRemove={() => {
            onChange(values.filter((one) => one !== value));
            input.current?.focus();
          }}
        >
          {value}
        </Chip>
      ))}
      <input
        ref={input}
        type="text"
        aria-label={label}
        placeholder={t(values.length === 0 ? 'filter.several' : 'tools.filter.enterMore')}
        value={typed}
        onChange={(event) => {
          const text = event.target.value;
          if (text.includes(',')) add(text);
          else setTyped(text);
        }}
        onBlur={() => add(typed)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && typed.trim() !== '') add(typed);
          else if (event.key === 'Backspace' && typed === '' && values.length > 0) {
            setTyped(values.at(-1) ?? '');
            onChange(values.slice(0, -1));
          } else return;
          event.preventDefault();
        }}
      />
    </div>
  );
};

const ids = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) => (typeof one === 'string' ? [one] : isMe(one) ? ['me'] : []))
    : [];
const person = (id: string): unknown => (id === 'me' ? { currentUser: true } : id);

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])
    .map(text)
    .filter((one) => one !== '');

const PersonChip = ({ name, user }: { name: string; user?: User }) => (
  <span className={classes['personChip']}>
    <Avatar name={name} id={user?.id ?? 'me'} photo={user?.photo_url ?? null} size={20} />
    <span className="t-cut">{name}</span>
  </span>
);

export const TextValue = ({ leaf, onChange }: FilterValueProps) => {
  const t = useTexts('building');
  return (
    <TextInput
      label={t('filter.value')}
      labelHidden
      placeholder={t('filter.enter')}
      value={text(leaf.value)}
      onChange={onChange}
    />
  );
};

export const TextsValue = ({ leaf, onChange }: FilterValueProps) => {
  const t = useTexts('building');
  return <Texts label={t('filter.value')} values={textsOf(leaf.value)} onChange={onChange} />;
};

export const BooleanValue = ({ leaf, onChange }: FilterValueProps) => {
  const t = useTexts('building');
  return (
    <Select
      label={t('filter.value')}
      labelHidden
      value={typeof leaf.value === 'boolean' ? String(leaf.value) : null}
      searchable={false}
      options={[
        { value: 'true', label: t('filter.on') },
        { value: 'false', label: t('filter.off') },
      ]}
      onChange={(value) => onChange(value === 'true')}
    />
  );
};

/** How a number is typed in a condition. It is compared with any number, also one of more places than the field keeps. */
const useNumber = (field: Field, users: readonly User[]) => {
  const t = useTexts('building');
  const habits = useHabits(users);
  const { decimals: _places, ...props } = field.props;
  return {
    numeric: true,
    wrong: t('filter.notNumber'),
    show: (value: unknown) => editText(field, value, habits),
    read: (typed: string) => {
      const read = typed.trim() === '' ? null : readText({ ...field, props }, typed, habits.read);
      return read?.ok && read.value !== null ? read.value : undefined;
    },
  };
};

export const NumberValue = ({ leaf, field, users, onChange }: FilterValueProps) => {
  const t = useTexts('building');
  const number = useNumber(field, users);
  return (
    <Typed
      label={t('filter.value')}
      value={leaf.value}
      placeholder={t('filter.enter')}
      {...number}
      onChange={onChange}
    />
  );
};

/** How a value is typed in a condition of a type that reads it as the API takes it: a time, a duration. */
const useRead = (field: Field, users: readonly User[]) => {
  const habits = useHabits(users);
  const t = useTexts('building');
  const refused = (typed: string): string | undefined => {
    const read = readText(field, typed, habits.read);
    return read.ok ? undefined : refusalText(t, read);
  };
  return {
    refused,
    show: (value: unknown) => displayText(field, value, habits.show),
    read: (typed: string) => {
      const read = typed.trim() === '' ? null : readText(field, typed, habits.read);
      return read?.ok && read.value !== null ? read.value : undefined;
    },
  };
};

/** A value as the field itself reads it. */
export const ReadValue = ({ leaf, field, users, onChange }: FilterValueProps) => {
  const t = useTexts('building');
  return (
    <Typed
      label={t('filter.value')}
      value={leaf.value}
      placeholder={t('filter.enter')}
      {...useRead(field, users)}
      onChange={onChange}
    />
  );
};

type EndProps = { readonly label: string; readonly value: unknown; readonly onChange: (value: unknown) => void };

/** The two ends of a range beside each other. */
const ends = (
  { leaf, onChange }: FilterValueProps,
  render: (end: 'from' | 'to', props: Omit<EndProps, 'label'>) => ReactNode,
) => {
  const now: readonly unknown[] = Array.isArray(leaf.value) ? leaf.value : ['', ''];
  const set = (index: number, value: unknown): void =>
    onChange(index === 0 ? [value, now[1] ?? ''] : [now[0] ?? '', value]);
  return (
    <span style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
      {(['from', 'to'] as const).map((end, index) =>
        render(end, { value: now[index], onChange: (value) => set(index, value) }),
      )}
    </span>
  );
};

export const NumberRange = (props: FilterValueProps) => {
  const t = useTexts('building');
  const number = useNumber(props.field, props.users);
  return ends(props, (end, own) => (
    <Typed key={end} label={t(`filter.${end}`)} placeholder={t(`filter.${end}`)} {...own} {...number} />
  ));
};

export const ReadRange = (props: FilterValueProps) => {
  const t = useTexts('building');
  const read = useRead(props.field, props.users);
  return ends(props, (end, own) => <Typed key={end} label={t(`filter.${end}`)} {...own} {...read} />);
};

export const DateRange = (props: FilterValueProps) => {
  const t = useTexts('building');
  return ends(props, (end, { value, onChange }) => (
    <TextInput key={end} label={t(`filter.${end}`)} labelHidden type="date" value={text(value)} onChange={onChange} />
  ));
};

const useOptions = (field: Field) => {
  const { options } = field.props;
  return useMemo(
    () =>
      (options ?? []).map((option) => ({
        value: option.id,
        label: option.label,
        content: <OptionChip option={option} size={20} />,
      })),
    [options],
  );
};

export const OptionValue = ({ leaf, field, onChange }: FilterValueProps) => {
  const t = useTexts('building');
  const options = useOptions(field);
  return (
    <Select
      label={t('filter.value')}
      labelHidden
      value={text(leaf.value) || null}
      options={options}
      onChange={onChange}
    />
  );
};

export const OptionsValue = ({ leaf, field, onChange }: FilterValueProps) => {
  const t = useTexts('building');
  const options = useOptions(field);
  return (
    <MultiSelect label={t('filter.value')} labelHidden values={ids(leaf.value)} options={options} onChange={onChange} />
  );
};

const usePeople = (users: readonly User[]) => {
  const t = useTexts('building');
  return useMemo(
    () => [
      { value: 'me', label: t('filter.me'), content: <PersonChip name={t('filter.me')} /> },
      ...users.map((user) => ({
        value: user.id,
        label: user.name,
        content: <PersonChip name={user.name} user={user} />,
      })),
    ],
    [users, t],
  );
};

export const PersonValue = ({ leaf, users, onChange }: FilterValueProps) => {
  const t = useTexts('building');
  const people = usePeople(users);
  return (
    <Select
      label={t('filter.value')}
      labelHidden
      value={isMe(leaf.value) ? 'me' : text(leaf.value) || null}
      options={people}
      onChange={(id) => onChange(person(id))}
    />
  );
};

export const PeopleValue = ({ leaf, users, onChange }: FilterValueProps) => {
  const t = useTexts('building');
  const people = usePeople(users);
  return (
    <MultiSelect
      label={t('filter.value')}
      labelHidden
      values={ids(leaf.value)}
      options={people}
      onChange={(chosen) => onChange(chosen.map(person))}
    />
  );
};
