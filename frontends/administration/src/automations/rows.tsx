import { Button, IconButton, Segmented, Select, useTexts } from '@tessera/kit';
import { IconPlus, IconX } from '@tessera/kit/icons';
import { alone, comparisons, isObject, type Comparison } from '@tessera/proto/automations';
import { fieldType } from '@tessera/fields';
import type { ReactNode } from 'react';
import classes from './automations.module.css';
import type { Source } from './model.ts';
import { ValueInput, type ValueField } from './value-input.tsx';

type Group = { readonly word: 'and' | 'or'; readonly items: readonly Readonly<Record<string, unknown>>[] };

/** The rows of a group; what is nested deeper was made by a program and stays as it is. */
const groupOf = (value: unknown): Group => {
  if (isObject(value)) {
    for (const word of ['and', 'or'] as const)
      if (Array.isArray(value[word])) return { word, items: value[word] as Group['items'] };
    return { word: 'and', items: [value] };
  }
  return { word: 'and', items: [] };
};

const Rows = ({
  label,
  value,
  onChange,
  disabled,
  error,
  begin,
  renderRow,
}: {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled: boolean;
  readonly error?: ReactNode;
  readonly begin: () => Readonly<Record<string, unknown>>;
  readonly renderRow: (
    item: Readonly<Record<string, unknown>>,
    change: (item: Readonly<Record<string, unknown>>) => void,
    place: number,
  ) => ReactNode;
}) => {
  const t = useTexts('administration');
  const { word, items } = groupOf(value);
  const put = (next: readonly Readonly<Record<string, unknown>>[], as = word): void =>
    onChange(next.length === 0 ? undefined : { [as]: next });
  return (
    <fieldset className={classes['rows']}>
      <legend>{label}</legend>
      {items.length > 1 && (
        <Segmented
          label={label}
          value={word}
          onChange={(as) => put(items, as)}
          options={(['and', 'or'] as const).map((one) => ({ value: one, label: t(`automation.${one}`), disabled }))}
        />
      )}
      {items.map((item, place) => (
        // Rows have no other name than their place.
        <div key={`${place}`} className={classes['ruleRow']}>
          {'and' in item || 'or' in item ? (
            <span className="t-secondary">{t('automation.nested')}</span>
          ) : (
            renderRow(item, (next) => put(items.with(place, next)), place)
          )}
          {!disabled && (
            <IconButton
              size="table"
              label={t('automation.removeRow', { number: place + 1 })}
              icon={IconX}
              onClick={() => put(items.toSpliced(place, 1))}
            />
          )}
        </div>
      ))}
      {error !== undefined && <p className={classes['wrong']}>{error}</p>}
      {!disabled && (
        <Button variant="text" size="toolbar" icon={IconPlus} onClick={() => put([...items, begin()])}>
          {t('automation.addRow')}
        </Button>
      )}
    </fieldset>
  );
};

type Shared = {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly sources: readonly Source[];
  readonly disabled: boolean;
  readonly error?: ReactNode;
};

/** Comparisons of what is known when the step runs. */
export const ConditionRows = ({ sources, ...shared }: Shared) => {
  const t = useTexts('administration');
  return (
    <Rows
      {...shared}
      begin={() => ({ left: sources[0] === undefined ? '' : { ref: sources[0].ref }, operator: 'is', right: '' })}
      renderRow={({ left, operator, right }, change) => (
        <>
          <ValueInput
            label={t('automation.value')}
            value={left}
            onChange={(next) => change({ left: next ?? '', operator, right })}
            sources={sources}
            disabled={shared.disabled}
            refOnly
          />
          <Select
            label={t('automation.compare')}
            labelHidden
            value={operator as Comparison}
            disabled={shared.disabled}
            onChange={(next) =>
              change(alone.has(next) ? { left, operator: next } : { left, operator: next, right: right ?? '' })
            }
            options={comparisons.map((one) => ({ value: one, label: t(`automation.comparison.${one}`) }))}
          />
          {!alone.has(operator as string) && (
            <ValueInput
              label={t('automation.comparedWith')}
              value={right}
              onChange={(next) => change({ left, operator, right: next ?? '' })}
              sources={sources}
              disabled={shared.disabled}
            />
          )}
        </>
      )}
    />
  );
};

