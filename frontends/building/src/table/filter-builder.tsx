import { fieldType, type FilterOperator, relativeDates } from '@tessera/fields';
import { Button, type Field, IconButton, PickList, Popover, Select, TextInput, type User, useTexts } from '@tessera/kit';
import { IconFolder, IconPlus, IconSelector, IconX } from '@tessera/kit/icons';
import { type ReactNode, useState } from 'react';
import { type Group, isGroup, type Leaf, type Node } from '../data/filters.ts';
import { fieldIcon } from '../grid/view/field-icon.ts';
import classes from './table.module.css';

export type FilterBuilderProps = {
  readonly tree: Group;
  readonly fields: readonly Field[];
  readonly users: readonly User[];
  readonly onChange: (tree: Group) => void;
  readonly count: ReactNode;
};

const operatorsOf = (field: Field | undefined): readonly FilterOperator[] => fieldType(field?.type ?? '')?.operators ?? [];
const deepest = 3;

const firstLeaf = (fields: readonly Field[]): Leaf | null => {
  const field = fields.find((one) => operatorsOf(one).length > 0);
  const operator = operatorsOf(field)[0];
  return field && operator ? { fieldId: field.id, operator: operator.id } : null;
};

type ValueProps = { readonly leaf: Leaf; readonly field: Field; readonly kind: FilterOperator['value']; readonly users: readonly User[]; readonly onChange: (value: unknown) => void };

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const relative = (value: unknown): { relative: string; days?: number } | null =>
  typeof value === 'object' && value !== null && 'relative' in value && typeof value.relative === 'string' ? { relative: value.relative, ...('days' in value && typeof value.days === 'number' ? { days: value.days } : {}) } : null;

const DateValue = ({ leaf, onChange, within }: { leaf: Leaf; onChange: (value: unknown) => void; within: boolean }) => {
  const t = useTexts('building');
  const chosen = relative(leaf.value);
  const exact = !within && chosen === null;
  const choices = [...(within ? [] : [{ value: 'exact', label: t('filter.exactDate') }]), ...relativeDates.map((id) => ({ value: id as string, label: t(`relative.${id}`) }))];
  const counted = chosen?.relative === 'pastDays' || chosen?.relative === 'nextDays';
  return (
    <span style={{ display: 'grid', gridTemplateColumns: exact || counted ? 'minmax(0,1fr) minmax(0,1fr)' : 'minmax(0,1fr)', gap: 4 }}>
      <Select label={t('filter.value')} labelHidden value={exact ? 'exact' : (chosen?.relative ?? null)} options={choices} onChange={(next) => onChange(next === 'exact' ? '' : { relative: next, ...(next === 'pastDays' || next === 'nextDays' ? { days: chosen?.days ?? 7 } : {}) })} />
      {exact && <TextInput label={t('filter.date')} labelHidden type="date" value={text(leaf.value)} onChange={onChange} />}
      {counted && <TextInput label={t('filter.days')} labelHidden inputMode="numeric" value={String(chosen?.days ?? '')} onChange={(days) => onChange({ relative: chosen?.relative, days: Math.max(0, Math.min(3650, Number.parseInt(days, 10) || 0)) })} />}
    </span>
  );
};

const ManyValue = ({ leaf, field, onChange }: { leaf: Leaf; field: Field; onChange: (value: unknown) => void }) => {
  const t = useTexts('building');
  const [opened, setOpened] = useState(false);
  const chosen = Array.isArray(leaf.value) ? leaf.value.filter((one): one is string => typeof one === 'string') : [];
  const options = (field.props.options ?? []).map((option) => ({ value: option.id, label: option.label }));
  const labels = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      width="target"
      anchor={<Button block aria-haspopup="listbox" aria-expanded={opened} aria-label={`${t('filter.value')}: ${labels.join(', ') || t('filter.choose')}`} onClick={() => setOpened(!opened)}><span className="t-cut">{labels.length === 0 ? t('filter.choose') : labels.length > 1 ? `${labels[0] ?? ''} +${labels.length - 1}` : labels[0]}</span></Button>}
    >
      <PickList label={t('filter.value')} options={options} selected={chosen} multiple searchable={options.length > 8} onPick={(id) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])} />
    </Popover>
  );
};

const Value = ({ leaf, field, kind, users, onChange }: ValueProps) => {
  const t = useTexts('building');
  const label = t('filter.value');
  switch (kind) {
    case 'none':
    case 'boolean': return <span />;
    case 'option': return <Select label={label} labelHidden value={text(leaf.value) || null} options={(field.props.options ?? []).map((option) => ({ value: option.id, label: option.label }))} onChange={onChange} />;
    case 'options': return <ManyValue leaf={leaf} field={field} onChange={onChange} />;
    case 'user': {
      const me = typeof leaf.value === 'object' && leaf.value !== null && 'currentUser' in leaf.value;
      return <Select label={label} labelHidden value={me ? 'me' : text(leaf.value) || null} options={[{ value: 'me', label: t('filter.me') }, ...users.map((user) => ({ value: user.id, label: user.name }))]} onChange={(id) => onChange(id === 'me' ? { currentUser: true } : id)} />;
    }
    case 'date': return <DateValue leaf={leaf} onChange={onChange} within={leaf.operator === 'isWithin'} />;
    case 'range': {
      const ends = Array.isArray(leaf.value) ? leaf.value : ['', ''];
      const type = fieldType(field.type)?.storage === 'decimal' ? 'text' : 'date';
      const set = (index: number, value: string): void => onChange(index === 0 ? [value, ends[1] ?? ''] : [ends[0] ?? '', value]);
      return (
        <span style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
          <TextInput label={t('filter.from')} labelHidden type={type} value={text(ends[0])} onChange={(value) => set(0, value)} />
          <TextInput label={t('filter.to')} labelHidden type={type} value={text(ends[1])} onChange={(value) => set(1, value)} />
        </span>
      );
    }
    default: return <TextInput label={label} labelHidden inputMode={kind === 'number' ? 'decimal' : 'text'} placeholder={t('filter.enter')} value={text(leaf.value)} onChange={onChange} />;
  }
};

