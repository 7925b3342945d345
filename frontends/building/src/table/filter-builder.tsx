import { fieldType, type FilterOperator } from '@tessera/fields';
import { Button, type Field, IconButton, Select, type User, useTexts } from '@tessera/kit';
import { IconFolder, IconPlus, IconSelector, IconX } from '@tessera/kit/icons';
import type { ReactNode } from 'react';
import { type Group, isGroup, type Leaf, type Node } from '../data/filters.ts';
import { fieldIcon } from '../grid/view/field-icon.ts';
import { FilterValue } from './filter-value.tsx';
import classes from './table.module.css';

export type FilterBuilderProps = {
  readonly tree: Group;
  readonly fields: readonly Field[];
  readonly users: readonly User[];
  readonly onChange: (tree: Group) => void;
  readonly count: ReactNode;
};

const operatorsOf = (field: Field | undefined): readonly FilterOperator[] =>
  fieldType(field?.type ?? '')?.operators ?? [];
const deepest = 3;

const firstLeaf = (fields: readonly Field[]): Leaf | null => {
  const field = fields.find((one) => operatorsOf(one).length > 0);
  const operator = operatorsOf(field)[0];
  return field && operator ? { fieldId: field.id, operator: operator.id } : null;
};

/** Conditions of a view: rows joined by and/or, groups within groups. A row that is not finished filters nothing. */
export const FilterBuilder = ({ tree, fields, users, onChange, count }: FilterBuilderProps) => {
  const t = useTexts('building');
  const usable = fields.filter((field) => operatorsOf(field).length > 0);
  const fresh = firstLeaf(usable);

  const row = (leaf: Leaf, change: (next: Leaf) => void): ReactNode => {
    if (leaf.fieldId === 'draft_flag')
      return (
        <span className={classes['flagRow']}>
          {t(String(leaf.value) === '1' || leaf.value === true ? 'filter.draft' : 'filter.notDraft')}
        </span>
      );
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
          onChange={(id) =>
            change({
              fieldId: leaf.fieldId,
              operator: id,
              ...(operators.find((one) => one.id === id)?.value === operator?.value &&
              (id !== 'isWithin' || typeof leaf.value === 'object')
                ? { value: leaf.value }
                : {}),
            })
          }
        />
        {field && operator ? (
          <FilterValue
            key={`${leaf.fieldId}:${operator.value}`}
            leaf={leaf}
            field={field}
            kind={operator.value}
            users={users}
            onChange={(value) => change({ ...leaf, value })}
          />
        ) : (
          <span />
        )}
      </>
    );
  };

  const group = (node: Group, depth: number, change: (next: Group) => void): ReactNode => {
    const set = (index: number, next: Node | null): void =>
      change({
        ...node,
        items:
          next === null
            ? node.items.filter((_, i) => i !== index)
            : node.items.map((one, i) => (i === index ? next : one)),
      });
    const joint = (index: number): ReactNode => {
      if (index === 0) return <span className={classes['joint']}>{t('filter.where')}</span>;
      if (index > 1) return <span className={classes['joint']}>{t(`filter.${node.joint}`)}</span>;
      return (
        <button
          type="button"
          className={classes['jointButton']}
          aria-label={`${t('filter.joint')}: ${t(`filter.${node.joint}`)}`}
          onClick={() => change({ ...node, joint: node.joint === 'and' ? 'or' : 'and' })}
        >
          {t(`filter.${node.joint}`)}
          <IconSelector aria-hidden="true" />
        </button>
      );
    };
    return (
      <div className={classes['filterRows']}>
        {node.items.map((item, index) =>
          isGroup(item) ? (
            <div key={index} className={classes['groupRow']}>
              {joint(index)}
              <div className={classes['group']} role="group" aria-label={t('filter.group')}>
                {group(item, depth + 1, (next) => set(index, next))}
              </div>
              <IconButton
                label={t('filter.removeGroup')}
                icon={IconX}
                tooltip={false}
                onClick={() => set(index, null)}
              />
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
          <Button
            size="toolbar"
            variant="quiet"
            icon={IconPlus}
            disabled={!fresh}
            onClick={() => fresh && change({ ...node, items: [...node.items, fresh] })}
          >
            {t('filter.add')}
          </Button>
          {depth < deepest && (
            <Button
              size="toolbar"
              variant="quiet"
              icon={IconFolder}
              disabled={!fresh}
              onClick={() =>
                fresh &&
                change({
                  ...node,
                  items: [...node.items, { joint: node.joint === 'and' ? 'or' : 'and', items: [fresh] }],
                })
              }
            >
              {t('filter.addGroup')}
            </Button>
          )}
          {depth === 1 && node.items.length > 0 ? (
            <Button size="toolbar" variant="quiet" onClick={() => change({ joint: 'and', items: [] })}>
              {t('filter.clearAll')}
            </Button>
          ) : (
            <span />
          )}
        </div>
      </div>
    );
  };

  return (
    <div className={classes['filter']}>
      <div className={classes['filterHead']}>
        <h2>{t('filter.title')}</h2>
        <span className="t-caption" role="status">
          {count}
        </span>
      </div>
      {tree.items.length === 0 && <p className="t-secondary">{t('filter.none')}</p>}
      {group(tree, 1, onChange)}
    </div>
  );
};
