import { fieldType, type FilterOperator, relativeDates } from '@tessera/fields';
import { type Field, MultiSelect, Select, TextInput, type User, useTexts } from '@tessera/kit';
import { useState } from 'react';
import { isMe, type Leaf, listOf } from '../data/filters.ts';
import { editText, readText } from '../data/values.ts';
import { useHabits } from './use-workbench.ts';
import classes from './table.module.css';

type ValueProps = {
  readonly leaf: Leaf;
  readonly field: Field;
  readonly kind: FilterOperator['value'];
  readonly users: readonly User[];
  readonly onChange: (value: unknown) => void;
};

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const relative = (value: unknown): { relative: string; days?: number } | null =>
  typeof value === 'object' && value !== null && 'relative' in value && typeof value.relative === 'string'
    ? { relative: value.relative, ...('days' in value && typeof value.days === 'number' ? { days: value.days } : {}) }
    : null;

const DateValue = ({ leaf, onChange, within }: { leaf: Leaf; onChange: (value: unknown) => void; within: boolean }) => {
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
  onChange,
  placeholder,
  numeric = false,
}: {
  label: string;
  value: unknown;
  show: (value: unknown) => string;
  read: (typed: string) => unknown;
  wrong?: string;
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
      error={unread ? wrong : undefined}
      onChange={(typed) => {
        const next = read(typed) ?? '';
        setState({ typed, value: next });
        onChange(next);
      }}
    />
  );
};

const ids = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) => (typeof one === 'string' ? [one] : isMe(one) ? ['me'] : []))
    : [];
const person = (id: string): unknown => (id === 'me' ? { currentUser: true } : id);

/** What a condition compares with, typed or chosen as its operator takes it. */
export const FilterValue = ({ leaf, field, kind, users, onChange }: ValueProps) => {
  const t = useTexts('building');
  const label = t('filter.value');
  const habits = useHabits(users);
  const choices = (field.props.options ?? []).map((option) => ({ value: option.id, label: option.label }));
  const people = [
    { value: 'me', label: t('filter.me') },
    ...users.map((user) => ({ value: user.id, label: user.name })),
  ];
  // Compared with any number, also one of more places than the field keeps.
  const { decimals: _places, ...props } = field.props;
  const number = {
    numeric: true,
    wrong: t('filter.notNumber'),
    show: (value: unknown) => editText(field, value, habits),
    read: (typed: string) => {
      const read = typed.trim() === '' ? null : readText({ ...field, props }, typed, habits.read);
      return read?.ok && read.value !== null ? read.value : undefined;
    },
  };
  switch (kind) {
    case 'none':
      return <span />;
    case 'boolean':
      return (
        <Select
          label={label}
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
    case 'number':
      return <Typed label={label} value={leaf.value} placeholder={t('filter.enter')} {...number} onChange={onChange} />;
    case 'texts':
      return (
        <Typed
          label={label}
          value={leaf.value}
          placeholder={t('filter.several')}
          show={(value) => (Array.isArray(value) ? value.join(', ') : text(value))}
          read={listOf}
          onChange={onChange}
        />
      );
    case 'option':
      return (
        <Select label={label} labelHidden value={text(leaf.value) || null} options={choices} onChange={onChange} />
      );
    case 'options':
      return <MultiSelect label={label} labelHidden values={ids(leaf.value)} options={choices} onChange={onChange} />;
    case 'users':
      return (
        <MultiSelect
          label={label}
          labelHidden
          values={ids(leaf.value)}
          options={people}
          onChange={(chosen) => onChange(chosen.map(person))}
        />
      );
    case 'user':
      return (
        <Select
          label={label}
          labelHidden
          value={isMe(leaf.value) ? 'me' : text(leaf.value) || null}
          options={people}
          onChange={(id) => onChange(person(id))}
        />
      );
    case 'date':
      return <DateValue leaf={leaf} onChange={onChange} within={leaf.operator === 'isWithin'} />;
    case 'range': {
      const ends = Array.isArray(leaf.value) ? leaf.value : ['', ''];
      const decimal = fieldType(field.type)?.storage === 'decimal';
      const set = (index: number, value: unknown): void =>
        onChange(index === 0 ? [value, ends[1] ?? ''] : [ends[0] ?? '', value]);
      return (
        <span style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
          {(['from', 'to'] as const).map((end, index) =>
            decimal ? (
              <Typed
                key={end}
                label={t(`filter.${end}`)}
                value={ends[index]}
                {...number}
                onChange={(value) => set(index, value)}
              />
            ) : (
              <TextInput
                key={end}
                label={t(`filter.${end}`)}
                labelHidden
                type="date"
                value={text(ends[index])}
                onChange={(value) => set(index, value)}
              />
            ),
          )}
        </span>
      );
    }
    default:
      return (
        <TextInput
          label={label}
          labelHidden
          placeholder={t('filter.enter')}
          value={text(leaf.value)}
          onChange={onChange}
        />
      );
  }
};
