import {
  Button,
  IconButton,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  type Table,
  TextInput,
  useTexts,
} from '@tessera/kit';
import { IconPlus, IconX } from '@tessera/kit/icons';
import { isObject, type Part as PartType } from '@tessera/proto/automations';
import { partsOf } from '@tessera/proto/views';
import { fieldType, isWritten } from '@tessera/fields';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import classes from './automations.module.css';
import { functionsQuery } from '../lowcode/functions.resource.ts';
import { peopleQuery, tableQuery, tablesQuery } from './automations.resource.ts';
import type { Source } from './model.ts';
import { AutomationInput, ConversationInput, FieldInput, OffsetInput, ViewInput } from './place-inputs.tsx';
import { ConditionRows, FieldValues, FilterRows, type FilterField } from './rows.tsx';
import { ValueInput } from './value-input.tsx';

const Names = ({
  label,
  value,
  onChange,
  sources,
  disabled,
  error,
}: {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly sources: readonly Source[];
  readonly disabled: boolean;
  readonly error?: ReactNode;
}) => {
  const t = useTexts('administration');
  const entries = Object.entries(isObject(value) ? value : {});
  const put = (next: readonly (readonly [string, unknown])[]): void => onChange(Object.fromEntries(next));
  const fresh = (): string => {
    for (let number = 1; ; number++) if (!entries.some(([name]) => name === `name${number}`)) return `name${number}`;
  };
  return (
    <fieldset className={classes['rows']}>
      <legend>{label}</legend>
      {entries.map(([name, one], place) => (
        <div key={`${place}`} className={classes['ruleRow']}>
          <TextInput
            label={t('automation.nameOf', { number: place + 1 })}
            labelHidden
            value={name}
            readOnly={disabled}
            onChange={(next) => put(entries.with(place, [next.replace(/[^A-Za-z0-9_-]/g, ''), one]))}
          />
          <ValueInput
            label={t('automation.value')}
            value={one}
            onChange={(next) => put(entries.with(place, [name, next ?? '']))}
            sources={sources}
            disabled={disabled}
          />
          {!disabled && (
            <IconButton
              size="table"
              label={t('automation.removeValue', { field: name })}
              icon={IconX}
              onClick={() => put(entries.toSpliced(place, 1))}
            />
          )}
        </div>
      ))}
      {error !== undefined && <p className={classes['wrong']}>{error}</p>}
      {!disabled && (
        <Button variant="text" size="toolbar" icon={IconPlus} onClick={() => put([...entries, [fresh(), '']])}>
          {t('automation.addValue')}
        </Button>
      )}
    </fieldset>
  );
};

/** The forms of a table, and the chosen one where it is gone. */
const formsOf = (table: Table | undefined, chosen: unknown, gone: string) => {
  const forms = (table?.views ?? []).filter(({ type }) => partsOf(type, 'questions').length > 0);
  const isGone = table !== undefined && typeof chosen === 'string' && !forms.some(({ id }) => id === chosen);
  return [...forms.map(({ id, label }) => ({ value: id, label })), ...(isGone ? [{ value: chosen, label: gone }] : [])];
};

/** Texts of more than a line. */
const longTexts: ReadonlySet<string> = new Set(['body', 'description', 'text']);

