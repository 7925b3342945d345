import { NumberInput, Select, useTexts } from '@tessera/kit';
import { fieldType } from '@tessera/fields';
import { isOffset, keyOperators, offsetUnits, type OffsetUnit } from '@tessera/proto/automations';
import { useQuery } from '@tanstack/react-query';
import classes from './automations.module.css';
import { automationsQuery, conversationsQuery } from './automations.resource.ts';
import type { FilterField } from './rows.tsx';

type Shared = {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled: boolean;
  readonly error?: string | undefined;
};

/** What is chosen, and that it is gone where it is not among what there is. */
const Choice = ({
  options,
  none,
  value,
  loaded = true,
  ...shared
}: Shared & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What it is called where nothing is chosen; without it something has to be. */
  readonly none?: string;
  readonly loaded?: boolean;
}) => {
  const t = useTexts('administration');
  const chosen = typeof value === 'string' && value !== '' ? value : undefined;
  const isGone = loaded && chosen !== undefined && !options.some((one) => one.value === chosen);
  return (
    <Select
      {...shared}
      value={chosen ?? (none === undefined ? null : '')}
      onChange={(next) => shared.onChange(next === '' ? undefined : next)}
      searchable
      options={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...options,
        ...(isGone ? [{ value: chosen, label: t('automation.gone') }] : []),
      ]}
    />
  );
};

const isOfKind = (kind: 'date' | 'links' | 'key' | undefined, { type }: FilterField): boolean => {
  const known = fieldType(type);
  if (kind === undefined) return true;
  if (kind === 'links') return known?.links === 'owning';
  const has = (id: string): boolean => known?.operators.some((one) => one.id === id) === true;
  return kind === 'date' ? has('onOrBefore') : keyOperators.some(has);
};

/** One field of a table, of a kind. */
export const FieldInput = ({
  fields,
  kind,
  optional,
  ...shared
}: Shared & {
  readonly fields: readonly FilterField[];
  readonly kind: 'date' | 'links' | 'key' | undefined;
  readonly optional: boolean;
}) => (
  <Choice
    {...shared}
    {...(optional && { none: '–' })}
    loaded={fields.length > 0}
    options={fields.filter((field) => isOfKind(kind, field)).map(({ id, name }) => ({ value: id, label: name }))}
  />
);

export const ViewInput = ({
  views,
  ...shared
}: Shared & { readonly views: readonly { readonly id: string; readonly label: string }[] }) => (
  <Choice {...shared} loaded={views.length > 0} options={views.map(({ id, label }) => ({ value: id, label }))} />
);

/** An automation; to be started by a step it is one that is started by hand. */
export const AutomationInput = ({ byHand, ...shared }: Shared & { readonly byHand: boolean }) => {
  const t = useTexts('administration');
  const { data } = useQuery(automationsQuery);
  const found = (data ?? []).filter((one) => !byHand || one.trigger.type === 'manual');
  return (
    <Choice
      {...shared}
      loaded={data !== undefined}
      {...(!byHand && { none: t('automation.anyAutomation') })}
      options={found.map(({ id, label }) => ({ value: id, label }))}
    />
  );
};

export const ConversationInput = (shared: Shared) => {
  const { data } = useQuery(conversationsQuery);
  return (
    <Choice
      {...shared}
      loaded={data !== undefined}
      options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
};

/** So many days, weeks or months before or after a day. */
export const OffsetInput = ({ label, value, onChange, disabled, error }: Shared) => {
  const t = useTexts('administration');
  const { value: amount, unit } = isOffset(value) ? value : { value: 0, unit: 'days' as OffsetUnit };
  const side = amount < 0 ? 'before' : 'after';
  const put = (size: number, of: OffsetUnit, on: 'before' | 'after'): void =>
    onChange({ value: on === 'before' ? -size : size, unit: of });
  return (
    <fieldset className={classes['rows']}>
      <legend>{label}</legend>
      <div className={classes['ruleRow']}>
        <NumberInput
          label={label}
          labelHidden
          value={Math.abs(amount)}
          min={0}
          onChange={(next) => put(Math.abs(next ?? 0), unit, side)}
          readOnly={disabled}
        />
        <Select
          label={t('automation.unit')}
          labelHidden
          value={unit}
          disabled={disabled}
          onChange={(next) => put(Math.abs(amount), next, side)}
          options={offsetUnits.map((one) => ({ value: one, label: t(`automation.units.${one}`) }))}
        />
        <Select
          label={t('automation.beforeOrAfter')}
          labelHidden
          value={side}
          disabled={disabled}
          onChange={(next) => put(Math.abs(amount), unit, next)}
          options={(['before', 'after'] as const).map((one) => ({ value: one, label: t(`automation.sides.${one}`) }))}
        />
      </div>
      {error !== undefined && <p className={classes['wrong']}>{error}</p>}
    </fieldset>
  );
};
