import { Chip, IconButton, Menu, type MenuEntry, Select, Textarea, TextInput, useTexts } from '@tessera/kit';
import { IconLinkPlus } from '@tessera/kit/icons';
import { isFormula, isRef } from '@tessera/proto/automations';
import { fieldType } from '@tessera/fields';
import type { ReactNode } from 'react';
import classes from './automations.module.css';
import type { Source } from './model.ts';
import { useStepWords } from './words.ts';

/** The field that a value is for, where it is for one: it says which editor the value has. */
export type ValueField = {
  readonly type: string;
  readonly props: { readonly options?: readonly { readonly id: string; readonly label: string }[] | undefined };
};

const numberOf = (text: string): number | string =>
  /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text.trim()) ? Number(text) : text;

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** What is written already, as a formula. */
const asFormula = (value: unknown): unknown => {
  if (isFormula(value)) return value;
  if (isRef(value)) return { formula: `{${value.ref}}` };
  return { formula: typeof value === 'number' ? String(value) : quoted(textOf(value)) };
};
/** Something picked stands behind a text that is there, and alone where nothing is. */
const withRef = (value: unknown, ref: string): unknown => {
  if (isFormula(value)) return { formula: `${value.formula} & {${ref}}` };
  return typeof value === 'string' && value !== '' ? { formula: `${quoted(value)} & {${ref}}` } : { ref };
};
/** Names within a formula: as they are kept or as people read them. */
const renamed = (formula: string, by: (name: string) => string): string =>
  formula.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => `{${by(name)}}`);
const calledOf = ({ of, name }: { readonly of: string; readonly name: string }): string =>
  `${of}: ${name}`.replaceAll(/[{}]/g, '');

/** A value that is written, computed, or picked from what is known when the step runs. */
export const ValueInput = ({
  label,
  value,
  onChange,
  sources,
  field,
  disabled,
  error,
  refOnly = false,
  long = false,
}: {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly sources: readonly Source[];
  readonly field?: ValueField | undefined;
  readonly disabled: boolean;
  readonly error?: ReactNode;
  /** Only what is known can be picked. */
  readonly refOnly?: boolean;
  /** A text of more than a line. */
  readonly long?: boolean;
}) => {
  const t = useTexts('administration');
  const words = useStepWords();
  const groups = [...new Set(sources.map((one) => words.source(one).of))];
  const items: readonly MenuEntry[] = groups.flatMap((group) => [
    { id: `of ${group}`, heading: group },
    ...sources
      .filter((one) => words.source(one).of === group)
      .map((one) => ({
        id: one.ref,
        label: words.source(one).name,
        onSelect: () => onChange(withRef(value, one.ref)),
      })),
  ]);
  const named = (ref: string): string => {
    const known = sources.find((one) => one.ref === ref);
    return known === undefined ? ref : calledOf(words.source(known));
  };
  const meant = (name: string): string => sources.find((one) => calledOf(words.source(one)) === name)?.ref ?? name;
  const pick = sources.length > 0 && !disabled && (
    <Menu
      side="bottom-end"
      items={
        refOnly || isFormula(value)
          ? items
          : [
              ...items,
              { id: 'own', heading: t('automation.computed') },
              { id: 'formula', label: t('automation.writeFormula'), onSelect: () => onChange(asFormula(value)) },
            ]
      }
      label={t('automation.pickFor', { of: label })}
      anchor={<IconButton size="table" label={t('automation.pickFor', { of: label })} icon={IconLinkPlus} />}
    />
  );
  if (isRef(value) || refOnly) {
    const known = isRef(value) ? sources.find(({ ref }) => ref === value.ref) : undefined;
    const shown = known === undefined ? undefined : words.source(known);
    return (
      <div className={classes['value']}>
        <span className={classes['valueLabel']}>{label}</span>
        <span className={classes['picked']}>
          {isRef(value) ? (
            <Chip
              small
              look={known === undefined ? 'danger' : 'outlined'}
              {...(!disabled && {
                onRemove: () => onChange(undefined),
                removeLabel: t('automation.unpick', { of: label }),
              })}
            >
              {shown === undefined ? t('automation.gone') : `${shown.of}: ${shown.name}`}
            </Chip>
          ) : (
            <span className="t-secondary">{t('automation.pick')}</span>
          )}
          {pick}
        </span>
        {error !== undefined && <span className={classes['wrong']}>{error}</span>}
      </div>
    );
  }
  if (isFormula(value))
    return (
      <div className={classes['value']}>
        <div className={classes['written']}>
          <Textarea
            label={`${label}: ${t('automation.formula')}`}
            help={t('automation.formulaHelp')}
            rows={2}
            spellCheck={false}
            value={renamed(value.formula, named)}
            onChange={(text) => onChange(text === '' ? undefined : { formula: renamed(text, meant) })}
            readOnly={disabled}
            error={error}
          />
        </div>
        {pick}
      </div>
    );
  const options = field?.props.options;
  const isNumber = field !== undefined && fieldType(field.type)?.family === 'number';
  return (
    <div className={classes['value']}>
      <div className={classes['written']}>
        {options !== undefined && options.length > 0 ? (
          <Select
            label={label}
            value={typeof value === 'string' ? value : null}
            onChange={onChange}
            disabled={disabled}
            error={error}
            options={options.map(({ id, label: name }) => ({ value: id, label: name }))}
          />
        ) : long ? (
          <Textarea
            label={label}
            value={textOf(value)}
            onChange={(text) => onChange(text === '' ? undefined : text)}
            readOnly={disabled}
            error={error}
          />
        ) : (
          <TextInput
            label={label}
            value={textOf(value)}
            onChange={(text) => onChange(text === '' ? undefined : isNumber ? numberOf(text) : text)}
            readOnly={disabled}
            error={error}
          />
        )}
      </div>
      {pick}
    </div>
  );
};