/** The control of one part of a configuration: it follows from what the part is. */
export const PartInput = ({
  name,
  part,
  value,
  config,
  onChange,
  sources,
  disabled,
  error,
}: {
  readonly name: string;
  readonly part: PartType;
  readonly value: unknown;
  readonly config: Readonly<Record<string, unknown>>;
  readonly onChange: (value: unknown) => void;
  readonly sources: readonly Source[];
  readonly disabled: boolean;
  readonly error?: string | undefined;
}) => {
  const t = useTexts('administration');
  const { data: functions = [] } = useQuery({ ...functionsQuery, enabled: part.of === 'function' });
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: part.of === 'people' });
  const tableId = typeof config['tableId'] === 'string' ? config['tableId'] : '';
  const { data: tables = [] } = useQuery(tablesQuery);
  const { data: table } = useQuery({ ...tableQuery(tableId), enabled: tableId !== '' });
  const fields: readonly FilterField[] = (table?.fields ?? []) as readonly FilterField[];
  const label = t(`automation.part.${name}`, { defaultValue: name });
  const shared = { label, value, onChange, sources, disabled, ...(error !== undefined && { error }) };
  switch (part.of) {
    case 'table':
      return (
        <Select
          label={label}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          disabled={disabled}
          error={error}
          searchable
          options={tables.map(({ id, label: text }) => ({ value: id, label: text }))}
        />
      );
    case 'fields':
      return tableId === '' ? null : (
        <MultiSelect
          label={label}
          help={t('automation.anyField')}
          values={Array.isArray(value) ? (value as string[]) : []}
          onChange={(ids) => {
            if (!disabled) onChange(ids.length === 0 ? undefined : ids);
          }}
          error={error}
          options={fields.map(({ id, name: text }) => ({ value: id, label: text }))}
        />
      );
    case 'filter':
      return tableId === '' ? null : <FilterRows {...shared} fields={fields} />;
    case 'values':
      return tableId === '' ? null : (
        <FieldValues
          {...shared}
          fields={fields.filter(({ type }) => {
            const known = fieldType(type);
            return known !== undefined && isWritten(known) && known.links !== 'other';
          })}
        />
      );
    case 'condition':
      return <ConditionRows {...shared} />;
    case 'field':
      return tableId === '' ? null : (
        <FieldInput {...shared} error={error} fields={fields} kind={part.kind} optional={part.required !== true} />
      );
    case 'view':
      return tableId === '' ? null : <ViewInput {...shared} error={error} views={table?.views ?? []} />;
    case 'automation':
      return <AutomationInput {...shared} error={error} byHand={part.required === true} />;
    case 'conversation':
      return <ConversationInput {...shared} error={error} />;
    case 'offset':
      return <OffsetInput {...shared} error={error} />;
    case 'time':
      return (
        <TextInput
          label={t('automation.part.time')}
          type="time"
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          readOnly={disabled}
          error={error}
        />
      );
    case 'record':
      return <ValueInput {...shared} />;
    case 'people':
      return (
        <ValueInput
          {...shared}
          field={{ type: '', props: { options: people.map(({ id, name: of }) => ({ id, label: of })) } }}
        />
      );
    case 'value':
      return <ValueInput {...shared} refOnly={name === 'over'} long={longTexts.has(name)} />;
    case 'names':
      return <Names {...shared} />;
    case 'integer':
      return (
        <NumberInput
          label={label}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          min={part.min}
          max={part.max}
          readOnly={disabled}
          error={error}
        />
      );
    case 'choice':
      return (
        <Select
          label={label}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          disabled={disabled}
          error={error}
          {...(part.required !== true && { placeholder: t('automation.anyChoice') })}
          options={[
            ...(part.required === true ? [] : [{ value: '', label: t('automation.anyChoice') }]),
            ...part.values.map((one) => ({ value: one, label: t(`automation.choice.${one}`, { defaultValue: one }) })),
          ]}
        />
      );
    case 'form':
      return tableId === '' ? null : (
        <Select
          label={label}
          help={t('automation.anyForm')}
          value={typeof value === 'string' ? value : ''}
          onChange={(form) => onChange(form === '' ? undefined : form)}
          disabled={disabled}
          error={error}
          options={[{ value: '', label: t('automation.allForms') }, ...formsOf(table, value, t('automation.gone'))]}
        />
      );
    case 'function':
      return (
        <Select
          label={label}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          disabled={disabled}
          error={error}
          searchable
          options={functions.map((one) => ({ value: one.id, label: one.label }))}
        />
      );
    case 'flag':
      return <Switch label={label} checked={value === true} disabled={disabled} onChange={onChange} />;
    case 'cron':
    case 'zone':
      return (
        <TextInput
          label={label}
          help={t(`automation.help.${part.of}`)}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          readOnly={disabled}
          error={error}
        />
      );
  }
};