/** Conditions of a view: rows joined by and/or, groups within groups. A row that is not finished filters nothing. */
export const FilterBuilder = ({ tree, fields, users, onChange, count }: FilterBuilderProps) => {
  const t = useTexts('building');
  const usable = fields.filter((field) => operatorsOf(field).length > 0);
  const fresh = firstLeaf(usable);

  const row = (leaf: Leaf, change: (next: Leaf) => void): ReactNode => {
    if (leaf.fieldId === 'draft_flag') return <span className={classes['flagRow']}>{t(String(leaf.value) === '1' || leaf.value === true ? 'filter.draft' : 'filter.notDraft')}</span>;
    const field = usable.find((one) => one.id === leaf.fieldId);
    const operators = operatorsOf(field);
    const operator = operators.find((one) => one.id === leaf.operator);
    return (
      <>
        <Select
          label={t('filter.field')}
          labelHidden
          value={field?.id ?? null}
          options={usable.map((one) => ({ value: one.id, label: one.name, icon: fieldIcon(one.type) }))}
          onChange={(fieldId) => {
            const next = usable.find((one) => one.id === fieldId);
            const kept = operatorsOf(next).find((one) => one.id === leaf.operator) ?? operatorsOf(next)[0];
            if (kept) change({ fieldId, operator: kept.id });
          }}
        />
        <Select
          label={t('filter.operator')}
          labelHidden
          value={operator?.id ?? null}
          options={operators.map((one) => ({ value: one.id, label: t(`operators.${one.id}`) }))}
          onChange={(id) => change({ fieldId: leaf.fieldId, operator: id, ...(operators.find((one) => one.id === id)?.value === operator?.value ? { value: leaf.value } : {}) })}
        />
        {field && operator ? <Value leaf={leaf} field={field} kind={operator.value} users={users} onChange={(value) => change({ ...leaf, value })} /> : <span />}
      </>
    );
  };

  const group = (node: Group, depth: number, change: (next: Group) => void): ReactNode => {
    const set = (index: number, next: Node | null): void => change({ ...node, items: next === null ? node.items.filter((_, i) => i !== index) : node.items.map((one, i) => (i === index ? next : one)) });
    const joint = (index: number): ReactNode => {
      if (index === 0) return <span className={classes['joint']}>{t('filter.where')}</span>;
      if (index > 1) return <span className={classes['joint']}>{t(`filter.${node.joint}`)}</span>;
      return (
        <button type="button" className={classes['jointButton']} aria-label={`${t('filter.joint')}: ${t(`filter.${node.joint}`)}`} onClick={() => change({ ...node, joint: node.joint === 'and' ? 'or' : 'and' })}>
          {t(`filter.${node.joint}`)}<IconSelector aria-hidden="true" />
        </button>
      );
    };
    return (
      <div className={classes['filterRows']}>
        {node.items.map((item, index) =>
          isGroup(item) ? (
            <div key={index} className={classes['groupRow']}>
              {joint(index)}
              <div className={classes['group']} role="group" aria-label={t('filter.group')}>{group(item, depth + 1, (next) => set(index, next))}</div>
              <IconButton label={t('filter.removeGroup')} icon={IconX} tooltip={false} onClick={() => set(index, null)} />
            </div>
          ) : (
            <div key={index} className={classes['filterRow']}>
              {joint(index)}
              {row(item, (next) => set(index, next))}
              <IconButton label={t('filter.remove')} icon={IconX} tooltip={false} onClick={() => set(index, null)} />
            </div>
          ),
        )}
        <div className={classes['filterFoot']}>
          <Button size="toolbar" variant="quiet" icon={IconPlus} disabled={!fresh} onClick={() => fresh && change({ ...node, items: [...node.items, fresh] })}>{t('filter.add')}</Button>
          {depth < deepest && <Button size="toolbar" variant="quiet" icon={IconFolder} disabled={!fresh} onClick={() => fresh && change({ ...node, items: [...node.items, { joint: node.joint === 'and' ? 'or' : 'and', items: [fresh] }] })}>{t('filter.addGroup')}</Button>}
          {depth === 1 && node.items.length > 0 ? <Button size="toolbar" variant="quiet" onClick={() => change({ joint: 'and', items: [] })}>{t('filter.clearAll')}</Button> : <span />}
        </div>
      </div>
    );
  };

  return (
    <div className={classes['filter']}>
      <div className={classes['filterHead']}>
        <h2>{t('filter.title')}</h2>
        <span className="t-caption" role="status">{count}</span>
      </div>
      {tree.items.length === 0 && <p className="t-secondary">{t('filter.none')}</p>}
      {group(tree, 1, onChange)}
    </div>
  );
};
