import { typeOfField, type FilterOperator } from '@tessera/fields';
import { Button, type Field, IconButton, Select, type User, useTexts } from '@tessera/kit';
import { IconFolder, IconPlus, IconSelector, IconX } from '@tessera/kit/icons';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { carried, type Group, isGroup, type Leaf, type Node, operatorsOf } from '../data/filters.ts';
import { viewOf } from '../field-types/list.ts';
import { partField, placeId, placeOf, usePlaces } from './places.ts';
import { FilterValue } from './filter-value.tsx';
import classes from './table.module.css';

export type FilterBuilderProps = {
  readonly tree: Group;
  readonly fields: readonly Field[];
  readonly users: readonly User[];
  readonly onChange: (tree: Group) => void;
  readonly count: ReactNode;
  /** Conditions alone, without groups of them. */
  readonly flat?: boolean;
};

/** Those a condition may be given: what is on is asked for by an operator of its own, and not a second time by a value. */
const offeredOf = (field: Field | undefined, part?: string, now?: string): readonly FilterOperator[] =>
  operatorsOf(field, part).filter(
    (one) =>
      (one.value !== 'boolean' || one.id === now) &&
      (one.value === 'none' || part !== undefined || viewOf(field?.type ?? '').filterValues[one.value] !== undefined),
  );
const deepest = 3;

/** A condition on a field that has no value yet; null for a field that cannot be filtered by. */
export const leafOf = (field: Field): Leaf | null => {
  const operator = offeredOf(field)[0];
  return operator ? { fieldId: field.id, operator: operator.id } : null;
};

const firstLeaf = (fields: readonly Field[]): Leaf | null => {
  const field = fields.find((one) => operatorsOf(one).length > 0);
  return field ? leafOf(field) : null;
};

/** Conditions of a view: rows joined by and/or, groups within groups. A row that is not finished filters nothing. */
export const FilterBuilder = ({ tree, fields, users, onChange, count, flat = false }: FilterBuilderProps) => {
  const t = useTexts('building');
  const placesOf = usePlaces();
  const usable = fields.filter((field) => operatorsOf(field).length > 0);
  const fresh = firstLeaf(usable);
  // A condition that is added is filled in next: the caret goes to its field.
  const grown = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const rows = grown.current?.querySelectorAll<HTMLElement>(':scope > [data-condition]');
    grown.current = null;
    rows?.[rows.length - 1]?.querySelector<HTMLElement>('[aria-haspopup="listbox"]')?.focus();
  });
  const add = (event: MouseEvent, node: Group, item: Node, change: (next: Group) => void): void => {
    grown.current = event.currentTarget.closest('[data-conditions]');
    change({ ...node, items: [...node.items, item] });
  };

  const row = (leaf: Leaf, change: (next: Leaf) => void): ReactNode => {
    if (leaf.fieldId === 'draft_flag')
      return (
        <span className={classes['flagRow']}>
          {t(String(leaf.value) === '1' || leaf.value === true ? 'filter.draft' : 'filter.notDraft')}
        </span>
      );
    const field = usable.find((one) => one.id === leaf.fieldId);
    const operators = offeredOf(field, leaf.part, leaf.operator);
    const operator = operators.find((one) => one.id === leaf.operator);
    return (
      <>
        <Select
          label={t('filter.field')}
          labelHidden
          value={field ? placeId(leaf) : null}
          options={usable.flatMap((one) => placesOf(one, Object.keys(typeOfField(one)?.partOperators ?? {})))}
          onChange={(id) => {
            const place = placeOf(id);
            const next = usable.find((one) => one.id === place.fieldId);
            const offered = offeredOf(next, place.part);
            const kept = offered.find((one) => one.id === leaf.operator) ?? offered[0];
            if (kept) change({ ...place, operator: kept.id });
          }}
        />
        <Select
          label={t('filter.operator')}
          labelHidden
          value={operator?.id ?? null}
          options={operators.map((one) => ({ value: one.id, label: t(`operators.${one.id}`) }))}
          onChange={(id) => {
            const next = operators.find((one) => one.id === id);
            const value =
              operator && next && (id !== 'isWithin' || typeof leaf.value === 'object')
                ? carried(leaf.value, operator.value, next.value)
                : undefined;
            change({ ...placeOf(placeId(leaf)), operator: id, ...(value === undefined ? {} : { value }) });
          }}
        />
        {field && operator ? (
          <FilterValue
            key={`${placeId(leaf)}:${operator.value}`}
            leaf={leaf}
            field={partField(field, leaf.part)}
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
      <div className={classes['filterRows']} data-conditions>
        {node.items.map((item, index) =>
          isGroup(item) ? (
            <div key={index} className={classes['groupRow']} data-condition>
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
            <div key={index} className={classes['filterRow']} data-condition>
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
            onClick={(event) => fresh && add(event, node, fresh, change)}
          >
            {t('filter.add')}
          </Button>
          {!flat && depth < deepest && (
            <Button
              size="toolbar"
              variant="quiet"
              icon={IconFolder}
              disabled={!fresh}
              onClick={(event) =>
                fresh && add(event, node, { joint: node.joint === 'and' ? 'or' : 'and', items: [fresh] }, change)
              }
            >
              {t('filter.addGroup')}
            </Button>
          )}
          {!flat && depth === 1 && node.items.length > 0 ? (
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
    <div className={classes['filter']} data-flat={flat || undefined}>
      <div className={classes['filterHead']}>
        {!flat && <h2>{t('filter.title')}</h2>}
        <span className="t-caption" role="status">
          {count}
        </span>
      </div>
      {tree.items.length === 0 && <p className="t-secondary">{t('filter.none')}</p>}
      {group(tree, 1, onChange)}
    </div>
  );
};