export type FilterField = ValueField & { readonly id: string; readonly name: string };
/** How the value of an operator is typed here. */
const typed = new Set(['none', 'text', 'number', 'option', 'date']);
const operatorsOf = ({ type }: FilterField): readonly { readonly id: string; readonly value: string }[] =>
  (fieldType(type)?.operators ?? []).filter(({ id, value }) => typed.has(value) && !id.endsWith('Error'));

/** Conditions on the records of a table. */
export const FilterRows = ({ fields, sources, ...shared }: Shared & { readonly fields: readonly FilterField[] }) => {
  const t = useTexts('administration');
  const offered = fields.filter((field) => operatorsOf(field).length > 0);
  const begin = () => ({ fieldId: offered[0]?.id ?? '', operator: operatorsOf(offered[0]!)[0]?.id ?? '' });
  if (offered.length === 0) return null;
  return (
    <Rows
      {...shared}
      begin={begin}
      renderRow={({ fieldId, operator, value }, change) => {
        const field = fields.find(({ id }) => id === fieldId);
        const operators = field === undefined ? [] : operatorsOf(field);
        const takes = operators.find(({ id }) => id === operator)?.value;
        return (
          <>
            <Select
              label={t('automation.field')}
              labelHidden
              value={field === undefined ? null : field.id}
              disabled={shared.disabled}
              onChange={(next) => {
                const other = offered.find(({ id }) => id === next)!;
                change({ fieldId: next, operator: operatorsOf(other)[0]!.id });
              }}
              options={offered.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <Select
              label={t('automation.compare')}
              labelHidden
              value={typeof operator === 'string' ? operator : null}
              disabled={shared.disabled}
              onChange={(next) => {
                const needs = operators.find(({ id }) => id === next)?.value !== 'none';
                change({ fieldId, operator: next, ...(needs && value !== undefined && { value }) });
              }}
              options={operators.map(({ id }) => ({
                value: id,
                label: t(`automation.operator.${id}`, { defaultValue: id }),
              }))}
            />
            {takes !== 'none' && (
              <ValueInput
                label={t('automation.value')}
                value={value}
                onChange={(next) => change({ fieldId, operator, ...(next !== undefined && { value: next }) })}
                sources={sources}
                field={field}
                disabled={shared.disabled}
              />
            )}
          </>
        );
      }}
    />
  );
};

/** Values by the fields that they go into. */
export const FieldValues = ({
  fields,
  value,
  onChange,
  sources,
  disabled,
  label,
  error,
}: Shared & { readonly fields: readonly FilterField[] }) => {
  const t = useTexts('administration');
  const values = isObject(value) ? value : {};
  const left = fields.filter(({ id }) => !Object.hasOwn(values, id));
  const put = (id: string, next: unknown): void => onChange({ ...values, [id]: next ?? '' });
  return (
    <fieldset className={classes['rows']}>
      <legend>{label}</legend>
      {Object.entries(values).map(([id, one]) => {
        const field = fields.find((known) => known.id === id);
        return (
          <div key={id} className={classes['ruleRow']}>
            <ValueInput
              label={field?.name ?? t('automation.gone')}
              value={one}
              onChange={(next) => put(id, next)}
              sources={sources}
              field={field}
              disabled={disabled}
            />
            {!disabled && (
              <IconButton
                size="table"
                label={t('automation.removeValue', { field: field?.name ?? id })}
                icon={IconX}
                onClick={() => onChange(Object.fromEntries(Object.entries(values).filter(([key]) => key !== id)))}
              />
            )}
          </div>
        );
      })}
      {error !== undefined && <p className={classes['wrong']}>{error}</p>}
      {!disabled && left.length > 0 && (
        <Select
          label={t('automation.addField')}
          labelHidden
          placeholder={t('automation.addField')}
          value={null}
          onChange={(id) => put(id, '')}
          searchable
          options={left.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </fieldset>
  );
};
